"""Masking by parts through the C interface: random splits of random tables, in any order, give the bits of the whole. And
numbers and keys of records, which name their draws in any order."""

import math
import random

import pytest

pa = pytest.importorskip("pyarrow")

import sfumato as sf  # noqa: E402
from sfumato._frames import source  # noqa: E402
from sfumato._library import run  # noqa: E402

METHODS = [
    ("additive-noise", {"amount": 0.3}, ["x", "y"]),
    ("additive-noise", {"amount": 0.3, "keep-moments": True}, ["x", "n"]),
    ("correlated-noise", {"amount": 0.2}, ["x", "y", "n"]),
    ("multiplicative-noise", {"spread": 0.2, "variant": "cell"}, ["x", "y"]),
    ("multiplicative-noise", {"spread": 0.2, "variant": "covariance"}, ["x", "y", "n"]),
    ("uniform-noise", {"spread": 0.2}, ["n"]),
    ("pram", {"retain": 0.5}, ["g"]),
    ("pram", {"retain": 0.5, "invariant": True}, ["g"]),
    ("top-coding", {"quantile": 0.8}, ["x", "n"]),
    ("bottom-coding", {"at": 10.0}, ["x"]),
]


def table(draw, rows):
    def number():
        return None if draw.random() < 0.03 else draw.gauss(0, 1) * 10 ** draw.randrange(6)

    return pa.table(
        {
            "x": pa.array([number() for _ in range(rows)], pa.float64()),
            "y": pa.array([number() for _ in range(rows)], pa.float64()),
            "n": pa.array([draw.randrange(1000) for _ in range(rows)], pa.int64()),
            "g": [None if draw.random() < 0.02 else f"c{draw.randrange(9)}" for _ in range(rows)],
            "number": pa.array(range(rows), pa.int64()),
        }
    )


def bits(made):
    def cell(value):
        return (None if math.isnan(value) else value.hex()) if isinstance(value, float) else value

    return [tuple(cell(value) for value in row.values()) for row in made.to_pylist()]


def state(texts):
    return source(pa.table({"state": pa.array(texts, pa.large_string())}), "state")


def text_of(answer):
    return pa.table(answer.outputs[0]).column("state")[0].as_py()


def in_parts(whole, request, parts, threads):
    """The released rows in the order of the whole, and the merged states."""
    known, states = [], []

    def job(name, part, more=(), **members):
        inputs = [("original", source(part, "data"))] + ([("state", state(known))] if known else []) + list(more)
        return run({**request, "job": name, "threads": threads, **members}, inputs, progress=False)

    none = whole.slice(0, 0)
    while True:
        found = [text_of(job("mask-partial", whole.take(part), place=str(i))) for i, part in enumerate(parts) if part]
        if len(found) > 2:
            found[:2] = [text_of(job("mask-join", none, [("partial", state(found[:2]))]))]
        merged = job("mask-merge", none, [("partial", state(found))])
        known[:] = [text_of(merged)]
        states.append(known[0])
        if merged.result["finished"]:
            break
    rows = {}
    for part in parts:
        if part:
            made = bits(pa.table(job("mask-apply", whole.take(part)).outputs[0]))
            rows.update(zip(part, made))
    return [rows[i] for i in range(whole.num_rows)], states


def whole_classes(frame, equal, gaps):
    """The rows of each class, which several calls share out."""
    found = {}
    for row, cells in enumerate(frame.to_pylist()):
        key = tuple(cells[name] for name in equal) + tuple(cells[name] is None for name in gaps)
        found.setdefault(key, []).append(row)
    return list(found.values())


