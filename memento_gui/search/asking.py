"""The words a query ranks by: those it holds, and what the word that is being typed may become."""

from typing import Final

from memento_gui.search.splitting import WORD
from memento_gui.search.text_index import TextIndex
from memento_gui.search.words import splitter, words

SHORTEST: Final = 2
"""Letters from which a word that is being typed may go on."""
MOST: Final = 32
"""Words that it may become; of more it says too little."""


def asked_words(index: TextIndex, ranking: str, text: str) -> tuple[str, ...]:
    """Return each word that ranks, once, in order.

    A last word with nothing behind it, which occurs nowhere, is taken for the beginning of a word: it is still being typed.

    Args:
        index: Knows which words there are.
        ranking: The words of the query that rank.
        text: The whole query as it stands.
    """
    found = dict.fromkeys(words(ranking, index.languages))
    written = WORD.findall(ranking)
    if written and text.endswith(written[-1]) and len(written[-1]) >= SHORTEST:
        last = splitter(index.languages).spelled(written[-1])
        if last.spellings and not index.knows(last.index):
            found |= dict.fromkeys(index.beginning(last.spellings[-1][0])[:MOST])
    return tuple(found)
