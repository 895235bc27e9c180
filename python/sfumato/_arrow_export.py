"""Descriptions of arrays as structures for a consumer, who releases them. What was handed out is kept in a dict until
then, under the number in private_data."""

from __future__ import annotations

import ctypes
import itertools
from typing import Any, Dict, Iterator, Optional, Sequence, Tuple

from ._arrow_structures import (
    Array, ArrowArray, ArrowArrayStream, ArrowSchema, Field, Get, LastError, Release, release, void,
)  # fmt: skip
from ._capsules import make_immortal

# What was handed out, by the number in private_data; a release callback takes it out.
_lent: Dict[int, Any] = {}
_numbers = itertools.count(1)


def _lend(structure: Any, callback: Any, *kept: Any) -> Any:
    number = next(_numbers)
    _lent[number] = kept
    structure.private_data = number
    structure.release = ctypes.cast(callback, void)
    return structure


def _addresses(structures: Sequence[Any]) -> Any:
    return (void * len(structures))(*[ctypes.addressof(one) for one in structures]) if structures else None


def _export_schema(field: Field, schema: ArrowSchema) -> ArrowSchema:
    children = [_export_schema(child, ArrowSchema()) for child in field.children]
    dictionary = _export_schema(field.dictionary, ArrowSchema()) if field.dictionary else None
    places = _addresses(children)
    texts = (field.format.encode(), field.name.encode(), field.metadata)
    schema.format, schema.name, schema.flags = texts[0], texts[1], field.flags
    schema.metadata = ctypes.cast(ctypes.c_char_p(texts[2]), void) if texts[2] else None
    schema.n_children, schema.children = len(children), ctypes.cast(places, void) if places else None
    schema.dictionary = ctypes.addressof(dictionary) if dictionary else None
    return _lend(schema, _release_schema, children, dictionary, places, texts)  # type: ignore[no-any-return]


def _export_array(array: Array, out: ArrowArray) -> ArrowArray:
    children = [_export_array(child, ArrowArray()) for child in array.children]
    dictionary = _export_array(array.dictionary, ArrowArray()) if array.dictionary else None
    places = _addresses(children)
    buffers = (void * len(array.buffers))(*array.buffers) if array.buffers else None
    out.length, out.null_count, out.offset = array.length, array.null_count, array.offset
    out.n_buffers, out.buffers = len(array.buffers), ctypes.cast(buffers, void) if buffers else None
    out.n_children, out.children = len(children), ctypes.cast(places, void) if places else None
    out.dictionary = ctypes.addressof(dictionary) if dictionary else None
    return _lend(out, _release_array, children, dictionary, places, buffers, array.owner)  # type: ignore[no-any-return]


def _taken_back(structure: Any) -> None:
    kept = _lent.pop(structure.private_data or 0, None)
    structure.release, structure.private_data = None, None
    if kept is None:
        return
    for child in [*kept[0], kept[1]]:
        if child is not None:
            release(child)


@Release
def _release_schema(address: int) -> None:
    _taken_back(ArrowSchema.from_address(address))


@Release
def _release_array(address: int) -> None:
    _taken_back(ArrowArray.from_address(address))


def exported_stream(schema: Field, arrays: Sequence[Array]) -> ArrowArrayStream:
    stream = ArrowArrayStream()
    state: Tuple[Field, Iterator[Array]] = (schema, iter(arrays))
    stream.get_schema, stream.get_next = ctypes.cast(_stream_schema, void), ctypes.cast(_stream_next, void)
    stream.get_last_error = ctypes.cast(_stream_error, void)
    return _lend(stream, _release_stream, (), None, state)  # type: ignore[no-any-return]


def _state(address: int) -> Any:
    return _lent[ArrowArrayStream.from_address(address).private_data][2]


@Get
def _stream_schema(address: int, out: int) -> int:
    try:
        _export_schema(_state(address)[0], ArrowSchema.from_address(out))
        return 0
    except BaseException:
        return 12  # ENOMEM


@Get
def _stream_next(address: int, out: int) -> int:
    try:
        array = next(_state(address)[1], None)
        if array is None:
            ctypes.memset(out, 0, ctypes.sizeof(ArrowArray))
        else:
            _export_array(array, ArrowArray.from_address(out))
        return 0
    except BaseException:
        return 12  # ENOMEM


@LastError
def _stream_error(address: int) -> Optional[int]:
    return None


@Release
def _release_stream(address: int) -> None:
    _taken_back(ArrowArrayStream.from_address(address))


make_immortal(_release_schema, _release_array, _release_stream, _stream_schema, _stream_next, _stream_error)
