"""Examples of help pages: each function on made-up data that fits it."""

AMOUNTS = 'c("income", "tax", "savings")'
KEYS = 'c("sex", "region", "education")'
PEOPLE = 'people <- sample_data("people", rows = 200, seed = 1)\n'
LEVELS = ('levels <- data.frame(level = levels(people$education))\n'
          'levels$group <- ifelse(grepl("primary", levels$level), "lower", "higher")\nlevels$any <- "any"\n')  # fmt: skip

METHODS = {
    "bottom-coding": (f"columns = {AMOUNTS}, quantile = 0.5", "income"),
    "top-coding": (f"columns = {AMOUNTS}, quantile = 0.75", "income"),
    "data-swapping": (f"columns = {KEYS}, rate = 0.3, seed = 1", "region"),
    "date-shift": ('columns = "visit", unit = "household_id", seed = 1', "visit"),
    "dp-copula": ('columns = c("age", "income"), epsilon = 1, drop = setdiff(names(people), c("age", "income")),\n'
                  '  schema = sample_schema("people"), seed = 1', "income"),
    "generalization": ('columns = c("sex", "education"), k = 5,\n  schema = list(education = list(hierarchy = levels))', "education"),
    "household-synthesis": ('columns = c("age", "income"), schema = sample_schema("people"), seed = 1', "income"),
    "laplace": ('columns = "income", epsilon = 1, schema = sample_schema("people"), seed = 1', "income"),
    "local-suppression": (f"columns = {KEYS}, k = 3", "region"),
    "mdav": (f"columns = {AMOUNTS}, k = 5", "income"),
    "multiple-imputation": (f"columns = {AMOUNTS}, copies = 3, seed = 1", "income"),
    "pram": (f"columns = {KEYS}, retain = 0.7, seed = 1", "region"),
    "pseudonyms": ('columns = "record_id", how = "sequential", seed = 1', "record_id"),
    "rank-swapping": (f"columns = {AMOUNTS}, window = 10, seed = 1", "income"),
    "recoding": ('columns = "education", schema = list(education = list(hierarchy = levels))', "education"),
    "record-swapping": ('rate = 0.2, geography = "region", risk_keys = c("age", "sex"),\n  schema = sample_schema("people"), seed = 1', "region"),
    "sampling": (f"columns = {AMOUNTS}, fraction = 0.5, seed = 1", "income"),
}
ON_AMOUNTS = (f"release <- mask_rank_swapping(people, columns = {AMOUNTS}, seed = 1)", f"columns = {AMOUNTS}")
ON_KEYS = (f"release <- mask_pram(people, columns = {KEYS}, seed = 1)", f"columns = {KEYS}")
ON_CLASSES = (f"release <- mask_local_suppression(people, columns = {KEYS}, k = 3)", f"columns = {KEYS}")
ON_LEVELS = ('release <- mask_recoding(people, columns = "education",\n  schema = list(education = list(hierarchy = levels)))',
             'columns = "education",\n  schema = list(education = list(hierarchy = levels))')
MEASURES = {
    "classification": (ON_AMOUNTS[0], 'columns = c("age", "income", "marital_status"), target = "marital_status"'),
    "contingency": ON_KEYS, "entropy-loss": ON_KEYS, "granularity": ON_LEVELS, "suppressed": ON_CLASSES, "k-anonymity": ON_CLASSES,
    "individual-risk": ON_CLASSES, "model-risk": ON_KEYS, "suda": ON_KEYS, "uniqueness": ON_CLASSES, "reidentification": ON_CLASSES,
    "identifying-power": ON_KEYS,
    "l-diversity": (ON_CLASSES[0], f'columns = c("sex", "region", "education", "income"),\n  keys = {KEYS}, column = "income"'),
    "t-closeness": (ON_CLASSES[0], f'columns = c("sex", "region", "education", "income"),\n  keys = {KEYS}, column = "income", distance = "ordered"'),
    "analysis": (ON_AMOUNTS[0], f'columns = {AMOUNTS}, regressions = "income ~ tax + savings"'),
    "pram-estimates": ON_KEYS,
}
TABLE = ('companies <- sample_data("companies", rows = 300, seed = 1)\n'
         'table <- tabulate(companies, by = c("region", "legal_form"), sum = "turnover", holding = "holding")\n')  # fmt: skip
CHECKED = TABLE + 'checked <- check_table(table, "p-percent=15")\n'
TABLES = {
    "check": CHECKED + "checked$unsafe",
    "suppress": CHECKED + "protected <- protect_suppress(checked, work_limit = 1)\nprotected$safe\nhead(as.data.frame(protected))",
    "round": CHECKED + "rounded <- protect_round(checked, base = 100000, work_limit = 1)\nrounded$safe",
    "adjust": CHECKED + "adjusted <- protect_adjust(checked, work_limit = 1)\nadjusted$safe",
    "perturb": ('companies <- sample_data("companies", rows = 300, seed = 1)\ncompanies$key <- (7919 * seq_len(300) %% 10007) / 10007\n'
                'companies$key <- companies$key - floor(companies$key)\n'
                'counted <- tabulate(companies, by = c("legal_form", "region"), counts = TRUE, record_key = "key")\n'
                "perturbed <- protect_perturb(counted, make_ptable(2, 4))\nhead(as.data.frame(perturbed))"),
    "recode": CHECKED + "protect_recode(checked)",
    "audit": CHECKED + "audit_table(protect_suppress(checked, work_limit = 1))$safe",
    "table-compare": CHECKED + 'compared <- compare_protections(checked, methods = c("suppress-optimal", "suppress-hypercube"), work_limit = 1)\ncompared$winner',
}  # fmt: skip


def method(entry, name):
    given = f"columns = {AMOUNTS}" + (", seed = 1" if entry["random"] else "")
    given, column = METHODS.get(entry["name"], (given, "income"))
    text = PEOPLE + (LEVELS if "levels" in given else "")
    if column == "visit":
        text += 'people$visit <- as.Date("2021-03-01") + seq_len(200) %% 28\n'
    return text + f"release <- {name}(people, {given})\nhead(data.frame(before = people${column}, after = release$data${column}[seq_len(200)]), 3)"


def measure(entry, name):
    made, given = MEASURES.get(entry["name"], ON_AMOUNTS)
    return PEOPLE + (LEVELS if "levels" in made else "") + f"{made}\n{name}(people, release, {given}, seed = 1)"
