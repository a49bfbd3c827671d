"""The query language: words that rank, and terms that filter; nothing a person types is ever an error."""

from memento_gui.search.completion import Completion, Vocabulary, completions
from memento_gui.search.fields import FIELDS, Field
from memento_gui.search.filtering import filter_rows, filter_with_remarks, refusing, score_rows
from memento_gui.search.known import Known
from memento_gui.search.parsing import parse
from memento_gui.search.terms import Group, Query, Remark, Term

__all__ = [
    "FIELDS",
    "Completion",
    "Field",
    "Group",
    "Known",
    "Query",
    "Remark",
    "Term",
    "Vocabulary",
    "completions",
    "filter_rows",
    "filter_with_remarks",
    "parse",
    "refusing",
    "score_rows",
]
