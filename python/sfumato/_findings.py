"""Results of inspect, verify and fitting-methods."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from . import _notebook
from ._frames import Source
from ._results import Result, frame_of


class Inspection(Result):
    """What a table looks like.

    Attributes:
        rows: how many records it has.
        columns: of each column its name, type, kind, role (declared or proposed, and why), missing, distinct, …
        uniqueness: how many records the quasi-identifiers single out together.
        schema: the columns' declared and proposed kinds and roles, for ``sfumato.Schema.from_dict``.
    """

    def __init__(
        self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None
    ) -> None:
        super().__init__(document, request, like)
        self.rows: int = document["rows"]
        self.columns: List[Dict[str, Any]] = document["columns"]
        self.uniqueness: Dict[str, Any] = document.get("uniqueness") or {}
        self.schema: Dict[str, Any] = (document.get("sidecar") or {}).get("columns") or {}

    _SHOWN = ("name", "type", "kind", "role", "missing", "distinct", "once_percent", "min", "max", "mean", "reason")

    def frame(self) -> Any:
        """A row for each column of the data."""
        return frame_of({name: [column.get(name) for column in self.columns] for name in self._SHOWN}, self._like)

    def _html_parts(self) -> List[str]:
        rows = [[_notebook.number(column.get(name)) for name in self._SHOWN] for column in self.columns]
        sentences = [
            _notebook.facts(
                [
                    (name.replace("_", " "), _notebook.number(value))
                    for name, value in self.uniqueness.items()
                    if not isinstance(value, list)
                ]
            )
        ]
        return [_notebook.table(list(self._SHOWN), rows, numbers=(4, 5, 6, 7, 8, 9))] + sentences


class Verification(Result):
    """How far a release moved one person's record.

    Attributes:
        distance, percent: of the nearest released record, in ranks and as a share of all.
        nearest: how many released records are that near.
        columns: of each given value the nearest released one, ranks and deviation.
    """

    def __init__(
        self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None
    ) -> None:
        super().__init__(document, request, like)
        self.distance: Optional[float] = document.get("distance")
        self.percent: Optional[float] = document.get("percent")
        self.nearest: Optional[int] = document.get("nearest")
        self.columns: Dict[str, Dict[str, Any]] = document.get("columns") or {}

    def frame(self) -> Any:
        """A row for each column."""
        names = sorted({name for one in self.columns.values() for name in one}, key=str)
        columns: Dict[str, List[Any]] = {"column": list(self.columns)}
        for name in names:
            columns[name] = [one.get(name) for one in self.columns.values()]
        return frame_of(columns, self._like)


class FittingMethods(Result):
    """Which methods fit a table.

    Attributes:
        fitting: the names of the methods that fit.
        methods: of each method whether it fits, on which columns, and why not.
    """

    def __init__(
        self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None
    ) -> None:
        super().__init__(document, request, like)
        self.methods: List[Dict[str, Any]] = document["methods"]
        self.fitting: List[str] = [entry["method"] for entry in self.methods if entry.get("fits")]

    def frame(self) -> Any:
        """A row for each method: method, fits, columns, reason, hint."""
        columns: Dict[str, List[Any]] = {
            name: [entry.get(name) for entry in self.methods] for name in ("method", "fits", "reason", "hint")
        }
        columns["columns"] = [", ".join(entry.get("columns") or []) for entry in self.methods]
        return frame_of(columns, self._like)
