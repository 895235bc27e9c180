# The way to the library: a request and data frames go in, a document and tables come out.

described <- new.env(parent = emptyenv())

describe <- function() {
  if (is.null(described$all)) described$all <- library_describe()
  described$all
}

sfumato_version <- function() library_version()

method_names <- function() entry_names("methods")
measure_names <- function() entry_names("measures")
sample_names <- function() entry_names("samples")
entry_names <- function(kind) vapply(describe()[[kind]], function(one) one$name, "")

# The record of that name, in either spelling, among methods, measures, protections, rules or jobs.
entry_of <- function(kind, name) {
  if (is.null(described[[kind]])) {
    entries <- describe()[[kind]]
    described[[kind]] <- with_names(entries, vapply(entries, function(one) one$name, ""))
  }
  if (!is.character(name) || length(name) != 1 || is.na(name) || !is_text(name)) return(NULL)
  described[[kind]][[hyphened(name)]]
}

is_text <- function(text) all(Encoding(text) != "bytes") && all(validUTF8(text))

with_names <- function(list, names) {
  names(list) <- names
  list
}

infos_of <- function(entry) {
  infos <- entry$parameters
  with_names(infos, vapply(infos, function(one) one$name, ""))
}

raw_json <- function(text) structure(text, class = "sfumato_json")

request_text <- function(request) unrefused(json_text(request))

# How progress is shown: 0 nothing, 1 a bar after a second, 2 a bar at once, or a function.
shown <- function(progress) {
  if (is.function(progress)) return(list(show = 0L, fun = progress))
  if (is.null(progress)) {
    quiet <- !interactive() || isTRUE(getOption("knitr.in.progress"))
    return(list(show = if (quiet) 0L else 1L, fun = NULL))
  }
  if (is.logical(progress) && length(progress) == 1 && !is.na(progress)) return(list(show = if (progress) 2L else 0L, fun = NULL))
  fail("progress must be NULL, TRUE, FALSE or a function", "progress", "a function of the share that is done and the name of the job")
}

# Runs one job. `inputs` is a list of sources with their names. Returns the document, its text, whether the answer is
# yes, and the tables that came out, each to be read once.
run_job <- function(request, inputs = list(), progress = NULL) {
  how <- shown(progress)
  request$inputs <- I(as.character(names(inputs)))
  request$spelling <- "underscored"
  text <- request_text(request)
  frames <- lapply(inputs, function(one) one[c("what", "columns", "names", "rows")])
  answer <- unrefused(library_run(text, unname(frames), how$show, isTRUE(l10n_info()[["UTF-8"]]), how$fun))
  if (answer$interrupted) interrupted()
  if (!nzchar(answer$text)) fail("not enough memory for the result", NULL, "", "internal", 3L)
  document <- json_value(answer$text)
  if (answer$status > 1 || !is.null(document$error)) {
    known <- lapply(inputs, function(one) one$what)
    fail_as_library(document$error, answer$status, request, known)
  }
  tables <- split_by(answer$outputs, as.character(unlist(document$outputs)))
  list(document = document, text = answer$text, yes = answer$status == 0, tables = tables)
}

# The tables that came out, by the names that the result gives them.
split_by <- function(outputs, names) {
  made <- list()
  for (i in seq_along(outputs)) made[[names[[i]]]] <- c(made[[names[[i]]]], outputs[[i]])
  made
}

# What R does after Ctrl-C, once the library has stopped.
interrupted <- function() {
  signalCondition(structure(class = c("interrupt", "condition"), list(message = "", call = NULL)))
  invokeRestart("abort")
}
