"""Data frames of pandas 2 and 3, with and without pyarrow: dtypes, index, labels and attributes come back."""

import datetime
import decimal

import numpy as np
import pytest

pd = pytest.importorskip("pandas")

from frames_support import masked  # noqa: E402
from sfumato._errors import Error  # noqa: E402
from sfumato._frames import native, source  # noqa: E402
from sfumato._library import run  # noqa: E402

ROWS = 30
try:
    import pyarrow as pa
except ImportError:
    pa = None


def again(*values):
    return [values[i % len(values)] for i in range(ROWS)]


def columns():
    """Name → a Series of each dtype."""
    moments = pd.Series(again(pd.Timestamp("2020-01-02 03:04:05.678901"), pd.NaT))
    made = {
        **{t: pd.Series(range(ROWS), dtype=t) for t in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32")},
        "uint64": pd.Series(again(0, 2**63 - 1), dtype="uint64"),
        **{t: pd.Series(again(1.5, np.nan, -0.25), dtype=t) for t in ("float16", "float32", "float64")},
        "bool": pd.Series(again(True, False)),
        **{t: pd.Series(again(1, None, 3), dtype=t) for t in ("Int8", "Int64", "UInt16")},
        **{t: pd.Series(again(1.5, None, 3), dtype=t) for t in ("Float32", "Float64")},
        "boolean": pd.Series(again(True, False, None), dtype="boolean"),
        "object texts with None": pd.Series(again("a", None, "é"), dtype=object),
        "object texts with nan": pd.Series(again("a", np.nan, "é"), dtype=object),
        "string[python]": pd.Series(again("a", None, "é"), dtype=pd.StringDtype("python")),
        "default texts": pd.Series(again("a", "b", "é")),
        "category": pd.Series(pd.Categorical(again("b", "a", None), categories=["c", "b", "a"])),
        "ordered": pd.Series(pd.Categorical(again("low", "high"), categories=["low", "mid", "high"], ordered=True)),
        "category of numbers": pd.Series(pd.Categorical(again(3, 1, 2), categories=[3, 2, 1])),
        "category of floats": pd.Series(pd.Categorical(again(0.5, 1.0))),
        "category of moments": pd.Series(pd.Categorical(again(pd.Timestamp("2020-01-01"), pd.Timestamp("2021-01-01 12:00")))),
        "intervals": pd.Series(pd.cut(range(ROWS), 3)),
        "interval dtype": pd.Series(pd.arrays.IntervalArray.from_breaks(range(ROWS + 1))),
        "periods": pd.Series(pd.period_range("2020-01", periods=ROWS, freq="M")),
        **{f"datetime64[{u}]": moments.astype(f"datetime64[{u}]") for u in ("s", "ms", "us", "ns")},
        "midnights": pd.Series(pd.date_range("2020-01-01", periods=ROWS)),
        "zone": moments.dt.tz_localize("Europe/Madrid"),
        "utc": moments.dt.tz_localize("UTC"),
        "dates": pd.Series(again(datetime.date(2020, 1, 2), None), dtype=object),
        "times": pd.Series(again(datetime.time(1, 2, 3), None), dtype=object),
        "decimals": pd.Series(again(decimal.Decimal("1.25"), None), dtype=object),
        "objects: integers": pd.Series(again(1, None, 3), dtype=object),
        "objects: flags": pd.Series(again(True, None, False), dtype=object),
        "objects: huge": pd.Series(again(2**70, 1), dtype=object),
        "objects: nothing": pd.Series(again(None), dtype=object),
        "sparse": pd.Series(pd.arrays.SparseArray(again(0.0, 0.0, 1.5), fill_value=0.0)),
    }
    if pa is not None:
        made.update({
            "string[pyarrow]": pd.Series(again("a", None, "é"), dtype=pd.StringDtype("pyarrow")),
            "arrow int": pd.Series(again(1, None), dtype=pd.ArrowDtype(pa.int32())),
            "arrow text": pd.Series(again("a", None), dtype=pd.ArrowDtype(pa.string())),
            "arrow decimal": pd.Series(again(decimal.Decimal("1.25"), None), dtype=pd.ArrowDtype(pa.decimal128(10, 2))),
            "arrow zone": pd.Series(again(pd.Timestamp("2020-01-01 12:00", tz="UTC"), None),
                                    dtype=pd.ArrowDtype(pa.timestamp("us", "UTC"))),
            "arrow dictionary": pd.Series(again("a", "b"), dtype=pd.ArrowDtype(pa.dictionary(pa.int8(), pa.string()))),
        })  # fmt: skip
    return made


COLUMNS = columns()


def framed(name):
    return pd.DataFrame({"x": np.arange(ROWS, dtype=float) ** 2, "c": COLUMNS[name]})


@pytest.mark.parametrize("name", list(COLUMNS))
def test_an_unchanged_column_is_as_it_was(name):
    before = framed(name)
    after, _ = masked(before, "additive-noise", ["x"])
    pd.testing.assert_frame_equal(after[["c"]], before[["c"]])
    assert not np.array_equal(after["x"], before["x"])
    assert after["x"].dtype == "float64"


@pytest.mark.parametrize("name", list(COLUMNS))
def test_rows_that_are_left_keep_values_and_labels(name):
    before = framed(name)
    before.index = pd.Index([f"r{i}" for i in range(ROWS)], name="id")
    after, result = masked(before, "sampling", ["x"], parameters={"fraction": 0.5})
    assert result["mapping"] == "subset" and len(after) == ROWS // 2
    expected = before.loc[after.index]
    assert (after["x"] == expected["x"]).all()
    if isinstance(before["c"].dtype, pd.CategoricalDtype):  # categories without records are gone
        kept = expected["c"].cat.remove_unused_categories()
        assert after["c"].tolist() == kept.tolist() or (after["c"].isna() == kept.isna()).all()
        assert set(after["c"].cat.categories) == set(kept.cat.categories)
        assert after["c"].cat.ordered == before["c"].cat.ordered
        if before["c"].cat.ordered:
            assert list(after["c"].cat.categories) == list(kept.cat.categories)
        return
    pd.testing.assert_series_equal(after["c"], expected["c"])


@pytest.mark.parametrize("name", ["int8", "int64", "uint16", "float32", "Int64", "Float64", "float16", "uint64", "UInt16"])
def test_swapped_numbers_keep_their_dtype(name):
    before = framed(name)
    after, _ = masked(before, "rank-swapping", ["c"], parameters={"window": 40}, fill=True)
    if not before["c"].isna().any():
        assert after["c"].dtype == before["c"].dtype
        assert sorted(after["c"]) == sorted(before["c"])
    else:
        assert after["c"].dtype in (before["c"].dtype, "float64", "Float64")
    unfilled, _ = masked(before, "rank-swapping", ["c"], parameters={"window": 40})
    assert unfilled["c"].dtype == before["c"].dtype
    assert (unfilled["c"].isna() == before["c"].isna()).all()


def test_numbers_with_a_fraction_become_floats():
    before = pd.DataFrame({"i": np.arange(ROWS), "n": pd.array(range(ROWS), dtype="Int32"), "f": np.arange(ROWS, dtype="f4")})
    after, _ = masked(before, "additive-noise", ["i", "n", "f"])
    assert [str(dtype) for dtype in after.dtypes] == ["float64", "Float64", "float64"]


@pytest.mark.parametrize("name", ["bool", "boolean", "object texts with None", "string[python]", "default texts", "category",
                                  "category of numbers", "intervals", "interval dtype", "periods", "zone", "datetime64[us]",
                                  "times", "objects: flags"]
                         + (["string[pyarrow]", "arrow text", "arrow dictionary"] if pa else []))  # fmt: skip
def test_changed_categories_keep_their_dtype(name):
    before = framed(name)
    after, _ = masked(before, "pram", ["c"], parameters={"retain": 0.3})
    if isinstance(before["c"].dtype, pd.CategoricalDtype):
        assert isinstance(after["c"].dtype, pd.CategoricalDtype)
        assert after["c"].cat.categories.dtype == before["c"].cat.categories.dtype
    else:
        assert after["c"].dtype == before["c"].dtype
    assert set(after["c"].dropna()) <= set(before["c"].dropna())
    assert (after["c"].isna() == before["c"].isna()).all()


def test_new_categories_stay_a_categorical():
    before = pd.DataFrame({"town": pd.Categorical(again("Lyon", "Bonn", "Paris"))})
    tree = [["Lyon", "France"], ["Bonn", "Germany"], ["Paris", "France"]]
    after, _ = masked(before, "recoding", ["town"], parameters={"level": {"town": "1"}}, schema={"town": {"hierarchy": tree}})
    assert isinstance(after["town"].dtype, pd.CategoricalDtype)
    assert set(after["town"].cat.categories) == {"France", "Germany"}


def test_dates_are_dates_again():
    before = framed("midnights")
    after, _ = masked(before, "rank-swapping", ["c"], parameters={"window": 40})
    assert after["c"].dtype == before["c"].dtype
    assert sorted(after["c"]) == sorted(before["c"])


@pytest.mark.parametrize("name", ["datetime64[s]", "datetime64[ms]", "datetime64[us]", "datetime64[ns]", "zone", "midnights"])
def test_shifted_moments_keep_their_dtype_and_their_time_of_day(name):
    before = framed(name)
    after, _ = masked(before, "date-shift", ["c"], parameters={"days": 9})
    assert after["c"].dtype == before["c"].dtype
    assert (after["c"].isna() == before["c"].isna()).all()
    moved = (after["c"] - before["c"]).dropna()
    assert (moved % pd.Timedelta(days=1) == pd.Timedelta(0)).all() and (moved != pd.Timedelta(0)).all()
    assert (moved.abs() <= pd.Timedelta(days=9)).all()


INDEXES = {
    "range": pd.RangeIndex(5, 5 + 2 * ROWS, 2, name="r"),
    "texts": pd.Index([f"r{i}" for i in range(ROWS)], name="id"),
    "repeated": pd.Index(again(1, 1, 2)),
    "moments": pd.date_range("2020-01-01", periods=ROWS, freq="D", tz="Europe/Madrid", name="when"),
    "categories": pd.CategoricalIndex(again("a", "b")),
    "several": pd.MultiIndex.from_product([["a", "b", "c"], range(ROWS // 3)], names=["letter", None]),
    "intervals": pd.IntervalIndex.from_breaks(range(ROWS + 1)),
    "floats": pd.Index(np.linspace(0, 1, ROWS)),
}


@pytest.mark.parametrize("name", list(INDEXES))
def test_the_index_comes_back(name):
    before = pd.DataFrame({"x": np.arange(ROWS, dtype=float)}, index=INDEXES[name])
    after, _ = masked(before, "additive-noise", ["x"])
    pd.testing.assert_index_equal(after.index, before.index)
    left, _ = masked(before, "sampling", ["x"], parameters={"fraction": 0.5})
    pd.testing.assert_index_equal(left.index, before.index[[int(value) for value in left["x"]]], exact="equiv")


def test_shuffled_records_have_no_label_of_the_original():
    before = pd.DataFrame({"x": np.arange(ROWS, dtype=float)}, index=INDEXES["texts"])
    after, result = masked(before, "additive-noise", ["x"], shuffle=True)
    assert result["mapping"] == "none"
    assert after.index.equals(pd.RangeIndex(ROWS))


def test_labels_of_columns_and_attributes_come_back():
    for labels in (pd.Index([3, 1], name="n"), pd.MultiIndex.from_tuples([("a", 1), ("b", 2)], names=["p", "q"]),
                   pd.Index([datetime.date(2020, 1, 1), "x"])):  # fmt: skip
        before = pd.DataFrame({"u": np.arange(ROWS, dtype=float), "v": again("a", "b")})
        before.columns = labels
        before.attrs["source"] = "survey"
        original = source(before)
        after, _ = masked(before, "additive-noise", [original.name(labels[0])])
        pd.testing.assert_index_equal(after.columns, before.columns)
        assert after.attrs == {"source": "survey"}


def test_a_derived_class_comes_back():
    class Survey(pd.DataFrame):
        @property
        def _constructor(self):
            return Survey

    after, _ = masked(Survey({"x": np.arange(ROWS, dtype=float)}), "additive-noise", ["x"])
    assert type(after) is Survey


def test_a_series_is_not_a_frame():
    with pytest.raises(Error):
        source(pd.Series([1.0, 2.0]))


def test_added_and_dropped_columns():
    before = pd.DataFrame({"id": again(*"abcdefghij"), "x": np.arange(ROWS, dtype=float), "y": again(1, 2)})
    after, _ = masked(before, "additive-noise", ["x"], schema={"id": {"role": "identifier"}})
    assert list(after.columns) == ["x", "y"]
    pd.testing.assert_series_equal(after["y"], before["y"])


def test_the_original_is_not_touched_through_the_result():
    before = framed("int64")
    copy = before.copy(deep=True)
    after, _ = masked(before, "additive-noise", ["x"])
    after.loc[0, "c"] = 99
    after.loc[0, "x"] = 99.0
    pd.testing.assert_frame_equal(before, copy)


@pytest.mark.parametrize("frame", [pd.DataFrame({"a": [], "b": []}), pd.DataFrame({"a": pd.Series([], dtype="string")})])
def test_empty_frames(frame):
    assert run({"job": "inspect"}, [("original", source(frame))]).yes
    original = source(frame)
    pd.testing.assert_frame_equal(original.restore(original.stream()), frame)


def test_layouts_of_memory():
    values = np.arange(ROWS * 3, dtype=float).reshape(ROWS, 3)
    for array in (values, np.asfortranarray(values), values[:, ::-1], values.astype(">f8")):
        before = pd.DataFrame(array, columns=["a", "b", "c"])
        after, _ = masked(before, "additive-noise", ["a"])
        assert np.array_equal(after["b"], before["b"]) and after["b"].dtype == before["b"].dtype


def test_what_is_refused_names_the_column():
    twice = pd.DataFrame(np.zeros((3, 2)), columns=["a", "a"])
    with pytest.raises(Error, match="'a'"):
        source(twice)
    with pytest.raises(Error, match="same name"):
        source(pd.DataFrame(np.zeros((3, 2)), columns=["1", 1]))
    wrong = {
        "mixed": pd.Series([1, "a", 2.5], dtype=object),
        "bytes": pd.Series([b"a", b"b", b"c"], dtype=object),
        "lists": pd.Series([[1], [2], [3]], dtype=object),
        "complex": pd.Series([1j, 2j, 3j]),
        "durations": pd.Series(pd.to_timedelta([1, 2, 3], unit="D")),
        "infinite": pd.Series([1.0, np.inf, 2.0]),
        "beyond": pd.Series([2**64 - 1, 1, 2], dtype="uint64"),
        "surrogate": pd.Series(["\ud800", "a", "b"], dtype=object),
    }
    for name, series in wrong.items():
        with pytest.raises(Error, match=name):
            run({"job": "inspect"}, [("original", source(pd.DataFrame({name: series})))])


def test_made_frames():
    people = native(run({"job": "sample", "sample": "people", "rows": 40, "seed": 1}).outputs[0])
    assert isinstance(people, pd.DataFrame) and len(people) == 40
    assert isinstance(people["region"].dtype, pd.CategoricalDtype)
    assert people["income"].dtype.kind in "if"


def test_scalars_of_numpy_in_requests():
    before = framed("int64")
    after, result = masked(before, "mdav", np.array(["x"]), parameters={"k": np.int64(4)}, fill=np.bool_(True))
    assert result["parameters"]["k"] == 4
    with pytest.raises(Error, match="nan"):
        masked(before, "additive-noise", ["x"], parameters={"amount": np.float64("nan")})
