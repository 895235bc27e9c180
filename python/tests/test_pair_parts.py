"""Measures of pairs by parts through the C interface: random splits of random tables, in any order, give the bits of the whole.
Ranks are counted here, as a sort of all records would count them."""

import bisect
import math
import random

import pytest

pa = pytest.importorskip("pyarrow")

import sfumato as sf  # noqa: E402
from sfumato._frames import source  # noqa: E402
from sfumato._library import run  # noqa: E402

ALL = [
    "interval-disclosure", "interval-disclosure-sd", "distance-linkage", "rank-linkage", "permutation-distance", "sse",
    "marginals",
]  # fmt: skip


def pair(draw, rows, gaps=0.0, suppressed=0.0, filled=0.0):
    def gap(value, share):
        return None if draw.random() < share else value

    original = {
        "x": [gap(draw.gauss(0, 1) * 10 ** draw.randrange(4), gaps) for _ in range(rows)],
        "n": [gap(draw.randrange(30), gaps) for _ in range(rows)],
        "huge": [2**58 + draw.randrange(3000) for _ in range(rows)],
        "constant": [0.1] * rows,
        "g": [gap(f"c{draw.randrange(6)}", gaps) for _ in range(rows)],
    }

    def masked(name, change):
        return [
            (change(0) if draw.random() < filled else None) if value is None else gap(change(value), suppressed)
            for value in original[name]
        ]

    other = {
        "x": masked("x", lambda value: value + draw.gauss(0, 3)),
        "n": masked("n", lambda value: value + draw.randrange(-2, 3)),
        "huge": [value + draw.randrange(-400, 400) for value in original["huge"]],
        "constant": original["constant"],
        "g": [f"c{draw.randrange(7)}" if draw.random() < 0.2 else value for value in original["g"]],
    }
    types = {"n": pa.int64(), "huge": pa.int64()}
    return [pa.table({name: pa.array(values, types.get(name)) for name, values in one.items()}) for one in (original, other)]


def state(texts):
    return ("state", source(pa.table({"state": pa.array(texts, pa.large_string())}), "state"))


def text_of(answer):
    return pa.table(answer.outputs[0]).column("state")[0].as_py()


def splits(draw, rows, most):
    order = list(range(rows))
    draw.shuffle(order)
    cuts = sorted(draw.randrange(rows + 1) for _ in range(draw.randrange(most)))
    return [order[begin:end] for begin, end in zip([0] + cuts, cuts + [rows]) if begin < end]


