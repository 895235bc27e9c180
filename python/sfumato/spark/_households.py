"""The first member of every household: Spark brings the records of whole households together, and the library finds the least number
of each and the columns in which some members differ."""

from __future__ import annotations

from typing import Any, Dict

from .._errors import Error
from ._columns import comparable, quoted
from ._parts import Parts
from ._records import NUMBER
from ._supplying import Values, how, in_calls

_HOUSEHOLD = "__sfumato_household"


@how("households")
def first_members(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """The number of the first member for each record. Two households of one hash come together, which the library tells apart."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import LongType, StructField

    facts = plan["facts"]
    one = comparable(before, facts["household"])
    alone = F.when(one.isNull(), F.col(NUMBER))  # a record without a household is one by itself
    wanted = [quoted(name) for name in [NUMBER, *plan["needs"]]]
    marked = before.select(*wanted, F.xxhash64(one, alone).alias(_HOUSEHOLD))
    largest = marked.groupBy(_HOUSEHOLD).count().agg(F.max("count").alias("count")).first()["count"] or 0
    if largest > facts["largest"]:
        raise Error(
            f"a household has {largest:,} records, and one task takes at most {facts['largest']:,}",
            None,
            f"column '{facts['household']}' seems not to number households: give it another role",
        )
    together = marked.repartition(_HOUSEHOLD).sortWithinPartitions(_HOUSEHOLD)
    outputs = [StructField(NUMBER, LongType(), True), StructField(facts["first"], LongType(), True)]
    return in_calls(together, parts, outputs, _HOUSEHOLD)
