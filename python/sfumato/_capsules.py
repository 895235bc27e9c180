"""Capsules of Python that hold an Arrow stream, made and opened with ctypes: how libraries of frames hand tables to each
other."""

from __future__ import annotations

import ctypes
from typing import Any

from ._arrow_structures import ArrowArrayStream, release, void

_python = ctypes.pythonapi
_python.PyCapsule_New.restype = ctypes.py_object
_python.PyCapsule_New.argtypes = [void, ctypes.c_char_p, void]
_python.PyCapsule_GetPointer.restype = void
_python.PyCapsule_GetPointer.argtypes = [ctypes.py_object, ctypes.c_char_p]
_python.PyMem_RawMalloc.restype = void
_python.PyMem_RawMalloc.argtypes = [ctypes.c_size_t]
_python.PyMem_RawFree.restype = None
_python.PyMem_RawFree.argtypes = [void]
_Destructor = ctypes.PYFUNCTYPE(None, void)
_pointer_in_destructor = ctypes.PYFUNCTYPE(void, void, ctypes.c_char_p)(("PyCapsule_GetPointer", _python))
_stream_name = b"arrow_array_stream"


def stream_address(capsule: Any) -> int:
    """Of the stream in a capsule; an error where there is another thing in it."""
    return int(_python.PyCapsule_GetPointer(capsule, _stream_name))


def stream_capsule(address: int) -> Any:
    """A capsule that the stream is moved into."""
    size = ctypes.sizeof(ArrowArrayStream)
    moved = _python.PyMem_RawMalloc(size)
    if not moved:
        raise MemoryError
    ctypes.memmove(moved, address, size)
    ArrowArrayStream.from_address(address).release = None
    return _python.PyCapsule_New(moved, _stream_name, ctypes.cast(_free_stream, void))


def make_immortal(*objects: Any) -> None:
    """Callbacks may be called until the process ends, when modules are gone."""
    for one in objects:
        _python.Py_IncRef(ctypes.py_object(one))


@_Destructor
def _free_stream(capsule: int) -> None:
    # The capsule is dying: it is handled by its address, since a new reference to it would free it again.
    try:
        address = _pointer_in_destructor(capsule, _stream_name)
        release(ArrowArrayStream.from_address(address))
        _python.PyMem_RawFree(address)
    except BaseException:
        pass


make_immortal(_free_stream, _stream_name)
