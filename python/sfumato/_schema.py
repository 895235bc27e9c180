"""What the columns of a frame mean: their roles, kinds, domains, missing codes and hierarchies. A schema says what a
sidecar file says, and is handed to the library with the data."""

from __future__ import annotations

import os
from typing import Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from ._arguments import Inputs, is_rows, label, labels, table
from ._documents import read_toml, toml_of, write_text
from ._errors import Error

Columns = Union[str, Sequence[str]]
_ROLES = {
    "quasi": "quasi-identifier",
    "confidential": "confidential",
    "non_confidential": "non-confidential",
    "identifier": "identifier",
    "weight": "weight",
    "household": "household",
    "unit": "unit",
    "stratum": "stratum",
}


_DECLARED = ("domain", "missing", "kind", "order", "decimals", "hierarchy", "date")


def _others(declared: Mapping[str, Any]) -> Dict[str, Any]:
    """What is declared without an argument of its own."""
    own = [key for key in _DECLARED if key in declared] + (["role"] if declared.get("role") in _ROLES.values() else [])
    return {key: value for key, value in declared.items() if key not in own}


class Schema:
    """What columns mean.

    Args:
        quasi: columns by which a person could be recognised.
        confidential: columns that must not become known.
        non_confidential: columns that need no protection.
        identifier: columns that name a person; releases leave them out.
        weight: the column of sampling weights.
        household: the column that numbers households.
        unit: the column that numbers persons or companies with several records.
        stratum: the column of strata.
        domain: for a column its smallest and its largest possible value, ``{"age": (0, 120)}``.
        missing: codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.
        kind: for a column ``"numeric"``, ``"nominal"`` or ``"ordinal"``.
        order: for an ordinal column its categories, the lowest first.
        decimals: for a column the decimals of its values.
        date: for a column of texts how its dates are written, ``{"birth": "day/month/year"}``.
        hierarchy: for a column its hierarchy: rows of a value with its ancestors,
            ``[["Lyon", "France", "Europe"], …]``, or a frame of such rows.
        columns: further declarations as a sidecar has them, ``{"age": {"label": "Age in years"}}``.

    >>> import sfumato as sf
    >>> schema = sf.Schema(quasi=["age", "region"], confidential="income", domain={"age": (0, 120)})
    >>> schema.to_dict()["age"]
    {'role': 'quasi-identifier', 'domain': [0, 120]}
    """

    def __init__(
        self,
        *,
        quasi: Optional[Columns] = None,
        confidential: Optional[Columns] = None,
        non_confidential: Optional[Columns] = None,
        identifier: Optional[Columns] = None,
        weight: Optional[str] = None,
        household: Optional[str] = None,
        unit: Optional[str] = None,
        stratum: Optional[str] = None,
        domain: Optional[Mapping[str, Tuple[float, float]]] = None,
        missing: Optional[Mapping[str, Any]] = None,
        kind: Optional[Mapping[str, str]] = None,
        order: Optional[Mapping[str, Sequence[str]]] = None,
        decimals: Optional[Mapping[str, int]] = None,
        hierarchy: Optional[Mapping[str, Any]] = None,
        date: Optional[Mapping[str, str]] = None,
        columns: Optional[Mapping[str, Mapping[str, Any]]] = None,
    ) -> None:
        self._columns: Dict[str, Dict[str, Any]] = {}
        if columns is not None and not isinstance(columns, Mapping):
            raise Error("columns must be a dict of declarations by column", "columns", "such as {'age': {'domain': [0, 120]}}")
        for name, declared in (columns or {}).items():
            if not isinstance(declared, Mapping):
                raise Error(
                    f"the declaration of column {name!r} must be a dict, not {type(declared).__name__}",
                    "columns",
                    "such as {'domain': [0, 120]}",
                )
            self._columns[label(name)] = dict(declared)
        roles = (quasi, confidential, non_confidential, identifier, weight, household, unit, stratum)
        for (argument, role), names in zip(_ROLES.items(), roles):
            for name in _names(names, argument):
                self._declare(name, "role", role)
        for key, given in (("domain", domain), ("kind", kind), ("order", order), ("decimals", decimals), ("date", date)):
            self._declare_all(key, given, list if key in ("domain", "order") else None)
        self._declare_all("missing", missing, listed_codes)
        self._declare_all("hierarchy", hierarchy, None)

    def _declare(self, column: Any, key: str, value: Any) -> None:
        name = label(column)
        declared = self._columns.setdefault(name, {})
        if key == "role" and declared.get("role", value) != value:
            raise Error(f"column {name!r} has two roles: {declared['role']} and {value}", None, "give it one of them")
        declared[key] = value

    def _declare_all(self, key: str, given: Optional[Mapping[str, Any]], made: Any) -> None:
        if given is None:
            return
        if not isinstance(given, Mapping):
            raise Error(f"{key} must be a dict with the names of columns", key, f"such as {key}={{'age': …}}")
        for name, value in given.items():
            try:
                self._declare(name, key, made(value) if made is not None else value)
            except TypeError as error:
                raise Error(f"{key} of column {name!r} must be a list", key) from error

    def to_dict(self) -> Dict[str, Dict[str, Any]]:
        """The declarations by column, as a sidecar file has them."""
        return {name: dict(declared) for name, declared in self._columns.items()}

    @classmethod
    def from_dict(cls, columns: Mapping[str, Mapping[str, Any]]) -> Schema:
        """From declarations by column, or a document that has them under "columns", as a sidecar file does."""
        if not isinstance(columns, Mapping):
            hint = "such as {'age': {'domain': [0, 120]}}"
            raise Error(f"columns must be a dict, not {type(columns).__name__}", "columns", hint)
        return cls(columns=columns.get("columns", columns))

    @classmethod
    def of(cls, schema: SchemaLike) -> Schema:
        """What was given as ``schema``: a schema, or its dict."""
        if isinstance(schema, Schema):
            return schema
        if not isinstance(schema, Mapping):
            raise Error(
                f"schema must be a Schema, not {type(schema).__name__}", "schema", "make one with sfumato.Schema(…)"
            )
        try:
            return cls.from_dict(schema)
        except Error as error:
            raise Error(error.message, "schema", error.hint) from error

    @classmethod
    def load(cls, path: Union[str, os.PathLike[str]]) -> Schema:
        """From a sidecar file or a file of roles (TOML)."""
        return cls.from_dict(read_toml(path))

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes a sidecar file (TOML)."""
        write_text(path, toml_of({"columns": self.to_dict()}))

    def __repr__(self) -> str:
        """As it can be written down again; hierarchies, which are long, are left out."""
        parts = []
        for argument, role in _ROLES.items():
            names = [name for name, declared in self._columns.items() if declared.get("role") == role]
            if names:
                parts.append(f"{argument}={names[0]!r}" if len(names) == 1 else f"{argument}={names!r}")
        for key in _DECLARED:
            given = {name: declared[key] for name, declared in self._columns.items() if key in declared}
            if key == "domain":
                given = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
            shown = ", ".join(f"{name!r}: {'…' if key == 'hierarchy' else repr(value)}" for name, value in given.items())
            if given:
                parts.append(f"{key}={{{shown}}}")
        rest = {name: _others(declared) for name, declared in self._columns.items() if _others(declared) or not declared}
        if rest:
            parts.append(f"columns={rest!r}")
        return f"Schema({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Schema) and self._columns == other._columns

    __hash__ = None  # type: ignore[assignment]


SchemaLike = Union[Schema, Mapping[str, Any]]


def listed_codes(value: Any) -> List[str]:
    """Codes of missing values as texts: -9 is "-9"."""
    values = value if isinstance(value, (list, tuple, set, frozenset)) else [value]
    return [str(code) for code in values]


def _names(names: Any, argument: str) -> List[str]:
    """Of the columns that have a role; of a role that one column has, its label alone will do."""
    if names is None:
        return []
    found = labels(names)
    if argument in ("weight", "household", "unit", "stratum") and not isinstance(names, list):
        found = [label(names)]
    if not isinstance(found, (list, tuple)) or not all(isinstance(name, str) for name in found):
        raise Error(f"{argument} must be a name of a column, or a list of names", argument)
    return list(found)


def declarations(schema: Optional[SchemaLike], inputs: Inputs) -> Dict[str, Any]:
    """A schema for a request. Hierarchies that are frames go beside it, into `inputs`."""
    if schema is None:
        return {}
    made = Schema.of(schema).to_dict()
    for name, declared in made.items():
        tree = declared.get("hierarchy")
        if tree is None or isinstance(tree, str):
            continue
        if is_rows(tree):
            declared["hierarchy"] = [["" if text is None else str(text) for text in row] for row in tree]
        else:
            declared["hierarchy"] = f"hierarchy of {name}"
            inputs.append((f"hierarchy of {name}", table(tree, "hierarchy")))
    return made
