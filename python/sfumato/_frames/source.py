"""What all kinds of frames have in common: a source gives streams of its frame as often as asked, and makes frames of
the same kind."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence

from .._arrow import Array, Batches, Field, Stream
from .._errors import Error

SAME_ROWS = "same-rows"


class Source:
    """A frame that goes into the library.

    Attributes:
        kind: "pandas", "polars", "pyarrow", "duckdb", "dict" or "arrow".
        frame: the frame itself.
        names: the names of its columns as the library knows them.
    """

    kind = ""

    def __init__(self, frame: Any, what: str) -> None:
        self.frame = frame
        self.what = what
        self.names: List[str] = []

    def stream(self) -> Stream:
        """A stream of the frame, new for every call."""
        raise NotImplementedError

    def name(self, label: Any) -> str:
        """The name of a column as the library knows it: labels of pandas need not be texts."""
        return column_name(label)

    def restore(self, stream: Stream, mapping: str = SAME_ROWS, rows: Optional[Sequence[int]] = None) -> Any:
        """A frame of the same kind of what the library made of this one.

        Args:
            stream: a table that came out.
            mapping: which records it has, as the result's "mapping" says: "same-rows", "subset" or "none".
            rows: for each record of the stream its place in this frame, from 0, where that is known.
        """
        raise NotImplementedError

    def made(self, stream: Stream) -> Any:
        """A frame of the same kind of a table that is not a version of this one."""
        raise NotImplementedError

    def unique(self, names: Sequence[str]) -> List[str]:
        """The names, where no two are equal."""
        seen: Dict[str, int] = {}
        for name in names:
            seen[name] = seen.get(name, 0) + 1
        twice = [name for name, count in seen.items() if count > 1]
        if twice:
            shown = ", ".join(repr(name) for name in twice[:5])
            raise Error(f"{self.what} has several columns with the same name: {shown}", hint="rename all but one")
        for name in seen:
            if "\0" in name:  # Arrow ends a name there, and some producers end the process
                raise Error(
                    f"{self.what}: the name of the column {name!r} has a null character", self.argument, "rename the column"
                )
        return list(names)

    @property
    def argument(self) -> Optional[str]:
        """The argument that the frame was given as, for errors."""
        return self.what if self.what.isidentifier() else None


def column_name(label: Any) -> str:
    """The name under which a column goes in: labels of pandas and keys of a dict need not be texts."""
    return label if isinstance(label, str) else str(_plain_label(label))


def _plain_label(label: Any) -> Any:
    """Numbers of numpy look different as parts of a tuple."""
    if isinstance(label, tuple):
        return tuple(_plain_label(part) for part in label)
    item = getattr(label, "item", None)
    return item() if callable(item) and hasattr(label, "dtype") else label


def lent_columns(sent: Optional[Batches], returned: Batches) -> Dict[str, bool]:
    """Of each returned column whether it lies in the memory of the column of that name that was sent."""
    result = {}
    places = {field.name: place for place, field in enumerate(sent.fields)} if sent is not None else {}
    for place, field in enumerate(returned.fields):
        result[field.name] = False
        if sent is None or field.name not in places or sent.rows != returned.rows:
            continue
        if not field.same_type(sent.fields[places[field.name]]):
            continue
        ours, theirs = sent.column(places[field.name]), returned.column(place)
        result[field.name] = returned.rows == 0 or _same_pieces(ours, theirs)
    return result


def _same_pieces(ours: Sequence[Array], theirs: Sequence[Array]) -> bool:
    return len(ours) == len(theirs) and all(a.same_memory(b) for a, b in zip(ours, theirs))


def struct_field(fields: Sequence[Field]) -> Field:
    """The type of a whole table."""
    return Field("", "+s", 0, None, fields)


def one_batch(fields: Sequence[Field], columns: Sequence[Array], rows: int) -> Batches:
    return Batches(struct_field(fields), [Array(rows, [None], None, 0, 0, columns)])
