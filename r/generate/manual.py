"""Help pages of the functions that are written by hand: sentences for their arguments, values and examples. Usages are read
from the sources, so that they are those of the code."""

import re

import rd

ROLES = {
    "schema": "What the columns mean: made by `make_schema()`, or a list of declarations by column.",
    "quasi": "Columns by which a person could be recognised.",
    "confidential": "Columns that must not become known.",
    "identifier": "Columns that name a person; the release leaves them out.",
    "weight": "The column of sampling weights.",
    "household": "The column that numbers households.",
    "unit": "The column that numbers persons or companies with several records.",
    "domain": "For a column its smallest and its largest possible value: `list(age = c(0, 120))`.",
    "missing": "Codes that mean a missing value, for a column: `list(income = c(-9, -8))`.",
}
SHARED = {
    **ROLES,
    "data": "The data: a data frame, tibble or data table, or what `as_sfumato()` returns.",
    "original": "The original data.",
    "columns": "Columns to protect or to compare, by name or number; without it the quasi-identifiers and confidential columns, and with no roles every numeric column.",
    "seed": "A whole number for a result that can be repeated; R's `set.seed()` has no effect. A release with a guessable seed can be undone.",
    "threads": "How many threads to use; without it as many as the machine has.",
    "memory": 'What the data may take, such as `"4GB"`.',
    "report": "Make the pages of the report at once.",
    "progress": "`NULL` shows a bar in an interactive session where a job takes longer than a second, `FALSE` nothing, `TRUE` a bar always; a function is called with the share that is done and the name of the job, and stops it by returning `TRUE`.",
    "...": "Not used; a wrong argument is an error.",
    "keys": "Columns that an intruder knows; without it the declared quasi-identifiers.",
    "shuffle": "Release the records in random order.",
    "renumber": "Give households random new numbers.",
    "public": "For a release to the public: shuffle, and renumber where there are households.",
    "set": 'Parameters of measures: `list("distance-linkage" = list(scale = "raw"))`.',
    "like": "A data frame of the kind that is wanted.",
    "path": "The name of a file.",
    "table": "A table, as `tabulate()` or a later step returns it.",
}
PEOPLE = 'people <- sample_data("people", rows = 200, seed = 1)\n'
AMOUNTS = 'c("income", "tax")'
PAGES = {
    "mask": dict(
        title="Protect a table of records", functions=["mask"],
        description="Protects a table with one method, or with several in a recipe. Columns whose role is identifier are left out; columns that are not protected stay as they are. Each method has a function of its own, such as `mask_mdav()`, whose help describes its parameters.\n\nFactors keep the order of their levels, and dates, moments, labels of haven and 64-bit integers their class, where the masked values fit. A level of a protected factor that no record has any more is left out.",
        arguments={
            "method": 'The method, such as `"mdav"`; `method_names()` lists them.',
            "...": "Parameters of the method, such as `k = 5`.",
            "recipe": "In place of a method: made by `make_recipe()`, or the text or the path of a recipe file.",
            "fitted": "In place of a method: what `fit = TRUE` gave for an earlier table, as `release$fitted`, or the path of its file.",
            "within": "Mask inside each group of records that are equal in this column.",
            "fill": "Leave no protected cell missing: draw it from the masked column.",
            "keep_bounds": "Keep values inside their domain; without one, inside the original's range.",
            "keep_integers": "Columns of whole numbers stay whole.",
            "derive": 'Totals to recompute after masking, such as `"total=wages+other"`.',
            "drop": "Columns to leave out of the release, as identifiers are.",
            "map": "Give the controller's map: which original record each masked one is. Keep it secret.",
            "reveal": "Give what may be published so that analysts can undo a bias.",
            "fit": "Keep what was fitted (levels, cuts, limits, hierarchies) in `$fitted`, for the next table.",
            "earlier": "Earlier releases, a data frame or a list of them: `$earlier` says what an intruder who has them too can link.",
            "link": "Columns that link a person's records in these.",
        },
        value="A list of class `sfumato_release`: `data` (the release, of the kind that came in), `copies` (all of them, for methods that make several), `method`, `parameters`, `columns`, `details`, `mapping`, `promises`, `guarantee`, `warnings` (a data frame, the worst first), `map`, `reveal`, `fitted`, `new`, `earlier` and `schema`. Stored in a file, it has no original data, no seed and no key with it.",
        examples=PEOPLE + f'release <- mask(people, "mdav", columns = {AMOUNTS}, k = 5)\nrelease$details$groups\nhead(release$data$income)\nrelease$warnings$grade',
    ),
    "measure": dict(
        title="Measure risk and utility", functions=["measure"],
        description="Measures what masked tables disclose and what they are worth, against their original. Each measure has a function of its own, such as `measure_suda()`, whose help describes its parameters.",
        arguments={
            "masked": "The masked data: a data frame or a release, or a list of several; without it the original is measured by itself.",
            "measures": "Names of measures; without it all that fit. `measure_names()` lists them.",
            "score": 'Scores of your own, such as `"0.5*information-loss + 0.5*distance-linkage"`.',
            "per_column": "Take every measure on each column alone, too.",
            "per_record": "Give the risk of each original record.",
            "export_permutation": "Give the original's values in the masked table's ranks, with ranks and permutation.",
            "no_mapping": "Do not take row i of a masked table for row i of the original.",
            "synthetic": "The masked tables are synthetic: their rows do not correspond to those of the original.",
            "holdout": "Records of the same population that were not used to make synthetic data.",
            "target": "The column of a synthetic table that an intruder wants to learn from `keys`.",
            "map": "The controller's map of records: a data frame with columns masked and original, counted from 1.",
            "intruder": "What an intruder knows, in place of the original, for measures of risk.",
            "match": "The column by which the intruder's records are found in the original.",
        },
        value="A list of class `sfumato_scores`: `scores` (by the name of the measure, each with `value`, `side`, `better`, `details`, `note` and `reading`; `x[[\"emd\"]]` is one of them), `columns`, `comparisons`, `per_column`, `per_record`, `permutation`, `joint` and `warnings`. `as.data.frame()` has a row for each measure.",
        examples=PEOPLE + f'release <- mask(people, "rank-swapping", columns = {AMOUNTS}, seed = 1)\nscores <- measure(people, release, measures = c("um", "distance-linkage"), columns = {AMOUNTS}, seed = 1)\nscores\nscores[["um"]]$value',
    ),
    "compare": dict(
        title="Compare methods at the same risk", functions=["compare"],
        description="Brings methods to the same risk, ranks them by utility, and releases the best.",
        arguments={
            "equal": 'What all methods are brought to: `c("distance-linkage" = 5)`; without it a risk that suits the data.',
            "at_most": "In place of `equal`: risks that no method may exceed. Of a measure where larger is safer, it is the least value.",
            "rank_by": "Measures that rank the methods.",
            "methods": 'Methods that take part, also recipes such as `"recoding+rank-swapping"`; without it all that fit.',
            "fix": 'Parameters of methods that are not to be turned: `list(laplace = list(mode = "record"))`.',
            "sweep": 'Parameters whose values compete with each other: `"laplace.k"`.',
            "tolerance": 'How far from the target is still at the target, such as `"1\\%"`.'.replace("\\", ""),
            "replicates": "Draws of a method that draws; without it 5, and 3 for 200,000 records or more.",
            "time_limit": "Seconds after which no further setting is tried; 0 is no limit.",
            "thorough": "Search the dials of a large file on all its records with all draws.",
            "candidates": "Finished releases, of any tool, that take part beside the methods: a list of data frames with names.",
            "holdout_share": "Share of the records that is split off before masking, as the holdout of measures of synthetic data.",
            "keep_draw": "Release a draw that was compared, not a fresh one.",
        },
        value="A list of class `sfumato_comparison`: `ranking` (a data frame, best first), `winner` (a release, or `NULL`), `winner_method`, `attained`, `parts` (one for each target) and `warnings`. `plot()` draws the map of risk and utility.",
        examples=PEOPLE + f'result <- compare(people, columns = {AMOUNTS}, equal = c("distance-linkage" = 10), rank_by = "emd",\n  methods = c("mdav", "additive-noise"), tolerance = "20%", seed = 1)\nresult$ranking[, c("rank", "method", "emd")]\nplot(result)',
    ),
    "run_plan": dict(
        title="Run an experiment", functions=["run_plan"],
        description="Runs a plan: methods with grids of parameters, measured, and targets.",
        arguments={
            "plan": "The text of a plan file (TOML), or its path.",
            "data": "The data, under whatever name the plan gives as its file; or a list of data frames with these names.",
            "dry_run": "Show the grid and what it will cost.",
        },
        value="As for `compare()`, of class `sfumato_plan`; `as.data.frame()` has a row for each setting of the grid.",
        examples=PEOPLE + "plan <- '\nseed = 3\nmeasures = [\"rank-linkage\"]\n[data]\npath = \"people.csv\"\ncolumns = [\"income\", \"tax\"]\n[[methods]]\nmethod = \"mdav\"\nk = [3, 10]\n'\nas.data.frame(run_plan(plan, people))$method",
    ),
    "inspect": dict(
        title="What a table looks like", functions=["inspect"],
        description="Shows columns, kinds, proposed roles, missing values and unique records.", arguments={},
        value="A list of class `sfumato_inspection`: `rows`, `columns`, `uniqueness`, `schema` (declared and proposed kinds and roles, for the argument `schema` of other functions) and `warnings`.",
        examples=PEOPLE + "found <- inspect(people)\nfound$uniqueness$unique_records",
    ),
    "fitting_methods": dict(
        title="Methods that fit a table", functions=["fitting_methods"],
        description="Lists the masking methods that fit a table, and why the others do not.", arguments={},
        value="A list of class `sfumato_fitting` with `fitting` (names) and `methods`.",
        examples=PEOPLE + 'fitting_methods(people, columns = c("sex", "region"))$fitting',
    ),
    "key_risks": dict(
        title="Unique records and why", functions=["key_risks"],
        description="Shows how many records are unique on the keys, the riskiest of them, and why.",
        arguments={"special": "Columns whose rare and extreme values are listed.", "riskiest": "How many of the riskiest records are listed.",
                   "without_suda": "Leave out SUDA, which takes longest."},
        value="A list of class `sfumato_key_risks` with what the library found.",
        examples=PEOPLE + 'length(key_risks(people, keys = c("age", "sex", "region"))$riskiest)',
    ),
    "build_hierarchy": dict(
        title="A hierarchy of a column", functions=["build_hierarchy"],
        description="Proposes or builds a hierarchy of a column, and counts unique records at each level.",
        arguments={"column": "The column.", "specification": 'How the hierarchy is built, `list(kind = "intervals", widths = c(5, 10))`; without it one is proposed.'},
        value="A list of class `sfumato_hierarchy` with what the library found.",
        examples=PEOPLE + 'build_hierarchy(people, "age", keys = c("age", "sex"))$column',
    ),
    "distributions": dict(
        title="Columns before and after", functions=["distributions"],
        description="Shows each column before and after masking, and the records that changed most. `plot()` draws it.",
        arguments={"masked": "The masked data, or a release; without it the original alone.", "changed": "How many of the records that changed most are listed."},
        value="A list of class `sfumato_distributions` with what the library found.",
        examples=PEOPLE + f'release <- mask(people, "mdav", columns = {AMOUNTS}, k = 5)\nplot(distributions(people, release, columns = "income"))',
    ),
    "sample_data": dict(
        title="Made-up data", functions=["sample_data", "sample_schema", "sample_names"],
        description="Makes up realistic data, says what their columns mean, and lists the data sets.",
        arguments={"name": 'The data set: `"people"` or `"companies"`.', "rows": "How many records."},
        value="`sample_data()`: a data frame. `sample_schema()`: a schema, as `make_schema()` makes it. `sample_names()`: names.",
        examples='head(sample_data("people", rows = 3, seed = 1))\nsample_names()\nsample_schema("people")$age$role',
    ),
    "tabulate": dict(
        title="A table with its margins", functions=["tabulate"],
        description="Makes a table with all its margins from records. Where the first argument is not a data frame, base R's function of this name is called.",
        arguments={
            "by": 'The columns to cross, `c("region", "activity")`; a list of several crossings makes linked tables.',
            "...": "For base R's function of this name.",
            "sum": "Columns to sum; without sums and means, records are counted.",
            "mean": "Columns to publish as means: their sums and the counts, linked.",
            "counts": "Also count records.",
            "hierarchies": "For a crossed column its hierarchy: codes, each with the codes below it, as nested lists with names; the lowest may be a vector: `list(region = list(North = c(\"A\", \"B\"), South = \"C\"))`.",
            "total": 'The code of a column\'s total, `c(region = "All")`; without it `"Total"`.',
            "weight": "The column with sampling weights; without it every record counts once.",
            "holding": "The column of holdings: records with the same value belong to one holding.",
            "shadow": "The column that rules use instead of the summed one.",
            "request": "The column of requests for protection.",
            "request_codes": "Its codes that request protection; without it 1 and 2.",
            "cost": 'Cost of suppressing a cell: `"value"`, `"frequency"`, `"unity"`, or a column to sum.',
            "decimals": "Round every contribution to this many decimals first.",
            "keep": "Largest contributions to keep per cell, for the rules; without it 10.",
            "record_key": "The column of random keys in [0, 1), one for each record.",
            "record_key_range": "The keys are integers from 0 to this number minus 1.",
            "key": "A secret: the record key is then an identifier, and keys are made from it with the secret.",
        },
        value="A table of class `sfumato_table`, for `check_table()`, the functions `protect_...()` and `audit_table()`. `as.data.frame()` has a row for each cell.",
        examples='companies <- sample_data("companies", rows = 300, seed = 1)\ntable <- tabulate(companies, by = c("region", "legal_form"), sum = "turnover", holding = "holding")\nchecked <- check_table(table, "p-percent=15")\nchecked$unsafe\nprotected <- protect_suppress(checked, work_limit = 1)\naudit_table(protected)$safe',
    ),
    "make_ptable": dict(
        title="Noise for counts", functions=["make_ptable"], description="Makes the noise that `protect_perturb()` adds to counts.",
        arguments={"variance": "Variance of the noise.", "largest": "The noise is at most this large, up or down.", "blocked": "No count becomes one of 1 to this."},
        value="The text of a ptable, for `protect_perturb()`.", examples="make_ptable(2, 4)",
    ),
    "save_table": dict(
        title="Tables in files", functions=["save_table", "load_table", "publish_table"],
        description="`save_table()` writes a table in sfumato's own format, with the true values of sensitive cells; `load_table()` reads it. `publish_table()` writes a protected table as it may be published (CSV).",
        arguments={}, value="`load_table()`: the table. The others: the path.",
        examples='companies <- sample_data("companies", rows = 300, seed = 1)\ntable <- tabulate(companies, by = "region", sum = "turnover")\nfile <- save_table(table, tempfile(fileext = ".json"))\nload_table(file)$dimensions',
    ),
    "make_schema": dict(
        title="What columns mean", functions=["make_schema"],
        description="Declares roles, kinds, domains, missing codes and hierarchies of columns. Columns of class haven_labelled bring their labels and missing codes themselves.",
        arguments={
            "non_confidential": "Columns that need no protection.", "stratum": "The column of strata.",
            "kind": 'For a column `"numeric"`, `"nominal"` or `"ordinal"`: `c(age = "numeric")`.',
            "order": "For an ordinal column its categories, the lowest first, in a list.",
            "decimals": "For a column the decimals of its values.", "date": 'For a column of texts how its dates are written, `c(birth = "day/month/year")`.',
            "hierarchy": "For a column its hierarchy, in a list: a data frame whose rows are a value with its ancestors.",
            "columns": 'Further declarations as a sidecar file has them: `list(age = list(label = "Age in years"))`.',
        },
        value="A list of class `sfumato_schema` with the declarations by column.",
        examples='make_schema(quasi = c("age", "region"), confidential = "income", domain = list(age = c(0, 120)))',
    ),
    "make_recipe": dict(
        title="Several methods in order", functions=["make_recipe"],
        description="Several methods in order, and the rules that the result must keep, for `mask(recipe = )`.",
        arguments={"...": 'Steps, each a list with `method`, `columns`, `within`, `fill` and the parameters of the method.',
                   "keep_bounds": "Keep values inside their domain.", "keep_integers": "Columns of whole numbers stay whole.",
                   "derive": "Totals to recompute after masking.", "drop": "Columns to leave out of the release."},
        value="A list of class `sfumato_recipe`.",
        examples=PEOPLE + 'recipe <- make_recipe(list(method = "mdav", columns = c("income", "tax"), k = 4),\n  list(method = "rank-swapping", columns = "savings", window = 10))\nmask(people, recipe = recipe, seed = 1)$columns',
    ),
    "verify": dict(
        title="How far a release moved one record", functions=["verify"], description="Tells a person how far a release moved their own record.",
        arguments={"released": "The released data, or a release.", "mine": "The person's true values, `c(income = 25000, tax = 3100)`."},
        value="A list of class `sfumato_verification` with `distance`, `percent`, `nearest` and `columns`.",
        examples=PEOPLE + f'release <- mask(people, "mdav", columns = {AMOUNTS}, k = 5)\nverify(release, c(income = 10021, tax = 0))$nearest',
    ),
    "describe": dict(
        title="What the library can do", functions=["describe", "method_names", "measure_names", "sfumato_version"],
        description="Jobs, methods, measures, protections and rules with their parameters, as the library describes them, and its version.",
        arguments={}, value="`describe()`: a list. The others: texts.", examples="method_names()\nmeasure_names()\nsfumato_version()",
    ),
    "as_sfumato": dict(
        title="From an object of sdcMicro", functions=["as_sfumato"],
        description="Reads the slots of an `sdcMicroObj`: the original data, the changed columns, and which variables are keys, numbers, weight, household and stratum. The result can stand for the data in `mask()`, `measure()`, `compare()` and `inspect()`; `measure()` then compares sdcMicro's masked data with the original.",
        arguments={"object": "An object of class sdcMicroObj.", "...": "Not used."},
        value="A list of class `sfumato_sdc`: `data`, `masked` (or `NULL`), `schema`, `keys`, `numbers`, `pram`, `deleted`.",
        examples='\\dontrun{\ndata("testdata", package = "sdcMicro")\nsdc <- sdcMicro::createSdcObj(testdata, keyVars = c("urbrur", "roof", "walls"), numVars = "income")\nmeasure(as_sfumato(sdc), measures = "k-anonymity", columns = c("urbrur", "roof", "walls"))\n}',
    ),
    "report": dict(
        title="Reports", functions=["report"], methods=["report.sfumato_result", "report.default"],
        description="The report of a result, made by the library: a page with risk, utility and pictures. The page of a release measures it, which takes longer than making it.",
        arguments={"x": "A result.", "path": "Where to write it, complete or not at all: a file that ends in .html, .htm, .txt or .svg; without it the report is returned.",
                   "format": '`"html"` (the whole page), `"text"` or `"svg"` (one picture); without it as the path says, or HTML.', "figure": "Which picture, from 1.",
                   "...": "Not used."},
        value="The path; without one, the report itself.",
        examples=PEOPLE + f'release <- mask(people, "mdav", columns = {AMOUNTS}, k = 5)\nreport(release, tempfile(fileext = ".html"))',
    ),
}
RESULTS_USAGE = ["\\method{print}{sfumato_result}(x, ...)", "\\method{summary}{sfumato_result}(object, ...)", "\\method{as.data.frame}{sfumato_result}(x, row.names = NULL, optional = FALSE, ...)",
                 "\\method{as.list}{sfumato_result}(x, ...)", "\\method{plot}{sfumato_release}(x, columns = NULL, ...)",
                 "\\method{plot}{sfumato_comparison}(x, risk = \"attained\", utility = NULL, ...)", "\\method{plot}{sfumato_distributions}(x, ...)"]  # fmt: skip


