"""Classes of records that are equal on some columns, counted by Spark for the warnings of a release."""

from __future__ import annotations

from typing import Any, Dict, List

from .._frames import source
from ._columns import column, comparable, quoted
from ._records import NUMBER

KEYS_COUNT = "__sfumato_count"


def classes(data: Any, names: List[str], holder: str) -> Dict[str, Any]:
    """Records that are equal on some columns; those that miss all of them count in no class."""
    from pyspark.sql import functions as F

    held = _holders(data, names, holder) if holder else {}
    gap = F.greatest(*[column(name).isNull().cast("int") for name in names], F.lit(0))
    found = _sizes(data, names).withColumn("gap", gap).agg(
        F.count(F.lit(1)).alias("classes"),
        F.sum(NUMBER).alias("records"),
        F.sum((F.col(NUMBER) == 1).cast("long")).alias("unique"),
        F.min(NUMBER).alias("smallest"),
        F.max("gap").alias("gap"),
    ).first()
    return {
        "columns": names,
        "records": found["records"] or 0,
        "classes": found["classes"],
        "unique": found["unique"] or 0,
        "smallest": found["smallest"] or 0,
        "gaps": bool(found["gap"]),
        **held,
    }


def _holders(data: Any, names: List[str], holder: str) -> Dict[str, int]:
    """Households or units in classes: all, those with a class of their own, its records, and the fewest of a class. A record
    without one is one by itself."""
    from pyspark.sql import functions as F

    mark = "__sfumato_holder"
    one = comparable(data, holder).alias(mark)
    present = " OR ".join(f"{quoted(name)} IS NOT NULL" for name in names)
    records = data.select(*[comparable(data, name).alias(name) for name in names], one).where(present)
    classes = records.groupBy(*[quoted(name) for name in names]).agg(
        F.count(F.lit(1)).alias("__sfumato_rows"), F.count(mark).alias("__sfumato_known"), F.countDistinct(mark).alias("__sfumato_different"),
        F.min(mark).alias(mark),
    )  # fmt: skip
    own = classes.withColumn("__sfumato_holders", F.col("__sfumato_different") + F.col("__sfumato_rows") - F.col("__sfumato_known"))
    alone = F.col("__sfumato_holders") == 1
    single = own.agg(
        F.countDistinct(F.when(alone, F.col(mark))).alias("named"),
        F.sum((alone & (F.col("__sfumato_known") == 0)).cast("long")).alias("unnamed"),
        F.sum(F.when(alone, F.col("__sfumato_rows"))).alias("alone"), F.min("__sfumato_holders").alias("fewest"),
    ).first()  # fmt: skip
    whole = records.agg(F.countDistinct(mark).alias("named"), F.sum(F.col(mark).isNull().cast("long")).alias("unnamed")).first()
    return {
        "holders": whole["named"] + (whole["unnamed"] or 0),
        "holders_alone": single["named"] + (single["unnamed"] or 0),
        "alone": single["alone"] or 0,
        "fewest_holders": single["fewest"] or 0,
    }


def _sizes(data: Any, names: List[str]) -> Any:
    """The classes with their numbers of records."""
    from pyspark.sql import functions as F

    present = data.select(*[comparable(data, name).alias(name) for name in names]).where(" OR ".join(f"{quoted(name)} IS NOT NULL" for name in names))
    return present.groupBy(*[quoted(name) for name in names]).agg(F.count(F.lit(1)).alias(NUMBER))


def keys_of(data: Any, names: List[str]) -> Any:
    """Every class once, with the number of its records."""
    found = _sizes(data, names).toArrow()
    return source(found.rename_columns([*names, KEYS_COUNT]), "keys")


def distinct(data: Any, name: str) -> int:
    from pyspark.sql import functions as F

    return int(data.agg(F.countDistinct(column(name)).alias("values")).first()["values"])
