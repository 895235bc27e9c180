"""How maskings of Census split into a permutation and residual noise: measured by `sfumato measure
--export-permutation`, and kept beside the results of the plans."""

import csv
import json
import subprocess
import tempfile

COLUMNS = ["FICA", "FEDTAX", "INTVAL", "POTHVAL"]
NAME = "001-split"
# Label, method and parameters.
MASKINGS = [
    ("groups of 5", "mdav", ["--k", "5"]),
    ("groups of 50", "mdav", ["--k", "50"]),
    ("swapping within 10 %", "rank-swapping", ["--window", "10", "--seed", "2020"]),
    ("noise of 0.1 standard deviations", "additive-noise", ["--amount", "0.1", "--seed", "2020"]),
    ("noise of 0.5 standard deviations", "additive-noise", ["--amount", "0.5", "--seed", "2020"]),
]


def commands():
    columns = ",".join(COLUMNS)
    return (f"sfumato mask mdav census.csv --columns {columns} --k 5 -o masked.csv\n"
            f"sfumato measure census.csv masked.csv --columns {columns} --measures cm2 "
            "--export-permutation permutation.csv --json\n")


def measured(program, reference, masking):
    """CM2, its logarithm and the shares of one masking."""
    label, method, parameters = masking
    census, columns = str(reference / "census.csv"), ",".join(COLUMNS)
    with tempfile.TemporaryDirectory() as folder:
        masked = f"{folder}/masked.csv"
        subprocess.run([program, "mask", method, census, "--columns", columns, *parameters, "-o", masked, "--quiet"],
                       check=True, stderr=subprocess.DEVNULL)
        found = json.loads(subprocess.run(
            [program, "measure", census, masked, "--columns", columns, "--measures", "cm2", "--export-permutation",
             f"{folder}/permutation.csv", "--json"], check=True, capture_output=True).stdout)
    cm2 = found["measures"]["cm2"]
    row = {"label": label, "cm2": cm2["value"], "minus_log": cm2["details"]["minus_log"]}
    for column, part in found["permutation"]["columns"].items():
        row[f"{column} permutation"] = part["permutation_percent"]
        row[f"{column} residual"] = part["residual_percent"]
    return row


def keep_split(program, reference, target):
    rows = [measured(program, reference, masking) for masking in MASKINGS]
    with open(target, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow({key: value if key == "label" else format(value, ".6g") for key, value in row.items()})
