# What goes wrong: one condition class for everything that a request, its data or the library can have wrong. It has
# the parts of an error of the library apart, so that a program can act on them.

fail <- function(message, parameter = NULL, hint = "", code = "bad_input", status = 2L) {
  text <- if (nzchar(hint)) paste0(message, "\n  ", hint) else message
  stop(structure(
    class = c("sfumato_error", "error", "condition"),
    list(message = text, call = NULL, problem = message, parameter = parameter, hint = hint, code = code, status = status)
  ))
}

# A refusal of the compiled code.
unrefused <- function(answer) {
  if (is.list(answer) && isTRUE(answer$refused)) {
    about <- if (nzchar(answer$parameter)) answer$parameter
    fail(answer$message, about, answer$hint)
  }
  answer
}

# An error of the library in the words of R. `request` has the members in which the parameter is looked for, and
# `inputs` for each input the argument that it was given as.
fail_as_library <- function(document, status, request, inputs) {
  message <- document$message
  if (is.null(message)) message <- "the library failed without a message"
  hint <- if (is.null(document$hint)) "" else document$hint
  parameter <- document$parameter
  if (is.character(parameter) && nzchar(parameter)) {
    spelled <- underscored(parameter)
    message <- gsub(paste0("'", hyphened(spelled), "'"), paste0("'", spelled, "'"), message, fixed = TRUE)
    if (grepl(paste0("no parameter '", spelled, "'"), message, fixed = TRUE)) hint <- underscored(hint)
    several <- paste0(spelled, "s")
    parameter <- if (!hyphened(spelled) %in% names(request) && several %in% names(request)) several else spelled
  } else {
    found <- about_request(message, request, inputs)
    message <- found$message
    parameter <- found$parameter
  }
  for (row in hints) hint <- gsub(row[[1]], row[[2]], hint, perl = TRUE)
  fail(message, parameter, hint, if (is.null(document$code)) "internal" else document$code, status)
}

groups_of <- function(pattern, text) {
  found <- regmatches(text, regexec(pattern, text))[[1]]
  if (length(found) == 0) NULL else found[-1]
}

# The message with R's names for inputs and members, and the argument that it is about, where that is known.
about_request <- function(message, request, inputs) {
  found <- groups_of("^the request's \"([a-z]+)\" (.*)$", message)
  if (!is.null(found)) return(list(message = paste(found[[1]], found[[2]]), parameter = found[[1]]))
  found <- groups_of("^the schema of input '.*?', \\[columns\\.(.+?)\\]: (([a-z]*).*)$", message)
  if (!is.null(found)) {
    about <- if (found[[3]] %in% declared_keys) found[[3]] else "schema"
    return(list(message = sprintf("the schema of column '%s': %s", gsub("\"", "", found[[1]]), found[[2]]), parameter = about))
  }
  found <- groups_of("^input '(.+?)', (.*)$", message)
  if (!is.null(found) && found[[1]] %in% names(inputs)) {
    argument <- inputs[[found[[1]]]]
    return(list(message = paste0(argument, ", ", found[[2]]), parameter = argument))
  }
  found <- groups_of("^there is no input '(.*)', which a parameter names", message)
  if (!is.null(found)) {
    return(list(message = sprintf("'%s' is not a table", found[[1]]), parameter = member_with(found[[1]], request)))
  }
  found <- groups_of("^no column '(.*)' in the data(, but it is declared)?", message)
  if (!is.null(found)) {
    return(list(message = message, parameter = if (nzchar(found[[2]])) "schema" else member_with(found[[1]], request)))
  }
  known <- Filter(function(begin) startsWith(message, begin), names(subjects))
  list(message = message, parameter = if (length(known)) subjects[[known[[1]]]])
}

# The member of a request that names a column.
member_with <- function(column, request) {
  for (member in names(request)) {
    value <- request[[member]]
    if (member == "parameters" && is.list(value)) {
      found <- member_with(column, value)
      if (!is.null(found)) return(found)
    } else if (is.character(value) || is.list(value)) {
      if (column %in% names(value)) return(underscored(member))
      texts <- Filter(is.character, as.list(value))
      parts <- unlist(strsplit(as.character(unlist(texts)), "[,=]"))
      if (column %in% c(unlist(texts), gsub("\"", "", parts))) return(underscored(member))
    }
  }
  NULL
}

