"""Results of jobs as objects with plain attributes: what a job returned is kept as it is, and shown by its text on a
terminal and by its pictures in a notebook. Nothing is computed here."""

from __future__ import annotations

import copy
import os
import pathlib
from typing import (
    Any,
    Dict,
    Generic,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    TypeVar,
    Union,
    overload,
)

from . import _notebook
from ._arguments import Inputs, underscored
from ._documents import path_of, write_text
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
    return sorted(
        pairs, key=lambda one: ("stop", "mind", "note").index(one.grade) if one.grade in ("stop", "mind", "note") else 1
    )


def python_names(parameters: Any) -> Dict[str, Any]:
    """Parameters by Python's names, so that they can be given to a function again."""
    return {underscored(name): value for name, value in (parameters or {}).items()}


def frame_of(columns: Mapping[str, Sequence[Any]], like: Optional[Source] = None) -> Any:
    """Columns as a frame of the kind of `like`, or of the first library that is installed."""
    made = {name: list(values) for name, values in columns.items()}
    if like is not None and like.kind == "dict":
        return made
    return native(source(made).stream(), like)


def _format_of(path: pathlib.Path) -> str:
    found = _FORMATS.get(path.suffix.lower())
    if found is None:
        hint = "name a file that ends in .html, .htm, .txt or .svg, or say the format"
        raise Error(f"a report cannot be written to {path}: its ending is of no format that there is", "path", hint)
    return found


class Result:
    """What a job returned. ``to_dict()`` is the document that the program prints with ``--json``."""

    def __init__(
        self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None
    ) -> None:
        self._document = document
        self._request = request or {}
        self._like = like
        self.warnings: List[Warning] = warnings_of(document)

    def to_dict(self) -> Dict[str, Any]:
        """The whole result as plain dicts, lists, texts and numbers."""
        return copy.deepcopy({name: value for name, value in self._document.items() if name != "report"})

    @overload
    def report(self, path: None = None, *, format: Optional[str] = None, figure: int = 1) -> str: ...

    @overload
    def report(self, path: Path, *, format: Optional[str] = None, figure: int = 1) -> pathlib.Path: ...

    def report(
        self, path: Optional[Path] = None, *, format: Optional[str] = None, figure: int = 1
    ) -> Union[str, pathlib.Path]:
        """The report of the result, made by the library.

        Args:
            path: where to write it, complete or not at all; without it nothing is written. Its ending says the format:
                ``.html`` or ``.htm``, ``.txt``, ``.svg``.
            format: ``"html"`` (the whole page), ``"text"`` or ``"svg"`` (one picture); without it as the path says, or
                HTML. With it the path may end in anything.
            figure: which picture, from 1.

        Returns:
            The path; without one, the report itself.
        """
        target = None if path is None else path_of(path)
        chosen = format or ("html" if target is None else _format_of(target))
        text = str(self._rendered(chosen, {"figure": figure} if chosen == "svg" else {}))
        if target is None:
            return text
        write_text(target, text)
        return target

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
        """Without the original data and the request, which can have a seed or a secret: what is stored is the result."""
        return {**self.__dict__, "_like": None, "_request": {}}


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
        map: the controller's map of records, where it was asked for; a list of them for shuffled copies. Keep it secret.
        reveal: what may be published so that analysts can undo a bias, where it was asked for.
        fitted: what was fitted, for the next table, where it was asked for; the text of a TOML file, not for publication.
        new: what is new in a table that was masked with ``fitted``.
        earlier: what an intruder who has the earlier releases too can link, where these were given.
        schema: what the columns of the release mean, with what was done, as a sidecar file says it.
    """

    data: Frame
    copies: List[Frame]

    def __init__(
        self,
        document: Dict[str, Any],
        request: Optional[Dict[str, Any]],
        like: Optional[Source],
        copies: List[Frame],
        map: Any = None,
        inputs: Optional[Inputs] = None,
        kept: Any = None,
    ) -> None:
        super().__init__(document, request, like)
        self._kept = kept  # of a part of the records, which they are
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
        self.fitted: Optional[str] = document.get("fitted")
        self.new: Any = document.get("new")
        self.earlier: Any = document.get("earlier")
        self.schema: Dict[str, Any] = document.get("sidecar") or {}

    def _record_map(self) -> Any:
        """Which original record each masked one is, where that is known and not the same for all; copies that were
        shuffled each have their own."""
        if isinstance(self.map, list):
            return None
        return self.map if self.map is not None else self._kept

    def frame(self) -> Frame:
        """The release: ``data``."""
        return self.data

    def _rendered(self, format: str, members: Mapping[str, Any]) -> Any:
        pages = self._document.get("report") or {}
        if format == "text" or "html" in pages:
            return super()._rendered(format, members)
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
        known = self._record_map()
        if known is not None:
            inputs.append(("map", source(known, "map")))
        inputs += [(name, table) for name, table in self._inputs if name != "original"]
        request = {"job": "report", "result": self._document, "request": self._request, "format": format, **members}
        for name in ("schema", "seed", "threads", "memory"):
            if name in self._request:
                request[name] = self._request[name]
        return run(request, inputs).result["report"]

    def _html_parts(self) -> List[str]:
        parts = [
            _notebook.facts(
                [
                    ("method", self.method),
                    ("parameters", _notebook.words(self.parameters)),
                    ("columns", ", ".join(self.columns)),
                    ("records", self._document.get("rows", "")),
                ]
            )
        ]
        details = {name: value for name, value in self.details.items() if not isinstance(value, (dict, list))}
        if details:
            parts.append(_notebook.facts([(name, _notebook.number(value)) for name, value in details.items()]))
        for promise in self.promises:
            kept = [
                (model["model"], "kept" if model.get("kept") else "NOT KEPT", _notebook.number(model.get("found")))
                for model in promise.get("models", [])
            ]
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
        return {**super().__getstate__(), "_inputs": [], "_kept": None}


def tables_by_name(answer: Answer) -> Dict[str, List[Any]]:
    """The tables that came out, by the names that the result gives them."""
    made: Dict[str, List[Any]] = {}
    for name, stream in zip(answer.result.get("outputs") or [], answer.outputs):
        made.setdefault(name, []).append(stream)
    return made
