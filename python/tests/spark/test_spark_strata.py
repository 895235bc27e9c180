"""Steps inside strata on Spark: the values, details, promises and warnings of one machine, for any number of partitions."""

import math
import random

import pytest

import sfumato as sf
import sfumato.spark as sfs
from sfumato.spark import _strata
from released_rows import plain

pa = pytest.importorskip("pyarrow")

CASES = [
    ("mdav", {"columns": ["income", "tax"], "k": 4}, "region", 4),
    ("local-suppression", {"columns": ["age", "colour"], "k": 3}, "region", 7),
    ("data-shuffling", {"columns": ["income", "age"]}, "group", 1),
    ("additive-noise", {"columns": ["income", "age"], "amount": 0.3, "keep_bounds": True}, "region", 7),
]


def people(rows, seed=1):
    draw = random.Random(seed)
    return pa.table(
        {
            "income": pa.array([None if draw.random() < 0.03 else round(draw.lognormvariate(9, 1), 2) for _ in range(rows)]),
            "region": [None if draw.random() < 0.1 else draw.choice(["south", "north", "east"]) for _ in range(rows)],
            "tax": pa.array([draw.gauss(0, 1) for _ in range(rows)]),
            "age": pa.array([None if draw.random() < 0.05 else draw.randrange(18, 60) for _ in range(rows)], pa.int64()),
            "colour": [draw.choice(["red", "green", "blue"]) for _ in range(rows)],
            "group": pa.array([draw.choice([0.0, -0.0, 1.5, math.nan]) for _ in range(rows)]),
        }
    )


@pytest.mark.parametrize("place", range(len(CASES)))
def test_equals_one_machine(spread, place):
    method, options, within, partitions = CASES[place]
    table = people(1500)
    options = {**options, "within": within, "seed": 7, "quasi": ["age", "colour"], "reveal": method in ("additive-noise", "pram")}
    alone = sf.mask(table, method, **options)
    release = sfs.mask(spread(table, partitions), method, **options)
    assert release.data.columns == alone.data.column_names
    assert plain(release.data.toArrow()) == plain(alone.data)
    assert release.details == alone.details
    assert release.promises == alone.promises
    assert release.reveal == alone.reveal
    assert release.warnings == alone.warnings
    assert release.parameters == alone.parameters
    release.unpersist()


@pytest.mark.parametrize("name, column, other, partitions", [("row_number", "number", "key", 4), ("record_key", "key", "number", 7)])
def test_numbers_and_keys_name_the_strata(spark, name, column, other, partitions):
    table = people(600, 3)
    order = list(range(600))
    random.Random(5).shuffle(order)
    table = table.append_column("key", pa.array([f"k{i}" for i in range(600)]))
    table = table.append_column("number", pa.array(range(600), pa.int64())).take(order)
    options = {"columns": ["tax", "age"], "within": "region", "seed": 2, "drop": [other], name: column}
    alone = sf.mask(table, "data-shuffling", **options)
    release = sfs.mask(spark.createDataFrame(table).repartition(partitions), "data-shuffling", **options)
    assert sorted(map(str, plain(release.data.toArrow()))) == sorted(map(str, plain(alone.data)))
    assert release.details == alone.details


def test_a_recipe_whose_last_step_undoes_a_promise(spread):
    table = people(800, 4)
    recipe = sf.Recipe(
        [
            {"method": "uniform-noise", "columns": ["tax"], "spread": 0.1},
            {"method": "mdav", "columns": ["tax", "age"], "within": "region", "k": 5},
            {"method": "top-coding", "columns": ["tax"], "quantile": 0.9},
        ]
    )
    alone = sf.mask(table, recipe=recipe, seed=3)
    release = sfs.mask(spread(table, 4), recipe=recipe, seed=3)
    assert plain(release.data.toArrow()) == plain(alone.data)
    assert release.details == alone.details
    assert release.promises == alone.promises == []
    assert release.warnings == alone.warnings


def test_what_is_refused(spread, monkeypatch):
    table = people(100)
    frame = spread(table, 4)
    for method in ("sampling", "multiple-imputation", "sequential-trees"):
        with pytest.raises(sf.Error, match="cannot be made of parts"):
            sfs.mask(frame, method, columns=["tax"], within="region")
    with pytest.raises(sf.Error, match="is protected and also defines the strata"):
        sfs.mask(frame, "additive-noise", columns=["tax", "age"], within="age")
    with pytest.raises(sf.Error, match="nothing"):
        sfs.mask(frame, "mdav", columns=["tax"], within="nothing")
    with pytest.raises(sf.Error, match=r"where region is .* records\): k = 90"):
        sfs.mask(frame, "mdav", columns=["tax"], within="region", k=90)
    monkeypatch.setattr(_strata, "STRATUM_ROWS", 10)
    with pytest.raises(sf.Error, match="one task takes at most 10"):
        sfs.mask(frame, "mdav", columns=["tax"], within="region")


def test_tables_of_few_records(spread):
    for rows in (0, 1):
        table = people(5).slice(0, rows)
        alone = sf.mask(table, "additive-noise", columns=["tax"], within="region", seed=1)
        release = sfs.mask(spread(table, 2), "additive-noise", columns=["tax"], within="region", seed=1)
        assert plain(release.data.toArrow()) == plain(alone.data)
        assert release.details == alone.details
