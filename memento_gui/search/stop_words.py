"""Stop words: what a language says so often that it tells little by itself. They rank like any other word."""

from functools import cache
from typing import Final

from bm25s import stopwords

from memento_gui.search.words import words

_NAMED_OTHERWISE: Final = {"english": "EN_PLUS"}


@cache
def stop_words(languages: tuple[str, ...]) -> frozenset[str]:
    """Return the stop words of some languages as `words` gives them; a language without a list adds none.

    Raises:
        InvalidParameter: If a language is unknown.
    """
    lists = (f"STOPWORDS_{_NAMED_OTHERWISE.get(language, language.upper())}" for language in languages)
    written = " ".join(word for name in lists for word in getattr(stopwords, name, ()))
    return frozenset(words(written, languages))
