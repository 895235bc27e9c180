"""What goes wrong: one exception for everything that a request, its data or the library can have wrong.
It has the parts of an error of the library apart, so that a program can act on them."""

from __future__ import annotations

import re
from typing import Any, Callable, List, Mapping, Optional, Tuple, Union


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


def error_of(document: Mapping[str, Any], status: int, request: Mapping[str, Any], inputs: Mapping[str, str]) -> Error:
    """An error of the library in Python's words.

    Args:
        document: the result's member "error".
        status: the exit status.
        request: the members of the request, where the parameter is looked for that an error is about.
        inputs: for each input the argument that it was given as.
    """
    message = document.get("message") or "the library failed without a message"
    hint = document.get("hint") or ""
    parameter = document.get("parameter")
    if isinstance(parameter, str) and parameter:
        spelled = parameter.replace("-", "_")
        message = message.replace(f"'{spelled.replace('_', '-')}'", f"'{spelled}'")
        if f"no parameter '{spelled}'" in message:
            hint = hint.replace("-", "_")  # a list of names
        parameter = f"{spelled}s" if spelled not in request and f"{spelled}s" in request else spelled
    else:
        message, parameter = _about(message, request, inputs)
    for wanted, made in _HINTS:
        hint = re.sub(wanted, made, hint)
    return Error(message, parameter, hint, document.get("code") or "internal", status)


def _about(message: str, request: Mapping[str, Any], inputs: Mapping[str, str]) -> Tuple[str, Optional[str]]:
    """The message with Python's names for inputs and members, and the argument that it is about, where that is known."""
    found = re.match(r"""the request's "([a-z]+)" (.*)""", message, re.DOTALL)
    if found:
        return f"{found[1]} {found[2]}", found[1]
    found = re.match(r"the schema of input '.*?', \[columns\.(.+?)\]: (([a-z]*).*)", message, re.DOTALL)
    if found:
        about = found[3] if found[3] in _DECLARED else "schema"
        return f"the schema of column '{found[1].strip(chr(34))}': {found[2]}", about
    found = re.match(r"input '(.+?)', (.*)", message, re.DOTALL)
    if found and found[1] in inputs:
        argument = inputs[found[1]]
        return f"{argument}, {found[2]}", argument if argument.isidentifier() else None
    found = re.match(r"there is no input '(.*)', which a parameter names", message, re.DOTALL)
    if found:
        return f"'{found[1]}' is not a table", _naming(found[1], request)
    found = re.match(r"no column '(.*)' in the data(, but it is declared)?", message, re.DOTALL)
    if found:
        return message, "schema" if found[2] else _naming(found[1], request)
    return message, next((argument for begin, argument in _ARGUMENTS.items() if message.startswith(begin)), None)


def _naming(column: str, request: Mapping[str, Any]) -> Optional[str]:
    """The member of a request that names a column."""
    for member, value in request.items():
        if member == "parameters" and isinstance(value, Mapping):
            found = _naming(column, value)
            if found is not None:
                return found
        elif isinstance(value, Mapping) and column in (*value, *(one for one in value.values() if isinstance(one, str))):
            return member.replace("-", "_")
        for text in value if isinstance(value, list) else [value]:
            setting, _, named = text.partition("=") if member == "set" and isinstance(text, str) else (member, "", text)
            if isinstance(named, str) and (column == named or column in [part.strip('"') for part in named.split(",")]):
                return str(setting).split(".")[-1].replace("-", "_")
    return None


_DECLARED = ("decimals", "domain", "hierarchy", "kind", "missing", "order")
_ARGUMENTS = {
    "there is no sample ": "name",
    "there is no rule ": "rule",
    "the rule ": "rule",
    "there is no format ": "format",
    "there is no protection ": "methods",
    "the recipe, ": "recipe",
    "a release is made by one method": "recipe",
    "the importance of ": "importance",
    "the level of ": "level",
    "the matrix ": "matrix",
    "the population ": "population",
    "the ptable, ": "ptable",
    "the regression of ": "regressions",
    "holdout is for ": "holdout",
    "levels and fix_margins ": "levels",
    "options of record keys ": "record_key",
}


def _of_group(text: str) -> Callable[[Any], str]:
    """The text with the name of the column that was found."""
    return lambda found: text.format(repr(found[1]), *found.groups())


# Hints that show how to write something on the command line, in a sidecar file or in JSON.
_HINTS: List[Tuple[str, Union[str, Callable[[Any], str]]]] = [
    (r"'sfumato (methods|measures)' lists (all of )?them", r"sfumato.\1 has a function for each of them"),
    (r"'sfumato sample' lists all of them", "sfumato.samples() lists all of them"),
    (r"see 'sfumato (methods|measures) ([a-z-]+)'", lambda found: f"see help(sfumato.{found[1]}.{found[2].replace('-', '_')})"),
    (r"'sfumato table tabulate'", "sfumato.tabulate"),
    (r"'sfumato table protect ([a-z]+)'", r"\1()"),
    (r"domain (.+)=LOWER:UPPER, or (domain = \[LOWER, UPPER\] )?in the sidecar", _of_group("domain={{{0}: (lower, upper)}}")),
    (r"give one with hierarchy (.+)=FILE, or in the sidecar", _of_group("give hierarchy={{{0}: rows or a frame}}, or put it in the schema")),
    (r"such as domain = \[0, 100\]", "such as (0, 100)"),
    (r"declare kind = \"([a-z]+)\" for \[columns\.(.+)\] in the sidecar", r"declare it: schema=Schema(kind={'\2': '\1'})"),
    (r"declare its kind in the sidecars? ?(of both)?", "declare its kind: schema=Schema(kind={column: 'nominal'})"),
    (r"declare it in the sidecar with role = \"household\"", "declare it: household=column"),
    (r"; declare it in the sidecar, or name a folder with hierarchies", "; declare it: schema=Schema(hierarchy={column: rows})"),
    (r"name one in the sidecar or in the folder of hierarchies", "name one: schema=Schema(hierarchy={column: rows})"),
    (r"\bsidecars?\b( of the data)?", "schema"),
    (r"column names, separated by commas", "a list of names of columns"),
    (r"write MEASURE=VALUE, for example ([a-z_]+) ([a-z-]+)=([0-9.]+)", r"write \1={'\2': \3}"),
    (r"write MEASURE\.PARAM=VALUE, for example distance-linkage\.scale=raw", "write set={'distance-linkage': {'scale': 'raw'}}"),
    (r"write METHOD\.PARAM=VALUE, for example mdav\.together=3", "write fix={'mdav': {'together': 3}}"),
    (r"add it to the inputs of the request", "give rows or a frame"),
    (r"it must be COLUMN=VALUE, each column once, several separated by commas", "it must be a dict with the names of columns"),
    (r"write METHOD\.PARAM or METHOD\.PARAM=A,B,C, for example mdav\.k=3,5,10", "such as sweep='mdav.k=3,5,10'"),
    (r"write TOTAL=A\+B with names of columns, for example income=wages\+other", "such as derive='income=wages+other'"),
    (r"such as safety_range 20", "such as safety_range=20"),
    (r"such as \"memory\": \"4GB\"", "such as memory='4GB'"),
    (r"^(make it missing or finite|hand the column over as text)$", r"\1, or leave the column out"),
    (r"name one with rule, for example p-percent=15", "name one, for example check('p-percent=15')"),
]  # fmt: skip
