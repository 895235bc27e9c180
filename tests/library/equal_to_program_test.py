#!/usr/bin/env python3
"""The library gives what the program gives: for every method the same values and the same document, for measures,
comparisons, samples and tables the same document. Data go in and out through the Arrow C data interface of pyarrow.
Exits 77 where pyarrow is missing."""

import argparse
import ctypes
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    print("skipped: this Python has no pyarrow")
    sys.exit(77)


class ArrowArrayStream(ctypes.Structure):
    _fields_ = [(name, ctypes.c_void_p) for name in ("get_schema", "get_next", "get_last_error", "release", "private_data")]


class Library:
    def __init__(self, path):
        self.c = ctypes.CDLL(str(path))
        self.c.sfumato_describe.restype = ctypes.c_void_p
        self.c.sfumato_free.argtypes = [ctypes.c_void_p]
        self.c.sfumato_run.argtypes = [
            ctypes.c_char_p, ctypes.POINTER(ctypes.c_void_p), ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64,
            ctypes.POINTER(ctypes.c_int64), ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p)]

    def text(self, pointer):
        result = ctypes.string_at(pointer).decode()
        self.c.sfumato_free(pointer)
        return json.loads(result)

    def describe(self):
        return self.text(self.c.sfumato_describe())

    def run(self, request, tables=(), capacity=8):
        """The status, the document and the tables that come out."""
        streams = [ArrowArrayStream() for _ in tables]
        for stream, table in zip(streams, tables):
            table.to_reader()._export_to_c(ctypes.addressof(stream))
        inputs = (ctypes.c_void_p * max(1, len(streams)))(*[ctypes.addressof(stream) for stream in streams])
        outputs = (ArrowArrayStream * capacity)()
        count, result = ctypes.c_int64(), ctypes.c_void_p()
        status = self.c.sfumato_run(json.dumps(request).encode(), inputs, len(streams),
                                    ctypes.addressof(outputs), capacity, ctypes.byref(count), None, None,
                                    ctypes.byref(result))
        document = self.text(result.value)
        made = []
        for i in range(count.value if status <= 1 else 0):
            reader = pa.RecordBatchReader._import_from_c(ctypes.addressof(outputs[i]))
            made.append(reader.read_all())
        return status, document, made


def without_flags(value):
    """The program's words with parameters named plainly, as the library names them: map, not --map."""
    if isinstance(value, dict):
        return {name: without_flags(member) for name, member in value.items()}
    if isinstance(value, list):
        return [without_flags(item) for item in value]
    return re.sub(r"--(?=[a-z])", "", value) if isinstance(value, str) else value


class Comparison:
    def __init__(self, program, library, folder):
        self.program, self.library, self.folder = program, library, folder
        self.failures, self.checked = [], 0

    def command(self, *words):
        done = subprocess.run([self.program, *words, "--json"], cwd=self.folder, capture_output=True, text=True)
        return done.returncode, json.loads(done.stdout) if done.stdout else {"error": done.stderr}

    def check(self, what, same, detail=""):
        self.checked += 1
        if not same:
            self.failures.append(f"{what}: {detail}"[:600])

    def same_documents(self, what, ours, theirs, without):
        for name in ("outputs", "publication"):  # names of the tables that come out, and a file of the program
            ours.pop(name, None)
        theirs = without_flags(theirs)
        for document in (ours, theirs):
            for name in without:
                document.pop(name, None)
        if ours != theirs:
            names = [name for name in {*ours, *theirs} if ours.get(name) != theirs.get(name)]
            detail = "; ".join(f"{name}: {ours.get(name)!r} != {theirs.get(name)!r}" for name in names)
            self.check(what, False, detail)
        else:
            self.check(what, True)


def values(table):
    """Cells as plain values: what the types of two tables may differ in does not count, numbers and texts do."""
    return {name: [str(cell) if cell is not None and not isinstance(cell, (int, float)) else cell
                   for cell in table.column(name).to_pylist()] for name in table.column_names}


# What a method needs beside its defaults, on made-up people.
AMOUNTS, KEYS = ["income", "tax", "savings"], ["sex", "region", "education"]
CHOSEN = {
    "data-swapping": KEYS, "local-suppression": KEYS, "pram": KEYS, "generalization": ["sex", "education"],
    "recoding": None, "record-swapping": None, "pseudonyms": None,
}


def compare_methods(comparison, people, schema):
    for method in comparison.library.describe()["methods"]:
        name = method["name"]
        columns = CHOSEN.get(name, AMOUNTS)
        words = ["mask", name, "people.parquet", "--seed", "7", "-o", f"{name}.parquet"]
        request = {"job": "mask", "method": name, "seed": 7, "inputs": ["original"], "schema": {"original": schema}}
        if columns:
            words += ["--columns", ",".join(columns)]
            request["columns"] = columns
        status, theirs = comparison.command(*words)
        own_status, ours, tables = comparison.library.run(request, [people])
        comparison.check(f"{name}: status", own_status == status, f"{own_status} != {status}: {ours} {theirs}")
        if status != 0 or own_status != 0:
            continue
        for i, table in enumerate(tables):
            path = comparison.folder / theirs["output"][i]
            comparison.check(f"{name}: values", values(table) == values(pq.read_table(path)), f"copy {i}")
        comparison.same_documents(name, ours, theirs, ["output"])


