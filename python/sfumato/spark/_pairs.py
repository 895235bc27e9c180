"""Measures of pairs of records on Spark: an original and its masked version, record by record. The library turns parts of them
into numbers, counts and sums; Spark sorts and joins; the values are those of one machine, whatever the partitions."""

from __future__ import annotations

import json
from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from .._errors import Error
from .._frames import source
from .._library import Answer, run
from ._counting import (
    Declared, batches_of, collected, column, counts_of, empty_table, first_table, in_chunks, of_columns,
    COUNT,
)  # fmt: skip
from ._parts import STATE, state_of, state_source, table_bytes
from ._records import NUMBER, numbered
from ._sorting import present, ranked, sums_before

_OTHER = "__sfumato_other"  # the number of the masked record
_MANY = 1 << 18  # records with one value that are not gathered in one task
_COUNTS = ("ob", "ou", "mb", "mu")
_FOUND = "query long, linkage long, squared double, count long, second double, second_count long"


class Work:
    """The request of the measures, with tables without records and the state of the parts; it goes to tasks."""

    def __init__(self, members: Mapping[str, Any], original: Any, masked: Any, schema: Declared) -> None:
        self._members = {**members, "report": False}
        self._outlines = [("original", table_bytes(original)), ("masked", table_bytes(masked))]
        self._schema = schema
        self.state: Optional[str] = None

    def job(self, name: str, tables: Sequence[Tuple[str, Any]] = (), outlines: bool = False, **members: Any) -> Answer:
        """Runs a job on tables; with the outlines, the members of the request go with it."""
        import pyarrow as pa

        request: Dict[str, Any] = {"job": name, "report": False, "threads": 1, **members}
        given = list(tables)
        if outlines:
            request = {**self._members, **request}
            given += [(one, pa.ipc.open_stream(stored).read_all()) for one, stored in self._outlines]
        declared = {one: self._schema for one, _ in given if one in ("original", "masked") and self._schema}
        inputs = [(one, source(table, one)) for one, table in given]
        if declared:
            request["schema"] = declared
        if self.state is not None:
            inputs.append(("state", state_source([self.state])))
        return run(request, inputs, progress=False)

    def rows(self, what: str, table: Any, **members: Any) -> Any:
        return first_table(self.job("pair-rows", [("records", table)], what=what, **members))


class _Plan(NamedTuple):
    numbers: List[str]
    categories: List[str]
    columns: List[str]


def measure_pairs(
    original: Any, masked: Any, members: Mapping[str, Any], declared: Declared, driver_limit: int,
    row_number: Optional[str], record_key: Optional[str],
) -> Dict[str, Any]:  # fmt: skip
    """The document of the measures that `members` names."""
    outlines = [empty_table(frame) for frame in (original, masked)]
    schema = of_columns(declared, original.columns)
    work = Work(members, outlines[0], outlines[1], schema)
    answer = work.job("pair-merge", outlines=True)
    plan = _Plan(answer.result["numbers"], answer.result["categories"], answer.result["columns"])
    work.state = state_of(answer)
    kept: List[Any] = []
    try:
        return _measured(work, answer, plan, original, masked, declared, driver_limit, row_number, record_key, kept)
    finally:
        for frame in kept:
            frame.unpersist()


def _measured(
    work: Work, answer: Answer, plan: _Plan, original: Any, masked: Any, declared: Declared, driver_limit: int,
    row_number: Optional[str], record_key: Optional[str], kept: List[Any],
) -> Dict[str, Any]:  # fmt: skip
    sides = _sides(original, masked, plan, declared, answer.result["paired"], row_number, record_key)
    values = _keep(kept, _values(work, sides[0], plan)) if answer.result["paired"] else None
    alone = [] if values is not None else [_keep(kept, _values(work, side, plan)) for side in sides]
    if values is not None:
        _check_partners(values)
    ranks: Any = None
    while answer.result["stage"]:
        stage = answer.result["stage"]
        extra: Dict[str, Any] = {}
        if stage == "ranks":
            ranks = _keep(kept, _ranks(values, plan, kept))
            states = _states(work, ranks)
        elif stage == "steps":
            states = _states(work, _distinct([values] if values is not None else alone, plan))
        elif stage == "categories":
            extra["categories"] = len(plan.categories)
            table = _categories(original, masked, plan, declared, driver_limit)
            states = [state_of(work.job("pair-partial", [("records", table)], **extra))]
        else:
            states = [text for frame in ([values] if values is not None else alone) for text in _states(work, frame)]
        partial = [("partial", _state_table(states))] if states else []
        answer = work.job("pair-merge", partial, outlines=True)
        work.state = state_of(answer)
    tables: List[Tuple[str, Any]] = []
    for number, search in enumerate(answer.result["searches"]):
        records = ranks if search["ranks"] else values
        queries = _queries(work, records, search)
        tables += [(f"queries {number}", queries), (f"found {number}", _found(work, records, queries, number, search))]
    if answer.result["quantiles"]:
        tables.append(("order", _order(work, ranks, answer.result["quantiles"])))
    return work.job("pair-describe", tables, outlines=True, report="text").result


