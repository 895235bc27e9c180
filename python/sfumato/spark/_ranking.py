"""Values that depend on the order of a column: groups of neighbours, and ranks that exchange their values. Spark sorts and
exchanges, the library makes groups some ranks at a time, and draws partners of all ranks in one task."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterator, List, NamedTuple, Optional

from .._library import Answer
from ._columns import column, comparable
from ._parts import Parts, state_of
from ._records import NUMBER
from ._session import arrow_schema
from ._sorting import CHUNK, RANK, in_chunks_of_ranks, present, ranked
from ._storing import store
from ._supplying import Values, answered, how, in_calls

_ORDER = "__sfumato_order_"
_KEY = "__sfumato_key"
_START = "__sfumato_start"
_KNOWN = "__sfumato_known"
_PARTNER = "__sfumato_partner"
_AT_RISK = "__sfumato_at_risk"
CHUNK_ROWS = 1 << 18
"""Ranks that go to the library together, or come from it, about."""


@how("groups")
def groups(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """Ranks in chunks that are cut between groups, whose values come back."""
    from pyspark.sql.types import DoubleType, StructField

    def found(name: str, sorted_records: Any, cuts: Any) -> Values:
        outputs = [_whole(NUMBER), StructField(name, DoubleType(), True)]
        chunks = in_chunks_of_ranks(sorted_records, cuts.column(_START).to_pylist())
        return in_calls(chunks, parts, outputs, CHUNK, {"column": name}, CHUNK_ROWS)

    return _of_columns(before, parts, plan, found)


@how("ranks")
def ranks(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """Ranks with those of their partners, who exchange their values."""
    from pyspark.sql import Window
    from pyspark.sql import functions as F

    before = store(before)
    nothing = arrow_schema(before).empty_table()
    rare = _rare(before, plan["facts"].get("risk"))

    def found(name: str, sorted_records: Any, cuts: Any) -> Values:
        risky = None
        if rare is not None:
            sorted_records = store(sorted_records)
            risky = sorted_records.join(rare, NUMBER, "left_semi").select(RANK)
        drawn = _partners(before.sparkSession, parts, name, cuts, risky)
        together = sorted_records.join(drawn.frames[0], RANK)
        # Both ranks of a pair come together under the lower one; a rank without partner is alone, and keeps its value.
        pair = Window.partitionBy(F.least(F.col(RANK), F.col(_PARTNER))).orderBy(RANK)
        value = column(name)
        other = F.coalesce(F.lead(value).over(pair), F.lag(value).over(pair), value)
        traded = store(together.select(NUMBER, other.alias(name)))
        exchanged = state_of(parts.supplied(nothing, {"column": name, "exchanged": traded.count()}), 1)
        for frame in drawn.kept:
            frame.unpersist()
        if rare is not None:
            sorted_records.unpersist()
        return Values([traded], [*drawn.tallies, exchanged], [traded])

    values = _of_columns(before, parts, plan, found)
    if rare is not None:
        values.tallies.append(state_of(parts.supplied(nothing, {"at-risk": rare.count()}), 1))
        rare.unpersist()
    return values


class _Draw(NamedTuple):
    """The ranks [begin, end) of a call, and the end of those of which it must know whether they are at risk."""

    begin: int
    end: int
    known: int


def _partners(session: Any, parts: Parts, name: str, cuts: Any, risky: Optional[Any]) -> Values:
    """Every rank with the rank of its partner, drawn in one task: a draw depends on all before it. Each call leaves for the next
    what that one needs. Ranks at risk come in ascending order, after a row that stands for none and starts the task."""
    import pyarrow as pa
    from pyspark.sql import functions as F

    begins, known = cuts.column(_START).to_pylist(), cuts.column(_KNOWN).to_pylist()
    draws = [_Draw(*draw) for draw in zip(begins, [*begins[1:], known[-1]], known)]
    source = session.range(0, 1, 1, 1).select(F.lit(-1).cast("long").alias(RANK))
    if risky is not None:
        source = source.unionByName(risky).repartition(1).sortWithinPartitions(RANK)

    def calls(batches: Iterator[Any]) -> Iterator[Answer]:
        waiting = _Ascending(batches)
        left = None
        for draw in draws:
            table = pa.table({_AT_RISK: waiting.between(draw.begin, draw.known)})
            answer = parts.supplied(table, {"column": name, "begin": draw.begin, "end": draw.end}, left)
            left = pa.table(answer.outputs[2]) if len(answer.outputs) > 2 else None
            yield answer

    return answered(source, [_whole(RANK), _whole(_PARTNER)], calls)


class _Ascending:
    """Ranks at risk, which come in ascending order, read as far as they are asked for."""

    def __init__(self, batches: Iterator[Any]) -> None:
        import pyarrow as pa

        self._batches = batches
        self._held = pa.array([], pa.int64())

    def between(self, begin: int, end: int) -> Any:
        """Those of [begin, end); none below `begin` is asked for again."""
        import pyarrow as pa
        import pyarrow.compute as pc

        held: List[Any] = [self._held]
        while len(held[-1]) == 0 or held[-1][len(held[-1]) - 1].as_py() < end:
            batch = next(self._batches, None)
            if batch is None:
                break
            held.append(batch.column(0).cast(pa.int64()))
        joined = pa.concat_arrays(held)
        self._held = joined.filter(pc.greater_equal(joined, begin))
        return self._held.filter(pc.less(self._held, end))


def _rare(before: Any, risk: Optional[Dict[str, Any]]) -> Any:
    """The numbers of the records whose class on the keys is small. What is missing is a value of its own, zero has one sign, and
    what is not a number is missing."""
    from pyspark.sql import functions as F

    if risk is None:
        return None
    keys = []
    for place, name in enumerate(risk["equal"]):
        keys.append(comparable(before, name).alias(f"key_{place}"))
    records = before.select(NUMBER, *keys)
    names = records.columns[1:]
    small = records.groupBy(*names).agg(F.count(F.lit(1)).alias(_KEY)).where(F.col(_KEY) < risk["fewer"]).drop(_KEY)
    small = small.withColumnsRenamed({name: f"small_{name}" for name in names})
    equal = [F.col(name).eqNullSafe(F.col(f"small_{name}")) for name in names]
    return store(records.join(small, equal, "left_semi").select(NUMBER))


def _of_columns(before: Any, parts: Parts, plan: Dict[str, Any], found: Callable[[str, Any, Any], Values]) -> Values:
    """The values of one column after the other, of its records with their ranks, and where the library allows to cut them."""
    import pyarrow as pa
    from pyspark.sql import functions as F

    all_values = Values([], [], [])
    nothing = arrow_schema(before).empty_table()
    before = store(before)
    for name, count in zip(plan["columns"], plan["facts"]["values"]):
        answer = parts.supplied(nothing, {"column": name, "chunk": CHUNK_ROWS})
        if count == 0:  # a column without values, and the tally of no records
            all_values.frames.append(before.select(NUMBER, column(name)).where(F.lit(False)))
            all_values.tallies.append(state_of(answer, 1))
            continue
        known = present(before, name).select(NUMBER, column(name), _order(before, name).alias(_KEY))
        sorted_records = ranked(known, [_KEY, NUMBER], rows=count).drop(_KEY)
        own = found(name, sorted_records, pa.table(answer.outputs[0]))
        for together, some in zip(all_values, own):
            together.extend(some)
    before.unpersist()
    return all_values


def _whole(name: str) -> Any:
    from pyspark.sql.types import LongType, StructField

    return StructField(name, LongType(), True)


def _order(before: Any, name: str) -> Any:
    """What a column is sorted by: numbers as the library compares them, or the places of ordered categories."""
    from pyspark.sql import functions as F

    if _ORDER + name in before.columns:
        return column(_ORDER + name)
    if before.schema[name].dataType.typeName() == "date":
        return F.unix_date(column(name))
    return column(name).cast("double")
