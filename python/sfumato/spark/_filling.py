"""Missing cells that get the masked value of another record: Spark ranks the present records by their numbers, the library says
which rank a record's donor has, and the donor's value is joined to it."""

from __future__ import annotations

from typing import Any, Dict

from ._columns import column, is_missing
from ._parts import Parts
from ._records import NUMBER
from ._sorting import CHUNK, RANK, present, ranked
from ._storing import store
from ._supplying import Values, how, in_calls


@how("donors")
def donors(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """For one column after the other, the records that miss it with the values of their donors."""
    from pyspark.sql import functions as F
    from pyspark.sql.types import LongType, StructField

    outputs = [StructField(name, LongType(), True) for name in (NUMBER, RANK)]
    found = Values([], [], [])
    before = store(before)
    for name, count in zip(plan["columns"], plan["facts"]["values"]):
        missing = before.where(is_missing(before, name)).select(NUMBER, F.col(NUMBER).alias(CHUNK))
        drawn = in_calls(missing, parts, outputs, CHUNK, {"column": name})
        known = ranked(present(before, name).select(NUMBER, column(name)), [NUMBER], rows=count).drop(NUMBER)
        values = store(drawn.frames[0].join(known, RANK).select(NUMBER, column(name)))
        values.count()
        for frame in drawn.kept:
            frame.unpersist()
        for together, some in zip(found, Values([values], drawn.tallies, [values])):
            together.extend(some)
    before.unpersist()
    return found
