"""What the library returns, as columns of pandas: in the dtype that the column had where every value fits, and in the
nearest one otherwise. Numbers without missing values are not copied."""

from __future__ import annotations

import ctypes
from typing import Any, List, Optional, Sequence, Tuple

from .._arrow import Array, Field, Batches, struct_of
from .._plain_values import decoded, like
from .pandas_columns import Sent, backed_by_arrow

_NUMBERS = {"c": "i1", "s": "i2", "i": "i4", "l": "i8", "C": "u1", "S": "u2", "I": "u4", "L": "u8", "e": "f2",
            "f": "f4", "g": "f8"}  # fmt: skip
_UNITS = {"s": "s", "m": "ms", "u": "us", "n": "ns"}


def _view(piece: Array, code: str) -> Any:
    """The values of a piece in the library's memory, which lives as long as the view."""
    import numpy as np

    dtype = np.dtype(code)
    if piece.length == 0:
        return np.empty(0, dtype)
    address = (piece.buffers[1] or 0) + piece.offset * dtype.itemsize
    memory = (ctypes.c_char * (piece.length * dtype.itemsize)).from_address(address)
    memory._owner = piece.owner  # type: ignore[attr-defined]
    return np.frombuffer(memory, dtype)


def _bits(address: int, offset: int, length: int) -> Any:
    import numpy as np

    data = np.frombuffer(ctypes.string_at(address + offset // 8, (offset % 8 + length + 7) // 8), np.uint8)
    return np.unpackbits(data, bitorder="little")[offset % 8 : offset % 8 + length].astype(bool)


def _missing(pieces: Sequence[Array]) -> Optional[Any]:
    """Flags of missing values; None where there are none."""
    import numpy as np

    flags: List[Any] = []
    for piece in pieces:
        if piece.null_count == 0 or not piece.buffers or not piece.buffers[0] or piece.length == 0:
            flags.append(np.zeros(piece.length, bool))
        else:
            flags.append(~_bits(piece.buffers[0], piece.offset, piece.length))
    whole = np.concatenate(flags) if flags else np.zeros(0, bool)
    return whole if whole.any() else None


def _joined(parts: List[Any], code: str) -> Any:
    import numpy as np

    if len(parts) == 1:
        return parts[0]
    return np.concatenate(parts) if parts else np.empty(0, np.dtype(code))


def _whole(pieces: Sequence[Array], code: str) -> Any:
    return _joined([_view(piece, code) for piece in pieces], code)


def _codes(field: Field, pieces: Sequence[Array]) -> Tuple[Any, List[str]]:
    """Codes into one list of texts; missing values have -1. Batches may have lists of their own."""
    import numpy as np

    assert field.dictionary is not None
    texts: List[str] = []
    places: dict[Any, int] = {}
    parts = []
    for piece in pieces:
        assert piece.dictionary is not None
        entries = decoded(field.dictionary, [piece.dictionary])
        table: Any = np.empty(len(entries) + 1, np.int64)
        table[-1] = -1
        for i, entry in enumerate(entries):
            if entry not in places:
                places[entry] = len(texts)
                texts.append(entry)
            table[i] = places[entry]
        codes = _view(piece, _NUMBERS[field.format]).astype(np.int64)
        missing = _missing([piece])
        if missing is not None:
            codes[missing] = len(entries)
        parts.append(table[codes])
    return _joined(parts, "i8"), texts


def received(field: Field, pieces: Sequence[Array]) -> Any:
    """A column that the frame did not have: numbers, dates, or categories as the library has them."""
    import numpy as np
    import pandas as pd

    if field.dictionary is not None:
        codes, texts = _codes(field, pieces)
        return pd.Categorical.from_codes(codes, texts, ordered=bool(field.flags & 1))
    text = field.format
    missing = _missing(pieces)
    if text in _NUMBERS:
        values = _whole(pieces, _NUMBERS[text])
        if missing is None:
            return values
        if values.dtype.kind == "f":
            values = values.copy()
            values[missing] = np.nan
            return values
        return pd.arrays.IntegerArray(values.copy(), missing)
    if text == "tdD":
        days = _whole(pieces, "i4").astype("M8[D]").astype("M8[s]")
        if missing is not None:
            days[missing] = np.array("NaT", days.dtype)
        return days
    if text.startswith("ts"):
        return _moments(text, pieces, missing)
    if text == "b":
        flags = [_bits(piece.buffers[1] or 0, piece.offset, piece.length) for piece in pieces if piece.length]
        values = _joined(flags, "?")
        return values if missing is None else pd.arrays.BooleanArray(values, missing)
    return pd.Series(decoded(field, pieces), dtype=object).array


def _moments(text: str, pieces: Sequence[Array], missing: Optional[Any]) -> Any:
    import numpy as np
    import pandas as pd

    moments = _whole(pieces, "i8").view(f"M8[{_UNITS[text[2]]}]")
    if missing is not None:
        moments = moments.copy()
        moments[missing] = np.array("NaT", moments.dtype)
    if not text[4:]:
        return moments
    return pd.Series(moments).dt.tz_localize("UTC").dt.tz_convert(text[4:]).array


def received_like(field: Field, pieces: Sequence[Array], before: Any, sent: Sent) -> Any:
    """A column that the frame had, in its dtype where all values fit."""
    import pandas as pd

    dtype = before.dtype
    if backed_by_arrow(before):
        return _arrow_backed(field, pieces, dtype)
    if isinstance(dtype, pd.SparseDtype):
        return _sparse(received_like(field, pieces, before.sparse.to_dense(), sent), dtype)
    if isinstance(dtype, pd.CategoricalDtype):
        return _categorical(field, pieces, dtype, sent)
    if dtype.kind == "O" and not hasattr(dtype, "na_value"):
        return _objects(field, pieces, sent)
    values = _texts(field, pieces, sent) if field.dictionary is not None else received(field, pieces)
    return _fitted(values, dtype)


def _arrow_backed(field: Field, pieces: Sequence[Array], dtype: Any) -> Any:
    import pandas as pd
    import pyarrow as pa

    from .pyarrow import like as like_type

    column = pa.table(Batches(*struct_of(field, pieces)).stream()).column(0)
    if isinstance(dtype, pd.StringDtype):
        return like_type(column, pa.large_string()).to_pandas().astype(dtype).array
    column = like_type(column, dtype.pyarrow_dtype)
    return pd.Series(column, dtype=pd.ArrowDtype(column.type)).array


def _sparse(values: Any, dtype: Any) -> Any:
    import pandas as pd

    try:
        return pd.arrays.SparseArray(values, fill_value=dtype.fill_value)
    except (TypeError, ValueError):
        return values


def _categorical(field: Field, pieces: Sequence[Array], dtype: Any, sent: Sent) -> Any:
    """The categories that came out. They have the values that they had where none is new."""
    import pandas as pd

    if field.dictionary is None:
        return received(field, pieces)
    codes, texts = _codes(field, pieces)
    known = sent.categories or {}
    categories = [known[text] for text in texts] if all(text in known for text in texts) else texts
    if dtype.ordered and all(text in known for text in texts):
        order = {text: place for place, text in enumerate(known)}
        return pd.Categorical.from_codes(codes, categories, ordered=True).set_categories(
            [known[text] for text in sorted(texts, key=order.__getitem__)], ordered=True
        )
    return pd.Categorical.from_codes(codes, categories, ordered=dtype.ordered)


def _texts(field: Field, pieces: Sequence[Array], sent: Sent) -> Any:
    """Texts, or the values behind them, as objects; None where one is missing."""
    import numpy as np

    codes, texts = _codes(field, pieces)
    known = sent.categories
    entries: Any = np.empty(len(texts) + 1, object)
    entries[:-1] = [known[text] if known and text in known else text for text in texts]
    entries[-1] = None
    return entries[codes]


def _objects(field: Field, pieces: Sequence[Array], sent: Sent) -> Any:
    import numpy as np

    values: Any
    if sent.kind == "string" and field.dictionary is not None:
        values = _texts(field, pieces, sent)
    else:
        plain = like(decoded(field, pieces), _PLAIN_KINDS.get(sent.kind, ""), False)
        values = np.empty(len(plain), object)
        values[:] = plain
    if sent.missing is not None:
        values[[value is None for value in values]] = sent.missing
    return values


_PLAIN_KINDS = {"integer": "int", "floating": "float", "mixed-integer-float": "float", "boolean": "bool",
                "decimal": "decimal", "date": "date", "datetime": "moment", "time": "time"}  # fmt: skip


def _fitted(values: Any, dtype: Any) -> Any:
    """The values in the dtype where that changes none of them."""
    import numpy as np
    import pandas as pd

    now = pd.Series(values, copy=False)
    if now.dtype == dtype:
        return now.array
    kind = dtype.kind
    missing = now.isna().to_numpy()
    if kind == "b" and now.dtype.kind == "O":
        truths = now.map({"true": True, "false": False})
        if (truths.isna().to_numpy() != missing).any():
            return now.array
        return truths.astype("boolean" if missing.any() else dtype).array
    if kind == "M":
        return _fitted_moments(now, dtype)
    if kind in "iufb" and now.dtype.kind in "iuf":
        if missing.any() and kind in "iu" and isinstance(dtype, np.dtype):
            return now.astype("float64").array
        try:
            cast = now.astype(dtype) if kind == "f" or now.dtype.kind in "iu" else _whole_numbers(now, missing, dtype)
            same = cast[~missing].to_numpy(dtype="float64") == now[~missing].to_numpy(dtype="float64")
            if same.all() and (now.dtype.kind == "f" or cast[~missing].astype("int64").eq(now[~missing].astype("int64")).all()):
                return cast.array
        except (TypeError, ValueError, OverflowError):
            pass
        if isinstance(dtype, np.dtype):
            return now.array
        return now.astype("Float64").array
    try:
        return now.astype(dtype).array
    except (TypeError, ValueError, OverflowError):
        return now.array


def _whole_numbers(now: Any, missing: Any, dtype: Any) -> Any:
    import numpy as np

    numbers = now.to_numpy()
    if not np.isfinite(numbers[~missing]).all() or (np.abs(numbers[~missing]) >= 2.0**63).any():
        raise ValueError("beyond whole numbers")
    return now.astype(dtype)


def _fitted_moments(now: Any, dtype: Any) -> Any:
    import pandas as pd

    try:
        zone = getattr(dtype, "tz", None)
        moments = pd.to_datetime(now, utc=zone is not None, format="ISO8601") if now.dtype.kind == "O" else now
        if zone is not None:
            moments = moments.dt.tz_convert(zone) if moments.dt.tz is not None else moments.dt.tz_localize(zone)
        return moments.astype(dtype).array
    except (TypeError, ValueError, OverflowError):
        return now.array
