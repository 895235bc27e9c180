"""Whole classes of records: Spark brings those that are equal in some columns, and miss the same cells of others, into one task,
and the library makes of them what replaces their cells."""

from __future__ import annotations

from typing import Any, Dict, List

from .._errors import Error
from ._columns import comparable, is_missing, quoted
from ._parts import Parts
from ._records import NUMBER
from ._storing import store
from ._supplying import Values, how, in_rounds

_CLASS = "__sfumato_class"


@how("classes")
def classes(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """One round over all classes; the values are those of the last."""
    from pyspark.sql.types import LongType, StructField

    outputs = [StructField(NUMBER, LongType(), True), *[before.schema[name] for name in plan["columns"]]]
    return in_rounds(parts, plan, lambda: _together(before, plan), outputs, _CLASS)


def _together(before: Any, plan: Dict[str, Any]) -> Any:
    """The records by class. Classes that have one hash come together, which the library tells apart."""
    from pyspark.sql import functions as F

    facts = plan["facts"]
    keys: List[Any] = []
    for name in facts["equal"]:
        keys += [comparable(before, name), is_missing(before, name)]
    keys += [is_missing(before, name) for name in facts["gaps"]]
    wanted = [quoted(name) for name in [NUMBER, *plan["needs"]]]
    marked = before.select(*wanted, F.xxhash64(*keys).alias(_CLASS))
    largest = marked.groupBy(_CLASS).count().agg(F.max("count").alias("count")).first()["count"] or 0
    if largest > facts["largest"]:
        raise Error(
            f"a class has {largest} records, and one task takes at most {facts['largest']}",
            None,
            "keep more columns equal, so that classes are smaller",
        )
    return store(marked.repartition(_CLASS).sortWithinPartitions(_CLASS))