def signature(sources, name):
    """The arguments of a function as its source has them, on one line."""
    found = re.search(rf"^{re.escape(name)} <- function\(", sources, re.M)
    start = found.end()
    depth, at = 1, start
    while depth:
        depth += (sources[at] == "(") - (sources[at] == ")")
        at += 1
    return " ".join(sources[start : at - 1].split())


def written(sources):
    files, names = {}, []
    for page, parts in PAGES.items():
        usage, pairs, seen = [], [], set()
        for function in parts["functions"]:
            taken = signature(sources, function)
            usage.append(f"{function}({taken})")
            arguments = rd.pieces(taken) if taken else []
            for method in parts.get("methods", []):
                usage.append(f"\\method{{{method.split('.')[0]}}}{{{method.split('.', 1)[1]}}}({signature(sources, method)})")
                arguments += rd.pieces(signature(sources, method))
            for piece in arguments:
                argument = piece.split(" = ")[0]
                if argument not in seen:
                    seen.add(argument)
                    words = parts["arguments"].get(argument) or SHARED[argument]
                    pairs.append(("\\dots" if argument == "..." else argument, words))
        description = "\n\n".join(rd.inline(part) for part in parts["description"].split("\n\n"))
        aliases = parts["functions"] + parts.get("methods", [])
        files[f"man/{page}.Rd"] = rd.page(page, parts["title"], description, usage, pairs, parts["value"], (), "", parts["examples"], aliases)
        names += parts["functions"]
    files["man/results.Rd"] = results_page()
    files["man/sfumato-package.Rd"] = package_page()
    return files, names


