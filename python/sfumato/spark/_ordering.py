"""The order of a release, new numbers of its households, and the controller's map of its records. Draws belong to the numbers of
records and come from the library; Spark sorts and ranks by them."""

from __future__ import annotations

from typing import Any, Dict

from .._errors import Error
from ._columns import column
from ._parts import Parts
from ._records import NUMBER, Numbered
from ._sorting import CHUNK, RANK, present, ranked
from ._storing import store
from ._supplying import Values, how, in_calls, place

DRAW = "__sfumato_draw"
_FIRST = "__sfumato_first"


@how("unit-numbers")
def units(before: Any, parts: Parts, plan: Dict[str, Any]) -> Values:
    """Units of a column, such as households, in the order of the draws of their first records, which have the least numbers, get
    the numbers of the library; one column after the other."""
    found = Values([], [], [])
    before = store(before)
    for name, text in zip(plan["columns"], plan["facts"]["texts"]):
        for together, some in zip(found, _numbers_of(before, parts, name, text)):
            together.extend(some)
    before.unpersist()
    return found


def _numbers_of(before: Any, parts: Parts, name: str, text: bool) -> Values:
    from pyspark.sql import functions as F
    from pyspark.sql.types import LongType, StringType, StructField

    one = column(name)
    if before.schema[name].dataType.typeName() in ("double", "float"):
        one = one + F.lit(0.0)  # zero has one sign
    known = store(present(before, name).select(NUMBER, one.alias(name)))
    least = F.min(place()).bitwiseXOR(F.lit(-(2**63))).alias(_FIRST)
    first = store(known.groupBy(column(name)).agg(least))
    of_first = first.select(F.col(_FIRST).alias(NUMBER), F.col(_FIRST).alias(CHUNK))
    drawn = in_calls(of_first, parts, [_long(NUMBER), _long(DRAW)], CHUNK, {"column": name})
    order = ranked(drawn.frames[0], [DRAW, NUMBER]).select(NUMBER, RANK, F.col(NUMBER).alias(CHUNK))
    made = StructField(name, StringType() if text else LongType(), True)
    numbers = in_calls(order, parts, [_long(NUMBER), made], CHUNK, {"column": name, "ranked": True})
    given = numbers.frames[0].withColumnRenamed(NUMBER, _FIRST)
    homes = first.withColumnRenamed(name, RANK).join(given, _FIRST)
    values = store(known.withColumnRenamed(name, RANK).join(homes, RANK).select(NUMBER, column(name)))
    values.count()
    for frame in (known, first, *drawn.kept, *numbers.kept):
        frame.unpersist()
    return Values([values], drawn.tallies + numbers.tallies, [values])


def ordered(masked: Any, by_number: bool) -> Any:
    """The release without what it is ordered by: its draws where it is shuffled, the numbers of its records, or nothing."""
    if DRAW in masked.columns:
        return masked.orderBy(column(DRAW), place()).drop(DRAW, NUMBER)
    return (masked.orderBy(place()) if by_number else masked).drop(NUMBER)


def record_map(masked: Any, records: Numbered, given: bool) -> Any:
    """Which original record each released one is, both counted from 1 in their order: of the release, and of the numbers of the
    original's records. Where numbers are `given`, they may have gaps."""
    from pyspark.sql import functions as F

    by = [DRAW, NUMBER] if DRAW in masked.columns else [NUMBER]
    placed = ranked(masked.select(*[column(name) for name in by]), by, "masked")
    if given:
        placed = placed.join(ranked(records.data.select(NUMBER), [NUMBER], "original"), NUMBER)
    else:
        placed = placed.withColumn("original", F.col(NUMBER))
    return placed.select((F.col("masked") + 1).alias("masked"), (F.col("original") + 1).alias("original")).orderBy("original")


def require_places(record_key: Any) -> None:
    """A map needs places of records, which keys do not give."""
    if record_key is not None:
        raise Error(
            "a map of records has their places, and records with keys have none on Spark",
            "map",
            "number the records and name the column with row_number, or leave out map",
        )


def _long(name: str) -> Any:
    from pyspark.sql.types import LongType, StructField

    return StructField(name, LongType(), True)
