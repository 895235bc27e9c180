"""Examples of docstrings: each function on made-up data that fits it. Their outputs are those of the library, filled in
when the functions are written."""

import contextlib
import io

AMOUNTS = '["income", "tax", "savings"]'
KEYS = '["sex", "region", "education"]'
PEOPLE = 'people = sf.sample("people", rows=200, seed=1, like={})'

# What a method is given beside its defaults, and the column that is shown.
METHODS = {
    "bottom-coding": (f"columns={AMOUNTS}, quantile=0.5", "income"),
    "top-coding": (f"columns={AMOUNTS}, quantile=0.75", "income"),
    "data-swapping": (f"columns={KEYS}, rate=0.3, seed=1", "region"),
    "date-shift": ('columns=["visit"], unit="household_id", schema={"visit": {"date": "day/month/year"}}, seed=1', "visit"),
    "dp-copula": ('columns=["age", "income"], epsilon=1, drop=[name for name in people if name not in ("age", "income")], schema=sf.sample_schema("people"), seed=1', "income"),
    "generalization": ('columns=["sex", "education"], k=5, schema={"education": {"hierarchy": levels}}', "education"),
    "household-synthesis": ('columns=["age", "income"], schema=sf.sample_schema("people"), seed=1', "income"),
    "laplace": ('columns=["income"], epsilon=1, schema=sf.sample_schema("people"), seed=1', "income"),
    "local-suppression": (f"columns={KEYS}, k=3", "region"),
    "mdav": (f"columns={AMOUNTS}, k=5", "income"),
    "multiple-imputation": (f"columns={AMOUNTS}, copies=3, seed=1", "income"),
    "pram": (f"columns={KEYS}, retain=0.7, seed=1", "region"),
    "pseudonyms": ('columns=["record_id"], how="sequential", seed=1', "record_id"),
    "rank-swapping": (f"columns={AMOUNTS}, window=10, seed=1", "income"),
    "recoding": ('columns=["education"], schema={"education": {"hierarchy": levels}}', "education"),
    "record-swapping": ('rate=0.2, geography=["region"], risk_keys=["age", "sex"], schema=sf.sample_schema("people"), seed=1',
                        "region"),
    "sampling": ("columns=" + AMOUNTS + ", fraction=0.5, seed=1", "income"),
}  # fmt: skip
VISITS = 'people["visit"] = [f"{1 + number % 28:02}/03/2021" for number in range(200)]'
HIERARCHY = 'levels = [[level, "lower" if "primary" in level else "higher", "any"] for level in sorted({*people["education"]} - {None})]'

# How the release is made that a measure is shown on, and what the measure is given.
ON_AMOUNTS = (f"release = sf.methods.rank_swapping(people, columns={AMOUNTS}, seed=1)", f"columns={AMOUNTS}")
ON_KEYS = (f"release = sf.methods.pram(people, columns={KEYS}, seed=1)", f"columns={KEYS}")
ON_CLASSES = (f"release = sf.methods.local_suppression(people, columns={KEYS}, k=3)", f"columns={KEYS}")
MEASURES = {
    "classification": (f"release = sf.methods.rank_swapping(people, columns={AMOUNTS}, seed=1)",
                       'columns=["age", "income", "marital_status"], target="marital_status"'),
    "contingency": ON_KEYS, "entropy-loss": ON_KEYS, "granularity": ('release = sf.methods.recoding(people, columns=["education"], schema={"education": {"hierarchy": levels}})',
                    'columns=["education"], schema={"education": {"hierarchy": levels}}'), "suppressed": ON_CLASSES,
    "k-anonymity": ON_CLASSES, "individual-risk": ON_CLASSES, "model-risk": ON_KEYS, "suda": ON_KEYS,
    "uniqueness": ON_CLASSES, "reidentification": ON_CLASSES, "identifying-power": ON_KEYS,
    "l-diversity": (ON_CLASSES[0], f'columns=["sex", "region", "education", "income"], keys={KEYS}, column="income"'),
    "t-closeness": (ON_CLASSES[0], f'columns=["sex", "region", "education", "income"], keys={KEYS}, column="income", distance="ordered"'),
    "analysis": (ON_AMOUNTS[0], f'columns={AMOUNTS}, regressions="income ~ tax + savings"'),
    "pram-estimates": (ON_KEYS[0], f"columns={KEYS}"),
}  # fmt: skip


def method_example(entry):
    name = entry["name"]
    given = f"columns={AMOUNTS}" + (", seed=1" if entry["random"] else "")
    given, column = METHODS.get(name, (given, "income"))
    lines = ["import sfumato as sf", PEOPLE]
    if "levels" in given:
        lines.append(HIERARCHY)
    if column == "visit":
        lines.append(VISITS)
    lines.append(f'people["{column}"][:3]')
    lines.append(f"release = sf.methods.{name.replace('-', '_')}(people, {given})")
    return lines + [f'release.data["{column}"][:3]']


def measure_example(entry):
    name = entry["name"]
    made, given = MEASURES.get(name, ON_AMOUNTS)
    call = f"sf.measures.{name.replace('-', '_')}(people, release, {given}"
    first = ["import sfumato as sf", PEOPLE] + ([HIERARCHY] if "levels" in made else [])
    return first + [made, call + ", seed=1)"]


def rule_example(entry):
    return [
        "import sfumato as sf",
        f"sf.rules.{entry['name'].replace('-', '_')}({entry['example'].partition('=')[2].replace(',', ', ')})",
    ]


def doctest(lines, outputs):
    """Lines as a doctest; a long line is continued after a comma."""
    made = []
    for line, output in zip(lines, outputs or [""] * len(lines)):
        made.append(broken(line))
        if output:
            made.append(output)
    return "\n".join(made)


def broken(line, width=98):
    if len(line) <= width:
        return ">>> " + line
    cut = line.rfind(", ", 0, width) + 1
    open_bracket = line.find("(") + 1
    return ">>> " + line[:cut] + "\n... " + " " * min(open_bracket, 24) + line[cut:].strip()


def run(lines):
    """The outputs, as a session shows them."""
    space, outputs = {}, []
    for line in lines:
        caught = io.StringIO()
        with contextlib.redirect_stdout(caught):
            exec(compile(line, "<example>", "single"), space)
        outputs.append(caught.getvalue().rstrip("\n"))
    return outputs
