"""Anything that has __arrow_c_stream__, and the frame that comes back where its class has no way to make one of a
stream. Streams that can be read only once are read into memory first."""

from __future__ import annotations

from typing import Any, Optional, Sequence

from .._arrow import Batches, Stream, StreamError
from .._errors import Error
from .source import SAME_ROWS, Source


class ArrowTable:
    """A table in memory that any Arrow library can take, as often as it likes: ``pyarrow.table(this)``."""

    def __init__(self, batches: Batches) -> None:
        self._batches = batches

    @property
    def column_names(self) -> list[str]:
        return [field.name for field in self._batches.fields]

    def __len__(self) -> int:
        return self._batches.rows

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._batches.stream().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return f"<sfumato table: {len(self)} rows, columns {', '.join(self.column_names)}>"


def drained(frame: Any, what: str) -> Batches:
    """All batches of the frame's stream."""
    try:
        batches = Stream.of_capsule(frame.__arrow_c_stream__()).read()
    except StreamError as error:
        raise Error(f"{what} cannot be read: {error}") from error
    except Exception as error:  # of the library that the frame belongs to
        raise Error(f"{what} does not give an Arrow stream: {error}") from error
    if batches.schema.format != "+s":
        raise Error(f"{what} holds one column, and is not a data frame", hint="give a frame with this column")
    return batches


class ArrowSource(Source):
    kind = "arrow"

    def __init__(self, frame: Any, what: str) -> None:
        super().__init__(frame, what)
        self._sent = drained(frame, what)
        self.names = self.unique([field.name for field in self._sent.fields])

    def stream(self) -> Stream:
        return self._sent.stream()

    def restore(self, stream: Stream, mapping: str = SAME_ROWS, rows: Optional[Sequence[int]] = None) -> Any:
        return self.made(stream)

    def made(self, stream: Stream) -> Any:
        table = ArrowTable(stream.read())
        make = getattr(type(self.frame), "from_arrow", None)
        if callable(make):
            try:
                return make(table)
            except Exception:  # it takes something else
                pass
        return table
