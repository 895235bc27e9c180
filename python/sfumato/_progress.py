"""How far a job is: a bar on a terminal and in a notebook, or the caller's own function. A bar appears only when a job
takes a while, and disappears when it ends."""

from __future__ import annotations

import sys
import time
from typing import Any, Callable, Optional, Union

from ._errors import Error

Show = Union[None, bool, Callable[[float, str], Any]]
_PATIENCE = 0.5  # seconds before a bar appears
_WIDTH = 30


class Progress:
    """Shows nothing; the base of what does."""

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *raised: Any) -> None:
        self.end()

    def report(self, done: float, what: str) -> bool:
        """Shows how far the job is; True asks it to stop."""
        return False

    def end(self) -> None:
        """Removes what was shown."""


class Calls(Progress):
    """Calls the caller's function, on the caller's thread."""

    def __init__(self, function: Callable[[float, str], Any]) -> None:
        self._function = function

    def report(self, done: float, what: str) -> bool:
        return bool(self._function(done, what))


class _Bar(Progress):
    def __init__(self, patience: float = _PATIENCE) -> None:
        self._begin = time.monotonic() + patience
        self._shown = ""

    def report(self, done: float, what: str) -> bool:
        text = bar_text(done, what)
        if time.monotonic() >= self._begin and text != self._shown:
            self.show(text, done)
            self._shown = text
        return False

    def show(self, text: str, done: float) -> None:
        raise NotImplementedError


class TerminalBar(_Bar):
    """A line on the standard error stream that is drawn again and again."""

    def show(self, text: str, done: float) -> None:
        sys.stderr.write("\r" + text + " " * max(0, len(self._shown) - len(text)))
        sys.stderr.flush()

    def end(self) -> None:
        if self._shown:
            sys.stderr.write("\r" + " " * len(self._shown) + "\r")
            sys.stderr.flush()


class NotebookBar(_Bar):
    """A display of the notebook that is updated; it is cleared at the end."""

    _handle: Any = None

    def show(self, text: str, done: float) -> None:
        from IPython.display import HTML, display  # type: ignore[import-not-found, unused-ignore]

        page = HTML(f'<progress value="{done:.4f}" max="1" style="width:20em"></progress> <code>{_name(text)}</code>')
        if self._handle is None:
            self._handle = display(page, display_id=True)
        else:
            self._handle.update(page)

    def end(self) -> None:
        if self._handle is not None:
            from IPython.display import HTML

            self._handle.update(HTML(""))


def _name(text: str) -> str:
    return text.split("] ", 1)[-1].replace("&", "&amp;").replace("<", "&lt;")


def bar_text(done: float, what: str) -> str:
    """[##########--------------------]  33 % mask"""
    share = min(1.0, max(0.0, done))
    full = int(share * _WIDTH)
    return f"[{'#' * full}{'-' * (_WIDTH - full)}] {int(100 * share):3d} % {what}"


def in_notebook() -> bool:
    """A shell of IPython that has a kernel, as notebooks have; nothing is imported to find out."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None and hasattr(ipython, "get_ipython") else None
    return shell is not None and hasattr(shell, "kernel")


def shower(show: Show) -> Progress:
    """What shows the progress of one job."""
    if callable(show):
        return Calls(show)
    if show is not None and not isinstance(show, bool):
        raise Error(
            f"progress cannot be {show!r}", "progress", "give None, True, False, or a function of the share that is done"
        )
    if show is False:
        return Progress()
    if in_notebook():
        return NotebookBar()
    stream: Optional[Any] = sys.stderr
    try:
        terminal = stream is not None and stream.isatty()
    except Exception:  # a closed stream, or something else than a stream
        terminal = False
    if terminal or (show is True and stream is not None):
        return TerminalBar(0.0 if show is True else _PATIENCE)
    return Progress()
