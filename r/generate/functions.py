"""The generated sources: methods.R, measures.R, rules.R and protections.R, with a help page for each function."""

import examples
import rd
from signatures import default, r_name, sentence

HEAD = "# {doc}\n# Written by scripts/r-functions from what the library says of itself; do not edit.\n\n"
TABLE_JOBS = {"check": "check_table", "suppress": "protect_suppress", "round": "protect_round", "adjust": "protect_adjust",
              "perturb": "protect_perturb", "recode": "protect_recode", "audit": "audit_table", "table-compare": "compare_protections"}  # fmt: skip
TABLE_COMMON = [("seed", "For a result that can be repeated."), ("threads", "How many threads to use; without it as many as the machine has."),
                ("progress", "`NULL`, `TRUE` or `FALSE` for a bar, or a function of the share that is done and the job.")]


def without_folders(described):
    """The library reads no files: a parameter that names a folder is not for R."""
    for kind in ("methods", "measures"):
        for entry in described[kind]:
            entry["parameters"] = [info for info in entry["parameters"] if not info["doc"].startswith("Folder ")]
    return described


def formals(pairs):
    return [name if initial is None else f"{name} = {initial}" for name, initial in pairs]


def source(name, signature, body):
    words, lines, line = list(signature), [], f"{name} <- function("
    for place, word in enumerate(words):
        piece = word + (", " if place + 1 < len(words) else "")
        if len(line) + len(piece) > 118:
            lines.append(line.rstrip())
            line = "    "
        line += piece
    return "\n".join(lines + [line]) + f") {{\n{body}\n}}\n\n"


def page_sections(entry):
    names = [info["name"] for info in entry["parameters"]]
    page = entry.get("page") or {}
    return [("When to use it", rd.markdown(page.get("when_to_use", ""), names)),
            ("When not to use it", rd.markdown(page.get("when_not_to_use", ""), names)),
            ("Formula", rd.markdown(page.get("formula", ""), names))]  # fmt: skip


def described_as(entry):
    names = [info["name"] for info in entry["parameters"]]
    text = (entry.get("page") or {}).get("description") or ""
    return rd.inline(entry["summary"]) + ("\n\n" + rd.markdown(text, names) if text.strip() else "")


def method(entry):
    name = "mask_" + r_name(entry["name"])
    own = [(r_name(info["name"]), default(info)) for info in entry["parameters"]]
    has_columns = any(one == "columns" for one, _ in own)
    pairs = [("data", None)] + [one for one in own if one[1] is None] + [("...", None)]
    pairs += ([] if has_columns else [("columns", "NULL")]) + [one for one in own if one[1] is not None]
    given = ", ".join(f"{one} = {one}" for one, _ in own if one != "columns")
    body = f'  mask(data, "{entry["name"]}", ..., columns = columns{", " + given if given else ""})'
    documented = [("data", "The table: a data frame, tibble or data table."),
                  ("...", "Further arguments of `mask()`, such as `schema`, `quasi`, `within`, `keep_bounds`, `seed` and `progress`."),
                  ("columns", "Columns to protect, by name or number; without it the quasi-identifiers and confidential columns, and with no roles every numeric column.")]
    documented += [(r_name(info["name"]), sentence(info)) for info in entry["parameters"]]
    accepted = " and ".join(filter(None, [", ".join(entry["accepts"][:-1]), entry["accepts"][-1]]))
    return name, source(name, formals(pairs), body), rd.page(
        name, entry["title"], described_as(entry), [f"{name}({', '.join(formals(pairs))})"], documented,
        f"A release, as `mask()` returns it; `$data` is of the kind that came in. Protected columns may be {accepted}.",
        page_sections(entry), entry.get("reference") or "", examples.method(entry, name))  # fmt: skip


MEASURE_SHARED = ("columns", "no_mapping", "map", "intruder", "match", "schema", "seed", "threads", "memory", "progress", "report", "original", "masked")


