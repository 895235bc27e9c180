"""What a masked DataFrame exposes: records that are unique on the quasi-identifiers, and identifiers that it still has. Spark counts
them, and the library says what is to be warned of."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

from .._errors import Error
from ._counting import COUNT, Declared, column, job, of_columns


def exposure(
    original: Any, masked: Any, declared: Declared, keys: List[str], counted: Callable[[Any, List[str]], Any]
) -> Dict[str, Any]:
    """A document with the warnings that ``sfumato.measure`` gives of these."""

    def with_role(role: str) -> List[str]:
        both = [name for name in masked.columns if name in original.columns]
        return [name for name in both if declared.get(name, {}).get("role") == role]

    named = [name for name in masked.columns if name in keys and name in original.columns]
    quasi = [name for name in masked.columns if name in named or name in with_role("quasi-identifier")]
    identifiers = with_role("identifier")
    if with_role("unit"):
        quasi = []  # units take the place of records, and are counted by the measures alone
    if not quasi and not identifiers:
        return {}
    try:
        tables = [(what, _keys(frame, quasi, counted)) for what, frame in (("original", original), ("masked", masked))]
    except Error as error:
        if error.parameter != "driver_limit":
            raise
        text = "records that are unique on the quasi-identifiers were not counted, since there are too many combinations"
        return {"warnings": [text], "warning_grades": ["note"]}
    members = {"job": "counted-exposure", "count": COUNT, "identifiers": [_identifier(original, masked, one) for one in identifiers]}
    return job(members, tables, {what: of_columns(declared, quasi) for what, _ in tables}).result


def _keys(frame: Any, quasi: List[str], counted: Callable[[Any, List[str]], Any]) -> Any:
    import pyarrow as pa

    return counted(frame, quasi) if quasi else pa.table({COUNT: pa.array([frame.count()], pa.int64())})


def _identifier(original: Any, masked: Any, name: str) -> Dict[str, Any]:
    from pyspark.sql import functions as F

    values = [frame.select(column(name).cast("string").alias("value")).where("value is not null") for frame in (original, masked)]
    unique = values[1].groupBy("value").agg(F.count(F.lit(1)).alias("size")).where("size = 1").count()
    shared = not values[1].join(values[0].distinct(), "value", "left_semi").isEmpty()
    return {"column": name, "unique": unique, "shared": shared}
