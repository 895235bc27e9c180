"""Samples of households or units: Spark finds the first record of each, whose number names its draw, and the library takes
the records of those that are drawn."""

from __future__ import annotations

from typing import Any, Dict

from ._columns import comparable, quoted
from ._parts import Parts
from ._records import NUMBER
from ._storing import store
from ._supplying import Values, how, in_rounds, place

_PLACE = "__sfumato_place"
_CHUNK = "__sfumato_chunk"


@how("units")
def sample(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """One round over all records; the last says which of them are taken."""
    from pyspark.sql.types import LongType, StructField

    outputs = [StructField(NUMBER, LongType(), True), StructField(plan["facts"]["taken"], LongType(), True)]
    return in_rounds(parts, plan, lambda: _with_first(before, plan["facts"]), outputs, _CHUNK)


def _with_first(before: Any, facts: Dict[str, Any]) -> Any:
    """The records with the least number of their household, without a sign; a record without one has its own."""
    from pyspark.sql import functions as F

    unit = comparable(before, facts["unit"])
    others = [quoted(name) for name in before.columns if name != facts["unit"]]
    known = before.select(*others, unit.alias(facts["unit"]), place().alias(_PLACE))
    first = known.groupBy(quoted(facts["unit"])).agg(F.min(_PLACE).alias(facts["first"]))
    joined = known.join(first, facts["unit"], "left")
    least = F.coalesce(F.col(facts["first"]), F.col(_PLACE)).bitwiseXOR(F.lit(-(2**63)))
    marked = joined.withColumn(facts["first"], least).withColumn(_CHUNK, F.col(NUMBER)).drop(_PLACE)
    return store(marked)
