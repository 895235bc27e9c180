"""Results of comparisons and plans: rankings, winners as releases, and the map of risk and utility."""

from __future__ import annotations

from typing import Any, Dict, Generic, List, Mapping, Optional, Sequence

from . import _notebook
from ._frames import Source
from ._results import Frame, Release, Result, frame_of, python_names


class Ranked(Dict[str, Any]):
    """One method of a ranking, with the document's members as attributes too: ``ranked.method``, ``ranked.reached``."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __dir__(self) -> List[str]:
        return sorted({*super().__dir__(), *(name for name in self if name.isidentifier())})


def _winner(
    part: Mapping[str, Any], copies: Sequence[Any], like: Optional[Source], whole: Mapping[str, Any]
) -> Optional[Release[Any]]:
    """The release of the best method. Its page is that of the comparison."""
    release = part.get("release")
    if not release or not copies:
        return None
    shared = {name: whole.get(name) or [] for name in ("columns", "warnings", "warning_grades")}
    document = {**shared, **{name: value for name, value in release.items() if name != "files"}}
    facts = [("method", document["method"]), ("parameters", _notebook.words(python_names(document.get("parameters"))))]
    facts += [("columns", ", ".join(document["columns"])), ("chosen by", "a comparison of methods")]
    text = "".join(f"{name:<12}{value}\n" for name, value in facts)
    document["report"] = {**(whole.get("report") or {}), "text": text}
    return Release(document, None, like, list(copies))


class ComparisonPart(Generic[Frame]):
    """A comparison at one target.

    Attributes:
        target: what the methods were brought to: ``{"measure": …, "target": …}``, or a list of limits.
        ranking: the methods, best first; each has method, parameters, attained, reached, reason, measures, ranks.
        winner: the release of the best method, or None.
        winner_method: its name, or None.
        notes: what to know of this comparison.
    """

    def __init__(
        self, document: Mapping[str, Any], copies: Sequence[Frame], like: Optional[Source], warnings: Mapping[str, Any]
    ) -> None:
        self._document = dict(document)
        self.target: Any = document.get("equal") or document.get("at_most")
        self.ranking: List[Ranked] = [
            Ranked({**entry, "parameters": python_names(entry.get("parameters"))})
            for entry in document.get("methods") or []
        ]
        self.winner_method: Optional[str] = document.get("winner")
        self.winner: Optional[Release[Frame]] = _winner(document, copies, like, warnings)
        self.notes: List[str] = list(document.get("notes") or [])

    def __repr__(self) -> str:
        limits = [one for one in (self.target if isinstance(self.target, list) else [self.target]) if one]
        words = [
            f"{one.get('measure')} {one.get('safe', '')} {_notebook.number(one.get('target', one.get('limit')))}"
            for one in limits
        ]
        shown = ", ".join(words).replace("  ", " ")
        methods = ", ".join(entry.method for entry in self.ranking)
        return f"ComparisonPart({shown or 'no target'}: {methods or 'no methods'}; winner {self.winner_method or 'none'})"

    def to_dict(self) -> Dict[str, Any]:
        """This part of the document."""
        return dict(self._document)

    def columns(self) -> Dict[str, List[Any]]:
        """The ranking as columns: rank, method, parameters, attained, each measure, reason."""
        names: List[str] = []
        for entry in self.ranking:
            names += [name for name in entry.get("measures") or {} if name not in names]
        made: Dict[str, List[Any]] = {
            "rank": [(entry.get("ranks") or {}).get("overall") for entry in self.ranking],
            "method": [entry["method"] for entry in self.ranking],
            "parameters": [_notebook.words(entry["parameters"]) for entry in self.ranking],
            "reached": [entry.get("reached") for entry in self.ranking],
            "attained": [entry.get("attained") for entry in self.ranking],
        }
        for name in names:
            made[name] = [(entry.get("measures") or {}).get(name) for entry in self.ranking]
        made["reason"] = [entry.get("reason") for entry in self.ranking]
        return made

    def html(self) -> str:
        """The ranking as a table, the winner in bold."""
        columns = {name: cells for name, cells in self.columns().items() if any(cell is not None for cell in cells)}
        rows = [[_notebook.number(cell) for cell in row] for row in zip(*columns.values())]
        bold = [
            place
            for place, entry in enumerate(self.ranking)
            if entry["method"] == self.winner_method and entry.get("reached")
        ][:1]
        numbers = [
            place for place, name in enumerate(columns) if name not in ("method", "parameters", "reached", "reason")
        ]
        return _notebook.table(list(columns), rows, numbers, bold)


class _Compared(Result, Generic[Frame]):
    """Parts with rankings, from which the first is also at hand directly."""

    parts: List[ComparisonPart[Frame]]

    @property
    def ranking(self) -> List[Ranked]:
        """The ranking of the first target."""
        return self.parts[0].ranking if self.parts else []

    @property
    def winner(self) -> Optional[Release[Frame]]:
        """The release of the best method at the first target, or None where no method reaches it."""
        return self.parts[0].winner if self.parts else None

    def frame(self) -> Any:
        """The ranking of the first target: a row for each method."""
        return frame_of(self.parts[0].columns() if self.parts else {"method": []}, self._like)

    def _html_parts(self) -> List[str]:
        found = self._pictures()
        maps = [one for one in found if " against " in one.get("title", "")]  # risk against utility
        changes = [one for one in found if one.get("title", "").endswith(" before and after")]
        parts = [part.html() for part in self.parts]
        return parts + [_notebook.pictures(maps, len(self.parts) or 1, wide=True), _notebook.pictures(changes, 4)]


class Comparison(_Compared[Frame]):
    """Methods at the same risk, ranked by utility.

    Attributes:
        ranking: the methods, best first; each has method, parameters, attained, reached, reason, measures, ranks.
        winner: the release of the best method, or None where no method reaches the target.
        attained: whether a method reaches every target.
        parts: one comparison for each target, where there are several.
        warnings: what to know before the winner is released.
    """

    def __init__(
        self,
        document: Dict[str, Any],
        request: Dict[str, Any],
        like: Optional[Source],
        attained: bool,
        copies: Mapping[int, List[Frame]],
    ) -> None:
        super().__init__(document, request, like)
        self.attained = attained
        documents = document.get("comparisons") or [document]
        self.parts = [
            ComparisonPart(part, copies.get(number, []), like, document) for number, part in enumerate(documents, 1)
        ]


class PlanResult(_Compared[Frame]):
    """What a plan gave: its grid, measured, and its targets.

    Attributes:
        results: each setting of the grid with its measures, as the document has it.
        parts: one comparison for each target.
        attained: whether every target was attained.
    """

    def __init__(
        self,
        document: Dict[str, Any],
        request: Dict[str, Any],
        like: Optional[Source],
        attained: bool,
        copies: Mapping[int, List[Frame]],
    ) -> None:
        super().__init__(document, request, like)
        self.attained = attained
        self.parts = [
            ComparisonPart(part, copies.get(number, []), like, document)
            for number, part in enumerate(document.get("comparisons") or [], 1)
        ]
        cells = document.get("cells")
        self.results: List[Dict[str, Any]] = list(cells) if isinstance(cells, list) else []

    def frame(self) -> Any:
        """The results of the grid: a row for each setting."""
        return frame_of(flat(self.results), self._like)

    def _html_parts(self) -> List[str]:
        columns = flat(self.results)
        rows = [[_notebook.number(cell) for cell in row] for row in zip(*columns.values())]
        return [_notebook.table(list(columns), rows[:50])] + super()._html_parts()


def flat(rows: Sequence[Mapping[str, Any]]) -> Dict[str, List[Any]]:
    """Rows with members inside members as columns, ``measures.emd``; lists are left out."""
    flattened = [dict(_leaves(row, "")) for row in rows]
    names: List[str] = []
    for row in flattened:
        names += [name for name in row if name not in names]
    return {name: _uniform([row.get(name) for row in flattened]) for name in names}


def _leaves(value: Mapping[str, Any], prefix: str) -> Any:
    for name, item in value.items():
        if isinstance(item, Mapping):
            yield from _leaves(item, f"{prefix}{name}.")
        elif not isinstance(item, list):
            yield f"{prefix}{name}", item


def _uniform(values: List[Any]) -> List[Any]:
    """A column has one type: numbers, or texts."""
    kinds = {type(value) for value in values if value is not None}
    if kinds <= {int, float} or len(kinds) <= 1:
        return values
    return [None if value is None else str(value) for value in values]
