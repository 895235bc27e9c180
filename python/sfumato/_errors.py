"""What goes wrong: one exception for everything that a request, its data or the library can have wrong.
It has the parts of an error of the library apart, so that a program can act on them."""

from __future__ import annotations

from typing import Any, Optional


class Error(Exception):
    """A request that cannot be done.

    Attributes:
        message: what is wrong, and where.
        parameter: the parameter that is wrong, in Python's spelling (``keep_moments``), or None.
        hint: what to do, or an empty text.
        code: ``bad_input``, ``refused``, ``input_output``, ``interrupted`` or ``internal``.
        status: the exit status of the program for the same error: 1, 2, 3 or 130.
    """

    def __init__(
        self,
        message: str,
        parameter: Optional[str] = None,
        hint: str = "",
        code: str = "bad_input",
        status: int = 2,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.parameter = parameter
        self.hint = hint
        self.code = code
        self.status = status

    def __str__(self) -> str:
        return f"{self.message}\n  {self.hint}" if self.hint else self.message

    def __reduce__(self) -> Any:
        return (type(self), (self.message, self.parameter, self.hint, self.code, self.status))
