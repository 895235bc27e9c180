"""Results of jobs as objects with plain attributes: what a job returned is kept as it is, and shown by its text on a
terminal and by its pictures in a notebook. Nothing is computed here."""

from __future__ import annotations

import copy
import os
import pathlib
from typing import Any, Dict, Generic, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, TypeVar, Union

from . import _notebook
from ._arguments import Inputs, underscored
from ._documents import write_text
from ._errors import Error
from ._frames import Source, native, source
from ._library import Answer, run

Frame = TypeVar("Frame")
Path = Union[str, "os.PathLike[str]"]
_FORMATS = {".html": "html", ".htm": "html", ".txt": "text", ".svg": "svg"}


class Warning(NamedTuple):
    """What to know before a result is used.

    ``grade`` is ``"stop"`` (do not release it as it is), ``"mind"`` (needs a decision) or ``"note"`` (information).
    """

    grade: str
    text: str

    def __str__(self) -> str:
        return f"{'warning' if self.grade == 'mind' else self.grade}: {self.text}"


def warnings_of(document: Mapping[str, Any]) -> List[Warning]:
    """Worst first; inside a grade the order stays."""
    texts, grades = document.get("warnings") or [], document.get("warning_grades") or []
    pairs = [Warning(grade, text) for grade, text in zip(list(grades) + ["mind"] * len(texts), texts)]
    return sorted(pairs, key=lambda one: ("stop", "mind", "note").index(one.grade) if one.grade in ("stop", "mind", "note") else 1)


def python_names(parameters: Any) -> Dict[str, Any]:
    """Parameters by Python's names, so that they can be given to a function again."""
    return {underscored(name): value for name, value in (parameters or {}).items()}


def frame_of(columns: Mapping[str, Sequence[Any]], like: Optional[Source] = None) -> Any:
    """Columns as a frame of the kind of `like`, or of the first library that is installed."""
    made = {name: list(values) for name, values in columns.items()}
    if like is not None and like.kind == "dict":
        return made
    return native(source(made).stream(), like)


class Result:
    """What a job returned. ``to_dict()`` is the document that the program prints with ``--json``."""

    def __init__(self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None) -> None:
        self._document = document
        self._request = request or {}
        self._like = like
        self.warnings: List[Warning] = warnings_of(document)

    def to_dict(self) -> Dict[str, Any]:
        """The whole result as plain dicts, lists, texts and numbers."""
        return copy.deepcopy({name: value for name, value in self._document.items() if name != "report"})

    def report(self, path: Optional[Path] = None, *, format: Optional[str] = None, figure: int = 1) -> str:
        """The report of the result, made by the library.

        Args:
            path: where to write it, complete or not at all; without it nothing is written. ``.html``, ``.txt`` and
                ``.svg`` say the format.
            format: ``"html"`` (the whole page), ``"text"`` or ``"svg"`` (one picture); as the path says, or HTML.
            figure: which picture, from 1.

        Returns:
            The report.
        """
        chosen = format or (_FORMATS.get(pathlib.Path(path).suffix.lower()) if path is not None else None) or "html"
        text = str(self._rendered(chosen, {"figure": figure} if chosen == "svg" else {}))
        if path is not None:
            write_text(path, text)
        return text

    def _rendered(self, format: str, members: Mapping[str, Any]) -> Any:
        request = {"job": "report", "result": {"report": self._pages()}, "format": format, **members}
        return run(request, progress=False).result["report"]

    def _pages(self) -> Dict[str, Any]:
        """The pages of the result; a result that has none yet makes them."""
        return dict(self._document.get("report") or {})

    def _text(self) -> str:
        return str((self._document.get("report") or {}).get("text", "")).rstrip("\n")

    def _pictures(self) -> List[Dict[str, str]]:
        return list((self._document.get("report") or {}).get("svg") or [])

    def __repr__(self) -> str:
        return self._text() or f"{type(self).__name__}({', '.join(self._document)})"

    def _html_parts(self) -> List[str]:
        return [_notebook.text_block(self._text())]

    def _repr_html_(self) -> str:
        return _notebook.page(type(self).__name__, self.warnings, self._html_parts())

    def __getstate__(self) -> Dict[str, Any]:
        """Without the original data: what is stored or sent is the result."""
        return {**self.__dict__, "_like": None}


