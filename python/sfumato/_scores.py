"""Measures as a mapping from their names to scores."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional

from . import _notebook
from ._arguments import Inputs
from ._errors import Error
from ._frames import Source
from ._library import run
from ._results import Result, Warning, frame_of, python_names


class Score(NamedTuple):
    """One measure's answer.

    Attributes:
        value: the value, or None, and then ``note`` says why.
        side: ``"risk"``, ``"utility"`` or ``"both"``.
        better: ``"lower"`` or ``"higher"``.
        parameters: of the measure, by Python's names.
        details: further numbers.
        note: what to know of the value, or None.
        reading: the value in words, or None.
        warnings: of a measure that was taken alone.
    """

    measure: str
    value: Optional[float]
    side: str
    better: str
    parameters: Dict[str, Any]
    details: Dict[str, Any]
    note: Optional[str]
    reading: Optional[str]
    warnings: List[Warning] = []

    @classmethod
    def of(cls, measure: str, entry: Mapping[str, Any]) -> Score:
        return cls(
            measure,
            entry.get("value"),
            entry.get("side", ""),
            entry.get("better", ""),
            python_names(entry.get("parameters")),
            entry.get("details") or {},
            entry.get("note"),
            entry.get("reading"),
        )

    def __repr__(self) -> str:
        shown = "None" if self.value is None else f"{self.value:.5g}"
        said = self.reading or self.note
        return f"Score({self.measure} = {shown}, {self.side}, {self.better} is better{f': {said}' if said else ''})"


class Scores(Result, Mapping[str, Score]):
    """Measures by their names: ``scores["emd"].value``. Names may be in either spelling.

    Attributes:
        columns: the columns that were compared.
        comparisons: where several masked tables were measured, the scores of each.
        per_column: by column and measure, where it was asked for.
        per_record: a frame with the risk of each original record, where it was asked for.
        permutation: a frame with ranks and permutation, where ``export_permutation`` was asked for.
        joint: linkage by all masked tables together, where there are several.
    """

    def __init__(
        self,
        document: Dict[str, Any],
        request: Optional[Dict[str, Any]] = None,
        like: Optional[Source] = None,
        inputs: Optional[Inputs] = None,
        tables: Optional[Mapping[str, Any]] = None,
    ) -> None:
        super().__init__(document, request, like)
        self._inputs = list(inputs or [])
        self._scores = {name: Score.of(name, entry) for name, entry in (document.get("measures") or {}).items()}
        self.columns: List[str] = list(document.get("columns") or [])
        self.comparisons: List[Dict[str, Score]] = [
            {name: Score.of(name, entry) for name, entry in part.get("measures", {}).items()}
            for part in document.get("comparisons") or []
        ]
        self.per_column: Dict[str, Any] = document.get("per_column") or {}
        self.per_record: Any = (tables or {}).get("per-record")
        self.permutation: Any = (tables or {}).get("export-permutation")
        self.joint: Any = document.get("joint")

    def __getitem__(self, name: str) -> Score:
        found = self._scores.get(name)
        return found if found is not None else self._scores[name.replace("_", "-") if isinstance(name, str) else name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._scores)

    def __len__(self) -> int:
        return len(self._scores)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scores) and self._document == other._document

    __hash__ = None  # type: ignore[assignment]

    def frame(self) -> Any:
        """A row for each measure: measure, value, side, better, note."""
        scores = list(self._scores.values())
        return frame_of(
            {
                name: [getattr(score, name) for score in scores]
                for name in ("measure", "value", "side", "better", "note")
            },
            self._like,
        )

    def _pages(self) -> Dict[str, Any]:
        pages = self._document.get("report") or {}
        if "html" not in pages:
            if not self._inputs:
                raise Error(
                    "the page of these scores cannot be made any more, because the data are not with them",
                    None,
                    "make the report before they are stored",
                )
            pages = run({**self._request, "report": True}, self._inputs).result["report"]
            self._document["report"] = pages
        return dict(pages)

    def _rendered(self, format: str, members: Mapping[str, Any]) -> Any:
        if format == "text":
            return self._text() + "\n"
        return super()._rendered(format, members)

    def _html_parts(self) -> List[str]:
        rows = [
            (score.measure, _notebook.number(score.value), score.side, score.better, score.reading or score.note or "")
            for score in self._scores.values()
        ]
        return [
            _notebook.table(["measure", "value", "side", "better", "in words"], rows, numbers=(1,)),
            _notebook.pictures(self._pictures(), 6),
        ]

    def __getstate__(self) -> Dict[str, Any]:
        return {**super().__getstate__(), "_inputs": []}
