"""Measures on Spark. Of keys: the combinations that each measure reads are counted by Spark, and the job ``measure`` takes the
counts in place of the records. Of pairs of records: see ``_pairs``. Values are those of one machine, whatever the partitions."""

from __future__ import annotations

import secrets
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .._arguments import Columns, labels, settings
from .._building import Domain, Request, joined, names
from .._errors import Error
from .._frames import source
from .._library import describe
from .._progress import Show
from .._schema import Schema, SchemaLike
from .._scores import Scores
from ._counting import COUNT, DRIVER_LIMIT, Declared, checked_frame, counted, empty_table, job, of_columns
from ._exposing import exposure
from ._household_risk import household_states
from ._pairs import measure_pairs
from ._records import NUMBER

_HOUSEHOLDS_OF_UNITS = (
    "risks of households are not measured on Spark where units are declared: individual-risk is that of units alone"
)


def measure(
    original: Any,
    masked: Any = None,
    *,
    measures: Optional[Columns] = None,
    columns: Optional[Columns] = None,
    set: Any = None,
    keys: Optional[Columns] = None,
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
    progress: Show = None,
) -> Scores:
    """Measures risks and utility of DataFrames of Spark, with the values of one machine.

    Measures of keys depend on counts of combinations alone: k-anonymity, l-diversity, t-closeness, uniqueness,
    individual-risk, reidentification, suda, identifying-power and contingency. Measures of pairs compare a masked DataFrame
    with its original, record by record, in columns of numbers: interval-disclosure, interval-disclosure-sd, distance-linkage,
    rank-linkage, permutation-distance, sse, and marginals, which takes categories, too.

    Args:
        original: the original data, a DataFrame of Spark.
        masked: the masked data, a DataFrame of Spark; without it the original is measured by itself.
        measures, columns, set, keys, schema, quasi, …: as for ``sfumato.measure``.
        row_number, record_key: a column of both DataFrames that says which records belong together, as for ``mask``; without
            them records at the same place of their files do.
        driver_limit: the most distinct combinations that are collected on the driver; more are an error before that.
    """
    checked_frame(original, "original")
    if masked is not None:
        checked_frame(masked, "masked")
    declared = declared_columns(
        schema, quasi=quasi, confidential=confidential, identifier=identifier, weight=weight, household=household, unit=unit,
        domain=domain, missing=missing,
    )  # fmt: skip
    for frame, what in ((original, "original"), (masked, "masked")):
        if frame is not None and NUMBER in frame.columns:
            raise Error(f"{what} has a column '{NUMBER}'", what, "rename it")
    return measured(
        original, masked, declared, measures=measures, columns=columns, set=set, keys=keys, seed=seed, row_number=row_number,
        record_key=record_key, threads=threads, driver_limit=driver_limit, progress=progress,
    )  # fmt: skip


def declared_columns(schema: Optional[SchemaLike] = None, **parts: Any) -> Declared:
    """What columns mean, by their names."""
    given = joined(schema, **parts)
    return {} if given is None else Schema.of(given).to_dict()


