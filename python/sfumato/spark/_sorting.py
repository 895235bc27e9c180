"""Ranks over all partitions, and what counts and cuts need them. The order is that of the library: zero has one sign, numbers
of records have 64 bits without sign. Cut points are chosen here and fixed in the plan, so that ranks are exact for any
partitions, and a task that runs again gives the same ones."""

from __future__ import annotations

from typing import Any, Iterator, List, Mapping, Optional, Sequence, Tuple

from .._errors import Error
from ._columns import column
from ._records import NUMBER

RANK = "__sfumato_rank"
CHUNK = "__sfumato_chunk"
_BUCKET = "__sfumato_bucket"
_ROWS = 1 << 18  # of a bucket, about
_MOST_BUCKETS = 1 << 14
_SAMPLES = 32  # rows for each bucket that the driver chooses cut points from
_INTEGERS = ("byte", "short", "integer", "long", "tinyint", "smallint", "int", "bigint")


def present(frame: Any, *names: str) -> Any:
    """The rows that miss none of these columns; what is not a number is missing."""
    from pyspark.sql import functions as F

    for name in names:
        frame = frame.where(column(name).isNotNull())
        if _kind(frame, name) in ("double", "float"):
            frame = frame.where(~F.isnan(column(name)))
    return frame


def ranked(frame: Any, by: Sequence[str], into: str = RANK, *, rows: Optional[int] = None, bucket_rows: int = _ROWS) -> Any:
    """The frame with the rank of every row, from 0, in ascending order of columns that are different in all rows together
    and miss no value: typically a value and NUMBER, which makes equal values different.

    The frame is read three times (twice where the caller knows how many rows it has) before the result is computed: persist
    it where that is slow. Up to 2**19 rows of `by` go to the driver.
    """
    from pyspark.sql import functions as F

    return _cumulated(frame, by, {into: F.lit(1)}, rows, bucket_rows)


def sums_before(
    frame: Any, by: Sequence[str], sums: Mapping[str, str], *, rows: Optional[int] = None, bucket_rows: int = _ROWS
) -> Any:
    """The frame with new columns: for a pair of names, the sum of the second one (whole numbers) over all rows before this
    one, in ascending order of columns that are different in all rows together."""
    return _cumulated(frame, by, {into: column(name) for into, name in sums.items()}, rows, bucket_rows)


def distinct_counts(first: Any, second: Any, value: str = "value", *, bucket_rows: int = _ROWS) -> Any:
    """Every distinct value of two frames with one column (`value`) each, once: how often the frames have it, `first` and
    `second`, and how many smaller values they have, `first_below` and `second_below`. Missing values are left out.

    So at most as large as v are second_below + second values of the second frame. Equal values are one row, however many
    there are, and sums over records are sums over these rows with their counts.
    """
    from pyspark.sql import functions as F

    def sides(frame: Any, one: int) -> Any:
        known = present(frame.select(column(frame.columns[0]).alias(value)), value)
        return known.select(_key(known, value).alias(value), F.lit(one).alias("first"), F.lit(1 - one).alias("second"))

    both = sides(first, 1).unionByName(sides(second, 0))
    counts = both.groupBy(column(value)).agg(
        F.sum("first").cast("long").alias("first"), F.sum("second").cast("long").alias("second")
    )
    return sums_before(counts, [value], {"first_below": "first", "second_below": "second"}, bucket_rows=bucket_rows)


