"""The structures of the Arrow C data interface in ctypes: streams are read, made and handed on without any Arrow
library. Memory is described by addresses, and every description keeps what owns the memory alive."""

from __future__ import annotations

import ctypes
import itertools
import struct
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple

NULLABLE = 2
ORDERED = 1
_void = ctypes.c_void_p
_int64 = ctypes.c_int64


class ArrowSchema(ctypes.Structure):
    _fields_ = [
        ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", _void), ("flags", _int64),
        ("n_children", _int64), ("children", _void), ("dictionary", _void), ("release", _void), ("private_data", _void),
    ]  # fmt: skip


class ArrowArray(ctypes.Structure):
    _fields_ = [
        ("length", _int64), ("null_count", _int64), ("offset", _int64), ("n_buffers", _int64), ("n_children", _int64),
        ("buffers", _void), ("children", _void), ("dictionary", _void), ("release", _void), ("private_data", _void),
    ]  # fmt: skip


class ArrowArrayStream(ctypes.Structure):
    _fields_ = [(name, _void) for name in ("get_schema", "get_next", "get_last_error", "release", "private_data")]


_Release = ctypes.CFUNCTYPE(None, _void)
_Get = ctypes.CFUNCTYPE(ctypes.c_int, _void, _void)
_LastError = ctypes.CFUNCTYPE(_void, _void)


def release(structure: Any) -> None:
    """Calls the structure's own release callback, once."""
    if structure.release:
        _Release(structure.release)(ctypes.addressof(structure))
        structure.release = None


class Field:
    """A column's name and type: the format text of the C data interface, and what belongs to it."""

    __slots__ = ("name", "format", "flags", "metadata", "children", "dictionary")

    def __init__(
        self,
        name: str,
        format: str,
        flags: int = NULLABLE,
        metadata: Optional[bytes] = None,
        children: Sequence[Field] = (),
        dictionary: Optional[Field] = None,
    ) -> None:
        self.name, self.format, self.flags, self.metadata = name, format, flags, metadata
        self.children, self.dictionary = list(children), dictionary

    def same_type(self, other: Field) -> bool:
        if self.format != other.format or (self.flags & ORDERED) != (other.flags & ORDERED):
            return False
        if self.dictionary is None or other.dictionary is None:
            return self.dictionary is other.dictionary
        return self.dictionary.same_type(other.dictionary)


class Array:
    """Values of one column and one batch: addresses of buffers, and the owner of their memory."""

    __slots__ = ("length", "null_count", "offset", "buffers", "children", "dictionary", "owner")

    def __init__(
        self,
        length: int,
        buffers: Sequence[Optional[int]],
        owner: Any = None,
        null_count: int = 0,
        offset: int = 0,
        children: Sequence[Array] = (),
        dictionary: Optional[Array] = None,
    ) -> None:
        self.length, self.null_count, self.offset = length, null_count, offset
        self.buffers, self.children, self.dictionary, self.owner = list(buffers), list(children), dictionary, owner

    def same_memory(self, other: Array) -> bool:
        """Are these the same values, since they lie in the same place?"""
        return (
            self.length == other.length
            and self.offset == other.offset
            and len(self.buffers) == len(other.buffers)
            # Arrays without missing values may come back without their bits of validity.
            and all(mine == theirs for mine, theirs in zip(self.buffers[1:], other.buffers[1:]))
        )


class _Held:
    """A structure that was filled by a producer; it is released with its last user."""

    def __init__(self, structure: Any, *others: Any) -> None:
        self.structure, self.others = structure, others

    def __del__(self) -> None:
        try:
            release(self.structure)
        except Exception:  # at the end of the interpreter
            pass


def _pointers(address: Optional[int], count: int) -> List[Optional[int]]:
    if not address or count <= 0:
        return []
    return list((_void * count).from_address(address))


def _read_metadata(address: Optional[int]) -> Optional[bytes]:
    """The binary form as it is: int32 count, then keys and values, each after its int32 length."""
    if not address:
        return None
    at = address + 4
    for _ in range(2 * ctypes.c_int32.from_address(address).value):
        at += 4 + ctypes.c_int32.from_address(at).value
    return ctypes.string_at(address, at - address)


