"""What a DataFrame of Spark looks like: the values of each column are counted by Spark, and described by the job ``inspect`` from
their counts."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional

from .._arguments import Columns, labels
from .._building import Domain, joined
from .._errors import Error
from .._findings import Inspection
from .._progress import Show
from .._schema import Schema, SchemaLike
from ._counting import COUNT, DRIVER_LIMIT, check_declared, counted, job, of_columns
from ._session import require_frame
from ._task_errors import errors_of_tasks


@errors_of_tasks()
def inspect(
    data: Any,
    *,
    columns: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    weight: Optional[str] = None,
    household: Optional[str] = None,
    unit: Optional[str] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Mapping[str, Any]] = None,
    driver_limit: int = DRIVER_LIMIT,
    progress: Show = None,
) -> Inspection:
    """Shows columns, kinds, proposed roles, missing values and unique records of a DataFrame of Spark.

    All numbers are exact. Of values that occur equally often, the least come first; whole numbers without a gap, each once, are
    a running number in whatever order they are.

    Args:
        data: the data, a DataFrame of Spark.
        columns: the columns to describe; without it all.
        schema, quasi, …: as for ``sfumato.inspect``.
        driver_limit: the most different values of a column, and distinct combinations of the quasi-identifiers, that are
            collected on the driver.
    """
    require_frame(data, "data")
    given = joined(
        schema,
        quasi=quasi,
        confidential=confidential,
        identifier=identifier,
        weight=weight,
        household=household,
        unit=unit,
        domain=domain,
        missing=missing,
    )
    declared = {} if given is None else Schema.of(given).to_dict()
    check_declared(data, declared, "data")
    chosen = list(data.columns) if columns is None else labels(columns)
    documents: List[Dict[str, Any]] = []
    for name in chosen:
        if name not in data.columns:
            raise Error(f"the data have no column {name!r}", "columns", f"the columns are {', '.join(data.columns)}")
        documents.append(_inspected(data, [name], declared, driver_limit))
    named = job({"job": "join-inspections", "documents": documents}, [], {}).result
    keys, units = named["keys"], named["units"]
    joining: Dict[str, Any] = {"job": "join-inspections", "documents": documents, "keys": {}}
    if keys or units:
        roles = {name: dict(declared.get(name, {}), role="quasi-identifier") for name in keys}
        roles.update({name: dict(declared.get(name, {}), role="unit") for name in units})
        joining["keys"] = _inspected(data, keys + units, roles, driver_limit)
    return Inspection(job(joining, [], {}).result, {"job": "inspect", "report": False}, None)


def _inspected(data: Any, columns: List[str], declared: Dict[str, Any], driver_limit: int) -> Dict[str, Any]:
    known = of_columns(declared, columns)
    unit = next((name for name in columns if known.get(name, {}).get("role") == "unit"), None)
    try:
        rows = counted(data, columns, known, driver_limit, unit=unit)
    except Error as error:
        if error.parameter == "driver_limit" and len(columns) == 1:
            error.hint = f"raise driver_limit, or leave out column {columns[0]!r} with columns=[…]"
        raise
    return job({"job": "inspect", "count": COUNT, "report": "text"}, [("original", rows)], {"original": known}).result
