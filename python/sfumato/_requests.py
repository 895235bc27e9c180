"""Requests as the JSON texts that the library reads, made of what Python programs have at hand: numbers of numpy, paths,
sets, dates. What JSON cannot say is refused with the place where it stands."""

from __future__ import annotations

import datetime
import decimal
import enum
import json
import math
import os
from typing import Any, Mapping

from ._errors import Error

_DEEPEST = 100
_LONGEST = 10_000_000  # items of a list; tables go beside the request


def request_text(request: Mapping[str, Any]) -> bytes:
    """The request in UTF-8. Raises Error for values that have no form in JSON."""
    text = json.dumps(_plain(request, "", 0), ensure_ascii=False, allow_nan=False)
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise Error("a text of the request is not valid Unicode", hint="it has a lone surrogate") from error


def _refuse(place: str, what: str, hint: str = "") -> Error:
    parameter = place.split(".")[-1].split("[")[0].replace("-", "_") or None
    return Error(f"{place.replace('-', '_') or 'the request'}: {what}", parameter, hint)


def _number(value: float, place: str) -> float:
    if not math.isfinite(value):
        raise _refuse(place, f"{value} is not a number that can be used", "leave the parameter out, or give a finite number")
    return value


def _key(key: Any, place: str) -> str:
    if isinstance(key, str):
        return key
    if isinstance(key, bool) or not hasattr(type(key), "__index__"):
        raise _refuse(place, f"a name must be a text, not {type(key).__name__}")
    return str(key)  # names of columns can be numbers


def _plain(value: Any, place: str, depth: int) -> Any:
    if depth > _DEEPEST:
        raise _refuse(place, "it is nested too deeply, or contains itself")
    if value is None or isinstance(value, (bool, str)):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, enum.Enum):
        return _plain(value.value, place, depth + 1)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return _number(float(value), place)
    if isinstance(value, decimal.Decimal):
        return _number(float(value), place)
    if isinstance(value, Mapping):
        inside = place + "." if place else ""
        return {_key(key, place): _plain(item, f"{inside}{key}", depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, f"{place}[{i}]", depth + 1) for i, item in enumerate(value)]
    if isinstance(value, (set, frozenset)):
        return [_plain(item, place, depth + 1) for item in sorted(value, key=lambda item: (str(type(item)), str(item)))]
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, os.PathLike):
        return os.fsdecode(value)
    return _plain(_of_library(value, place), place, depth + 1)


def _of_library(value: Any, place: str) -> Any:
    """Scalars and vectors of numpy, pandas, polars and their kind, by the methods that they share."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        raise _refuse(place, "bytes cannot be used", "give a text")
    for method in ("tolist", "to_list", "to_pylist", "as_py", "item"):
        function = getattr(value, method, None)
        if callable(function) and not isinstance(value, type):
            try:
                plain = function()
            except Exception as error:
                raise _refuse(place, f"{type(value).__name__} cannot be used: {error}") from error
            if type(plain) is not type(value):
                return plain
    if hasattr(type(value), "__index__"):
        return int(value.__index__())
    if isinstance(value, range) or hasattr(value, "__iter__") and hasattr(value, "__len__"):
        if len(value) > _LONGEST:
            raise _refuse(place, f"it has {len(value)} items", "give a shorter list")
        return list(value)
    raise _refuse(
        place,
        f"a value of type {type(value).__name__} cannot be used",
        "give a text, a number, True, False, None, a list or a dict",
    )
