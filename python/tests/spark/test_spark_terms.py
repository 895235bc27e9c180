"""Terms of a release on Spark (totals, filled cells, random order, new numbers of households, the map of records): those of one
machine, for any number of partitions."""

import random
from functools import partial

import pytest

import sfumato as sf
import sfumato.spark as sfs
from released_rows import expect_same as same_release

ROWS = 900


@pytest.fixture(scope="module")
def homes():
    """Wages and other incomes with gaps, their total, whole numbers, texts, households, and numbers of records."""
    import pyarrow as pa

    draw = random.Random(6)
    wages = [None if i % 11 == 4 else round(draw.lognormvariate(7, 1), 2) for i in range(ROWS)]
    other = [round(draw.lognormvariate(5, 1), 2) for _ in range(ROWS)]
    return pa.table(
        {
            "wages": pa.array(wages, pa.float64()),
            "other": pa.array(other, pa.float64()),
            "total": pa.array([None if a is None else a + b for a, b in zip(wages, other)], pa.float64()),
            "rooms": pa.array([None if i % 13 == 5 else draw.randrange(1, 9) for i in range(ROWS)], pa.int64()),
            "beds": pa.array([draw.randrange(1, 5) for _ in range(ROWS)], pa.int64()),
            "both": pa.array([draw.randrange(1, 14) for _ in range(ROWS)], pa.int64()),
            "region": [None if i % 17 == 3 else draw.choice(["north", "south", "east"]) for i in range(ROWS)],
            "home": [None if i % 101 == 9 else f"h{i // 3 * 7919 % 1009}" for i in range(ROWS)],
            "number": pa.array(range(ROWS), pa.int64()),
        }
    )


expect_same = partial(same_release, types=True)

DERIVE = [
    ({"columns": ["wages", "other"], "derive": "total=wages+other"}, 4),
    ({"columns": ["rooms", "beds"], "derive": ["both=rooms+beds", "total=both-beds"], "keep_integers": True}, 7),
    ({"columns": ["rooms", "beds"], "derive": "both=rooms+beds", "domain": {"both": [0, 9]}}, 1),
]


def test_totals_after_supplied_values_beside_a_hierarchy(homes, spread):
    rows = [["north", "upper"], ["south", "lower"], ["east", "lower"]]
    steps = [{"method": "recoding", "columns": ["region"]},
             {"method": "rank-swapping", "columns": ["wages"], "window": 10}]  # fmt: skip
    schema = sf.Schema(columns={"region": {"hierarchy": rows}})
    given = {"recipe": {"steps": steps}, "schema": schema, "derive": "total=wages+other", "seed": 2}
    release = sfs.mask(spread(homes, 4), **given)
    expect_same(release, sf.mask(homes, **given))
    assert release.with_numbers().count() == ROWS


@pytest.mark.parametrize("options, partitions", DERIVE)
def test_totals(homes, spread, options, partitions):
    given = {"amount": 0.4, "seed": 7, **options}
    expect_same(sfs.mask(spread(homes, partitions), "additive-noise", **given), sf.mask(homes, "additive-noise", **given))


FILL = [
    ("additive-noise", {"columns": ["wages", "rooms", "other"], "amount": 0.2}, 4),
    ("pram", {"columns": ["region"], "retain": 0.7}, 7),
    ("mdav", {"columns": ["wages", "other"], "within": "beds", "k": 4}, 1),
    ("data-swapping", {"columns": ["wages"], "within": "beds"}, 4),
    ("rank-swapping", {"columns": ["wages"], "derive": "total=wages+other"}, 4),
    ("sampling", {"columns": ["wages"], "fraction": 0.5}, 7),
]


@pytest.mark.parametrize("method, options, partitions", FILL)
def test_filled_cells(homes, spread, method, options, partitions):
    given = {"fill": True, "seed": 7, **options}
    expect_same(sfs.mask(spread(homes, partitions), method, **given), sf.mask(homes, method, **given))


