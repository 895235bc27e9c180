"""Numbers of records: places in files, columns of numbers and keys, and what is refused."""

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

import sfumato as sf
import sfumato.spark as sfs
from released_rows import collected, plain

NOISE = {"columns": ["income", "tax"], "amount": 0.4, "seed": 12}


def by_code(rows):
    return sorted(rows, key=lambda row: row[0])


@pytest.mark.parametrize("files", [1, 3])
def test_places_in_parquet_files(spark, people, tmp_path, files):
    size = -(-people.num_rows // files)
    for number in range(files):  # the last file is the smallest, and the first in the order of sizes is not the first
        pq.write_table(people.slice(number * size, size), tmp_path / f"part-{number}.parquet", row_group_size=400)
    alone = plain(sf.mask(people, "additive-noise", **NOISE).data)
    for bytes_at_once in ("20000", "60000", "128m"):
        spark.conf.set("spark.sql.files.maxPartitionBytes", bytes_at_once)
        spark.conf.set("spark.sql.files.openCostInBytes", "0")
        frame = spark.read.parquet(str(tmp_path))
        assert by_code(collected(sfs.mask(frame, "additive-noise", **NOISE))) == by_code(alone)
    for name in ("maxPartitionBytes", "openCostInBytes"):
        spark.conf.unset(f"spark.sql.files.{name}")


@pytest.mark.parametrize("method", ["additive-noise", "correlated-noise", "multiplicative-noise"])
def test_numbers_in_a_column_survive_a_shuffle(people, spread, method):
    options = {"columns": ["income", "tax"], "seed": 5}
    numbers = pa.array([(i * 37) % people.num_rows for i in range(people.num_rows)], pa.int64())
    table = people.append_column("number", numbers)
    alone = sf.mask(table, method, row_number="number", **options)
    moved = spread(table, 4).repartition(7, "region")
    release = sfs.mask(moved, method, row_number="number", **options)
    assert "number" not in release.data.columns
    assert by_code(collected(release)) == by_code(plain(alone.data))
    # As the file in the order of its numbers.
    in_order = sf.mask(people.take(pc.sort_indices(numbers)), method, **options)
    assert by_code(plain(in_order.data)) == by_code(plain(alone.data))


def test_keys_survive_a_shuffle(people, spread):
    alone = sf.mask(people, "additive-noise", record_key="code", **NOISE)
    release = sfs.mask(spread(people, 3).repartition(5), "additive-noise", record_key="code", **NOISE)
    assert "code" not in release.data.columns
    assert sorted(collected(release), key=str) == sorted(plain(alone.data), key=str)


def test_a_shuffle_is_refused_without_numbers(people, spread):
    frame = spread(people, 4)
    for moved in (frame.repartition(3), frame.orderBy("income"), frame.distinct(), frame.sample(0.5, 1)):
        with pytest.raises(sf.Error, match="shuffled or sampled") as found:
            sfs.mask(moved, "additive-noise", **NOISE)
        assert "row_number" in found.value.hint
    assert sfs.mask(frame.coalesce(2), "additive-noise", **NOISE).data.count() == people.num_rows


def test_a_shuffle_behind_a_scan_is_refused(spark, people, spread):
    moved = spark.createDataFrame(spread(people, 4).rdd.repartition(3), spread(people, 1).schema)
    with pytest.raises(sf.Error, match="shuffled"):
        sfs.mask(moved, "additive-noise", **NOISE)


@pytest.mark.parametrize(
    "numbers, words",
    [
        (lambda i: i // 2, "same number in several records: 5000 records have 2500"),
        (lambda i: i - 1, "below 0"),
        (lambda i: None if i == 9 else i, "1 records have no number"),
    ],
)
def test_wrong_numbers(people, spread, numbers, words):
    table = people.append_column("number", pa.array([numbers(i) for i in range(people.num_rows)], pa.int64()))
    with pytest.raises(sf.Error, match=words):
        sfs.mask(spread(table, 2), "additive-noise", row_number="number", **NOISE)


def test_wrong_keys_and_columns(people, spread):
    frame = spread(people, 2)
    for options, words in (
        ({"row_number": "income"}, "no whole numbers"),
        ({"row_number": "nothing"}, "no column 'nothing'"),
        ({"record_key": "age"}, "same key in several records"),
        ({"record_key": "region"}, "have no key"),
        ({"record_key": "income"}, "cannot be a key"),
        ({"row_number": "age", "record_key": "code"}, "need no key"),
    ):
        with pytest.raises(sf.Error, match=words):
            sfs.mask(frame, "additive-noise", **options, **NOISE)
