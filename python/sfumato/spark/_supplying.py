"""Values that a step of a release needs from all records: Spark sorts them or brings classes together, the library makes of them
what replaces the cells, and the values are joined to the records by their numbers."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional
from weakref import WeakKeyDictionary

from .._errors import Error
from .._library import Answer
from ._columns import quoted
from ._parts import ROWS, Parts, state_of
from ._records import NUMBER
from ._session import arrow_fields
from ._storing import given_back_on_failure, store
from ._task_errors import error_from, in_tasks, parts_of

TALLY = "__sfumato_tally"
VALUE = "__sfumato_value_"
_FAILED = "error "  # before what went wrong, in place of a tally


class Values(NamedTuple):
    """Results of a method of supplying: frames of numbers and columns, the tallies of all calls, and stored frames."""

    frames: List[Any]
    tallies: List[str]
    kept: List[Any]


How = Callable[[Any, Parts, Dict[str, Any]], Values]
HOWS: Dict[str, How] = {}
"""Methods of supplying values, by their names in the library. Each takes numbered records before a step, and a plan."""


def how(name: str) -> Callable[[How], How]:
    """Registers a method of supplying."""

    def register(function: How) -> How:
        if name in HOWS:
            raise ValueError(f"a method of supplying named '{name}' exists already")
        HOWS[name] = function
        return function

    return register


class Supply(NamedTuple):
    """The records with their supplied values, the tallies, and the frames that are stored."""

    data: Any
    tallies: List[str]
    kept: List[Any]


def supply(data: Any, parts: Parts, plan: Dict[str, Any]) -> Supply:
    """Finds the values of a stage, and joins those of its last round to the records, which are then in any order."""
    way = HOWS.get(plan["how"])
    if way is None:
        raise Error(f"values by {plan['how']} cannot be found on Spark", None, "collect the records and use sfumato.mask")
    with given_back_on_failure():
        found = way(before(data, parts), parts, plan)
    if not plan["last"]:
        return Supply(data, found.tallies, found.kept)
    joined = data
    names = list(data.columns)
    by = f"{VALUE}{plan['step']}_{plan['by']}" if plan["by"] else NUMBER
    for frame in found.frames:
        renamed = {name: f"{VALUE}{plan['step']}_{name}" for name in frame.columns if name != NUMBER}
        values = frame.withColumnsRenamed({**renamed, NUMBER: by})
        joined = joined.join(values, by, "left")
        names += list(renamed.values())
    joined = joined.select(*[quoted(name) for name in names])
    return Supply(joined, found.tallies, found.kept)


def place(column: str = NUMBER) -> Any:
    """A number of 64 bits without a sign, as a signed one of the same order."""
    from pyspark.sql import functions as F

    return F.col(quoted(column)).bitwiseXOR(F.lit(-(2**63)))


def by_number(data: Any) -> Any:
    """The records in the order of their numbers, as they come on one machine."""
    return data.orderBy(place())


def before(data: Any, parts: Parts) -> Any:
    """The columns that a stage of values needs, as they are before its step, with the numbers of the records."""
    import pyarrow as pa

    from ._session import spark_schema

    made = pa.table(parts.job("mask-before").outputs[0])
    plain, columns = spark_schema(made.schema)
    return in_tasks(data, parts.before(plain), columns)


def in_calls(
    frame: Any, parts: Parts, outputs: Any, chunk: str, supplying: Optional[Dict[str, Any]] = None, rows: int = ROWS
) -> Values:
    """Whole chunks of records through the library: what it gives as one frame, whose rows are stored.

    Args:
        frame: records whose chunks are each in one partition, one after the other. The column `chunk` tells them apart and
            is not passed on.
        outputs: the columns that come out, as fields of Spark's types; numbers of records among them where they belong to some.
        supplying: further members for the job.
        rows: about how many records go into one call; a chunk is never divided.
    """

    def calls(batches: Iterator[Any]) -> Iterator[Answer]:
        for table in whole_chunks(batches, chunk, rows):
            yield parts.supplied(table, supplying)

    found = answered(frame, outputs, calls)
    if found.tallies:
        return found
    return Values(found.frames, [state_of(parts.supplied(frame.limit(0).drop(chunk).toArrow(), supplying), 1)], found.kept)


_frames: "WeakKeyDictionary[Parts, Any]" = WeakKeyDictionary()  # the records of a step, for all its rounds


def in_rounds(parts: Parts, plan: Dict[str, Any], made: Callable[[], Any], outputs: Any, chunk: str) -> Values:
    """One round of several over the same records, which are stored from the first to the last; the values are those of the
    last.

    Args:
        made: makes the frame of the records, whose rows are stored.
        outputs, chunk: as for in_calls().
    """
    if plan["round"] == 0:
        _frames[parts] = made()
    frame = _frames[parts]
    found = in_calls(frame, parts, outputs, chunk)
    if plan["last"]:
        del _frames[parts]
        frame.unpersist()
        return found
    for kept in found.kept:
        kept.unpersist()
    return Values([], found.tallies, [frame])


def answered(frame: Any, outputs: Any, calls: Callable[[Iterator[Any]], Iterator[Answer]]) -> Values:
    """What calls of the library in the tasks of a frame give, as one frame whose rows are stored, and the tallies of the calls.

    Args:
        outputs: the columns that come out, as fields of Spark's types.
        calls: gives the answers about the batches of a partition, one after the other.
    """
    import pyarrow as pa
    from pyspark.sql import functions as F
    from pyspark.sql.types import StringType, StructField, StructType

    fields = StructType([*outputs, StructField(TALLY, StringType(), True)])
    schema = arrow_fields(fields, frame.sparkSession)

    def told(text: str) -> Any:
        nothing = [pa.nulls(1, field.type) for field in schema if field.name != TALLY]
        return pa.RecordBatch.from_arrays([*nothing, pa.array([text], schema.field(TALLY).type)], schema=schema)

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        try:
            for answer in calls(batches):
                made = pa.table(answer.outputs[0])
                columns = [made.column(field.name).cast(field.type) for field in schema if field.name != TALLY]
                nothing = pa.nulls(made.num_rows, schema.field(TALLY).type)
                yield from pa.table([*columns, nothing], schema=schema).to_batches(max_chunksize=1 << 16)
                yield told(state_of(answer, 1))
        except Error as error:
            yield told(_FAILED + parts_of(error))

    kept = store(in_tasks(frame, task, fields))
    is_told = F.col(TALLY).isNotNull()
    tallies = [row[TALLY] for row in kept.where(is_told).select(TALLY).collect()]
    for text in tallies:
        if text.startswith(_FAILED):
            raise error_from(text[len(_FAILED) :])
    return Values([kept.where(~is_told).drop(TALLY)], tallies, [kept])


def whole_chunks(batches: Iterator[Any], chunk: str, rows: int) -> Iterator[Any]:
    """Tables of whole chunks, of which each has at least so many rows, but for the last."""
    import pyarrow as pa
    import pyarrow.compute as pc

    held: List[Any] = []
    count = 0
    for batch in batches:
        if batch.num_rows == 0:
            continue
        held.append(batch)
        count += batch.num_rows
        if count < rows:
            continue
        table = pa.Table.from_batches(held)
        ids = table.column(chunk).combine_chunks()
        last = ids[len(ids) - 1]
        begin = pc.index(ids, last).as_py() if last.is_valid else len(ids) - ids.null_count
        if begin == 0:  # one chunk, which may go on
            held = [table.combine_chunks().to_batches()[0]]
            continue
        yield table.slice(0, begin).drop_columns([chunk])
        held = table.slice(begin).combine_chunks().to_batches()
        count = table.num_rows - begin
    if held:
        yield pa.Table.from_batches(held).drop_columns([chunk])
