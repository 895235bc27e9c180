"""Masking on Spark: the values, details and warnings of one machine, for any number of partitions."""

import sys

import pytest

import sfumato as sf
import sfumato.spark as sfs
from released_rows import collected, plain

CASES = [
    ("additive-noise", {"columns": ["income", "tax"], "amount": 0.3}),
    ("additive-noise", {"columns": ["income", "age"], "amount": 0.5, "keep_bounds": True, "keep_integers": True}),
    ("correlated-noise", {"columns": ["income", "tax"], "amount": 0.3, "keep_moments": True}),
    ("multiplicative-noise", {"columns": ["income", "tax"], "spread": 0.2}),
    ("uniform-noise", {"columns": ["income", "age"], "spread": 0.2}),
    ("pram", {"columns": ["region"], "retain": 0.6}),
    ("top-coding", {"columns": ["income", "age"], "quantile": 0.9}),
    ("bottom-coding", {"columns": ["income"], "quantile": 0.2}),
    ("date-shift", {"columns": ["born"], "days": 30}),
    ("pseudonyms", {"columns": ["code"], "how": "keyed", "key": "0123456789abcdef0123456789abcdef"}),
]
SCHEMA = {"quasi": ["age", "region"], "identifier": ["code"]}
PLAIN = {"identifier": ["code"]}  # fewer warnings, and fewer jobs of Spark that count for them


@pytest.fixture(scope="module")
def expected(people):
    known = {}

    def made(place, schema):
        if (place, len(schema)) not in known:
            method, options = CASES[place]
            known[place, len(schema)] = sf.mask(people, method, seed=7, **schema, **options)
        return known[place, len(schema)]

    return made


@pytest.mark.parametrize("partitions", [1, 4, 7])
@pytest.mark.parametrize("place", range(len(CASES)))
def test_equals_one_machine(people, spread, expected, place, partitions):
    method, options = CASES[place]
    schema = SCHEMA if partitions == 4 else PLAIN
    release = sfs.mask(spread(people, partitions), method, seed=7, **schema, **options)
    alone = expected(place, schema)
    assert release.data.columns == alone.data.column_names
    assert collected(release) == plain(alone.data)
    assert release.details == alone.details
    assert release.warnings == alone.warnings
    assert release.guarantee == alone.guarantee
    assert release.parameters == alone.parameters
    assert release.schema == alone.schema
    assert release.mapping == "same-rows"


def test_several_steps_in_a_recipe(people, spread):
    recipe = sf.Recipe(
        [
            {"method": "top-coding", "columns": ["income"], "quantile": 0.95},
            {"method": "additive-noise", "columns": ["income", "tax"], "amount": 0.2},
            {"method": "pram", "columns": ["region"], "retain": 0.7},
        ]
    )
    alone = sf.mask(people, recipe=recipe, seed=3, **SCHEMA)
    release = sfs.mask(spread(people, 5), recipe=recipe, seed=3, **SCHEMA)
    assert collected(release) == plain(alone.data)
    assert release.details == alone.details
    assert release.warnings == alone.warnings


def test_recoding_with_a_hierarchy(people, spread):
    rows = [["north", "up"], ["south", "down"], ["east", "up"], ["west", "down"]]
    options = {"columns": ["region"], "hierarchy": {"region": rows}, "seed": 1, **SCHEMA}
    alone = sf.mask(people, "recoding", **options)
    release = sfs.mask(spread(people, 4), "recoding", **options)
    assert collected(release) == plain(alone.data)
    assert release.details == alone.details
    with pytest.raises(sf.Error, match="not leaves of its hierarchy") as found:
        sfs.mask(spread(people, 4), "recoding", columns=["region"], hierarchy={"region": rows[1:]})
    assert "north" in found.value.message


def test_without_a_seed_every_action_gives_the_same_values(people, spread):
    release = sfs.mask(spread(people, 3), "date-shift", columns=["born"], **SCHEMA)
    first = collected(release)
    assert first == collected(release)
    again = sfs.mask(spread(people, 3), "date-shift", columns=["born"], **SCHEMA)
    assert first != collected(again)
    moved = [(new[-1] - old).days for new, old in zip(first, people.column("born").to_pylist())]
    assert 0 not in moved and max(moved) <= 180 and min(moved) >= -180 and len(set(moved)) > 300
    assert "secret" not in release._request


def test_report(people, spread, tmp_path):
    release = sfs.mask(spread(people, 2), "additive-noise", columns=["income"], seed=1, **SCHEMA)
    page = release.report(tmp_path / "release.html").read_text(encoding="utf-8")
    assert "additive-noise" in page and "5000" in page
    assert "additive-noise" in repr(release)


def test_a_part_that_fails_says_why_once(people, spread, spark):
    import pyarrow as pa

    huge = people.set_column(1, "income", pa.array([1.0] * 4999 + [1e200], pa.float64()))
    with pytest.raises(sf.Error, match="income") as found:
        sfs.mask(spread(huge, 4), "additive-noise", columns=["income"])
    assert "Traceback" not in str(found.value)


@pytest.mark.parametrize(
    "method, options, words",
    [
        ("mdav", {"columns": ["income"]}, "needs all records"),
        ("no-such-method", {}, "no-such-method"),
        ("additive-noise", {"columns": ["salary"]}, "salary"),
        ("additive-noise", {"columns": ["income"], "amount": -1}, "amount"),
    ],
)
def test_refusals(people, spread, method, options, words):
    with pytest.raises(sf.Error, match=words):
        sfs.mask(spread(people, 2), method, **options)


def test_too_many_categories_are_refused_where_they_are_found(spark, spread):
    pa = pytest.importorskip("pyarrow")
    many = pa.table({"name": [f"n{i}" for i in range(3000)]})
    with pytest.raises(sf.Error, match="pram takes at most 1000"):
        sfs.mask(spread(many, 2), "pram", columns=["name"], retain=0.5)


def test_partial_results_have_a_limit():
    pa = pytest.importorskip("pyarrow")
    from sfumato.spark import _parts

    batch = _parts._state_row("x" * (_parts.MOST_STATE // 2 + 1), None, 1)
    (row,) = _parts.Parts.joined(None, iter([batch, batch]))
    assert pa.Table.from_batches([row]).to_pylist()[0]["partial"] is None
    assert "are merged at most" in row.column(1)[0].as_py()


def test_other_frames_are_refused(people):
    with pytest.raises(sf.Error, match="not a data frame of Spark"):
        sfs.mask(people, "additive-noise")


def test_without_pyspark_the_error_says_what_to_install(people, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyspark", None)
    with pytest.raises(sf.Error, match="pyspark") as found:
        sfs.mask(people, "additive-noise")
    assert "sfumato[spark]" in found.value.hint


def test_no_records(people, spread):
    alone = sf.mask(people.slice(0, 0), "additive-noise", columns=["income"], seed=1)
    release = sfs.mask(spread(people, 2).where("age > 1000"), "additive-noise", columns=["income"], seed=1)
    assert release.data.count() == 0 == alone.data.num_rows
    assert release.data.columns == alone.data.column_names
