"""The numbers of records, which name their random draws: a column of the caller, or the places of the records in their
files. A place that a shuffle gave says nothing about a record, and is refused."""

from __future__ import annotations

import re
from typing import Any, NamedTuple, Optional

from .._errors import Error
from ._columns import quoted

NUMBER = "__sfumato_number"
_FILE = "__sfumato_file"
_HINT = "name a column with row_number or record_key"
_INTEGERS = ("byte", "short", "integer", "long", "tinyint", "smallint", "int", "bigint")
_KEYS = (*_INTEGERS, "string", "date")


class Numbered(NamedTuple):
    """A frame whose records have numbers in the column NUMBER: 64 bits, in the order of the records or not."""

    data: Any
    in_order: bool


def numbered(data: Any, row_number: Optional[str], record_key: Optional[str]) -> Numbered:
    """The frame with numbers of its records, which are checked."""
    from pyspark.sql import functions as F

    if row_number is not None and record_key is not None:
        raise Error("records have numbers, so that they need no key", "record_key", "leave one of them out")
    if row_number is not None:
        _check_numbers(data, row_number)
        return Numbered(_with_number(data, F.col(quoted(row_number)).cast("long")), True)
    if record_key is not None:
        _check_keys(data, record_key)
        return Numbered(_with_number(data, F.conv(_digest(record_key), 16, -10).cast("long")), False)
    return Numbered(_by_place(data), True)


def _with_number(data: Any, number: Any) -> Any:
    if NUMBER in data.columns:
        raise Error(f"data has a column '{NUMBER}'", "data", "rename it")
    return data.select("*", number.alias(NUMBER))


def _digest(key: str) -> Any:
    """The 64 bits that become the number of a record, as sixteen digits."""
    from pyspark.sql import functions as F

    return F.substring(F.sha2(F.col(quoted(key)).cast("string"), 256), 1, 16)


def _type_of(data: Any, column: Any, parameter: str) -> str:
    if not isinstance(column, str) or column not in data.columns:
        raise Error(f"data has no column {column!r}", parameter, f"its columns are {', '.join(data.columns)}")
    return str(data.schema[column].dataType.typeName())


def _check_numbers(data: Any, column: str) -> None:
    from pyspark.sql import functions as F

    if _type_of(data, column, "row_number") not in _INTEGERS:
        raise Error(f"column '{column}' has no whole numbers", "row_number", "number the records 0, 1, 2, …, each once")
    one = F.col(quoted(column))
    found = data.agg(
        F.count(F.lit(1)).alias("rows"), F.count(one).alias("present"), F.countDistinct(one).alias("different"),
        F.min(one).alias("least"),
    ).first()  # fmt: skip
    hint = "number the records 0, 1, 2, …, each once"
    if found["present"] < found["rows"]:
        raise Error(f"{found['rows'] - found['present']} records have no number in '{column}'", "row_number", hint)
    if found["rows"] and found["least"] < 0:
        raise Error(f"column '{column}' has numbers below 0", "row_number", hint)
    if found["different"] < found["rows"]:
        raise Error(
            f"column '{column}' has the same number in several records: {found['rows']} records have {found['different']} numbers",
            "row_number",
            hint,
        )


def _check_keys(data: Any, column: str) -> None:
    from pyspark.sql import functions as F

    if _type_of(data, column, "record_key") not in _KEYS:
        raise Error(f"column '{column}' cannot be a key", "record_key", "use a column of texts, whole numbers or dates")
    one = F.col(quoted(column))
    found = data.agg(
        F.count(F.lit(1)).alias("rows"), F.count(one).alias("present"), F.countDistinct(_digest(column)).alias("different")
    ).first()
    if found["present"] < found["rows"]:
        hint = "give every record a key, or number the records and name the column with row_number"
        raise Error(f"{found['rows'] - found['present']} records have no key in '{column}'", "record_key", hint)
    if found["different"] == found["rows"]:
        return
    different = data.agg(F.countDistinct(one).alias("different")).first()["different"]
    if different < found["rows"]:
        raise Error(
            f"column '{column}' has the same key in several records: {found['rows']} records have {different} keys",
            "record_key",
            "remove doubled records, or number the records and name the column with row_number",
        )
    raise Error(
        f"two keys of column '{column}' have one hash of 64 bits",
        "record_key",
        "number the records, and name the column of the numbers with row_number",
    )


def _by_place(data: Any) -> Any:
    if NUMBER in data.columns or _FILE in data.columns:
        raise Error(f"data has a column '{NUMBER}' or '{_FILE}'", "data", "rename it")
    plan = _plan_of(data)
    if re.search(r"(?<!Broadcast)Exchange|Shuffled\w*RDD|Sample\b", plan):
        raise Error(
            "the records were shuffled or sampled, so that their places say nothing about them",
            "row_number",
            f"{_HINT}, or write the records to files first and read them again",
        )
    if "FileScan parquet" in plan:
        return _by_file(data)
    if "FileScan" in plan and len(data.inputFiles()) > 1:
        raise Error(
            "records of several files that are not Parquet have no places that are the same on every cluster",
            "row_number",
            f"{_HINT}, or store the records as Parquet",
        )
    if not hasattr(data, "zipWithIndex"):
        raise Error("this PySpark cannot number records (4.2 and newer can)", "row_number", _HINT)
    return data.zipWithIndex(NUMBER)


def _plan_of(data: Any) -> str:
    """The physical plan and, where it shows no shuffle, the lineage of its RDD, which may have one."""
    frame = getattr(data, "_jdf", None)
    if frame is None:
        raise Error("records of a Spark Connect session have no places that can be checked", "row_number", _HINT)
    execution = frame.queryExecution()
    plan = str(execution.executedPlan().toString())
    if "Exchange" not in plan:
        plan += str(execution.toRdd().toDebugString())
    return plan


def _by_file(data: Any) -> Any:
    """Files in the order of their names, records in the order of each file: the same for any splits."""
    from pyspark.sql import functions as F

    try:
        placed = data.select("*", F.col("_metadata.file_path").alias(_FILE), F.col("_metadata.row_index").alias(NUMBER))
    except Exception as error:
        raise Error(f"the places of the records in their files are not known: {error}", "row_number", _HINT) from error
    if len(data.inputFiles()) == 1:
        return placed.drop(_FILE)
    sizes = sorted(
        (row[_FILE], row["size"]) for row in placed.groupBy(_FILE).agg((F.max(NUMBER) + 1).alias("size")).collect()
    )
    starts, start = [], 0
    for name, size in sizes:
        starts.append((name, start))
        start += size
    begin = "__sfumato_begin"
    table = data.sparkSession.createDataFrame(starts, f"{_FILE} string, {begin} bigint")
    joined = placed.join(F.broadcast(table), _FILE, "left")
    return joined.select(*[quoted(name) for name in data.columns], (F.col(begin) + F.col(NUMBER)).alias(NUMBER))
