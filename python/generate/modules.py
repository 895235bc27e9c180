"""The generated modules: methods.py, measures.py, rules.py and _protections.py. They are written twice: first without
the outputs of examples, which then run on them."""

import importlib
import pathlib
import shutil
import sys
import tempfile

import examples
import reference
from docstrings import docstring, own_arguments
from signatures import annotation, python_name

HEAD = '"""{doc}\nWritten by scripts/python-functions from what the library says of itself; do not edit."""\n\n'
TYPING = "from __future__ import annotations\n\nfrom typing import Any, Literal, Mapping, Optional\n\n"

COMMON = [  # of every function on records: name, type, default, meaning
    ("schema", "Optional[SchemaLike]", "None", "What the columns mean: a ``sfumato.Schema``."),
    ("seed", "Optional[int]", "None", "For a result that can be repeated."),
    ("threads", "Optional[int]", "None", "How many threads to use; without it as many as the machine has."),
    ("memory", "Optional[Memory]", "None", 'What the data may take, such as ``"4GB"``.'),
    ("report", "bool", "False", "Make the pages of the report at once."),
    ("progress", "Show", "None", "None, True or False for a bar, or a function of the share that is done and the job."),
]
SHORTCUTS = [  # parts of a schema, as ``mask`` takes them
    ("quasi", "Optional[Columns]", "None", "Columns by which a person could be recognised."),
    ("confidential", "Optional[Columns]", "None", "Columns that must not become known."),
    ("identifier", "Optional[Columns]", "None", "Columns that name a person; the release leaves them out."),
    ("weight", "Optional[str]", "None", "The column of sampling weights."),
    ("household", "Optional[str]", "None", "The column that numbers households."),
    ("unit", "Optional[str]", "None", "The column that numbers persons or companies with several records."),
    ("domain", "Optional[Domain]", "None", 'For a column its smallest and its largest possible value, ``{"age": (0, 120)}``.'),
    ("missing", "Optional[Pairs]", "None", 'Codes that mean a missing value, for a column: ``{"income": [-9, -8]}``.'),
]  # fmt: skip
MASK_ONLY = ("method", "parameters", "recipe", "fitted", "key", "link")


def job(described, name):
    return next(entry for entry in described["jobs"] if entry["name"] == name)


def call_of(pairs):
    return "".join(f"        {name}={value},\n" for name, value in pairs)


def parameters_source(parameters):
    return "".join(
        f"    {name}: {kind}" + (f" = {initial}" if initial is not None else "") + ",\n"
        for name, kind, initial in parameters
    )


def function(name, positional, parameters, returns, doc, body):
    return (f"def {name}(\n{positional}    *,\n{parameters_source(parameters)}) -> {returns}:\n"
            f'    """{doc}"""\n{body}\n\n\n')  # fmt: skip


def without_folders(described):
    """The library reads no files: a parameter that names a folder is not for Python."""
    for entry in described["methods"]:
        entry["parameters"] = [info for info in entry["parameters"] if not info["doc"].startswith("Folder ")]
    return described


def own_parameters(entry, renamed=None):
    return [
        ((renamed or {}).get(info["name"], python_name(info["name"])), *annotation(info))
        for info in entry["parameters"]
    ]


def method_function(entry, described, outputs):
    name = python_name(entry["name"])
    own = own_parameters(entry)
    taken = {parameter[0] for parameter in own}
    shared = [
        info
        for info in job(described, "mask")["parameters"]
        if info["name"] not in MASK_ONLY and python_name(info["name"]) not in taken
    ]
    common = COMMON[:1] + [row for row in SHORTCUTS if row[0] not in taken] + COMMON[1:]
    parameters = own + [(python_name(info["name"]), *annotation(info)) for info in shared] + [row[:3] for row in common]
    pairs = [
        (
            "data",
            "The table: a frame of pandas, polars, pyarrow or DuckDB, anything with ``__arrow_c_stream__``, or a dict of lists.",
        )
    ]
    pairs += own_arguments(entry) + own_arguments({"parameters": shared}) + [(row[0], row[3]) for row in common]
    head = f"{entry['title']}. {entry['summary']}"
    accepted = " and ".join(filter(None, [", ".join(entry["accepts"][:-1]), entry["accepts"][-1]]))
    returns = f"The release; ``data`` is a frame of the kind that came in. Protected columns may be {accepted}."
    example = examples.doctest(examples.method_example(entry), outputs)
    call = call_of((parameter[0], parameter[0]) for parameter in parameters)
    body = f'    return mask(\n        data,\n        "{entry["name"]}",\n{call}    )'
    return function(
        name, "    data: Frame,\n", parameters, "Release[Frame]", docstring(entry, head, pairs, returns, example), body
    )


MEASURE_SHARED = [
    (
        "columns",
        "Optional[Columns]",
        "None",
        "Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles every numeric column.",
    ),
    ("no_mapping", "bool", "False", "Do not take row i of the masked table for row i of the original."),
    (
        "map",
        "Any",
        "None",
        "The controller's map of records: a frame with columns masked and original, counted from 1.",
    ),
    ("intruder", "Any", "None", "What an intruder knows, in place of the original: a frame."),
    ("match", "Optional[str]", "None", "Column by which the intruder's records are found in the original."),
]