declared_keys <- c("decimals", "domain", "hierarchy", "kind", "missing", "order")

subjects <- c(
  "there is no sample " = "name", "there is no rule " = "rule", "the rule " = "rule", "the recipe, " = "recipe",
  "a release is made by one method" = "recipe", "there is no method " = "methods", "there is no measure " = "measures",
  "the importance of " = "importance", "the level of " = "level", "the matrix " = "matrix", "the population " = "population",
  "the ptable, " = "ptable", "the regression of " = "regressions", "holdout is for " = "holdout",
  "levels and fix_margins " = "levels", "options of record keys " = "record_key"
)

# Hints that show how to write something on the command line, in a sidecar file or in JSON.
hints <- list(
  c("'sfumato methods' lists (all of )?them", "method_names() lists them"),
  c("'sfumato measures' lists (all of )?them", "measure_names() lists them"),
  c("'sfumato sample' lists all of them", "sample_names() lists them"),
  c("see 'sfumato methods ([a-z0-9-]+)'", "see the help of the method"),
  c("see 'sfumato measures ([a-z0-9-]+)'", "see the help of the measure"),
  c("'sfumato table tabulate'", "tabulate()"),
  c("'sfumato table protect ([a-z]+)'", "protect_\\1()"),
  c("domain (.+)=LOWER:UPPER, or (domain = \\[LOWER, UPPER\\] )?in the sidecar", "domain = list(\\1 = c(lower, upper))"),
  c("give one with hierarchy (.+)=FILE, or in the sidecar", "give hierarchy = list(\\1 = a data frame), or put it in the schema"),
  c("such as domain = \\[0, 100\\]", "such as c(0, 100)"),
  c("declare kind = \"([a-z]+)\" for \\[columns\\.(.+)\\] in the sidecar", "declare it: schema = make_schema(kind = c(\\2 = \"\\1\"))"),
  c("declare its kind in the sidecars? ?(of both)?", "declare its kind: schema = make_schema(kind = c(column = \"nominal\"))"),
  c("declare it in the sidecar with role = \"household\"", "declare it: household = column"),
  c("; declare it in the sidecar, or name a folder with hierarchies", "; declare it: schema = make_schema(hierarchy = list(column = rows))"),
  c("name one in the sidecar or in the folder of hierarchies", "name one: schema = make_schema(hierarchy = list(column = rows))"),
  c("\\bsidecars?\\b( of the data)?", "schema"),
  c("column names, separated by commas", "a vector of names of columns"),
  c("write MEASURE=VALUE, for example ([a-z_]+) ([a-z-]+)=([0-9.]+)", "write \\1 = c(\"\\2\" = \\3)"),
  c("write MEASURE\\.PARAM=VALUE, for example distance-linkage\\.scale=raw", "write set = list(\"distance-linkage\" = list(scale = \"raw\"))"),
  c("write METHOD\\.PARAM=VALUE, for example mdav\\.together=3", "write fix = list(mdav = list(together = 3))"),
  c("add it to the inputs of the request", "give a data frame"),
  c("it must be COLUMN=VALUE, each column once, several separated by commas", "it must be a vector or list with the names of columns"),
  c("write METHOD\\.PARAM or METHOD\\.PARAM=A,B,C, for example mdav\\.k=3,5,10", "such as sweep = \"mdav.k=3,5,10\""),
  c("write TOTAL=A\\+B with names of columns, for example income=wages\\+other", "such as derive = \"income=wages+other\""),
  c("such as safety_range 20", "such as safety_range = 20"),
  c("such as \"memory\": \"4GB\"", "such as memory = \"4GB\""),
  c("^(make it missing or finite|hand the column over as text)$", "\\1, or leave the column out"),
  c("name one with rule, for example p-percent=15", "name one, for example check_table(table, \"p-percent=15\")")
)
