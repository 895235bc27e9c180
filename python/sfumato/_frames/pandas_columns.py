"""Columns of pandas as Arrow arrays over the memory of numpy. Numbers and codes are not copied; texts become codes into
the different texts; only columns that Arrow memory backs already need pyarrow."""

from __future__ import annotations

from typing import Any, List, Optional, Sequence, Tuple

from .._arrow import NULLABLE, ORDERED, Array, Field, Stream
from .._errors import Error
from .._plain_columns import encoded, text_array

_INTEGERS = {"i1": "c", "i2": "s", "i4": "i", "i8": "l", "u1": "C", "u2": "S", "u4": "I", "u8": "L"}
_FLOATS = {"f2": "e", "f4": "f", "f8": "g"}
_UNITS = {"s": "s", "ms": "m", "us": "u", "ns": "n"}


class Sent:
    """A column as it went out, and what is needed to understand what comes back.

    `categories` are the values behind the texts of a dictionary, where the column is not one of texts; `missing` is
    the value that stands for a missing one in a column of objects; `kind` that of the objects.
    """

    __slots__ = ("field", "array", "categories", "missing", "kind")

    def __init__(self, field: Field, array: Array) -> None:
        self.field, self.array = field, array
        self.categories: Optional[dict[str, Any]] = None
        self.missing: Any = None
        self.kind = ""


def memory(values: Any) -> Tuple[Optional[int], Any]:
    """The address of a one-dimensional numpy array with its owner; a copy where it has gaps or swapped bytes."""
    import numpy as np

    if not values.dtype.isnative:
        values = values.astype(values.dtype.newbyteorder("="))
    values = np.ascontiguousarray(values)
    return (values.ctypes.data if values.size else None), values


def validity(missing: Any) -> Tuple[Optional[int], Any, int]:
    """Bits of validity of flags of missing values: address, owner, and how many are missing."""
    import numpy as np

    count = int(missing.sum()) if missing is not None else 0
    if count == 0:
        return None, None, 0
    address, owner = memory(np.packbits(~missing, bitorder="little"))
    return address, owner, count


def fixed(values: Any, missing: Optional[Any] = None) -> Array:
    address, owner = memory(values)
    bits, bits_owner, count = validity(missing)
    return Array(len(values), [bits, address], (owner, bits_owner), count)


def send(series: Any, name: str, what: str) -> Sent:
    """One column. `what` names it in errors."""
    import pandas as pd

    dtype = series.dtype
    if isinstance(dtype, pd.SparseDtype):
        series = series.sparse.to_dense()
        dtype = series.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        return _categorical(series, name, what)
    if isinstance(dtype, pd.DatetimeTZDtype):
        return _moments(series.dt.tz_convert("UTC").dt.tz_localize(None).to_numpy(), name, str(dtype.tz))
    if backed_by_arrow(series):
        return _arrow_backed(series, name)
    if isinstance(dtype, pd.StringDtype):
        return _texts(series, name, what)
    if getattr(dtype, "_is_numeric", False) and hasattr(series.array, "_mask"):
        return _nullable(series.array, name, what)
    if dtype.kind == "O" and not hasattr(dtype, "na_value"):
        return _objects(series, name, what)
    if isinstance(dtype, pd.api.extensions.ExtensionDtype):
        return _extension(series, name, what)
    return _numpy(series.to_numpy(), name, what)


def backed_by_arrow(series: Any) -> bool:
    import pandas as pd

    if isinstance(series.dtype, pd.StringDtype):
        return getattr(series.dtype, "storage", "") == "pyarrow"
    arrow = getattr(pd, "ArrowDtype", None)
    return arrow is not None and isinstance(series.dtype, arrow)


def _numpy(values: Any, name: str, what: str, missing: Optional[Any] = None) -> Sent:
    import numpy as np

    dtype = values.dtype
    if dtype.kind == "b":
        address, owner = memory(np.packbits(values, bitorder="little"))
        bits, bits_owner, count = validity(missing)
        return Sent(Field(name, "b"), Array(len(values), [bits, address], (owner, bits_owner), count))
    if dtype.kind == "M":
        return _moments(values, name, "")
    code = f"{dtype.kind}{dtype.itemsize}"
    formats = {**_INTEGERS, **_FLOATS}
    if code in formats:
        return Sent(Field(name, formats[code]), fixed(values, missing))
    if dtype.kind == "m":  # refused by the library, as for every caller
        return Sent(Field(name, "tDn"), fixed(values.astype("m8[ns]").view("i8")))
    raise Error(
        f"{what}: values of the type {dtype} are not supported",
        hint="hand the column over as numbers, dates or text, or leave it out",
    )


