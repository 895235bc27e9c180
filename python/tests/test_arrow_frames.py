"""Frames of pyarrow, polars, DuckDB and of anything else that gives an Arrow stream: types, metadata and kind come back."""

import datetime
import decimal

import pytest

pa = pytest.importorskip("pyarrow")

from frames_support import masked  # noqa: E402
from sfumato._errors import Error  # noqa: E402
from sfumato._frames import native, source  # noqa: E402
from sfumato._library import run  # noqa: E402

ROWS = 40
D, T = datetime.date, datetime.datetime


def again(*values):
    return [values[i % len(values)] for i in range(ROWS)]


def everything():
    ids = list(range(ROWS))
    return pa.table({
        "x": [float(i * i % 31) for i in ids],
        **{str(t): pa.array(ids, t) for t in (pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint64())},
        "missing": pa.array(again(1, None), pa.int32()),
        **{str(t): pa.array([i / 2 for i in ids], t) for t in (pa.float16(), pa.float32(), pa.float64())},
        "flags": pa.array(again(True, False, None)),
        **{str(t): pa.array(again("a", None, "a text of more than twelve bytes"), t)
           for t in (pa.string(), pa.large_string(), pa.string_view())},
        "dates": pa.array(again(D(2020, 1, 2), None)),
        "date64": pa.array(again(D(2020, 1, 2), D(2021, 1, 2)), pa.date64()),
        **{str(pa.timestamp(u)): pa.array(again(T(2020, 1, 2, 3, 4, 5), None), pa.timestamp(u)) for u in ("s", "ms", "us", "ns")},
        "zone": pa.array(again(T(2020, 1, 2, 3, 4, 5), None), pa.timestamp("us", "Europe/Madrid")),
        "times": pa.array(again(datetime.time(1, 2, 3), None), pa.time64("us")),
        "seconds": pa.array(again(datetime.time(1, 2, 3), None), pa.time32("s")),
        "decimal": pa.array(again(decimal.Decimal("1.25"), decimal.Decimal("-3.50")), pa.decimal128(12, 2)),
        "long decimal": pa.array(again(decimal.Decimal("12345678901234567890.5"), None), pa.decimal256(40, 3)),
        "dictionary": pa.array(again("a", "b", None)).dictionary_encode(),
        "ordered": pa.DictionaryArray.from_arrays(pa.array(again(0, 2), pa.int8()), ["low", "mid", "high"], ordered=True),
        "nothing": pa.nulls(ROWS),
    })  # fmt: skip


TABLE = everything()
NUMBERS = ["int8", "int16", "int32", "int64", "uint8", "uint64", "halffloat", "float", "double", "decimal"]
CATEGORIES = ["flags", "string", "large_string", "string_view", "zone", "times", "seconds", "dictionary", "timestamp[us]",
              "timestamp[s]"]  # fmt: skip


def with_metadata():
    fields = [TABLE.schema.field(name).with_metadata({"label": f"label of {name}"}) for name in TABLE.column_names]
    return pa.table(TABLE.columns, schema=pa.schema(fields, {"about": "a survey"}))


class TestPyarrow:
    def test_unchanged_columns(self):
        before = with_metadata()
        after, _ = masked(before, "additive-noise", ["x"])
        assert after.schema.equals(before.schema, check_metadata=True)
        assert after.drop_columns(["x"]).equals(before.drop_columns(["x"]))
        assert not after["x"].equals(before["x"])

    def test_rows_that_are_left(self):
        before = TABLE.append_column("row", pa.array(range(ROWS)))
        after, _ = masked(before, "sampling", parameters={"fraction": 0.5})
        views = before.schema.get_field_index("string_view")  # pyarrow cannot take rows of it
        kept = before.set_column(views, "string_view", before["string_view"].cast("string")).take(after["row"])
        assert after.schema.equals(before.schema)
        for name in before.column_names:
            assert after[name].to_pylist() == kept[name].to_pylist(), name

    def test_swapped_numbers_keep_their_type(self):
        after, _ = masked(TABLE, "rank-swapping", NUMBERS, parameters={"window": 30})
        assert after.schema.equals(TABLE.schema)
        for name in NUMBERS:
            assert sorted(after[name].to_pylist()) == sorted(TABLE[name].to_pylist()), name

    def test_changed_categories_keep_their_type(self):
        after, _ = masked(TABLE, "pram", CATEGORIES, parameters={"retain": 0.3})
        assert after.schema.equals(TABLE.schema)
        for name in CATEGORIES:
            assert set(after[name].to_pylist()) <= set(TABLE[name].to_pylist()), name
            assert after[name].is_null().to_pylist() == TABLE[name].is_null().to_pylist(), name

    def test_shifted_moments_keep_their_type(self):
        names = [name for name in TABLE.column_names if pa.types.is_timestamp(TABLE.schema.field(name).type)]
        after, _ = masked(TABLE, "date-shift", names, parameters={"days": 9})
        assert len(names) == 5 and after.schema.equals(TABLE.schema)
        for name in names:
            for was, now in zip(TABLE[name].cast(pa.timestamp("us")).to_pylist(), after[name].cast(pa.timestamp("us")).to_pylist()):
                assert (was is None) == (now is None)
                if was is not None:
                    assert now.time() == was.time() and 1 <= abs((now - was).days) <= 9

    def test_what_does_not_fit_is_not_squeezed(self):
        after, _ = masked(TABLE, "additive-noise", ["int8", "float", "decimal"])
        assert [after[name].type for name in ("int8", "float", "decimal")] == [pa.float64()] * 3

    def test_kinds(self):
        batch = TABLE.combine_chunks().to_batches()[0]
        after, _ = masked(batch, "additive-noise", ["x"])
        assert isinstance(after, pa.RecordBatch) and after.schema.equals(batch.schema)
        after, _ = masked(TABLE.to_reader(max_chunksize=7), "additive-noise", ["x"])
        assert isinstance(after, pa.RecordBatchReader)
        assert after.read_all().drop_columns(["x"]).equals(TABLE.drop_columns(["x"]))

    def test_pieces_and_slices(self):
        before = pa.concat_tables([TABLE.slice(3, 10), TABLE.slice(0, 0), TABLE.slice(13)])
        after, _ = masked(before, "additive-noise", ["x"])
        assert after.drop_columns(["x"]).equals(before.drop_columns(["x"]))

    def test_empty(self):
        empty = TABLE.slice(0, 0)
        original = source(empty)
        assert run({"job": "inspect"}, [("original", original)]).yes
        assert original.restore(original.stream()).schema.equals(empty.schema)

    def test_refused(self):
        twice = pa.table([pa.array([1]), pa.array([2])], names=["a", "a"])
        with pytest.raises(Error, match="same name"):
            source(twice)
        for name, values in {"lists": pa.array([[1], [2]]), "bytes": pa.array([b"a", b"b"]),
                             "durations": pa.array([1, 2], pa.duration("s"))}.items():  # fmt: skip
            with pytest.raises(Error, match=name):
                run({"job": "inspect"}, [("original", source(pa.table({name: values})))])


