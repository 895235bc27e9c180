"""What a plan found, as the project keeps it: the table that `sfumato run` writes, with numbers rounded to six
digits so that another processor gives the same file, and the number of draws of each cell."""

import csv
import json
import math
import pathlib


def _rounded(text):
    try:
        number = float(text)
    except ValueError:
        return text
    return format(number, ".6g")


def keep(run_folder, target):
    """Writes the results of a run as the file `target`."""
    run_folder = pathlib.Path(run_folder)
    draws = [cell["draws"] for cell in json.loads((run_folder / "results.json").read_text("utf-8"))["cells"]]
    with open(run_folder / "results.csv", encoding="utf-8", newline="") as source:
        header, *rows = csv.reader(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(target, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header + ["draws"])
        for row, count in zip(rows, draws, strict=True):
            writer.writerow([row[0]] + [_rounded(cell) for cell in row[1:]] + [count])


class Results:
    """Cells by label, in the order of the plan."""

    def __init__(self, path):
        with open(path, encoding="utf-8", newline="") as file:
            self.cells = {row["label"]: row for row in csv.DictReader(file)}

    def __contains__(self, label):
        return label in self.cells

    def labels(self):
        return list(self.cells)

    def value(self, label, name):
        return float(self.cells[label][name])

    def error(self, label, measure):
        """The standard error of the mean over the draws."""
        return float(self.cells[label][measure + "_se"] or 0)

    def spread(self, label, measure):
        """The standard deviation of one draw."""
        return self.error(label, measure) * math.sqrt(int(self.cells[label]["draws"]))

    def column(self, name, labels):
        return [self.value(label, name) for label in labels]
