"""Samples of households or units: Spark finds the first record of each, whose number names its draw, and the library takes
the records of those that are drawn."""

from __future__ import annotations

from typing import Any, Dict
from weakref import WeakKeyDictionary

from ._parts import Parts
from ._records import NUMBER, _quoted
from ._storing import store
from ._supplying import Values, how, in_calls, place

_PLACE = "__sfumato_place"
_CHUNK = "__sfumato_chunk"
_marked: "WeakKeyDictionary[Parts, Any]" = WeakKeyDictionary()  # the records of a step, for all its rounds


@how("units")
def sample(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """One round over all records; the last says which of them are taken."""
    from pyspark.sql.types import LongType, StructField

    if plan["round"] == 0:
        _marked[parts] = _with_first(before, plan["facts"])
    frame = _marked[parts]
    outputs = [StructField(NUMBER, LongType(), True), StructField(plan["facts"]["taken"], LongType(), True)]
    found = in_calls(frame, parts, outputs, _CHUNK)
    if plan["last"]:
        del _marked[parts]
        frame.unpersist()
        return found
    for kept in found.kept:
        kept.unpersist()
    return Values([], found.tallies, [frame])


def _with_first(before: Any, facts: Dict[str, Any]) -> Any:
    """The records with the least number of their household, without a sign; a record without one has its own."""
    from pyspark.sql import functions as F

    unit = F.col(_quoted(facts["unit"]))
    if before.schema[facts["unit"]].dataType.typeName() in ("double", "float"):
        unit = F.when(F.isnan(unit), None).otherwise(unit + F.lit(0.0))
    others = [_quoted(name) for name in before.columns if name != facts["unit"]]
    known = before.select(*others, unit.alias(facts["unit"]), place().alias(_PLACE))
    first = known.groupBy(_quoted(facts["unit"])).agg(F.min(_PLACE).alias(facts["first"]))
    joined = known.join(first, facts["unit"], "left")
    least = F.coalesce(F.col(facts["first"]), F.col(_PLACE)).bitwiseXOR(F.lit(-(2**63)))
    marked = joined.withColumn(facts["first"], least).withColumn(_CHUNK, F.col(NUMBER)).drop(_PLACE)
    return store(marked)