def compare_jobs(comparison, people, schema):
    original = {"inputs": ["original"], "schema": {"original": schema}}
    status, theirs = comparison.command("inspect", "people.parquet")
    own, ours, _ = comparison.library.run({"job": "inspect", **original}, [people])
    comparison.same_documents("inspect", ours, theirs, ["output", "data", "sidecar"])

    masked = pq.read_table(comparison.folder / "mdav.parquet")
    masked_schema = tomllib.loads((comparison.folder / "mdav.toml").read_text())["columns"]
    for columns in (AMOUNTS, KEYS):
        names = ",".join(columns)
        status, theirs = comparison.command("measure", "people.parquet", "mdav.parquet", "--columns", names, "--seed", "3")
        own, ours, _ = comparison.library.run(
            {"job": "measure", "columns": columns, "seed": 3, "inputs": ["original", "masked"],
             "schema": {"original": schema, "masked": masked_schema}}, [people, masked])
        comparison.check("measure: status", own == status, f"{own} != {status}: {ours}")
        comparison.same_documents(f"measure {names}", ours, theirs, ["original", "masked"])

    words = ["--columns", "income,tax", "--equal", "distance-linkage=10", "--methods", "mdav,rank-swapping",
             "--tolerance", "20%", "--seed", "5", "--keep-draw", "-o", "compared"]
    status, theirs = comparison.command("compare", "people.parquet", *words)
    own, ours, tables = comparison.library.run(
        {"job": "compare", "columns": ["income", "tax"], "equal": ["distance-linkage=10"],
         "methods": ["mdav", "rank-swapping"], "tolerance": "20%", "seed": 5, "keep-draw": True, **original}, [people])
    comparison.check("compare: status", own == status, f"{own} != {status}: {ours}")
    winner = pq.read_table(comparison.folder / "compared/winner.parquet")
    comparison.check("compare: values", [values(table) for table in tables] == [values(winner)])
    for document in (ours, theirs):
        if isinstance(document.get("release"), dict):
            document["release"].pop("files", None)
    comparison.same_documents("compare", ours, theirs, ["data"])

    status, theirs = comparison.command("sample", "companies", "--rows", "300", "--seed", "3", "-o", "companies.parquet")
    own, ours, tables = comparison.library.run({"job": "sample", "sample": "companies", "rows": 300, "seed": 3})
    comparison.same_documents("sample", ours, theirs, ["output", "sidecar"])
    companies = pq.read_table(comparison.folder / "companies.parquet")
    comparison.check("sample: values", values(tables[0]) == values(companies))


def compare_tables(comparison, companies, schema):
    status, theirs = comparison.command("table", "tabulate", "companies.parquet", "--by", "legal_form,region", "--sum",
                                        "turnover", "--holding", "holding", "-o", "table.json")
    own, ours, _ = comparison.library.run(
        {"job": "tabulate", "by": ["legal_form,region"], "sum": ["turnover"], "holding": "holding", "inputs": ["records"],
         "schema": {"records": schema}}, [companies])
    comparison.check("tabulate: status", own == status, f"{own} != {status}: {ours}")
    if own != 0:
        return
    table = ours.pop("table")
    comparison.same_documents("tabulate", ours, theirs, ["output", "source"])
    status, theirs = comparison.command("table", "check", "table.json", "--rule", "p-percent=15", "--holdings", "-o",
                                        "checked.json")
    own, ours, _ = comparison.library.run({"job": "check", "rule": ["p-percent=15"], "holdings": True, "table": table})
    comparison.check("check: status", own == status, f"{own} != {status}: {ours}")
    checked = ours.pop("table")
    comparison.same_documents("check", ours, theirs, ["output"])
    work = ["--work-limit", "1"]
    for job, words, members in [("suppress", work, {"work-limit": 1}),
                                ("round", ["--base", "1000", *work], {"base": 1000, "work-limit": 1}),
                                ("adjust", work, {"work-limit": 1}), ("recode", [], {})]:
        status, theirs = comparison.command("table", "protect", job, "checked.json", *words, "-o", f"{job}.json")
        own, ours, _ = comparison.library.run({"job": job, "table": checked, **members})
        comparison.check(f"{job}: status", own == status, f"{own} != {status}: {ours}")
        ours.pop("table", None)
        for document in (ours, theirs):
            document.pop("seconds", None)
        comparison.same_documents(job, ours, theirs, ["output", "published"])
    status, theirs = comparison.command("table", "audit", "checked.json")
    own, ours, _ = comparison.library.run({"job": "audit", "table": checked})
    comparison.check("audit: status", own == status, f"{own} != {status}: {ours}")
    comparison.same_documents("audit", ours, theirs, [])
    names = ["suppress-hypercube", "round", "recode"]
    status, theirs = comparison.command("table", "compare", "checked.json", "--methods", ",".join(names), *work)
    own, ours, _ = comparison.library.run({"job": "table-compare", "table": checked, "methods": names, "work-limit": 1})
    comparison.check("table-compare: status", own == status, f"{own} != {status}: {ours}")
    ours.pop("table", None)
    for document in (ours, theirs):  # the command and the files are the program's
        for name in ("command", "parameters", "date", "files"):
            document["making"].pop(name, None)
    comparison.same_documents("table-compare", without_times(ours), without_times(theirs),
                              ["made_on", "source", "asked"])


