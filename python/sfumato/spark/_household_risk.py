"""Risks of households: the driver has the risk of each class of keys, Spark brings the members of households together,
and the library sums over whole households. The sums are exact, so that the partitions do not matter."""

from __future__ import annotations

from typing import Any, Iterator, List

from .._errors import Error
from ._columns import column
from ._counting import COUNT, Declared, arrow_schema, cast, counts_of, in_chunks, job
from ._parts import state_of
from ._task_errors import in_tasks

_RISK = "sfumato_risk"
_ROWS = ["household", "risk", "count"]


def household_states(
    frame: Any, household: str, keys: List[str], rows: Any, risks: Any, threshold: float, declared: Declared
) -> List[str]:
    """What parts of the households add to the sums. `rows` are the distinct keys, each with its place in `risks`."""
    import pyarrow as pa
    from pyspark.sql import functions as F

    members = counts_of(frame, keys + [name for name in [household] if name not in keys], declared)
    known = frame.select(*[column(name) for name in keys])
    places = [f"sfumato_key_{place}" for place in range(len(keys))]
    links = cast(rows, arrow_schema(known)).rename_columns(places)
    links = frame.sparkSession.createDataFrame(links.append_column(_RISK, pa.chunked_array([risks])))
    for place, field in zip(places, known.schema.fields):
        links = links.withColumn(place, column(place).cast(field.dataType))
    same = [column(name).eqNullSafe(column(place)) for name, place in zip(keys, places)]
    joined = members.join(links, same, "left").select(
        column(household).alias(_ROWS[0]), column(_RISK).alias(_ROWS[1]), column(COUNT).alias(_ROWS[2])
    )
    alone = joined.where(F.col("household").isNull())  # each is a household by itself
    together = joined.where(F.col("household").isNotNull()).repartition("household").sortWithinPartitions("household")
    task = _task(threshold)
    parts = [in_tasks(some, task, "state string").collect() for some in (alone, together)]
    return [row["state"] for part in parts for row in part]


def _task(threshold: float) -> Any:
    """A function from members in the order of their households to the sums of whole households."""

    def state(table: Any) -> Any:
        import pyarrow as pa

        if table.column("risk").null_count:
            raise Error("a record has keys that were not counted", None, "write the DataFrame to a file first", "failed", 3)
        members = {"job": "household-partial", "threshold": threshold, "threads": 1}
        return pa.RecordBatch.from_pydict({"state": [state_of(job(members, [("records", table)], {}))]})

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa
        import pyarrow.compute as pc

        held: Any = None
        for table in in_chunks(batches):
            table = table if held is None else pa.concat_tables([held, table])
            last = table.column("household")[table.num_rows - 1]
            whole = table.num_rows
            if last.is_valid:
                whole = pc.sum(pc.not_equal(table.column("household"), last)).as_py()
            held = table.slice(whole)
            if whole:
                yield state(table.slice(0, whole))
        if held is not None and held.num_rows:
            yield state(held)

    return task