def test_whole_classes_in_any_calls_give_the_whole():
    draw = random.Random(9)
    whole = table(draw, 1500)
    for parameters in ({"rate": 0.3, "keep": ["g"]}, {"rate": 0.8, "together": True}, {"rate": 1.0, "keep": ["n"]}, {"rate": 0.0}):
        request = {"method": "data-swapping", "parameters": parameters, "columns": ["x", "y"], "seed": 5}
        alone = run({**request, "row-number": "number", "job": "mask"}, [("original", source(whole, "data"))], progress=False)
        rows = list(range(whole.num_rows))
        draw.shuffle(rows)
        records = whole.take(rows).append_column("__sfumato_number", whole.take(rows).column("number"))
        known = []

        def job(name, part, more=(), **members):
            inputs = [("original", source(part, "data"))] + ([("state", state(known))] if known else []) + list(more)
            given = {**request, "row-number": "number", "number-column": "__sfumato_number", "job": name, **members}
            return run(given, inputs, progress=False)

        merged = None
        while merged is None or not merged.result["finished"]:
            if merged is None or "supply" not in merged.result:
                found = [text_of(job("mask-partial", records, place="0"))]
            else:
                plan = merged.result["supply"]
                assert plan["how"] == "classes"
                before = pa.table(job("mask-before", records).outputs[0])
                classes = whole_classes(before, plan["facts"]["equal"], plan["facts"]["gaps"])
                draw.shuffle(classes)
                calls = [sum(classes[i::5], []) for i in range(5) if classes[i::5]]
                answers = [job("mask-supply", records.slice(0, 0), [("values", source(before.take(call), "values"))]) for call in calls]
                found = [pa.table(answer.outputs[1]).column("state")[0].as_py() for answer in answers]
                if plan["last"]:
                    values = pa.concat_tables(pa.table(answer.outputs[0]) for answer in answers).to_pylist()
                    by_number = {row["__sfumato_number"]: row for row in values}
                    for name in plan["columns"]:
                        cells = pa.array([by_number[i][name] for i in records.column("__sfumato_number").to_pylist()], pa.float64())
                        records = records.append_column(f"__sfumato_value_0_{name}", cells)
            merged = job("mask-merge", records.slice(0, 0), [("partial", state(found))])
            known[:] = [text_of(merged)]
        made = bits(pa.table(job("mask-apply", records).outputs[0]))
        expected = bits(pa.table(alone.outputs[0]))
        assert made == [expected[i] for i in rows]
        told = job("mask-describe", records.slice(0, 0), classes=[], distinct={}).result
        assert told["details"] == alone.result["details"]


@pytest.mark.parametrize("place", range(len(METHODS)))
def test_any_split_gives_the_whole(place):
    method, parameters, columns = METHODS[place]
    draw = random.Random(place)
    whole = table(draw, draw.randrange(200, 3000))
    request = {"method": method, "parameters": parameters, "columns": columns, "seed": 5, "row-number": "number"}
    expected = run({**request, "job": "mask"}, [("original", source(whole, "data"))], progress=False)
    expected = bits(pa.table(expected.outputs[0]))
    seen = set()
    for trial in range(4):
        count = draw.choice([1, 2, 5, 9])
        parts = [[] for _ in range(count)]
        for row in range(whole.num_rows):
            parts[draw.randrange(count)].append(row)
        for part in parts:
            draw.shuffle(part)
        rows, states = in_parts(whole, request, parts, 1 + trial % 2)
        assert rows == expected
        seen.add(tuple(states[:-1]))  # the survey has the ends of the parts
    assert len(seen) == 1


@pytest.mark.parametrize("fraction", [0.001, 0.3, 1.0])
def test_a_sample_of_any_split_is_that_of_the_whole(fraction):
    draw = random.Random(3)
    whole = table(draw, 2000)
    schema = {"original": {"n": {"role": "weight"}}}
    for reweight in ("inverse", "calibrate", "none"):
        request = {"method": "sampling", "parameters": {"fraction": fraction, "reweight": reweight}, "columns": ["x"], "seed": 5}
        request.update({"row-number": "number", "schema": schema, "kept-rows": True})
        alone = run({**request, "job": "mask"}, [("original", source(whole, "data"))], progress=False)
        expected = bits(pa.table(alone.outputs[0]))
        del request["kept-rows"]
        parts = [[] for _ in range(5)]
        for row in range(whole.num_rows):
            parts[draw.randrange(5)].append(row)
        known = []

        def job(name, part, more=(), **members):
            inputs = [("original", source(part, "data"))] + ([("state", state(known))] if known else []) + list(more)
            return run({**request, "job": name, **members}, inputs, progress=False)

        while True:
            found = [text_of(job("mask-partial", whole.take(part), place=str(i))) for i, part in enumerate(parts)]
            merged = job("mask-merge", whole.slice(0, 0), [("partial", state(found))])
            known[:] = [text_of(merged)]
            if merged.result["finished"]:
                break
        made = [row for part in parts for row in bits(pa.table(job("mask-apply", whole.take(part)).outputs[0]))]
        assert sorted(map(repr, made)) == sorted(map(repr, expected))