def measure_function(entry, described, outputs):
    name = python_name(entry["name"])
    shared_names = {row[0] for row in MEASURE_SHARED} | {row[0] for row in COMMON}
    renamed = {
        info["name"]: f"{name}_{python_name(info['name'])}"
        for info in entry["parameters"]
        if python_name(info["name"]) in shared_names
    }
    own = own_parameters(entry, renamed)
    shared = MEASURE_SHARED + [row for row in COMMON if row[0] != "report"]
    parameters = own + [row[:3] for row in shared]
    pairs = [
        ("original", "The original data."),
        ("masked", "The masked data, or a ``Release``; without it the original by itself."),
    ]
    pairs += own_arguments(entry, renamed) + [(row[0], row[3]) for row in shared]
    head = f"{entry['title']}. {entry['summary']}"
    better = {"lower": "A lower value is better", "higher": "A higher value is better"}.get(
        entry["better"], entry["better"]
    )
    returns = f"The score, with ``value``, ``details`` and ``note``. Side: {entry['side']}. {better}. Range: {entry['range']}."
    example = examples.doctest(examples.measure_example(entry), outputs)
    given = "".join(
        f'            "{info["name"]}": {parameter[0]},\n' for info, parameter in zip(entry["parameters"], own)
    )
    settings = "        {\n" + given + "        },\n" if given else "        {},\n"
    call = call_of((row[0], row[0]) for row in shared)
    body = (
        f'    return measured(\n        "{entry["name"]}",\n        original,\n        masked,\n{settings}{call}    )'
    )
    return function(
        name,
        "    original: Any,\n    masked: Any = None,\n",
        parameters,
        "Score",
        docstring(entry, head, pairs, returns, example),
        body,
    )


def rule_function(entry, outputs):
    name = python_name(entry["name"])
    parameters = [(python_name(info["name"]), *annotation(info)) for info in entry["parameters"]]
    shown = len(entry["example"].partition("=")[2].split(","))
    signature = parameters_source(parameters)
    doc = docstring(
        entry,
        f"{entry['title']}. {entry['summary']}",
        own_arguments(entry),
        "The rule, for ``check``.",
        examples.doctest(examples.rule_example(entry), outputs),
    )
    values = ", ".join(one for one, _, _ in parameters)
    defaults = ", ".join(str(initial) for _, _, initial in parameters)
    return f'def {name}(\n{signature}) -> str:\n    """{doc}"""\n    return rule_text("{entry["name"]}", [{values}], [{defaults}], {shown})\n\n\n'


TABLE_JOBS = ["check", "suppress", "round", "adjust", "perturb", "recode", "audit", "table-compare"]
RESULTS = {"check": "Check", "audit": "Audit", "table-compare": "TableComparison", "adjust": "Adjusted"}
TABLE_COMMON = [row for row in COMMON if row[0] in ("seed", "threads", "progress")]


def table_method(name, described):
    entry = job(described, name)
    known = next((one for one in described["protections"] if one["name"] == name), {})
    doc_entry = {**entry, "notes": known.get("notes", ""), "reference": known.get("reference", "")}
    positional, parameters = "        self,\n", []
    for info in entry["parameters"]:
        kind, initial = annotation(info)
        if info["name"] == "rule" and name == "check":
            positional += "        rule: Columns,\n"
        elif info["name"] == "ptable" and name == "perturb":
            positional += "        ptable: Any,\n"
        elif info["name"] == "ptable":
            parameters.append(("ptable", "Any", "None"))
        else:
            parameters.append((python_name(info["name"]), kind, initial))
    if name == "audit":
        parameters.insert(0, ("adjusted", "Any", "None"))
    members = [one[0] for one in parameters] + [
        info["name"]
        for info in entry["parameters"]
        if info["name"] in ("rule", "ptable") and info["name"] not in {one[0] for one in parameters}
    ]
    pairs = own_arguments(entry) + [(row[0], row[3]) for row in TABLE_COMMON]
    if name == "audit":
        pairs.insert(0, ("adjusted", "The table that ``adjust`` made of this one, where that is to be audited."))
    doc = docstring(
        doc_entry,
        f"{entry['title']}. {entry['summary']}",
        pairs,
        "The result, with the table for what comes next." if name != "audit" else "What an attacker can compute.",
        "",
    )
    doc = doc.replace("\n", "\n    ").replace("\n    \n", "\n\n")
    result = RESULTS.get(name, "Protected")
    all_parameters = parameters + [row[:3] for row in TABLE_COMMON]
    signature = parameters_source(all_parameters).replace("    ", "        ")
    given = "".join(f'                "{one}": {"_text(ptable)" if one == "ptable" else one},\n' for one in members)
    method = "compare" if name == "table-compare" else name
    return (f"    def {method}(\n{positional}        *,\n{signature}    ) -> {result}:\n        \"\"\"{doc}\"\"\"\n"
            f'        return cast(\n            "{result}",\n            self._job(\n                "{name}",\n                {{\n{given.replace("                ", "                    ")}'
            "                },\n                seed,\n                threads,\n                progress,\n            ),\n        )\n\n")  # fmt: skip