class Release(Result, Generic[Frame]):
    """A protected table.

    Attributes:
        data: the release, a frame of the kind that came in; the first of several copies.
        copies: all copies, for methods that make several; else a list of one.
        method: the method, or ``"recipe"``.
        parameters: its parameters, by Python's names.
        columns: the columns that were protected.
        details: what the method says of its work.
        mapping: ``"same-rows"``, ``"subset"`` or ``"none"``: how its records correspond to the original's.
        promises: what was promised of the release, each verified on the data.
        guarantee: the differential privacy of the release, or why there is none.
        warnings: what to know before it is released, the worst first.
        map: the controller's map of records, where it was asked for. Keep it secret.
        reveal: what may be published so that analysts can undo a bias, where it was asked for.
        schema: what the columns of the release mean, with what was done, as a sidecar file says it.
    """

    data: Frame
    copies: List[Frame]

    def __init__(self, document: Dict[str, Any], request: Optional[Dict[str, Any]], like: Optional[Source], copies: List[Frame], map: Any = None, inputs: Optional[Inputs] = None) -> None:
        super().__init__(document, request, like)
        self.copies = copies
        self.data = copies[0]
        self.map: Any = map
        self._inputs = list(inputs or [])
        self.method: str = document["method"]
        self.parameters: Dict[str, Any] = python_names(document.get("parameters"))
        self.columns: List[str] = list(document.get("columns") or [])
        self.details: Dict[str, Any] = document.get("details") or {}
        self.mapping: str = document.get("mapping", "")
        self.promises: List[Dict[str, Any]] = list(document.get("promises") or [])
        self.guarantee: Any = document.get("guarantee")
        self.reveal: Any = document.get("reveal")
        self.schema: Dict[str, Any] = document.get("sidecar") or {}

    def frame(self) -> Frame:
        """The release: ``data``."""
        return self.data

    def _rendered(self, format: str, members: Mapping[str, Any]) -> Any:
        pages = self._document.get("report") or {}
        if format == "text" or "html" in pages:
            return super()._rendered(format, members)
        if format == "html":
            rendered = self._assessed("html", members)
            return rendered
        return self._assessed(format, members)

    def _assessed(self, format: str, members: Mapping[str, Any]) -> Any:
        """The page is made when it is asked for: it measures the release, which takes longer than making it."""
        if self._like is None or "blocks" not in (self._document.get("report") or {}):
            raise Error(
                "the page of this release cannot be made any more, because the original data are not with it",
                None,
                "make the report before the release is stored, or mask with report=True",
            )
        inputs: Inputs = [("original", self._like)] + [("masked", source(one, "data")) for one in self.copies]
        if self.map is not None:
            inputs.append(("map", source(self.map, "map")))
        inputs += [(name, table) for name, table in self._inputs if name != "original"]
        request = {"job": "report", "result": self._document, "request": self._request, "format": format, **members}
        for name in ("schema", "seed", "threads", "memory"):
            if name in self._request:
                request[name] = self._request[name]
        return run(request, inputs).result["report"]

    def _html_parts(self) -> List[str]:
        parts = [_notebook.facts([("method", self.method), ("parameters", _notebook.words(self.parameters)), ("columns", ", ".join(self.columns)), ("records", self._document.get("rows", ""))])]
        details = {name: value for name, value in self.details.items() if not isinstance(value, (dict, list))}
        if details:
            parts.append(_notebook.facts([(name, _notebook.number(value)) for name, value in details.items()]))
        for promise in self.promises:
            kept = [(model["model"], "kept" if model.get("kept") else "NOT KEPT", _notebook.number(model.get("found"))) for model in promise.get("models", [])]
            parts.append(_notebook.table(["promise", "verified", "found"], kept))
        parts.append(_notebook.pictures(self._before_and_after(), 6))
        return parts

    def _before_and_after(self) -> List[Dict[str, str]]:
        pictures = self._pictures()
        if not pictures and self._like is not None:
            try:
                pictures = list(self._assessed("pictures", {"measures": False}))
            except Error:
                return []
        shown = {f"{name} before and after" for name in self.columns}
        return [one for one in pictures if one.get("title") in shown]

    def __getstate__(self) -> Dict[str, Any]:
        return {**super().__getstate__(), "_inputs": []}


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

    def __init__(self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None, inputs: Optional[Inputs] = None, tables: Optional[Mapping[str, Any]] = None) -> None:
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
        return frame_of({name: [getattr(score, name) for score in scores] for name in ("measure", "value", "side", "better", "note")}, self._like)

    def _pages(self) -> Dict[str, Any]:
        pages = self._document.get("report") or {}
        if "html" not in pages:
            if not self._inputs:
                raise Error("the page of these scores cannot be made any more, because the data are not with them", None, "make the report before they are stored")
            pages = run({**self._request, "report": True}, self._inputs).result["report"]
            self._document["report"] = pages
        return dict(pages)

    def _rendered(self, format: str, members: Mapping[str, Any]) -> Any:
        if format == "text":
            return self._text() + "\n"
        return super()._rendered(format, members)

    def _html_parts(self) -> List[str]:
        rows = [(score.measure, _notebook.number(score.value), score.side, score.better, score.reading or score.note or "") for score in self._scores.values()]
        return [_notebook.table(["measure", "value", "side", "better", "in words"], rows, numbers=(1,)), _notebook.pictures(self._pictures(), 6)]

    def __getstate__(self) -> Dict[str, Any]:
        return {**super().__getstate__(), "_inputs": []}


