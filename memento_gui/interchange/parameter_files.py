"""Parameter sets as TOML files."""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

import tomli_w

from memento_gui.domain.errors import InvalidParameter, UnreadableSource
from memento_gui.domain.parameters import ParameterSet, parameter_table

_LONGEST_WHOLE_NUMBER: Final = 1 << 63
_LONGEST_NAME: Final = 200


def to_toml(parameters: ParameterSet, *, only_changes: bool = False) -> str:
    """Return a set as TOML text, a table for every group; infinity is ``inf``.

    With ``only_changes`` only what differs from the defaults is written, which reads back as the same set. A table that
    the user extends is written whole, for reading it replaces the default one.
    """
    return tomli_w.dumps(_changes(parameters) if only_changes else parameters.to_mapping())


def from_toml(text: str) -> tuple[ParameterSet, list[str]]:
    """Return the set a TOML text describes, and the dotted names in it that are no parameter.

    What is missing has its default.

    Raises:
        InvalidParameter: For a value out of bounds or of another kind; names the parameter.
        UnreadableSource: If the text is not TOML.
    """
    try:
        mapping = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableSource(f"The file is not TOML: {error}. No parameter was changed.") from error
    unknown: list[str] = []
    known = {group: _known(group, values, unknown) for group, values in mapping.items()}
    for name, value in _flat(known):
        _check_size(name, value)
    parameters, more = ParameterSet.from_mapping(known)
    return parameters, [*more, *unknown]


def names_parameter(text: str) -> bool:
    """Whether a TOML text sets any parameter: what sets none reads as the default set."""
    known = parameter_table()
    given = {
        f"{group}.{part}" for group, values in tomllib.loads(text).items() if isinstance(values, Mapping) for part in values
    }
    return any(name in given or name.rpartition(".")[0] in given for name in known)


def _changes(parameters: ParameterSet) -> dict[str, dict[str, Any]]:
    changed: dict[str, dict[str, Any]] = {}
    mapping = parameters.to_mapping()
    for name in parameters.changes_from(ParameterSet()):
        group, part, *keys = name.split(".", 2)
        held = mapping[group][part]
        if keys and name in parameter_table():
            changed.setdefault(group, {}).setdefault(part, {})[keys[0]] = held[keys[0]]
        else:
            changed.setdefault(group, {})[part] = held
    return changed


def _known(group: str, values: Any, unknown: list[str]) -> Any:
    """Return a group without the unknown keys of its fixed tables; the set itself finds the other unknown names."""
    if not isinstance(values, Mapping):
        return values
    made = {}
    for part, value in values.items():
        name = f"{group}.{part}"
        fixed = {known.removeprefix(f"{name}.") for known in parameter_table() if known.startswith(f"{name}.")}
        if fixed and isinstance(value, Mapping):
            unknown += [f"{name}.{key}" for key in value if key not in fixed]
            value = {key: entry for key, entry in value.items() if key in fixed}  # noqa: PLW2901
        made[part] = value
    return made


def _flat(mapping: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield every value with its dotted name; without recursion, for a dotted key may have thousands of parts."""
    waiting: list[tuple[str, Any]] = list(mapping.items())
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += [(f"{name[:_LONGEST_NAME]}.{key}", held) for key, held in value.items()]
        else:
            yield name, value


def _check_size(name: str, value: Any) -> None:
    """Refuse whole numbers that no float holds; TOML allows them any length."""
    if isinstance(value, int) and not -_LONGEST_WHOLE_NUMBER < value < _LONGEST_WHOLE_NUMBER:
        raise InvalidParameter(f"{name} is a whole number far beyond its bounds.")