class TestPolars:
    pl = pytest.importorskip("polars")

    def frame(self):
        pl = self.pl
        frame = pl.from_arrow(TABLE.drop_columns(["ordered", "long decimal", "nothing", "halffloat"]))
        enum = pl.Series("enum", again("b", "a", None), dtype=pl.Enum(["c", "b", "a"]))
        return frame.with_columns(enum, pl.lit(None).alias("nothing"))

    def test_unchanged_columns(self):
        before = self.frame()
        after, _ = masked(before, "additive-noise", ["x"])
        assert after.schema == before.schema
        assert after.drop("x").equals(before.drop("x"))

    def test_rows_that_are_left(self):
        before = self.frame().with_row_index("row")
        after, _ = masked(before, "sampling", parameters={"fraction": 0.5})
        assert {name: dtype for name, dtype in after.schema.items() if name != "enum"} == {
            name: dtype for name, dtype in before.schema.items() if name != "enum"}  # fmt: skip
        kept = before[after["row"].to_list()]
        for name in before.columns:
            assert after[name].cast(kept[name].dtype).to_list() == kept[name].to_list(), name

    def test_changed_columns_keep_their_type(self):
        before = self.frame()
        numbers = [name for name in NUMBERS if name in before.columns]
        after, _ = masked(before, "rank-swapping", numbers, parameters={"window": 30})
        assert after.schema == before.schema
        categories = [name for name in CATEGORIES if name in before.columns] + ["enum"]
        after, _ = masked(before, "pram", categories, parameters={"retain": 0.3})
        for name in categories:
            assert type(after[name].dtype) is type(before[name].dtype), name
            assert set(after[name].to_list()) <= set(before[name].to_list()), name
        after, _ = masked(before, "additive-noise", ["int8", "float"])
        assert after["int8"].dtype == self.pl.Float64 and after["float"].dtype == self.pl.Float64

    def test_shifted_moments_keep_their_type(self):
        before = self.frame()
        names = [name for name, dtype in before.schema.items() if isinstance(dtype, self.pl.Datetime)]
        after, _ = masked(before, "date-shift", names, parameters={"days": 9})
        assert after.schema == before.schema and names
        for name in names:
            assert after[name].dt.convert_time_zone("UTC").dt.time().to_list() == before[name].dt.convert_time_zone("UTC").dt.time().to_list() \
                if before.schema[name].time_zone else after[name].dt.time().to_list() == before[name].dt.time().to_list(), name

    def test_lazy(self):
        before = self.frame().lazy()
        after, _ = masked(before, "additive-noise", ["x"])
        assert isinstance(after, self.pl.LazyFrame)
        assert after.drop("x").collect().equals(before.drop("x").collect())

    def test_empty(self):
        empty = self.frame().clear()
        original = source(empty)
        assert original.restore(original.stream()).schema == empty.schema


