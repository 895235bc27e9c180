"""Households on Spark: columns that are equal within every household are masked once for each, with the values, details and warnings
of one machine."""

import random

import pytest

pytest.importorskip("pyspark")

import sfumato as sf  # noqa: E402
import sfumato.spark as sfs  # noqa: E402
from released_rows import expect_same  # noqa: E402

ROLES = {"household": "home", "identifier": ["code"]}


@pytest.fixture(scope="module")
def homes():
    """Members of a household are anywhere; some records have none. Rent, rooms, tenure and district belong to households."""
    import pyarrow as pa

    draw = random.Random(8)
    rows = 900
    kept = [
        (None if h % 13 == 0 else 300.0 + draw.randrange(60), 1 + draw.randrange(6), draw.choice(["owned", "rented", None]), f"d{h % 4}")
        for h in range(300)
    ]
    home = [draw.randrange(300) for _ in range(rows)]
    return pa.table(
        {
            "code": [f"p{i * 7919 % 100003}" for i in range(rows)],
            "number": pa.array([3 * i + i % 2 for i in range(rows)], pa.int64()),
            "home": pa.array([None if i % 40 == 0 else f"h{h}" for i, h in enumerate(home)], pa.string()),
            "rent": pa.array([kept[h][0] for h in home], pa.float64()),
            "rooms": pa.array([kept[h][1] for h in home], pa.int64()),
            "tenure": pa.array([kept[h][2] for h in home], pa.string()),
            "district": pa.array([kept[h][3] for h in home], pa.string()),
            "wage": pa.array([None if i % 31 == 0 else round(draw.lognormvariate(7, 0.5), 2) for i in range(rows)], pa.float64()),
            "sex": [draw.choice(["f", "m"]) for _ in range(rows)],
        }
    )


NUMBERS = {"place": {}, "number": {"row_number": "number"}, "key": {"record_key": "code"}}
METHODS = [
    ("additive-noise", {"columns": ["rent", "wage"], "amount": 0.3}, 1, "place"),
    ("additive-noise", {"columns": ["rent", "wage"], "amount": 0.3, "quasi": ["rooms", "sex"], "keep_integers": True}, 7, "key"),
    ("rank-swapping", {"columns": ["rent", "rooms", "wage"], "window": 10}, 4, "key"),
    ("individual-ranking", {"columns": ["wage", "rent"], "k": 4}, 7, "place"),
    ("data-swapping", {"columns": ["rooms", "sex"], "keep": ["district"], "rate": 0.4}, 4, "number"),
    ("mdav", {"columns": ["rooms", "wage"], "within": "district", "k": 3}, 4, "key"),
]


def compared(table, spread, method, options, partitions, numbers="place"):
    alone = sf.mask(table, method, **{**ROLES, **options, **NUMBERS[numbers], "seed": 3})
    release = sfs.mask(spread(table, partitions), method, **{**ROLES, **options, **NUMBERS[numbers], "seed": 3})
    expect_same(release, alone, in_order=numbers != "key")
    release.unpersist()
    return release


@pytest.mark.parametrize("method, options, partitions, numbers", METHODS)
def test_columns_of_households_are_masked_once(homes, spread, method, options, partitions, numbers):
    release = compared(homes, spread, method, options, partitions, numbers)
    level = release.details["household_level"]
    assert level["apart"] and level["columns"] == [name for name in options["columns"] if name in ("rent", "rooms", "tenure")]
    released = release.data.select("home", level["columns"][0]).where("home IS NOT NULL").distinct().groupBy("home").count()
    assert released.where("count > 1").count() == 0


def test_methods_that_ignore_households(homes, spread):
    rows = [["d0", "north"], ["d1", "north"], ["d2", "south"], ["d3", "south"]]
    steps = [{"method": "recoding", "columns": ["district"]}, {"method": "rank-swapping", "columns": ["rent"]}]
    options = {"recipe": {"steps": steps}, "schema": sf.Schema(hierarchy={"district": rows})}
    found = compared(homes, spread, None, options, 4).details["steps"]
    assert ["household_level" in step for step in found] == [False, True]
    compared(homes, spread, "local-suppression", {"columns": ["rooms", "tenure"], "within": "district", "k": 2}, 4)


def test_columns_of_persons_and_households_of_one(homes, spread):
    assert "household_level" not in compared(homes, spread, "uniform-noise", {"columns": ["wage"]}, 1).details
    assert "household_level" not in compared(homes, spread, "uniform-noise", {"columns": ["rent"], "household": "number"}, 4).details


def test_several_steps_find_households_anew(homes, spread):
    steps = [{"method": "sampling", "fraction": 0.6}, {"method": "uniform-noise", "columns": ["rent", "rooms"]},
             {"method": "rank-swapping", "columns": ["rent"], "window": 10}]  # fmt: skip
    release = compared(homes, spread, None, {"recipe": {"steps": steps}}, 4, "number")
    assert release.details["steps"][2]["household_level"]["columns"] == ["rent"]


def test_refused(homes, spread):
    with pytest.raises(sf.Error, match="divide a household"):
        sfs.mask(spread(homes, 4), "mdav", columns=["rent", "wage"], block_rows=300, **ROLES)
    with pytest.raises(sf.Error, match="both declared"):
        sfs.mask(spread(homes, 4), "uniform-noise", columns=["rent"], unit="code", household="home")
