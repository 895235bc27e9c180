"""Blocks of near records, generalization and comparison on Spark: blocks do not depend on partitions, and have the values of strata
on one machine. Random tables that try to break k are in test_mask_strata.py."""

import math
import random

import pytest

import sfumato as sf
import sfumato.spark as sfs
from sfumato.spark import _supplying
from released_rows import plain

pa = pytest.importorskip("pyarrow")


def people(rows, seed=1):
    draw = random.Random(seed)
    return pa.table(
        {
            "income": pa.array([None if draw.random() < 0.05 else round(draw.lognormvariate(9, 1), 2) for _ in range(rows)]),
            "tax": pa.array([None if draw.random() < 0.05 else draw.gauss(0, 1) for _ in range(rows)]),
            "age": pa.array([None if draw.random() < 0.05 else draw.randrange(18, 60) for _ in range(rows)], pa.int64()),
            "colour": [draw.choice(["red", "green", "blue"]) for _ in range(rows)],
        }
    )


@pytest.fixture
def found(monkeypatch):
    """The blocks of records that a release was made of."""
    known = {}
    order = _supplying.HOWS["order"]

    def watched(before, parts, plan):
        values = order(before, parts, plan)
        known.clear()
        known.update({row[0]: row[1] for row in parts.blocks.collect()})
        return values

    monkeypatch.setitem(_supplying.HOWS, "order", watched)
    return known


@pytest.mark.parametrize("partitions", [1, 4, 7])
def test_near_records(spread, found, partitions):
    table = people(2000)
    options = {"columns": ["income", "tax"], "k": 4, "seed": 7}
    release = sfs.mask(spread(table, partitions), "mdav", block_rows=300, **options)
    blocks = pa.array([found[number] for number in range(table.num_rows)])
    sizes = [blocks.to_pylist().count(block) for block in set(blocks.to_pylist())]
    assert len(sizes) == 7 and min(sizes) > 250
    alone = sf.mask(table.append_column("block", blocks), "mdav", within="block", **options)
    assert plain(release.data.toArrow()) == plain(alone.data.drop_columns(["block"]))
    approximate = release.details["approximate"]
    assert approximate["blocks"] == 7 and approximate["block_rows"] == 300
    assert release.details["sse_percent"] == alone.details["sse_percent"]
    assert 0 < approximate["sse_percent_exact"] < 10 and 0 < approximate["sse_percent_blocks"] < 10
    assert 900 < approximate["sample_records"] < 1500
    assert any(warning.grade == "note" and "approximate" in warning.text for warning in release.warnings)
    assert "approximate" in release.report()
    (promise,) = release.promises
    assert promise["models"] == [{"model": "k-anonymity:4", "kept": True, "found": promise["models"][0]["found"]}]
    assert promise["records"] == 2000 and "within" not in promise
    release.unpersist()


def test_equal_keys(spread, found):
    table = people(1500, 2)
    options = {"columns": ["age", "colour"], "k": 5}
    release = sfs.mask(spread(table, 4), "local-suppression", block_rows=200, **options)
    together = {}
    for number, row in enumerate(table.select(["age", "colour"]).to_pylist()):
        together.setdefault(tuple(row.values()), set()).add(found[number])
    assert all(len(blocks) == 1 for blocks in together.values())
    approximate = release.details["approximate"]
    assert approximate["suppressed_cells_exact"] <= approximate["suppressed_cells_blocks"]
    assert release.promises[0]["models"][0]["kept"] and release.promises[0]["missing_as"] == "wildcard"
    assert release.details["suppressed_cells"] > 0


def test_what_is_refused(spread):
    frame = spread(people(300), 2)
    with pytest.raises(sf.Error, match="needs all records"):
        sfs.mask(frame, "mdav", columns=["tax"])
    with pytest.raises(sf.Error, match="needs no blocks"):
        sfs.mask(frame, "additive-noise", columns=["tax"], block_rows=True)
    with pytest.raises(sf.Error, match="too small"):
        sfs.mask(frame, "mdav", columns=["tax"], k=9, block_rows=17)


def test_generalization_is_a_release(spread):
    table = people(800, 5)
    rows = [[str(age), f"{age // 10 * 10}+", "any"] for age in range(18, 60)]
    schema = {"age": {"hierarchy": rows, "role": "quasi-identifier"}, "colour": {"role": "quasi-identifier"}}
    schema["colour"]["hierarchy"] = [["red", "warm"], ["green", "cold"], ["blue", "cold"]]
    options = {"columns": ["age", "colour"], "k": 5, "suppress": 1, "schema": schema}
    alone = sf.mask(table, "generalization", **options)
    release = sfs.mask(spread(table, 4), "generalization", **options)
    assert plain(release.data.toArrow()) == plain(alone.data)
    assert release.details["levels"] == alone.details["levels"]
    assert release.promises == alone.promises
    assert release.warnings == alone.warnings
    assert release.columns == alone.columns and release.parameters == alone.parameters
    with pytest.raises(sf.Error, match="driver takes at most 3"):
        sfs.mask(spread(table, 4), "generalization", driver_limit=3, **options)


@pytest.mark.parametrize("options", [{"k": 45}, {"k": 15, "suppress": 20}, {"k": 8, "local": True, "suppress": 5}])
def test_generalization_without_hierarchies_is_that_of_one_machine(spread, spark, options):
    # Two zeros, missing cells and cells that are not numbers; of texts and numbers only suppression is left.
    rows = [([0.0, -0.0, 1.5, math.nan, None, 3.0][place % 6], "abc"[place * place % 7 % 3], place) for place in range(120)]
    whole = [(None if score is None or math.isnan(score) else score, region, place) for score, region, place in rows]
    names = ["score", "region", "place"]
    table = pa.table({name: list(values) for name, values in zip(names, zip(*whole))})
    frame = spark.createDataFrame(spark.sparkContext.parallelize(rows, 4), "score double, region string, place long")
    asked = {"columns": ["score", "region"], "quasi": ["score", "region"], "seed": 1, **options}
    alone = sf.mask(table, "generalization", **asked)
    release = sfs.mask(frame, "generalization", **asked)
    assert plain(release.data.toArrow()) == plain(alone.data)
    assert release.details == alone.details and release.promises == alone.promises
    assert release.warnings == alone.warnings
    if "local" not in options:
        made = sfs.generalize(frame, **{name: value for name, value in asked.items() if name != "seed"})
        assert sorted(map(str, made.data.toArrow().to_pylist())) == sorted(map(str, pa.table(alone.data).to_pylist()))


def test_the_winner_is_released_by_blocks(spread):
    table = people(900, 6).drop_columns(["colour"])
    found = sfs.compare(
        spread(table, 2), sample_rows=400, methods=["mdav"], equal={"sse": 5}, columns=["income", "tax"], quasi=["age"], block_rows=300
    )
    assert found.approximate and found.method == "mdav"
    assert found.release.details["approximate"]["blocks"] == 3
    assert found.confirmed["sse"].value > 0 and found.confirmed["sse"].safe == found.reached
    assert found.release.with_numbers().count() == 900
