"""Relations of DuckDB. A relation is read once, before anything else happens to its connection; what comes back is a
relation of the same connection, whose columns are cast to the types that they had: ENUM, HUGEINT, UUID."""

from __future__ import annotations

from typing import Any, List, Optional, Sequence

from .._arrow import Batches, Field, Stream
from .arrow import ArrowTable, drained
from .source import SAME_ROWS, Source, lent_columns

_VIEW = "sfumato_unused_view"  # DuckDB wants a name for the relation that a query starts from


class DuckdbSource(Source):
    kind = "duckdb"

    def __init__(self, frame: Any, what: str) -> None:
        super().__init__(frame, what)
        self.names = self.unique(list(frame.columns))
        self._types = dict(zip(self.names, frame.types))
        self._sent = drained(frame, what)

    def stream(self) -> Stream:
        return self._sent.stream()

    def restore(self, stream: Stream, mapping: str = SAME_ROWS, rows: Optional[Sequence[int]] = None) -> Any:
        table = stream.read()
        lent = lent_columns(self._sent, table)
        columns = [self._column(table, field, lent[field.name]) for field in table.fields]
        return self._query(f"SELECT {', '.join(columns)} FROM sfumato_table", ArrowTable(table))

    def made(self, stream: Stream) -> Any:
        return self._query("SELECT * FROM sfumato_table", ArrowTable(stream.read()))

    def _query(self, text: str, sfumato_table: ArrowTable) -> Any:
        # DuckDB finds the table by the name of the local variable.
        return self.frame.query(_VIEW, text)

    def _column(self, table: Batches, field: Field, lent: bool) -> str:
        """An expression that gives the column its type, where every value fits."""
        name = _quoted(field.name)
        wanted = self._types.get(field.name)
        if wanted is None:
            return name if field.dictionary is None else f"CAST({name} AS VARCHAR) AS {name}"
        sql_type = str(wanted)
        if lent or self._fits(table, field, sql_type):
            return f"CAST({name} AS {sql_type}) AS {name}"
        if field.dictionary is None:
            return name
        if sql_type.startswith("ENUM("):
            return f"CAST({name} AS ENUM({self._categories(table, name)})) AS {name}"
        return f"CAST({name} AS VARCHAR) AS {name}"

    def _fits(self, table: Batches, field: Field, sql_type: str) -> bool:
        name = _quoted(field.name)
        cast = f"TRY_CAST({name} AS {sql_type})"
        same = f"{cast} IS NOT NULL"
        if field.format in ("g", "l") and field.dictionary is None:  # a cast to whole numbers rounds
            same = f"CAST({cast} AS {'DOUBLE' if field.format == 'g' else 'BIGINT'}) IS NOT DISTINCT FROM {name}"
        query = f"SELECT count(*) FROM sfumato_table WHERE {name} IS NOT NULL AND NOT ({same})"
        try:
            return bool(self._query(query, ArrowTable(table)).fetchall()[0][0] == 0)
        except Exception:  # DuckDB has no such cast
            return False

    def _categories(self, table: Batches, name: str) -> str:
        query = f"SELECT DISTINCT CAST({name} AS VARCHAR) AS x FROM sfumato_table WHERE {name} IS NOT NULL ORDER BY x"
        texts: List[str] = [row[0] for row in self._query(query, ArrowTable(table)).fetchall()]
        return ", ".join("'" + text.replace("'", "''") + "'" for text in texts)


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
