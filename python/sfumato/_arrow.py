"""Tables as Arrow streams: read from any producer and handed to any consumer without an Arrow library. A stream is read
once; what was read can be streamed again."""

from __future__ import annotations

import ctypes
from typing import Any, List, Optional, Sequence, Tuple

from ._arrow_export import exported_stream
from ._arrow_structures import (
    NULLABLE, ORDERED, Array, ArrowArray, ArrowArrayStream, ArrowSchema, Field, Get, LastError, metadata_items, read_array,
    read_field, release,
)  # fmt: skip
from ._capsules import stream_address, stream_capsule

__all__ = ["NULLABLE", "ORDERED", "Array", "ArrowArrayStream", "Batches", "Field", "Stream", "StreamError", "metadata_items",
           "struct_of"]  # fmt: skip


class _Held:
    """A structure that was filled by a producer; it is released with its last user."""

    def __init__(self, structure: Any, *others: Any) -> None:
        self.structure, self.others = structure, others

    def __del__(self) -> None:
        try:
            release(self.structure)
        except Exception:  # at the end of the interpreter
            pass


class Batches:
    """A table in memory: a field of type "+s" whose children are the columns, and its batches."""

    def __init__(self, schema: Field, arrays: Sequence[Array]) -> None:
        self.schema, self.arrays = schema, list(arrays)

    @property
    def fields(self) -> List[Field]:
        return self.schema.children

    @property
    def rows(self) -> int:
        return sum(array.length for array in self.arrays)

    def column(self, place: int) -> List[Array]:
        """The pieces of one column, with the offsets of their batches."""
        pieces = []
        for batch in self.arrays:
            child = batch.children[place]
            if batch.offset or child.length != batch.length:
                child = Array(batch.length, child.buffers, child.owner, -1 if child.null_count else 0,
                              child.offset + batch.offset, child.children, child.dictionary)  # fmt: skip
            pieces.append(child)
        return pieces

    def stream(self) -> Stream:
        return Stream(exported_stream(self.schema, self.arrays))


class StreamError(Exception):
    """A producer of a stream reports a failure."""


class Stream:
    """A stream of record batches that is read once: by read(), or by any Arrow library through its capsule."""

    def __init__(self, structure: Optional[ArrowArrayStream] = None, capsule: Any = None) -> None:
        self._structure = ArrowArrayStream() if structure is None else structure
        self._capsule = capsule  # keeps a foreign structure in its place

    @classmethod
    def of_capsule(cls, capsule: Any) -> Stream:
        address = stream_address(capsule)
        return cls(ArrowArrayStream.from_address(address), capsule)

    @property
    def address(self) -> int:
        return ctypes.addressof(self._structure)

    @property
    def used(self) -> bool:
        return not self._structure.release

    def read(self) -> Batches:
        """All batches. The memory is that of the producer."""
        if self.used:
            raise StreamError("the stream was read before")
        try:
            schema = ArrowSchema()
            self._check(Get(self._structure.get_schema)(self.address, ctypes.addressof(schema)))
            try:
                field = read_field(schema)
            finally:
                release(schema)
            arrays: List[Array] = []
            while True:
                array = ArrowArray()
                self._check(Get(self._structure.get_next)(self.address, ctypes.addressof(array)))
                if not array.release:
                    return Batches(field, arrays)
                arrays.append(read_array(array, _Held(array)))
        finally:
            release(self._structure)

    def _check(self, status: int) -> None:
        if status == 0:
            return
        text = LastError(self._structure.get_last_error)(self.address) if self._structure.get_last_error else None
        reason = ctypes.string_at(text).decode("utf-8", "replace") if text else f"error {status}"
        raise StreamError(reason)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Moves the stream into a capsule."""
        if self.used:
            raise StreamError("the stream was read before")
        return stream_capsule(self.address)

    def __del__(self) -> None:
        try:
            release(self._structure)
        except Exception:  # at the end of the interpreter
            pass


def struct_of(field: Field, pieces: Sequence[Array]) -> Tuple[Field, List[Array]]:
    """One column as a table of its own."""
    arrays = [Array(piece.length, [None], None, 0, 0, [piece]) for piece in pieces]
    return Field("", "+s", 0, None, [field]), arrays