def without_times(value):
    """Without how long something took."""
    if isinstance(value, dict):
        return {name: without_times(member) for name, member in value.items() if name != "seconds"}
    return [without_times(item) for item in value] if isinstance(value, list) else value


def compare_perturbation(comparison, companies, schema):
    words = ["--by", "legal_form,region", "--counts", "--record-key", "key"]
    keys = [(7919 * (row + 1) % 10007) / 10007 for row in range(companies.num_rows)]
    companies = companies.append_column("key", pa.array(keys))
    pq.write_table(companies, comparison.folder / "keyed.parquet")
    comparison.command("table", "tabulate", "keyed.parquet", *words, "-o", "counts.json")
    own, ours, _ = comparison.library.run(
        {"job": "tabulate", "by": ["legal_form,region"], "counts": True, "record-key": "key", "inputs": ["records"],
         "schema": {"records": schema}}, [companies])
    comparison.check("tabulate with keys: status", own == 0, str(ours))
    counts = ours.get("table")
    status, theirs = comparison.command("table", "ptable", "--variance", "2", "--largest", "4", "-o", "ptable.csv")
    own, ours, _ = comparison.library.run({"job": "ptable", "variance": 2, "largest": 4})
    ptable = ours.pop("ptable", None)
    comparison.check("ptable: text", ptable == (comparison.folder / "ptable.csv").read_text())
    comparison.same_documents("ptable", ours, theirs, ["output"])
    status, theirs = comparison.command("table", "protect", "perturb", "counts.json", "--ptable", "ptable.csv", "-o",
                                        "perturbed.json")
    own, ours, _ = comparison.library.run({"job": "perturb", "table": counts, "ptable": ptable})
    comparison.check("perturb: status", own == status, f"{own} != {status}: {ours}")
    ours.pop("table", None)
    comparison.same_documents("perturb", ours, theirs, ["output", "published"])


PLAN = """
title = "Two methods"
seed = 3
measures = ["rank-linkage", "emd"]
[data]
path = "people.parquet"
columns = ["income", "tax"]
[[methods]]
method = "mdav"
k = [3, 10]
[[methods]]
method = "additive-noise"
[[targets]]
measure = "distance-linkage"
value = 10
rank-by = ["emd"]
tolerance = 0.3
release = true
keep-draw = true
"""


def compare_plan(comparison, people, schema):
    (comparison.folder / "plan.toml").write_text(PLAN)
    status, theirs = comparison.command("run", "plan.toml", "-o", "results")
    own, ours, tables = comparison.library.run(
        {"job": "plan", "plan": tomllib.loads(PLAN), "inputs": ["people.parquet"],
         "schema": {"people.parquet": schema}}, [people])
    comparison.check("plan: status", own == status, f"{own} != {status}: {ours}")
    released = comparison.folder / "results/winner-1.csv"
    comparison.check("plan: release", len(tables) == (1 if released.exists() else 0), f"{len(tables)} tables")
    for document in (ours, theirs):
        for part in document.get("comparisons", []):
            if isinstance(part.get("release"), dict):
                part["release"].pop("files", None)
    comparison.same_documents("plan", without_times(ours), without_times(theirs), ["files", "output"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    parser.add_argument("--library", required=True)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        comparison = Comparison(pathlib.Path(options.program).resolve(), Library(options.library), folder)
        comparison.command("sample", "people", "--rows", "150", "--seed", "1", "-o", "people.parquet")
        schema = tomllib.loads((folder / "people.toml").read_text())["columns"]
        people = pq.read_table(folder / "people.parquet")
        compare_methods(comparison, people, schema)
        compare_jobs(comparison, people, schema)
        compare_plan(comparison, people, schema)
        schema = tomllib.loads((folder / "companies.toml").read_text())["columns"]
        companies = pq.read_table(folder / "companies.parquet")
        compare_tables(comparison, companies, schema)
        compare_perturbation(comparison, companies, schema)
    for failure in comparison.failures:
        print("FAILED", failure)
    print(f"{comparison.checked - len(comparison.failures)} passed, {len(comparison.failures)} failed")
    return 1 if comparison.failures else 0


if __name__ == "__main__":
    sys.exit(main())
