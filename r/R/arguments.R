# Arguments of R's functions as members of requests: names with hyphens, columns as arrays, tables beside the request as
# inputs. What an argument may hold is checked by the library, which knows every parameter.

hyphened <- function(name) respelled(name, "_", "-")
underscored <- function(name) respelled(name, "-", "_")

# Texts that are not valid stay as they are: what uses them says so.
respelled <- function(name, old, new) {
  if (is.character(name) && !is_text(name)) return(name)
  gsub(old, new, name, fixed = TRUE)
}

# Names of columns, from names or from numbers of columns of the frame.
column_labels <- function(value, parameter, frame = NULL) {
  if (is.null(value)) return(NULL)
  if (is.numeric(value) && !is.null(frame)) {
    if (anyNA(value) || any(value < 1) || any(value > length(frame$names)) || any(value != floor(value))) {
      fail(sprintf("%s: there is no column of that number", parameter), parameter, sprintf("the data have columns 1 to %d", length(frame$names)))
    }
    value <- frame$names[value]
  }
  if (is.factor(value)) value <- as.character(value)
  if (!is.character(value) || anyNA(value) || !is_text(value)) fail(sprintf("%s must be names of columns", parameter), parameter, "such as c(\"age\", \"income\")")
  I(unname(value))
}

not_empty <- function(value, parameter) {
  if (!is.null(value) && length(value) == 0) fail(paste(parameter, "is empty"), parameter, "leave it out, or name what it selects")
  value
}

# A value as the command line writes it; several are separated by commas.
plain_text <- function(value, parameter = NULL) {
  if (is.factor(value)) value <- as.character(value)
  if (is.list(value)) value <- vapply(value, plain_text, "", parameter = parameter)
  if (!is.atomic(value) || is.null(value) || length(value) == 0 || anyNA(value)) {
    fail("a value of the request is empty, missing or not a text or number", parameter)
  }
  words <- if (is.character(value)) value else vapply(seq_along(value), function(i) {
    if (is.logical(value)) (if (value[[i]]) "true" else "false") else gsub("\"", "", request_text(unname(value[i])))
  }, "")
  names <- names(value)
  if (!is.null(names)) return(paste0(names, "=", words, collapse = ","))
  if (length(words) == 1) words else paste(quoted(words), collapse = ",")
}

# A name with a comma, or that begins with a quotation mark, stands in quotes in a list, as in CSV.
quoted <- function(texts) {
  odd <- grepl(",", texts, fixed = TRUE) | startsWith(texts, "\"")
  ifelse(odd, paste0("\"", gsub("\"", "\"\"", texts, fixed = TRUE), "\""), texts)
}

# Texts such as "emd=5" from texts, or from names with values: c(emd = 5).
name_texts <- function(value, parameter = NULL, spell = identity) {
  if (is.null(value)) return(NULL)
  if (!is.atomic(value) && !is.list(value)) fail(sprintf("%s must be texts, or values with names", parameter), parameter)
  if (is.null(names(value))) {
    if (is.factor(value)) value <- as.character(value)
    if (!is.character(value) && length(value) > 0) fail(sprintf("%s must be texts, or values with names", parameter), parameter)
    return(I(as.character(value)))
  }
  made <- lapply(seq_along(value), function(i) {
    items <- value[[i]]
    if (is.null(items)) fail(sprintf("%s: a value is NULL", parameter), parameter)
    paste0(spell(names(value)[[i]]), "=", vapply(as.list(items), plain_text, "", parameter = parameter))
  })
  I(as.character(unlist(made)))
}

# Settings "distance-linkage.scale=raw" from texts, or from list("distance-linkage" = list(scale = "raw")).
settings <- function(value, kind, parameter) {
  if (is.null(value) || !is.list(value)) return(list(members = name_texts(value, parameter, hyphened), inputs = list()))
  made <- character()
  inputs <- list()
  for (owner in names(value)) {
    chosen <- value[[owner]]
    if (!is.list(chosen) && is.null(names(chosen))) {
      made <- c(made, paste0(hyphened(owner), "=", plain_text(chosen, parameter)))
      next
    }
    entry <- entry_of(kind, owner)
    taken <- parameters_of(if (is.null(entry)) list() else infos_of(entry), as.list(chosen))
    inputs <- c(inputs, taken$inputs)
    texts <- vapply(taken$members, plain_text, "", parameter = parameter)
    if (length(texts)) made <- c(made, paste0(hyphened(owner), ".", names(texts), "=", texts))
  }
  if (is.null(names(value)) && length(value)) fail(sprintf("%s must be a list with the names of %s", parameter, kind), parameter)
  list(members = I(made), inputs = inputs)
}

is_frame <- function(value) is.data.frame(value) || is.matrix(value)

# Rows of texts: list(c("Lyon", "France"), c("Bonn", "Germany")).
is_rows <- function(value) is.list(value) && !is.data.frame(value) && length(value) > 0 && all(vapply(value, is.atomic, NA)) && is.null(names(value))

table_source <- function(value, what) {
  if (is_rows(value)) {
    widths <- lengths(value)
    if (length(unique(widths)) != 1) fail(sprintf("%s has rows of different lengths", what), what)
    value <- as.data.frame(do.call(rbind, lapply(value, as.character)), stringsAsFactors = FALSE)
  }
  source_of(value, what)
}

same_as_default <- function(value, initial) {
  if (is.logical(value) || is.logical(initial)) return(identical(unname(value), initial))
  if (is.atomic(value) && length(value) == 1 && is.null(names(value))) {
    return(is.atomic(initial) && length(initial) == 1 && isTRUE(unclass(value) == initial))
  }
  length(value) == 0 && length(initial) == 0
}

# The parameters of a method, a measure or a job for a request, and the tables that come with them. NULL and, where they
# may be, values that are the default are left out.
parameters_of <- function(infos, values, keep_defaults = FALSE, frame = NULL) {
  members <- list()
  inputs <- list()
  if (length(values) && (is.null(names(values)) || any(!nzchar(names(values))))) {
    fail("a parameter has no name", NULL, "write its name, such as k = 5")
  }
  for (name in names(values)) {
    value <- values[[name]]
    spelled <- hyphened(name)
    info <- infos[[spelled]]
    if (is.null(value)) next
    if (!is.null(info) && !keep_defaults && !isTRUE(info$required) && same_as_default(value, info$default)) next
    kind <- if (is.null(info)) "" else info$kind
    if (kind == "table" && !identical(value, "")) {
      if (is.character(value) && length(value) == 1) value <- data.frame(key = value)
      inputs[[spelled]] <- table_source(value, underscored(name))
      value <- spelled
    } else if (kind == "pairs") {
      if (!all_named(value)) fail(sprintf("%s must have the names of columns", name), name, sprintf("such as %s = list(age = ...)", name))
      value <- as.list(value)
      for (column in names(value)) {
        if (is_frame(value[[column]]) || is_rows(value[[column]])) {
          lent <- paste0(spelled, " of ", column)
          inputs[[lent]] <- table_source(value[[column]], underscored(name))
          value[[column]] <- lent
        } else if (is.null(value[[column]]) || length(value[[column]]) != 1) {
          value[[column]] <- plain_text(value[[column]], name)
        }
      }
    } else if (kind == "columns") {
      value <- column_labels(value, name, frame)
    } else if (kind == "texts") {
      value <- name_texts(value, name)
    }
    members[[spelled]] <- value
  }
  list(members = members, inputs = inputs)
}
