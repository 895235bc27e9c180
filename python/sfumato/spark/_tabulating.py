"""Tables of cells from records on Spark: each task tallies its records, Spark brings tallies of equal codes together, and the
driver makes the table of them, to the last digit that of one machine."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Union

from .._arguments import Columns, listed
from .._building import Request
from .._errors import Error
from .._frames import source
from .._progress import Show
from .._schema import Schema, SchemaLike
from ..tables import Tabulation, _crossings
from ._columns import column
from ._counting import (
    DRIVER_LIMIT, Declared, arrow_schema, batches_of, cast, check_declared, collected, empty_table,
    first_table, in_chunks, job, of_columns, plain_names, reduced,
)  # fmt: skip
from ._session import require_frame
from ._task_errors import errors_of_tasks, in_tasks

TALLIES = "sfumato_tallies"


@errors_of_tasks()
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
    driver_limit: int = DRIVER_LIMIT,
    progress: Show = None,
) -> Tabulation:
    """Makes a table with all its margins from records of a DataFrame of Spark.

    Sums, counts and largest contributions are exact and do not depend on the partitions. Records are numbered in the order of
    the partitions. The result is checked, suppressed and audited as that of ``sfumato.tabulate``.

    Args:
        data: the records, a DataFrame of Spark.
        by, sum, mean, …: as for ``sfumato.tabulate``.
        driver_limit: the most rows of tallies that are collected on the driver: one for each combination of codes that occurs
            and, with ``holding``, for each holding in it.
    """
    require_frame(data, "data")
    declared = {} if schema is None else Schema.of(schema).to_dict()
    check_declared(data, declared, "data")
    made = Request("tabulate", threads=threads)
    made.members["by"] = _crossings(by, list(data.columns))
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
    if hierarchies is not None:
        made.members["hierarchy"] = hierarchies
    codes = _codes(by, holding)
    amounts = [*_names(sum), *_names(mean)]
    amounts += [name for name in (weight, shadow, request) if name is not None]
    if cost is not None and cost not in ("value", "frequency", "unity"):
        amounts.append(cost)
    identifiers = [] if record_key is None else [record_key]
    named = [*codes, *amounts, *identifiers]
    taken = [name for name in data.columns if name in named]
    chosen = data.select(*[column(name) for name in taken]) if len(taken) == len(set(map(str, named))) else data
    own = of_columns(declared, taken)
    members = {name: value for name, value in made.members.items() if name not in ("report", "threads")}
    _check(members, chosen, own)
    rows = collected(_tallies(chosen, codes, members, own), driver_limit, "rows of tallies")
    made.members["stage"] = "finish"
    if key is not None and record_key is not None:
        made.members["repeated-keys"] = _repeated(chosen, record_key)
    made.inputs.append(("records", source(rows, "data")))
    entries = of_columns(own, codes)
    if entries:
        made.members["schema"] = {"records": entries}
    answer = made.run(progress)
    return Tabulation(answer.result, made.members, None)


def _names(given: Any) -> List[str]:
    found = listed(given)
    return [] if found is None else [str(name) for name in found]


def _codes(by: Any, holding: Optional[str]) -> List[str]:
    """The crossed columns in the order in which they are named first, and that of holdings."""
    tables = [by] if isinstance(by, str) else list(by)
    columns: List[str] = []
    for one in tables:
        for name in [one] if isinstance(one, str) else one:
            if name not in columns:
                columns.append(str(name))
    return columns + ([holding] if holding is not None and holding not in columns else [])


def _check(members: Mapping[str, Any], frame: Any, declared: Declared) -> None:
    """Errors that need no records are found before any task starts."""
    job({**members, "stage": "part"}, [("records", empty_table(frame))], {"records": declared})


def _first_rows(frame: Any) -> Dict[int, int]:
    """The number of the first record of each partition."""
    from pyspark.sql import functions

    counts = frame.groupBy(functions.spark_partition_id().alias("part")).count().collect()
    first, rows = {}, 0
    for one in sorted(counts, key=lambda row: int(row["part"])):
        first[int(one["part"])] = rows
        rows += int(one["count"])
    return first


def _repeated(frame: Any, record_key: str) -> int:
    """Records with the identifier of an earlier one."""
    from pyspark.sql import functions as F

    one = column(record_key)
    found = frame.agg(F.count(one).alias("records"), F.countDistinct(one).alias("different")).first()
    return int(found["records"] - found["different"])


def _tallier(
    members: Mapping[str, Any], declared: Declared, names: Sequence[str], schema: Any, first: Optional[Mapping[int, int]]
) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """What a task does with records or, without numbers of first records, with rows of tallies."""

    def tallied(table: Any, **more: Any) -> Any:
        known = of_columns(declared, table.column_names)
        answer = job({**members, "threads": 1, **more}, [("records", table)], {"records": known})
        return cast(first_table(answer), schema)

    def merged(table: Any) -> Any:
        return tallied(table, stage="merge")

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        from pyspark import TaskContext

        chunks = (table.rename_columns(list(names)) for table in in_chunks(batches))
        if first is None:
            parts = reduced(chunks, merged, merged)
        else:
            context = TaskContext.get()
            next_row = [first.get(context.partitionId() if context is not None else 0, 0)]

            def tallies(table: Any) -> Any:
                row = next_row[0]
                next_row[0] += table.num_rows
                return tallied(table, stage="part", **{"first-row": row})

            parts = reduced(chunks, tallies, merged)
        for table in parts:
            yield from batches_of(table.rename_columns(plain_names(schema.names)))

    return task


def _tallies(frame: Any, codes: Sequence[str], members: Mapping[str, Any], declared: Declared) -> Any:
    """A DataFrame with one row of tallies for each combination of codes and holding."""
    import pyarrow as pa
    from pyspark.sql.types import StringType, StructField, StructType

    if TALLIES in frame.columns:
        raise Error(f"column {TALLIES!r} has a name that sfumato uses itself", None, "rename the column")
    of_codes = frame.select(*[column(name) for name in codes])
    arrow = arrow_schema(of_codes).append(pa.field(TALLIES, pa.string()))
    plain = plain_names(arrow.names)
    types = [one.dataType for one in of_codes.schema.fields] + [StringType()]
    schema = StructType([StructField(name, one, True) for name, one in zip(plain, types)])
    task = _tallier(members, declared, frame.columns, arrow, _first_rows(frame))
    parts = in_tasks(frame.toDF(*plain_names(frame.columns)), task, schema)
    together = parts.repartition(*plain[:-1])
    return in_tasks(together, _tallier(members, declared, arrow.names, arrow, None), schema).toDF(*arrow.names)
