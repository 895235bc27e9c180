"""Distinct keys with their counts in one call on the driver: what a combination of keys becomes, all its records become. How many
combinations there are is counted before they are collected."""

from __future__ import annotations

from functools import reduce
from typing import Any, Dict, List

from ._class_counts import KEYS_COUNT
from ._columns import column, comparable
from ._counting import COUNT, collected, counts_of
from ._parts import Parts
from ._records import NUMBER
from ._supplying import Values, how


@how("keys")
def keys(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """The levels of keys from their distinct combinations, joined to the records by their keys."""
    import pyarrow as pa
    from pyspark.sql import functions as F

    from ._parts import state_of

    rows = counted_keys(before, plan["needs"], parts)
    answer = parts.supplied(rows)
    made = pa.table(answer.outputs[0])
    names: List[str] = plan["columns"]
    from_name = {name: f"sfumato_from_{place}" for place, name in enumerate(plan["needs"])}
    to_name = {name: f"sfumato_to_{place}" for place, name in enumerate(names)}
    arrays = {from_name[name]: rows.column(name) for name in plan["needs"]}
    for name in names:
        one = made.column(name)
        arrays[to_name[name]] = one.cast(pa.string()) if pa.types.is_dictionary(one.type) else one
    links = before.sparkSession.createDataFrame(pa.table(arrays))
    for name in plan["needs"]:
        links = links.withColumn(from_name[name], column(from_name[name]).cast(before.schema[name].dataType))
    same = [comparable(before, name).eqNullSafe(links[from_name[name]]) for name in plan["needs"]]
    both = before.join(F.broadcast(links), reduce(lambda a, b: a & b, same), "left")
    values = both.select(before[NUMBER], *[links[to_name[name]].alias(name) for name in names])
    return Values([values], [state_of(answer, 1)], [])


def counted_keys(frame: Any, names: List[str], parts: Parts) -> Any:
    """The distinct combinations in ascending order, with their counts."""
    found = collected(counts_of(frame, names, {}), parts.driver_limit, "distinct combinations of keys")
    found = found.sort_by([(name, "ascending") for name in names])
    return found.rename_columns([KEYS_COUNT if name == COUNT else name for name in found.column_names])