def _keep(kept: List[Any], frame: Any) -> Any:
    from pyspark import StorageLevel

    kept.append(frame.persist(StorageLevel.MEMORY_AND_DISK))
    return kept[-1]


# Records side by side


class _Side(NamedTuple):
    """Records with the columns x (of the original), y (of the masked table) or both, by their places."""

    data: Any
    original: bool
    masked: bool


def _sides(
    original: Any, masked: Any, plan: _Plan, declared: Declared, paired: bool, row_number: Optional[str],
    record_key: Optional[str],
) -> List[_Side]:  # fmt: skip
    from pyspark.sql import functions as F

    def named(frame: Any, letter: str) -> Any:
        return frame.select(NUMBER, *[column(name).alias(f"{letter}{j}") for j, name in enumerate(plan.columns)])

    if not paired:
        frames = [frame.withColumn(NUMBER, F.lit(0).cast("long")) for frame in (original, masked)]
        return [_Side(named(frames[0], "x"), True, False), _Side(named(frames[1], "y"), False, True)]
    frames = []
    for frame, letter, what in ((original, "x", "original"), (masked, "y", "masked")):
        try:
            frames.append(named(numbered(frame, row_number, record_key).data, letter))
        except Error as error:
            error.message = f"{what}: {error.message}"
            raise
    other = frames[1].withColumnRenamed(NUMBER, _OTHER)
    return [_Side(frames[0].join(other, column(NUMBER) == column(_OTHER), "full_outer"), True, True)]


def _check_partners(values: Any) -> None:
    from pyspark.sql import functions as F

    lacking = [F.count(F.when(F.col(name).isNull(), 1)) for name in (_OTHER, NUMBER)]
    found = values.agg(*[one.alias(name) for one, name in zip(lacking, ("masked", "original"))]).first()
    if found["masked"] or found["original"]:
        raise Error(
            f"{found['masked']} records of the original are not in the masked data, and {found['original']} of the masked data not "
            "in the original",
            "masked",
            "measures of pairs need the same records in both; number them alike",
        )


def _values(work: Work, side: _Side, plan: _Plan) -> Any:
    """The records as numbers: x0, x1, …, y0, y1, …, with what is missing."""
    import pyarrow as pa
    from pyspark.sql.pandas.types import from_arrow_schema

    letters = [("x", "incomplete")] * side.original + [("y", "masked")] * side.masked
    own = [NUMBER] + [_OTHER] * (side.original and side.masked)
    fields = [pa.field(name, pa.int64()) for name in own]
    for letter, mark in letters:
        fields += [pa.field(f"{letter}{j}", pa.float64()) for j in range(len(plan.numbers))] + [pa.field(mark, pa.int64())]
    schema = pa.schema(fields)

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        for table in in_chunks(batches):
            made = [table.column(name) for name in own]
            for letter, _ in letters:
                part = table.select([f"{letter}{j}" for j in range(len(plan.columns))]).rename_columns(plan.columns)
                name = "original" if letter == "x" else "masked"
                answer = work.job(
                    "pair-rows", [(name, part)], what="values", side=letter, numbers=plan.numbers, compared=plan.columns
                )
                made += first_table(answer).columns
            yield from batches_of(pa.table(made, names=schema.names).cast(schema))

    return side.data.mapInArrow(task, from_arrow_schema(schema))


# What parts add to a stage


