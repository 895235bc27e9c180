"""Parts of a frame in the processes of the executors: batches of Arrow go to the library, and what it gives goes back.
Nothing here depends on which part comes where or how often, so that a task that runs again gives the same."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from .._errors import Error
from .._frames import source
from .._library import Answer, run
from ._task_errors import parts_of

ROWS = 1 << 18  # records of a part that are in memory at a time
STATE = "partial string, error string, parts long"
MOST_STATE = 1 << 28
"""Characters of partial results that are merged together. More are an error, before any of them is at the driver."""


def table_bytes(table: Any) -> bytes:
    """A table of Arrow, for a task."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    return bytes(sink.getvalue())


def state_source(texts: Sequence[str]) -> Any:
    """States as an input of the library."""
    import pyarrow as pa

    return source(pa.table({"state": pa.array(list(texts), pa.large_string())}), "state")


def state_of(answer: Answer, output: int = 0) -> str:
    """The state that a job gave."""
    import pyarrow as pa

    return str(pa.table(answer.outputs[output]).column("state")[0].as_py())


class Parts:
    """A request about parts of the records, with the tables that it names."""

    def __init__(self, members: Mapping[str, Any], outline: Any, tables: Sequence[Tuple[str, Any]]) -> None:
        self._members: Dict[str, Any] = {**members, "threads": 1}
        self.extend(outline)
        self._tables = [(name, table_bytes(table)) for name, table in tables]
        self.state: Optional[str] = None
        self.driver_limit = 0  # rows that the driver takes
        self.blocks: Any = None  # a frame of the blocks of records, which stays with the driver

    def __getstate__(self) -> Dict[str, Any]:
        return {**self.__dict__, "blocks": None}

    def extend(self, outline: Any) -> None:
        """Takes the columns of the records anew, as a table without rows."""
        self._outline = table_bytes(outline)

    def job(self, job: str, part: Any = None, more: Sequence[Tuple[str, Any]] = (), **members: Any) -> Answer:
        """Runs a job on one part of the records, or on none of them."""
        import pyarrow as pa

        def opened(stored: bytes) -> Any:
            return pa.ipc.open_stream(stored).read_all()

        inputs: List[Tuple[str, Any]] = [("original", source(opened(self._outline) if part is None else part, "data"))]
        inputs += [(name, source(opened(table), name)) for name, table in self._tables]
        if self.state is not None:
            inputs.append(("state", state_source([self.state])))
        inputs += list(more)
        return run({**self._members, "job": job, **members}, inputs, progress=False)

    def partial(self, batches: Iterator[Any]) -> Iterator[Any]:
        """What the records of one partition add to the stage; one row, or the error."""
        from pyspark import TaskContext

        context = TaskContext.get()
        place = context.partitionId() if context is not None else 0
        found: List[str] = []
        failure: Optional[str] = None
        try:
            for number, table in enumerate(rows_of(batches)):
                answer = self.job("mask-partial", table, place=f"{place:010d}.{number:010d}")
                found.append(state_of(answer))
            if len(found) > 1:
                found = [state_of(self.job("mask-join", None, [("partial", state_source(found))]))]
        except Error as error:
            failure = parts_of(error)
        if found or failure:
            yield _state_row(None if failure else found[0], failure, 1)

    def joined(self, batches: Iterator[Any]) -> Iterator[Any]:
        """Several rows of partial() as one."""
        texts: List[str] = []
        failures: List[str] = []
        count = 0
        for batch in batches:
            texts += [text for text in batch.column(0).to_pylist() if text is not None]
            failures += [text for text in batch.column(1).to_pylist() if text is not None]
            count += sum(batch.column(2).to_pylist())
        size = sum(len(text) for text in texts)
        if size > MOST_STATE and not failures:
            failures = [_too_large(size)]
        if not failures and len(texts) > 1:
            texts = [state_of(self.job("mask-join", None, [("partial", state_source(texts))]))]
        if texts or failures:
            yield _state_row(None if failures else texts[0], failures[0] if failures else None, count)

    def masked(self, schema: Any, beside: Sequence[str] = ()) -> Any:
        """A function from the batches of a partition to the masked ones, with these columns; `beside` are those of the
        records themselves."""
        import pyarrow as pa

        def apply(batches: Iterator[Any]) -> Iterator[Any]:
            for table in rows_of(batches):
                made = pa.table(self.job("mask-apply", table).outputs[0])
                for name in beside:
                    made = made.append_column(name, table.column(name))
                columns = [made.column(field.name).cast(field.type) for field in schema]
                for batch in pa.table(columns, schema=schema).to_batches(max_chunksize=1 << 16):
                    yield batch

        return apply

    def before(self, schema: Any) -> Any:
        """A function from the batches of a partition to what a stage of values needs of them, with these columns."""
        import pyarrow as pa

        def apply(batches: Iterator[Any]) -> Iterator[Any]:
            for table in rows_of(batches):
                made = pa.table(self.job("mask-before", table).outputs[0])
                columns = [made.column(field.name).cast(field.type) for field in schema]
                yield from pa.table(columns, schema=schema).to_batches(max_chunksize=1 << 16)

        return apply

    def supplied(self, values: Any, supplying: Optional[Mapping[str, Any]] = None, continuation: Any = None) -> Answer:
        """What the library makes of records that are brought together for a stage of values. Of calls that follow each other,
        the continuation is what the call before left for this one."""
        more = [("values", source(values, "values"))]
        if continuation is not None:
            more.append(("continuation", source(continuation, "continuation")))
        return self.job("mask-supply", None, more, supplying=dict(supplying or {}))


def _state_row(partial: Optional[str], error: Optional[str], parts: int) -> Any:
    import pyarrow as pa

    kinds = pa.schema([("partial", pa.string()), ("error", pa.string()), ("parts", pa.int64())])
    return pa.RecordBatch.from_pydict({"partial": [partial], "error": [error], "parts": [parts]}, kinds)


def _too_large(size: int) -> str:
    return parts_of(Error(
        f"the partitions found {size >> 20} MB of categories and sums, and {MOST_STATE >> 20} MB are merged at most", None,
        "columns with very many different values cannot be recoded or randomised: leave them out, or group them first", "failed", 3,
    ))  # fmt: skip


def rows_of(batches: Iterator[Any]) -> Iterator[Any]:
    """The batches of a partition, several together, since every call has a cost."""
    import pyarrow as pa

    held: List[Any] = []
    rows = 0
    for batch in batches:
        if batch.num_rows == 0:
            continue
        held.append(batch)
        rows += batch.num_rows
        if rows >= ROWS:
            yield pa.Table.from_batches(held)
            held, rows = [], 0
    if held:
        yield pa.Table.from_batches(held)
