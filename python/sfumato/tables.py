"""Tables of counts and sums: made from records, checked by sensitivity rules, protected and audited. Each step is a job
of the library on the table of the step before."""

from __future__ import annotations

import csv
import io
import json
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from . import _notebook
from ._arguments import Columns, label, listed, quoted
from ._building import Memory, Request
from ._documents import Path, read_text, write_text
from ._errors import Error
from ._frames import Source, source
from ._progress import Show
from ._protections import Protections
from ._results import Result, frame_of
from ._schema import SchemaLike

__all__ = [
    "Audit", "CellTable", "Check", "Protected", "Ptable", "TableComparison", "Tabulation", "load_table", "ptable", "tabulate",
]  # fmt: skip


def __dir__() -> list[str]:
    """What is of use, for completion."""
    return __all__


_STATUSES = {"s": "safe", "u": "sensitive", "m": "suppressed", "z": "kept", "p": "kept"}


class CellTable(Result, Protections):
    """A table of cells, with what may be done with it next.

    Attributes:
        table: the table in sfumato's own format, which ``save`` writes and ``load_table`` reads.
        dimensions: the names of its dimensions.
    """

    def __init__(
        self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None
    ) -> None:
        super().__init__(document, request, like)
        self.table: Optional[Dict[str, Any]] = document.get("table")

    @property
    def dimensions(self) -> List[str]:
        return [one["name"] for one in (self.table or {}).get("dimensions", [])]

    def _cells(self) -> Dict[str, Any]:
        if self.table is None:
            raise Error(
                "there is no table that could be used: the protection did not succeed",
                None,
                "see the result's warnings; choose other parameters",
                "refused",
                1,
            )
        return self.table

    def _job(
        self, job: str, members: Dict[str, Any], seed: Optional[int], threads: Optional[int], progress: Show
    ) -> Any:
        request = Request(job, seed=seed, threads=threads)
        request.members["table"] = self._cells()
        adjusted = members.pop("adjusted", None)
        request.set_own(members)
        if adjusted is not None:
            request.members["adjusted"] = adjusted._cells() if isinstance(adjusted, CellTable) else adjusted
        answer = request.run(progress)
        made = _RESULTS[job](answer.result, request.members, self._like)
        made._answer(answer.yes, self)
        return made

    def _answer(self, yes: bool, origin: CellTable) -> None:
        """Whether the job's answer is yes, and the table that it was about."""

    def frame(self) -> Any:
        """A row for each cell: its codes, value, status and levels."""
        table = self._cells()
        shown = [place for place, name in enumerate(table["columns"]) if name != "hits"]
        columns = {table["columns"][place]: [row[place] for row in table["cells"]] for place in shown}
        return frame_of(columns, self._like)

    def save(self, path: Path) -> None:
        """Writes the table in sfumato's own format (JSON), for ``load_table`` and ``sfumato table``. It contains true
        values, also of sensitive cells."""
        write_text(path, json.dumps(self._cells(), ensure_ascii=False) + "\n")

    def _html_parts(self) -> List[str]:
        return [_notebook.text_block(self._text()), _notebook.pictures(self._pictures(), 2, wide=True)]


class Tabulation(CellTable):
    """A table with all its margins, made from records."""


class Check(CellTable):
    """A table with its sensitive cells.

    Attributes:
        safe: whether no cell is sensitive.
        unsafe: how many cells are.
        cells: each sensitive cell with its rules, levels and the attacks on it.
    """

    def __init__(
        self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None
    ) -> None:
        super().__init__(document, request, like)
        self.unsafe: int = document.get("unsafe", 0)
        self.cells: List[Dict[str, Any]] = list(document.get("cells") or [])
        self.safe = self.unsafe == 0


class Protected(CellTable):
    """A protected table.

    Attributes:
        safe: whether the sensitive cells are protected; where they are not there is no table.
        audit_result: what an attacker can compute, where the protection was audited.
        cost, bound, gap, status: of the search, where there was one.
    """

    def __init__(
        self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None
    ) -> None:
        super().__init__(document, request, like)
        self.safe: bool = document.get("table") is not None
        self.audit_result: Dict[str, Any] = document.get("audit") or {}
        self.status: Optional[str] = document.get("status")
        self.cost: Optional[float] = document.get("cost")
        self.bound: Optional[float] = document.get("bound")
        self.gap: Optional[float] = document.get("gap")
        self._origin: Optional[CellTable] = None

    def _answer(self, yes: bool, origin: CellTable) -> None:
        self.safe = yes
        self._origin = origin

    def publication(self) -> str:
        """The table as it may be published (CSV): codes and values; suppressed cells are empty."""
        self._cells()
        return str(self._document["publication"])

    def publish(self, path: Path) -> None:
        """Writes the table as it may be published (CSV)."""
        write_text(path, self.publication())

    def frame(self) -> Any:
        """The table as it may be published: a row for each cell, and no value where it is suppressed."""
        return frame_of(_columns_of_csv(self.publication()), self._like)