def methods_module(described, outputs):
    text = HEAD.format(
        doc="One function for each masking method, with its parameters, their ranges, units and defaults."
    )
    text += (
        TYPING
        + "from ._arguments import Columns, Pairs\nfrom ._building import Domain, Memory\nfrom ._masking import mask\nfrom ._progress import Show\nfrom ._results import Frame, Release\nfrom ._schema import SchemaLike\n\n"
    )
    text += all_names(described["methods"])
    return (
        text
        + "".join(
            method_function(entry, described, outputs.get(entry["name"])) for entry in described["methods"]
        ).rstrip()
        + "\n"
    )


def measures_module(described, outputs):
    text = HEAD.format(
        doc="One function for each measure of risk and utility, with its parameters, ranges, units and defaults."
    )
    text += (
        TYPING
        + "from ._arguments import Columns, Pairs\nfrom ._building import Memory\nfrom ._progress import Show\nfrom ._schema import SchemaLike\nfrom ._scores import Score\nfrom ._typed import measured\n\n"
    )
    text += all_names(described["measures"])
    return (
        text
        + "".join(
            measure_function(entry, described, outputs.get(entry["name"])) for entry in described["measures"]
        ).rstrip()
        + "\n"
    )


def rules_module(described, outputs):
    text = HEAD.format(doc="One function for each sensitivity rule of tables, for ``check``.")
    text += "from __future__ import annotations\n\nfrom typing import Optional\n\nfrom ._typed import rule_text\n\n"
    text += all_names(described["rules"])
    return (
        text + "".join(rule_function(entry, outputs.get(entry["name"])) for entry in described["rules"]).rstrip() + "\n"
    )


def protections_module(described):
    text = HEAD.format(
        doc="What can be done with a table of cells: check, protect, audit and compare, as methods of every table."
    )
    text += "from __future__ import annotations\n\nfrom typing import TYPE_CHECKING, Any, Dict, Literal, Optional, cast\n\nfrom ._arguments import Columns\nfrom ._progress import Show\n\n"
    text += "if TYPE_CHECKING:\n    from .tables import Adjusted, Audit, Check, Protected, TableComparison\n\n\n"
    text += 'def _text(ptable: Any) -> Any:\n    """A ptable as the text that the job takes."""\n    return ptable if ptable is None or isinstance(ptable, str) else str(ptable)\n\n\n'
    text += 'class Protections:\n    """Jobs on a table of cells."""\n\n    def _job(\n        self, job: str, members: Dict[str, Any], seed: Optional[int], threads: Optional[int], progress: Show\n    ) -> Any:\n        raise NotImplementedError\n\n'
    return text + "".join(table_method(name, described) for name in TABLE_JOBS).rstrip() + "\n"


def all_names(entries):
    names = "".join(f'    "{python_name(entry["name"])}",\n' for entry in entries)
    shown = 'def __dir__() -> list[str]:\n    """What is of use, for completion."""\n    return __all__\n\n\n'
    return f"__all__ = [\n{names}]\n\n\n{shown}"


def texts(described, outputs):
    return {
        "methods.py": methods_module(described, outputs.get("methods", {})),
        "measures.py": measures_module(described, outputs.get("measures", {})),
        "rules.py": rules_module(described, outputs.get("rules", {})),
        "_protections.py": protections_module(described),
    }


def written(package):
    """The texts of all generated modules. Examples run on a copy of the package."""
    with tempfile.TemporaryDirectory() as folder:
        copied = pathlib.Path(folder) / "sfumato"
        shutil.copytree(package, copied, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("methods.py", "measures.py", "rules.py", "_protections.py"):
            (copied / name).write_text("", encoding="utf-8")
        (copied / "_protections.py").write_text("class Protections:\n    pass\n", encoding="utf-8")
        sys.path.insert(0, folder)
        library = importlib.import_module("sfumato._library")
        described = without_folders(library.describe())
        for name, text in texts(described, {}).items():
            (copied / name).write_text(text, encoding="utf-8")
        for module in [one for one in sys.modules if one == "sfumato" or one.startswith("sfumato.")]:
            del sys.modules[module]
        importlib.invalidate_caches()
        package_itself = importlib.import_module("sfumato")
        outputs = {
            "methods": {entry["name"]: outcome(entry, examples.method_example) for entry in described["methods"]},
            "measures": {entry["name"]: outcome(entry, examples.measure_example) for entry in described["measures"]},
            "rules": {entry["name"]: outcome(entry, examples.rule_example) for entry in described["rules"]},
        }
        if FAILED:
            raise SystemExit("\n".join(FAILED))
        return {**texts(described, outputs), "../FUNCTIONS.md": reference.page(package_itself, described)}


FAILED = []


def outcome(entry, made):
    try:
        return examples.run(made(entry))
    except Exception as error:
        FAILED.append(f"the example of {entry['name']} fails: {error}")
        return None