def _moments(values: Any, name: str, zone: str) -> Sent:
    import numpy as np

    unit = np.datetime_data(values.dtype)[0]
    if unit not in _UNITS:
        values, unit = values.astype("M8[s]"), "s"
    missing = np.isnat(values)
    return Sent(Field(name, f"ts{_UNITS[unit]}:{zone}"), fixed(values.view("i8"), missing))


def _nullable(array: Any, name: str, what: str) -> Sent:
    """Int64, Float32, boolean: values beside flags of missing ones. Below a missing one lies any value."""
    return _numpy(array._data, name, what, array._mask)


def dictionary(codes: Any, texts: Sequence[str], name: str, ordered: bool) -> Tuple[Field, Array]:
    """Codes into texts; a code of -1 is a missing value."""
    array = fixed(codes, codes < 0)
    array.dictionary = text_array(texts)
    flags = NULLABLE | (ORDERED if ordered else 0)
    return Field(name, _INTEGERS[f"i{codes.dtype.itemsize}"], flags, None, (), Field("", "U")), array


def category_text(value: Any) -> str:
    """As the library writes a category that is not a text: numbers in their shortest form."""
    import datetime

    if isinstance(value, str):
        return value
    if isinstance(value, (bool,)) or type(value).__name__ in ("bool_", "bool"):
        return "true" if value else "false"
    if isinstance(value, float) or type(value).__name__.startswith("float"):
        text = repr(float(value))
        return text[:-2] if text.endswith(".0") else text
    if isinstance(value, datetime.datetime):
        text = value.isoformat()
        return text[:10] if text.endswith("T00:00:00") else text
    return str(value)


def _coded(codes: Any, values: Sequence[Any], name: str, what: str, ordered: bool) -> Sent:
    texts = [category_text(value) for value in values]
    if len(set(texts)) < len(texts):
        raise Error(f"{what}: different categories look the same as text", hint="rename them")
    try:
        sent = Sent(*dictionary(codes, texts, name, ordered))
    except UnicodeEncodeError:
        raise Error(f"{what}: a text is not valid Unicode") from None
    sent.categories = dict(zip(texts, values))
    return sent


def _categorical(series: Any, name: str, what: str) -> Sent:
    array = series.array
    return _coded(array.codes, list(array.categories), name, what, bool(array.ordered))


def _extension(series: Any, name: str, what: str) -> Sent:
    """Periods, intervals and other types of extensions: categories, by their texts."""
    codes, values = series.factorize()
    return _coded(codes, list(values), name, what, False)


def _texts(series: Any, name: str, what: str) -> Sent:
    codes, values = series.factorize()
    try:
        return Sent(*dictionary(codes, list(values), name, False))
    except UnicodeEncodeError:
        raise Error(f"{what}: a text is not valid Unicode") from None


def _objects(series: Any, name: str, what: str) -> Sent:
    import pandas as pd

    kind = pd.api.types.infer_dtype(series, skipna=True)
    flags = series.isna().to_numpy()
    if kind == "string":
        sent = _texts(series, name, what)
    else:
        values: List[Any] = [None if flag else value for value, flag in zip(series.to_numpy(), flags)]
        sent = Sent(*encoded(name, values, what))
    sent.kind = kind
    sent.missing = series.to_numpy()[flags.argmax()] if flags.any() else None
    return sent


def _arrow_backed(series: Any, name: str) -> Sent:
    """pyarrow is there, since it made the column."""
    import pyarrow as pa

    array = series.array.__arrow_array__()
    if isinstance(array, pa.ChunkedArray):
        array = array.chunk(0) if array.num_chunks == 1 else array.combine_chunks()
        if isinstance(array, pa.ChunkedArray):
            array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    table = pa.table([array], names=[name])
    batches = Stream.of_capsule(table.__arrow_c_stream__()).read()
    if not batches.arrays:
        batches = Stream.of_capsule(pa.table([pa.array([], array.type)], names=[name]).__arrow_c_stream__()).read()
    pieces = batches.column(0)
    piece = pieces[0] if pieces else Array(0, [None] * 3)
    piece.owner = (piece.owner, table)
    return Sent(batches.fields[0], piece)


__all__ = ["Sent", "backed_by_arrow", "category_text", "send"]
