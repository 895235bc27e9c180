"""Distinct combinations of values with their counts. Each task counts its records with the library, Spark adds up the
counts of equal combinations, and how many there are is known before they are collected on the driver."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

from .._errors import Error
from .._frames import source
from .._library import Answer, run
from .._schema import Schema, declarations
from ._columns import column
from ._session import arrow_fields
from ._task_errors import in_tasks

DRIVER_LIMIT = 20_000_000
"""Rows that the driver takes where a function is given no other ``driver_limit``."""
COUNT = "sfumato_count"
PREFIX = "sfumato_weight"
_ROWS_AT_ONCE = 1 << 18  # of a task, which are counted together
_DIGITS = [f"{PREFIX}_{place}" for place in (*range(5), "unfit")]

Declared = Dict[str, Dict[str, Any]]


def plain_names(columns: Sequence[str]) -> List[str]:
    """Names for columns inside of tasks, where Spark takes no dots and no backquotes."""
    return [f"c{place}" for place in range(len(columns))]


def arrow_schema(frame: Any) -> Any:
    """The columns of a frame as Arrow's types, as the batches of tasks have them."""
    return arrow_fields(frame.schema, frame.sparkSession)


def empty_table(frame: Any) -> Any:
    """A table of pyarrow with the columns of the frame and no rows: what columns mean is known without records."""
    return arrow_schema(frame).empty_table()


def check_declared(frame: Any, declared: Declared, what: str) -> None:
    """What is wrong with a schema is an error, also of columns that nothing reads."""
    if declared:
        named = [name for name in frame.columns if name in declared]
        table = empty_table(frame if len(named) < len(declared) else frame.select(*[column(name) for name in named]))
        members = {"job": "inspect", "report": False, "schema": {"original": plain_hierarchies(declared)}}
        run(members, [("original", source(table, what))], False)


def plain_hierarchies(entries: Declared) -> Declared:
    """Declarations whose hierarchies are lists of rows."""
    beside: List[Any] = []
    made = declarations(Schema(columns=entries), beside)
    if beside:
        raise Error("a hierarchy must be a list of rows on Spark, not a frame", "schema")
    return made


def of_columns(declared: Declared, columns: Iterable[str]) -> Declared:
    wanted = set(columns)
    return {name: entry for name, entry in declared.items() if name in wanted}


def job(members: Mapping[str, Any], tables: Sequence[Tuple[str, Any]], declared: Mapping[str, Any]) -> Answer:
    """Runs a job on tables of pyarrow; `declared` is what columns mean, by the name of the table."""
    request: Dict[str, Any] = {"report": False, **members}
    schemas = {name: entry for name, entry in declared.items() if entry}
    if schemas:
        request["schema"] = schemas
    return run(request, [(name, source(table, name)) for name, table in tables], False)


def first_table(answer: Answer) -> Any:
    import pyarrow as pa

    return pa.table(answer.outputs[0])


def in_chunks(batches: Iterable[Any], rows: int = _ROWS_AT_ONCE) -> Iterator[Any]:
    """Record batches as tables of about so many rows."""
    import pyarrow as pa

    waiting: List[Any] = []
    held = 0
    for batch in batches:
        if batch.num_rows == 0:
            continue
        waiting.append(batch)
        held += batch.num_rows
        if held >= rows:
            yield pa.Table.from_batches(waiting)
            waiting, held = [], 0
    if waiting:
        yield pa.Table.from_batches(waiting)


def cast(table: Any, schema: Any) -> Any:
    """The table with exactly the types that Spark expects."""
    return table.select(schema.names).cast(schema)


def batches_of(table: Any) -> Iterator[Any]:
    yield from table.combine_chunks().to_batches()


def reduced(
    chunks: Iterable[Any], first: Callable[[Any], Any], again: Callable[[Any], Any], most: int = 4 * _ROWS_AT_ONCE
) -> Iterator[Any]:
    """Each chunk reduced, and what it was reduced to merged: rows that stay many are passed on as they are."""
    import pyarrow as pa

    parts: List[Any] = []
    held = 0
    for chunk in chunks:
        parts.append(first(chunk))
        held += parts[-1].num_rows
        if held <= most or len(parts) == 1:
            continue
        merged = again(pa.concat_tables(parts))
        parts, held = [merged], merged.num_rows
        if held > most // 2:
            yield merged
            parts, held = [], 0
    if len(parts) > 1:
        yield again(pa.concat_tables(parts))
    elif parts:
        yield parts[0]


