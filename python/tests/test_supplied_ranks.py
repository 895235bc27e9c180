"""Steps that need the order of a column, through the C interface: a caller that sorts in any way, and cuts where it may, gets the
bits of one machine; a caller that is wrong gets an error."""

import random

import pytest

pa = pytest.importorskip("pyarrow")

import sfumato as sf  # noqa: E402
from sfumato._frames import source  # noqa: E402
from sfumato._library import run  # noqa: E402
from test_mask_parts import bits, state, table, text_of  # noqa: E402

NUMBER, RANK = "__sfumato_number", "__sfumato_rank"
METHODS = [
    ("individual-ranking", {"k": 4}, ["x", "n"]),
    ("individual-ranking", {"k": 3, "centre": "median", "fill": True}, ["y"]),
    ("rank-swapping", {"window": 7.0}, ["x", "n"]),
    ("rank-swapping", {"window": 100.0}, ["y"]),
]


class Caller:
    """What Spark does, in memory: the records in parts, the columns sorted as a whole, the ranks cut."""

    def __init__(self, request, whole, parts):
        self.request, self.whole, self.parts, self.known = request, whole, parts, []

    def job(self, name, part, more=(), **members):
        inputs = [("original", source(part, "data"))] + ([("state", state(self.known))] if self.known else [])
        return run({**self.request, "job": name, "threads": 1, **members}, inputs + list(more), progress=False)

    def supply(self, values, **supplying):
        return self.job("mask-supply", self.whole.slice(0, 0), [("values", source(values, "values"))], supplying=supplying)

    def passes(self):
        """Up to the stage of values, or to the end."""
        while True:
            found = [text_of(self.job("mask-partial", self.whole.take(part), place=str(i))) for i, part in enumerate(self.parts)]
            merged = self.merge(found)
            if "supply" in merged or merged["finished"]:
                return merged

    def merge(self, texts):
        merged = self.job("mask-merge", self.whole.slice(0, 0), [("partial", state(texts))])
        self.known = [text_of(merged)]
        return merged.result

    def ranked(self, name):
        """The present records of a column in their order."""
        before = pa.concat_tables([pa.table(self.job("mask-before", self.whole.take(part)).outputs[0]) for part in self.parts])
        rows = [row for row in before.select([NUMBER, name]).to_pylist() if row[name] is not None and row[name] == row[name]]
        rows.sort(key=lambda row: (row[name], row[NUMBER]))
        kind = before.schema.field(name).type
        return pa.table({
            NUMBER: pa.array([row[NUMBER] for row in rows], pa.int64()),
            name: pa.array([row[name] for row in rows], kind),
            RANK: pa.array(range(len(rows)), pa.int64()),
        })  # fmt: skip

    def values(self, plan, chunk):
        """By column, the values of the records by their numbers; and the tallies."""
        found, texts = {}, []
        for name in plan["columns"]:
            ordered = self.ranked(name)
            starts = pa.table(self.supply(ordered.slice(0, 0), column=name, chunk=chunk).outputs[0])
            cuts = starts.column("__sfumato_start").to_pylist() + [ordered.num_rows]
            exchange = self.partners if plan["how"] == "ranks" else self.groups
            found[name], tallies = exchange(name, ordered, list(zip(cuts, cuts[1:])))
            texts += tallies
        return found, texts

    def groups(self, name, ordered, cuts):
        own, texts = {}, []
        for begin, end in cuts:
            answer = self.supply(ordered.slice(begin, end - begin), column=name)
            made = pa.table(answer.outputs[0])
            texts.append(tally_of(answer))
            own.update(zip(made.column(NUMBER).to_pylist(), made.column(name).to_pylist()))
        return own, texts

    def partners(self, name, ordered, cuts):
        """Drawn from the lowest rank on, each call with what the one before left for it."""
        own, texts, left = {}, [], []
        nothing = pa.table({"__sfumato_at_risk": pa.array([], pa.int64())})
        numbers, values = (ordered.column(column).to_pylist() for column in (NUMBER, name))
        for begin, end in cuts:
            inputs = [("values", source(nothing, "values"))] + [("continuation", source(one, "continuation")) for one in left]
            supplying = {"column": name, "begin": begin, "end": end}
            answer = self.job("mask-supply", self.whole.slice(0, 0), inputs, supplying=supplying)
            made = pa.table(answer.outputs[0])
            left = [pa.table(one) for one in answer.outputs[2:]]
            texts.append(tally_of(answer))
            for rank, partner in zip(made.column(RANK).to_pylist(), made.column("__sfumato_partner").to_pylist()):
                own[numbers[rank]] = values[partner]
        texts.append(tally_of(self.supply(ordered.slice(0, 0), column=name, exchanged=len(own))))
        return own, texts


def tally_of(answer):
    return pa.table(answer.outputs[1]).column("state")[0].as_py()


def caller_of(place, draw, rows, **more):
    method, parameters, columns = METHODS[place]
    whole = table(draw, rows)
    request = {"method": method, "parameters": parameters, "columns": columns, "seed": 5, "row-number": "number", **more}
    parts = [[] for _ in range(draw.choice([1, 2, 5]))]
    for row in range(rows):
        draw.choice(parts).append(row)
    return Caller(request, whole, [part for part in parts if part])


@pytest.mark.parametrize("place", range(len(METHODS)))
def test_any_cuts_give_the_whole(place):
    draw = random.Random(place)
    for _ in range(3):
        caller = caller_of(place, draw, draw.randrange(50, 700))
        expected = run({**caller.request, "job": "mask"}, [("original", source(caller.whole, "data"))], progress=False)
        supply = caller.passes()["supply"]
        found, texts = caller.values(supply, draw.choice([1, 20, 10**6]))
        for name, own in found.items():
            kind = pa.float64() if supply["how"] == "groups" else caller.whole.schema.field(name).type
            column = pa.array([own.get(number) for number in caller.whole.column("number").to_pylist()], kind)
            caller.whole = caller.whole.append_column(f"__sfumato_value_{supply['step']}_{name}", column)
        draw.shuffle(texts)
        if not caller.merge(texts)["finished"]:
            assert caller.passes()["finished"]
        rows = {}
        for part in caller.parts:
            rows.update(zip(part, bits(pa.table(caller.job("mask-apply", caller.whole.take(part)).outputs[0]))))
        assert [rows[row] for row in range(caller.whole.num_rows)] == bits(pa.table(expected.outputs[0]))


def test_wrong_ranks_and_cuts():
    caller = caller_of(0, random.Random(1), 300)
    plan = caller.passes()["supply"]
    assert plan["how"] == "groups" and plan["last"] and plan["columns"] == ["x", "n"]
    ordered = caller.ranked("x")
    for wrong in (ordered.slice(1, 8), ordered.slice(0, 5), ordered.take([1, 0]), ordered.take([0, 0]), ordered.drop_columns([RANK])):
        with pytest.raises(sf.Error):
            caller.supply(wrong, column="x")
    for supplying in ({}, {"column": "g"}, {"column": "x", "chunk": 0}, {"column": "x", "chunk": "a"}):
        with pytest.raises(sf.Error):
            caller.supply(ordered.slice(0, 0), **supplying)
    _, texts = caller.values(plan, 50)
    with pytest.raises(sf.Error, match="were supplied"):
        caller.merge(texts[1:])
    with pytest.raises(sf.Error, match="were supplied"):
        caller.merge(texts + texts[:1])