def _states(work: Work, frame: Any) -> List[str]:
    """The partial states of all partitions, joined where there are many."""
    state = work.state

    def failed(error: Error) -> Any:
        import pyarrow as pa

        text = json.dumps([error.message, error.parameter, error.hint, error.code, error.status])
        return pa.RecordBatch.from_pydict({"partial": pa.array([None], pa.string()), "error": [text]})

    def one(text: str) -> Any:
        import pyarrow as pa

        return pa.RecordBatch.from_pydict({"partial": [text], "error": pa.array([None], pa.string())})

    def joined(texts: List[str]) -> str:
        return texts[0] if len(texts) == 1 else state_of(work.job("pair-join", [("partial", _state_table(texts))]))

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        work.state = state
        try:
            texts = [state_of(work.job("pair-partial", [("records", table)])) for table in in_chunks(batches)]
            if texts:
                yield one(joined(texts))
        except Error as error:
            yield failed(error)

    parts = frame.mapInArrow(task, STATE)
    rows = parts.collect()
    for row in rows:
        if row["error"] is not None:
            raise Error(*json.loads(row["error"]))
    return [row["partial"] for row in rows]


def _state_table(texts: Sequence[str]) -> Any:
    import pyarrow as pa

    return pa.table({"state": pa.array(list(texts), pa.large_string())})


# Ranks of all columns, by one sort


def _long(frame: Any, sides: Sequence[str], columns: int) -> Any:
    """A row for every number: its record, column, side (0: x, 1: y) and value."""
    from pyspark.sql import functions as F

    cells = [
        f"named_struct('column', {j}, 'side', {'xy'.index(side)}, 'value', {side}{j})" for j in range(columns) for side in sides
    ]
    rows = frame.selectExpr(NUMBER, f"inline(array({', '.join(cells)}))")
    value = F.when(F.col("value") == 0.0, F.lit(0.0)).otherwise(F.col("value"))  # zero has one sign
    return present(rows.withColumn("value", value), "value")


def _counted(rows: Any, most: int) -> Any:
    """Every value of a column once, with the numbers of x and y that have it and of those before it, over all columns. There
    are at most so many values."""
    from pyspark.sql import functions as F

    counts = rows.groupBy("column", "value").agg(
        F.expr("cast(sum(1 - side) as long)").alias("first"), F.expr("cast(sum(side) as long)").alias("second")
    )
    return sums_before(counts, ["column", "value"], {"first_below": "first", "second_below": "second"}, rows=most)


def _distinct(frames: Sequence[Any], plan: _Plan) -> Any:
    parts = [
        _long(frame, [side for side in "xy" if f"{side}0" in frame.columns], len(plan.numbers)).drop(NUMBER)
        for frame in frames
    ]
    rows = parts[0] if len(parts) == 1 else parts[0].unionByName(parts[1])
    most = 2 * len(plan.numbers) * max(frame.count() for frame in frames)
    return _counted(rows, most).drop("value").withColumn("column", column("column").cast("long"))


def _ranks(values: Any, plan: _Plan, kept: List[Any]) -> Any:
    """For each record whose originals miss nothing and each of its numbers: how many originals and masked numbers are below
    it, and at most as large."""
    known = present(values, *[f"x{j}" for j in range(len(plan.numbers))])
    rows = _long(known, "xy", len(plan.numbers))
    records = values.count()
    counts = _counted(rows, 2 * len(plan.numbers) * records).selectExpr(
        "column", "value", "first_below as ob", "first_below + first as ou", "second_below as mb", "second_below + second as mu",
        "first + second as size",
    )  # fmt: skip
    key = ["column", "value"]
    if 2 * records <= _MANY:
        cells = rows.join(counts.drop("size"), key)
    else:  # Very frequent values, of which there are few, go to the rows: a join by value would gather the rows in one task.
        from pyspark.sql import functions as F

        counts = _keep(kept, counts)
        joined = rows.join(F.broadcast(counts.where(f"size > {_MANY}").drop("size")), key, "left")
        rest = joined.where("ob is null").drop(*_COUNTS).join(counts.where(f"size <= {_MANY}").drop("size"), key)
        cells = joined.where("ob is not null").unionByName(rest)
    wide = [
        f"max(case when column = {j} and side = {place} then {kind} end) as {side}{j}_{kind}"
        for j in range(len(plan.numbers))
        for place, side in enumerate("xy")
        for kind in _COUNTS
    ]
    from pyspark.sql import functions as F

    return cells.groupBy(NUMBER).agg(*[F.expr(text) for text in wide])


