"""What a masked DataFrame exposes: records or units that are unique on the quasi-identifiers, remaining identifiers,
unchanged columns, and rows that seem to be moved. Spark counts them, and the library makes the warnings."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from .._errors import Error
from ._class_counts import classes as classes_of
from ._columns import column, without_codes
from ._counting import COUNT, Declared, arrow_schema, in_chunks, job, of_columns
from ._pair_work import state_table
from ._pairing import OTHER, Pair
from ._parts import state_of
from ._records import NUMBER
from ._task_errors import in_tasks

_MOST_ROWS = 100_000  # records whose places are compared on the driver
_PLACES = (
    "rows that seem to be moved were not looked for, since the records are more than are compared on the driver: give both "
    "DataFrames the numbers or keys of their records"
)
_NO_PAIRS = (
    "columns that are as they were and rows that seem to be moved were not looked for, since it is not known which records are the "
    "same: give both DataFrames the numbers or keys of their records"
)


def exposure(
    original: Any, masked: Any, pair: Optional[Pair], declared: Declared, keys: List[str], counted: Callable[..., Any],
    mapped: bool = True,
) -> List[Dict[str, Any]]:  # fmt: skip
    """Documents with the warnings that ``sfumato.measure`` gives of these. Records that have neither numbers nor places are
    taken as those of files in any order; where they were to be `mapped`, a note says so."""
    documents = []
    if pair is not None:
        documents.append(_moved(pair, declared))
    elif mapped:
        documents.append({"warnings": [_NO_PAIRS], "warning_grades": ["note"]})
    documents.append(_unique(original, masked, declared, keys, counted, pair))
    if pair is not None and pair.rows > 0:
        documents.append(_unchanged(pair, declared, keys))
    return [document for document in documents if document]


def _together(pair: Pair) -> Any:
    """Records with the columns x0, x1, … of the original and y0, y1, … of the masked frame."""

    def named(frame: Any, letter: str, number: str) -> Any:
        places = enumerate(pair.columns)
        return frame.select(column(NUMBER).alias(number), *[column(name).alias(f"{letter}{j}") for j, name in places])

    return named(pair.original, "x", NUMBER).join(
        named(pair.masked, "y", OTHER), column(NUMBER) == column(OTHER)
    ).drop(OTHER)  # fmt: skip


def _split(table: Any, columns: List[str]) -> List[Tuple[str, Any]]:
    sides = (("original", "x"), ("masked", "y"))
    return [
        (what, table.select([f"{letter}{j}" for j in range(len(columns))]).rename_columns(columns)) for what, letter in sides
    ]


def _moved(pair: Pair, declared: Declared) -> Dict[str, Any]:
    """Whether records at the same place seem to be the same; of few records, on the driver."""
    if pair.rows > _MOST_ROWS:
        return {"warnings": [_PLACES], "warning_grades": ["note"]}
    if not pair.columns:
        return {}
    table = _together(pair).toArrow().sort_by(NUMBER)
    schema = {"original": of_columns(declared, pair.columns)}
    return job({"job": "row-correspondence"}, _split(table, pair.columns), schema).result


def _unchanged(pair: Pair, declared: Declared, keys: List[str]) -> Dict[str, Any]:
    """Unchanged columns: every cell is compared where it is stored, and Spark counts classes of records."""
    if not pair.columns:
        return {}
    named = {name: {**declared.get(name, {}), "role": "quasi-identifier"} for name in keys}
    known = of_columns({**declared, **named}, pair.columns)
    schema = {"original": known} if known else {}
    columns = list(pair.columns)

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        for table in in_chunks(batches):
            state = state_of(job({"job": "exposure-partial", "threads": 1}, _split(table, columns), schema))
            yield pa.RecordBatch.from_pydict({"state": [state]})

    found = [row["state"] for row in in_tasks(_together(pair), task, "state string").collect()]
    outlines = [
        (what, arrow_schema(frame.select(*[column(name) for name in columns])).empty_table())
        for what, frame in (("original", pair.original), ("masked", pair.masked))
    ]
    tables = [*outlines, ("partial", state_table(found))]
    wanted = job({"job": "exposure-merge"}, tables, schema).result
    masked = pair.masked.select(*[without_codes(pair.masked, name, known) for name in columns])
    classes = [classes_of(masked, names, wanted["holder"] if names in wanted["held"] else "") for names in wanted["classes"]]
    return job({"job": "exposure-merge", "classes": classes}, tables, schema).result


def _unique(
    original: Any, masked: Any, declared: Declared, keys: List[str], counted: Callable[..., Any], pair: Optional[Pair]
) -> Dict[str, Any]:
    """Unique records, or units, and identifiers."""

    def with_role(role: str) -> List[str]:
        both = [name for name in masked.columns if name in original.columns]
        return [name for name in both if declared.get(name, {}).get("role") == role]

    named = [name for name in masked.columns if name in keys and name in original.columns]
    quasi = [name for name in masked.columns if name in named or name in with_role("quasi-identifier")]
    identifiers = with_role("identifier")
    unit = next((name for name in original.columns if declared.get(name, {}).get("role") == "unit" and name not in quasi), None)
    lacks = unit is not None and unit not in masked.columns
    if not quasi and not identifiers and not lacks:
        return {}
    frames = [original, masked]
    if lacks and pair is not None:
        whose = pair.original.select(column(NUMBER).alias(OTHER), column(unit or ""))
        frames[1] = pair.masked.join(whose, column(NUMBER) == column(OTHER)).drop(OTHER, NUMBER)
    read = quasi + ([unit] if unit is not None and quasi and unit in frames[1].columns else [])
    try:
        tables = [(what, _keys(frame, read, counted, unit)) for what, frame in zip(("original", "masked"), frames)]
    except Error as error:
        if error.parameter != "driver_limit":
            raise
        text = "records that are unique on the quasi-identifiers were not counted, since there are too many combinations"
        return {"warnings": [text], "warning_grades": ["note"]}
    members: Dict[str, Any] = {"job": "counted-exposure", "count": COUNT, "lacks-unit": lacks}
    members["identifiers"] = [_identifier(original, masked, one) for one in identifiers]
    if unit is not None and (unit in read or lacks):
        members["unit"] = unit
    return job(members, tables, {what: of_columns(declared, read) for what, _ in tables}).result


def _keys(frame: Any, read: List[str], counted: Callable[..., Any], unit: Optional[str]) -> Any:
    import pyarrow as pa

    if not read:
        return pa.table({COUNT: pa.array([frame.count()], pa.int64())})
    return counted(frame, read, None, unit if unit in read else None)


def _identifier(original: Any, masked: Any, name: str) -> Dict[str, Any]:
    from pyspark.sql import functions as F

    values = [frame.select(column(name).cast("string").alias("value")).where("value is not null") for frame in (original, masked)]
    unique = values[1].groupBy("value").agg(F.count(F.lit(1)).alias("size")).where("size = 1").count()
    shared = not values[1].join(values[0].distinct(), "value", "left_semi").isEmpty()
    return {"column": name, "unique": unique, "shared": shared}