def test_filled_cells_of_numbered_records(homes, spread):
    shuffled = homes.take(random.Random(2).sample(range(ROWS), ROWS))
    given = {"columns": ["wages", "rooms"], "fill": True, "seed": 7, "row_number": "number"}
    release = sfs.mask(spread(shuffled, 4), "additive-noise", **given)
    expect_same(release, sf.mask(homes, "additive-noise", **given))
    release.unpersist()


UNITS = {"home": {"role": "unit"}}
ORDER = [
    ({"shuffle": True}, 4),
    ({"renumber": True, "schema": UNITS, "identifier": ["number"]}, 7),
    ({"public": True, "schema": UNITS, "quasi": ["beds"]}, 1),
]


@pytest.mark.parametrize("options, partitions", ORDER)
def test_order_and_numbers(homes, spread, options, partitions):
    given = {"columns": ["wages"], "seed": 7, **options}
    expect_same(sfs.mask(spread(homes, partitions), "additive-noise", **given), sf.mask(homes, "additive-noise", **given))


def test_order_of_a_sample_of_numbered_records(homes, spread):
    shuffled = homes.take(random.Random(2).sample(range(ROWS), 500))
    given = {"columns": ["wages"], "fraction": 0.4, "seed": 7, "row_number": "number", "public": True, "map": True}
    release = sfs.mask(spread(shuffled, 4), "sampling", **given)
    alone = sf.mask(shuffled.sort_by("number"), "sampling", **given)
    expect_same(release, alone)
    assert release.map.toArrow().to_pydict() == alone.map.to_pydict()


@pytest.mark.parametrize("method, options", [("additive-noise", {}), ("sampling", {"fraction": 0.3}), ("additive-noise", {"shuffle": True})])
def test_map_of_records(homes, spread, method, options):
    given = {"columns": ["wages"], "seed": 7, "map": True, **options}
    release = sfs.mask(spread(homes, 4), method, **given)
    alone = sf.mask(homes, method, **given)
    assert release.map.toArrow().to_pydict() == alone.map.to_pydict()
    expect_same(release, alone)


@pytest.mark.parametrize("options, words", [
    ({"renumber": True}, "no column has the role"),
    ({"map": True, "record_key": "number"}, "places"),
    ({"fit": True}, "fit"),
    ({"derive": "total=region+wages"}, "not numeric"),
    ({"method": "local-suppression", "columns": ["beds", "rooms"], "k": 3, "block_rows": 100, "fill": True}, "fill"),
    ({"method": "generalization", "columns": ["beds"], "k": 3, "fill": True}, "break the promise of generalization"),
])  # fmt: skip
def test_what_is_refused(homes, spread, options, words):
    given = {"method": "additive-noise", "columns": ["wages"], "seed": 7, **options}
    with pytest.raises(sf.Error, match=words):
        sfs.mask(spread(homes, 4), **given)


def test_decimals_and_small_integers(homes, spread):
    """Totals and numbers of households have the types of one machine."""
    import decimal

    import pyarrow as pa

    some = homes.slice(0, 200).select(["beds", "rooms"])
    some = some.append_column("price", pa.array([decimal.Decimal(i * 7919 % 10007) / 100 for i in range(200)], pa.decimal128(12, 2)))
    some = some.append_column("few", pa.array([i % 50 for i in range(200)], pa.int32()))
    some = some.append_column("home", pa.array([i // 4 * 37 % 101 for i in range(200)], pa.int32()))
    given = {"columns": ["beds"], "derive": ["price=beds+rooms", "few=beds-rooms"], "keep_integers": True, "public": True}
    given.update(schema=UNITS, seed=7)
    expect_same(sfs.mask(spread(some, 4), "additive-noise", **given), sf.mask(some, "additive-noise", **given))


@pytest.mark.parametrize("how", ["random", "sequential"])
def test_pseudonyms_without_a_key(homes, spread, how):
    given = {"columns": ["home", "number"], "how": how, "seed": 7}
    expect_same(sfs.mask(spread(homes, 4), "pseudonyms", **given), sf.mask(homes, "pseudonyms", **given))