def measured(
    original: Any, masked: Any, declared: Declared, *, measures: Optional[Columns], columns: Optional[Columns], set: Any,
    keys: Optional[Columns], seed: Optional[int], row_number: Optional[str] = None, record_key: Optional[str] = None,
    threads: Optional[int] = None, driver_limit: int = DRIVER_LIMIT, progress: Show = None, exposed: bool = True,
) -> Scores:  # fmt: skip
    """The scores of checked frames. Where both have a column of numbers of their records, records of one number belong
    together. Without `exposed`, there is no warning of what the masked frame exposes."""
    declared, household = _without_households(declared)
    if household is not None and masked is not None and household not in masked.columns:
        household = None
    chosen = secrets.randbits(63) if seed is None else seed
    common = {"measures": names(measures), "keys": keys, "set": set}
    plan = _request(original, masked, declared, common, columns, empty_table, chosen, threads)
    plan.members["count-plan"] = True
    plan.members["report"] = False
    found = plan.run(False).result
    if found["pairs"] and masked is None:
        raise Error(f"{found['pairs'][0]} compares masked data with their original", "masked", "give the masked DataFrame, too")
    rows = _Counted(declared, driver_limit)
    documents: List[Dict[str, Any]] = []
    request = plan
    unit = _with_role(declared, "unit")
    households: Dict[str, List[str]] = {}
    for group in found["groups"]:
        read = group["columns"]
        own = dict(common, measures=group["measures"] or common["measures"])
        own["set"] = _settings_of(set, group["measures"])
        compared = [name for name in found["columns"] if name in read] or [name for name in read if name != unit]
        sums = group["weight"] if group["weights"] == "sums" else None

        def table(frame: Any) -> Any:
            there = [name for name in read if name in frame.columns]  # a masked frame need not have units and weights
            return rows.counted(frame, there, sums if sums in frame.columns else None, unit)

        request = _request(original, masked, declared, own, compared, table, chosen, threads)
        if household is not None and unit is None:
            request.members["class-risks"] = True
        answer = request.run(progress)
        request.members.pop("class-risks", None)
        documents.append(answer.result)
        for name, stream in zip(answer.result.pop("outputs", None) or [], answer.outputs):
            side = "original" if masked is None or name == "risks before" else "masked"
            frame = original if side == "original" else masked
            scored = answer.result["before" if name == "risks before" else "measures"]["individual-risk"]
            households[side] = household_states(
                frame, str(household), read, table(frame), _only_column(stream), scored["details"]["threshold"], declared
            )
    if found["pairs"]:
        pairs = Request("measure", seed=chosen)
        listed = settings(_settings_of(set, found["pairs"]), describe()["measures"], [])
        pairs.set(measures=found["pairs"], set=listed, columns=columns)
        members = {name: value for name, value in pairs.members.items() if name not in ("job", "report")}
        schema_of_pairs = _plain_hierarchies(declared)
        documents.append(
            measure_pairs(original, masked, members, schema_of_pairs, driver_limit, row_number, record_key)
        )
    joining = {
        "job": "join-measures", "documents": documents, "columns": found["columns"] or documents[-1]["columns"],
        "order": found["order"], "notes": [_HOUSEHOLDS_OF_UNITS] if household is not None and unit is not None else [],
    }  # fmt: skip
    if households:
        joining["households"] = households
    if masked is not None and exposed:
        roles = declared if household is None else {**declared, household: {**declared[household], "role": "household"}}
        named = labels(keys) if keys is not None else []
        joining["exposure"] = exposure(original, masked, roles, named, rows.counted, row_number, record_key)
    return Scores(job(joining, [], {}).result, request.members, None, [], {})


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


def _with_role(declared: Declared, role: str) -> Optional[str]:
    return next((name for name, entry in declared.items() if entry.get("role") == role), None)


def _settings_of(given: Any, measures: List[str]) -> Any:
    """Of these measures alone, since a setting of another one is an error."""
    if not measures or given is None:
        return given
    listed = settings(given, describe()["measures"], [])
    return [text for text in listed if str(text).split(".")[0].replace("_", "-") in measures] or None


def _request(
    original: Any, masked: Any, declared: Declared, common: Dict[str, Any], columns: Any, table: Any, seed: int,
    threads: Optional[int],
) -> Request:  # fmt: skip
    request = Request("measure", seed=seed, threads=threads, report="text")
    for name, frame in (("original", original), ("masked", masked)):
        if frame is None:
            continue
        rows = table(frame)
        request.inputs.append((name, source(rows, name)))
        if name == "original":
            entries = of_columns(declared, rows.column_names)
            if entries:
                request.members["schema"] = {name: _plain_hierarchies(entries)}
    for name, _ in request.inputs:
        if name not in ("original", "masked"):
            raise Error("a table beside the data is not taken on Spark", "set")
    request.set(
        measures=common["measures"],
        keys=common["keys"],
        set=settings(common["set"], describe()["measures"], request.inputs),
        columns=columns,
        count=COUNT,
    )
    return request


def _plain_hierarchies(entries: Declared) -> Declared:
    from .._schema import declarations

    beside: List[Any] = []
    made = declarations(Schema(columns=entries), beside)
    if beside:
        raise Error("a hierarchy must be a list of rows on Spark, not a frame", "schema")
    return made
