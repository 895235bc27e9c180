"""Data frames of polars, eager and lazy. Polars takes and gives Arrow streams itself; columns that the library changed
are cast back where every value fits."""

from __future__ import annotations

from typing import Any, Optional, Sequence

from .._arrow import Stream
from .._errors import Error
from .source import SAME_ROWS, Source


class PolarsSource(Source):
    kind = "polars"

    def __init__(self, frame: Any, what: str) -> None:
        super().__init__(frame, what)
        import polars as pl

        self._lazy = isinstance(frame, pl.LazyFrame)
        try:
            self._eager = frame.collect() if self._lazy else frame
        except pl.exceptions.PolarsError as error:
            raise Error(f"{what} cannot be collected: {error}") from error
        self.names = self.unique(self._eager.columns)

    def stream(self) -> Stream:
        return Stream.of_capsule(self._eager.__arrow_c_stream__())

    def restore(self, stream: Stream, mapping: str = SAME_ROWS, rows: Optional[Sequence[int]] = None) -> Any:
        import polars as pl

        table = made(stream)
        columns = []
        for column in table.get_columns():
            if column.name in self._eager.columns:
                column = like(column, self._eager.get_column(column.name).dtype)
            columns.append(column)
        frame = pl.DataFrame(columns)
        return frame.lazy() if self._lazy else frame

    def made(self, stream: Stream) -> Any:
        frame = made(stream)
        return frame.lazy() if self._lazy else frame


def made(stream: Stream) -> Any:
    import polars as pl

    return pl.DataFrame(stream)


def like(column: Any, wanted: Any) -> Any:
    """The column in the wanted type, or as it is where a value does not fit."""
    import polars as pl

    if column.dtype == wanted:
        return column
    try:
        return _cast(column, wanted)
    except (pl.exceptions.PolarsError, ValueError, TypeError):
        if column.dtype == pl.Categorical and wanted not in (pl.Categorical, pl.Enum):
            return column.cast(pl.String)
        return column


def _cast(column: Any, wanted: Any) -> Any:
    import polars as pl

    texts = column.dtype in (pl.Categorical, pl.Enum, pl.String)
    if isinstance(wanted, pl.Enum):
        try:
            return column.cast(pl.String).cast(wanted)
        except pl.exceptions.PolarsError:  # new categories
            found = column.cat.get_categories().to_list() if column.dtype == pl.Categorical else column.unique().to_list()
            return column.cast(pl.String).cast(pl.Enum([text for text in found if text is not None]))
    if texts and wanted == pl.Boolean:
        return _truths(column.cast(pl.String))
    if texts and wanted.is_temporal():
        return _moments(column.cast(pl.String), wanted)
    if texts:
        return column.cast(pl.String).cast(wanted)
    cast = column.cast(wanted)
    if column.dtype.is_float() and not _same(cast.cast(pl.Float64), column):
        raise ValueError("digits would be lost")
    return cast


def _same(left: Any, right: Any) -> bool:
    return bool((left.eq_missing(right)).all())


def _truths(column: Any) -> Any:
    import polars as pl

    present = column.drop_nulls()
    if not present.is_in(["true", "false"]).all():
        raise ValueError("other categories than true and false")
    return pl.select(pl.when(column.is_not_null()).then(column == "true").alias(column.name)).to_series()


def _moments(column: Any, wanted: Any) -> Any:
    import polars as pl

    if wanted == pl.Time:
        return column.str.to_time("%H:%M:%S%.f")
    if isinstance(wanted, pl.Datetime) and wanted.time_zone is not None:
        moments = column.str.strip_suffix("Z").str.to_datetime("%Y-%m-%dT%H:%M:%S%.f", time_unit=wanted.time_unit)
        return moments.dt.replace_time_zone("UTC").dt.convert_time_zone(wanted.time_zone)
    if isinstance(wanted, pl.Datetime):
        return column.str.to_datetime("%Y-%m-%dT%H:%M:%S%.f", time_unit=wanted.time_unit)
    return column.str.to_date("%Y-%m-%d")
