"""Ranks and cumulative counts over all partitions, against sorting in memory."""

import random

import pytest

from sfumato.spark import _sorting
from sfumato.spark._records import NUMBER
from sfumato.spark._sorting import RANK

WORDS = 2**63


def rows_of(draw, count, kind):
    values = {
        "ties": lambda: draw.choice([0.0, -0.0, 1.5, -2.0, 1e300, float("inf"), float("-inf")]),
        "skew": lambda: 7.0 if draw.random() < 0.95 else draw.lognormvariate(0, 5),
        "equal": lambda: 3.0,
        "all": lambda: draw.gauss(0, 1),
    }[kind]
    numbers = [draw.randrange(-WORDS, WORDS) for _ in range(count)]
    return [(values(), number) for number in numbers]


def unsigned(number):
    return number % 2**64


def framed(spark, rows, schema, partitions):
    return spark.createDataFrame(spark.sparkContext.parallelize(rows, partitions), schema)


@pytest.mark.parametrize("kind, count, partitions", [
    ("ties", 900, 1), ("skew", 900, 7), ("equal", 700, 4), ("all", 900, 7), ("ties", 1, 1), ("all", 0, 4),
])  # fmt: skip
def test_ranks_are_those_of_a_sort(spark, kind, count, partitions):
    rows = rows_of(random.Random(count + partitions), count, kind)
    frame = framed(spark, rows, f"value double, {NUMBER} long", partitions)
    ordered = sorted(rows, key=lambda row: (row[0], unsigned(row[1])))
    expected = {number: rank for rank, (_, number) in enumerate(ordered)}
    found = _sorting.ranked(frame, ["value", NUMBER], bucket_rows=64 if partitions != 4 else 1 << 18).collect()
    assert {row[NUMBER]: row[RANK] for row in found} == expected
    assert len(found) == count


def test_no_bucket_is_large_and_no_value_is_changed(spark):
    rows = rows_of(random.Random(5), 4000, "equal")
    frame = framed(spark, rows, f"value double, {NUMBER} long", 3)
    keys = frame.select("value", _sorting._key(frame, NUMBER).alias("key"))
    cuts = _sorting._cut_points(keys, 4000, 200)
    assert len(cuts) == 19
    assert cuts == _sorting._cut_points(keys.repartition(5), 4000, 200)
    placed = keys.select(_sorting._places([keys["value"], keys["key"]], cuts, ["double", "bigint"]).alias("bucket"))
    sizes = [row["count"] for row in placed.groupBy("bucket").count().collect()]
    assert len(sizes) == 20 and max(sizes) < 500


def test_integers_and_dates_are_compared_exactly(spark):
    import datetime

    rows = [(datetime.date(2000, 1, 1 + place * 11 % 28), 2**62 + place * 7 % 50, place) for place in range(200)]
    frame = framed(spark, rows, f"day date, whole long, {NUMBER} long", 4)
    found = _sorting.ranked(frame, ["day", "whole", NUMBER], bucket_rows=20).collect()
    assert {row[NUMBER]: row[RANK] for row in found} == {row[2]: rank for rank, row in enumerate(sorted(rows))}
    with pytest.raises(Exception, match="no order of numbers"):
        _sorting.ranked(frame.selectExpr("cast(whole as string) as text"), ["text"])


@pytest.mark.parametrize("partitions, size", [(1, 1 << 18), (7, 16)])
def test_counts_below(spark, partitions, size):
    draw = random.Random(partitions)
    first = [(place, draw.choice([None, float("nan"), draw.randrange(20) / 2, 5.0, -0.0, 0.0])) for place in range(500)]
    second = [(draw.choice([None, float("nan"), draw.randrange(40) / 4, 5.0, -0.0]),) for _ in range(700)]
    frame = framed(spark, first, "place long, x double", partitions)
    other = framed(spark, second, "y double", partitions)
    known = sorted(value for (value,) in second if value is not None and value == value)
    expected = {
        place: (sum(one < value for one in known), sum(one <= value for one in known))
        for place, value in first if value is not None and value == value
    }  # fmt: skip
    found = _sorting.with_counts_below(frame, "x", other, bucket_rows=size)
    assert found.columns == ["place", "x", "below", "at_most"]
    assert {row["place"]: (row["below"], row["at_most"]) for row in found.collect()} == expected


def test_counts_below_without_others(spark):
    some, none = framed(spark, [(1.0,)], "x double", 1), framed(spark, [], "x double", 1)
    assert [tuple(row) for row in _sorting.with_counts_below(some, "x", none).collect()] == [(1.0, 0, 0)]


@pytest.mark.parametrize("starts", [[0], [0, 1, 5, 90, 91, 200, 207, 214, 299]])
def test_chunks_have_consecutive_ranks(spark, starts):
    import pyarrow as pa

    frame = framed(spark, [(rank * 7919 % 300,) for rank in range(300)], f"{RANK} long", 4)

    def task(batches):
        for chunk, table in _sorting.tables_of_chunks(batches):
            ranks = table.column(RANK).to_pylist()
            assert ranks == list(range(ranks[0], ranks[0] + len(ranks)))
            yield pa.RecordBatch.from_pydict({"chunk": [chunk], "first": [ranks[0]], "size": [len(ranks)]})

    found = _sorting.in_chunks_of_ranks(frame, starts).mapInArrow(task, "chunk long, first long, size long").collect()
    ends = starts[1:] + [300]
    expected = [(chunk, first, end - first) for chunk, (first, end) in enumerate(zip(starts, ends))]
    assert sorted(tuple(row) for row in found) == expected


def test_wrong_starts(spark):
    for starts in ([], [1], [0, 3, 3]):
        with pytest.raises(ValueError):
            _sorting.in_chunks_of_ranks(spark.range(3).toDF(RANK), starts)


def test_even_starts():
    assert _sorting.even_starts(0) == [0]
    assert _sorting.even_starts(10, 4) == [0, 4, 8]
    assert _sorting.even_starts(8, 4) == [0, 4]
