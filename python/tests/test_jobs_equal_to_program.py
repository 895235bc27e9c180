"""Comparisons, recipes, plans, tables, samples and inspection give what the program gives. Records are those of Census, or made
up by the program."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import program
import sfumato as sf
import test_equal_to_program as equal
from test_equal_to_program import AMOUNTS, as_written, census

RECIPE = """
[[steps]]
method = "top-coding"
columns = ["FICA"]
quantile = 0.95

[[steps]]
method = "rank-swapping"
columns = ["FEDTAX", "INTVAL"]
window = 5
"""
PLAN = """
title = "Two methods"
seed = 3
measures = ["rank-linkage", "emd"]
[data]
path = "census.csv"
columns = ["FICA", "FEDTAX"]
[[methods]]
method = "mdav"
k = [3, 10]
[[methods]]
method = "additive-noise"
"""


class JobsEqualToTheProgram(unittest.TestCase):
    setUp, run_program = equal.EqualToTheProgram.setUp, equal.EqualToTheProgram.run_program
    assert_same_document = equal.EqualToTheProgram.assert_same_document

    @classmethod
    def setUpClass(cls):
        if not program.program():
            raise unittest.SkipTest("the program is not built")

    def assert_same_values(self, ours, file):
        written = program.read_frame(self.folder / file)
        self.assertEqual(program.first_difference(as_written(ours), as_written(written), file), "")

    def test_compare(self):
        data = census(self.folder)
        status, theirs = self.run_program(
            "compare", data.file, "--columns", ",".join(AMOUNTS), "--equal", "distance-linkage=10", "--rank-by", "emd", "--methods",
            "mdav,rank-swapping", "--tolerance", "20%", "--seed", "5", "--keep-draw", "-o", "compared")
        ours = sf.compare(data.frame, equal={"distance-linkage": 10}, rank_by=["emd"], methods=["mdav", "rank-swapping"],
                          tolerance="20%", seed=5, keep_draw=True, columns=AMOUNTS, schema=data.schema, progress=False)
        self.assertEqual(status, 0, theirs)
        self.assert_same_document(ours.to_dict(), theirs, "compare")
        self.assert_same_values(ours.winner.data, "compared/winner.csv")

    def test_recipe(self):
        data = census(self.folder)
        (self.folder / "recipe.toml").write_text(RECIPE)
        status, theirs = self.run_program("mask", "--recipe", "recipe.toml", data.file, "--seed", "7", "-o", "out.csv")
        self.assertEqual(status, 0, theirs)
        for recipe in (sf.Recipe.parse(RECIPE), sf.Recipe([
                {"method": "top-coding", "columns": ["FICA"], "quantile": 0.95},
                {"method": "rank-swapping", "columns": ["FEDTAX", "INTVAL"], "window": 5}])):
            ours = recipe.apply(data.frame, seed=7, schema=data.schema, progress=False)
            self.assert_same_values(ours.data, "out.csv")
            self.assert_same_document(ours.to_dict(), theirs, "recipe")

    def test_plan(self):
        data = census(self.folder)
        (self.folder / "plan.toml").write_text(PLAN)
        status, theirs = self.run_program("run", "plan.toml", "-o", "results")
        ours = sf.run_plan(PLAN, data.frame, schema=data.schema, progress=False)
        self.assertEqual(status, 0, theirs)
        self.assert_same_document(ours.to_dict(), theirs, "plan")

    def test_inspect(self):
        data = census(self.folder)
        status, theirs = self.run_program("inspect", data.file)
        ours = sf.inspect(data.frame, schema=data.schema)
        self.assertEqual(status, 0, theirs)
        self.assert_same_document(program.without(ours.to_dict(), {"sidecar"}), program.without(theirs, {"sidecar"}), "inspect")

    def companies(self):
        status, theirs = self.run_program("sample", "companies", "--rows", "300", "--seed", "3", "-o", "companies.csv")
        self.assertEqual(status, 0, theirs)
        ours = sf.sample("companies", rows=300, seed=3, like={})
        self.assert_same_values(ours, "companies.csv")
        return ours

    def test_tables(self):
        companies = self.companies()
        table = sf.tabulate(companies, by=["legal_form", "region"], sum="turnover", holding="holding",
                            schema=sf.sample_schema("companies"), progress=False)
        status, theirs = self.run_program("table", "tabulate", "companies.csv", "--by", "legal_form,region", "--sum", "turnover",
                                          "--holding", "holding", "-o", "table.json")
        self.assertEqual(status, 0, theirs)
        self.compare_tables(table, theirs, "tabulate")
        checked = table.check(["p-percent=15"], holdings=True)
        status, theirs = self.run_program("table", "check", "table.json", "--rule", "p-percent=15", "--holdings", "-o", "checked.json")
        self.assertEqual((status, checked.safe), (1, False))
        self.compare_tables(checked, theirs, "check")
        for job, words, members in (("suppress", ["--work-limit", "1"], {"work_limit": 1}),
                                    ("round", ["--base", "1000", "--work-limit", "1"], {"base": 1000, "work_limit": 1}),
                                    ("adjust", ["--work-limit", "1"], {"work_limit": 1}), ("recode", [], {})):
            with self.subTest(job):
                status, theirs = self.run_program("table", "protect", job, "checked.json", *words, "-o", f"{job}.json",
                                                  "--publish", f"{job}.csv")
                ours = getattr(checked, job)(**members, progress=False)
                self.compare_tables(ours, theirs, job)
                published = self.folder / f"{job}.csv"
                self.assertEqual(ours.safe, published.exists())
                if ours.safe:
                    self.assertEqual(ours.publication(), published.read_text().replace(",x\n", ",\n"))  # the file has a mark
                else:
                    self.assertRaises(sf.Error, ours.publication)
        status, theirs = self.run_program("table", "audit", "checked.json")
        audit = checked.audit(progress=False)
        self.assertEqual(audit.safe, status == 0)
        self.compare_tables(audit, theirs, "audit")

    def compare_tables(self, ours, theirs, what):
        self.assert_same_document(program.without(ours.to_dict(), {"table", "publication"}), theirs, what)

    def test_perturbation(self):
        companies = self.companies()
        rows = len(companies["turnover"])
        companies["key"] = [(7919 * (row + 1) % 10007) / 10007 for row in range(rows)]
        with open(self.folder / "keyed.csv", "w") as file:
            file.write("legal_form,region,key\n")
            file.writelines(f"{form},{region},{key!r}\n" for form, region, key in
                            zip(companies["legal_form"], companies["region"], companies["key"]))
        self.run_program("table", "tabulate", "keyed.csv", "--by", "legal_form,region", "--counts", "--record-key", "key", "-o",
                         "counts.json")
        self.run_program("table", "ptable", "--variance", "2", "--largest", "4", "-o", "ptable.csv")
        status, theirs = self.run_program("table", "protect", "perturb", "counts.json", "--ptable", "ptable.csv", "-o", "out.json")
        noise = sf.ptable(2, 4)
        self.assertEqual(str(noise), (self.folder / "ptable.csv").read_text())
        counted = sf.tabulate({name: companies[name] for name in ("legal_form", "region", "key")}, by=["legal_form", "region"],
                              counts=True, record_key="key", progress=False)
        ours = counted.perturb(noise, progress=False)
        self.assertEqual(status, 0, theirs)
        self.compare_tables(ours, theirs, "perturb")


if __name__ == "__main__":
    unittest.main()
