#!/usr/bin/env python3
"""Tests of run_docs.py: what it takes for a block and a command, and what --update writes."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import run_docs  # noqa: E402


class Reading(unittest.TestCase):
    def test_four_backquotes_hold_three(self):
        text = "````markdown\n```console\n$ false\n```\n````\n```console\n$ true\n```\n"
        self.assertEqual([block[0] for block in run_docs.blocks(text)], ["markdown", "console"])

    def test_a_command_goes_on_after_a_backslash(self):
        lines = ["$ echo a \\", "    b", "a b", "$ true"]
        self.assertEqual(list(run_docs.steps("console", 1, lines)),
                         [(2, "echo a b", ["a b"], 4), (5, "true", [], 6)])


class Updating(unittest.TestCase):
    def test_dots_stay_where_they_stand_for_lines(self):
        for expected, actual, wanted in (
                (["one", "…", "3", "four"], "one\ntwo\nthree\nfour\n", ["one", "…", "three", "four"]),
                (["x", "…", "d"], "a\nb\nc\nd\n", ["a", "…", "d"]),
                (["…", "k 3", "…"], "w\nk 4\nz\n", ["…", "k 4", "…"]),
                (["a"], "b\nc\n", ["b", "c"]),
                (["a", "…"], "a\n", ["a"]),
                (["…"], "", [])):
            self.assertEqual(run_docs.updated(expected, actual), wanted)
            self.assertTrue(run_docs.fits(wanted, actual))

    def test_a_reference_page_is_written_beside_its_source(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            generated, page = root / "docs/reference/methods/my-way.md", root / "src/masking/my_way.md"
            for path in (generated, page):
                path.parent.mkdir(parents=True)
                path.write_text("```console\n$ echo new\nold\n```\n", encoding="utf-8")
            (root / "Makefile").write_text("test:\n", encoding="utf-8")
            command = [sys.executable, run_docs.__file__, "--program", root / "sfumato", "--root", root]
            self.assertEqual(subprocess.run(command, capture_output=True, check=False).returncode, 1)
            self.assertEqual(subprocess.run(command + ["--update"], capture_output=True, check=False).returncode, 0)
            self.assertIn("\nnew\n", page.read_text(encoding="utf-8"))
            self.assertIn("\nold\n", generated.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()
