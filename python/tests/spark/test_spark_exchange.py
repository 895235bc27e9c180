"""Data swapping and samples on Spark: the values, details and warnings of one machine, for any partitions and numbers of records."""


import pytest

pytest.importorskip("pyspark")

import sfumato as sf  # noqa: E402
import sfumato.spark as sfs  # noqa: E402
from released_rows import expect_same  # noqa: E402

SCHEMA = {"quasi": ["age", "region"], "confidential": ["income", "tax"], "identifier": ["code"]}
PLAIN = {"identifier": ["code", "born"]}  # fewer warnings, and fewer jobs of Spark that count for them
SWAPS = [
    {"columns": ["income", "tax", "region"], "keep": ["age"], "rate": 0.3},
    {"columns": ["income", "tax"], "rate": 0.05, "together": True},
    {"columns": ["age", "region"], "keep": ["income"], "rate": 1.0},
]


@pytest.fixture(scope="module")
def few(people):
    """Fewer records, with numbers and keys, weights, units of several records, and amounts that are often equal."""
    import pyarrow as pa

    few = people.slice(0, 2500)
    rows = range(few.num_rows)
    income = [value if value is None or i % 3 else round(value, -4) for i, value in enumerate(few.column("income").to_pylist())]
    few = few.set_column(1, "income", pa.array([-0.0 if i % 101 == 0 else value for i, value in enumerate(income)], pa.float64()))
    few = few.append_column("number", pa.array([i * 7 + i % 3 for i in rows], pa.int64()))
    few = few.append_column("weight", pa.array([None if i % 211 == 0 else 1.0 + i % 17 / 10 for i in rows], pa.float64()))
    return few.append_column("unit", pa.array([None if i % 53 == 0 else f"u{i * 31 % 900}" for i in rows], pa.string()))


def options_of(numbers):
    return {"place": {}, "number": {"row_number": "number"}, "key": {"record_key": "code"}}[numbers]


@pytest.mark.parametrize("place, partitions, numbers", [(0, 1, "place"), (0, 4, "number"), (0, 7, "key"), (1, 4, "place"), (2, 4, "number")])
def test_data_swapping(few, spread, place, partitions, numbers):
    options = {**SWAPS[place], **(SCHEMA if partitions == 7 else PLAIN), **options_of(numbers), "seed": 11}
    alone = sf.mask(few, "data-swapping", **options)
    assert alone.details["swapped_records"] > 0
    expect_same(sfs.mask(spread(few, partitions), "data-swapping", **options), alone, in_order=numbers != "key")


@pytest.mark.parametrize("partitions, numbers, reweight", [(1, "place", "inverse"), (4, "number", "calibrate"), (7, "key", "none")])
def test_samples_of_records(few, spread, partitions, numbers, reweight):
    options = {"columns": ["income"], "fraction": 0.3, "reweight": reweight, "weight": "weight", **(SCHEMA if partitions == 1 else PLAIN), **options_of(numbers), "seed": 5}
    alone = sf.mask(few, "sampling", **options)
    expect_same(sfs.mask(spread(few, partitions), "sampling", **options), alone)


@pytest.mark.parametrize("partitions, numbers, role, reweight", [(4, "place", "household", "inverse"), (7, "key", "unit", "calibrate"), (1, "number", "unit", "none")])
def test_samples_of_households_and_units(few, spread, partitions, numbers, role, reweight):
    roles = {**PLAIN, "quasi": ["age"] if partitions == 7 else None, "weight": "weight"}
    schema = sf.Schema(**{role: "unit"})
    options = {"columns": ["income"], "fraction": 0.3, "reweight": reweight, "schema": schema, **roles, **options_of(numbers), "seed": 5}
    alone = sf.mask(few, "sampling", **options)
    assert alone.details[role + "s"] < alone.details["records"]
    expect_same(sfs.mask(spread(few, partitions), "sampling", **options), alone, in_order=numbers != "key")


def test_households_of_one_are_records(few, spread):
    options = {"columns": ["income"], "fraction": 0.3, "schema": sf.Schema(household="number"), "seed": 5}
    expect_same(sfs.mask(spread(few, 3), "sampling", **options), sf.mask(few, "sampling", **options))


def test_steps_after_a_sample(few, spread):
    recipe = sf.Recipe(
        [
            {"method": "top-coding", "columns": ["income"], "quantile": 0.95},
            {"method": "sampling", "columns": ["income"], "fraction": 0.5},
            {"method": "data-swapping", "columns": ["income", "tax"], "keep": ["region"], "rate": 0.4},
            {"method": "additive-noise", "columns": ["tax"], "amount": 0.2},
        ]
    )
    options = {"recipe": recipe, "seed": 3, "keep_bounds": True, "row_number": "number", **PLAIN}
    expect_same(sfs.mask(spread(few, 3), **options), sf.mask(few, **options))


def test_tiny_and_empty_tables(few, spread):
    for rows, method, own in ((0, "data-swapping", {}), (3, "data-swapping", {"rate": 1.0}), (0, "sampling", {}), (1, "sampling", {})):
        options = {"columns": ["tax"], "identifier": ["code", "born"], "seed": 1, **own}
        expect_same(sfs.mask(spread(few, 2).where(f"number < {7 * rows}"), method, **options), sf.mask(few.slice(0, rows), method, **options))


def test_a_class_that_is_too_large_is_refused(few, spread):
    from sfumato.spark import _bringing

    plan = {"facts": {"equal": ["age"], "gaps": ["income"], "largest": 3}, "needs": ["income", "age"]}
    frame = spread(few, 2).withColumnRenamed("number", "__sfumato_number")
    with pytest.raises(sf.Error, match="one task takes at most 3"):
        _bringing._together(frame, plan)


def test_bad_arguments(few, spread):
    with pytest.raises(sf.Error, match="also to be kept"):
        sfs.mask(spread(few, 2), "data-swapping", columns=["income"], keep=["income"])
    with pytest.raises(sf.Error, match="no-such"):
        sfs.mask(spread(few, 2), "data-swapping", columns=["income"], keep=["no-such"])
    with pytest.raises(sf.Error, match="fraction"):
        sfs.mask(spread(few, 2), "sampling", columns=["income"], fraction=2)
