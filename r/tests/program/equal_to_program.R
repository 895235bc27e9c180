# The package gives what the program gives: for every method and every measure the same values and the same document from
# the same seed, on Census and testdata, or on made-up people where these have no fitting columns. Run by scripts/test-r.

suppressPackageStartupMessages({
  library(testthat)
  library(sfumato)
})
source(file.path(Sys.getenv("SFUMATO_ROOT"), "r", "tests", "program", "program.R"))
if (!file.exists(program)) {
  message("the program is not built: nothing is compared")
  quit(status = 0)
}

seed <- 7
folder <- tempfile("equal")
dir.create(folder)
done <- new.env()
done$methods <- done$measures <- character()

amounts <- c("FICA", "FEDTAX", "INTVAL", "POTHVAL")
codes <- c("urbrur", "roof", "walls", "water", "sex")

# A file with its declarations beside it, and the same as a frame and a schema.
data_set <- function(name, path, columns, declared, texts = character()) {
  link <- file.path(folder, paste0(name, ".csv"))
  if (!file.exists(link)) file.symlink(path, link)
  if (length(declared)) {
    toml <- sfumato:::run_job(list(job = "toml", document = list(columns = lapply(declared, function(one) lapply(one, function(x) if (length(x) > 1) I(x) else x)))))
    writeLines(toml$document$text, file.path(folder, paste0(name, ".toml")))
  }
  list(name = name, file = paste0(name, ".csv"), columns = columns, schema = declared, frame = read_frame(path, texts = texts), texts = texts)
}

census <- function() data_set("census", file.path(reference, "census.csv"), amounts, sapply(amounts, function(name) list(domain = c(0, 200000)), simplify = FALSE))
survey <- function() {
  declared <- sapply(codes, function(name) list(kind = "nominal", role = "quasi-identifier"), simplify = FALSE)
  declared$sampling_weight <- list(role = "weight")
  declared$ori_hid <- list(role = "household")
  data_set("testdata", file.path(reference, "testdata.csv"), codes, declared, texts = codes)
}

# What a method needs beside its defaults: words of the command, and arguments.
dropped <- c("AFNLWGT", "AGI", "EMCONTRB", "PTOTVAL", "STATETAX", "TAXINC", "PEARNVAL", "WSALVAL", "ERNVAL")
needed <- list(
  "census dp-copula" = list(c("--drop", paste(dropped, collapse = ",")), list(drop = dropped)),
  "testdata record-swapping" = list(c("--geography", "roof", "--k", "2"), list(geography = "roof", k = 2)),
  "testdata local-suppression" = list(c("--k", "5", "--importance", "sex=2"), list(k = 5, importance = c(sex = 2))),
  "census additive-noise" = list(c("--amount", "0.5", "--keep-moments"), list(amount = 0.5, keep_moments = TRUE)),
  "census pseudonyms" = list(c("--how", "random"), list(how = "random"))
)

# Masks with both and compares; says whether it could be done.
mask_both <- function(data, method, words = character(), arguments = list()) {
  out <- paste0(method, "-", data$file)
  theirs <- run_program(folder, "mask", method, data$file, "--columns", paste(data$columns, collapse = ","), "--seed", as.character(seed), words, "-o", out)
  ours <- tryCatch(
    do.call(mask, c(list(data$frame, method, columns = data$columns, seed = seed, schema = data$schema, progress = FALSE), arguments)),
    sfumato_error = identity
  )
  if (inherits(ours, "sfumato_error")) {
    expect_identical(ours$status, theirs$status, info = paste(method, conditionMessage(ours), theirs$errors))
    return(FALSE)
  }
  expect_identical(theirs$status, 0L, info = paste(method, theirs$errors))
  files <- unlist(theirs$document$output)
  expect_identical(length(ours$copies), length(files))
  for (i in seq_along(files)) same_values(ours$copies[[i]], read_frame(file.path(folder, files[[i]]), texts = data$texts), method)
  same_document(as.list(ours), theirs$document, method)
  TRUE
}

mask_by_all <- function(data) {
  for (method in setdiff(method_names(), "household-synthesis")) {
    own <- needed[[paste(data$name, method)]]
    if (mask_both(data, method, as.character(unlist(own[1])), if (is.null(own)) list() else own[[2]])) done$methods <- union(done$methods, method)
  }
}