def measure(entry):
    name = "measure_" + r_name(entry["name"])
    names = {info["name"]: r_name(info["name"]) for info in entry["parameters"]}
    for key, spelling in names.items():
        if spelling in MEASURE_SHARED:
            names[key] = f"{r_name(entry['name'])}_{spelling}"
    own = [(names[info["name"]], default(info)) for info in entry["parameters"]]
    pairs = [("original", None), ("masked", "NULL"), ("...", None), ("columns", "NULL")] + [(one, initial or "NULL") for one, initial in own]
    given = ", ".join(f"`{info['name']}` = {names[info['name']]}" if "-" in info["name"] else f"{info['name']} = {names[info['name']]}"
                      for info in entry["parameters"])  # fmt: skip
    body = f'  measured("{entry["name"]}", original, masked, list({given}), ..., columns = columns)'
    documented = [("original", "The original data."), ("masked", "The masked data, or a release; without it the original by itself."),
                  ("...", "Further arguments of `measure()`, such as `schema`, `map`, `no_mapping`, `seed` and `progress`."),
                  ("columns", "Columns to compare; without it the quasi-identifiers and confidential columns, and with no roles every numeric column.")]
    documented += [(names[info["name"]], sentence(info)) for info in entry["parameters"]]
    better = {"lower": "A lower value is better", "higher": "A higher value is better"}.get(entry["better"], entry["better"])
    return name, source(name, formals(pairs), body), rd.page(
        name, entry["title"], described_as(entry), [f"{name}({', '.join(formals(pairs))})"], documented,
        f"Scores with this one measure, as `measure()` returns them. Side: {entry['side']}. {better}. Range: {entry['range']}.",
        page_sections(entry), entry.get("reference") or "", examples.measure(entry, name))  # fmt: skip


def rule(entry):
    name = "rule_" + r_name(entry["name"])
    pairs = [(r_name(info["name"]), default(info)) for info in entry["parameters"]]
    count = len(entry["example"].partition("=")[2].split(","))
    values = ", ".join(one for one, _ in pairs)
    initials = ", ".join(initial or "NULL" for _, initial in pairs)
    body = f'  rule_text("{entry["name"]}", list({values}), list({initials}), {count})'
    documented = [(r_name(info["name"]), sentence(info)) for info in entry["parameters"]]
    given = entry["example"].partition("=")[2].replace(",", ", ")
    notes = rd.markdown(entry.get("notes") or "", [])
    return name, source(name, formals(pairs), body), rd.page(
        name, entry["title"], rd.inline(entry["summary"]) + ("\n\n" + notes if notes else ""), [f"{name}({', '.join(formals(pairs))})"],
        documented, "The rule as a text, for `check_table()`.", (), entry.get("reference") or "", f"{name}({given})")  # fmt: skip


def table_job(entry, described):
    name = TABLE_JOBS[entry["name"]]
    known = next((one for one in described["protections"] if one["name"] == entry["name"]), {})
    own = [(r_name(info["name"]), default(info)) for info in entry["parameters"]]
    first = {"check": ["rule"], "perturb": ["ptable"], "round": ["base"]}.get(entry["name"], [])
    if entry["name"] == "audit":
        own.insert(0, ("adjusted", "NULL"))
    pairs = [("table", None)] + [(one, None if one in ("rule", "ptable") and one in first else initial) for one, initial in own if one in first]
    pairs += [(one, initial) for one, initial in own if one not in first] + [(row[0], "NULL") for row in TABLE_COMMON]
    members = ", ".join(f"{one} = {one}" for one, _ in own)
    body = f'  table_job("{entry["name"]}", table, list({members}), seed, threads, progress)'
    documented = [("table", "A table, as `tabulate()` or an earlier step returns it.")]
    documented += [("adjusted", "The table that `protect_adjust()` made of this one, where that is to be audited.")] if entry["name"] == "audit" else []
    documented += [(r_name(info["name"]), sentence(info)) for info in entry["parameters"]] + TABLE_COMMON
    notes = rd.markdown(known.get("notes", ""), [info["name"] for info in entry["parameters"]])
    value = "What an attacker can compute: `$safe`, `$cells`." if entry["name"] == "audit" else (
        "The result with the table for what comes next; `as.data.frame()` has its cells, of a protected table those that may be published.")
    return name, source(name, formals(pairs), body), rd.page(
        name, entry["title"], rd.inline(entry["summary"]) + ("\n\n" + notes if notes else ""), [f"{name}({', '.join(formals(pairs))})"],
        documented, value, (), known.get("reference", ""), examples.TABLES.get(entry["name"], ""))  # fmt: skip


def written(described):
    """File names with their texts, and the names of the functions."""
    jobs = {entry["name"]: entry for entry in described["jobs"]}
    groups = {
        "methods": ("One function for each masking method, with its parameters and their defaults.", [method(entry) for entry in described["methods"]]),
        "measures": ("One function for each measure of risk and utility, with its parameters and their defaults.", [measure(entry) for entry in described["measures"]]),
        "rules": ("One function for each sensitivity rule of tables, for check_table().", [rule(entry) for entry in described["rules"]]),
        "protections": ("What can be done with a table of cells: check, protect, audit and compare.", [table_job(jobs[name], described) for name in TABLE_JOBS]),
    }
    files, names = {}, []
    for name, (doc, made) in groups.items():
        files[f"R/{name}.R"] = HEAD.format(doc=doc) + "".join(text for _, text, _ in made).rstrip("\n") + "\n"
        for function, _, page in made:
            files[f"man/{function}.Rd"] = page
            names.append(function)
    return files, names