def metadata_items(metadata: Optional[bytes]) -> Dict[bytes, bytes]:
    """Keys and values of the binary form."""
    if not metadata:
        return {}
    texts, at = [], 4
    for _ in range(2 * struct.unpack_from("=i", metadata)[0]):
        (size,) = struct.unpack_from("=i", metadata, at)
        texts.append(metadata[at + 4 : at + 4 + size])
        at += 4 + size
    return dict(zip(texts[::2], texts[1::2]))


def read_field(schema: ArrowSchema) -> Field:
    children = [read_field(ArrowSchema.from_address(at)) for at in _pointers(schema.children, schema.n_children) if at]
    dictionary = read_field(ArrowSchema.from_address(schema.dictionary)) if schema.dictionary else None
    name = (schema.name or b"").decode("utf-8", "replace")
    format_text = (schema.format or b"").decode("utf-8", "replace")
    return Field(name, format_text, schema.flags, _read_metadata(schema.metadata), children, dictionary)


def read_array(array: ArrowArray, owner: Any) -> Array:
    children = [
        read_array(ArrowArray.from_address(at), owner) for at in _pointers(array.children, array.n_children) if at
    ]
    dictionary = read_array(ArrowArray.from_address(array.dictionary), owner) if array.dictionary else None
    buffers = _pointers(array.buffers, array.n_buffers)
    return Array(array.length, buffers, owner, array.null_count, array.offset, children, dictionary)


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
        return Stream(_exported_stream(self))


class StreamError(Exception):
    """A producer of a stream reports a failure."""


class Stream:
    """A stream of record batches that is read once: by read(), or by any Arrow library through its capsule."""

    def __init__(self, structure: Optional[ArrowArrayStream] = None, capsule: Any = None) -> None:
        self._structure = ArrowArrayStream() if structure is None else structure
        self._capsule = capsule  # keeps a foreign structure in its place

    @classmethod
    def of_capsule(cls, capsule: Any) -> Stream:
        address = _capsule_pointer(capsule, _stream_name)
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
            self._check(_Get(self._structure.get_schema)(self.address, ctypes.addressof(schema)))
            try:
                field = read_field(schema)
            finally:
                release(schema)
            arrays = []
            while True:
                array = ArrowArray()
                self._check(_Get(self._structure.get_next)(self.address, ctypes.addressof(array)))
                if not array.release:
                    return Batches(field, arrays)
                arrays.append(read_array(array, _Held(array)))
        finally:
            release(self._structure)

    def _check(self, status: int) -> None:
        if status == 0:
            return
        text = _LastError(self._structure.get_last_error)(self.address) if self._structure.get_last_error else None
        reason = ctypes.string_at(text).decode("utf-8", "replace") if text else f"error {status}"
        raise StreamError(reason)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """Moves the stream into a capsule."""
        if self.used:
            raise StreamError("the stream was read before")
        moved = _capsule_memory(ctypes.sizeof(ArrowArrayStream))
        ctypes.memmove(moved, self.address, ctypes.sizeof(ArrowArrayStream))
        self._structure.release = None
        return _new_capsule(moved, _stream_name, _free_stream)

    def __del__(self) -> None:
        try:
            release(self._structure)
        except Exception:  # at the end of the interpreter
            pass


# What was handed out, by the number in private_data; a release callback takes it out.
_lent: Dict[int, Any] = {}
_numbers = itertools.count(1)


def _lend(structure: Any, callback: Any, *kept: Any) -> Any:
    number = next(_numbers)
    _lent[number] = kept
    structure.private_data = number
    structure.release = ctypes.cast(callback, _void)
    return structure


def _addresses(structures: Sequence[Any]) -> Any:
    return (_void * len(structures))(*[ctypes.addressof(one) for one in structures]) if structures else None


def _export_schema(field: Field, schema: ArrowSchema) -> ArrowSchema:
    children = [_export_schema(child, ArrowSchema()) for child in field.children]
    dictionary = _export_schema(field.dictionary, ArrowSchema()) if field.dictionary else None
    places = _addresses(children)
    texts = (field.format.encode(), field.name.encode(), field.metadata)
    schema.format, schema.name, schema.flags = texts[0], texts[1], field.flags
    schema.metadata = ctypes.cast(ctypes.c_char_p(texts[2]), _void) if texts[2] else None
    schema.n_children, schema.children = len(children), ctypes.cast(places, _void) if places else None
    schema.dictionary = ctypes.addressof(dictionary) if dictionary else None
    return _lend(schema, _release_schema, children, dictionary, places, texts)  # type: ignore[no-any-return]


