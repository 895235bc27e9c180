# Tables of counts and sums: made from records, checked by sensitivity rules, protected and audited. Each step is a job
# of the library on the table of the step before.

tabulate <- function(data, by, ..., sum = NULL, mean = NULL, counts = FALSE, hierarchies = NULL, total = NULL, weight = NULL,
                     holding = NULL, shadow = NULL, request = NULL, request_codes = NULL, cost = NULL, decimals = NULL, keep = NULL,
                     record_key = NULL, record_key_range = NULL, key = NULL, schema = NULL, threads = NULL, memory = NULL,
                     progress = NULL) {
  if (missing(data)) return(base::tabulate(...))
  if (!is.data.frame(data) && !inherits(data, "sfumato_sdc") && (is.numeric(data) || is.factor(data)) && !is.matrix(data)) {
    return(if (missing(by)) base::tabulate(data, ...) else base::tabulate(data, by, ...))  # what R's own function does
  }
  no_more(...)
  made <- with_data(new_request("tabulate", threads = threads, memory = memory), "records", data, "data", joined_schema(schema, list()))
  like <- made$inputs[[1]]
  crossings <- if (is.list(by)) by else list(by)
  if (any(vapply(crossings, is.null, NA))) fail("by must be names of columns", "by", "such as by = c(\"region\", \"activity\")")
  made$members$by <- I(vapply(crossings, function(one) paste(quoted(not_empty(column_labels(one, "by", like), "by")), collapse = ","), ""))
  if (length(made$members$by) == 0) fail("by is empty", "by", "such as by = c(\"region\", \"activity\")")
  made <- with_members(made, list(
    sum = sum, mean = mean, counts = counts, total = total, weight = weight, holding = holding, shadow = shadow, request = request,
    request_codes = if (is.numeric(request_codes)) as.character(request_codes) else request_codes, cost = cost, decimals = decimals,
    keep = keep, record_key = record_key, record_key_range = record_key_range, key = key
  ))
  if (!is.null(hierarchies)) {
    if (!is.list(hierarchies) || is.null(names(hierarchies))) fail("hierarchies must be a list with the names of columns", "hierarchies")
    made$members$hierarchy <- lapply(hierarchies, code_tree)
  }
  answer <- sent(made, progress)
  new_table(answer, made, "sfumato_tabulation", like)
}

# Codes with the codes below them; a code without any has none, whether it is written as list() or NULL.
code_tree <- function(tree) {
  if (is.character(tree) && is.null(names(tree))) tree <- with_names(rep(list(NULL), length(tree)), tree)
  if (is.null(tree) || (is.list(tree) && length(tree) == 0)) return(structure(list(), names = character()))
  if (is.list(tree)) lapply(tree, code_tree) else tree
}

new_table <- function(answer, request, class, like, fields = list(), origin = NULL) {
  document <- answer$document
  table <- json_part(answer$text, "table")
  new_result(answer, request, c(class, "sfumato_table"), c(list(
    dimensions = vapply(document$table$dimensions, function(one) one$name, ""), table = if (nzchar(table) && table != "null") table
  ), fields), hidden = list(original = like, origin = origin))
}

cells_of <- function(table, parameter = "table") {
  if (!inherits(table, "sfumato_table")) fail(sprintf("%s must be a table made by tabulate()", parameter), parameter, "records are made into a table with tabulate()")
  if (is.null(table$table)) {
    fail("there is no table that could be used: the protection did not succeed", NULL, "see the warnings of the result; choose other parameters", "refused", 1L)
  }
  raw_json(table$table)
}

# Runs a job on a table, for the generated functions.
table_job <- function(job, table, members, seed = NULL, threads = NULL, progress = NULL) {
  request <- new_request(job, seed, threads)
  adjusted <- members$adjusted
  members$adjusted <- NULL
  if (job == "audit" && inherits(table, "sfumato_adjusted") && is.null(adjusted) && !is.null(hidden_of(table)$origin)) {
    adjusted <- table  # an adjusted table is compared with the one that it was made of
    table <- hidden_of(table)$origin
  }
  request$members$table <- cells_of(table)
  if (!is.null(members$ptable)) members$ptable <- as.character(members$ptable)
  request <- with_members(request, members)
  if (!is.null(adjusted)) request$members$adjusted <- cells_of(adjusted, "adjusted")
  answer <- sent(request, progress)
  document <- answer$document
  like <- hidden_of(table)$original
  cells <- if (is.null(document$cells)) list() else document$cells
  switch(job,
    check = new_table(answer, request, "sfumato_check", like, list(safe = document$unsafe == 0, unsafe = document$unsafe, cells = cells)),
    audit = new_result(answer, request, "sfumato_audit", list(safe = answer$yes, cells = cells), hidden = list(original = like)),
    "table-compare" = new_table(answer, request, c("sfumato_table_comparison", "sfumato_protected"), like, list(
      safe = answer$yes, ranking = document$methods, winner = document$winner, publication = document$publication)),
    new_table(answer, request, c(if (job == "adjust") "sfumato_adjusted", "sfumato_protected"), like, list(
      safe = answer$yes, status = document$status, cost = document$cost, bound = document$bound, gap = document$gap,
      audit = document$audit, publication = document$publication), origin = table)
  )
}

make_ptable <- function(variance, largest = 5, ..., blocked = 0, progress = NULL) {
  no_more(...)
  request <- new_request("ptable")
  request$members$variance <- variance
  request$members$largest <- largest
  request <- with_members(request, list(blocked = blocked))
  answer <- sent(request, progress)
  structure(answer$document$ptable, class = "sfumato_ptable")
}

print.sfumato_ptable <- function(x, ...) {
  cat(unclass(x))
  invisible(x)
}

save_table <- function(table, path) {
  write_text(path, paste0(unclass(cells_of(table)), "\n"))
  invisible(path)
}

load_table <- function(path, like = NULL) {
  text <- read_text(path)
  document <- tryCatch(json_value(text), error = function(condition) fail(sprintf("%s is not JSON", path), "path"))
  if (!identical(document$format, "sfumato-table")) fail(sprintf("%s is not a table of sfumato", path), "path", "give a file that save_table() or 'sfumato table' wrote")
  answer <- list(document = list(table = document), text = paste0("{\"table\":", text, "}"), yes = TRUE)
  new_table(answer, list(members = list(), inputs = list()), "sfumato_tabulation", if (!is.null(like)) source_of(like, "like"))
}

publish_table <- function(table, path) {
  if (is.null(table$publication)) cells_of(table)
  if (is.null(table$publication)) fail("this table is not protected", "table", "use one of the functions protect_...()")
  write_text(path, table$publication)
  invisible(path)
}

# dominance=1,85. Values at the end that are the default are left out, but for the first `shown`.
rule_text <- function(name, values, defaults, shown) {
  while (length(values) && (is.null(values[[length(values)]]) ||
    (length(values) > shown && identical(values[[length(values)]], defaults[[length(values)]])))) {
    values <- values[-length(values)]
  }
  if (length(values) == 0) return(name)
  paste0(name, "=", paste(vapply(values, plain_text, "", parameter = name), collapse = ","))
}