def with_counts_below(
    frame: Any, name: str, other: Any, below: str = "below", at_most: str = "at_most", *, bucket_rows: int = _ROWS
) -> Any:
    """The rows of a frame that have a value in column `name`, with the numbers of values of `other` (a frame with one column)
    that are smaller, and that are at most as large."""
    from pyspark.sql import functions as F

    value, places = "__sfumato_value", ["__sfumato_below", "__sfumato_at_most"]
    counts = distinct_counts(frame.select(column(name)), other, value, bucket_rows=bucket_rows).where(F.col("first") > 0)
    counts = counts.select(
        value, "first", F.col("second_below").alias(places[0]), (F.col("second_below") + F.col("second")).alias(places[1])
    )
    known = present(frame, name)
    known = known.withColumn(value, _key(known, name))
    # Very frequent values, of which there are few, go to the rows: a join by value would gather the rows in one task.
    frequent = counts.where(F.col("first") > bucket_rows).drop("first")
    rare = counts.where(F.col("first") <= bucket_rows).drop("first")
    joined = known.join(F.broadcast(frequent), value, "left")
    found = joined.where(F.col(places[0]).isNotNull())
    rest = joined.where(F.col(places[0]).isNull()).drop(*places).join(rare, value)
    chosen = [column(one) for one in frame.columns] + [
        F.col(place).alias(made) for place, made in zip(places, (below, at_most))
    ]
    return found.select(*chosen).unionByName(rest.select(*chosen))


def in_chunks_of_ranks(frame: Any, starts: Sequence[int], rank: str = RANK, into: str = CHUNK) -> Any:
    """The frame with the chunk of every row, in partitions that hold whole chunks in the order of the ranks. Chunk i has the
    ranks from starts[i] on (starts[0] is 0) to the next start; a partition may have several chunks, or none."""
    from pyspark.sql import functions as F

    if not starts or starts[0] != 0 or any(a >= b for a, b in zip(starts, starts[1:])):
        raise ValueError("starts of chunks must ascend from 0")
    chunk = _places([column(rank)], [[int(start)] for start in starts[1:]], ["bigint"])
    made = frame.withColumn(into, chunk)
    return made.repartition(min(len(starts), _tasks(frame, len(starts))), F.col(into)).sortWithinPartitions(into, rank)


def tables_of_chunks(batches: Iterator[Any], chunk: str = CHUNK) -> Iterator[Tuple[int, Any]]:
    """Inside of a task: every chunk of the partition with its table of Arrow, in the order in which they come."""
    import pyarrow as pa
    import pyarrow.compute as pc

    held: List[Any] = []
    current: Optional[int] = None
    for batch in batches:
        begin = 0
        while begin < batch.num_rows:
            rest = batch.slice(begin)
            own = rest.column(rest.schema.get_field_index(chunk))
            first = own[0].as_py()
            size = int(pc.sum(pc.equal(own, first)).as_py())  # equal ones stand together
            if held and first != current:
                yield int(current or 0), pa.Table.from_batches(held)
                held = []
            current = first
            held.append(rest.slice(0, size))
            begin += size
    if held:
        yield int(current or 0), pa.Table.from_batches(held)


def even_starts(rows: int, most: int = _ROWS) -> List[int]:
    """Starts of chunks of at most so many ranks."""
    return list(range(0, rows, most)) or [0]


def _cumulated(frame: Any, by: Sequence[str], sums: Mapping[str, Any], rows: Optional[int], bucket_rows: int) -> Any:
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    keys = [f"__sfumato_key{place}" for place in range(len(by))]
    weights = [f"__sfumato_weight{place}" for place in range(len(sums))]
    names = list(frame.columns)
    made = frame.select(
        "*",
        *[_key(frame, name).alias(key) for name, key in zip(by, keys)],
        *[weight.cast("long").alias(name) for weight, name in zip(sums.values(), weights)],
    )
    count = int(made.count()) if rows is None else rows
    cuts = _cut_points(made.select(*keys), count, bucket_rows)
    made = made.withColumn(_BUCKET, _places([F.col(key) for key in keys], cuts, [_stored(made, key) for key in keys]))
    before = [F.lit(0)] * len(sums)
    if cuts:
        totals = made.groupBy(_BUCKET).agg(*[F.sum(name).alias(name) for name in weights]).collect()
        before = [_before(totals, name, len(cuts) + 1) for name in weights]
    spread = made.repartition(min(len(cuts) + 1, _tasks(frame, len(cuts) + 1)), F.col(_BUCKET))
    earlier = Window.partitionBy(_BUCKET).orderBy(*keys).rowsBetween(Window.unboundedPreceding, -1)
    found = [
        (offset + F.coalesce(F.sum(weight).over(earlier), F.lit(0))).cast("long").alias(into)
        for offset, weight, into in zip(before, weights, sums)
    ]
    return spread.select(*[column(name) for name in names], *found)


