"""Columns of a frame by their exact names, and their cells as the library compares them."""

from __future__ import annotations

from typing import Any, List, Mapping

_DOUBLES = ("double", "float")


def quoted(name: str) -> str:
    """The name as Spark's expressions take it, with dots and backquotes."""
    return "`" + name.replace("`", "``") + "`"


def column(name: str) -> Any:
    """A column by its exact name."""
    from pyspark.sql import functions as F

    return F.col(quoted(name))


def comparable(frame: Any, name: str) -> Any:
    """A column in which equal values are equal for Spark, too: what is not a number is missing, and zero has one sign."""
    from pyspark.sql import functions as F

    one = column(name)
    if frame.schema[name].dataType.typeName() in _DOUBLES:
        one = F.when(F.isnan(one), None).otherwise(one + F.lit(0.0))
    return one


def is_missing(frame: Any, name: str) -> Any:
    """Whether the cells are missing, or not a number."""
    return comparable(frame, name).isNull()


def without_codes(frame: Any, name: str, declared: Mapping[str, Mapping[str, Any]]) -> Any:
    """A column in which declared codes of missing values are missing."""
    from pyspark.sql import functions as F

    one, codes = column(name), [str(code) for code in declared.get(name, {}).get("missing") or []]
    if not codes:
        return one
    if frame.schema[name].dataType.typeName() in ("byte", "short", "integer", "long", *_DOUBLES, "decimal"):
        return F.when(~F.coalesce(one.cast("double").isin(_numbers(codes)), F.lit(False)), one).alias(name)
    return F.when(~F.coalesce(one.cast("string").isin(codes), F.lit(False)), one).alias(name)


def _numbers(texts: List[str]) -> List[float]:
    found = []
    for text in texts:
        try:
            found.append(float(text))
        except ValueError:
            continue
    return found
