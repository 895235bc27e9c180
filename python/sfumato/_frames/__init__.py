"""Frames of every kind: what comes in is handed to the library as an Arrow stream, and what the library returns becomes
a frame of the same kind. One file per kind; a kind's library is never imported, only used where the caller has it."""

from __future__ import annotations

import sys
from typing import Any, Callable, List, Optional, Tuple

from .._arrow import Stream
from .._errors import Error
from .source import Source, column_name

__all__ = ["Source", "column_name", "native", "source"]


def _is(frame: Any, module: str, *names: str) -> bool:
    """Is it an object of one of these classes? Where the module was not imported there can be none."""
    loaded = sys.modules.get(module)
    classes = tuple(getattr(loaded, name) for name in names if isinstance(getattr(loaded, name, None), type))
    return bool(classes) and isinstance(frame, classes)


def source(frame: Any, what: str = "data") -> Source:
    """Anything that holds a table. `what` names the argument in errors."""
    if isinstance(frame, Source):
        return frame
    argument = what if what.isidentifier() else None
    try:
        found = _source_of(frame, what)
    except MemoryError:
        raise
    except Error as error:
        error.parameter = error.parameter or argument
        raise
    except Exception as error:  # of the library that the frame belongs to
        raise Error(f"{what} cannot be read: {error}", argument) from error
    if found is None:
        raise Error(
            f"{what} is not a data frame, but {_described(frame)}",
            argument,
            "give a frame of pandas, polars, pyarrow or DuckDB, anything with __arrow_c_stream__, or a dict of lists",
        )
    return found


def _source_of(frame: Any, what: str) -> Optional[Source]:
    if _is(frame, "pandas", "DataFrame"):
        from .pandas import PandasSource

        return PandasSource(frame, what)
    if _is(frame, "polars", "DataFrame", "LazyFrame"):
        from .polars import PolarsSource

        return PolarsSource(frame, what)
    if _is(frame, "pyarrow", "Table", "RecordBatch", "RecordBatchReader"):
        from .pyarrow import PyarrowSource

        return PyarrowSource(frame, what)
    if _is(frame, "duckdb", "DuckDBPyRelation"):
        from .duckdb import DuckdbSource

        return DuckdbSource(frame, what)
    if isinstance(frame, dict):
        from .plain import PlainSource

        return PlainSource(frame, what)
    if hasattr(frame, "__arrow_c_stream__") and not isinstance(frame, type):
        from .arrow import ArrowSource

        return ArrowSource(frame, what)
    return None


def _described(frame: Any) -> str:
    return "None" if frame is None else f"a value of type {type(frame).__name__}"


def native(stream: Stream, like: Optional[Source] = None) -> Any:
    """A table that the library made, as a frame of the kind of `like`; without it of the first library that is
    installed: pandas, polars, pyarrow; else a dict of lists."""
    if like is not None:
        return like.made(stream)
    for name, make in _MAKERS:
        try:
            __import__(name)
        except Exception:
            continue
        return make(stream)
    return _make_plain(stream)


def _make_pandas(stream: Stream) -> Any:
    from .pandas import made

    return made(stream)


def _make_polars(stream: Stream) -> Any:
    from .polars import made

    return made(stream)


def _make_pyarrow(stream: Stream) -> Any:
    from .pyarrow import made

    return made(stream)


def _make_plain(stream: Stream) -> Any:
    from .plain import made

    return made(stream)


_MAKERS: List[Tuple[str, Callable[[Stream], Any]]] = [
    ("pandas", _make_pandas),
    ("polars", _make_polars),
    ("pyarrow", _make_pyarrow),
]