class Parts:
    def __init__(self, tables, measures, columns, settings, draw):
        self.tables, self.draw, self.known = tables, draw, []
        self.request = {"measures": measures, "columns": columns, "set": settings, "seed": 11}
        self.parts = splits(draw, tables[0].num_rows, 5)

    def job(self, name, inputs, outlines=False, **members):
        given = [(one, source(table, one)) for one, table in inputs]
        if outlines:
            given += [(one, source(table.slice(0, 0), one)) for one, table in zip(("original", "masked"), self.tables)]
            members = {**self.request, **members}
        if self.known:
            given.append(state(self.known))
        return run({"job": name, "report": False, "threads": 1, **members}, given, progress=False)

    def values(self, rows):
        made = []
        for table, side in zip(self.tables, "xy"):
            made.append(
                pa.table(
                    self.job(
                        "pair-rows", [("records", table.take(pa.array(rows, pa.int64())))], what="values", side=side, numbers=self.numbers,
                        compared=self.columns,
                    ).outputs[0]
                )
            )  # fmt: skip
        return pa.table(made[0].columns + made[1].columns, names=made[0].column_names + made[1].column_names)

    def measured(self):
        answer = self.job("pair-merge", [], True)
        self.numbers, self.columns, self.categories = (answer.result[name] for name in ("numbers", "columns", "categories"))
        all_rows = self.values(list(range(self.tables[0].num_rows)))
        ranks, rows_of_ranks = None, []
        while True:
            self.known[:] = [text_of(answer)]
            stage = answer.result["stage"]
            if not stage:
                break
            if stage == "ranks":
                ranks, rows_of_ranks = self.ranks(all_rows)
                records = [ranks.take(part) for part in splits(self.draw, ranks.num_rows, 4)]
            elif stage == "steps":
                distinct = self.distinct(all_rows)
                records = [distinct.take(part) for part in splits(self.draw, distinct.num_rows, 4)]
            elif stage == "categories":
                records = [self.counts()]
            else:
                records = [all_rows.take(part) for part in self.parts]
            texts = [
                text_of(self.job("pair-partial", [("records", one)], categories=len(self.categories))) for one in records
            ]
            if len(texts) > 2:
                joined = pa.table({"state": pa.array(texts[:2], pa.large_string())})
                texts[:2] = [text_of(self.job("pair-join", [("partial", joined)]))]
            partial = [("partial", pa.table({"state": pa.array(texts, pa.large_string())}))] if texts else []
            answer = self.job("pair-merge", partial, True)
        self.whole = answer.result["whole"]
        tables = []
        for number, search in enumerate(answer.result["searches"]):
            complete = [
                row
                for row, values in enumerate(all_rows.to_pylist())
                if all(values[name] is not None and not math.isnan(values[name]) for name in values if name[0] in "xy")
            ]
            records = ranks if search["ranks"] else all_rows
            chosen = list(range(ranks.num_rows)) if search["ranks"] else complete
            if search["places"] is not None:
                chosen = [chosen[place] for place in search["places"]]
            queries = records.take(chosen)
            found = [
                pa.table(
                    self.job("pair-search", [("queries", queries), ("records", records.take(part))], True, search=number).outputs[0]
                )
                for part in splits(self.draw, records.num_rows, 4)
            ]
            if found and self.draw.random() < 0.5:
                merged = self.job("pair-rows", [("records", pa.concat_tables(found))], what="found", largest=search["largest"])
                found = [pa.table(merged.outputs[0])]
            tables += [(f"queries {number}", queries), (f"found {number}", pa.concat_tables(found))]
        if answer.result["quantiles"]:
            tables.append(("order", self.order(ranks)))
        return self.job("pair-describe", tables, True).result

    def ranks(self, values):
        rows = [
            row
            for row, one in enumerate(values.to_pylist())
            if not any(one[f"x{j}"] is None or math.isnan(one[f"x{j}"]) for j in range(len(self.numbers)))
        ]
        made, before = {}, [0, 0]
        for j in range(len(self.numbers)):
            cells = {side: [values.column(f"{side}{j}")[row].as_py() for row in rows] for side in "xy"}
            known = {side: sorted(v for v in cells[side] if v is not None and not math.isnan(v)) for side in "xy"}
            for side in "xy":
                for place, (other, letter) in enumerate((("x", "o"), ("y", "m"))):
                    for kind, count in (("b", bisect.bisect_left), ("u", bisect.bisect_right)):
                        made[f"{side}{j}_{letter}{kind}"] = pa.array(
                            [
                                None if v is None or math.isnan(v) else count(known[other], v) + before[place]
                                for v in cells[side]
                            ],
                            pa.int64(),
                        )
            before = [before[0] + len(known["x"]), before[1] + len(known["y"])]
        return pa.table(made), rows

    def distinct(self, values):
        made = {name: [] for name in ("column", "first", "second", "first_below", "second_below")}
        before = [0, 0]
        for j in range(len(self.numbers)):
            cells = [
                sorted(v for v in values.column(f"{side}{j}").to_pylist() if v is not None and not math.isnan(v))
                for side in "xy"
            ]
            for value in sorted(set(cells[0]) | set(cells[1])):
                made["column"].append(j)
                for place, name in enumerate(("first", "second")):
                    below = bisect.bisect_left(cells[place], value)
                    made[name].append(bisect.bisect_right(cells[place], value) - below)
                    made[name + "_below"].append(below + before[place])
            before = [before[place] + len(cells[place]) for place in range(2)]
        return pa.table({name: pa.array(values, pa.int64()) for name, values in made.items()})

    def counts(self):
        made = {name: [] for name in ("column", "original", "masked")}
        for place, name in enumerate(self.categories):
            cells = [table.column(name).to_pylist() for table in self.tables]
            for value in set(cells[0]) | set(cells[1]):
                made["column"].append(place)
                made["original"].append(cells[0].count(value))
                made["masked"].append(cells[1].count(value))
        return pa.table({name: pa.array(values, pa.int64()) for name, values in made.items()})

    def order(self, ranks):
        twice = pa.table(self.job("pair-rows", [("records", ranks)], what="distances").outputs[0])
        known = sorted(twice.column("twice").to_pylist())
        values = sorted(set(known))
        return pa.table(
            {
                "twice": pa.array(values, pa.int64()),
                "count": pa.array([known.count(value) for value in values], pa.int64()),
                "below": pa.array([bisect.bisect_left(known, value) for value in values], pa.int64()),
            }
        )