class TestDuckdb:
    duckdb = pytest.importorskip("duckdb")

    def relation(self, connection, rows=ROWS):
        connection.execute("CREATE TYPE mood AS ENUM ('sad', 'ok', 'happy')")
        return connection.sql(f'''
            SELECT i::INTEGER AS i, (i * 1.5)::DOUBLE AS x, (['sad', 'happy', NULL])[i % 3 + 1]::mood AS mood,
              i::HUGEINT * 1234567890123456789012 AS huge, i::HUGEINT AS small_huge, (i % 200)::UTINYINT AS tiny,
              md5(i::VARCHAR)::UUID AS id, DATE '2020-01-01' + i::INTEGER AS day, (i / 4)::DECIMAL(9, 2) AS amount,
              i % 2 = 0 AS flag, TIMESTAMP '2020-01-01 01:02:03' + INTERVAL (i % 4) HOUR AS moment,
              TIMESTAMPTZ '2020-01-01 01:02:03+02' AS instant, TIME '01:02:03' AS clock, 'text ' || i % 5 AS words,
              chr(39) || '"quoted"' AS "a ""name"""
            FROM range({rows}) t(i)''')

    def test_unchanged_columns(self):
        with self.duckdb.connect() as connection:
            before = self.relation(connection)
            after, _ = masked(before, "additive-noise", ["x"])
            assert type(after) is type(before)
            assert after.columns == before.columns and after.types == before.types
            names = ", ".join('"' + name.replace('"', '""') + '"' for name in before.columns if name != "x")
            assert sorted(after.select(names).fetchall(), key=str) == sorted(before.select(names).fetchall(), key=str)
            joined = connection.sql("SELECT count(*) FROM after JOIN before USING (i)").fetchall()
            assert joined == [(ROWS,)]
            assert connection.sql("SHOW TABLES").fetchall() == []

    def test_changed_columns_keep_their_type(self):
        with self.duckdb.connect() as connection:
            before = self.relation(connection)
            after, _ = masked(before, "rank-swapping", ["i", "x", "small_huge", "tiny", "amount", "day"], parameters={"window": 30})
            assert after.types == before.types
            for name in ("i", "tiny", "amount", "day", "small_huge"):
                assert sorted(after.select(name).fetchall()) == sorted(before.select(name).fetchall()), name
            after, _ = masked(before, "pram", ["mood", "id", "huge", "flag", "moment", "words"], parameters={"retain": 0.3})
            for name, now, then in zip(before.columns, after.types, before.types):
                assert now == then or (name == "mood" and str(now).startswith("ENUM")), name
            after, _ = masked(before, "additive-noise", ["i", "tiny"])
            assert [str(after.types[0]), str(after.types[5])] == ["DOUBLE", "DOUBLE"]

    def test_rows_that_are_left(self):
        with self.duckdb.connect() as connection:
            before = self.relation(connection)
            rows = {row[0]: row for row in before.fetchall()}
            after, _ = masked(before, "sampling", parameters={"fraction": 0.5})
            for name, now, then in zip(before.columns, after.types, before.types):
                assert now == then or (name == "mood" and str(now).startswith("ENUM")), name
            assert len(after) == ROWS // 2
            assert all(rows[row[0]] == row for row in after.fetchall())

    def test_the_connection_may_be_used_meanwhile(self):
        with self.duckdb.connect() as connection:
            original = source(self.relation(connection, 5000))
            stream = original.stream()
            assert connection.sql("SELECT 1").fetchall() == [(1,)]
            assert stream.read().rows == 5000


class TestOthers:
    def test_anything_with_a_stream(self):
        class Mine:
            def __init__(self, table):
                self.table = table

            def __arrow_c_stream__(self, requested_schema=None):
                return self.table.__arrow_c_stream__(requested_schema)

        original = source(Mine(TABLE))
        assert original.kind == "arrow"
        after, _ = masked(Mine(TABLE), "additive-noise", ["x"])
        assert len(after) == ROWS and after.column_names == TABLE.column_names
        for _ in range(2):  # it can be read again and again
            assert pa.table(after).drop_columns(["x"]).equals(TABLE.drop_columns(["x"]))

    def test_a_class_that_takes_streams(self):
        class Mine:
            def __init__(self, table):
                self.table = table

            @classmethod
            def from_arrow(cls, table):
                return cls(pa.table(table))

            def __arrow_c_stream__(self, requested_schema=None):
                return self.table.__arrow_c_stream__(requested_schema)

        after, _ = masked(Mine(TABLE), "additive-noise", ["x"])
        assert isinstance(after, Mine) and after.table.num_rows == ROWS

    def test_a_stream_that_fails(self):
        def batches():
            yield TABLE.to_batches()[0]
            raise RuntimeError("the disk is gone")

        class Mine:
            def __arrow_c_stream__(self, requested_schema=None):
                return pa.RecordBatchReader.from_batches(TABLE.schema, batches()).__arrow_c_stream__(requested_schema)

        with pytest.raises(Error, match="the disk is gone"):
            source(Mine())

    def test_made_frames_of_the_kind_of_another(self):
        pl = pytest.importorskip("polars")
        request = {"job": "sample", "sample": "people", "rows": 10, "seed": 1}
        for like, kind in ((TABLE, pa.Table), (pl.DataFrame({"a": [1]}), pl.DataFrame), ({"a": [1]}, dict)):
            assert isinstance(native(run(request).outputs[0], source(like)), kind)
