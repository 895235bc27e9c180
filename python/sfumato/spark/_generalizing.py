"""Generalization on Spark: the levels are found on the driver from distinct keys with their counts, applied to all records by
their keys, and what was made is counted again over all partitions."""

from __future__ import annotations

from typing import Any, Dict, List, Mapping, Optional

from .._arguments import Columns, Parameters, entry, labels
from .._building import Domain, joined
from .._errors import Error
from .._library import describe
from .._progress import Show
from .._schema import SchemaLike, declarations
from ._columns import column, comparable, quoted
from ._counting import (
    COUNT, DRIVER_LIMIT, Declared, check_declared, collected, counts_of, empty_table, first_table, job, of_columns,
)  # fmt: skip
from ._session import require_frame
from ._task_errors import errors_of_tasks

_MATCHED = "sfumato_matched"


class Generalized:
    """A generalized DataFrame, with what is known of it.

    Attributes:
        data: the DataFrame.
        columns: the columns that were generalized.
        parameters: of the method, all of them.
        details: levels, score, suppressed records and more, as on one machine.
        verification: what was counted in the DataFrame as it was made: each promised model with what was found.
        records: how many records it has.
    """

    def __init__(
        self, data: Any, columns: List[str], parameters: Dict[str, Any], details: Dict[str, Any],
        verification: Dict[str, Any], words: str, records: int,
    ) -> None:  # fmt: skip
        self.data, self.columns, self.parameters, self.details = data, columns, parameters, details
        self.verification, self.records, self._words = verification, records, words

    def __repr__(self) -> str:
        return f"Generalized({', '.join(self.columns)}: {self._words})"


@errors_of_tasks()
def generalize(
    data: Any,
    *,
    columns: Optional[Columns] = None,
    schema: Optional[SchemaLike] = None,
    quasi: Optional[Columns] = None,
    confidential: Optional[Columns] = None,
    identifier: Optional[Columns] = None,
    domain: Optional[Domain] = None,
    missing: Optional[Mapping[str, Any]] = None,
    driver_limit: int = DRIVER_LIMIT,
    progress: Show = None,
    **parameters: Any,
) -> Generalized:
    """Makes values coarser along hierarchies until each record is one of k equal records.

    Columns whose role is identifier are left out. A release that breaks its promise is an error.

    Args:
        data: the data, a DataFrame of Spark.
        columns, schema, quasi, …: as for ``sfumato.mask``; hierarchies are lists of rows.
        driver_limit: the most distinct combinations of keys, with the columns of models, that are collected on the driver.
        **parameters: of the method generalization, such as ``k=5``, ``suppress=1`` or ``model="l-diversity:illness:distinct:3"``.
    """
    require_frame(data, "data")
    given = joined(
        schema, quasi=quasi, confidential=confidential, identifier=identifier, domain=domain, missing=missing
    )
    beside: List[Any] = []
    declared: Declared = declarations(given, beside)
    if beside:
        raise Error("a hierarchy must be a list of rows on Spark, not a frame", "schema")
    check_declared(data, declared, "data")
    own = entry(describe()["methods"], "generalization")
    taken = Parameters(own["parameters"] if own else [])
    for name, value in parameters.items():
        taken.add_own(name, value)
    if taken.inputs:
        raise Error("a table beside the data is not taken on Spark", None, "give hierarchies in the schema")
    members: Dict[str, Any] = {"job": "generalize-keys", "parameters": taken.members, "count": COUNT}
    if columns is not None:
        members["columns"] = labels(columns)
    plan = job(members, [("original", empty_table(data))], {"original": declared}).result
    needed, keys = plan["needed"], plan["columns"]
    members["columns"] = keys
    known = of_columns(declared, needed)
    rows = _sorted(collected(counts_of(data, needed, known), driver_limit, "distinct combinations of keys"), needed)
    answer = job(members, [("original", rows)], {"original": known})
    if rows.num_rows == 0:  # nothing is generalized, and nothing is promised
        return Generalized(_left_out(data, declared), keys, answer.result["parameters"], answer.result["details"] or {}, {}, "", 0)
    masked = first_table(answer)
    made = _applied(data, keys, rows, masked, declared)
    written = _sorted(collected(counts_of(made, needed, _kept(known, keys)), driver_limit, "distinct keys as made"), needed)
    check = job(
        {**members, "written": COUNT},
        [("original", rows), ("released", written)],
        {"original": known, "released": _kept(known, keys)},
    )
    _compare_records(rows, written)
    if not check.yes:
        raise Error(
            f"the release breaks its promise: {check.result['words']}", None, "this is an error of sfumato", "broken", 1
        )
    document = answer.result
    return Generalized(
        made, keys, document["parameters"], document["details"], check.result["verification"], check.result["words"],
        _records(rows),
    )  # fmt: skip


def _kept(declared: Declared, keys: List[str]) -> Declared:
    """What is declared of columns that are not generalized: generalized ones are texts."""
    return {name: entry for name, entry in declared.items() if name not in keys}


def _sorted(table: Any, columns: List[str]) -> Any:
    return table.sort_by([(name, "ascending") for name in columns])


def _records(table: Any) -> int:
    return int(sum(table.column(COUNT).to_pylist()))


def _compare_records(rows: Any, written: Any) -> None:
    before, after = _records(rows), _records(written)
    if before != after:
        raise Error(
            f"{before:,} records were read and {after:,} were made",
            None,
            "the DataFrame gives other records each time that it is computed: write it to a file first",
            "failed",
            3,
        )


def _left_out(data: Any, declared: Declared) -> Any:
    """The records without their identifiers."""
    left_out = [name for name, entry in declared.items() if entry.get("role") == "identifier" and name in data.columns]
    return data.select(*[column(name) for name in data.columns if name not in left_out])


def _applied(data: Any, keys: List[str], rows: Any, masked: Any, declared: Declared) -> Any:
    """The records with their generalized keys, by a join with the map from keys to generalized keys."""
    from functools import reduce

    import pyarrow as pa
    from pyspark.sql import functions

    changed = [name for name in keys if not masked.column(name).equals(rows.column(name))]
    if not changed:
        return _left_out(data, declared)
    shown = _left_out(data, declared).columns
    from_name = {name: f"sfumato_from_{place}" for place, name in enumerate(keys)}
    to_name = {name: f"sfumato_to_{place}" for place, name in enumerate(keys)}
    arrays = {from_name[name]: rows.column(name) for name in keys}
    for name in changed:
        arrays[to_name[name]] = masked.column(name).cast(pa.string())
    links = pa.table(arrays).group_by(list(arrays)).aggregate([])
    links = links.append_column(_MATCHED, pa.array([True] * links.num_rows))
    frame = data.sparkSession.createDataFrame(links)
    for name in keys:
        frame = frame.withColumn(from_name[name], column(from_name[name]).cast(data.schema[name].dataType))
    same = [comparable(data, name).eqNullSafe(frame[from_name[name]]) for name in keys]
    both = data.join(functions.broadcast(frame), reduce(lambda a, b: a & b, same), "left")
    unmatched = functions.raise_error(functions.lit("a record has keys that were not counted"))
    taken = []
    for name in shown:
        if name not in changed:
            taken.append(data[quoted(name)])
            continue
        value = functions.when(frame[_MATCHED].isNull(), unmatched.cast("string")).otherwise(frame[to_name[name]])
        taken.append(value.alias(name))
    return both.select(*taken)
