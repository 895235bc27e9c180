"""Which records of an original and of a masked DataFrame belong together."""

from __future__ import annotations

from functools import cached_property
from typing import Any, List, NamedTuple, Optional, Tuple

from .._errors import Error
from ._columns import column
from ._records import NUMBER, numbered
from ._sampling import Share, sample, table_of

OTHER = "__sfumato_other"
_TYPES = (
    "byte", "short", "integer", "long", "float", "double", "string", "boolean", "date", "timestamp", "timestamp_ntz",
    "decimal", "char", "varchar",
)  # fmt: skip


class Pair(NamedTuple):
    """Two frames of the same records, which have numbers, and the columns that both have."""

    original: Any
    masked: Any
    columns: List[str]
    rows: int


def paired(original: Any, masked: Any, row_number: Optional[str], record_key: Optional[str]) -> Optional[Pair]:
    """Both frames, where they have the same records by their numbers, keys or places."""
    frames = []
    for frame in (original, masked):
        if NUMBER in frame.columns:
            frames.append(frame)
            continue
        if any(name is not None and name not in frame.columns for name in (row_number, record_key)):
            return None
        try:
            frames.append(numbered(frame, row_number, record_key).data)
        except Error:
            if row_number is not None or record_key is not None:
                raise
            return None
    both = [name for name in masked.columns if name in original.columns and name != NUMBER]
    plain = [name for name in both if all(frame.schema[name].dataType.typeName() in _TYPES for frame in frames)]
    pair = Pair(frames[0], frames[1], plain, original.count())
    return pair if pair.rows == masked.count() and _same_numbers(pair) else None


def _same_numbers(pair: Pair) -> bool:
    other = pair.masked.select(column(NUMBER).alias(OTHER))
    return bool(pair.original.join(other, column(NUMBER) == column(OTHER), "left_semi").count() == pair.rows)


class Pairing:
    """Which records of both frames belong together, where that is asked for and known."""

    def __init__(
        self, original: Any, masked: Any, no_mapping: bool, row_number: Optional[str], record_key: Optional[str]
    ) -> None:
        self.original, self.masked, self._no_mapping = original, masked, no_mapping
        self.row_number, self.record_key = row_number, record_key

    @cached_property
    def pair(self) -> Optional[Pair]:
        if self.masked is None or self._no_mapping:
            return None
        return paired(self.original, self.masked, self.row_number, self.record_key)

    def sampled(self, read: List[str], sample_rows: int, seed: int) -> Tuple[List[Any], int]:
        """Tables of some records of both frames, the same ones where these belong together; how many records there are."""
        rows = self.pair.rows if self.pair is not None else self.original.count()
        share = Share(sample_rows, rows, seed)

        def there(frame: Any) -> List[str]:
            return [name for name in frame.columns if name in read]

        if self.pair is not None:
            return [table_of(share.of(frame), there(frame)) for frame in (self.pair.original, self.pair.masked)], rows
        tables = [sample(self.original, share, there(self.original), self.row_number, self.record_key)]
        if self.masked is not None:
            tables.append(sample(self.masked, share, there(self.masked)))
        return tables, rows
