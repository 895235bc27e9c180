"""Methods that need the order of a column, on Spark: the values, details and warnings of one machine, for any number of partitions,
also where ranks are cut into many chunks and buckets."""

import random

import pytest

import sfumato as sf
import sfumato.spark as sfs
from sfumato.spark import _ranking, _sorting
from released_rows import expect_same

LEVELS = ["low", "middle", "high", "top"]
SCHEMA = {"level": {"kind": "ordinal", "order": LEVELS}}


@pytest.fixture(scope="module")
def incomes():
    """Ties, gaps, both zeros, integers above 2**53, dates, ordered texts, a column without values."""
    import datetime

    import pyarrow as pa

    draw = random.Random(8)
    rows = 1500

    def number():
        return None if draw.random() < 0.05 else draw.choice([0.0, -0.0, round(draw.lognormvariate(5, 2), 1), 1e12, float(draw.randrange(30))])

    day = datetime.date(1990, 1, 1)
    return pa.table(
        {
            "income": pa.array([number() for _ in range(rows)], pa.float64()),
            "count": pa.array([None if i % 50 == 7 else 2**53 + draw.randrange(40) for i in range(rows)], pa.int64()),
            "born": pa.array([day + datetime.timedelta(draw.randrange(900)) for _ in range(rows)], pa.date32()),
            "level": [None if i % 91 == 3 else draw.choice(LEVELS) for i in range(rows)],
            "none": pa.array([None] * rows, pa.float64()),
            "number": pa.array(range(rows), pa.int64()),
            "key": [f"k{i * 7919 % 10007}" for i in range(rows)],
        }
    )


@pytest.fixture
def small_chunks(monkeypatch):
    """Many chunks and buckets of few records."""
    whole = _sorting.ranked
    monkeypatch.setattr(_ranking, "CHUNK_ROWS", 200)
    monkeypatch.setattr(_ranking, "ranked", lambda *given, **named: whole(*given, bucket_rows=300, **named))


CASES = [
    ("individual-ranking", {"columns": ["income", "none"], "k": 7}, 4),
    ("individual-ranking", {"columns": ["count"], "k": 200, "centre": "median", "fill": True}, 7),
    ("rank-swapping", {"columns": ["income", "born"], "window": 8}, 7),
    ("rank-swapping", {"columns": ["level", "count", "none"], "window": 100, "top": 30, "risk_keys": ["income"]}, 1),
    ("rank-swapping", {"columns": ["income", "born"], "window": 2, "top": 5, "bottom": 10, "risk_keys": ["level", "count"], "risk_k": 9}, 4),
]


@pytest.mark.parametrize("method, options, partitions", CASES)
def test_equals_one_machine(incomes, spread, small_chunks, method, options, partitions):
    given = {"schema": SCHEMA, "seed": 7, "drop": ["key"], **options}
    expect_same(sfs.mask(spread(incomes, partitions), method, **given), sf.mask(incomes, method, **given))


def test_numbers_and_keys(incomes, spread):
    shuffled = incomes.take(random.Random(1).sample(range(1500), 700))
    given = {"columns": ["income"], "seed": 3, "schema": SCHEMA}
    by_number = {**given, "k": 5, "optimal": True, "row_number": "number", "drop": ["key"]}
    release = sfs.mask(spread(shuffled, 4), "individual-ranking", **by_number)
    alone = sf.mask(shuffled.sort_by("number"), "individual-ranking", **by_number)  # as the release is ordered
    expect_same(release, alone)
    by_key = {**given, "window": 9, "top": 20, "risk_keys": ["count", "level"], "risk_k": 4, "record_key": "key"}
    release = sfs.mask(spread(shuffled, 4), "rank-swapping", **by_key)
    expect_same(release, sf.mask(shuffled, "rank-swapping", **by_key), "number")


def test_several_steps(incomes, spread, small_chunks):
    recipe = sf.Recipe(
        [
            {"method": "rank-swapping", "columns": ["income"], "window": 5, "risk_keys": ["none"]},  # none at risk
            {"method": "individual-ranking", "columns": ["income"], "k": 4},
        ]
    )
    given = {"recipe": recipe, "seed": 3, "drop": ["key"], "schema": SCHEMA}
    release = sfs.mask(spread(incomes, 5), **given)
    expect_same(release, sf.mask(incomes, **given))
    release.unpersist()


@pytest.mark.parametrize("method, rows, options", [("rank-swapping", 0, {"top": 5, "risk_keys": ["level"]}), ("individual-ranking", 4, {"k": 3})])
def test_small_tables(incomes, spread, method, rows, options):
    some = incomes.slice(0, rows)
    given = {"columns": ["income"], "seed": 1, "drop": ["key"], "schema": SCHEMA, **options}
    expect_same(sfs.mask(spread(some, 2), method, **given), sf.mask(some, method, **given))


@pytest.mark.parametrize("method, options, words", [
    ("individual-ranking", {"columns": ["income"], "k": 1501}, "k"),
    ("rank-swapping", {"columns": ["income"], "risk_keys": ["counts"]}, "counts"),
    ("rank-swapping", {"columns": ["born"], "top": 0.1}, "1 value of 'born'"),
])  # fmt: skip
def test_refusals(incomes, spread, method, options, words):
    with pytest.raises(sf.Error, match=words):
        sfs.mask(spread(incomes, 4), method, schema=SCHEMA, **options)