class Inspection(Result):
    """What a table looks like.

    Attributes:
        rows: how many records it has.
        columns: of each column its name, type, kind, role (declared or proposed, and why), missing, distinct, …
        uniqueness: how many records the quasi-identifiers single out together.
        schema: the columns' declared and proposed kinds and roles, for ``sfumato.Schema.from_dict``.
    """

    def __init__(self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None) -> None:
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
        sentences = [_notebook.facts([(name.replace("_", " "), _notebook.number(value)) for name, value in self.uniqueness.items() if not isinstance(value, list)])]
        return [_notebook.table(list(self._SHOWN), rows, numbers=(4, 5, 6, 7, 8, 9))] + sentences


class Verification(Result):
    """How far a release moved one person's record.

    Attributes:
        distance, percent: of the nearest released record, in ranks and as a share of all.
        nearest: how many released records are that near.
        columns: of each given value the nearest released one, ranks and deviation.
    """

    def __init__(self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None) -> None:
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

    def __init__(self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None) -> None:
        super().__init__(document, request, like)
        self.methods: List[Dict[str, Any]] = document["methods"]
        self.fitting: List[str] = [entry["method"] for entry in self.methods if entry.get("fits")]

    def frame(self) -> Any:
        """A row for each method: method, fits, columns, reason, hint."""
        columns: Dict[str, List[Any]] = {name: [entry.get(name) for entry in self.methods] for name in ("method", "fits", "reason", "hint")}
        columns["columns"] = [", ".join(entry.get("columns") or []) for entry in self.methods]
        return frame_of(columns, self._like)


def tables_by_name(answer: Answer) -> Dict[str, List[Any]]:
    """The tables that came out, by the names that the result gives them."""
    made: Dict[str, List[Any]] = {}
    for name, stream in zip(answer.result.get("outputs") or [], answer.outputs):
        made.setdefault(name, []).append(stream)
    return made