measure_both <- function(data, masked, measures = NULL, words = character(), ...) {
  names <- if (is.null(measures)) character() else paste0("--measures=", paste(measures, collapse = ","))
  theirs <- run_program(folder, "measure", data$file, masked, "--columns", paste(data$columns, collapse = ","), "--seed", as.character(seed), names, words)
  frame <- read_frame(file.path(folder, masked), texts = data$texts)
  ours <- measure(data$frame, frame, measures = measures, columns = data$columns, seed = seed, schema = data$schema, progress = FALSE, ...)
  expect_identical(theirs$status, 0L, info = paste(masked, theirs$errors))
  same_document(as.list(ours), theirs$document, paste("measures of", masked))
  done$measures <- union(done$measures, names(theirs$document$measures))
}

masked_by <- function(data, method, ...) {
  file <- paste0("measured-", method, "-", data$file)
  run_program(folder, "mask", method, data$file, "--columns", paste(data$columns, collapse = ","), "--seed", as.character(seed), ..., "-o", file)
  file
}

have <- file.exists(file.path(reference, c("census.csv", "testdata.csv")))
if (!all(have)) message("equal: the reference files are not here, made-up people alone are compared")

if (all(have)) {
  test_that("every method that fits, on Census and testdata", {
    mask_by_all(census())
    mask_by_all(survey())
  })
  test_that("every measure that fits, on Census and testdata", {
    data <- census()
    measure_both(data, masked_by(data, "mdav"))
    measure_both(data, masked_by(data, "hybrid"), c("analysis", "distance-linkage", "emd", "cm3"),
                 c("--set", "analysis.regressions=FICA ~ FEDTAX", "--set", "distance-linkage.scale=mahalanobis", "--set", "emd.clusters=50", "--no-mapping"),
                 set = list(analysis = list(regressions = "FICA ~ FEDTAX"), "distance-linkage" = list(scale = "mahalanobis"), emd = list(clusters = 50)), no_mapping = TRUE)
    survey_data <- survey()
    measure_both(survey_data, masked_by(survey_data, "data-swapping"))
  })
}

if (all(have)) {
  test_that("numbers of sdcMicro on its own file, which the vignette shows", {
    file <- read_frame(file.path(reference, "testdata.csv"))
    keys <- c("urbrur", "roof", "walls", "water", "electcon", "relat", "sex")
    schema <- make_schema(quasi = keys, weight = "sampling_weight", household = "ori_hid", kind = sapply(keys, function(name) "nominal", simplify = FALSE))
    found <- measure(file, measures = c("k-anonymity", "individual-risk", "suda"), columns = keys, schema = schema)
    expect_identical(unlist(found[["k-anonymity"]]$details$below$wildcard[c("2", "3")]), c("2" = 157, "3" = 281))
    expect_equal(found[["individual-risk"]]$details$expected, 10.7782989, tolerance = 1e-8)
    expect_equal(found[["individual-risk"]]$details$household_expected, 51.8129274, tolerance = 1e-8)
    expect_identical(found[["suda"]]$details$sum_scores, 4890)
    expect_identical(mask(file, "local-suppression", columns = keys, k = 3, schema = schema)$details$suppressed_cells, 153)
  })
}

