"""Some of the records on the driver, for what needs all its records in one place: chosen by a hash of their numbers and a seed, so that
an original and its masked version give the same records, whatever the partitions."""

from __future__ import annotations

from typing import Any, List, NamedTuple, Optional

from .._errors import Error
from ._columns import column
from ._records import NUMBER, numbered

SAMPLE_ROWS = 100_000
"""Records that are taken to the driver where a function is given no other ``sample_rows``."""


def checked_sample_rows(sample_rows: Any, least: int = 1) -> int:
    if isinstance(sample_rows, bool) or not isinstance(sample_rows, int) or sample_rows < least:
        raise Error(f"sample_rows must be a whole number from {least} on", "sample_rows")
    return sample_rows


class Share(NamedTuple):
    """Which records are taken: about `most` of `rows`, or all where there are no more."""

    most: int
    rows: int
    seed: int

    def of(self, records: Any) -> Any:
        """Those of a frame with numbers."""
        from pyspark.sql import functions as F

        if self.rows <= self.most:
            return records
        below = int(2**32 * self.most / self.rows)
        hashed = F.xxhash64(F.col(NUMBER), F.lit(str(self.seed))).bitwiseAND(F.lit(2**32 - 1))
        return records.where(hashed < F.lit(below))

    def of_any_order(self, frame: Any) -> Any:
        """Those of a frame whose records have no numbers: Spark draws them."""
        return frame if self.rows <= self.most else frame.sample(fraction=self.most / self.rows, seed=self.seed % 2**63)


def table_of(records: Any, columns: List[str]) -> Any:
    """Records with numbers as a table of pyarrow, in the order of the numbers."""
    table = records.select(*[column(name) for name in columns], NUMBER).toArrow()
    return table.sort_by(NUMBER).drop_columns([NUMBER])


def sample(
    data: Any, share: Share, columns: List[str], row_number: Optional[str] = None, record_key: Optional[str] = None
) -> Any:
    """The columns of some records, in the order of their numbers where these are known."""
    try:
        records = data if NUMBER in data.columns else numbered(data, row_number, record_key).data
    except Error:
        if row_number is not None or record_key is not None:
            raise
        return share.of_any_order(data.select(*[column(name) for name in columns])).toArrow()
    return table_of(share.of(records), columns)
