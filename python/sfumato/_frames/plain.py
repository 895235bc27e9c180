"""A dict of lists: column names and their values. It needs no library at all, and the same types of values come back."""

from __future__ import annotations

import copy
from typing import Any, Dict, List, Optional, Sequence

from .._arrow import Batches, Stream
from .._errors import Error
from .._plain_columns import column_kind, encoded
from .._plain_values import decoded, like
from .source import SAME_ROWS, Source, lent_columns, one_batch


class PlainSource(Source):
    kind = "dict"

    def __init__(self, frame: Dict[Any, Any], what: str) -> None:
        super().__init__(frame, what)
        self.names = self.unique([self.name(label) for label in frame])
        self._labels = dict(zip(self.names, frame))
        self._values = {name: self._listed(label) for name, label in self._labels.items()}
        lengths = {len(values) for values in self._values.values()}
        if len(lengths) > 1:
            shown = ", ".join(f"{name!r}: {len(values)}" for name, values in list(self._values.items())[:5])
            raise Error(f"the columns of {what} differ in length ({shown})")
        self._sent: Optional[Batches] = None

    def _listed(self, label: Any) -> List[Any]:
        column = self.frame[label]
        if isinstance(column, (str, bytes, dict, set, frozenset)) or not hasattr(column, "__iter__"):
            raise Error(
                f"column {label!r} of {self.what} is not a list, but a value of type {type(column).__name__}",
                hint="a frame of plain Python is a dict with a list of values for each column",
            )
        tolist = getattr(column, "tolist", None)
        try:
            return list(tolist() if callable(tolist) else column)
        except MemoryError as error:
            raise Error(f"column {label!r} of {self.what} has more values than fit into memory") from error

    def _batches(self) -> Batches:
        if self._sent is None:
            fields, arrays = [], []
            for name, values in self._values.items():
                field, array = encoded(name, values, f"{self.what}, column {name!r}")
                fields.append(field)
                arrays.append(array)
            self._sent = one_batch(fields, arrays, len(next(iter(self._values.values()), [])))
        return self._sent

    def stream(self) -> Stream:
        return self._batches().stream()

    def restore(self, stream: Stream, mapping: str = SAME_ROWS, rows: Optional[Sequence[int]] = None) -> Any:
        table = stream.read()
        lent = lent_columns(self._sent, table)
        result: Dict[Any, Any] = {}
        for place, field in enumerate(table.fields):
            label = self._labels.get(field.name, field.name)
            original = self._values.get(field.name)
            if original is not None and lent[field.name]:
                result[label] = copy.copy(original)
                continue
            values = decoded(field, table.column(place))
            if original is not None:
                kind = column_kind(original, field.name)
                absent = [value for value in original if value is None or value != value]
                values = like(values, kind, bool(absent) and all(value is not None for value in absent))
            result[label] = values
        return result

    def made(self, stream: Stream) -> Any:
        return made(stream)


def made(stream: Stream) -> Dict[str, List[Any]]:
    table = stream.read()
    return {field.name: decoded(field, table.column(place)) for place, field in enumerate(table.fields)}