test_that("the small tables of sdcMicro's introduction, which the vignette shows", {
  eight <- data.frame(age = c(1, 1, 1, 3, 4, 4, 6, 1), location = c(2, 2, 2, 3, 3, 3, 2, 2), sex = c(2, 1, 1, 1, 1, 1, 1, 2),
                      education = c(1, 1, 1, 5, 4, 1, 5, 1), w = c(18, 45.5, 39, 17, 541, 8, 5, 92))
  keys <- c("age", "location", "sex", "education")
  schema <- make_schema(quasi = keys, weight = "w", kind = sapply(keys, function(name) "nominal", simplify = FALSE))
  found <- measure(eight, measures = c("k-anonymity", "individual-risk", "suda"), columns = keys, schema = schema, per_record = TRUE)
  expect_identical(as.numeric(found$per_record[["k-anonymity"]]), c(2, 2, 2, 1, 1, 1, 1, 2))
  alone <- function(weight) 1 / (weight - 1) * log(weight)
  expect_equal(found$per_record[["individual-risk"]][4:7], alone(c(17, 541, 8, 5)), tolerance = 1e-12)
  expect_identical(found[["suda"]]$details$sum_scores, 8 + 6 + 4 + 8)
  six <- data.frame(sex = c(1, 1, 1, 1, 2, 2), race = c(1, 1, 1, 2, 2, 2), sens = c(50, 50, 42, 42, 62, 62))
  diverse <- measure(six, measures = "l-diversity", quasi = c("sex", "race"), confidential = "sens", per_record = TRUE)
  expect_identical(as.numeric(diverse$per_record[["l-diversity"]]), c(2, 2, 2, 1, 1, 1))
  few <- mask(eight, "local-suppression", columns = c("location", "sex", "education"), k = 2, schema = schema)
  expect_identical(few$details$suppressed_cells, 2)
})

# Made-up people, whose file has no declarations beside it; categories go in as texts.
people <- function(rows = 500) {
  path <- file.path(folder, "made.csv")
  run_program(folder, "sample", "people", "--rows", as.character(rows), "--seed", "3", "-o", "made.csv")
  unlink(file.path(folder, "made.toml"))
  list(name = "made", file = "made.csv", columns = c("sex", "region", "marital_status"), schema = NULL, frame = read_frame(path), texts = character())
}

test_that("methods with hierarchies, dates and households", {
  data <- people()
  levels <- data.frame(level = sort(unique(data$frame$region)), half = rep(c("one", "other"), length.out = length(unique(data$frame$region))), any = "any")
  write.table(levels, file.path(folder, "regions.csv"), sep = ";", row.names = FALSE, col.names = FALSE, quote = FALSE)
  data$columns <- "region"
  expect_true(mask_both(data, "recoding", c("--hierarchy", "region=regions.csv", "--level", "region=1"), list(hierarchy = list(region = levels), level = c(region = 1))))
  data$columns <- c("region", "sex")
  expect_true(mask_both(data, "generalization", c("--hierarchy", "region=regions.csv", "--k", "5", "--suppress", "2"), list(hierarchy = list(region = levels), k = 5, suppress = 2)))
  visits <- data.frame(patient = c(7, 8, 7, 9, 8), visit = as.Date(c("2021-03-29", "2021-05-03", "2021-06-14", NA, "2020-02-29")))
  write.csv(visits, file.path(folder, "visits.csv"), row.names = FALSE, quote = FALSE, na = "")
  data <- list(name = "visits", file = "visits.csv", columns = "visit", schema = NULL, frame = visits, texts = "visit")
  expect_true(mask_both(data, "date-shift", c("--unit", "patient"), list(unit = "patient")))
  run_program(folder, "sample", "people", "--rows", "300", "--seed", "3", "-o", "homes.csv")
  declared <- sample_schema("people")
  homes <- list(name = "homes", file = "homes.csv", columns = c("age", "income"), schema = declared, frame = read_frame(file.path(folder, "homes.csv")), texts = character())
  homes$frame$education <- factor(homes$frame$education, levels = unlist(declared$education$order), ordered = TRUE)
  expect_true(mask_both(homes, "household-synthesis"))
  done$methods <- union(done$methods, c("recoding", "generalization", "date-shift", "household-synthesis"))
  if (all(have)) expect_identical(setdiff(method_names(), done$methods), character())
})

test_that("recipes", {
  data <- people()
  amounts <- c("income", "tax")
  recipe <- make_recipe(
    list(method = "additive-noise", columns = amounts, amount = 0.1),
    list(method = "rank-swapping", columns = amounts, window = 4),
    list(method = "pram", columns = "region", retain = 0.9)
  )
  writeLines(c(
    "[[steps]]", "method = \"additive-noise\"", "columns = [\"income\", \"tax\"]", "amount = 0.1",
    "[[steps]]", "method = \"rank-swapping\"", "columns = [\"income\", \"tax\"]", "window = 4",
    "[[steps]]", "method = \"pram\"", "columns = [\"region\"]", "retain = 0.9"
  ), file.path(folder, "recipe.toml"))
  theirs <- run_program(folder, "mask", "--recipe", "recipe.toml", data$file, "--keep-bounds", "--seed", as.character(seed), "-o", "by-recipe.csv")
  expect_identical(theirs$status, 0L, info = theirs$errors)
  ours <- mask(data$frame, recipe = recipe, keep_bounds = TRUE, seed = seed, progress = FALSE)
  same_values(ours$data, read_frame(file.path(folder, "by-recipe.csv")), "recipe")
  same_document(as.list(ours), theirs$document, "recipe")
})

