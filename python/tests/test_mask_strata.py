"""Strata and blocks of near records through the C interface: records in random parts, whole strata in random calls, and what is
promised counted again. The values are those of the job mask on all records."""

import json
import math
import random

import pytest

pa = pytest.importorskip("pyarrow")

import sfumato as sf  # noqa: E402
from sfumato._frames import source  # noqa: E402
from sfumato._library import run  # noqa: E402

NUMBER, BLOCK, KEY = "__sfumato_number", "__sfumato_block", "__sfumato_key"


def bits(made):
    def cell(value):
        return (None if math.isnan(value) else value.hex()) if isinstance(value, float) else value

    return [tuple(cell(value) for value in row.values()) for row in made.to_pylist()]


def people(draw, rows):
    return pa.table(
        {
            "x": pa.array([None if draw.random() < 0.1 else round(draw.lognormvariate(2, 1), 1) for _ in range(rows)]),
            "region": [None if draw.random() < 0.1 else draw.choice(["south", "north", "east"]) for _ in range(rows)],
            "y": pa.array([None if draw.random() < 0.1 else draw.gauss(0, 1) for _ in range(rows)]),
            "age": pa.array([None if draw.random() < 0.1 else draw.randrange(20, 30) for _ in range(rows)], pa.int64()),
            "colour": [None if draw.random() < 0.1 else draw.choice(["red", "green", "blue"]) for _ in range(rows)],
        }
    )