def _categories(original: Any, masked: Any, plan: _Plan, declared: Declared, driver_limit: int) -> Any:
    """The counts of each category of each column in both files; the categories themselves stay where they are."""
    from pyspark.sql import functions as F

    parts = []
    for place, name in enumerate(plan.categories):
        types = [frame.schema[name].dataType for frame in (original, masked)]
        if types[0] != types[1]:
            raise Error(f"column {name!r} has another type in the masked data", "masked", "cast it to that of the original")
        one, other = (counts_of(frame, [name], declared).toDF("value", COUNT) for frame in (original, masked))
        both = one.alias("a").join(other.alias("b"), F.col("a.value").eqNullSafe(F.col("b.value")), "full_outer")
        parts.append(
            both.select(
                F.lit(place).cast("long").alias("column"),
                F.coalesce(F.col(f"a.{COUNT}"), F.lit(0)).alias("original"),
                F.coalesce(F.col(f"b.{COUNT}"), F.lit(0)).alias("masked"),
            )
        )
    rows = parts[0]
    for part in parts[1:]:
        rows = rows.unionByName(part)
    return collected(rows, driver_limit, "categories of the compared columns")


# Linkage: the records that are searched for go to every part


def _queries(work: Work, records: Any, search: Mapping[str, Any]) -> Any:
    """The records that are searched for, in the order of their numbers."""
    import pyarrow as pa
    from pyspark.sql import functions as F

    if not search["ranks"]:
        records = present(records, *[name for name in records.columns if name[0] in "xy"])
    if search["places"] is not None:
        place = "__sfumato_place"
        wanted = records.sparkSession.createDataFrame(
            pa.table({place: pa.array(search["places"], pa.int64())})
        )
        records = ranked(records, [NUMBER], place, rows=search["of"]).join(F.broadcast(wanted), place).drop(place)
    return records.orderBy(column(NUMBER).bitwiseXOR(F.lit(-(2**63)))).toArrow()  # numbers have no sign


def _found(work: Work, records: Any, queries: Any, number: int, search: Mapping[str, Any]) -> Any:
    import pyarrow as pa

    shared = records.sparkSession.sparkContext.broadcast(table_bytes(queries))
    schema = pa.schema(
        [("query", pa.int64()), ("linkage", pa.int64()), ("squared", pa.float64()), ("count", pa.int64()),
         ("second", pa.float64()), ("second_count", pa.int64())]
    )  # fmt: skip
    state = work.state

    def merged(tables: List[Any]) -> Any:
        rows = pa.concat_tables(tables)
        return work.rows("found", rows, largest=search["largest"]).cast(schema) if len(tables) > 1 else rows

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        work.state = state
        asked = pa.ipc.open_stream(shared.value).read_all()
        held: List[Any] = []
        for table in in_chunks(batches):
            answer = work.job("pair-search", [("queries", asked), ("records", table)], outlines=True, search=number)
            held.append(first_table(answer).cast(schema))
            if len(held) == 8:
                held = [merged(held)]
        if held:
            yield from batches_of(merged(held))

    def again(batches: Iterator[Any]) -> Iterator[Any]:
        work.state = state
        tables = list(in_chunks(batches))
        if tables:
            yield from batches_of(merged(tables + [schema.empty_table()]))

    parts = records.mapInArrow(task, _FOUND)
    parts = parts.repartition(max(1, min(64, -(-queries.num_rows // (1 << 14)))), "query").mapInArrow(again, _FOUND)
    return parts.toArrow().cast(schema)


def _order(work: Work, ranks: Any, places: Sequence[int]) -> Any:
    """Twice the changes of rank at these places of their order."""
    import pyarrow as pa
    from pyspark.sql import functions as F

    state = work.state

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        work.state = state
        for table in in_chunks(batches):
            yield from batches_of(work.rows("distances", table).cast(pa.schema([("twice", pa.int64())])))

    counts = ranks.mapInArrow(task, "twice long").groupBy("twice").agg(F.count(F.lit(1)).alias("count"))
    placed = sums_before(counts, ["twice"], {"below": "count"}, rows=ranks.count())
    return placed.where(" or ".join(f"(below <= {place} and below + count > {place})" for place in places)).toArrow()