def _export_array(array: Array, out: ArrowArray) -> ArrowArray:
    children = [_export_array(child, ArrowArray()) for child in array.children]
    dictionary = _export_array(array.dictionary, ArrowArray()) if array.dictionary else None
    places = _addresses(children)
    buffers = (_void * len(array.buffers))(*array.buffers) if array.buffers else None
    out.length, out.null_count, out.offset = array.length, array.null_count, array.offset
    out.n_buffers, out.buffers = len(array.buffers), ctypes.cast(buffers, _void) if buffers else None
    out.n_children, out.children = len(children), ctypes.cast(places, _void) if places else None
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


@_Release
def _release_schema(address: int) -> None:
    _taken_back(ArrowSchema.from_address(address))


@_Release
def _release_array(address: int) -> None:
    _taken_back(ArrowArray.from_address(address))


def _exported_stream(batches: Batches) -> ArrowArrayStream:
    stream = ArrowArrayStream()
    state: Tuple[Field, Iterator[Array]] = (batches.schema, iter(batches.arrays))
    stream.get_schema, stream.get_next = ctypes.cast(_stream_schema, _void), ctypes.cast(_stream_next, _void)
    stream.get_last_error = ctypes.cast(_stream_error, _void)
    return _lend(stream, _release_stream, (), None, state)  # type: ignore[no-any-return]


def _state(address: int) -> Any:
    return _lent[ArrowArrayStream.from_address(address).private_data][2]


@_Get
def _stream_schema(address: int, out: int) -> int:
    try:
        _export_schema(_state(address)[0], ArrowSchema.from_address(out))
        return 0
    except BaseException:
        return 12  # ENOMEM


@_Get
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


@_LastError
def _stream_error(address: int) -> Optional[int]:
    return None


@_Release
def _release_stream(address: int) -> None:
    _taken_back(ArrowArrayStream.from_address(address))


_python = ctypes.pythonapi
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = [_void, ctypes.c_char_p, _void]
_python.PyCapsule_GetPointer.restype = _void
_python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_python.PyMem_RawMalloc.restype = _void
_python.PyMem_RawMalloc.argtypes = [ctypes.c_size_t]
_python.PyMem_RawFree.restype = None
_python.PyMem_RawFree.argtypes = [_void]
_Destructor = ctypes.PYFUNCTYPE(None, _void)
_pointer_in_destructor = ctypes.PYFUNCTYPE(_void, _void, ctypes.c_char_p)(("PyCapsule_GetPointer", _python))
_stream_name = b"arrow_array_stream"


def _capsule_pointer(capsule: Any, name: bytes) -> int:
    return int(_python.PyCapsule_GetPointer(capsule, name))


def _capsule_memory(size: int) -> int:
    address = _python.PyMem_RawMalloc(size)
    if not address:
        raise MemoryError
    return int(address)


def _new_capsule(address: int, name: bytes, destructor: Any) -> Any:
    return _python.PyCapsule_New(address, name, ctypes.cast(destructor, _void))


@_Destructor
def _free_stream(capsule: int) -> None:
    # The capsule is dying: it is handled by its address, since a new reference to it would free it again.
    try:
        address = _pointer_in_destructor(capsule, _stream_name)
        release(ArrowArrayStream.from_address(address))
        _python.PyMem_RawFree(address)
    except BaseException:
        pass


# Callbacks may be called until the process ends, when modules are gone.
_immortal = (
    _release_schema, _release_array, _release_stream, _stream_schema, _stream_next, _stream_error, _free_stream,
    _stream_name,
)  # fmt: skip
for _object in _immortal:
    _python.Py_IncRef(ctypes.py_object(_object))


def struct_of(field: Field, pieces: Sequence[Array]) -> Tuple[Field, List[Array]]:
    """One column as a table of its own."""
    arrays = [Array(piece.length, [None], None, 0, 0, [piece]) for piece in pieces]
    return Field("", "+s", 0, None, [field]), arrays
