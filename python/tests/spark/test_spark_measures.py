"""Measures of pairs of records on Spark, in 1, 4 and 7 partitions, against those of the same records on one machine."""

import datetime
import json
import random

import pyarrow as pa
import pytest

import sfumato as sf
from sfumato import spark as on_spark
from sfumato.spark import _pair_work

PARTITIONS = (1, 4, 7)
NUMBERS = ["income", "tax", "age", "big"]
MEASURES = [
    "interval-disclosure", "interval-disclosure-sd", "distance-linkage", "rank-linkage", "permutation-distance", "sse",
    "marginals",
]  # fmt: skip


def records(rows=1500, gaps=0.02, seed=5):
    """Numbers with ties, gaps, integers beyond 2^53 and a constant, and a category; the masked ones beside them."""
    draw = random.Random(seed)

    def gap(value):
        return None if draw.random() < gaps else value

    original = {
        "income": [gap(round(draw.lognormvariate(8, 1), 2)) for _ in range(rows)],
        "tax": [gap(float(draw.randrange(40))) for _ in range(rows)],
        "age": [gap(draw.randrange(90)) for _ in range(rows)],
        "big": [2**60 + draw.randrange(5000) for _ in range(rows)],
        "region": [gap(f"r{draw.randrange(5)}") for _ in range(rows)],
        "one": [0.1] * rows,
    }
    masked = dict(
        original,
        income=[None if x is None else x + draw.gauss(0, 200) for x in original["income"]],
        tax=[None if x is None else float(max(0, x + draw.randrange(-2, 3))) for x in original["tax"]],
        age=[None if x is None else x // 5 * 5 for x in original["age"]],
        big=[x + draw.randrange(-900, 900) for x in original["big"]],
        region=[None if x is None else ("r0" if draw.random() < 0.1 else x) for x in original["region"]],
    )
    types = {"age": pa.int32(), "big": pa.int64()}
    numbers = pa.array(range(rows), pa.int64())
    keys = pa.array([f"p{(number * 7919) % 100003}" for number in range(rows)])

    def table(columns):
        made = {name: pa.array(values, types.get(name)) for name, values in columns.items()}
        return pa.table({**made, "id": numbers, "person": keys})

    return table(original), table(masked)


def entries(scores):
    return json.dumps({name: score._asdict() for name, score in scores.items()}, default=str, sort_keys=True)


def same(found, expected):
    for name in expected:
        assert found[name]._asdict() == expected[name]._asdict(), name
    assert entries(found) == entries(expected)
    assert found.columns == expected.columns


def frames(spark, tables, partitions):
    """Shuffled records, which have numbers and keys."""
    return [spark.createDataFrame(table).repartition(partitions + place, "tax") for place, table in enumerate(tables)]


@pytest.mark.parametrize("partitions", PARTITIONS)
def test_measures_of_pairs_are_those_of_one_machine(spark, partitions):
    tables = records()
    expected = sf.measure(*tables, measures=MEASURES, columns=NUMBERS, seed=3)
    shuffled = frames(spark, tables, partitions)
    if partitions == 7:  # places in files
        given, how = [spark.createDataFrame(table) for table in tables], {}
    else:
        given, how = shuffled, {1: {"row_number": "id"}, 4: {"record_key": "person"}}[partitions]
    same(on_spark.measure(*given, measures=MEASURES, columns=NUMBERS, seed=3, **how), expected)


@pytest.mark.parametrize("partitions", PARTITIONS)
def test_suppressed_cells_and_samples(spark, partitions, monkeypatch):
    monkeypatch.setattr(_pair_work, "_TOGETHER", 1)  # states of more partitions are joined by Spark first
    original, masked = records(400)
    holes = [None if row % 7 == partitions % 7 else value for row, value in enumerate(masked["income"].to_pylist())]
    masked = masked.set_column(0, "income", pa.array(holes, pa.float64()))
    asked = {
        "measures": ["interval-disclosure", "rank-linkage", "sse"], "columns": ["income", "age"],
        "set": {"rank-linkage": {"sample": 60, "zero": "floor"}}, "seed": 9,
    }  # fmt: skip
    expected = sf.measure(original, masked, **asked)
    found = on_spark.measure(*frames(spark, (original, masked), partitions), row_number="id", **asked)
    same(found, expected)


def test_marginals_need_no_partners_and_take_categories(spark):
    original, masked = records(300)
    masked = masked.slice(0, 180)
    asked = {"measures": ["marginals"], "columns": ["region", "income", "one", "tax"]}
    expected = sf.measure(original, masked, **asked)
    same(on_spark.measure(*frames(spark, (original, masked), 4), **asked), expected)


def test_measures_of_keys_and_of_pairs_together(spark):
    tables = records(200)
    asked = {"measures": ["sse", "k-anonymity", "marginals"], "columns": ["tax", "age"], "quasi": ["tax", "age"]}
    asked.update(identifier="person", missing={"age": [0]})
    found = on_spark.measure(*frames(spark, tables, 4), row_number="id", **asked)
    expected = sf.measure(*tables, **asked)
    same(found, expected)
    assert list(found) == asked["measures"]


def test_warnings_of_unique_records_and_identifiers(spark):
    tables = records(300)
    asked = {
        "measures": ["k-anonymity", "uniqueness"], "quasi": ["age", "region"], "identifier": "person", "columns": ["age", "region"]
    }  # fmt: skip
    expected = sf.measure(*tables, no_mapping=True, **asked)
    found = on_spark.measure(*frames(spark, tables, 4), no_mapping=True, **asked)
    same(found, expected)
    assert len(found.warnings) >= 2
    assert [(one.grade, str(one)) for one in found.warnings] == [(one.grade, str(one)) for one in expected.warnings]


def test_what_cannot_be_measured_is_refused(spark):
    original, masked = (spark.createDataFrame(table) for table in records(50))
    some = {"measures": ["sse"], "columns": ["tax"]}
    with pytest.raises(sf.Error, match="not in the masked data"):
        on_spark.measure(original, masked.where("id < 40"), row_number="id", **some)
    with pytest.raises(sf.Error, match="shuffled"):
        on_spark.measure(original.repartition(3), masked, **some)
    for measures in (["sse"], ["emd"]):
        with pytest.raises(sf.Error, match="compares a masked file"):
            on_spark.measure(original, measures=measures, columns=["tax"])
    refused = {"rank-linkage": ("region", None, "categories"), "emd": ("tax", None, "one by one")}
    refused["distance-linkage"] = ("tax", {"distance-linkage": {"scale": "mahalanobis"}}, "Mahalanobis")
    for name, (column, parameters, reason) in refused.items():  # where no record may go to the driver
        with pytest.raises(sf.Error, match=reason):
            on_spark.measure(original, masked, measures=[name], columns=[column], set=parameters, sample_rows=0)
    for rows in (-1, True, "all"):
        with pytest.raises(sf.Error, match="sample_rows"):
            on_spark.measure(original, masked, measures=["emd"], columns=["tax"], sample_rows=rows)
    with pytest.raises(sf.Error, match="emdd"):
        on_spark.measure(original, masked, measures=["emdd"], columns=["tax"])
    with pytest.raises(sf.Error, match="nowhere"):
        on_spark.measure(original, masked, measures=["emd"], columns=["nowhere"])


SAMPLED = ["emd", "information-loss", "propensity", "cm1", "cm2", "um", "power-mean", "probabilistic-linkage", "suppressed"]


def warnings_of(scores):
    return [(one.grade, str(one)) for one in scores.warnings]


@pytest.mark.parametrize("partitions", PARTITIONS)
def test_measures_that_need_all_records_are_those_of_one_machine_where_these_are_few(spark, partitions):
    tables = records(400)
    asked = {"measures": [*SAMPLED, "sse", "k-anonymity"], "columns": ["income", "age"], "quasi": ["age", "region"], "seed": 4}
    asked["score"] = ["0.5*cm1 + 0.5*um", "sse/k-anonymity"]
    expected = sf.measure(*tables, **asked)
    found = on_spark.measure(*frames(spark, tables, partitions), row_number="id", **asked)
    same(found, expected)
    assert list(found) == list(expected)
    assert found.to_dict()["scores"] == expected.to_dict()["scores"]
    assert found.to_dict()["rows"] == 400
    assert not any("approximate" in text for _, text in warnings_of(found))


def test_without_names_all_measures_of_one_machine_are_taken(spark, tmp_path):
    tables = [table.drop_columns(["person", "big"]) for table in records(300)]
    asked = {"quasi": ["age", "region"], "confidential": ["income"], "seed": 2}
    expected = sf.measure(*tables, **asked)
    found = on_spark.measure(*frames(spark, tables, 4), row_number="id", **asked)
    same(found, expected)
    assert list(found) == list(expected) and len(found) > 15
    page, text = found.report(tmp_path / "page.html").read_text(), found.report(format="text")
    for name in expected:  # of all groups
        assert name in page and name in text
    assert "Verdict" in page and "Decision" in page and str(found.warnings[0].text)[:40] in page
    assert found.to_dict()["before"] == expected.to_dict()["before"]
    plain = {"columns": ["income", "tax"], "seed": 2}  # no keys
    same(on_spark.measure(*frames(spark, tables, 4), row_number="id", **plain), sf.measure(*tables, **plain))


def test_categories_and_distances_that_need_all_records(spark):
    tables = records(300, gaps=0.0)
    asked = {
        "measures": ["distance-linkage", "sse"], "columns": ["tax", "income"], "seed": 1,
        "set": {"distance-linkage": {"scale": "mahalanobis"}},
    }  # fmt: skip
    same(on_spark.measure(*frames(spark, tables, 4), row_number="id", **asked), sf.measure(*tables, **asked))
    mixed = {"measures": ["distance-linkage"], "columns": ["tax", "region"], "seed": 1}
    same(on_spark.measure(*frames(spark, tables, 4), row_number="id", **mixed), sf.measure(*tables, **mixed))


def related(rows=20_000, seed=1):
    """Three columns that depend on each other, with noise; the relations are what um and information-loss measure."""
    draw = random.Random(seed)
    income = [draw.lognormvariate(8, 1) for _ in range(rows)]
    table = pa.table(
        {
            "id": pa.array(range(rows), pa.int64()), "income": income, "tax": [one * draw.uniform(0.1, 0.4) for one in income],
            "age": [40 + draw.gauss(0, 10) + one / 1000 for one in income],
        }
    )  # fmt: skip
    masked = sf.mask(table, "additive-noise", columns=["income", "tax", "age"], amount=0.3, seed=1).data
    return table, masked


def test_a_sample_is_said_to_be_one_and_near_the_value_of_all(spark):
    tables = related()
    asked = {"measures": ["um", "sse", "cm1", "power-mean"], "columns": ["income", "tax", "age"], "seed": 5}
    expected = sf.measure(*tables, **asked)
    given = frames(spark, tables, 3)
    found = on_spark.measure(*given, row_number="id", sample_rows=5000, **asked)
    again = on_spark.measure(*[frame.repartition(6) for frame in given], row_number="id", sample_rows=5000, **asked)
    assert entries(found) == entries(again)  # the seed and the numbers choose the records
    assert found["sse"]._asdict() == expected["sse"]._asdict()
    for name in ("um", "cm1"):
        details = found[name].details
        assert details["approximate"] is True and details["of_records"] == 20_000
        assert 4600 < details["sampled_records"] < 5400
        assert found[name].value == pytest.approx(expected[name].value, abs=0.01)
    assert found["power-mean"].value is None and "ranks of all records" in found["power-mean"].note
    assert found.to_dict()["rows"] == 20_000
    notes = [text for grade, text in warnings_of(found) if grade == "note" and "approximate" in text]
    assert len(notes) == 1 and "um and cm1: approximate, measured on " in notes[0] and "overstated" in notes[0]
    other = on_spark.measure(*given, row_number="id", sample_rows=5000, **{**asked, "seed": 6})
    assert other["um"].value != found["um"].value


def test_records_whose_partners_are_not_known(spark):
    original, masked = records(300, gaps=0.0)
    shuffled = frames(spark, (original, masked), 4)
    note = "it is not known which records are the same"
    asked = {"measures": ["um", "cm1", "sse"], "columns": ["tax", "age"], "seed": 1, "no_mapping": True}
    expected = sf.measure(original, masked, **asked)
    for how in ({}, {"row_number": "id"}):
        found = on_spark.measure(*shuffled, **asked, **how)
        assert found["um"].value == pytest.approx(expected["um"].value, rel=1e-9)
        assert found["sse"].value is None and found["sse"].note == expected["sse"].note
        assert found["cm1"].value is None and note in found["cm1"].note  # rows side by side would look safe
        assert not any(note in text for _, text in warnings_of(found))
    unknown = on_spark.measure(*shuffled, measures=["um", "cm1"], columns=["tax", "age"], seed=1)
    assert unknown["cm1"].value is None and any(note in text for _, text in warnings_of(unknown))


@pytest.mark.parametrize("partitions", PARTITIONS)
def test_warnings_of_columns_as_they_were(spark, partitions):
    original, masked = records(300)
    day = pa.array([datetime.date(1960, 1, 1) + datetime.timedelta(row // 2) for row in range(300)])
    house = pa.array([None if row % 31 == 0 else row // 4 for row in range(300)], pa.int64())
    masked = masked.set_column(1, "tax", original["tax"]).set_column(4, "region", original["region"])
    tables = [table.append_column("born", day).append_column("house", house) for table in (original, masked)]
    asked = {
        "measures": ["k-anonymity", "sse"], "quasi": ["age", "region"], "weight": "tax", "columns": ["age", "income"],
        "missing": {"age": [0]}, "household": "house",
    }  # fmt: skip
    expected = sf.measure(*tables, **asked)
    found = on_spark.measure(*frames(spark, tables, partitions), row_number="id", **asked)
    assert [(one.grade, one.text) for one in found.warnings] == [(one.grade, one.text) for one in expected.warnings]


@pytest.mark.parametrize("grade", ["stop", "mind"])
def test_warnings_of_moved_rows(spark, grade):
    original, masked = records(200)
    order = list(range(200))
    random.Random(2).shuffle(order)
    moved = masked.drop_columns(["id", "person"]).take(order).append_column("id", masked["id"])
    asked = {"measures": ["sse"], "columns": ["income"]}
    if grade == "mind":
        given, how = frames(spark, (original, moved), 3), {"row_number": "id"}
    else:  # rows are found again by the columns that they kept; records at the same place belong together
        original = original.drop_columns(["id", "person"])
        moved = original.set_column(0, "income", masked["income"]).take(order)
        given, how = [spark.createDataFrame(table) for table in (original, moved)], {}
    expected = sf.measure(original, moved, **asked)
    found = on_spark.measure(*given, **how, **asked)
    assert expected.warnings[0].grade == grade
    assert [(one.grade, one.text) for one in found.warnings] == [(one.grade, one.text) for one in expected.warnings]


@pytest.mark.parametrize("kept", [True, False])
def test_warnings_of_unique_units(spark, kept):
    original, masked = records(200)
    units = pa.array([None if row % 19 == 0 else row // 3 for row in range(200)], pa.int64())
    original, masked = (table.append_column("unit", units) for table in (original, masked))
    masked = masked if kept else masked.drop_columns(["unit"])
    asked = {"measures": ["uniqueness"], "quasi": ["age", "region"], "unit": "unit", "columns": ["age", "region"]}
    expected = sf.measure(original, masked, **asked)
    found = on_spark.measure(*frames(spark, (original, masked), 3), row_number="id", **asked)
    assert any("units of 'unit'" in one.text for one in expected.warnings)
    assert [(one.grade, one.text) for one in found.warnings] == [(one.grade, one.text) for one in expected.warnings]
