"""Types: the package passes mypy's strict rules, and a program that uses it gets the types that it should."""

import importlib.util
import os
import pathlib
import subprocess
import sys

import pytest

import sfumato

PROGRAM = """
from typing import Dict, List

import sfumato as sf

Table = Dict[str, List[float]]
people: Table = {"income": [1.0, 2.0, 3.0], "tax": [1.0, 1.0, 2.0]}
release = sf.methods.mdav(people, columns=["income"], k=3, seeds="farthest")
data: Table = release.data
also: Table = sf.mask(people, "mdav", k=3).data
score: sf.Score = sf.measures.emd(people, release, clusters=3)
found: sf.Scores = sf.measure(people, data, measures=["emd"])
best = sf.compare(people, equal={"emd": 3}).winner
if best is not None:
    winner: Table = best.data
audit: sf.Audit = sf.tabulate(people, by=["tax"]).check([sf.rules.p_percent(15)]).suppress().audit()
"""
WRONG = [
    'sf.methods.mdav(people, seeds="nearest")', "sf.methods.mdav(people, kk=3)", 'sf.methods.mdav(people, k="three")',
    'sf.measures.propensity(people, people, model="forest")', "sf.rules.p_percent()", "sf.mask(people).datta",
]  # fmt: skip


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="this Python has no mypy")
def test_the_package_and_programs_that_use_it_have_the_types_that_they_should(tmp_path):
    wrong = "\n".join(f"{line}  # wrong" for line in WRONG)
    (tmp_path / "program.py").write_text(PROGRAM + wrong + "\n")
    folder = pathlib.Path(sfumato.__file__).parent.parent
    # mypy finds an installed package by itself; naming its folder would hide the standard library's modules from it.
    environment = {**os.environ, **({} if folder.name == "site-packages" else {"MYPYPATH": str(folder)})}
    settings = pathlib.Path(__file__).parent.parent / "pyproject.toml"
    mypy = [sys.executable, "-m", "mypy", "--strict", "--config-file", settings, "--cache-dir", tmp_path / "cache"]
    options = {"capture_output": True, "text": True, "cwd": tmp_path, "env": environment}
    package = subprocess.run([*mypy, "-p", "sfumato"], **options)
    assert package.returncode == 0, package.stdout + package.stderr
    done = subprocess.run([*mypy, tmp_path / "program.py"], **options)
    found = [line for line in done.stdout.splitlines() if ": error:" in line]
    lines = {int(line.split(":")[1]) for line in found if "program.py" in line.split(":")[0]}
    first = len(PROGRAM.splitlines()) + 1
    assert lines == set(range(first, first + len(WRONG))), done.stdout + done.stderr
    assert not [line for line in found if "program.py" not in line.split(":")[0]], done.stdout
