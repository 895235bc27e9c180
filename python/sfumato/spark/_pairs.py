"""Measures of pairs of records on Spark: an original and its masked version, record by record. The library turns parts of them
into numbers, counts and sums; Spark sorts and joins; the values are those of one machine, whatever the partitions."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from .._errors import Error
from .._library import Answer
from ._columns import column
from ._counting import (
    COUNT, Declared, batches_of, collected, counts_of, empty_table, first_table, in_chunks, of_columns,
)  # fmt: skip
from ._linking import found_by, order_at, queries_of
from ._pair_work import Work, state_table, states_of
from ._parts import state_of
from ._records import NUMBER, numbered
from ._sorting import present, sums_before
from ._task_errors import in_tasks

_OTHER = "__sfumato_other"  # the number of the masked record
_MANY = 1 << 18  # records with one value that are not gathered in one task
_COUNTS = ("ob", "ou", "mb", "mu")


class _Plan(NamedTuple):
    numbers: List[str]
    categories: List[str]
    columns: List[str]


def measure_pairs(
    original: Any, masked: Any, members: Mapping[str, Any], declared: Declared, driver_limit: int,
    row_number: Optional[str], record_key: Optional[str],
) -> Tuple[Dict[str, Any], List[str]]:  # fmt: skip
    """The document of the measures that `members` names, and those that have no value there, since they need their records in
    one place."""
    outlines = [empty_table(frame.drop(NUMBER)) for frame in (original, masked)]
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
) -> Tuple[Dict[str, Any], List[str]]:  # fmt: skip
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
            states = states_of(work, ranks)
        elif stage == "steps":
            states = states_of(work, _distinct([values] if values is not None else alone, plan))
        elif stage == "categories":
            extra["categories"] = len(plan.categories)
            table = _categories(original, masked, plan, declared, driver_limit)
            states = [state_of(work.job("pair-partial", [("records", table)], **extra))]
        else:
            states = [text for frame in ([values] if values is not None else alone) for text in states_of(work, frame)]
        partial = [("partial", state_table(states))] if states else []
        answer = work.job("pair-merge", partial, outlines=True)
        work.state = state_of(answer)
    tables: List[Tuple[str, Any]] = []
    for number, search in enumerate(answer.result["searches"]):
        records = ranks if search["ranks"] else values
        queries = queries_of(work, records, search)
        tables += [(f"queries {number}", queries), (f"found {number}", found_by(work, records, queries, number, search))]
    if answer.result["quantiles"]:
        tables.append(("order", order_at(work, ranks, answer.result["quantiles"])))
    return work.job("pair-describe", tables, outlines=True, report="text").result, answer.result["whole"]


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
            known = frame if NUMBER in frame.columns else numbered(frame, row_number, record_key).data
            frames.append(named(known, letter))
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

    return in_tasks(side.data, task, from_arrow_schema(schema))


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
