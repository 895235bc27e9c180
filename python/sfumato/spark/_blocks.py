"""Blocks of near records, for methods that need all records at once: the library gives every record its place in an order of near
records, Spark ranks them, and consecutive ranks become blocks, each of which is masked like a stratum. A sample shows what the
blocks lose."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterator, List

from .._errors import Error
from ._parts import Parts, rows_of
from ._records import NUMBER
from ._session import arrow_schema
from ._sorting import ranked, sums_before
from ._strata import STRATUM_ROWS, outputs
from ._storing import store
from ._supplying import Values, how, in_calls, place
from ._task_errors import in_tasks

BLOCK = "__sfumato_block"
BLOCK_ROWS = 20_000
"""Records of a block where a function is given no other ``block_rows``."""
_KEY = "__sfumato_key"
_BLANK = 2**63 - 1  # of records that miss every column
_START = "__sfumato_start"
_CHUNK = "__sfumato_chunk"


@how("order")
def order(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """Cuts the order of near records into pieces, which the library joins to blocks; their sizes and least numbers go there."""
    import pyarrow as pa
    from pyspark.sql import functions as F

    facts = plan["facts"]
    keys = store(_keys(before, parts))
    known = keys.agg(F.count(F.lit(1)).alias("rows"), F.count(F.when(F.col(_KEY) < _BLANK, 1)).alias("known")).first()
    rows = known["known"] or known["rows"]  # records without any value are behind the others, in the last block
    count = max(1, -(-rows // facts["block_rows"]))
    # Exact below 2**53: a quotient of such whole numbers is not rounded up to the next one.
    cut = F.least(F.floor(F.col(_START) * count / F.lit(max(1, rows))), F.lit(count - 1))
    if facts["equal"]:  # records with one key have one block
        sizes = keys.groupBy(_KEY).agg(F.count(F.lit(1)).alias(_CHUNK))
        starts = sums_before(sizes, [_KEY], {_START: _CHUNK}).select(_KEY, _START)
        placed = keys.join(starts, _KEY)
    else:
        placed = ranked(keys, [_KEY, NUMBER], _START, rows=int(known["rows"]))
    made = store(placed.select(NUMBER, cut.cast("int").alias(BLOCK)))
    sizes = {row[BLOCK]: row["rows"] for row in made.groupBy(BLOCK).agg(F.count(F.lit(1)).alias("rows")).collect()}
    pieces = parts.supplied(arrow_schema(before).empty_table(), {"pieces": [sizes.get(piece, 0) for piece in range(count)]})
    names: List[str] = pa.table(pieces.outputs[0]).column(BLOCK).to_pylist()
    texts = F.element_at(F.split(F.lit(",".join(names)), ","), F.col(BLOCK) + 1)
    blocks = store(made.select(NUMBER, texts.alias(BLOCK)))
    found = blocks.groupBy(BLOCK).agg(F.count(F.lit(1)).alias("rows"), F.min(place()).alias("first")).collect()
    made.unpersist()
    keys.unpersist()
    largest = max((row["rows"] for row in found), default=0)
    if largest > STRATUM_ROWS:
        raise Error(
            f"{largest:,} records are equal, and one task takes at most {STRATUM_ROWS:,}",
            "columns",
            "protect columns with more values",
        )
    parts.blocks = blocks
    tally = [[row[BLOCK], row["rows"], row["first"] ^ -(2**63)] for row in found]
    return Values([], [json.dumps(tally)], [blocks])


def _keys(before: Any, parts: Parts) -> Any:
    import pyarrow as pa

    schema = pa.schema([(NUMBER, pa.int64()), (_KEY, pa.int64())])

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        for table in rows_of(batches):
            made = pa.table(parts.supplied(table).outputs[0])
            columns = [made.column(name).cast(pa.int64()) for name in (NUMBER, _KEY)]
            yield from pa.table(columns, schema=schema).to_batches(max_chunksize=1 << 16)

    return in_tasks(before, task, f"{NUMBER} bigint, {_KEY} bigint")


@how("sample")
def sample(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """Some records, chosen by a hash of their numbers, in one task."""
    from pyspark.sql import functions as F

    wanted = plan["facts"]["records"]
    rows = parts.blocks.count()
    share = min(2**32, int(2**32 * wanted / max(1, rows)))
    hashed = F.xxhash64(F.col(NUMBER), F.lit("sample")).bitwiseAND(F.lit(2**32 - 1))
    some = before.where(hashed < F.lit(share)).withColumn(_CHUNK, F.lit(0)).repartition(1)
    found = in_calls(some, parts, outputs(before, parts), _CHUNK)
    for frame in found.kept:
        frame.unpersist()
    return Values([], found.tallies, [])


@how("blocks")
def blocks(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """Every block in one call."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import StringType, StructField

    whole = before.join(parts.blocks, NUMBER).withColumn(_CHUNK, F.col(BLOCK))
    tasks = int(before.sparkSession.conf.get("spark.sql.shuffle.partitions"))
    frame = whole.repartition(max(1, min(tasks, plan["facts"]["blocks"])), F.col(_CHUNK)).sortWithinPartitions(_CHUNK)
    fields: List[Any] = _fields(before, parts, StructField(BLOCK, StringType(), True))
    return in_calls(frame, parts, fields, _CHUNK, rows=1)


def _fields(before: Any, parts: Parts, block: Any) -> List[Any]:
    import pyarrow as pa

    from ._session import spark_schema

    none = before.limit(0).toArrow()
    empty = pa.table(parts.supplied(none.append_column(BLOCK, pa.array([], pa.string()))).outputs[0])
    return [block if field.name == BLOCK else field for field in spark_schema(empty.schema)[1].fields]
