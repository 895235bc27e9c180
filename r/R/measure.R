# The jobs measure and verify: what a masked table discloses, and what it is worth.

measure <- function(original, masked = NULL, measures = NULL, ..., columns = NULL, set = NULL, score = NULL, keys = NULL,
                    per_column = FALSE, per_record = FALSE, export_permutation = FALSE, no_mapping = FALSE,
                    synthetic = FALSE, holdout = NULL, target = NULL, map = NULL, intruder = NULL, match = NULL,
                    schema = NULL, quasi = NULL, confidential = NULL, identifier = NULL, weight = NULL,
                    household = NULL, unit = NULL, domain = NULL, missing = NULL, seed = NULL, threads = NULL,
                    memory = NULL, report = FALSE, progress = NULL) {
  no_more(...)
  # The page, made later, has the same numbers.
  chosen <- if (is.null(seed)) fresh_seed() else seed
  request <- new_request("measure", chosen, threads, memory, report = if (isTRUE(report)) TRUE else "text")
  if (inherits(original, "sfumato_sdc")) {
    if (is.null(schema)) schema <- original$schema
    if (is.null(masked)) masked <- original$masked
  }
  shortcuts <- list(quasi = quasi, confidential = confidential, identifier = identifier, weight = weight, household = household,
                    unit = unit, domain = domain, missing = missing)
  request <- with_data(request, "original", original, "original", joined_schema(schema, shortcuts))
  like <- request$inputs[[1]]
  several <- is.list(masked) && !is.data.frame(masked) && !inherits(masked, "sfumato_release")
  if (several) not_empty(masked, "masked")
  for (one in if (several) masked else if (is.null(masked)) list() else list(masked)) {
    tables <- if (inherits(one, "sfumato_release")) one$copies else list(one)
    for (table in tables) request$inputs <- c(request$inputs, list(masked = source_of(table, "masked")))
    if (is.null(map) && inherits(one, "sfumato_release") && !several) {
      map <- record_map(one)
      no_mapping <- isTRUE(no_mapping) || (is.null(map) && identical(one$mapping, "none"))
    }
  }
  if (!is.null(map)) request <- with_data(request, "map", map, "map")
  if (!is.null(holdout)) request <- with_data(request, "holdout", holdout, "holdout")
  if (!is.null(intruder)) request <- with_data(request, "intruder", intruder, "intruder")
  chosen <- settings(set, "measures", "set")
  request$inputs <- c(request$inputs, chosen$inputs)
  request <- with_members(request, list(
    measures = spelled_names(measures, "measures"), columns = columns, set = chosen$members, score = score, keys = keys,
    per_column = per_column, per_record = per_record, export_permutation = export_permutation, no_mapping = no_mapping,
    synthetic = synthetic, target = target, match = match
  ), like)
  scored(request, like, progress)
}

no_more <- function(...) {
  if (...length() == 0) return(invisible())
  name <- ...names()[[1]]
  if (is.null(name) || is.na(name) || !nzchar(name)) fail("there is an argument without a name too many", NULL, "write the names of arguments")
  fail(sprintf("there is no argument '%s'", name), name, "see the help of the function")
}

# Bits of the operating system, not of R's generator.
fresh_seed <- function() {
  bytes <- if (file.exists("/dev/urandom")) {
    file <- file("/dev/urandom", "rb", raw = TRUE)
    on.exit(close(file))
    as.integer(readBin(file, "raw", 6))
  } else {
    strtoi(substring(gsub("[^0-9a-f]", "", basename(tempfile(""))), 1:6, 1:6), 16L)
  }
  sum(bytes * 256^(0:5))
}

# Names of methods or measures in either spelling.
spelled_names <- function(value, parameter) {
  if (is.null(value)) return(NULL)
  if (is.factor(value)) value <- as.character(value)
  if (!is.character(value) || anyNA(value)) fail(sprintf("%s must be names", parameter), parameter)
  hyphened(value)
}

scored <- function(request, like, progress) {
  answer <- sent(request, progress)
  document <- answer$document
  tables <- lapply(answer$tables, function(one) frame_of_output(one[[1]], like$frame))
  new_result(answer, request, "sfumato_scores", list(
    scores = lapply(document$measures, function(one) {
      one$parameters <- r_names(one$parameters)
      one
    }),
    columns = as.character(unlist(document$columns)), comparisons = document$comparisons, per_column = document$per_column,
    per_record = tables[["per-record"]], permutation = tables[["export-permutation"]], joint = document$joint
  ), hidden = list(original = like))
}

# One measure with its parameters, for the generated functions.
measured <- function(name, original, masked, parameters, ...) {
  set <- Filter(Negate(is.null), parameters)
  measure(original, masked, measures = name, set = if (length(set)) with_names(list(set), name), ...)
}

verify <- function(released, mine, ..., schema = NULL, threads = NULL, progress = NULL) {
  no_more(...)
  request <- with_data(new_request("verify", threads = threads), "released", released, "released", joined_schema(schema, list()))
  request$members$mine <- name_texts(mine, "mine")
  answer <- sent(request, progress)
  new_result(answer, request, "sfumato_verification", answer$document[c("distance", "percent", "nearest", "columns")])
}
