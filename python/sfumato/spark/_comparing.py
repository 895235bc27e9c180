"""Comparison of methods on Spark: methods are compared and calibrated on a sample of the records on the driver; the winner's release
of all records is made where its method runs on Spark, and what the comparison is about is measured on all records. The library says
whether that keeps the target or the limits, and which stronger setting is tried where it does not."""

from __future__ import annotations

import secrets
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Tuple

from .._arguments import settings
from .._comparing import compare as compare_sample
from .._errors import Error
from .._library import describe
from .._recipes import Recipe
from .._results import Result, python_names
from ._blocks import BLOCK_ROWS
from ._columns import column
from ._counting import DRIVER_LIMIT, empty_table, job, of_columns
from ._generalizing import generalize
from ._masking import mask
from ._measuring import declared_columns, measured
from ._ordering import DRAW
from ._records import NUMBER, numbered
from ._sampling import SAMPLE_ROWS, Share, checked_sample_rows, sample
from ._session import require_frame
from ._task_errors import errors_of_tasks

_NEEDS_ALL = "cannot be made of parts of the records"
_SCHEMA = ("schema", "quasi", "confidential", "identifier", "weight", "household", "unit", "domain", "missing")
_TERMS = ("shuffle", "renumber", "public")  # of the winner's release
_REFUSED = ("candidates", "holdout_share", "keep_draw")


class Confirmed(NamedTuple):
    """A measure of a comparison on all records.

    Attributes:
        value: the value on all records, or None, and then ``reason`` says why.
        role: ``"target"`` (of ``equal``), ``"limit"`` (of ``at_most``), ``"risk"`` (shown beside) or ``"ranked"``.
        target: the target or the limit, or None.
        safe: whether it is kept on all records; None without a target. No value is not safe.
        standard_error: of a value that was estimated from some of the records.
    """

    measure: str
    value: Optional[float]
    role: str
    target: Optional[float]
    safe: Optional[bool]
    standard_error: float
    reason: Optional[str]


class SampledComparison(Result):
    """A comparison on a sample, and its winner on all records.

    Attributes:
        approximate: whether parameters were found on a part of the records.
        sample_rows: how many records were compared.
        comparison: the comparison on the sample.
        method, parameters: of the winner, as it was released; None where no method attains the target.
        release: the winner's release of all records, made exactly or, where its method needs all records at once, by blocks of
            near records, which its details and warnings then say.
        confirmed: by their names, the measures of the comparison on all records: each has value, target, safe and more.
        reached: whether the target, or all limits, hold on all records.
        reason: why they do not hold, or why there is no release.
        tried: parameters of earlier releases, which did not keep the target on all records.
        warnings: what to know before the winner is released, the worst first.
    """

    def __init__(self, document: Dict[str, Any], comparison: Any, release: Any, tried: List[Dict[str, Any]]) -> None:
        super().__init__(document)
        self.approximate: bool = document["approximate"]
        self.sample_rows: int = document["sample_rows"]
        self.comparison, self.release, self.tried = comparison, release, tried
        self.method: Optional[str] = document["method"]
        self.parameters: Dict[str, Any] = python_names(document["parameters"])
        self.confirmed: Dict[str, Confirmed] = {
            one["measure"]: Confirmed(*(one[name] for name in Confirmed._fields)) for one in document["confirmed"]
        }
        self.reached: bool = document["reached"]
        self.reason: str = document["reason"] or ""

    def __repr__(self) -> str:
        return f"SampledComparison({self.method or 'no method'}; {self._document['summary']})"


@errors_of_tasks()
def compare(
    data: Any,
    *,
    sample_rows: int = SAMPLE_ROWS,
    seed: Optional[int] = None,
    driver_limit: int = DRIVER_LIMIT,
    block_rows: int = BLOCK_ROWS,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    **arguments: Any,
) -> SampledComparison:
    """Compares methods on a sample of the records, and measures the winner on all of them.

    Where the release does not keep the target or a limit on all records, up to three stronger settings are tried. ``reached``
    says whether the last one does.

    Args:
        data: the data, a DataFrame of Spark.
        sample_rows: about how many records are taken to the driver, chosen by a hash of their numbers; all where there are
            no more.
        seed: of the sample, of the comparison and of the release. Without it the release is drawn from fresh entropy; a
            release with a guessable seed can be undone.
        driver_limit: as for ``measure``.
        block_rows, row_number, record_key: of the winner's release, as for ``mask``.
        **arguments: as for ``sfumato.compare``, with one target.
    """
    require_frame(data, "data")
    checked_sample_rows(sample_rows)
    for name in _REFUSED:
        if arguments.get(name):
            raise Error(f"a comparison on Spark does not take {name}", name, "leave it out")
    chosen = secrets.randbits(63) if seed is None else seed
    terms = {name: True for name in _TERMS if arguments.pop(name, False)}
    rows = data.count()
    columns = [name for name in data.columns if name not in (row_number, record_key)]
    taken = sample(data, Share(sample_rows, rows, chosen), columns, row_number, record_key)
    # The draw of the sample is not released: it need not be redrawn, and the same seed gives the same comparison.
    comparison = compare_sample(taken, seed=chosen, keep_draw=True, **arguments)
    if len(comparison.parts) > 1:
        raise Error("a comparison on Spark has one target", "equal", "compare once for each target")
    work = _Confirming(data, comparison, rows, taken.num_rows, arguments, terms)
    numbers = {"row_number": row_number, "record_key": record_key, "seed": seed, "driver_limit": driver_limit}
    tried: List[Dict[str, Any]] = []
    parameters: Optional[Dict[str, Any]] = None
    while True:
        release, failure = work.released(parameters, block_rows, numbers)
        document = work.confirmed(release, failure, parameters, len(tried), numbers, chosen)
        if document["next"] is None:
            return SampledComparison(document, comparison, release, tried)
        tried.append(python_names(document["parameters"]))
        parameters = document["next"]
        if hasattr(release, "unpersist"):
            release.unpersist()


