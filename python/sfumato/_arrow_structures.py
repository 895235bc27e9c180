"""The structures of the Arrow C data interface in ctypes, and plain descriptions of what they hold. Memory is described by
addresses, and every description keeps what owns the memory alive."""

from __future__ import annotations

import ctypes
import struct
from typing import Any, Dict, List, Optional, Sequence

NULLABLE = 2
ORDERED = 1
void = ctypes.c_void_p
int64 = ctypes.c_int64


class ArrowSchema(ctypes.Structure):
    _fields_ = [
        ("format", ctypes.c_char_p), ("name", ctypes.c_char_p), ("metadata", void), ("flags", int64),
        ("n_children", int64), ("children", void), ("dictionary", void), ("release", void), ("private_data", void),
    ]  # fmt: skip


class ArrowArray(ctypes.Structure):
    _fields_ = [
        ("length", int64), ("null_count", int64), ("offset", int64), ("n_buffers", int64), ("n_children", int64),
        ("buffers", void), ("children", void), ("dictionary", void), ("release", void), ("private_data", void),
    ]  # fmt: skip


class ArrowArrayStream(ctypes.Structure):
    _fields_ = [(name, void) for name in ("get_schema", "get_next", "get_last_error", "release", "private_data")]


Release = ctypes.CFUNCTYPE(None, void)
Get = ctypes.CFUNCTYPE(ctypes.c_int, void, void)
LastError = ctypes.CFUNCTYPE(void, void)


def release(structure: Any) -> None:
    """Calls the structure's own release callback, once."""
    if structure.release:
        Release(structure.release)(ctypes.addressof(structure))
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


def _pointers(address: Optional[int], count: int) -> List[Optional[int]]:
    if not address or count <= 0:
        return []
    return list((void * count).from_address(address))


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