def _before(totals: Sequence[Any], name: str, buckets: int) -> Any:
    """What all buckets before that of a row have together."""
    own = {row[_BUCKET]: row[name] for row in totals}
    starts, start = [], 0
    for bucket in range(buckets):
        starts.append(start)
        start += own.get(bucket, 0)
    from pyspark.sql import functions as F

    return F.element_at(_array(starts, "bigint"), F.col(_BUCKET) + 1)


def _cut_points(keys: Any, rows: int, bucket_rows: int) -> List[List[Any]]:
    """Keys that begin the second bucket, the third and so on: rows whose hash is small, the same for any partitions."""
    from pyspark.sql import functions as F

    buckets = min(-(-rows // bucket_rows), _MOST_BUCKETS)
    if buckets <= 1:
        return []
    share = _SAMPLES * buckets / rows
    limit = min(int(share * 2**32), 2**32)
    hashed = F.xxhash64(*keys.columns).bitwiseAND(F.lit(2**32 - 1))
    sample = keys.where(hashed < F.lit(limit)).toArrow()
    found = sorted(set(zip(*[one.to_pylist() for one in sample.columns])))
    places = [len(found) * bucket // buckets for bucket in range(1, buckets)]
    return [list(found[place]) for place in sorted(set(places)) if place < len(found)]


def _places(keys: Sequence[Any], cuts: Sequence[Sequence[Any]], types: Sequence[str]) -> Any:
    """How many cut points are at most as large as the keys of a row: a binary search, from the largest step down."""
    from pyspark.sql import functions as F

    if not cuts:
        return F.lit(0)
    arrays = [_array([cut[place] for cut in cuts], type) for place, type in enumerate(types)]

    def reached(place: Any) -> Any:
        known = F.lit(True)
        for key, array in reversed(list(zip(keys, arrays))):
            cut = F.element_at(array, place)
            known = (cut < key) | ((cut == key) & known)
        return known

    def further(place: Any, step: Any) -> Any:
        return F.when((place + step <= len(cuts)) & reached(F.least(place + step, F.lit(len(cuts)))), place + step).otherwise(
            place
        )

    steps = [1 << bit for bit in reversed(range(len(cuts).bit_length()))]
    return F.aggregate(F.array(*[F.lit(step) for step in steps]), F.lit(0), further)


def _array(values: Sequence[Any], type: str) -> Any:
    """Values as a constant of the plan, which Spark folds once."""
    from pyspark.sql import functions as F

    texts = ",".join(repr(float(value)) if type == "double" else str(int(value)) for value in values)
    return F.split(F.lit(texts), ",").cast(f"array<{type}>")


def _tasks(frame: Any, most: int) -> int:
    """Into how many partitions so many buckets go."""
    wanted = int(frame.sparkSession.conf.get("spark.sql.shuffle.partitions"))
    return max(1, min(most, max(wanted, most // 4)))


def _kind(frame: Any, name: str) -> str:
    return str(frame.schema[name].dataType.typeName())


def _stored(frame: Any, name: str) -> str:
    return "double" if _kind(frame, name) == "double" else "bigint"


def _key(frame: Any, name: str) -> Any:
    """A column as it is compared: a double without a negative zero, or 64 bits with a sign."""
    from pyspark.sql import functions as F

    kind, one = _kind(frame, name), column(name)
    if name == NUMBER:
        return one.bitwiseXOR(F.lit(-(2**63)))
    if kind in ("double", "float"):
        one = one.cast("double")
        return F.when(one == 0.0, F.lit(0.0)).otherwise(one)
    if kind in _INTEGERS:
        return one.cast("long")
    if kind == "date":
        return F.unix_date(one).cast("long")
    raise Error(f"column '{name}' of type {kind} has no order of numbers", None, "cast it to a number or a date")
