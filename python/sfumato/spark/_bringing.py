"""Whole classes of records: Spark brings those that are equal in some columns, and miss the same cells of others, into one task,
and the library makes of them what replaces their cells."""

from __future__ import annotations

from typing import Any, Dict, List
from weakref import WeakKeyDictionary

from .._errors import Error
from ._parts import Parts
from ._records import NUMBER, _quoted
from ._storing import store
from ._supplying import Values, how, in_calls

_CLASS = "__sfumato_class"
_brought: "WeakKeyDictionary[Parts, Any]" = WeakKeyDictionary()  # the classes of a step, for all its rounds


@how("classes")
def classes(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """One round over all classes; the values are those of the last."""
    from pyspark.sql.types import LongType, StructField

    if plan["round"] == 0:
        _brought[parts] = _together(before, plan)
    frame = _brought[parts]
    outputs = [StructField(NUMBER, LongType(), True), *[before.schema[name] for name in plan["columns"]]]
    found = in_calls(frame, parts, outputs, _CLASS)
    if plan["last"]:
        del _brought[parts]
        frame.unpersist()
        return found
    for kept in found.kept:
        kept.unpersist()
    return Values([], found.tallies, [frame])


def _together(before: Any, plan: Dict[str, Any]) -> Any:
    """The records by class. Classes that have one hash come together, which the library tells apart."""
    from pyspark.sql import functions as F

    facts = plan["facts"]
    keys: List[Any] = []
    for name in facts["equal"]:
        one = F.col(_quoted(name))
        if before.schema[name].dataType.typeName() in ("double", "float"):  # zero has one sign, and NaN is missing
            one = F.when(F.isnan(one), None).otherwise(one + F.lit(0.0))
        keys += [one, one.isNull()]
    for name in facts["gaps"]:
        one = F.col(_quoted(name))
        gone = one.isNull()
        if before.schema[name].dataType.typeName() in ("double", "float"):
            gone = gone | F.isnan(one)
        keys.append(gone)
    wanted = [_quoted(name) for name in [NUMBER, *plan["needs"]]]
    marked = before.select(*wanted, F.xxhash64(*keys).alias(_CLASS))
    largest = marked.groupBy(_CLASS).count().agg(F.max("count").alias("count")).first()["count"] or 0
    if largest > facts["largest"]:
        raise Error(
            f"a class has {largest} records, and one task takes at most {facts['largest']}",
            None,
            "keep more columns equal, so that classes are smaller",
        )
    return store(marked.repartition(_CLASS).sortWithinPartitions(_CLASS))
