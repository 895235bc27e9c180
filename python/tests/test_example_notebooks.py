"""Runs the notebooks under examples/ and compares what their cells show with what they have stored: printed text, and the value
of a last expression as text and as HTML. `test_example_notebooks.py --update` stores what is true."""

import ast
import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "examples").rglob("*.ipynb"))


def shown(source, names, number):
    """The outputs of a cell, as a notebook stores them."""
    body = ast.parse(source).body
    last = ast.Expression(body.pop().value) if body and isinstance(body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        exec(compile(ast.Module(body, []), "<cell>", "exec"), names)
        value = eval(compile(last, "<cell>", "eval"), names) if last is not None else None
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(True)}
        html = getattr(value, "_repr_html_", lambda: None)()
        if html:
            data["text/html"] = html.splitlines(True)
        outputs.append({"data": dict(sorted(data.items())), "execution_count": number, "metadata": {}, "output_type": "execute_result"})
    return outputs


def executed(path):
    """The notebook with the outputs that it has now."""
    notebook, names, number, before = json.loads(path.read_text(encoding="utf-8")), {"__name__": "__main__"}, 0, os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code":
                    number += 1
                    cell["outputs"] = shown("".join(cell["source"]), names, number)
                    cell["execution_count"] = number
        finally:
            os.chdir(before)
    return notebook


def text_of(notebook):
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def has_pandas():
    try:
        import pandas
    except ImportError:
        return False
    return pandas.__version__.startswith("2.")


@unittest.skipUnless(has_pandas(), "the notebooks show frames of pandas 2")
class Notebooks(unittest.TestCase):
    def test_outputs_are_true(self):
        self.assertTrue(NOTEBOOKS)
        for path in NOTEBOOKS:
            for stored, cell in zip(json.loads(path.read_text(encoding="utf-8"))["cells"], executed(path)["cells"]):
                with self.subTest(f"{path.name}: {''.join(cell['source'])[:60]}"):
                    self.assertEqual(stored.get("outputs"), cell.get("outputs"))


if __name__ == "__main__":
    if "--update" in sys.argv:
        for one in NOTEBOOKS:
            one.write_text(text_of(executed(one)), encoding="utf-8")
    else:
        unittest.main()
