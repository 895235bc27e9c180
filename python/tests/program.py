"""The program and the reference data for tests that compare the package with them. A test that needs what is missing skips
and says so."""

import csv
import json
import os
import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def program():
    """The path of the program: SFUMATO_PROGRAM, or the release build of this tree; None if there is none."""
    path = pathlib.Path(os.environ.get("SFUMATO_PROGRAM", ROOT / "build" / "release" / "sfumato"))
    return path.resolve() if path.exists() else None


def reference_file(name):
    """A file of the reference data, which are not part of the project."""
    folder = pathlib.Path(os.environ.get("SFUMATO_REFERENCE_DATA", ROOT.parent / "shared" / "data"))
    if not (folder / name).exists():
        raise unittest.SkipTest(f"the reference file {name} is not here")
    return (folder / name).resolve()


def run(folder, *words):
    """The exit status of a command and its document; of an error, its text."""
    done = subprocess.run([program(), *map(str, words), "--json"], cwd=folder, capture_output=True, text=True)
    return done.returncode, json.loads(done.stdout) if done.stdout else done.stderr


def read_frame(path, delimiter=",", texts=()):
    """A file of values as a dict of lists: integers, else numbers, else texts; an empty field is None. Columns in `texts`
    stay texts, as codes do that a declaration makes categories."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file, delimiter=delimiter)
        names = next(rows)
        columns = [list(column) for column in zip(*rows)] or [[] for _ in names]
    return {name: [text or None for text in column] if name in texts else _typed(column)
            for name, column in zip(names, columns)}


def _typed(column):
    for kind in (int, float):
        try:
            return [None if text == "" else kind(text) for text in column]
        except ValueError:
            continue
    return [None if text == "" else text for text in column]


def in_python_words(value):
    """The program's words with parameters as Python names them: keep_bounds, not --keep-bounds."""
    if isinstance(value, dict):
        return {name: in_python_words(member) for name, member in value.items()}
    if isinstance(value, list):
        return [in_python_words(item) for item in value]
    if isinstance(value, str):
        return re.sub(r"--([a-z][a-z-]*)", lambda flag: flag.group(1).replace("-", "_"), value)
    return value


def without(value, names):
    """Without members of these names, at any depth."""
    if isinstance(value, dict):
        return {name: without(member, names) for name, member in value.items() if name not in names}
    return [without(item, names) for item in value] if isinstance(value, list) else value


def first_difference(ours, theirs, place="the document"):
    """Where two documents differ first; empty if they are equal."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for name in {**ours, **theirs}:
            if name not in ours or name not in theirs:
                return f"{place}: only {'ours' if name in ours else 'the program'} has {name!r}"
            found = first_difference(ours[name], theirs[name], f"{place}.{name}")
            if found:
                return found
        return ""
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        return next(filter(None, (first_difference(a, b, f"{place}[{i}]") for i, (a, b) in enumerate(zip(ours, theirs)))), "")
    return "" if ours == theirs else f"{place}: {ours!r} is not {theirs!r}"
