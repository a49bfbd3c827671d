"""Where the program's own files are, in a clone and in an installed wheel alike."""

from functools import cache
from pathlib import Path


@cache
def resources() -> Path:
    """Return the folder of icons, tokens, tokenizer and demo store.

    A wheel carries it inside the package; a clone keeps it beside the package.
    """
    package = Path(__file__).resolve().parent.parent
    inside = package / "resources"
    return inside if inside.is_dir() else package.parent / "resources"
