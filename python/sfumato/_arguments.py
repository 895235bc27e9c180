"""Arguments of Python's functions as members of requests: names with hyphens, columns as lists, tables beside the
request as inputs. What an argument may hold is checked by the library, which knows every parameter."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from ._errors import Error
from ._frames import Source, column_name, source

Columns = Union[str, Sequence[str]]
Pairs = Mapping[str, Any]
Inputs = List[Tuple[str, Source]]
_ONE_COLUMN = (
    "column", "cost", "holding", "match", "record-key", "request", "row-number", "shadow", "target", "weight", "within",
)  # texts that name a column
_NEVER_NONE = ("choice", "flag", "integer", "number")


def hyphened(name: str) -> str:
    """keep_moments → keep-moments"""
    return name.replace("_", "-")


def underscored(name: str) -> str:
    """keep-moments → keep_moments"""
    return name.replace("-", "_")


def listed(value: Any) -> Any:
    """One name as a list of one; other values as they are."""
    return [value] if isinstance(value, str) else value


def label(item: Any) -> Any:
    """The name of a column, whose label can be a number, a date, None or a tuple. Lists and their kind are none."""
    try:
        hash(item)
    except TypeError:
        return item
    return column_name(item)


def labels(value: Any) -> Any:
    """Names of columns, from a name or anything that lists names."""
    found = listed(value)
    if isinstance(found, (list, tuple)):
        return [label(item) for item in found]
    if hasattr(found, "tolist") and hasattr(found, "__len__"):  # an index of pandas, an array of numpy
        return [label(item) for item in found]
    return found


def texts(value: Any) -> Any:
    """Texts such as "emd=5" from a text, a list of texts, or a mapping: {"emd": 5}."""
    if isinstance(value, Mapping):
        return [f"{name}={plain_text(item)}" for name, item in value.items()]
    return listed(value)


def settings(value: Any, entries: Sequence[Mapping[str, Any]], inputs: Inputs) -> Any:
    """Settings "distance-linkage.scale=raw" from texts, or from {"distance-linkage": {"scale": "raw"}}, where the names
    may be in Python's spelling. `entries` are the measures or methods; tables go into `inputs`."""
    if not isinstance(value, Mapping):
        return listed(value)
    result = []
    for owner, chosen in value.items():
        if not isinstance(chosen, Mapping):
            result.append(f"{hyphened(owner)}={plain_text(chosen)}")
            continue
        found = entry(entries, owner)
        parameters = Parameters(found["parameters"] if found else [])
        for name, item in chosen.items():
            parameters.add_own(name, item)
        inputs += parameters.inputs
        result += [f"{hyphened(owner)}.{name}={plain_text(item)}" for name, item in parameters.members.items()]
    return result


def plain_text(value: Any, depth: int = 0) -> str:
    """A value as the command line writes it; several are separated by commas."""
    if depth > 3:
        raise Error("a value of the request is nested too deeply", hint="give numbers, texts, or a list of them")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ",".join(f"{name}={plain_text(item, depth + 1)}" for name, item in value.items())
    if isinstance(value, (list, tuple)):
        return ",".join(quoted(plain_text(item, depth + 1)) for item in value)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def quoted(text: str) -> str:
    """A name with a comma, or that begins with a quotation mark, stands in quotes in a list, as in CSV."""
    return '"' + text.replace('"', '""') + '"' if "," in text or text.startswith('"') else text


def is_rows(value: Any) -> bool:
    """A list of rows, each a list or a tuple: how hierarchies and maps of values are written down."""
    if not isinstance(value, (list, tuple)) or len(value) == 0:
        return False
    nested = (list, tuple, dict)
    return all(isinstance(row, nested[:2]) and not any(isinstance(cell, nested) for cell in row) for row in value)


def table(value: Any, what: str) -> Source:
    """A frame, or rows of texts."""
    if is_rows(value):
        return source(_columns_of(value, what), what)
    return source(value, what)


def _columns_of(rows: Sequence[Sequence[Any]], what: str) -> Dict[str, List[Any]]:
    width = max(len(row) for row in rows)
    if any(len(row) != width for row in rows):
        raise Error(f"{what} has rows of different lengths", what if what.isidentifier() else None)
    return {
        f"level{level}": [None if row[level] is None else str(row[level]) for row in rows] for level in range(width)
    }


class Parameters:
    """The parameters of a method, a measure or a job for a request, and the tables that come with them."""

    def __init__(self, infos: Iterable[Mapping[str, Any]], keep_defaults: bool = False) -> None:
        self._infos = {info["name"]: info for info in infos}
        self._keep_defaults = keep_defaults
        self.members: Dict[str, Any] = {}
        self.inputs: Inputs = []

    def add(self, name: str, value: Any) -> None:
        """None and, where they may be, values that are the default are left out."""
        spelled = hyphened(name)
        info = self._infos.get(spelled)
        if value is None or (info is not None and self._left_out(value, info)):
            return
        kind = info["kind"] if info is not None else ""
        if kind == "table" and value != "":
            value = self._lent(spelled, self._key(value) if isinstance(value, str) else value, spelled)
        elif kind == "pairs" and isinstance(value, Mapping):
            value = {label(column): self._pair(spelled, str(column), item) for column, item in value.items()}
        elif kind == "columns":
            value = labels(value)
        elif kind == "texts":
            value = texts(value)
        elif kind == "text" and spelled in _ONE_COLUMN:
            value = label(value)
        self.members[spelled] = value

    def add_own(self, name: str, value: Any) -> None:
        """A parameter of a method, a measure or a protection: None is no value of one that has a default."""
        info = self._infos.get(hyphened(name))
        if value is None and info is not None and info["kind"] in _NEVER_NONE and info["default"] is not None:
            hint = "" if info["required"] else f"leave it out for the default, {plain_text(info['default'])}"
            raise Error(f"{underscored(name)} cannot be None", underscored(name), hint)
        self.add(name, value)

    def _left_out(self, value: Any, info: Mapping[str, Any]) -> bool:
        return not self._keep_defaults and not info["required"] and _same(value, info["default"])

    def _pair(self, name: str, column: str, value: Any) -> Any:
        if isinstance(value, (str, int, float)) or value is None:
            return value
        if hasattr(value, "item") and not hasattr(value, "columns"):  # a number of numpy
            return value
        return self._lent(f"{name} of {column}", value, underscored(name))

    def _lent(self, name: str, value: Any, what: str) -> str:
        self.inputs.append((name, table(value, underscored(what))))
        return name

    @staticmethod
    def _key(text: str) -> Dict[str, List[str]]:
        """A text in place of a table is its only cell, as a secret key is."""
        return {"key": [text]}


def _same(value: Any, initial: Any) -> bool:
    if isinstance(value, bool) or isinstance(initial, bool):
        return value is initial
    if isinstance(value, (int, float, str)):
        return bool(type(initial) in (int, float, str) and value == initial)
    return isinstance(value, (list, tuple, dict)) and len(value) == 0 and not initial


def entry(entries: Sequence[Mapping[str, Any]], name: str) -> Optional[Mapping[str, Any]]:
    """The record of that name, in either spelling, among methods, measures, protections, rules or jobs."""
    wanted = hyphened(name)
    for one in entries:
        if one["name"] == wanted:
            return one
    return None
