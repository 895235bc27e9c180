"""Timestamps and decimals on Spark: the values and types of one machine."""

import datetime
import decimal

import pytest

import sfumato as sf
import sfumato.spark as sfs
from sfumato import Error

pa = pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def visits():
    rows = 400
    start = datetime.datetime(2020, 2, 27, 22, 30)
    utc = datetime.timezone.utc

    def gap(i, value):
        return None if i % 37 == 0 else value

    return pa.table(
        {
            "number": pa.array(range(rows), pa.int64()),
            "seen": pa.array([gap(i, start.replace(tzinfo=utc) + datetime.timedelta(hours=7 * i, microseconds=i)) for i in range(rows)], pa.timestamp("us", tz="UTC")),
            "local": pa.array([gap(i + 1, start + datetime.timedelta(minutes=311 * i)) for i in range(rows)], pa.timestamp("us")),
            "price": pa.array([gap(i + 2, decimal.Decimal(i * 7919 % 1000003) / 100) for i in range(rows)], pa.decimal128(12, 2)),
            "cost": pa.array([decimal.Decimal(i * 104729 % 99991) / 1000 for i in range(rows)], pa.decimal128(9, 3)),
        }
    )  # fmt: skip


def frame_of(spark, table, partitions):
    """Spread by number, so that no place says anything."""
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    from pyspark.sql import functions as F

    frame = spark.createDataFrame(table).withColumn("local", F.col("local").cast("timestamp_ntz"))
    return frame.repartition(partitions, "number")


@pytest.mark.parametrize("method, options", [
    ("date-shift", {"columns": ["seen", "local"], "days": 5}),
    ("additive-noise", {"columns": ["price"], "amount": 0.2}),
    ("individual-ranking", {"columns": ["price"], "k": 4}),
    ("rank-swapping", {"columns": ["seen", "local"], "window": 10}),
])  # fmt: skip
def test_equal_one_machine(spark, visits, method, options):
    one = sf.mask(visits, method, seed=3, row_number="number", **options)
    expected = one.data
    for partitions in (1, 4):
        release = sfs.mask(frame_of(spark, visits, partitions), method, seed=3, row_number="number", **options)
        made = release.data.toArrow()
        assert {field.name: field.type for field in made.schema} == {field.name: field.type for field in expected.schema}
        assert sorted(map(str, made.to_pylist())) == sorted(map(str, expected.to_pylist()))
        assert release.details == one.details


def test_long_decimals_are_refused(spark):
    frame = spark.createDataFrame(pa.table({"x": pa.array([decimal.Decimal(1)], pa.decimal128(30, 4))}))
    with pytest.raises(Error, match="more than 15 digits"):
        sfs.mask(frame, "additive-noise", columns=["x"], amount=0.1)