def test_rules_and_decimals_of_parts():
    draw = random.Random(99)
    whole = table(draw, 1500)
    request = {
        "method": "additive-noise", "parameters": {"amount": 0.9}, "columns": ["x", "y", "n"], "seed": 5,
        "row-number": "number", "keep-bounds": True, "keep-integers": True,
        "schema": {"original": {"x": {"decimals": 2, "domain": [-1e6, 1e6]}, "y": {"decimals": 0}}},
    }  # fmt: skip
    made = run({**request, "job": "mask"}, [("original", source(whole, "data"))], progress=False)
    parts = [list(range(i, 1500, 4)) for i in range(4)]
    assert in_parts(whole, request, parts, 1)[0] == bits(pa.table(made.outputs[0]))


def test_categories_of_whole_numbers():
    draw = random.Random(5)
    whole = table(draw, 400)
    request = {
        "method": "pram", "parameters": {"retain": 0.5}, "columns": ["n"], "seed": 5, "row-number": "number",
        "schema": {"original": {"n": {"kind": "nominal"}}},
    }  # fmt: skip
    made = run({**request, "job": "mask"}, [("original", source(whole, "data"))], progress=False)
    parts = [list(range(i, 400, 3)) for i in range(3)]
    assert in_parts(whole, request, parts, 1)[0] == bits(pa.table(made.outputs[0]))


def test_numbers_and_keys_name_the_draws():
    draw = random.Random(3)
    whole = table(draw, 1000).append_column("key", pa.array([f"k{i}" for i in range(1000)]))
    order = list(range(1000))
    draw.shuffle(order)
    moved = whole.take(order)
    for method in ("additive-noise", "correlated-noise", "mdav", "rank-swapping", "sampling"):
        plain = sf.mask(whole.drop_columns(["number", "key"]), method, columns=["x", "y"], seed=2)
        options = {"columns": ["x", "y"], "drop": ["key"], "seed": 2, "row_number": "number"}
        assert bits(sf.mask(whole, method, **options).data) == bits(plain.data)
        again = sf.mask(moved, method, **options)
        if method == "sampling":
            assert sorted(bits(again.data), key=str) == sorted(bits(plain.data), key=str)
        else:
            assert bits(again.data) == [bits(plain.data)[row] for row in order]
    by_key = {"columns": ["x", "y"], "drop": ["number"], "seed": 2, "record_key": "key"}
    first, second = sf.mask(whole, "additive-noise", **by_key), sf.mask(moved, "additive-noise", **by_key)
    assert bits(second.data) == [bits(first.data)[row] for row in order]
    assert "key" not in first.data.column_names
    fewer = sf.mask(moved.slice(100, 500), "uniform-noise", **by_key)
    all_of_them = sf.mask(moved, "uniform-noise", **by_key)
    assert bits(fewer.data) == bits(all_of_them.data)[100:600]


@pytest.mark.parametrize(
    "options, words",
    [
        ({"row_number": "x"}, "not whole numbers"),
        ({"row_number": "g"}, "not whole numbers"),
        ({"row_number": "n"}, "same value in rows"),
        ({"row_number": "nothing"}, "nothing"),
        ({"record_key": "g"}, "misses the key"),
        ({"record_key": "n"}, "same value in rows"),
        ({"record_key": "number", "row_number": "number"}, "need no key"),
    ],
)
def test_wrong_numbers(options, words):
    with pytest.raises(sf.Error, match=words):
        sf.mask(table(random.Random(1), 300), "additive-noise", columns=["y"], **options)


def test_damaged_states_and_other_requests():
    whole = table(random.Random(1), 50)
    request = {"method": "additive-noise", "columns": ["x"], "seed": 1, "row-number": "number", "job": "mask-partial"}
    for text in ("", "{}", "[1]", "[[1,2]]", '[[5,[]]]', '"x"', "[[-1,[]]]"):
        with pytest.raises(sf.Error):
            run(request, [("original", source(whole, "data")), ("state", state([text]))], progress=False)
    with pytest.raises(sf.Error, match="have no numbers"):
        run({**request, "row-number": ""}, [("original", source(whole, "data"))], progress=False)
    with pytest.raises(sf.Error, match="64 hexadecimal"):
        run({**request, "secret": "12"}, [("original", source(whole, "data"))], progress=False)
