"""Tables, record batches and readers of pyarrow. Columns that the library changed get their type back where every value
fits; a type that loses something is not used."""

from __future__ import annotations

from typing import Any, Optional, Sequence

from .._arrow import Stream
from .source import SAME_ROWS, Source


class PyarrowSource(Source):
    kind = "pyarrow"

    def __init__(self, frame: Any, what: str) -> None:
        super().__init__(frame, what)
        import pyarrow as pa

        self._pa = pa
        self._table = frame
        if isinstance(frame, pa.RecordBatchReader):
            self._table = frame.read_all()  # it can be read once
        elif isinstance(frame, pa.RecordBatch):
            self._table = pa.Table.from_batches([frame])
        self.names = self.unique(self._table.column_names)

    def stream(self) -> Stream:
        return Stream.of_capsule(self._table.__arrow_c_stream__())

    def restore(self, stream: Stream, mapping: str = SAME_ROWS, rows: Optional[Sequence[int]] = None) -> Any:
        return self._packed(restored(self._pa.table(stream), self._table))

    def made(self, stream: Stream) -> Any:
        return self._packed(self._pa.table(stream))

    def _packed(self, table: Any) -> Any:
        pa = self._pa
        if isinstance(self.frame, pa.RecordBatchReader):
            return table.to_reader()
        if isinstance(self.frame, pa.RecordBatch):
            batches = table.combine_chunks().to_batches()
            return batches[0] if batches else pa.RecordBatch.from_pylist([], schema=table.schema)
        return table


def made(stream: Stream) -> Any:
    import pyarrow as pa

    return pa.table(stream)


def restored(table: Any, original: Any) -> Any:
    """The table with the types, and the metadata, that its columns had."""
    import pyarrow as pa

    fields, columns = [], []
    for place, field in enumerate(table.schema):
        column = table.column(place)
        found = original.schema.get_field_index(field.name)
        if found >= 0:
            before = original.schema.field(found)
            column = like(column, before.type)
            nullable = before.nullable or column.null_count > 0
            field = pa.field(field.name, column.type, nullable, before.metadata)
        fields.append(field)
        columns.append(column)
    return pa.table(columns, schema=pa.schema(fields, original.schema.metadata))


def like(column: Any, wanted: Any) -> Any:
    """A chunked array in the wanted type, or as it is where a value does not fit."""
    import pyarrow as pa

    if column.type == wanted:
        return column
    try:
        return _cast(column, wanted)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowTypeError, pa.ArrowKeyError):
        return _plain_texts(column, wanted)


def _cast(column: Any, wanted: Any) -> Any:
    import pyarrow as pa
    import pyarrow.compute as pc

    types = pa.types
    if types.is_dictionary(wanted):
        values = like(_decoded(column), wanted.value_type)
        if values.type != wanted.value_type:
            raise pa.ArrowInvalid("another type of category")
        return _categories(values, column, wanted)
    if types.is_dictionary(column.type):
        column = _decoded(column)
    if types.is_timestamp(wanted) and types.is_string(column.type):
        if wanted.tz is not None:
            return column.cast(pa.timestamp(wanted.unit, "UTC")).cast(wanted)
        return column.cast(wanted)
    if types.is_time(wanted) and types.is_string(column.type):
        moments = pc.binary_join_element_wise("1970-01-01T", column, "").cast(pa.timestamp(wanted.unit))
        return moments.cast(wanted)
    if types.is_boolean(wanted) and types.is_string(column.type):
        return column.cast(wanted)
    if types.is_decimal(wanted) and types.is_string(column.type):
        return column.cast(wanted)
    result = column.cast(wanted)  # safe: an error where an integer has a fraction or does not fit
    if types.is_floating(column.type) and (types.is_decimal(wanted) or types.is_floating(wanted)):
        # By way of texts, since a decimal does not become the nearest double otherwise.
        again = result.cast(pa.string()).cast(pa.float64()) if types.is_decimal(wanted) else result.cast(pa.float64())
        if not pc.all(pc.equal(again, column), min_count=0).as_py():
            raise pa.ArrowInvalid("digits would be lost")
    return result


def _decoded(column: Any) -> Any:
    import pyarrow as pa

    return column.cast(column.type.value_type) if pa.types.is_dictionary(column.type) else column


def _categories(values: Any, column: Any, wanted: Any) -> Any:
    """A dictionary column of the wanted type. Ordered categories stay in the order in which they came out."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not pa.types.is_dictionary(column.type):
        encoded = values.dictionary_encode()
        chunks = [pa.DictionaryArray.from_arrays(chunk.indices.cast(wanted.index_type), chunk.dictionary, ordered=wanted.ordered)
                  for chunk in encoded.unify_dictionaries().chunks]  # fmt: skip
        return pa.chunked_array(chunks, wanted)
    chunks = []
    for chunk in column.unify_dictionaries().chunks:
        dictionary = like(pa.chunked_array([chunk.dictionary]), wanted.value_type).combine_chunks()
        if isinstance(dictionary, pa.ChunkedArray):
            dictionary = pa.concat_arrays(dictionary.chunks) if dictionary.num_chunks else pa.array([], wanted.value_type)
        indices = chunk.indices.cast(wanted.index_type)
        chunks.append(pa.DictionaryArray.from_arrays(indices, dictionary, ordered=wanted.ordered))
    return pa.chunked_array(chunks, wanted)


def _plain_texts(column: Any, wanted: Any) -> Any:
    """What the library made, in its own type; texts in place of categories where the column had none."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type) and not pa.types.is_dictionary(wanted):
        return _decoded(column)
    return column
