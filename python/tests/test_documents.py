"""Runs the Python that the documents show: lines after ">>> " in ```pycon blocks, each document from top to bottom in a folder
of its own, and compares what it prints. A line "…" stands for any lines. `test_documents.py --update` writes the true output."""

import contextlib
import doctest
import io
import os
import pathlib
import re
import sys
import tempfile
import traceback
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "docs"), str(pathlib.Path(__file__).parent)]
import program
from run_docs import blocks, fits, updated

DOCUMENTS = ["README.md", "docs/python.md", "docs/from-pycanon.md"]


class Step:
    """One statement of a document: its source, the lines that are expected, and where these are (from 0)."""

    def __init__(self, source, expected, first):
        self.source, self.expected, self.first = source, expected, first


def steps(text):
    parser = doctest.DocTestParser()
    for language, start, lines in blocks(text):
        if language == "pycon":
            for example in parser.get_examples("\n".join(lines) + "\n"):
                expected = example.want.replace("<BLANKLINE>", "").splitlines()
                yield Step(example.source, expected, start + example.lineno + example.source.count("\n"))


def output_of(source, names):
    """What a statement prints, with the value of an expression; of an exception, its last lines."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        try:
            exec(compile(source, "<document>", "single"), names)
        except Exception as error:
            print("Traceback (most recent call last):\n  ...")
            print("".join(traceback.format_exception_only(type(error), error)), end="")
    return re.sub(r"[ \t]+$", "", printed.getvalue(), flags=re.M)


def run(path, check):
    """Runs a document; `check` gets each step and what it printed."""
    names = {"__name__": "__main__"}
    before = os.getcwd()
    os.environ["PATH"] = os.pathsep.join([str(program.program().parent), *os.environ["PATH"].split(os.pathsep)])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for step in steps(path.read_text(encoding="utf-8")):
                check(step, output_of(step.source, names))
        finally:
            os.chdir(before)


def missing():
    """What the documents need and this Python does not have."""
    for name in ("pandas", "polars", "pyarrow"):
        try:
            __import__(name)
        except ImportError:
            return name
    return "" if program.program() else "the program"


@unittest.skipIf(missing(), f"the documents need {missing()}")
class Documents(unittest.TestCase):
    def test_say_what_python_says(self):
        for name in DOCUMENTS:
            def check(step, output):
                with self.subTest(f"{name}:{step.first + 1}"):
                    self.assertTrue(fits(step.expected, output), f"{step.source}says\n{output}and not\n" + "\n".join(step.expected))

            run(ROOT / name, check)


def update(path):
    lines, moved = path.read_text(encoding="utf-8").splitlines(), 0

    def check(step, output):
        nonlocal moved
        if not fits(step.expected, output):
            new, first = updated(step.expected, output), step.first + moved
            lines[first:first + len(step.expected)] = new
            moved += len(new) - len(step.expected)

    run(path, check)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if "--update" in sys.argv:
        for document in [one for one in sys.argv[1:] if one != "--update"] or DOCUMENTS:
            update(ROOT / document)
    else:
        unittest.main()
