"""Workbooks and openpyxl, a second implementation: it reads what the program writes, and the program reads what it writes.

Usage: xlsx_openpyxl_test.py --program PATH. Ends with 77 where openpyxl is not installed."""

import argparse
import csv
import datetime
import json
import os
import subprocess
import sys
import tempfile
import unittest

try:
    import openpyxl
    from openpyxl.styles import numbers
except ImportError:
    print("openpyxl is not installed")
    sys.exit(77)

PROGRAM = ""


def run(folder, *arguments, status=0):
    done = subprocess.run([PROGRAM, *arguments], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == status, (arguments, done.returncode, done.stdout, done.stderr)
    return done.stdout if status == 0 else done.stderr


class Workbooks(unittest.TestCase):
    def setUp(self):
        self.place = tempfile.TemporaryDirectory()
        self.folder = self.place.name
        self.addCleanup(self.place.cleanup)

    def path(self, name):
        return os.path.join(self.folder, name)

    def book(self, rows, name="in.xlsx", change=None):
        book = openpyxl.Workbook()
        sheet = book.active
        for row in rows:
            sheet.append(row)
        if change:
            change(book, sheet)
        book.save(self.path(name))

    def types(self, *options):
        document = json.loads(run(self.folder, "inspect", "in.xlsx", "--json", *options))
        return {column["name"]: column["type"] for column in document["columns"]}

    def test_reads_what_openpyxl_writes(self):
        day, moment = datetime.date(2021, 3, 31), datetime.datetime(2021, 3, 31, 9, 30)
        self.book([
            ["id", "amount", "day", "moment", "clock", "code", "flag", "share"],
            [1, 0.1, day, moment, datetime.time(9, 30), "007", True, 0.15],
            [2, None, datetime.date(1999, 12, 31), moment, datetime.time(23, 0), "012", False, 1],
        ], change=lambda book, sheet: [setattr(cell, "number_format", "0%") for cell in sheet["H"][1:]])
        self.assertEqual(self.types(), {"id": "integer", "amount": "number", "day": "date", "moment": "timestamp", "clock": "text",
                                        "code": "text", "flag": "text", "share": "number"})
        run(self.folder, "mask", "rank-swapping", "in.xlsx", "--columns", "id", "--seed", "1", "-o", "out.csv", "--quiet")
        with open(self.path("out.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["day"] for row in rows], ["2021-03-31", "1999-12-31"])
        self.assertEqual(rows[0]["moment"], "2021-03-31T09:30:00")
        self.assertEqual(rows[0]["clock"], "09:30:00")
        self.assertEqual([row["code"] for row in rows], ["007", "012"])
        self.assertEqual([row["flag"] for row in rows], ["true", "false"])
        self.assertEqual(float(rows[0]["share"]), 0.15)
        self.assertEqual(rows[1]["amount"], "")

    def test_the_1904_system(self):
        def change(book, sheet):
            book.epoch = openpyxl.utils.datetime.CALENDAR_MAC_1904
        self.book([["day"], [datetime.date(2021, 3, 31)], [datetime.date(1904, 1, 2)]], change=change)
        run(self.folder, "mask", "rank-swapping", "in.xlsx", "--columns", "day", "--window", "100", "--seed", "1", "-o",
            "out.csv", "--quiet")
        with open(self.path("out.csv")) as file:
            self.assertEqual(sorted(file.read().split()), ["1904-01-02", "2021-03-31", "day"])

    def test_openpyxl_reads_what_the_program_writes(self):
        self.book([["x", "day", "moment", "text", "n", "cents"],
                   [0.125, datetime.date(2021, 3, 31), datetime.datetime(2021, 3, 31, 9, 30, 1), "=SUM(A1)", 5, 1.5],
                   [None, datetime.date(1999, 12, 31), None, "007", None, 2.5],
                   [1e300, None, datetime.datetime(1950, 1, 1), " a\n<&>\"", 2**53, 3.5]],
                  change=lambda book, sheet: setattr(sheet["D2"], "data_type", "s"))
        with open(self.path("roles.toml"), "w") as file:
            file.write("[columns.cents]\ndecimals = 2\n")
        run(self.folder, "mask", "rank-swapping", "in.xlsx", "--roles", "roles.toml", "--columns", "cents", "--window", "0.1",
            "-o", "out.xlsx", "--quiet")
        sheet = openpyxl.load_workbook(self.path("out.xlsx")).active
        rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
        self.assertEqual(rows[0], ["x", "day", "moment", "text", "n", "cents"])
        self.assertEqual(rows[1][:5], [0.125, datetime.datetime(2021, 3, 31), datetime.datetime(2021, 3, 31, 9, 30, 1), "=SUM(A1)", 5])
        self.assertEqual(rows[2][:5], [None, datetime.datetime(1999, 12, 31), None, "007", None])
        self.assertEqual(rows[3][:5], [1e300, None, datetime.datetime(1950, 1, 1), " a\n<&>\"", 2**53])
        self.assertEqual(sheet["D2"].data_type, "s")
        self.assertEqual(sheet["F2"].number_format, "0.00")
        self.assertTrue(numbers.is_date_format(sheet["B2"].number_format))
        self.assertEqual((sheet.max_row, sheet.max_column), (4, 6))

    def test_numbers_are_written_to_the_last_bit(self):
        values = [0.1 + 0.2, 1 / 3, 5e-324, 1.7976931348623157e308, -2.0**53, 123456789.12345679]
        with open(self.path("in.csv"), "w") as file:
            file.write("x,y\n" + "".join(f"{value!r},{i}\n" for i, value in enumerate(values)))
        run(self.folder, "mask", "rank-swapping", "in.csv", "--columns", "y", "-o", "out.xlsx", "--quiet")
        sheet = openpyxl.load_workbook(self.path("out.xlsx")).active
        self.assertEqual([cell.value for cell in sheet["A"][1:]], values)

    def test_the_sheet_is_chosen(self):
        def change(book, sheet):
            sheet.title = "People"
            book.create_sheet("Notes").append(["nothing"])
        self.book([["a"], [1], [2], [3]], change=change)
        self.assertIn("2 sheets: 'People', 'Notes'", run(self.folder, "inspect", "in.xlsx", status=2))
        self.assertEqual(self.types("--sheet", "People"), {"a": "integer"})
        self.assertEqual(self.types("--sheet", "2"), {"nothing": "text"})
        run(self.folder, "mask", "mdav", "in.xlsx", "--sheet", "People", "--k", "3", "-o", "out.xlsx", "--quiet")
        self.assertEqual(openpyxl.load_workbook(self.path("out.xlsx")).sheetnames, ["People"])
        run(self.folder, "measure", "in.xlsx", "out.xlsx", "--sheet", "People", "--measures", "sse")

    def test_formulas_merged_cells_and_empty_rows_are_refused(self):
        self.book([["a"], ["=1+1"]])
        self.assertIn("formulas without a stored result: A2", run(self.folder, "inspect", "in.xlsx", status=2))
        self.book([["a", "b"], [1, 2], [None, 3]], change=lambda book, sheet: sheet.merge_cells("A2:A3"))
        self.assertIn("A2:A3", run(self.folder, "inspect", "in.xlsx", status=2))
        self.book([["a"], [1], [], ["Source: us"]])
        self.assertIn("row 3 is empty", run(self.folder, "inspect", "in.xlsx", status=2))

    def test_blank_formatted_cells_around_the_table_are_ignored(self):
        def change(book, sheet):
            for place in ("D1", "A9", "F7"):
                sheet[place].number_format = "0.00"
        self.book([[], [None, "a", "b"], [None, 1, 2.5], [None, 2, "NA"]], change=change)
        self.assertEqual(self.types(), {"a": "integer", "b": "number"})

    def test_every_command_takes_workbooks(self):
        run(self.folder, "sample", "people", "--rows", "60", "--seed", "1", "-o", "in.xlsx", "--quiet")
        run(self.folder, "mask", "mdav", "in.xlsx", "--columns", "income,tax", "--k", "3", "-o", "out.xlsx", "--quiet")
        run(self.folder, "measure", "in.xlsx", "out.xlsx", "--columns", "income", "--measures", "sse")
        run(self.folder, "table", "tabulate", "in.xlsx", "--by", "sex,region", "-o", "t.json")
        run(self.folder, "compare", "in.xlsx", "--columns", "income,tax", "--candidates", "out.xlsx", "--rank-by", "sse", "--json")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", required=True)
    known, rest = parser.parse_known_args()
    PROGRAM = os.path.abspath(known.program)
    unittest.main(argv=[sys.argv[0], *rest])