def _counter(
    taken: Sequence[str], columns: Sequence[str], weight: Optional[str], declared: Declared, schema: Any
) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """What a task does with its record batches."""
    members: Dict[str, Any] = {
        "job": "count-keys", "columns": list(columns), "into": COUNT, "prefix": PREFIX, "threads": 1
    }  # fmt: skip
    if weight is not None:
        members["weight"] = weight

    def counted(table: Any, **more: Any) -> Any:
        return cast(first_table(job({**members, **more}, [("original", table)], {"original": declared})), schema)

    made = plain_names(columns) + schema.names[len(columns) :]

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        chunks = (table.rename_columns(list(taken)) for table in in_chunks(batches))
        for table in reduced(chunks, counted, lambda rows: counted(rows, count=COUNT)):
            yield from batches_of(table.rename_columns(made))

    return task


def counts_of(frame: Any, columns: Sequence[str], declared: Declared, weight: Optional[str] = None) -> Any:
    """A DataFrame of the distinct combinations with their counts and, of weights, the digits of their sums."""
    import pyarrow as pa
    from pyspark.sql import functions
    from pyspark.sql.types import LongType, StructField, StructType

    for name in (COUNT, *_DIGITS):
        if name in columns:
            raise Error(f"column {name!r} has a name that sfumato uses itself", None, "rename the column")
    taken = list(columns) + ([weight] if weight is not None and weight not in columns else [])
    chosen = frame.select(*[column(name) for name in taken])
    sums = [COUNT, *(_DIGITS if weight is not None else [])]
    plain = plain_names(columns)
    fields = [StructField(name, field.dataType, True) for name, field in zip(plain, chosen.schema.fields)]
    schema = StructType(fields + [StructField(name, LongType(), True) for name in sums])
    arrow = arrow_schema(chosen.select(*[column(name) for name in columns]))
    for name in sums:
        arrow = arrow.append(pa.field(name, pa.int64()))
    task = _counter(taken, columns, weight, of_columns(declared, taken), arrow)
    parts = in_tasks(chosen.toDF(*plain_names(taken)), task, schema)
    added = [functions.sum(column(name)).alias(name) for name in sums]
    return parts.groupBy(*plain).agg(*added).toDF(*columns, *sums)


def collected(frame: Any, driver_limit: int, what: str, also: Any = None) -> Any:
    """The rows as a table of pyarrow, after it is known that they are not too many. `also` is a column to sum of rows that
    become several on the driver."""
    from pyspark import StorageLevel
    from pyspark.sql import functions

    if isinstance(driver_limit, bool) or not isinstance(driver_limit, int) or driver_limit < 1:
        raise Error("driver_limit must be a whole number from 1 on", "driver_limit")
    kept = frame.persist(StorageLevel.MEMORY_AND_DISK)
    try:
        wanted = [functions.count(functions.lit(1)).alias("rows")]
        if also is not None:
            wanted.append(functions.coalesce(functions.sum(also), functions.lit(0)).alias("more"))
        found = kept.agg(*wanted).collect()[0]
        rows = int(found["rows"]) + (int(found["more"]) if also is not None else 0)
        if rows > driver_limit:
            raise Error(
                f"there are {rows:,} {what}, and the driver takes at most {driver_limit:,}",
                "driver_limit",
                "name fewer columns or columns with fewer values, or raise driver_limit if the driver has the memory",
            )
        return kept.toArrow()
    finally:
        kept.unpersist()


def counted(
    frame: Any,
    columns: Sequence[str],
    declared: Declared,
    driver_limit: int,
    *,
    weight: Optional[str] = None,
    unit: Optional[str] = None,
) -> Any:
    """The distinct combinations in ascending order with their counts and the sums of weights, on the driver."""
    from pyspark.sql import functions

    also = None
    if unit is not None and unit in columns:  # each record without a unit is one by itself
        also = functions.when(column(unit).isNull(), column(COUNT) - 1)
    rows = collected(counts_of(frame, columns, declared, weight), driver_limit, "distinct combinations of keys", also)
    members: Dict[str, Any] = {
        "job": "count-keys", "columns": list(columns), "count": COUNT, "into": COUNT, "prefix": PREFIX, "finish": True
    }  # fmt: skip
    if weight is not None:
        members["weight"] = weight
    return first_table(job(members, [("original", rows)], {"original": of_columns(declared, columns)}))
