"""The types of columns that come out of a release: the library has one type of integers and one of numbers, and a frame gets those
that it had."""

from __future__ import annotations

from typing import Any, List

from ._columns import quoted


def with_types(masked: Any, data: Any, protected: List[str]) -> Any:
    """Columns get their type back, as on one machine: whole numbers where all masked values are whole, decimals where all
    of them have their digits."""
    from pyspark.sql import functions as F

    before = {field.name: field.dataType for field in data.schema.fields}
    limits = {"byte": 7, "short": 15, "integer": 31, "long": 63}
    for field in masked.schema.fields:
        one = F.col(quoted(field.name))
        smaller = field.name in before and before[field.name].typeName() in ("byte", "short", "integer")
        if field.dataType.typeName() == "long" and smaller:
            bound = 2 ** limits[before[field.name].typeName()]
            outside = (one >= bound) | (one < -bound)
            if field.name not in protected or masked.where(outside).limit(1).count() == 0:
                masked = masked.withColumn(field.name, one.cast(before[field.name]))
        kind = before[field.name].typeName() if field.name in before else ""
        if field.dataType.typeName() == "string" and kind in limits:  # numbers as pseudonyms
            fitting = one.try_cast(before[field.name])
            if masked.where(one.isNotNull() & fitting.isNull()).limit(1).count() == 0:
                masked = masked.withColumn(field.name, fitting)
        if field.dataType.typeName() == "string" and kind == "boolean":
            fitting = F.when(one == "true", F.lit(True)).when(one == "false", F.lit(False))
            if field.name not in protected or masked.where(one.isNotNull() & fitting.isNull()).limit(1).count() == 0:
                masked = masked.withColumn(field.name, fitting)
        if field.dataType.typeName() != "double":
            continue
        known = F.when(F.isnan(one), None).otherwise(one)
        if kind == "decimal":
            fitting = known.try_cast(before[field.name])
            lost = known.isNotNull() & (fitting.isNull() | (fitting.cast("double") != known))
            if field.name not in protected or masked.where(lost).limit(1).count() == 0:
                masked = masked.withColumn(field.name, fitting)
        if kind == "float":
            fitting = known.cast("float")
            if field.name not in protected or masked.where(known.isNotNull() & (fitting.cast("double") != known)).limit(1).count() == 0:
                masked = masked.withColumn(field.name, fitting)
        if kind not in limits:
            continue
        bound = float(2 ** limits[kind])
        other = one.isNotNull() & ~F.isnan(one) & ((one != F.floor(one)) | (one >= bound) | (one < -bound))
        if masked.where(other).limit(1).count() == 0:
            masked = masked.withColumn(field.name, known.cast(before[field.name]))
    return masked


def of_types(frame: Any, like: Any) -> Any:
    """Columns with the types that were found for those of another frame."""
    from pyspark.sql import functions as F

    for field in like.schema.fields:
        if frame.schema[field.name].dataType != field.dataType:
            one = F.col(quoted(field.name))
            if frame.schema[field.name].dataType.typeName() in ("double", "float"):
                one = F.when(F.isnan(one), None).otherwise(one)
            frame = frame.withColumn(field.name, one.cast(field.dataType))
    return frame
