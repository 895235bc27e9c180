"""Whole strata in one task: the records of a stratum come together, in the order of their numbers, and the library masks them with
the draws that they have on one machine. How many strata there are, and how large they are, is known before they come."""

from __future__ import annotations

from typing import Any, Dict, List

from .._errors import Error
from ._columns import comparable
from ._parts import Parts
from ._supplying import Values, how, in_calls

STRATUM_ROWS = 1 << 23
"""The most records of a stratum that one task takes."""
_KEY = "__sfumato_stratum"


@how("strata")
def strata(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """Masks every stratum in one call, and several small ones together."""
    facts = plan["facts"]
    if facts["largest"] > STRATUM_ROWS:
        raise Error(
            f"a stratum has {facts['largest']:,} records, and one task takes at most {STRATUM_ROWS:,}",
            "within",
            "choose a column with smaller strata",
        )
    return in_calls(together(before, facts["within"]), parts, outputs(before, parts), _KEY)


def together(frame: Any, within: str) -> Any:
    """The frame with records that are equal in a column in one partition, one after the other, and a column that tells them
    apart. Two values with one hash are two strata of one call."""
    from pyspark.sql import functions as F

    keyed = frame.withColumn(_KEY, F.xxhash64(comparable(frame, within)))
    return keyed.repartition(F.col(_KEY)).sortWithinPartitions(_KEY)


def outputs(before: Any, parts: Parts) -> List[Any]:
    """The columns that a call gives, as those of a call without records show."""
    import pyarrow as pa

    from ._session import spark_schema

    empty = pa.table(parts.supplied(before.limit(0).toArrow()).outputs[0])
    return list(spark_schema(empty.schema)[1].fields)
