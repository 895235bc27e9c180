"""Measures on Spark. Of keys: the combinations that each measure reads are counted by Spark, and the job ``measure`` takes the
counts in place of the records. Of pairs of records: see ``_pairs``. Values of these are those of one machine, whatever the partitions. All
other measures take a sample of the records to the driver, and say so."""

from __future__ import annotations

import secrets
from typing import Any, Callable, Dict, List, Mapping, NamedTuple, Optional, Tuple

from .._arguments import Columns, labels, listed, settings
from .._building import Domain, Request, joined, names
from .._errors import Error
from .._frames import source
from .._library import describe
from .._progress import Show
from .._schema import Schema, SchemaLike
from .._scores import Scores
from ._counting import (
    COUNT, DRIVER_LIMIT, Declared, check_declared, counted, empty_table, job, of_columns, plain_hierarchies,
)  # fmt: skip
from ._exposing import exposure
from ._household_risk import household_states
from ._pairing import Pairing
from ._pairs import measure_pairs
from ._records import NUMBER
from ._sampling import SAMPLE_ROWS, checked_sample_rows
from ._session import require_frame
from ._task_errors import errors_of_tasks

_HOUSEHOLDS_OF_UNITS = (
    "risks of households are not measured on Spark where units are declared: individual-risk is that of units alone"
)


@errors_of_tasks()
def measure(
    original: Any,
    masked: Any = None,
    *,
    measures: Optional[Columns] = None,
    columns: Optional[Columns] = None,
    set: Any = None,
    score: Optional[Columns] = None,
    keys: Optional[Columns] = None,
    no_mapping: bool = False,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Mapping[str, Any]] = None,
    seed: Optional[int] = None,
    row_number: Optional[str] = None,
    record_key: Optional[str] = None,
    threads: Optional[int] = None,
    driver_limit: int = DRIVER_LIMIT,
    sample_rows: int = SAMPLE_ROWS,
    progress: Show = None,
) -> Scores:
    """Measures risks and utility of DataFrames of Spark.

    All measures of ``sfumato.measure`` are taken. Two kinds have the values of one machine, however many records there are.

    Measures of keys depend on counts of combinations alone: k-anonymity, l-diversity, t-closeness, uniqueness,
    individual-risk, reidentification, suda, identifying-power and contingency. Measures of pairs compare a masked DataFrame
    with its original, record by record, in columns of numbers: interval-disclosure, interval-disclosure-sd, distance-linkage,
    rank-linkage, permutation-distance, sse, and marginals, which takes categories, too.

    All others (emd, information-loss, propensity, cm1 and more, and measures of pairs in columns that are not of numbers) need
    their records in one place: of a DataFrame with more than ``sample_rows`` records they are measured on a sample, which their
    details and a note of the warnings say.

    Args:
        original: the original data, a DataFrame of Spark.
        masked: the masked data, a DataFrame of Spark; without it the original is measured by itself.
        measures, columns, set, score, keys, schema, quasi, …: as for ``sfumato.measure``.
        no_mapping: do not ask which masked record belongs to which of the original.
        row_number, record_key: a column of both DataFrames that says which records belong together, as for ``mask``; without
            them records at the same place of their files do.
        driver_limit: the most distinct combinations that are collected on the driver; more are an error before that.
        sample_rows: about how many records go to the driver for measures that need them in one place, chosen by a hash of their
            numbers and the seed; all where there are no more. With 0 such measures are an error.
    """
    require_frame(original, "original")
    if masked is not None:
        require_frame(masked, "masked")
    declared = declared_columns(
        schema, quasi=quasi, confidential=confidential, identifier=identifier, weight=weight, household=household, unit=unit,
        domain=domain, missing=missing,
    )  # fmt: skip
    check_declared(original, declared, "original")
    for frame, what in ((original, "original"), (masked, "masked")):
        if frame is not None and NUMBER in frame.columns:
            raise Error(f"{what} has a column '{NUMBER}'", what, "rename it")
    checked_sample_rows(sample_rows, 0)
    return measured(
        original, masked, declared, measures=measures, columns=columns, set=set, score=score, keys=keys, no_mapping=no_mapping,
        seed=seed, row_number=row_number, record_key=record_key, threads=threads, driver_limit=driver_limit,
        sample_rows=sample_rows, progress=progress,
    )  # fmt: skip


def declared_columns(schema: Optional[SchemaLike] = None, **parts: Any) -> Declared:
    """What columns mean, by their names."""
    given = joined(schema, **parts)
    return {} if given is None else Schema.of(given).to_dict()


