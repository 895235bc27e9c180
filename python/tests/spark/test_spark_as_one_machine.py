"""Calls whose results differed from those of one machine once: names and types of columns, codes of missing values, mixed columns,
promises beside other quasi-identifiers, and what is wrong with a request."""

import datetime
import decimal
import random

import pytest

import sfumato as sf
import sfumato.spark as sfs

pa = pytest.importorskip("pyarrow")

ROWS = 120


def table():
    draw = random.Random(3)
    return pa.table(
        {
            "side": [draw.choice("ab") for _ in range(ROWS)],
            "town": [draw.choice(["x", "y", "z", None]) for _ in range(ROWS)],
            "person": [None if place % 5 == 0 else f"u{draw.randrange(50)}" for place in range(ROWS)],
            "reg.code": [draw.choice(["NA", "p", "q"]) for _ in range(ROWS)],
            "a`v": [float(place) for place in range(ROWS)],
            "age": pa.array([draw.randrange(18, 60) for _ in range(ROWS)], pa.int64()),
            "own": [place % 3 == 0 for place in range(ROWS)],
            "sum": pa.array([decimal.Decimal(place * 35) / 100 for place in range(ROWS)], pa.decimal128(12, 2)),
            "share": pa.array([draw.randrange(64) / 64 for _ in range(ROWS)], pa.float32()),
            "when": pa.array([datetime.datetime(2020, 1, 1, place % 24) for place in range(ROWS)], pa.timestamp("us")),
        }
    )


def outcome(call):
    """What a call gives, or the parts of its error."""
    try:
        return call()
    except sf.Error as error:
        return error.message, error.hint, error.code


def released(library, frame, *arguments, **options):
    release = library.mask(frame, *arguments, seed=1, **options)
    data = release.data.toArrow() if library is sfs else pa.table(release.data)
    rows = data.to_pylist()
    for row in rows:  # Spark gives back the zone of its session
        row["when"] = row["when"].replace(tzinfo=None)
    return rows, {field.name: str(field.type) for field in data.schema if field.name != "when"}, release.warnings, release.details


CODES = {"reg.code": ["NA"], "age": ["20", "21"]}
RELEASES = [
    ("additive-noise", {"columns": ["a`v", "sum"], "quasi": ["reg.code", "age", "town"], "missing": CODES}),
    ("rank-swapping", {"columns": ["sum", "a`v"]}),
    ("pram", {"columns": ["own", "reg.code"]}),
    ("mdav", {"columns": ["a`v", "sum", "share"], "within": "side", "k": 3, "quasi": ["town", "person"]}),
    ("data-swapping", {"columns": ["sum", "share"], "keep": ["side"], "rate": 0.5}),
    ("local-suppression", {"columns": ["reg.code", "side"], "k": 2, "within": "town", "missing": CODES}),
    ("sampling", {"fraction": 0.4, "unit": "person"}),
    ("pram", {"columns": ["a`v"]}),
]


@pytest.mark.parametrize("method, options", RELEASES)
def test_releases(spread, method, options):
    whole = table()
    expected = outcome(lambda: released(sf, whole, method, **options))
    assert outcome(lambda: released(sfs, spread(whole, 4), method, **options)) == expected


def scored(library, frames, **options):
    scores = library.measure(*frames, seed=1, **options)
    return {name: (score.value, score.details, score.note) for name, score in scores.items()}, scores.warnings


def masked():
    whole = table()
    places = range(ROWS)
    values = pa.array([None if place == 7 else place + 0.5 * (place % 2) for place in places], pa.float64())
    towns = whole["town"].to_pylist()
    random.Random(4).shuffle(towns)
    return whole.set_column(4, "a`v", values).set_column(1, "town", pa.array(towns))


MEASURED = [
    {"quasi": ["side", "town"], "unit": "person", "measures": ["k-anonymity"]},
    {"quasi": ["reg.code", "side"], "missing": CODES, "measures": ["individual-risk"], "no_mapping": True},
    {"quasi": ["side"], "columns": ["a`v", "reg.code"], "measures": ["sse", "interval-disclosure"]},
    {"quasi": ["side"], "columns": ["age", "sum"], "keys": ["reg.code"], "measures": ["contingency"]},
    {"quasi": ["side"], "columns": ["a`v", "reg.code"]},
]


@pytest.mark.parametrize("options", MEASURED)
def test_measures_of_two_tables(spread, options):
    frames = [table().drop_columns(["when"]), masked().drop_columns(["when"])]
    assert scored(sfs, [spread(frame, 4) for frame in frames], **options) == scored(sf, frames, **options)


def test_measures_of_one_table(spread):
    whole = table()
    assert scored(sfs, [spread(whole, 4)], quasi=["reg.code"]) == scored(sf, [whole], quasi=["reg.code"])


WRONG = [
    lambda library, frame: library.inspect(frame, quasi=["zz"]),
    lambda library, frame: library.inspect(frame, missing={"zz": ["1"]}),
    lambda library, frame: library.measure(frame, measures=["k-anonymity"], quasi=["zz"]),
    lambda library, frame: library.tabulate(frame, by="side", schema={"zz": {"role": "weight"}}),
    lambda library, frame: library.tabulate(frame, by="side", schema={"age": {"missing": [3]}}),
    lambda library, frame: library.tabulate(frame, by="zz"),
    lambda library, frame: library.tabulate(frame, by="side", record_key=["age"], key="secret"),
    lambda library, frame: library.tabulate(frame, by="side", cost="zz"),
]


@pytest.mark.parametrize("call", WRONG)
def test_wrong_requests(spread, call):
    whole = table()
    expected = outcome(lambda: call(sf, whole))
    assert isinstance(expected, tuple) and outcome(lambda: call(sfs, spread(whole, 4))) == expected


def test_names_that_spark_does_not_tell_apart(spread):
    twice = table().append_column("AGE", table()["age"])
    for call in (lambda: sfs.mask(spread(twice, 1), "additive-noise"), lambda: sfs.inspect(spread(twice, 1))):
        with pytest.raises(sf.Error, match="does not tell apart"):
            call()


def test_nothing_is_generalized_in_an_empty_table(spread):
    made = sfs.generalize(spread(table().slice(0, 0), 1), columns=["age"], k=2)
    assert made.records == 0 and made.data.count() == 0
