"""The lines between ``---`` and ``---`` at the top of a note: YAML where valid, plain ``key: value`` lines where not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import yaml
from typing_extensions import override

MAX_FRONT_MATTER: Final = 256 << 10

_FENCE: Final = "---\n"
_KEY: Final = re.compile(r"(?P<key>[A-Za-z_][\w-]*):(?:[ \t]+(?P<value>.*))?$")
_NULL: Final = "tag:yaml.org,2002:null"
_NULL_TEXTS: Final = frozenset({"", "~", "null", "Null", "NULL"})


@dataclass(frozen=True, slots=True)
class Split:
    """A note's front matter, without its fences, and what follows the line of the second one."""

    header: str
    body: str


def split(text: str) -> Split | None:
    """Return the two parts of a note, or None where it does not begin with front matter that ends."""
    if not text.startswith(_FENCE):
        return None
    end = text.find("\n---", len(_FENCE) - 1)
    while end >= 0:
        after = end + len("\n---")
        line_end = text.find("\n", after)
        if not text[after : line_end if line_end >= 0 else None].strip():
            return Split(text[len(_FENCE) : end + 1], text[line_end + 1 :] if line_end >= 0 else "")
        end = text.find("\n---", after)
    return None


def keys(header: str) -> frozenset[str]:
    """Return the names at the left margin; no YAML is needed for that."""
    return frozenset(found["key"] for line in header.split("\n") if (found := _KEY.match(line)))


def values(header: str, *, as_text: frozenset[str]) -> tuple[dict[str, object], bool]:
    """Return the values by name, and whether the front matter was valid YAML.

    What is named in ``as_text`` is the text that stands there, or a list of such texts: ``2026-05-12`` and ``007`` are no
    date and no number yet, and ``#tag`` is no comment. The rest has YAML's own types, dates excepted.
    """
    by_lines = dict(_by_lines(header))
    if len(header) > MAX_FRONT_MATTER:
        return by_lines, False
    try:
        read = _by_yaml(header, as_text)
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError):
        return by_lines, False
    for name, value in by_lines.items():
        if name in as_text and _lost_to_comments(read.get(name), value):
            read[name] = value
    return read, True


def _lost_to_comments(read: object, standing: object) -> bool:
    """Whether YAML took a text for a comment: ``source: #general``, ``- #tag``."""
    if isinstance(read, list):
        return None in read and isinstance(standing, list)
    return read is None and standing not in _NULL_TEXTS and not (isinstance(standing, str) and standing.startswith("# "))


class _Loader(yaml.SafeLoader):
    """YAML without aliases, explicit tags and dates: none of them is needed, and the first two are ways to do harm."""

    @override
    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or getattr(event, "tag", None) not in {None, "!"}:
            raise yaml.YAMLError("aliases and tags are not read")
        return super().compose_node(parent, index)


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith((":timestamp", ":merge", ":value"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _by_yaml(header: str, as_text: frozenset[str]) -> dict[str, object]:
    loader = _Loader(header)
    try:
        root = loader.get_single_node()
        if not isinstance(root, yaml.MappingNode) or not all(isinstance(key, yaml.ScalarNode) for key, _ in root.value):
            raise yaml.YAMLError("no names and values")
        return {
            str(key.value): _texts(loader, node) if key.value in as_text else loader.construct_object(node, deep=True)
            for key, node in root.value
        }
    finally:
        loader.dispose()


def _texts(loader: _Loader, node: yaml.Node) -> object:
    if isinstance(node, yaml.ScalarNode):
        return None if node.tag == _NULL else str(node.value)
    if isinstance(node, yaml.SequenceNode):
        return [_texts(loader, item) for item in node.value]
    return loader.construct_object(node, deep=True)


def _by_lines(header: str) -> Iterator[tuple[str, object]]:
    """Yield what stands at the left margin, and lists as ``[a, b]`` or as lines of ``- a``."""
    for key, value, following in _entries(header):
        items = [line.strip().removeprefix("- ").strip() for line in following if line.strip().startswith("- ")]
        if value.startswith("[") and value.endswith("]"):
            yield key, [item for item in value[1:-1].split(", ") if item]
        elif items and not value:
            yield key, items
        elif value:
            yield key, value


def _entries(header: str) -> Iterator[tuple[str, str, list[str]]]:
    key, value = "", ""
    following: list[str] = []
    for line in [*header.split("\n"), "end:"]:
        found = _KEY.match(line)
        if found is None:
            following.append(line)
            continue
        if key:
            yield key, value, following
        key, value, following = found["key"], (found["value"] or "").strip(), []