if (file.exists(file.path(reference, "adult", "adult_subset.csv"))) {
  test_that("Adult, with its hierarchies", {
    adult <- file.path(reference, "adult")
    keys <- c("sex", "age", "race", "marital-status")
    texts <- c("sex", "race", "marital-status", "education", "native-country", "workclass", "occupation", "salary-class")
    file.symlink(file.path(adult, "adult_subset.csv"), file.path(folder, "adult.csv"))
    frame <- read_frame(file.path(adult, "adult_subset.csv"), separator = ";", texts = texts)
    words <- hierarchies <- list()
    for (key in keys) {
      file.symlink(file.path(adult, paste0("adult_hierarchy_", key, ".csv")), file.path(folder, paste0(key, ".csv")))
      words <- c(words, "--hierarchy", paste0(key, "=", key, ".csv"))
      rows <- utils::read.csv(file.path(folder, paste0(key, ".csv")), sep = ";", header = FALSE, colClasses = "character")
      hierarchies[[key]] <- rows
    }
    options <- c("--k", "5", "--suppress", "1", "--model", "l-diversity:salary-class:distinct:2")
    theirs <- do.call(run_program, c(list(folder, "mask", "generalization", "adult.csv", "--columns", paste(keys, collapse = ",")), words, as.list(options), list("-o", "adult-out.csv")))
    expect_identical(theirs$status, 0L, info = theirs$errors)
    ours <- mask(frame, "generalization", columns = keys, hierarchy = hierarchies, k = 5, suppress = 1, model = "l-diversity:salary-class:distinct:2", progress = FALSE)
    same_values(ours$data, read_frame(file.path(folder, "adult-out.csv"), separator = ";", texts = c(texts, "age")), "adult")
    same_document(as.list(ours), theirs$document, "adult")
    measured <- run_program(folder, "measure", "adult.csv", "--keys", paste(keys, collapse = ","), "--measures", "k-anonymity,l-diversity,suda", "--set", "l-diversity.column=salary-class", "--seed", "7")
    mine <- measure(frame, measures = c("k-anonymity", "l-diversity", "suda"), keys = keys, set = list("l-diversity" = list(column = "salary-class")), seed = 7, progress = FALSE)
    same_document(as.list(mine), measured$document, "measures of adult")
  })
}

test_that("the measures that are left", {
  data <- people()
  file <- masked_by(data, "pram", "--retain", "0.9")
  data$columns <- c("sex", "region", "marital_status", "education")
  chosen <- list("l-diversity" = list(column = "education"), "t-closeness" = list(column = "education"), classification = list(target = "education"), suda = list("max-size" = 2))
  for (name in setdiff(measure_names(), done$measures)) {
    own <- chosen[[name]]
    words <- if (is.null(own)) character() else c("--set", paste0(name, ".", names(own), "=", unlist(own)))
    measure_both(data, file, name, words, set = if (!is.null(own)) structure(list(own), names = name))
  }
  if (all(have)) expect_identical(setdiff(measure_names(), done$measures), character())
})

