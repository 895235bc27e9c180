"""Errors of the library in tasks. Spark knows them as text only: the parts of an error go with the text, and come back as the
error that one machine would give."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Optional, Sequence

from .._errors import Error

_MARK = "in a task of sfumato: "
Task = Callable[[Iterator[Any]], Iterator[Any]]


class TaskError(Exception):
    """An error of the library, as a task raises it."""

    def __init__(self, error: Error) -> None:
        super().__init__(f"{error}\n{_MARK}{parts_of(error)}")


def parts_of(error: Error) -> str:
    """The parts of an error as one text."""
    return json.dumps([error.message, error.parameter, error.hint, error.code, error.status])


def error_from(parts: str) -> Error:
    return Error(*json.loads(parts))


def in_tasks(frame: Any, task: Task, schema: Any) -> Any:
    """``frame.mapInArrow``, for columns of any names, whose errors errors_of_tasks() knows."""
    names = list(frame.columns)
    if any("." in name or "`" in name for name in names):  # which Spark does not take here
        frame = frame.toDF(*[f"c{place}" for place in range(len(names))])
    else:
        names = []

    def guarded(batches: Iterator[Any]) -> Iterator[Any]:
        try:
            yield from task(_renamed(batches, names) if names else batches)
        except Error as error:
            raise TaskError(error) from error

    return frame.mapInArrow(guarded, schema)


def _renamed(batches: Iterator[Any], names: Sequence[str]) -> Iterator[Any]:
    import pyarrow as pa

    for batch in batches:
        yield pa.RecordBatch.from_arrays(batch.columns, names=list(names))


@contextmanager
def errors_of_tasks() -> Iterator[None]:
    """Around what Spark computes (as a decorator, too): an error of the library in a task is that error."""
    try:
        yield
    except Error:
        raise
    except Exception as error:
        found = _told(str(error))
        if found is None:
            raise
        raise found from error


def _told(text: str) -> Optional[Error]:
    begin = text.find(_MARK)
    if begin < 0:
        return None
    try:
        parts, _ = json.JSONDecoder().raw_decode(text, begin + len(_MARK))
    except ValueError:  # Spark has cut the text
        return None
    return Error(*parts)
