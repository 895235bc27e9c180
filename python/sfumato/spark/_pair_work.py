"""A request about pairs of records, in tasks and on the driver: the library gets tables of Arrow, and what parts add to a stage
goes to the driver as texts."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from .._errors import Error
from .._frames import source
from .._library import Answer, run
from ._counting import Declared, first_table, in_chunks, of_columns
from ._parts import state_of, state_source, table_bytes
from ._task_errors import error_from, in_tasks, parts_of

_STATE = "partial string, error string"
_TOGETHER = 256  # partitions whose states go to the driver one by one


class Work:
    """The request of the measures, with tables without records and the state of the parts; it goes to tasks."""

    def __init__(self, members: Mapping[str, Any], original: Any, masked: Any, schema: Declared) -> None:
        self._members = {**members, "report": False}
        self._outlines = [("original", table_bytes(original)), ("masked", table_bytes(masked))]
        self._schema = schema
        self.state: Optional[str] = None
        self.many = False  # partitions, as the first stage shows

    def job(self, name: str, tables: Sequence[Tuple[str, Any]] = (), outlines: bool = False, **members: Any) -> Answer:
        """Runs a job on tables; with the outlines, the members of the request go with it."""
        import pyarrow as pa

        request: Dict[str, Any] = {"job": name, "report": False, "threads": 1, **members}
        given = list(tables)
        if outlines:
            request = {**self._members, **request}
            given += [(one, pa.ipc.open_stream(stored).read_all()) for one, stored in self._outlines]
        own = {one: of_columns(self._schema, table.column_names) for one, table in given if one in ("original", "masked")}
        declared = {one: entries for one, entries in own.items() if entries}
        inputs = [(one, source(table, one)) for one, table in given]
        if declared:
            request["schema"] = declared
        if self.state is not None:
            inputs.append(("state", state_source([self.state])))
        return run(request, inputs, progress=False)

    def rows(self, what: str, table: Any, **members: Any) -> Any:
        return first_table(self.job("pair-rows", [("records", table)], what=what, **members))



def states_of(work: Work, frame: Any) -> List[str]:
    """The partial states of all partitions, joined where there are many."""
    state = work.state

    def failed(error: Error) -> Any:
        import pyarrow as pa

        return pa.RecordBatch.from_pydict({"partial": pa.array([None], pa.string()), "error": [parts_of(error)]})

    def one(text: str) -> Any:
        import pyarrow as pa

        return pa.RecordBatch.from_pydict({"partial": [text], "error": pa.array([None], pa.string())})

    def joined(texts: List[str]) -> str:
        return texts[0] if len(texts) == 1 else state_of(work.job("pair-join", [("partial", state_table(texts))]))

    def task(batches: Iterator[Any]) -> Iterator[Any]:
        work.state = state
        try:
            texts = [state_of(work.job("pair-partial", [("records", table)])) for table in in_chunks(batches)]
            if texts:
                yield one(joined(texts))
        except Error as error:
            yield failed(error)

    def again(batches: Iterator[Any]) -> Iterator[Any]:
        import pyarrow as pa

        work.state = state
        table = pa.Table.from_batches(batches, pa.schema([("partial", pa.string()), ("error", pa.string())]))
        failures = table.filter(pa.compute.is_valid(table.column("error")))
        texts = [text for text in table.column("partial").to_pylist() if text is not None]
        if failures.num_rows:
            yield from failures.slice(0, 1).to_batches()
        elif texts:
            yield one(joined(texts))

    parts = in_tasks(frame, task, _STATE)
    if work.many:
        parts = parts.repartition(max(1, _TOGETHER // 8)).mapInArrow(again, _STATE)
    rows = parts.collect()
    work.many = work.many or len(rows) > _TOGETHER
    for row in rows:
        if row["error"] is not None:
            raise error_from(row["error"])
    return [row["partial"] for row in rows]


def state_table(texts: Sequence[str]) -> Any:
    import pyarrow as pa

    return pa.table({"state": pa.array(list(texts), pa.large_string())})