def check(tables, measures, columns, settings, draw):
    found = Parts(tables, measures, columns, settings, draw).measured()
    expected = sf.measure(*tables, measures=measures, columns=columns, set=settings, seed=11)
    for name in measures:
        score, known = found["measures"][name], expected[name]
        assert (score["value"], score["details"], score.get("note"), score.get("reading")) == (
            known.value, known.details, known.note, known.reading
        ), name  # fmt: skip
    assert found["columns"] == expected.columns and found["rows"] == tables[0].num_rows


@pytest.mark.parametrize("seed", range(8))
def test_random_splits_give_the_bits_of_the_whole(seed):
    draw = random.Random(seed)
    tables = pair(draw, draw.choice([2, 30, 200, 900]), gaps=draw.choice([0.0, 0.05]))
    columns = draw.choice([["x"], ["x", "n"], ["n", "x", "huge"], ["x", "constant", "n"]])
    check(tables, ALL, columns, [], draw)


@pytest.mark.parametrize("seed", range(4))
def test_suppressed_and_filled_cells(seed):
    draw = random.Random(seed)
    tables = pair(draw, 300, gaps=0.05, suppressed=0.1, filled=0.3 * (seed % 2))
    check(tables, [name for name in ALL if name != "distance-linkage"], ["x", "n"], [], draw)
    filled = pair(draw, 200, gaps=0.05, filled=0.5)
    check(filled, ALL, ["x", "n"], ["distance-linkage.direction=original-to-masked"], draw)


@pytest.mark.parametrize(
    "settings",
    [
        ["distance-linkage.scale=raw", "distance-linkage.direction=original-to-masked", "distance-linkage.prefixes=7"],
        ["distance-linkage.ties=hit", "distance-linkage.weights=x=2", "rank-linkage.zero=floor"],
        ["distance-linkage.sample=40", "rank-linkage.sample=50", "permutation-distance.sample=30"],
        ["rank-linkage.form=log-mean"],
    ],
)
def test_parameters_and_samples(settings):
    draw = random.Random(3)
    check(pair(draw, 250, gaps=0.03), ["distance-linkage", "rank-linkage", "permutation-distance"], ["x", "n"], settings, draw)


def test_categories_and_no_records():
    draw = random.Random(4)
    check(pair(draw, 150, gaps=0.1), ["marginals"], ["g", "x", "n"], [], draw)
    nothing = [table.slice(0, 0) for table in pair(draw, 3)]
    check(nothing, ALL, ["x", "n"], [], draw)


def test_distances_of_suppressed_cells_need_their_records_in_one_place():
    draw = random.Random(5)
    parts = Parts(pair(draw, 60, suppressed=0.3), ["sse", "distance-linkage"], ["x", "n"], [], draw)
    measures = parts.measured()["measures"]
    assert parts.whole == ["distance-linkage"]
    assert measures["sse"]["value"] is not None
    assert measures["distance-linkage"]["value"] is None and "in one place" in measures["distance-linkage"]["note"]


def test_what_does_not_lie_in_parts_is_refused():
    draw = random.Random(5)
    tables = pair(draw, 60, suppressed=0.3)
    for measures, columns, settings in [
        (["rank-linkage"], ["x", "g"], []),
        (["emd"], ["x"], []),
        (["distance-linkage"], ["huge", "n"], ["distance-linkage.scale=mahalanobis"]),
    ]:
        with pytest.raises(sf.Error):
            Parts(tables, measures, columns, settings, draw).measured()
