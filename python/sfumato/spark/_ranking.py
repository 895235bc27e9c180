"""Values that depend on the order of a column: groups of neighbours, and ranks that exchange their values. Spark sorts, the
library makes groups and draws partners, some ranks at a time."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

from ._counting import column
from ._parts import Parts, state_of
from ._records import NUMBER
from ._session import arrow_schema
from ._sorting import CHUNK, RANK, in_chunks_of_ranks, present, ranked
from ._supplying import Values, how, in_calls

_ORDER = "__sfumato_order_"
_KEY = "__sfumato_key"
_START = "__sfumato_start"
_PARTNER = "__sfumato_partner"
CHUNK_ROWS = 1 << 18
"""Ranks that go to the library together, about."""


@how("groups")
def groups(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """Ranks in chunks that are cut between groups, whose values come back."""
    from pyspark.sql.types import DoubleType, StructField

    def found(name: str, chunks: Any) -> Values:
        outputs = [_number(), StructField(name, DoubleType(), True)]
        return in_calls(chunks, parts, outputs, CHUNK, {"column": name}, CHUNK_ROWS)

    return _of_columns(before, parts, plan, found)


@how("ranks")
def ranks(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """Ranks with those of their partners, who exchange their values."""
    from pyspark import StorageLevel
    from pyspark.sql import Window
    from pyspark.sql import functions as F
    from pyspark.sql.types import LongType, StructField

    types = {field.name: field.dataType for field in before.schema.fields}

    def found(name: str, chunks: Any) -> Values:
        outputs = [_number(), StructField(name, types[name], True)]
        outputs += [StructField(one, LongType(), True) for one in (RANK, _PARTNER)]
        own = in_calls(chunks, parts, outputs, CHUNK, {"column": name}, CHUNK_ROWS)
        # Both ranks of a pair come together under the lower one; a rank without partner is alone, and keeps its value.
        pair = Window.partitionBy(F.least(F.col(RANK), F.col(_PARTNER))).orderBy(RANK)
        value = column(name)
        other = F.coalesce(F.lead(value).over(pair), F.lag(value).over(pair), value)
        traded = own.frames[0].select(NUMBER, other.alias(name)).persist(StorageLevel.MEMORY_AND_DISK)
        traded.count()
        for frame in own.kept:
            frame.unpersist()
        return Values([traded], own.tallies, [traded])

    return _of_columns(before, parts, plan, found)


def _of_columns(before: Any, parts: Parts, plan: Dict[str, Any], found: Callable[[str, Any], Values]) -> Values:
    """The values of one column after the other, of its records with their ranks in chunks that the library allows."""
    import pyarrow as pa
    from pyspark.sql import functions as F

    all_values = Values([], [], [])
    nothing = arrow_schema(before).empty_table()
    before = before.persist()
    for name, count in zip(plan["columns"], plan["facts"]["values"]):
        answer = parts.supplied(nothing, {"column": name, "chunk": CHUNK_ROWS})
        if count == 0:  # a column without values, and the tally of no records
            all_values.frames.append(before.select(NUMBER, column(name)).where(F.lit(False)))
            all_values.tallies.append(state_of(answer, 1))
            continue
        starts: List[int] = pa.table(answer.outputs[0]).column(_START).to_pylist()
        known = present(before, name).select(NUMBER, column(name), _order(before, name).alias(_KEY))
        own = found(name, in_chunks_of_ranks(ranked(known, [_KEY, NUMBER], rows=count).drop(_KEY), starts))
        for together, some in zip(all_values, own):
            together.extend(some)
    before.unpersist()
    return all_values


def _number() -> Any:
    from pyspark.sql.types import LongType, StructField

    return StructField(NUMBER, LongType(), True)


def _order(before: Any, name: str) -> Any:
    """What a column is sorted by: numbers as the library compares them, or the places of ordered categories."""
    from pyspark.sql import functions as F

    if _ORDER + name in before.columns:
        return column(_ORDER + name)
    if before.schema[name].dataType.typeName() == "date":
        return F.unix_date(column(name))
    return column(name).cast("double")
