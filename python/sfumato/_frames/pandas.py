"""Data frames of pandas 2 and 3, with and without pyarrow: columns go out from the memory of numpy, and come back with
index, labels, dtypes and attributes. A column that the library left alone is the column of the original."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

from .._arrow import Batches, Stream
from .pandas_columns import Sent, send
from .pandas_values import received, received_like
from .source import SAME_ROWS, Source, lent_columns, one_batch


class PandasSource(Source):
    kind = "pandas"

    def __init__(self, frame: Any, what: str) -> None:
        super().__init__(frame, what)
        self.names = self.unique([self.name(label) for label in frame.columns])
        self._places = {name: place for place, name in enumerate(self.names)}
        self._columns: Optional[Dict[str, Sent]] = None
        self._batches: Optional[Batches] = None

    def _sent(self) -> Batches:
        if self._batches is None:
            self._columns = {}
            for place, name in enumerate(self.names):
                self._columns[name] = send(self.frame.iloc[:, place], name, f"{self.what}, column {name!r}")
            columns = list(self._columns.values())
            self._batches = one_batch([one.field for one in columns], [one.array for one in columns], len(self.frame))
        return self._batches

    def stream(self) -> Stream:
        return self._sent().stream()

    def restore(self, stream: Stream, mapping: str = SAME_ROWS, rows: Optional[Sequence[int]] = None) -> Any:
        table = stream.read()
        index = self._index(table.rows, mapping, rows)
        lent = lent_columns(self._batches, table)
        made: List[Any] = []
        labels: List[Any] = []
        for place, field in enumerate(table.fields):
            before = self._places.get(field.name)
            labels.append(field.name if before is None else self.frame.columns[before])
            pieces = table.column(place)
            if before is None:
                made.append(received(field, pieces))
            elif lent[field.name]:
                made.append(_own_copy(self.frame.iloc[:, before]))
            else:
                assert self._columns is not None
                made.append(received_like(field, pieces, self.frame.iloc[:, before], self._columns[field.name]))
            table_done(table, place)
        return self._frame(made, labels, index)

    def _frame(self, columns: List[Any], labels: List[Any], index: Any) -> Any:
        import pandas as pd

        frame = framed(columns, index)
        kept = [label for label in labels if label in self.frame.columns]
        if len(kept) == len(labels) == len(self.frame.columns) and kept == list(self.frame.columns):
            frame.columns = self.frame.columns  # with its names and type
        else:
            frame.columns = _labelled(labels, self.frame.columns)
        if type(self.frame) is not pd.DataFrame:
            frame = self.frame._constructor(frame)  # how pandas makes a frame of a derived class
        frame.attrs = dict(self.frame.attrs)
        return frame

    def _index(self, count: int, mapping: str, rows: Optional[Sequence[int]]) -> Any:
        """The labels of the records, where it is known which they are and the release says so; numbers from 0 otherwise.
        Shuffled records have no label, since it would undo the shuffling."""
        import pandas as pd

        if rows is not None and len(rows) == count and mapping != "none":
            return self.frame.index.take(list(rows))
        if mapping == SAME_ROWS and count == len(self.frame):
            return self.frame.index
        return pd.RangeIndex(count)

    def made(self, stream: Stream) -> Any:
        return made(stream)


def table_done(table: Batches, place: int) -> None:
    """Lets go of a column that was copied."""
    for batch in table.arrays:
        batch.children[place].owner = None


def _labelled(labels: List[Any], before: Any) -> Any:
    import pandas as pd

    if isinstance(before, pd.MultiIndex):
        levels = before.nlevels
        tuples = [label if isinstance(label, tuple) else (label,) + ("",) * (levels - 1) for label in labels]
        return pd.MultiIndex.from_tuples(tuples, names=before.names)
    return pd.Index(labels, name=before.name)


def _own_copy(series: Any) -> Any:
    """Values that can be changed without changing the original's; pandas 3 copies only then."""
    import pandas as pd

    lazy = int(pd.__version__.split(".")[0]) >= 3
    return series.copy(deep=not lazy)


def framed(columns: List[Any], index: Any) -> Any:
    """A frame of arrays and series, whose columns are numbered. Objects stay objects."""
    import pandas as pd

    series = {}
    for place, values in enumerate(columns):
        if isinstance(values, pd.Series):
            values.index = index
            series[place] = values
        else:
            kept = object if str(getattr(values, "dtype", "")) == "object" else None
            series[place] = pd.Series(values, index=index, dtype=kept, copy=False)
    return pd.DataFrame(series, index=index, copy=False)


def made(stream: Stream) -> Any:
    import pandas as pd

    table = stream.read()
    columns = [received(field, table.column(place)) for place, field in enumerate(table.fields)]
    frame = framed(columns, pd.RangeIndex(table.rows))
    frame.columns = pd.Index([field.name for field in table.fields])
    return frame


__all__ = ["PandasSource", "made"]