def results_page():
    pairs = [("x, object", "A result."), ("row.names, optional", "Not used."), ("columns", "Columns to draw; without it the first four that were protected."),
             ("risk, utility", "The measures of the two axes."), ("\\dots", "For plots, arguments of R's graphics.")]  # fmt: skip
    aliases = ["results"] + [re.sub(r"\\method\{([^}]+)\}\{([^}]+)\}\(.*", r"\1.\2", one) for one in RESULTS_USAGE]
    return rd.page("results", "Results", rd.inline("Results of jobs print as the program prints them, with warnings, the worst first. `as.data.frame()` has the rows of a result (scores, rankings, cells) in a frame of the kind that came in; `as.list()` is the document that the program prints with its option `json`. `plot()` draws columns before and after masking, or the map of risk and utility. In R Markdown and Quarto a result is shown with its table and its pictures. Results that are stored in a file have no original data, no seed and no key with them."),
                   RESULTS_USAGE, pairs, "`print()` and `plot()` return their argument.", (), "", PEOPLE + f'release <- mask(people, "mdav", columns = {AMOUNTS}, k = 5)\nsummary(release)\nplot(release)', aliases)  # fmt: skip


def package_page():
    text = "Protects tables of records and tables of cells before they are released, and measures what they disclose and what they are still worth. `mask()`, `measure()` and `compare()` work on records; `tabulate()`, `check_table()`, the functions `protect_...()` and `audit_table()` on tables. The same seed gives the same numbers as the program sfumato."
    errors = "Everything that a request or its data can have wrong is a condition of class `sfumato_error`. It has `parameter` (the argument that is wrong, or `NULL`), `hint` (what to do), `problem` (the message without the hint), `code` and `status`. Ctrl-C stops a job within 0.2 seconds."
    return rd.page("sfumato-package", "Statistical disclosure control", rd.inline(text), [], [], "", [("Errors", rd.inline(errors))], "", "", ["sfumato-package", "sfumato"], "package")
