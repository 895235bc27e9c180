"""Measures of keys on Spark: the combinations that each measure reads are counted by Spark, and the job ``measure`` takes the
counts in place of the records. Values are those of one machine, whatever the partitions."""

from __future__ import annotations

import secrets
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .._arguments import Columns, settings
from .._building import Domain, Request, joined, names
from .._errors import Error
from .._frames import source
from .._library import describe
from .._progress import Show
from .._schema import Schema, SchemaLike
from .._scores import Scores
from ._counting import COUNT, DRIVER_LIMIT, Declared, checked_frame, counted, empty_table, of_columns

_HOUSEHOLDS = (
    "risks of households are not measured on Spark: individual-risk is that of records, as if no household were declared"
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
    threads: Optional[int] = None,
    driver_limit: int = DRIVER_LIMIT,
    progress: Show = None,
) -> Scores:
    """Measures risks of keys, and distances of tables of counts, of DataFrames of Spark.

    The measures are those that depend on counts of combinations alone: k-anonymity, l-diversity, t-closeness, uniqueness,
    individual-risk, reidentification, suda, identifying-power and contingency. Their values are exact.

    Args:
        original: the original data, a DataFrame of Spark.
        masked: the masked data, a DataFrame of Spark; without it the original is measured by itself.
        measures, columns, set, keys, schema, quasi, …: as for ``sfumato.measure``.
        driver_limit: the most distinct combinations that are collected on the driver; more are an error before that.
    """
    checked_frame(original, "original")
    if masked is not None:
        checked_frame(masked, "masked")
    declared, households = _declared(
        joined(
            schema,
            quasi=quasi,
            confidential=confidential,
            identifier=identifier,
            weight=weight,
            household=household,
            unit=unit,
            domain=domain,
            missing=missing,
        )
    )
    chosen = secrets.randbits(63) if seed is None else seed
    common = {"measures": names(measures), "keys": keys, "set": set}
    plan = _request(original, masked, declared, common, columns, empty_table, chosen, threads)
    plan.members["count-plan"] = True
    plan.members["report"] = False
    found = plan.run(False).result
    documents: List[Dict[str, Any]] = []
    request = plan
    for group in found["groups"]:
        read = group["columns"]
        own = dict(common, measures=group["measures"] or common["measures"])
        own["set"] = _settings_of(set, group["measures"])
        compared = [name for name in found["columns"] if name in read] or [name for name in read if name != unit]
        sums = group["weight"] if group["weights"] == "sums" else None

        def table(frame: Any) -> Any:
            return counted(frame, read, declared, driver_limit, weight=sums, unit=_with_role(declared, "unit"))

        request = _request(original, masked, declared, own, compared, table, chosen, threads)
        documents.append(request.run(progress).result)
    document = _joined(documents, found)
    if households:
        document["warnings"] = list(document.get("warnings") or []) + [_HOUSEHOLDS]
        document["warning_grades"] = list(document.get("warning_grades") or []) + ["note"]
    return Scores(document, request.members, None, [], {})


def _declared(schema: Optional[SchemaLike]) -> Tuple[Declared, bool]:
    """What columns mean, without the role of households; whether some column had it."""
    columns = {} if schema is None else Schema.of(schema).to_dict()
    households = False
    for entry in columns.values():
        if entry.get("role") == "household":
            entry.pop("role")
            households = True
    return columns, households


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


def _joined(documents: List[Dict[str, Any]], plan: Dict[str, Any]) -> Dict[str, Any]:
    """One document of those of all groups, with the measures in the order in which they were asked for."""
    document = dict(documents[0])
    document["columns"] = plan["columns"]
    for part in ("measures", "before"):
        entries: Dict[str, Any] = {}
        for one in documents:
            entries.update(one.get(part) or {})
        if part in document or entries:
            order = [name for name in plan["order"] if name in entries] or list(entries)
            document[part] = {name: entries[name] for name in order}
    texts: List[str] = []
    grades: List[str] = []
    for one in documents:
        for text, grade in zip(one.get("warnings") or [], one.get("warning_grades") or []):
            if text not in texts:
                texts.append(text)
                grades.append(grade)
    document["warnings"], document["warning_grades"] = texts, grades
    return document