def measured(
    original: Any, masked: Any, declared: Declared, *, measures: Optional[Columns], columns: Optional[Columns], set: Any,
    keys: Optional[Columns], seed: Optional[int], score: Optional[Columns] = None, no_mapping: bool = False,
    row_number: Optional[str] = None, record_key: Optional[str] = None, threads: Optional[int] = None,
    driver_limit: int = DRIVER_LIMIT, sample_rows: int = 0, progress: Show = None, exposed: bool = True,
) -> Scores:  # fmt: skip
    """The scores of checked frames. Where both have a column of numbers of their records, records of one number belong
    together. Without `exposed`, there is no warning of what the masked frame exposes."""
    by_default = measures is None and score is None
    chosen = secrets.randbits(63) if seed is None else seed
    wanted = _Wanted(names(measures), columns, set, keys, chosen, threads, progress, by_default)
    pairing = Pairing(original, masked, no_mapping, row_number, record_key)
    work = _Measuring(pairing, declared, wanted, driver_limit)
    plan = _request(original, masked, work.declared, wanted, empty_table)
    plan.set(score=score, no_mapping=no_mapping or (masked is not None and by_default and pairing.pair is None) or None)
    plan.members.update({"count-plan": True, "report": False, "samples": sample_rows > 0})
    found = plan.run(False).result
    joining: Dict[str, Any] = {"job": "join-measures", "order": found["order"], "notes": found["notes"], "scores": listed(score) or []}
    joining["report"] = True
    documents = [work.of_counts(group, found) for group in found["groups"]]
    if found["pairs"]:
        document, whole = work.of_pairs(found["pairs"])
        documents.append(document)
        found["sampled"] += whole if sample_rows > 0 else []
    if found["sampled"]:
        documents.append(work.of_sample(found, sample_rows))
        joining["sampled"] = work.sampled
    joining["documents"] = documents
    joining["columns"] = found["columns"] or documents[-1]["columns"]
    if work.household is not None and work.unit is not None:
        joining["notes"] = [*found["notes"], _HOUSEHOLDS_OF_UNITS]
    if work.households:
        joining["households"] = work.households
    if masked is not None and exposed:
        named = labels(keys) if keys is not None else []
        joining["exposure"] = exposure(original, masked, pairing.pair, work.roles, named, work.counted, not no_mapping)
    return Scores(job(joining, [], {}).result, (work.request or plan).members, None, [], {})


class _Wanted(NamedTuple):
    """What all requests about the records have in common."""

    measures: Optional[List[str]]
    columns: Optional[Columns]
    set: Any
    keys: Optional[Columns]
    seed: int
    threads: Optional[int]
    progress: Show
    by_default: bool  # no measure is named, so that each leaves out columns that it does not take

    def of(self, measures: List[str], columns: Any) -> "_Wanted":
        """These measures alone; none are all, as are their settings."""
        return self._replace(measures=measures or self.measures, columns=columns, set=_settings_of(self.set, measures))


