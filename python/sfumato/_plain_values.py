"""Arrow arrays as lists of plain Python values, with the standard library alone: the way back of _plain_columns.
Missing values are None."""

from __future__ import annotations

import ctypes
import datetime
import decimal
import math
import struct
from typing import Any, Callable, Iterable, List, Optional, Sequence

from ._arrow import Array, Field

_EPOCH = datetime.date(1970, 1, 1).toordinal()
_MOMENT = datetime.datetime(1970, 1, 1)
_FIXED = {"c": "b", "C": "B", "s": "h", "S": "H", "i": "i", "I": "I", "l": "q", "L": "Q", "f": "f", "g": "d", "e": "e"}
_TICKS = {"s": 1, "m": 10**3, "u": 10**6, "n": 10**9}  # a second


def valid_flags(piece: Array) -> Optional[List[bool]]:
    """Of each value whether it is there; None where all are."""
    if not piece.buffers or not piece.buffers[0] or piece.null_count == 0:
        return None
    return _unpacked(piece.buffers[0], piece.offset, piece.length)


def _unpacked(address: int, offset: int, length: int) -> List[bool]:
    data = ctypes.string_at(address + offset // 8, (offset % 8 + length + 7) // 8)
    first = offset % 8
    return [bool(data[(first + i) >> 3] >> ((first + i) & 7) & 1) for i in range(length)]


def _unfixed(piece: Array, code: str) -> List[Any]:
    if piece.length == 0:
        return []
    size = struct.calcsize("=" + code)
    address = piece.buffers[1]
    data = ctypes.string_at((address or 0) + piece.offset * size, piece.length * size)
    return list(struct.unpack(f"={piece.length}{code}", data))


def _texts(piece: Array, wide: bool) -> List[str]:
    if piece.length == 0:
        return []
    code, size = ("q", 8) if wide else ("i", 4)
    raw = ctypes.string_at((piece.buffers[1] or 0) + piece.offset * size, (piece.length + 1) * size)
    ends = struct.unpack(f"={piece.length + 1}{code}", raw)
    data = ctypes.string_at((piece.buffers[2] or 0) + ends[0], ends[-1] - ends[0]) if ends[-1] > ends[0] else b""
    begin = ends[0]
    return [data[ends[i] - begin : ends[i + 1] - begin].decode("utf-8") for i in range(piece.length)]


def _views(piece: Array) -> List[str]:
    """Texts up to 12 bytes lie in the view, longer ones in the buffer that it names."""
    if piece.length == 0:
        return []
    raw = ctypes.string_at((piece.buffers[1] or 0) + piece.offset * 16, piece.length * 16)
    texts = []
    for at in range(0, len(raw), 16):
        (size,) = struct.unpack_from("=i", raw, at)
        if size <= 12:
            texts.append(raw[at + 4 : at + 4 + size].decode("utf-8"))
        else:
            buffer, offset = struct.unpack_from("=ii", raw, at + 8)
            texts.append(ctypes.string_at((piece.buffers[2 + buffer] or 0) + offset, size).decode("utf-8"))
    return texts


def moment(ticks: int, per_second: int) -> datetime.datetime:
    """Parts of a microsecond are cut off."""
    return _MOMENT + datetime.timedelta(microseconds=ticks * 10**6 // per_second)


def zone(name: str) -> datetime.tzinfo:
    """A zone by its name, or by its distance from UTC; UTC where this Python does not know it."""
    if name.upper() in ("UTC", "Z", "+00:00"):
        return datetime.timezone.utc
    try:
        if name[:1] in "+-":
            sign = -1 if name[0] == "-" else 1
            hours, _, minutes = name[1:].partition(":")
            return datetime.timezone(sign * datetime.timedelta(hours=int(hours), minutes=int(minutes or 0)))
        import zoneinfo

        return zoneinfo.ZoneInfo(name)
    except Exception:
        return datetime.timezone.utc


def _moments(piece: Array, format_text: str) -> List[Any]:
    per_second, name = _TICKS[format_text[2]], format_text[4:]
    raw = _unfixed(piece, "q")
    flags = valid_flags(piece)
    moments = [moment(ticks, per_second) if flags is None or flags[i] else None for i, ticks in enumerate(raw)]
    if not name:
        return moments
    place = zone(name)
    return [None if m is None else m.replace(tzinfo=datetime.timezone.utc).astimezone(place) for m in moments]


def time_of(ticks: int, per_second: int) -> datetime.time:
    return (_MOMENT + datetime.timedelta(microseconds=ticks * 10**6 // per_second)).time()


def _decimals(piece: Array, format_text: str) -> List[Any]:
    numbers = [int(part) for part in format_text[2:].split(",")]
    width, scale = (numbers[2] if len(numbers) == 3 else 128) // 8, numbers[1]
    if piece.length == 0:
        return []
    raw = ctypes.string_at((piece.buffers[1] or 0) + piece.offset * width, piece.length * width)
    return [decimal_of(int.from_bytes(raw[at : at + width], "little", signed=True), scale)
            for at in range(0, len(raw), width)]  # fmt: skip


def decimal_of(whole: int, scale: int) -> decimal.Decimal:
    return decimal.Decimal((int(whole < 0), tuple(int(digit) for digit in str(abs(whole))), -scale))


def _undictionary(field: Field, piece: Array) -> List[Any]:
    assert field.dictionary is not None and piece.dictionary is not None
    entries = decoded(field.dictionary, [piece.dictionary])
    flags = valid_flags(piece)
    codes = _unfixed(piece, _FIXED[field.format])
    return [entries[code] if flags is None or flags[i] else None for i, code in enumerate(codes)]


def _raw(field: Field, piece: Array) -> List[Any]:
    text = field.format
    if field.dictionary is not None:
        return _undictionary(field, piece)
    if text == "n":
        return [None] * piece.length
    if text == "b":
        return _unpacked(piece.buffers[1] or 0, piece.offset, piece.length) if piece.length else []
    if text in _FIXED:
        return _unfixed(piece, _FIXED[text])
    if text in ("u", "U"):
        return _texts(piece, text == "U")
    if text == "vu":
        return _views(piece)
    if text == "tdD":
        return [datetime.date.fromordinal(_EPOCH + day) if -_EPOCH < day < 2932897 else None for day in _unfixed(piece, "i")]
    if text == "tdm":
        return [moment(ticks, 1000).date() for ticks in _unfixed(piece, "q")]
    if text.startswith("ts"):
        return _moments(piece, text)
    if text.startswith("tt"):
        return [time_of(ticks, _TICKS[text[2]]) for ticks in _unfixed(piece, "i" if text[2] in "sm" else "q")]
    if text.startswith("d:"):
        return _decimals(piece, text)
    raise ValueError(f"values of the Arrow format {text!r} cannot be shown")


def decoded(field: Field, pieces: Sequence[Array]) -> List[Any]:
    """All values of a column."""
    values: List[Any] = []
    for piece in pieces:
        some = _raw(field, piece)
        flags = valid_flags(piece)
        if flags is not None:
            some = [value if flag else None for value, flag in zip(some, flags)]
        values.extend(some)
    return values


def like(values: List[Any], kind: str, nan: bool) -> List[Any]:
    """Values that the library made, in the kind of value that the column had before, where all of them fit.
    `nan`: a missing value was a NaN, not None."""
    convert = _BACK.get(kind)
    if convert is not None:
        try:
            values = [None if value is None else convert(value) for value in values]
        except (ValueError, TypeError, OverflowError, decimal.InvalidOperation):
            pass
    if nan and kind in ("float", "null"):
        values = [math.nan if value is None else value for value in values]
    return values


def whole(value: Any) -> int:
    """The same number as an int; an error where it has a fraction."""
    number = int(value)
    if isinstance(value, bool) or (not isinstance(value, str) and number != value):
        raise ValueError(value)
    return number


def truth(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    return {"true": True, "false": False}[value] if isinstance(value, str) and value in ("true", "false") else _no(value)


def _no(value: Any) -> Any:
    raise ValueError(value)


def moment_of(value: Any) -> datetime.datetime:
    """Of the texts of the library, such as 2020-01-31T23:59:59.5Z, and of dates."""
    if isinstance(value, datetime.datetime):
        return value
    if isinstance(value, datetime.date):
        return datetime.datetime(value.year, value.month, value.day)
    text = value.replace("T", " ")
    instant = text.endswith("Z")
    text, _, fraction = text.rstrip("Z").partition(".")
    found = datetime.datetime.strptime(text if " " in text else text + " 00:00:00", "%Y-%m-%d %H:%M:%S")
    found += datetime.timedelta(microseconds=int((fraction + "000000")[:6]))
    return found.replace(tzinfo=datetime.timezone.utc) if instant else found


def clock_of(value: Any) -> datetime.time:
    return value if isinstance(value, datetime.time) else moment_of("1970-01-01T" + value).time()


def exact_decimal(value: Any) -> decimal.Decimal:
    return value if isinstance(value, decimal.Decimal) else decimal.Decimal(str(value))


def _date_of(value: Any) -> Any:
    return value if isinstance(value, datetime.date) else datetime.date.fromisoformat(value)


_BACK: dict[str, Callable[[Any], Any]] = {
    "int": whole,
    "float": float,
    "bool": truth,
    "date": _date_of,
    "moment": moment_of,
    "instant": moment_of,
    "time": clock_of,
    "decimal": exact_decimal,
}
