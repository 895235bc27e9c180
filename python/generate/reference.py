"""A page with all functions of the Python package: what each does, and how it is called."""

import inspect

JOBS = ["inspect", "fitting_methods", "mask", "measure", "compare", "run_plan", "verify", "sample", "sample_schema",
        "samples", "tabulate", "load_table", "load_plan", "ptable", "describe", "version"]  # fmt: skip
SHARED = {"schema", "seed", "threads", "memory", "report", "progress"}
ROLES = {"quasi", "confidential", "identifier", "weight", "household", "unit", "domain", "missing"}


def call(function, hidden):
    """name(data, *, k=3, …): what every function has is not repeated."""
    words = []
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "self" or name in hidden:
            continue
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            words.append(f"**{name}")
        else:
            words.append(name if parameter.default is inspect.Parameter.empty else f"{name}={parameter.default!r}")
    return "(" + ", ".join(words) + ")"


def first_sentence(function):
    paragraph = (inspect.getdoc(function) or "").split("\n\n")[0]
    return " ".join(paragraph.split()).replace("|", "\\|")


def rows(prefix, functions, hidden):
    for name, function in functions:
        yield f"| `{prefix}{name}{call(function, hidden)}` | {first_sentence(function)} |"


def job_row(function, name):
    takes_roles = "quasi" in inspect.signature(function).parameters
    return rows("sf.", [(name, function)], SHARED | ROLES if takes_roles else SHARED)


def table(title, text, made):
    return f"## {title}\n\n{text}\n\n| function | what it does |\n| --- | --- |\n" + "\n".join(made) + "\n\n"


def page(sf, described):
    hidden = set(SHARED)
    mask = {info["name"].replace("-", "_") for entry in described["jobs"] if entry["name"] == "mask" for info in entry["parameters"]}
    text = ("<!-- Written by scripts/python-functions from what the library says of itself; do not edit. -->\n"
            "# Functions of the Python package\n\n`help(sf.methods.mdav)` shows parameters with ranges, units and defaults, when to use "
            "a method, its reference and an example.\n\n")  # fmt: skip
    text += table("Jobs", "Those on data also take `schema` (or its parts: `quasi`, `confidential`, …), `seed`, `threads`, `memory` and "
                  "`progress`.", [row for name in JOBS for row in job_row(getattr(sf, name), name)])  # fmt: skip
    methods = []
    for entry in described["methods"]:
        name, own = entry["name"].replace("-", "_"), {info["name"].replace("-", "_") for info in entry["parameters"]}
        methods += rows("sf.methods.", [(name, getattr(sf.methods, name))], hidden | ((mask | ROLES) - own))
    text += table("Methods", "Each also takes the parameters of `sf.mask`.", methods)
    shared = {"columns", "no_mapping", "map", "intruder", "match"}
    text += table("Measures", "Each also takes `columns`, `map`, `no_mapping`, `intruder` and `match`.",
                  rows("sf.measures.", [(name, getattr(sf.measures, name)) for name in sf.measures.__all__], hidden | shared))  # fmt: skip
    text += table("Rules", "For `check`.", rows("sf.rules.", [(name, getattr(sf.rules, name)) for name in sf.rules.__all__], set()))
    jobs = ["check", "suppress", "round", "adjust", "perturb", "recode", "compare", "audit", "frame", "report", "save"]
    text += table("Tables", "Methods of what `sf.tabulate` and `sf.load_table` return.",
                  rows("table.", [(name, getattr(sf.CellTable, name)) for name in jobs], hidden))  # fmt: skip
    return text.rstrip() + "\n"