class _Confirming:
    """The winner of a comparison on all records."""

    def __init__(
        self, data: Any, comparison: Any, rows: int, sampled: int, arguments: Mapping[str, Any], terms: Mapping[str, bool]
    ) -> None:  # fmt: skip
        self._data, self._rows, self._sampled = data, rows, sampled
        self._comparison = comparison
        self._whole = {**comparison.to_dict(), "report": comparison._pages()}
        won = [one for one in comparison.ranking if one["method"] == self._whole.get("winner") and one.get("reached")]
        self._winner: Optional[Dict[str, Any]] = won[0] if won else None
        self._arguments, self._terms = arguments, terms
        self._set = settings(arguments.get("set"), describe()["measures"], []) or []

    def released(
        self, parameters: Optional[Mapping[str, Any]], block_rows: int, numbers: Mapping[str, Any]
    ) -> Tuple[Any, str]:
        """The release of all records, or why there is none: exactly where the method can, else by blocks."""
        if self._winner is None:
            return None, ""
        options = {name: value for name, value in self._arguments.items() if name in _SCHEMA}
        options.update(numbers)
        options.update(self._terms)
        if self._winner.get("steps"):
            steps = [{"method": step["method"], **({"columns": step["columns"]} if step["columns"] else {}),
                      **step["parameters"]} for step in self._winner["steps"]]  # fmt: skip
            options["recipe"] = Recipe.from_dict({"steps": steps})
        else:
            options["method"] = self._winner["method"]
            options["columns"] = self._whole["columns"]
            options.update(python_names(parameters) if parameters is not None else self._winner["parameters"])
        try:
            return mask(self._data, **options), ""
        except Error as error:
            if options.get("method") == "generalization" and error.parameter == "row_number" and not self._terms:
                return self._generalized(options)
            if _NEEDS_ALL not in error.message:
                return None, error.message
        try:
            return mask(self._data, block_rows=block_rows, **options), ""
        except Error as error:
            return None, error.message

    def _generalized(self, options: Mapping[str, Any]) -> Tuple[Any, str]:
        """Without numbers of records, which generalization does not need, or weights and households, which it ignores."""
        left_out = ("method", "row_number", "record_key", "seed", "weight", "household")
        try:
            return generalize(self._data, **{name: value for name, value in options.items() if name not in left_out}), ""
        except Error as error:
            return None, error.message

    def confirmed(
        self, release: Any, failure: str, parameters: Optional[Mapping[str, Any]], tried: int, numbers: Mapping[str, Any],
        seed: int,
    ) -> Dict[str, Any]:  # fmt: skip
        """What the library says of the release, from its measures on all records."""
        members: Dict[str, Any] = {
            "job": "confirm-comparison", "comparison": self._whole, "set": self._set, "records": self._rows,
            "sampled": self._sampled, "strengthened": tried, "failure": failure,
        }  # fmt: skip
        if parameters is not None:
            members["parameters"] = dict(parameters)
        if release is not None:
            documents, lacking = self._measured(release, numbers, seed)
            members.update(measured=documents, not_measured=lacking)
            if hasattr(release, "to_dict"):
                members["release"] = {name: release.to_dict().get(name) for name in ("warnings", "warning_grades")}
        return job(members, [], {}).result

    def _measured(self, release: Any, numbers: Mapping[str, Any], seed: int) -> Tuple[List[Any], List[Dict[str, str]]]:
        """Documents of measures on all records, and why others have none."""
        declared = declared_columns(**{name: self._arguments.get(name) for name in _SCHEMA})
        original, masked = self._pair(release, numbers)
        tables = [("original", empty_table(original.drop(NUMBER))), ("masked", empty_table(masked.drop(NUMBER)))]
        schema = {"original": of_columns(declared, original.columns)}
        members = {"job": "plan-confirmation", "comparison": self._whole, "set": self._set}
        plan = job(members, tables, schema).result
        documents: List[Any] = []
        lacking: List[Dict[str, str]] = list(plan["not_measured"])
        for call in plan["calls"]:
            try:
                documents.append(measured(
                    original, masked, declared, measures=call["measures"], columns=call["columns"], keys=call["keys"] or None,
                    set=call["set"] or None, seed=seed, driver_limit=numbers["driver_limit"], exposed=False,
                ).to_dict())  # fmt: skip
            except Error as error:
                lacking += [{"measure": name, "reason": error.message} for name in call["measures"]]
        return documents, lacking

    def _pair(self, release: Any, numbers: Mapping[str, Any]) -> Tuple[Any, Any]:
        """Both frames with the numbers of their records, where these are known."""
        made = release.with_numbers() if hasattr(release, "with_numbers") else None
        if made is None and self._terms and hasattr(release, "with_numbers"):  # all records, in a random order
            made = release._numbered().drop(DRAW)
            made = made if made.count() == self._rows else None
        if made is None:
            return self._data, release.data
        records = numbered(self._data, numbers["row_number"], numbers["record_key"]).data
        return records.select(*[column(name) for name in self._data.columns], NUMBER), made