class Adjusted(Protected):
    """A table that was adjusted: its audit compares it with the table that it was made of."""

    def audit(self, **arguments: Any) -> Audit:
        """What an attacker can compute from the adjusted table; arguments as for ``CellTable.audit``."""
        if self._origin is None:
            return super().audit(**arguments)
        return self._origin.audit(adjusted=self, **arguments)


class Audit(Result):
    """What an attacker can compute from a table.

    Attributes:
        safe: whether every sensitive cell is protected as its levels require.
        cells: each sensitive cell with the interval that an attacker computes, and the one that is required.
    """

    def __init__(
        self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None
    ) -> None:
        super().__init__(document, request, like)
        self.safe: bool = bool(document.get("safe"))
        self.cells: List[Dict[str, Any]] = list(document.get("cells") or [])

    def _answer(self, yes: bool, origin: CellTable) -> None:
        self.safe = yes

    def frame(self) -> Any:
        """A row for each sensitive cell."""
        names: List[str] = []
        for cell in self.cells:
            names += [name for name, value in cell.items() if name not in names and not isinstance(value, (list, dict))]
        return frame_of({name: [cell.get(name) for cell in self.cells] for name in names}, self._like)


class TableComparison(Protected):
    """Protections of one table, ranked by information loss.

    Attributes:
        ranking: the protections, best first, each with its loss, whether it is safe, and why it is not ranked.
        winner: the name of the best, or None. The table is the winner's.
    """

    def __init__(
        self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None
    ) -> None:
        super().__init__(document, request, like)
        self.ranking: List[Dict[str, Any]] = list(document.get("methods") or [])
        self.winner: Optional[str] = document.get("winner")


class Ptable(Result):
    """Noise for ``perturb``.

    Attributes:
        text: what ``CellTable.perturb`` takes, as the R package ptable writes it.
    """

    def __init__(
        self, document: Dict[str, Any], request: Optional[Dict[str, Any]] = None, like: Optional[Source] = None
    ) -> None:
        super().__init__(document, request, like)
        self.text: str = document["ptable"]

    def __str__(self) -> str:
        return self.text


_RESULTS: Dict[str, Any] = {
    "check": Check, "audit": Audit, "suppress": Protected, "round": Protected, "adjust": Adjusted, "perturb": Protected,
    "recode": Protected, "table-compare": TableComparison,
}  # fmt: skip


def _columns_of_csv(text: str) -> Dict[str, List[Any]]:
    rows = list(csv.reader(io.StringIO(text)))
    columns: Dict[str, List[Any]] = {name: [row[place] for row in rows[1:]] for place, name in enumerate(rows[0])}
    columns["value"] = [float(value) if value != "" else None for value in columns["value"]]
    return columns


