"""Comparisons on Spark: calibrated on a sample, and confirmed on all records."""

import random

import pyarrow as pa
import pytest

import sfumato as sf
import sfumato.spark as sfs


def people(rows=900, seed=3):
    draw = random.Random(seed)
    income = [round(draw.lognormvariate(9, 1), 2) for _ in range(rows)]
    return pa.table(
        {
            "id": pa.array(range(rows), pa.int64()),
            "income": income,
            "tax": [value * draw.uniform(0.1, 0.4) for value in income],
            "age": pa.array([draw.randrange(18, 60) for _ in range(rows)], pa.int64()),
        }
    )


def shuffled(spark, table, partitions):
    return spark.createDataFrame(table).repartition(partitions)


def released(found):
    """The release in the order of the numbers of its records."""
    return found.release.with_numbers().toArrow().sort_by("__sfumato_number").drop_columns(["__sfumato_number"])


def test_limits_are_confirmed_on_all_records(spark, tmp_path):
    table = people()
    limits = {"distance-linkage": 20, "rank-linkage": 0.3}
    options = {"columns": ["income", "tax"], "quasi": ["age"], "methods": ["additive-noise"], "rank_by": ["sse", "emd"]}
    some = [
        sfs.compare(shuffled(spark, table, parts), sample_rows=400, at_most=limits, row_number="id", seed=5, **options)
        for parts in (1, 4)
    ]
    found = some[0]
    for one in ("confirmed", "parameters", "sample_rows", "reached"):  # sample and release do not depend on the partitions
        assert some[1].to_dict()[one] == found.to_dict()[one], (found.reason, some[1].reason)
    assert some[1].comparison.to_dict()["methods"] == found.comparison.to_dict()["methods"]
    alone = sf.measure(
        table.drop_columns(["id"]), released(found), columns=["income", "tax"], set={"rank-linkage": {"zero": "floor"}},
        measures=["distance-linkage", "rank-linkage", "interval-disclosure", "sse"],
    )  # fmt: skip
    assert {name: found.confirmed[name].value for name in alone} == {name: alone[name].value for name in alone}
    assert [found.confirmed[name].safe for name in limits] == [True, True] and found.reached
    assert found.confirmed["interval-disclosure"].role == "risk" and found.confirmed["interval-disclosure"].safe is None
    assert found.confirmed["emd"].value is None and "one place" in found.confirmed["emd"].reason
    said = f"approximate: calibrated on a sample of {found.sample_rows} of 900 records, confirmed on all"
    assert said in repr(found) and said in [warning.text for warning in found.warnings]
    assert said in found.report(tmp_path / "page.html").read_text() and said in found.report(format="text")


def test_a_limit_that_fails_on_all_records_is_made_stronger_or_said(spark, monkeypatch):
    from sfumato.spark import _comparing

    table = people(600)
    draw = random.Random(1)
    for place, name in ((1, "income"), (2, "tax")):  # noise changes fewer ranks of these than of those of the sample
        table = table.set_column(place, name, pa.array([draw.uniform(0, 9) for _ in range(600)]))
    monkeypatch.setattr(_comparing, "sample", lambda *_: people(250).drop_columns(["id"]))
    options = {"columns": ["income", "tax"], "methods": ["additive-noise"], "rank_by": "sse", "row_number": "id"}
    found = sfs.compare(shuffled(spark, table, 3), at_most={"interval-disclosure": 40}, seed=5, **options)
    assert 1 <= len(found.tried) <= 3 and found.tried[0]["amount"] < found.parameters["amount"]
    assert found.reached == found.confirmed["interval-disclosure"].safe
    assert any("made stronger" in warning.text for warning in found.warnings)
    fixed = sfs.compare(
        shuffled(spark, table, 3), at_most={"interval-disclosure": 99}, fix={"additive-noise": {"amount": 0.01}}, **options
    )
    if not fixed.reached:  # what has no dial cannot be made stronger
        assert fixed.warnings[0].grade == "stop" and "interval-disclosure is" in fixed.reason


def test_what_a_comparison_on_spark_does_not_take(spark):
    data = shuffled(spark, people(60), 2)
    with pytest.raises(sf.Error, match="one target"):
        sfs.compare(data, equal={"distance-linkage": [20, 30]}, methods=["additive-noise"], columns=["tax"], row_number="id")
    with pytest.raises(sf.Error, match="keep_draw"):
        sfs.compare(data, keep_draw=True)


def test_the_winner_is_released_in_random_order(spark):
    options = {"columns": ["income", "tax"], "methods": ["additive-noise"], "equal": {"interval-disclosure": 60}, "seed": 5}
    options.update(row_number="id", sample_rows=400)
    data = shuffled(spark, people(), 3)
    plain = sfs.compare(data, **options)
    mixed = sfs.compare(data, shuffle=True, **options)
    assert mixed.parameters == plain.parameters
    assert mixed.confirmed["interval-disclosure"] == plain.confirmed["interval-disclosure"] and plain.reached == mixed.reached
    rows = [one.release.data.toArrow().column("income").to_pylist() for one in (plain, mixed)]
    assert rows[0] != rows[1] and sorted(rows[0]) == sorted(rows[1])
