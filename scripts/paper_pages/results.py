"""What a plan found, as the project keeps it: the table that `sfumato run` writes, with numbers rounded to six
digits so that another processor gives the same file, and the number of draws of each cell."""

import copy
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
        # Rows of targets follow those of the cells, and are not kept.
        for row, count in zip(rows[: len(draws)], draws, strict=True):
            writer.writerow([row[0]] + [_rounded(cell) for cell in row[1:]] + [count])


def keep_correlations(run_folder, target):
    """Writes the correlations of a run as the file `target`, where its plan asks for some."""
    source = pathlib.Path(run_folder) / "correlations.csv"
    if not source.exists():
        return
    with open(source, encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    with open(target, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows([_rounded(cell) for cell in row] for row in rows)


class Correlations:
    """Between the measures of a plan, as `sfumato run` computes them."""

    def __init__(self, path):
        with open(path, encoding="utf-8", newline="") as file:
            self.rows = list(csv.DictReader(file))

    def value(self, coefficient, pair, **where):
        """The coefficient of two names; `where` are further columns, such as title or columns."""
        found = [row for row in self.rows if {row["first"], row["second"]} == set(pair)
                 and all(row[name] == text for name, text in where.items())]
        if len(found) != 1:
            raise KeyError(f"{len(found)} correlations of {pair} with {where}")
        return float(found[0][coefficient])


class Results:
    """Cells by label, in the order of the plan."""

    def __init__(self, path):
        with open(path, encoding="utf-8", newline="") as file:
            self.cells = {row["label"]: row for row in csv.DictReader(file)}

    def part(self, ending):
        """The cells whose labels end with a comma and this text, under the rest of their labels."""
        result = copy.copy(self)
        result.cells = {label.removesuffix(", " + ending): row for label, row in self.cells.items()
                        if label.endswith(", " + ending)}
        return result

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