def tabulate(
    data: Any,
    by: Union[str, Sequence[str], Sequence[Sequence[str]]],
    *,
    sum: Optional[Columns] = None,
    mean: Optional[Columns] = None,
    counts: bool = False,
    hierarchies: Optional[Mapping[str, Any]] = None,
    total: Optional[Mapping[str, str]] = None,
    weight: Optional[str] = None,
    holding: Optional[str] = None,
    shadow: Optional[str] = None,
    request: Optional[str] = None,
    request_codes: Optional[Columns] = None,
    cost: Optional[str] = None,
    decimals: Optional[int] = None,
    keep: Optional[int] = None,
    record_key: Optional[str] = None,
    record_key_range: Optional[int] = None,
    key: Optional[str] = None,
    schema: Optional[SchemaLike] = None,
    threads: Optional[int] = None,
    memory: Optional[Memory] = None,
    progress: Show = None,
) -> Tabulation:
    """Makes a table with all its margins from records.

    Args:
        data: the records.
        by: the columns to cross, ``["region", "activity"]``; several lists make linked tables.
        sum: columns to sum; without sums and means, records are counted.
        mean: columns to publish as means: their sums and the counts, linked.
        counts: also count records.
        hierarchies: for a crossed column its hierarchy: codes, each with the codes below it,
            ``{"region": {"North": {"A": {}, "B": {}}, "South": {"C": {}}}}``; or several of them in a list.
        total: the code of a column's total; without it ``"Total"``.
        weight: the column with sampling weights; without it every record counts once.
        holding: the column of holdings: records with the same value belong to one holding.
        shadow: the column that rules use instead of the summed one.
        request: the column of requests for protection.
        request_codes: its codes that request protection; without it 1 and 2.
        cost: cost of suppressing a cell: ``"value"``, ``"frequency"``, ``"unity"``, or a column to sum.
        decimals: round every contribution to this many decimals first.
        keep: largest contributions to keep per cell, for the rules; without it 10.
        record_key: the column of random keys in [0, 1), one for each record.
        record_key_range: the keys are integers from 0 to this number minus 1.
        key: a secret: the record key is then an identifier, and keys are made from it with the secret.
        schema, threads, memory, progress: as for ``sfumato.mask``.

    >>> import sfumato as sf
    >>> companies = sf.sample("companies", rows=300, seed=1)
    >>> table = sf.tabulate(companies, by=["region", "legal_form"], sum="turnover", holding="holding")
    >>> checked = table.check(["p-percent=15"])
    >>> checked.unsafe
    15
    >>> suppressed = checked.suppress(work_limit=1)
    >>> suppressed.safe, suppressed.audit().safe
    (True, True)
    """
    made = Request("tabulate", threads=threads, memory=memory)
    like = made.data("records", data, "data", schema)
    made.members["by"] = _crossings(by, like.names)
    made.set(
        sum=sum,
        mean=mean,
        counts=counts,
        total=total,
        weight=weight,
        holding=holding,
        shadow=shadow,
        request=request,
        request_codes=request_codes,
        cost=cost,
        decimals=decimals,
        keep=keep,
        record_key=record_key,
        record_key_range=record_key_range,
        key=key,
    )
    if hierarchies:
        if not isinstance(hierarchies, Mapping):
            raise Error("hierarchies must be a dict with the names of columns", "hierarchies")
        made.members["hierarchy"] = {label(column): tree for column, tree in hierarchies.items()}
    return Tabulation(made.run(progress).result, made.members, like)


def _crossings(by: Any, names: Sequence[str]) -> Any:
    """Each crossing as a text with commas; names with a comma stand in quotes. A tuple that is the label of a column is
    its name, and a list of names otherwise."""
    listed_by = listed(by)
    if not isinstance(listed_by, (list, tuple)) or not listed_by:
        raise _wrong_crossing()

    def is_name(item: Any) -> bool:
        return not isinstance(item, (list, dict, set)) and (not isinstance(item, tuple) or label(item) in names)

    crossings = [listed_by] if all(is_name(item) for item in listed_by) else [
        [item] if is_name(item) else item for item in listed_by
    ]  # fmt: skip
    if not all(isinstance(one, (list, tuple)) and one and all(is_name(name) for name in one) for one in crossings):
        raise _wrong_crossing()
    return [",".join(quoted(label(name)) for name in crossing) for crossing in crossings]


def _wrong_crossing() -> Error:
    return Error("by must be a list of names of columns", "by", "such as by=['region', 'activity']")


def load_table(path: Path, *, like: Any = None) -> CellTable:
    """A table in sfumato's own format (JSON), as ``save`` and ``sfumato table`` write it. Its frames are of the kind of
    ``like``, where that is given."""
    try:
        table = json.loads(read_text(path))
    except ValueError as error:
        raise Error(f"{path} is not JSON: {error}", "path") from error
    if not isinstance(table, dict) or table.get("format") != "sfumato-table":
        raise Error(f"{path} is not a table of sfumato", "path", "give a file that 'save' or 'sfumato table' wrote")
    return CellTable({"table": table}, None, None if like is None else source(like, "like"))


def ptable(variance: float, largest: int = 5, *, blocked: int = 0, progress: Show = None) -> Ptable:
    """Makes the noise that ``perturb`` adds to counts.

    Args:
        variance: variance of the noise.
        largest: the noise is at most this large, up or down.
        blocked: no count becomes one of 1 to this.
    """
    request = Request("ptable")
    request.members.update({"variance": variance, "largest": largest})
    request.set(blocked=blocked)
    return Ptable(request.run(progress).result, request.members)
