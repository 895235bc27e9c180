"""Promises about classes of records, counted again in what was made: the released columns of whole strata come together in one
task, the library counts them, and what all tasks counted is merged. Without strata the driver gets the distinct keys with their
counts. A promise that does not hold is an error."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

from .._frames import source
from ._keys import counted_keys
from ._parts import Parts, rows_of, state_of, state_source
from ._strata import _KEY, together
from ._supplying import whole_chunks
from ._task_errors import in_tasks

_FINDING = "finding string"


def findings(data: Any, parts: Parts, promises: Sequence[Dict[str, Any]]) -> List[Tuple[str, Any]]:
    """What was counted of all promises, as an input of the library."""
    texts: List[str] = []
    for place, promise in enumerate(promises):
        texts += _counted(data, parts, place, promise.get("within"))
    return [("findings", state_source(texts))] if texts else []


def _counted(data: Any, parts: Parts, promise: int, within: Optional[str]) -> List[str]:
    import pyarrow as pa

    from ._session import spark_schema

    made = pa.table(parts.job("mask-promised", promise=promise).outputs[0])
    plain, columns = spark_schema(made.schema)
    released = in_tasks(data, _promised(parts, promise, plain), columns)
    if within is None:  # all records together, from their distinct keys
        rows = counted_keys(released, made.column_names, parts)
        return [state_of(parts.job("mask-verify", None, [("promised", source(rows, "promised"))], promise=promise))]
    found = in_tasks(together(released, within), _verified(parts, promise), _FINDING)
    return [row["finding"] for row in found.collect()]


def _promised(parts: Parts, promise: int, schema: Any) -> Any:
    import pyarrow as pa

    def apply(batches: Iterator[Any]) -> Iterator[Any]:
        for table in rows_of(batches):
            made = pa.table(parts.job("mask-promised", table, promise=promise).outputs[0])
            columns = [made.column(field.name).cast(field.type) for field in schema]
            yield from pa.table(columns, schema=schema).to_batches(max_chunksize=1 << 16)

    return apply


def _verified(parts: Parts, promise: int) -> Any:
    import pyarrow as pa

    def apply(batches: Iterator[Any]) -> Iterator[Any]:
        for table in whole_chunks(batches, _KEY, 1 << 18):
            answer = parts.job("mask-verify", None, [("promised", source(table, "promised"))], promise=promise)
            yield pa.RecordBatch.from_pydict({"finding": [state_of(answer)]}, pa.schema([("finding", pa.string())]))

    return apply
