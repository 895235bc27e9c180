"""Frames that Spark stores while values are found: after an error, none of them stays stored."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Iterator, List, Optional

_stored: ContextVar[Optional[List[Any]]] = ContextVar("sfumato_stored", default=None)


def store(frame: Any) -> Any:
    """The frame, which Spark keeps in memory and on disk from its first use on."""
    from pyspark import StorageLevel

    kept = frame.persist(StorageLevel.MEMORY_AND_DISK)
    frames = _stored.get()
    if frames is not None:
        frames.append(kept)
    return kept


@contextmanager
def given_back_on_failure() -> Iterator[None]:
    """Frees the frames that were stored inside, if an error occurs."""
    frames: List[Any] = []
    token = _stored.set(frames)
    try:
        yield
    except BaseException:
        for frame in frames:
            frame.unpersist()
        raise
    finally:
        _stored.reset(token)
