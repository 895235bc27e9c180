"""Lists of plain Python values as Arrow arrays, with the standard library alone. The type of a list is the narrowest
that holds all of its values; a list that mixes kinds of values is refused."""

from __future__ import annotations

import array
import ctypes
import datetime
import decimal
import math
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from ._arrow import NULLABLE, Array, Field
from ._errors import Error

_EPOCH = datetime.date(1970, 1, 1).toordinal()
_MOMENT = datetime.datetime(1970, 1, 1)
_UTC_MOMENT = _MOMENT.replace(tzinfo=datetime.timezone.utc)
_MICROSECOND = datetime.timedelta(microseconds=1)
_EXACT = 2**53


def address(memory: Any) -> Optional[int]:
    """Of the bytes of an array.array, bytes or bytearray."""
    if len(memory) == 0:
        return None
    if isinstance(memory, array.array):
        return memory.buffer_info()[0]
    if isinstance(memory, bytes):
        return ctypes.cast(ctypes.c_char_p(memory), ctypes.c_void_p).value
    return ctypes.addressof(ctypes.c_char.from_buffer(memory))


def bits(flags: Sequence[bool]) -> bytearray:
    """One bit a flag, the lowest first."""
    packed = bytearray((len(flags) + 7) // 8)
    for place, flag in enumerate(flags):
        if flag:
            packed[place >> 3] |= 1 << (place & 7)
    return packed


def text_array(texts: Sequence[str], present: Optional[bytearray] = None, missing: int = 0) -> Array:
    """Of the type "U": texts in UTF-8 one after the other, and where each ends."""
    offsets = array.array("q", [0])
    encoded = bytearray()
    for text in texts:
        encoded += text.encode("utf-8")
        offsets.append(len(encoded))
    data = bytes(encoded)
    places = [address(present) if present is not None else None, address(offsets), address(data)]
    return Array(len(texts), places, (present, offsets, data), missing)


def _fixed(values: Any, present: Optional[bytearray], missing: int, length: int) -> Array:
    return Array(length, [address(present) if present is not None else None, address(values)], (present, values), missing)


def _kind(value: Any) -> Optional[str]:
    """How a value is stored; the order of the questions matters, since bool is an int and datetime a date."""
    if value is None:
        return None
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int"
    if isinstance(value, float):
        return "float"
    if isinstance(value, str):
        return "text"
    if isinstance(value, datetime.datetime):
        return "moment" if value.tzinfo is None else "instant"
    if isinstance(value, datetime.date):
        return "date"
    if isinstance(value, datetime.time):
        return "time"
    if isinstance(value, decimal.Decimal):
        return "decimal"
    item = getattr(value, "item", None)  # numbers of numpy
    if callable(item) and getattr(value, "ndim", 0) == 0:
        plain = item()
        if type(plain) is not type(value):
            return _kind(plain)
    raise TypeError(type(value).__name__)


def column_kind(values: Sequence[Any], what: str) -> str:
    """The kind that holds all values: whole numbers fit among floats and decimals."""
    kinds: Dict[Optional[str], Any] = {}
    for value in values:
        try:
            kinds.setdefault(_kind(value), value)
        except TypeError as error:
            raise Error(
                f"{what}: values of the type {error} are not supported",
                hint="hand the column over as numbers, dates or text, or leave it out",
            ) from None
    kinds.pop(None, None)
    if kinds.get("float") is not None and math.isnan(kinds["float"]) and "decimal" in kinds:
        kinds.pop("float")
    found = sorted(kind for kind in kinds if kind)
    if not found:
        return "null"
    if len(found) == 1:
        return found[0]
    if found == ["float", "int"]:
        return "float"
    if found == ["decimal", "int"]:
        return "decimal"
    raise Error(f"{what}: it mixes values of different types: {', '.join(found)}", hint="convert the column to one type")


def encoded(name: str, values: Sequence[Any], what: str) -> Tuple[Field, Array]:
    """A column as one array. `what` names the column in errors."""
    kind = column_kind(values, what)
    format_text, make = _ENCODERS[kind]
    missing = sum(1 for value in values if value is None)
    present = bits([value is not None for value in values]) if missing else None
    try:
        made = make(values, present, missing)
    except UnicodeEncodeError:
        raise Error(f"{what}: a text is not valid Unicode") from None
    except _Unfit as error:
        raise Error(f"{what}: {error}", hint=error.hint) from None
    if isinstance(made, tuple):
        format_text, made = made
    return Field(name, format_text, NULLABLE), made


class _Unfit(Exception):
    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


def _nulls(values: Sequence[Any], present: Any, missing: int) -> Array:
    return Array(len(values), [], None, len(values))


def _bools(values: Sequence[Any], present: Any, missing: int) -> Array:
    return _fixed(bits([bool(value) for value in values]), present, missing, len(values))


def _ints(values: Sequence[Any], present: Any, missing: int) -> Any:
    try:
        return _fixed(array.array("q", [0 if v is None else int(v) for v in values]), present, missing, len(values))
    except OverflowError:  # more than 64 bits: as decimals without fraction
        return _decimals([None if v is None else decimal.Decimal(int(v)) for v in values], present, missing)


def _floats(values: Sequence[Any], present: Any, missing: int) -> Array:
    for value in values:
        if isinstance(value, int) and not -_EXACT <= value <= _EXACT:
            raise _Unfit(f"{value} among floats loses digits", "make all values floats, or all whole numbers")
    numbers = array.array("d", [0.0 if value is None else float(value) for value in values])
    return _fixed(numbers, present, missing, len(values))


def _texts(values: Sequence[Any], present: Any, missing: int) -> Array:
    return text_array(["" if value is None else value for value in values], present, missing)


def _dates(values: Sequence[Any], present: Any, missing: int) -> Array:
    days = array.array("i", [0 if value is None else value.toordinal() - _EPOCH for value in values])
    return _fixed(days, present, missing, len(values))


def _ticks(origin: datetime.datetime) -> Callable[[Sequence[Any], Any, int], Array]:
    def make(values: Sequence[Any], present: Any, missing: int) -> Array:
        ticks = [0 if value is None else (value - origin) // _MICROSECOND for value in values]
        return _fixed(array.array("q", ticks), present, missing, len(values))

    return make


def time_ticks(value: datetime.time) -> int:
    """Microseconds since midnight."""
    return ((value.hour * 60 + value.minute) * 60 + value.second) * 1000000 + value.microsecond


def _times(values: Sequence[Any], present: Any, missing: int) -> Array:
    if any(value is not None and value.tzinfo is not None for value in values):
        raise _Unfit("times of day with a time zone are not supported", "hand them over as texts")
    ticks = array.array("q", [0 if value is None else time_ticks(value) for value in values])
    return _fixed(ticks, present, missing, len(values))


def _decimals(values: Sequence[Any], present: Any, missing: int) -> Tuple[str, Array]:
    # A NaN among decimals is a missing value.
    numbers = [None if v is None or v != v else decimal.Decimal(int(v) if isinstance(v, int) else v) for v in values]
    if any(number is not None and not number.is_finite() for number in numbers):
        raise _Unfit("an infinite value", "make it missing or finite")
    missing = sum(1 for number in numbers if number is None)
    present = bits([number is not None for number in numbers]) if missing else None
    parts = [number.as_tuple() for number in numbers if number is not None]
    scale = max([-int(part.exponent) for part in parts] + [0])
    if scale > 76:
        raise _Unfit("decimals with more than 76 digits are not supported", "hand them over as texts")
    whole = [0 if number is None else int(number.scaleb(scale, _CONTEXT)) for number in numbers]
    digits = max([len(str(abs(value))) for value in whole] + [1, scale])
    if digits > 76:
        raise _Unfit("numbers with more than 76 digits are not supported", "hand them over as texts")
    width = 16 if digits <= 38 else 32
    data = b"".join(value.to_bytes(width, "little", signed=True) for value in whole)
    format_text = f"d:38,{scale}" if width == 16 else f"d:76,{scale},256"
    return format_text, _fixed(data, present, missing, len(values))


_CONTEXT = decimal.Context(prec=200, Emax=999999, Emin=-999999)
_ENCODERS: Dict[str, Tuple[str, Callable[[Sequence[Any], Any, int], Any]]] = {
    "null": ("n", _nulls),
    "bool": ("b", _bools),
    "int": ("l", _ints),
    "float": ("g", _floats),
    "text": ("U", _texts),
    "date": ("tdD", _dates),
    "moment": ("tsu:", _ticks(_MOMENT)),
    "instant": ("tsu:UTC", _ticks(_UTC_MOMENT)),
    "time": ("ttu", _times),
    "decimal": ("", _decimals),
}