class _Measuring:
    """Documents of measures, each from what it needs of the records."""

    def __init__(self, pairing: Pairing, declared: Declared, wanted: _Wanted, driver_limit: int) -> None:
        self._pairing, self._wanted, self._limit = pairing, wanted, driver_limit
        self._original, self._masked = pairing.original, pairing.masked
        self.declared, self.household = _without_households(declared)
        if self.household is not None and self._masked is not None and self.household not in self._masked.columns:
            self.household = None
        self.roles = self.declared if self.household is None else declared
        self.unit = next((name for name, entry in declared.items() if entry.get("role") == "unit"), None)
        self.counted = _Counted(self.declared, driver_limit).counted
        self.households: Dict[str, List[str]] = {}
        self.sampled: Dict[str, Any] = {}
        self.request: Optional[Request] = None

    def of_counts(self, group: Mapping[str, Any], found: Mapping[str, Any]) -> Dict[str, Any]:
        """Of a group of measures that read the same combinations."""
        read = group["columns"]
        compared = [name for name in found["columns"] if name in read] or [name for name in read if name != self.unit]
        sums = group["weight"] if group["weights"] == "sums" else None

        def table(frame: Any) -> Any:
            there = [name for name in read if name in frame.columns]  # a masked frame need not have units and weights
            return self.counted(frame, there, sums if sums in frame.columns else None, self.unit)

        wanted = self._wanted.of(group["measures"], compared)
        if any(name not in read for name in labels(wanted.keys or [])):  # these measures take no keys
            wanted = wanted._replace(keys=None)
        if not group["measures"]:
            wanted = wanted._replace(set=_settings_of(self._wanted.set, found["counts"]))
        request = _request(self._original, self._masked, self.declared, wanted, table)
        if self.household is not None and self.unit is None:
            request.members["class-risks"] = True
        answer = request.run(wanted.progress)
        request.members.pop("class-risks", None)
        self.request = request
        for name, stream in zip(answer.result.pop("outputs", None) or [], answer.outputs):
            side = "original" if self._masked is None or name == "risks before" else "masked"
            frame = self._original if side == "original" else self._masked
            scored = answer.result["before" if name == "risks before" else "measures"]["individual-risk"]
            threshold = scored["details"]["threshold"]
            self.households[side] = household_states(
                frame, str(self.household), read, table(frame), _only_column(stream), threshold, self.declared
            )
        return answer.result

    def of_pairs(self, measures: List[str]) -> Tuple[Dict[str, Any], List[str]]:
        """The document, and measures that have no value there, since they need their records in one place."""
        if self._masked is None:
            raise Error(f"{measures[0]} compares masked data with their original", "masked", "give the masked DataFrame, too")
        pairs = Request("measure", seed=self._wanted.seed)
        listed = settings(_settings_of(self._wanted.set, measures), describe()["measures"], [])
        pairs.set(measures=measures, set=listed, columns=self._wanted.columns)
        members = {name: value for name, value in pairs.members.items() if name not in ("job", "report")}
        members["as-by-default"] = self._wanted.by_default
        return measure_pairs(
            self._original, self._masked, members, plain_hierarchies(self.declared), self._limit, self._pairing.row_number,
            self._pairing.record_key,
        )  # fmt: skip

    def of_sample(self, found: Mapping[str, Any], sample_rows: int) -> Dict[str, Any]:
        """Of measures that need their records in one place."""
        paired = self._masked is None or self._pairing.pair is not None
        wanted = self._wanted.of(found["sampled"], self._wanted.columns)
        read = self._columns_of_sample(found["columns"])
        tables, rows = self._pairing.sampled(read, sample_rows, wanted.seed)
        waiting = iter(tables)
        request = _request(self._original, self._masked, self.roles, wanted, lambda _: next(waiting))
        request.members.pop("count")
        request.members.update({"of-sample": True, "as-by-default": wanted.by_default})
        request.set(no_mapping=None if paired else True)
        self.sampled = {"measures": found["sampled"], "sampled": tables[0].num_rows, "records": rows, "paired": paired}
        self.request = request
        return request.run(wanted.progress).result

    def _columns_of_sample(self, compared: List[str]) -> List[str]:
        """Columns that measures may read: compared ones, those with a role, keys, and those that settings speak of."""
        told = " ".join(str(text) for text in settings(self._wanted.set, describe()["measures"], []) or [])
        keys = labels(self._wanted.keys) if self._wanted.keys is not None else []
        return [name for name in self._original.columns if name in (*compared, *self.roles, *keys) or (name and name in told)]


class _Counted:
    """Distinct combinations of columns on the driver, each counted once."""

    def __init__(self, declared: Declared, driver_limit: int) -> None:
        self._declared, self._limit = declared, driver_limit
        self._known: List[Tuple[Any, Any, Any]] = []

    def counted(self, frame: Any, columns: List[str], weight: Optional[str] = None, unit: Optional[str] = None) -> Any:
        wanted = (columns, weight, unit if unit in columns else None)
        for known, of, table in self._known:
            if known is frame and of == wanted:
                return table
        table = counted(frame, columns, self._declared, self._limit, weight=weight, unit=unit)
        self._known.append((frame, wanted, table))
        return table


def _without_households(declared: Declared) -> Tuple[Declared, Optional[str]]:
    """What columns mean, without the role of households; the column that had it."""
    columns = {name: dict(entry) for name, entry in declared.items()}
    household = None
    for name, entry in columns.items():
        if entry.get("role") == "household":
            entry.pop("role")
            household = name
    return columns, household


def _only_column(stream: Any) -> Any:
    import pyarrow as pa

    return pa.table(stream).column(0).combine_chunks()


def _settings_of(given: Any, measures: List[str]) -> Any:
    """Of these measures alone, since a setting of another one is an error."""
    if not measures or given is None:
        return given
    listed = settings(given, describe()["measures"], [])
    return [text for text in listed if str(text).split(".")[0].replace("_", "-") in measures] or None


def _request(original: Any, masked: Any, declared: Declared, wanted: _Wanted, table: Callable[[Any], Any]) -> Request:
    """A request about the tables that are made of both frames."""
    request = Request("measure", seed=wanted.seed, threads=wanted.threads, report="text")
    for name, frame in (("original", original), ("masked", masked)):
        if frame is None:
            continue
        rows = table(frame)
        request.inputs.append((name, source(rows, name)))
        if name == "original":
            entries = of_columns(declared, rows.column_names)
            if entries:
                request.members["schema"] = {name: plain_hierarchies(entries)}
    listed = settings(wanted.set, describe()["measures"], request.inputs)
    if len(request.inputs) > (1 if masked is None else 2):
        raise Error("a table beside the data is not taken on Spark", "set")
    request.set(measures=wanted.measures, keys=wanted.keys, set=listed, columns=wanted.columns, count=COUNT)
    return request
