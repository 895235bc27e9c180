"""PySpark: the package itself, its types as types of Arrow, and the types that are refused."""

from __future__ import annotations

from inspect import signature
from typing import Any, Dict, List, Tuple

from .._errors import Error

_OLDEST = (4, 0)


def pyspark() -> Any:
    """The package, which is optional."""
    try:
        import pyarrow  # noqa: F401
        import pyspark as found
    except ImportError as error:
        raise Error(
            f"data frames of Spark need the packages pyspark and pyarrow: {error}",
            None,
            "install them with: pip install sfumato[spark]",
        ) from error
    version = tuple(int(part) for part in found.__version__.split(".")[:2])
    if version < _OLDEST:
        raise Error(f"PySpark {found.__version__} is too old", None, "install PySpark 4.0 or newer")
    return found


def require_frame(data: Any, what: str = "data") -> Any:
    """A data frame of Spark whose columns have different names, or an error that names the type of the value."""
    pyspark()
    if not (hasattr(data, "mapInArrow") and hasattr(data, "schema") and hasattr(data, "sparkSession")):
        raise Error(
            f"{what} is not a data frame of Spark, but a value of type {type(data).__name__}",
            what,
            "give a frame of a Spark session, or use the function of the same name of sfumato",
        )
    exact = str(data.sparkSession.conf.get("spark.sql.caseSensitive", "false")) == "true"
    found: Dict[str, str] = {}
    for name in data.columns:
        other = found.setdefault(name if exact else name.lower(), name)
        if other == name and list(data.columns).count(name) > 1:
            raise Error(f"{what} has several columns of the name '{name}'", what, "rename them")
        if other != name:
            hint = "rename one of them, or set spark.sql.caseSensitive to true"
            raise Error(f"{what} has columns whose names Spark does not tell apart: '{other}' and '{name}'", what, hint)
    return data


MOST_DIGITS = 15  # of a decimal, which the library holds as a double without loss


def arrow_schema(data: Any) -> Any:
    """The columns of a frame as Arrow's types. Decimals with more digits than a double are refused."""
    long: List[str] = [
        field.name
        for field in data.schema.fields
        if field.dataType.typeName() == "decimal" and field.dataType.precision > MOST_DIGITS
    ]
    if long:
        raise Error(
            f"columns of decimals have more than {MOST_DIGITS} digits, which would be lost: {', '.join(long)}",
            "data",
            f"cast them to decimal({MOST_DIGITS}, …), double or string first, or leave them out",
        )
    return arrow_fields(data.schema, data.sparkSession)


def arrow_fields(fields: Any, session: Any) -> Any:
    """Fields of Spark's types as Arrow's, as the batches of tasks have them."""
    from pyspark.sql.pandas.types import to_arrow_schema

    zone = session.conf.get("spark.sql.session.timeZone")
    knows_zones = "timezone" in signature(to_arrow_schema).parameters
    return to_arrow_schema(fields, timezone=zone) if knows_zones else to_arrow_schema(fields)


def spark_schema(schema: Any) -> Tuple[Any, Any]:
    """The columns of a result for Spark, which has no dictionaries: the schema of Arrow without them, and Spark's."""
    import pyarrow as pa
    from pyspark.sql.pandas.types import from_arrow_schema

    plain = pa.schema(
        [
            pa.field(field.name, pa.string() if pa.types.is_dictionary(field.type) else field.type, True)
            for field in schema
        ]
    )
    return plain, from_arrow_schema(plain)
