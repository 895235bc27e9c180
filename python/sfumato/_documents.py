"""Small text files: recipes, plans, schemas and tables of cells are read from them and written to them. TOML is read
and written by the library, so that every version of Python can."""

from __future__ import annotations

import os
import pathlib
import tempfile
from typing import Any, Dict, Mapping, Optional, Union

from ._errors import Error
from ._library import run

Path = Union[str, "os.PathLike[str]"]


def parse_toml(text: str) -> Dict[str, Any]:
    document = run({"job": "toml", "text": text}, progress=False).result["document"]
    return dict(document)


def toml_of(document: Mapping[str, Any]) -> str:
    return str(run({"job": "toml", "document": document}, progress=False).result["text"])


def path_of(path: Path) -> pathlib.Path:
    try:
        return pathlib.Path(path)
    except TypeError as error:
        raise Error(f"path must be the name of a file, not {type(path).__name__}", "path") from error


def read_text(path: Path) -> str:
    file = path_of(path)
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Error(f"cannot read {file}: {_reason(error)}", "path", "", "input_output", 3) from error


def read_toml(path: Path) -> Dict[str, Any]:
    return parse_toml(read_text(path))


def write_text(path: Path, text: str, mode: Optional[int] = None) -> None:
    """Writes beside the place and renames, so that a file is either as it was or complete."""
    target = path_of(path)
    if target.is_dir():
        raise Error(f"{target} is a folder", "path", "give the name of a file", "input_output", 3)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent or ".", prefix="." + target.name + ".")
    except (OSError, ValueError) as error:
        raise Error(f"cannot write {target}: {_reason(error)}", "path", "", "input_output", 3) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(name, _usual_mode(target) if mode is None else mode)
        os.replace(name, target)
    except OSError as error:
        os.unlink(name)
        raise Error(f"cannot write {target}: {_reason(error)}", "path", "", "input_output", 3) from error
    except BaseException:
        os.unlink(name)
        raise


def write_private(path: Path, text: str) -> None:
    """The same for a file that only its owner may read."""
    write_text(path, text, 0o600)


def _usual_mode(target: pathlib.Path) -> int:
    """That of the file that is replaced, else what a new file would have."""
    try:
        return target.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _reason(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
