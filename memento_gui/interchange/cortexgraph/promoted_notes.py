"""CortexGraph's promoted notes: front matter and sections that are written without quoting anything."""

import re
from dataclasses import dataclass
from typing import Final

_TITLE: Final = re.compile(r"\n---\n\n# (?P<title>[^\n]*)\n\n## Content\n\n")
_EDITED_TITLE: Final = re.compile(r"\s*(?:# (?P<title>[^\n]*)\n\s*)?## Content\n\n?")
_HEADER: Final = re.compile(
    r"---\ncreated: (?P<created>[^\n]*)\nlast_used: (?P<last_used>[^\n]*)\n"
    r"use_count: (?P<use_count>[^\n]*)\nstm_id: (?P<stm_id>[^\n]*)"
)
_TAGS: Final = "\ntags: ["
_SOURCE: Final = "\nsource: "
_CONTEXT: Final = "\n\n## Context\n\n"
_METADATA: Final = "\n\n## Metadata\n\n- **Created**: "
_METADATA_LINE: Final = re.compile(r"^- \*\*(Created|Last Used|Strength)\*\*: ([^\n]*)$", re.MULTILINE)
_TAGS_LINE: Final = "\n\n**Tags**: #"
_FOOTER: Final = "\n\n---\n\n*Promoted from STM"
_TITLE_CHARACTERS: Final = 50


@dataclass(frozen=True, slots=True)
class Sections:
    """What the sections of a note hold. ``metadata`` is by the name in bold, ``tag_line`` follows its first ``#``."""

    title: str
    content: str
    context: str
    metadata: dict[str, str]
    tag_line: str
    uncertain: bool


def literal(text: str) -> tuple[dict[str, object], Sections] | None:
    """Return front matter and sections of a note that is as its writer left it, or None.

    Nothing in it is quoted, so nothing is unquoted: a source may hold colons, quotes and line ends.
    """
    header, title = _HEADER.match(text), _TITLE.search(text)
    if header is None or title is None or title.start() < header.end():
        return None
    unquoted = _tags_and_source(text[header.end() : title.start()])
    if unquoted is None:
        return None
    listed, source = unquoted
    parts = sections(text[title.end() :], title=title["title"])
    return {**header.groupdict(), "tags": _tags(listed, parts.tag_line), "source": source}, parts


def edited(body: str) -> Sections:
    """Return the sections of a note whose front matter was changed by someone."""
    heading = _EDITED_TITLE.match(body)
    if heading is None:
        return sections(body.removeprefix("\n"), title="")
    return sections(body[heading.end() :], title=heading["title"] or "")


def sections(text: str, *, title: str) -> Sections:
    """Take apart what follows ``## Content``.

    The content may hold any heading. Metadata are written last, so the last ones count; where the context begins is
    uncertain when its heading comes up more than once.
    """
    metadata_at = text.rfind(_METADATA)
    if metadata_at < 0:
        before, after = text[: text.rfind(_FOOTER)] if _FOOTER in text else text, ""
    else:
        before, after = text[:metadata_at], text[metadata_at:]
    content, found, context = before.rpartition(_CONTEXT)
    told, _, tag_line = after.partition(_TAGS_LINE)
    return Sections(
        title=title,
        content=content if found else context,
        context=context if found else "",
        metadata=dict(_METADATA_LINE.findall(told)),
        tag_line=tag_line[: tag_line.rfind(_FOOTER)] if _FOOTER in tag_line else tag_line,
        uncertain=before.count(_CONTEXT) > 1,
    )


def made_title(content: str) -> str:
    """Return the heading that the writer makes from a content: its first 50 characters, the unusual ones as hyphens."""
    beginning = content[:_TITLE_CHARACTERS].strip()
    plain = "".join(letter if letter.isalnum() or letter in " -_" else "-" for letter in beginning)
    return re.sub("-{2,}", "-", plain).strip("-")


def _tags_and_source(text: str) -> tuple[str, str] | None:
    """Return what stands between the brackets, and the source; None where a line was added or changed."""
    if not text.startswith(_TAGS):
        return ("", text.removeprefix(_SOURCE)) if text.startswith(_SOURCE) or not text else None
    listed, found, source = text.removeprefix(_TAGS).partition("]" + _SOURCE)
    if found:
        return listed, source
    return (listed.removesuffix("]"), "") if listed.endswith("]") else None


def _tags(listed: str, tag_line: str) -> list[str]:
    """Return the tags, joined by ``, `` in one place and by `` #`` in the other: a tag may hold one of the two."""
    by_line = tag_line.split(" #")
    return by_line if ", ".join(by_line) == listed and listed else listed.split(", ") if listed else []