class Release:
    """A release of parts, made as a caller makes it."""

    def __init__(self, table, draw, **request):
        self.request = {"number-column": NUMBER, "seed": 5, **request}
        self.table = table.append_column(NUMBER, pa.array(range(table.num_rows), pa.int64()))
        self.draw, self.state, self.blocks = draw, None, None
        self.result = self.fitted()

    def job(self, name, part=None, more=(), **members):
        part = self.table.slice(0, 0) if part is None else part
        inputs = [("original", source(part, "data"))]
        inputs += [("state", self.text(self.state))] if self.state else []
        request = {**self.request, "job": name, "threads": 1, **members}
        return run(request, inputs + [(name, source(one, name)) for name, one in more], progress=False)

    @staticmethod
    def text(text):
        return source(pa.table({"state": pa.array([text] if isinstance(text, str) else text, pa.large_string())}), "state")

    @staticmethod
    def state_of(answer, output=0):
        return pa.table(answer.outputs[output]).column("state")[0].as_py()

    def parts(self):
        rows = list(range(self.table.num_rows))
        self.draw.shuffle(rows)
        count = self.draw.choice([1, 3, 5])
        return [self.table.take(rows[i::count]) for i in range(count) if rows[i::count]] or [self.table]

    def merge(self, texts):
        table = pa.table({"state": pa.array(texts, pa.large_string())})
        merged = self.job("mask-merge", None, [("partial", table)])
        self.state = self.state_of(merged)
        return merged.result

    def fitted(self):
        while True:
            found = self.merge([self.state_of(self.job("mask-partial", part, place=str(i))) for i, part in enumerate(self.parts())])
            while "supply" in found:
                found = self.merge(self.supplied(found["supply"]))
            if found["finished"]:
                return found

    def supplied(self, plan):
        made = [pa.table(self.job("mask-before", part).outputs[0]) for part in self.parts()]
        before = pa.concat_tables([undictionaried(one) for one in made])
        if plan["how"] == "order":
            return [json.dumps(self.ordered(before, plan["facts"]))]
        if plan["how"] == "sample":
            return [self.state_of(self.job("mask-supply", None, [("values", before)]), 1)]
        if plan["how"] == "keys":
            return self.generalized(before, plan)
        if plan["how"] == "blocks":
            before = before.append_column(BLOCK, pa.array([self.blocks[n] for n in before.column(NUMBER).to_pylist()]))
        values, texts = [], []
        for table in whole(before, BLOCK if plan["how"] == "blocks" else plan["facts"]["within"], self.draw):
            answer = self.job("mask-supply", None, [("values", table)])
            made = pa.table(answer.outputs[0])
            values += made.to_pylist()
            texts.append(self.state_of(answer, 1))
        values.sort(key=lambda row: row[NUMBER])
        for name in plan["columns"] + ([BLOCK] if plan["how"] == "blocks" else []):
            column = [row[name] for row in values]
            kind = made.schema.field(name).type
            kind = pa.string() if pa.types.is_dictionary(kind) else kind
            self.table = self.table.append_column(f"__sfumato_value_{plan['step']}_{name}", pa.array(column, kind))
        return texts

    def generalized(self, before, plan):
        rows = distinct(before, plan["needs"])
        answer = self.job("mask-supply", None, [("values", rows)])
        made = pa.table(answer.outputs[0]).to_pylist()
        becomes = {tuple(row[name] for name in plan["needs"]): one for row, one in zip(rows.to_pylist(), made)}
        keys = sorted(before.to_pylist(), key=lambda row: row[NUMBER])
        for name in plan["columns"]:
            column = [becomes[tuple(row[need] for need in plan["needs"])][name] for row in keys]
            self.table = self.table.append_column(f"__sfumato_value_{plan['step']}_{name}", pa.array(column))
        return [self.state_of(answer, 1)]

    def ordered(self, before, facts):
        answer = self.job("mask-supply", None, [("values", before)])
        rows = sorted(pa.table(answer.outputs[0]).to_pylist(), key=lambda row: (row[KEY], row[NUMBER]))
        known = [row for row in rows if row[KEY] < 2**63 - 1] or rows
        count = max(1, -(-len(known) // facts["block_rows"]))
        starts, self.blocks = {}, {}
        for place, row in enumerate(rows):
            start = starts.setdefault(row[KEY], place) if facts["equal"] else place
            self.blocks[row[NUMBER]] = str(min(start * count // max(1, len(known)), count - 1))
        sizes = {}
        for block in self.blocks.values():
            sizes[int(block)] = sizes.get(int(block), 0) + 1
        pieces = [sizes.get(piece, 0) for piece in range(count)]
        answer = self.job("mask-supply", None, [("values", before.slice(0, 0))], supplying={"pieces": pieces})
        joined = pa.table(answer.outputs[0]).column(BLOCK).to_pylist()
        self.blocks = {number: joined[int(block)] for number, block in self.blocks.items()}
        found = {}
        for number, block in self.blocks.items():
            found.setdefault(block, []).append(number)
        return [[block, len(numbers), min(numbers)] for block, numbers in found.items()]

    def masked(self):
        rows = {}
        for part in self.parts():
            made = bits(pa.table(self.job("mask-apply", part).outputs[0]))
            rows.update(zip(part.column(NUMBER).to_pylist(), made))
        return [rows[i] for i in range(self.table.num_rows)]

    def described(self, spoil=None):
        texts = []
        for place, promise in enumerate(self.result["promises"]):
            made = [pa.table(self.job("mask-promised", part, promise=place).outputs[0]) for part in self.parts()]
            released = pa.concat_tables([undictionaried(one) for one in made])
            released = spoil(released) if spoil else released
            within = promise.get("within")
            calls = whole(released, within, self.draw) if within else [distinct(released, released.column_names)]
            for table in calls:
                texts.append(self.state_of(self.job("mask-verify", None, [("promised", table)], promise=place)))
        more = [("findings", pa.table({"state": pa.array(texts, pa.large_string())}))] if texts else []
        counted = [{"columns": names, "records": 0, "classes": 0, "unique": 0, "smallest": 0, "gaps": False} for names in self.result["classes"]]
        return self.job("mask-describe", None, more, classes=counted, distinct={name: 0 for name in self.result["distinct"]}).result


def undictionaried(table):
    """Texts as plain texts, as Spark has them."""
    fields = [field.with_type(pa.string()) if pa.types.is_dictionary(field.type) else field for field in table.schema]
    return table.cast(pa.schema(fields))


def distinct(table, names):
    """Every combination once, with its count, in ascending order."""
    plain = pa.table({name: pa.array(table.column(name).to_pylist()) for name in names})
    counts = plain.append_column("one", pa.array([1] * plain.num_rows, pa.int64())).group_by(names).aggregate([("one", "sum")])
    counts = counts.select([*names, "one_sum"]).rename_columns([*names, "__sfumato_count"])
    return counts.sort_by([(name, "ascending") for name in names])


def whole(table, column, draw):
    """The rows in calls, each with whole strata."""
    groups = {}
    for row, value in enumerate(table.column(column).to_pylist()):
        groups.setdefault(str(value), []).append(row)
    calls = [[] for _ in range(draw.choice([1, 2, 4]))]
    for rows in groups.values():
        calls[draw.randrange(len(calls))] += rows
    for rows in calls:
        draw.shuffle(rows)
    return [table.take(rows) for rows in calls if rows]


METHODS = [
    ("mdav", {"k": 3}, ["x", "y"]),
    ("variable-mdav", {"k": 3}, ["y"]),
    ("local-suppression", {"k": 3}, ["age", "colour"]),
    ("hybrid", {"k": 4}, ["y"]),
    ("data-shuffling", {}, ["y", "age"]),
    ("rank-swapping", {"window": 10}, ["x", "age"]),
    ("mdav", {"k": 3}, ["age", "colour"]),
    ("pram", {"retain": 0.5}, ["colour"]),
]


@pytest.mark.parametrize("place", range(len(METHODS)))
def test_strata_of_parts_have_the_values_of_the_whole(place):
    method, parameters, columns = METHODS[place]
    draw = random.Random(place)
    table = people(draw, 300)
    release = Release(table, draw, method=method, parameters=parameters, columns=columns, within="region")
    alone = sf.mask(table, method, columns=columns, within="region", seed=5, **parameters)
    assert release.masked() == bits(alone.data)
    described = release.described()
    assert described["details"] == alone.details
    assert described.get("promises", []) == alone.promises


@pytest.mark.parametrize("place", range(5))
def test_blocks_have_the_values_of_strata(place):
    method, parameters, columns = METHODS[place]
    draw = random.Random(place)
    table = people(draw, 260)
    request = {"method": method, "parameters": parameters, "columns": columns, "block-rows": 60}
    release = Release(table, draw, **request)
    blocks = pa.array([release.blocks[number] for number in range(table.num_rows)])
    alone = sf.mask(table.append_column("block", blocks), method, columns=columns, within="block", seed=5, **parameters)
    assert release.masked() == bits(alone.data.drop_columns(["block"]))
    details = release.described()["details"]
    approximate = details.pop("approximate")
    assert approximate["blocks"] == len(set(blocks.to_pylist())) > 2
    assert approximate["sample_records"] == 240 or approximate["sample_records"] == 260
    assert details == {name: value for name, value in alone.details.items() if name not in ("strata", "by_stratum")}
    other = Release(table, random.Random(99), **request)
    assert other.blocks == release.blocks and other.masked() == release.masked()


@pytest.mark.parametrize("options", [{"k": 4}, {"k": 3, "suppress": 2, "model": "l-diversity:region:distinct:2"}])
def test_generalization_of_parts(options):
    draw = random.Random(8)
    table = people(draw, 400)
    rows = [[str(age), f"{age // 5 * 5}+", "any"] for age in range(20, 30)]
    schema = {"age": {"hierarchy": rows, "role": "quasi-identifier"}}
    schema["colour"] = {"hierarchy": [["red", "warm"], ["green", "cold"], ["blue", "cold"]], "role": "quasi-identifier"}
    alone = sf.mask(table, "generalization", columns=["age", "colour"], schema=schema, **options)
    request = {"method": "generalization", "parameters": options, "columns": ["age", "colour"], "schema": {"original": schema}}
    release = Release(table, draw, **request)
    assert release.masked() == bits(alone.data)
    described = release.described()
    details, expected = described["details"], alone.details
    assert details.pop("score", 0) == pytest.approx(expected.pop("score", 0))
    assert details.pop("granularity") == pytest.approx(expected.pop("granularity"))
    assert details == expected
    assert described["promises"] == alone.promises


def agreeing(rows, k):
    """Records that agree with fewer than k, where a missing cell agrees with anything and a record without any counts for none."""
    def agrees(a, b):
        return all(x is None or y is None or x == y for x, y in zip(a, b))

    full = [row for row in rows if any(cell is not None for cell in row)]
    return sum(1 for row in full if sum(agrees(row, other) for other in full) < k)


@pytest.mark.parametrize("trial", range(25))
def test_no_table_breaks_k(trial):
    """Gaps, ties, blank records and tiny blocks: every record agrees with k records, or the release is refused."""
    draw = random.Random(1000 + trial)
    rows, k = draw.choice([5, 11, 40, 90]), draw.choice([2, 3, 5])
    gaps = draw.choice([0, 0.2, 0.6])

    def column(values, kind):
        return pa.array([None if draw.random() < gaps else draw.choice(values) for _ in range(rows)], kind)

    numbers = draw.choice([[0.0, -0.0, 1.0], [draw.gauss(0, 1) for _ in range(200)], [5.0]])
    table = pa.table(
        {
            "x": column(numbers, pa.float64()),
            "n": column(list(range(draw.choice([1, 4, 50]))), pa.int64()),
            "c": column(["a", "b", "c", "é"][: draw.choice([1, 2, 4])], pa.string()),
        }
    )
    method, columns = draw.choice([("mdav", ["x", "n"]), ("mdav", ["x", "n", "c"]), ("local-suppression", ["n", "c"]), ("variable-mdav", ["x", "n"])])
    try:
        release = Release(table, draw, method=method, parameters={"k": k}, columns=columns, **{"block-rows": 2 * k + draw.randrange(4)})
        described = release.described()
    except sf.Error as error:
        refused = ("more than the", "in one of the blocks", "breaks its promise")
        assert rows < 2 * k or any(words in error.message for words in refused), error
        return
    place = [table.column_names.index(name) for name in columns]
    made = [tuple(row[i] for i in place) for row in release.masked()]
    assert agreeing(made, k) == 0
    found = described["promises"]
    assert all(model["kept"] for one in found for model in one["models"])
    assert all("within" not in one and one["records"] == rows for one in found)


def test_a_broken_promise_is_an_error():
    draw = random.Random(3)
    table = people(draw, 200)
    for request in ({"within": "region"}, {"block-rows": 50}):
        release = Release(table, draw, method="mdav", parameters={"k": 3}, columns=["x", "y"], **request)

        def spoil(released):
            values = released.column("x").to_pylist()
            values[7] = 1e9
            return released.set_column(released.column_names.index("x"), "x", pa.array(values, pa.float64()))

        with pytest.raises(sf.Error, match="breaks its promise"):
            release.described(spoil)
        with pytest.raises(sf.Error, match="not verified in every record"):
            release.described(lambda released: released.slice(1))


@pytest.mark.parametrize(
    "request_, words",
    [
        ({"method": "additive-noise", "block-rows": 50}, "needs no blocks"),
        ({"method": "mdav", "block-rows": 5}, "too small"),
        ({"method": "mdav", "block-rows": 0}, "whole number from 1"),
        ({"method": "mdav", "block-rows": 50, "within": "region"}, "needs no blocks"),
        ({"method": "sampling", "block-rows": 50}, "needs no blocks|some of the records only"),
        ({"method": "laplace", "block-rows": 50}, "whole table"),
        ({"method": "mdav"}, "needs all records"),
    ],
)
def test_what_blocks_refuse(request_, words):
    with pytest.raises(sf.Error, match=words):
        Release(people(random.Random(1), 60), random.Random(1), columns=["y"], **request_)