test_that("comparisons, inspection and plans", {
  data <- people()
  data$columns <- c("income", "tax", "savings")
  theirs <- run_program(folder, "compare", data$file, "--columns", paste(data$columns, collapse = ","), "--equal", "distance-linkage=10", "--rank-by", "emd",
                        "--methods", "mdav,rank-swapping", "--tolerance", "20%", "--seed", "5", "--keep-draw", "-o", "compared")
  ours <- compare(data$frame, equal = c("distance-linkage" = 10), rank_by = "emd", methods = c("mdav", "rank-swapping"), tolerance = "20%", seed = 5,
                  keep_draw = TRUE, columns = data$columns, progress = FALSE)
  expect_identical(theirs$status, 0L, info = theirs$errors)
  same_document(as.list(ours), theirs$document, "compare")
  same_values(ours$winner$data, read_frame(file.path(folder, "compared", "winner.csv")), "winner")
  inspected <- run_program(folder, "inspect", data$file)
  same_document(without(as.list(inspect(data$frame)), "sidecar"), without(inspected$document, "sidecar"), "inspect")
  plan <- "title = \"Two methods\"\nseed = 3\nmeasures = [\"rank-linkage\", \"emd\"]\n[data]\npath = \"made.csv\"\ncolumns = [\"income\", \"tax\"]\n[[methods]]\nmethod = \"mdav\"\nk = [3, 10]\n[[methods]]\nmethod = \"additive-noise\"\n"
  writeLines(plan, file.path(folder, "plan.toml"))
  theirs <- run_program(folder, "run", "plan.toml", "-o", "results")
  same_document(as.list(run_plan(plan, data$frame)), theirs$document, "plan")
})

test_that("tables", {
  run_program(folder, "sample", "companies", "--rows", "300", "--seed", "3", "-o", "companies.csv")
  companies <- sample_data("companies", rows = 300, seed = 3)
  same_values(companies, read_frame(file.path(folder, "companies.csv")), "companies")
  table <- tabulate(companies, by = c("legal_form", "region"), sum = "turnover", holding = "holding", schema = sample_schema("companies"))
  theirs <- run_program(folder, "table", "tabulate", "companies.csv", "--by", "legal_form,region", "--sum", "turnover", "--holding", "holding", "-o", "table.json")
  same_table <- function(ours, theirs, what) same_document(without(as.list(ours), c("table", "publication")), theirs$document, what)
  same_table(table, theirs, "tabulate")
  checked <- check_table(table, "p-percent=15", holdings = TRUE)
  theirs <- run_program(folder, "table", "check", "table.json", "--rule", "p-percent=15", "--holdings", "-o", "checked.json")
  expect_identical(theirs$status, 1L)
  same_table(checked, theirs, "check")
  work <- c("--work-limit", "1")
  jobs <- list(
    suppress = list(work, function() protect_suppress(checked, work_limit = 1)),
    round = list(c("--base", "1000", work), function() protect_round(checked, base = 1000, work_limit = 1)),
    adjust = list(work, function() protect_adjust(checked, work_limit = 1)), recode = list(character(), function() protect_recode(checked))
  )
  for (job in names(jobs)) {
    theirs <- run_program(folder, "table", "protect", job, "checked.json", jobs[[job]][[1]], "-o", paste0(job, ".json"))
    same_table(jobs[[job]][[2]](), theirs, job)
  }
  people <- people()
  people$frame$draw <- (seq_len(nrow(people$frame)) * 0.6180339887) %% 1
  write.csv(people$frame[c("region", "sex", "draw")], file.path(folder, "keyed.csv"), row.names = FALSE, quote = FALSE, na = "")
  keyed <- read_frame(file.path(folder, "keyed.csv"))
  counts <- tabulate(keyed, by = c("region", "sex"), record_key = "draw")
  run_program(folder, "table", "tabulate", "keyed.csv", "--by", "region,sex", "--record-key", "draw", "-o", "counts.json")
  run_program(folder, "table", "ptable", "--variance", "2", "--largest", "4", "-o", "noise.csv")
  theirs <- run_program(folder, "table", "protect", "perturb", "counts.json", "--ptable", "noise.csv", "-o", "perturbed.json")
  expect_identical(theirs$status, 0L, info = theirs$errors)
  same_table(protect_perturb(counts, make_ptable(2, 4)), theirs, "perturb")
  same_table(audit_table(checked), run_program(folder, "table", "audit", "checked.json"), "audit")
  run_program(folder, "table", "ptable", "--variance", "2", "--largest", "4", "-o", "ptable.csv")
  expect_identical(strsplit(unclass(make_ptable(2, 4)), "\n")[[1]], readLines(file.path(folder, "ptable.csv")))
})

unlink(folder, recursive = TRUE)
cat(length(done$methods), "methods and", length(done$measures), "measures give what the program gives\n")
