"""Linkage of records on Spark: the records that are searched for go to every part, each part finds the nearest of its own, and
the nearest of all parts are those of all records."""

from __future__ import annotations

from typing import Any, Iterator, List, Mapping, Sequence

from ._columns import column
from ._counting import batches_of, first_table, in_chunks
from ._pair_work import Work
from ._parts import table_bytes
from ._records import NUMBER
from ._sorting import present, ranked, sums_before
from ._task_errors import in_tasks

_FOUND = "query long, linkage long, squared double, count long, second double, second_count long"



def queries_of(work: Work, records: Any, search: Mapping[str, Any]) -> Any:
    """The records that are searched for, in the order of their numbers."""
    import pyarrow as pa
    from pyspark.sql import functions as F

    if not search["ranks"]:
        records = present(records, *[name for name in records.columns if name[0] in "xy"])
    if search["places"] is not None:
        place = "__sfumato_place"
        wanted = records.sparkSession.createDataFrame(
            pa.table({place: pa.array(search["places"], pa.int64())})
        )
        records = ranked(records, [NUMBER], place, rows=search["of"]).join(F.broadcast(wanted), place).drop(place)
    return records.orderBy(column(NUMBER).bitwiseXOR(F.lit(-(2**63)))).toArrow()  # numbers have no sign


def found_by(work: Work, records: Any, queries: Any, number: int, search: Mapping[str, Any]) -> Any:
    import pyarrow as pa

    shared = records.sparkSession.sparkContext.broadcast(table_bytes(queries))
    schema = pa.schema(
        [("query", pa.int64()), ("linkage", pa.int64()), ("squared", pa.float64()), ("count", pa.int64()),
         ("second", pa.float64()), ("second_count", pa.int64())]
    )  # fmt: skip
    state = work.state

    def merged(tables: List[Any]) -> Any:
        rows = pa.concat_tables(tables)
        return work.rows("found", rows, largest=search["largest"]).cast(schema) if len(tables) > 1 else rows

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        work.state = state
        asked = pa.ipc.open_stream(shared.value).read_all()
        held: List[Any] = []
        for table in in_chunks(batches):
            answer = work.job("pair-search", [("queries", asked), ("records", table)], outlines=True, search=number)
            held.append(first_table(answer).cast(schema))
            if len(held) == 8:
                held = [merged(held)]
        if held:
            yield from batches_of(merged(held))

    def again(batches: Iterator[Any]) -> Iterator[Any]:
        work.state = state
        tables = list(in_chunks(batches))
        if tables:
            yield from batches_of(merged(tables + [schema.empty_table()]))

    parts = in_tasks(records, task, _FOUND).repartition(max(1, min(64, -(-queries.num_rows // (1 << 14)))), "query")
    return in_tasks(parts, again, _FOUND).toArrow().cast(schema)


def order_at(work: Work, ranks: Any, places: Sequence[int]) -> Any:
    """Twice the changes of rank at these places of their order."""
    import pyarrow as pa
    from pyspark.sql import functions as F

    state = work.state

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        work.state = state
        for table in in_chunks(batches):
            yield from batches_of(work.rows("distances", table).cast(pa.schema([("twice", pa.int64())])))

    counts = in_tasks(ranks, task, "twice long").groupBy("twice").agg(F.count(F.lit(1)).alias("count"))
    placed = sums_before(counts, ["twice"], {"below": "count"}, rows=ranks.count())
    return placed.where(" or ".join(f"(below <= {place} and below + count > {place})" for place in places)).toArrow()
