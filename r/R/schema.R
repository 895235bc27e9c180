# What the columns of a frame mean: their roles, kinds, domains, missing codes and hierarchies. A schema says what a
# sidecar file says, and is handed to the library with the data.

schema_roles <- c(
  quasi = "quasi-identifier", confidential = "confidential", non_confidential = "non-confidential", identifier = "identifier",
  weight = "weight", household = "household", unit = "unit", stratum = "stratum"
)
listed_keys <- c("domain", "missing", "order", "categories", "widths", "steps", "breaks")

make_schema <- function(quasi = NULL, confidential = NULL, non_confidential = NULL, identifier = NULL, weight = NULL,
                        household = NULL, unit = NULL, stratum = NULL, domain = NULL, missing = NULL, kind = NULL,
                        order = NULL, decimals = NULL, date = NULL, hierarchy = NULL, columns = NULL) {
  schema <- declared_columns(columns, "columns")
  roles <- list(quasi, confidential, non_confidential, identifier, weight, household, unit, stratum)
  for (i in seq_along(roles)) {
    argument <- names(schema_roles)[[i]]
    for (name in unclass(column_labels(roles[[i]], argument))) {
      before <- schema[[name]]$role
      if (!is.null(before) && before != schema_roles[[i]]) {
        fail(sprintf("column '%s' has two roles: %s and %s", name, before, schema_roles[[i]]), argument, "give it one of them")
      }
      schema[[name]]$role <- schema_roles[[i]]
    }
  }
  given <- list(domain = domain, missing = missing, kind = kind, order = order, decimals = decimals, date = date, hierarchy = hierarchy)
  for (key in names(given)) {
    values <- given[[key]]
    if (is.null(values)) next
    if (!all_named(values)) {
      fail(sprintf("%s must have the names of columns", key), key, sprintf("such as %s = list(age = ...)", key))
    }
    for (name in names(values)) schema[[name]][[key]] <- values[[name]]
  }
  structure(schema, class = "sfumato_schema")
}

all_named <- function(values) {
  names <- names(values)
  (is.list(values) || is.atomic(values)) && !is.null(names) && !anyNA(names) && all(nzchar(names)) && is_text(names)
}

# Declarations by column, or a document that has them under "columns", as a sidecar file does.
declared_columns <- function(columns, parameter) {
  if (is.null(columns)) return(list())
  if (inherits(columns, "sfumato_schema")) columns <- unclass(columns)
  if (!is.list(columns) || is.data.frame(columns)) fail(sprintf("%s must be a list of declarations by column", parameter), parameter, "such as list(age = list(domain = c(0, 120)))")
  if (is.list(columns$columns) && all_named(columns$columns)) columns <- columns$columns
  if (length(columns) && (!all_named(columns) || !all(vapply(columns, is.list, NA)))) {
    fail(sprintf("%s must be a list of declarations by column", parameter), parameter, "such as list(age = list(domain = c(0, 120)))")
  }
  columns
}

# A schema with the roles, domains and missing codes that were given beside it.
joined_schema <- function(schema, shortcuts) {
  base <- declared_columns(schema, "schema")
  given <- Filter(Negate(is.null), shortcuts)
  if (length(given) == 0) return(base)
  more <- unclass(do.call(make_schema, given))
  for (name in names(more)) base[[name]][names(more[[name]])] <- more[[name]]
  base
}

# A schema for a request. Hierarchies that are frames go beside it. Columns of class haven_labelled bring their labels
# and missing codes.
schema_members <- function(schema, source) {
  inputs <- list()
  schema <- own_declarations(source, schema)
  for (name in names(schema)) {
    declared <- schema[[name]]
    for (key in intersect(names(declared), listed_keys)) {
      value <- declared[[key]]
      if (is.atomic(value)) declared[[key]] <- if (key == "missing") I(vapply(as.list(value), plain_text, "", parameter = key)) else I(value)
    }
    tree <- declared$hierarchy
    if (is_frame(tree)) {
      lent <- paste("hierarchy of", name)
      inputs[[lent]] <- source_of(tree, "hierarchy")
      declared$hierarchy <- lent
    } else if (is.list(tree) && is.null(names(tree))) {
      declared$hierarchy <- lapply(tree, function(row) I(ifelse(is.na(row), "", as.character(row))))
    } else if (is.list(tree)) {
      for (key in intersect(names(tree), listed_keys)) if (is.atomic(tree[[key]])) declared$hierarchy[[key]] <- I(tree[[key]])
    }
    schema[[name]] <- if (length(declared)) declared else structure(list(), names = character())
  }
  list(members = schema, inputs = inputs)
}

# Labels of codes, and codes that SPSS calls missing. A column of numbers in which every value has a label is nominal,
# as the program reads such files.
own_declarations <- function(source, schema) {
  for (i in seq_along(source$columns)) {
    column <- source$columns[[i]]
    if (!inherits(column, "haven_labelled")) next
    name <- source$names[[i]]
    codes <- attr(column, "labels", exact = TRUE)
    missing <- spss_missing(column)
    values <- unclass(column)
    attributes(values) <- NULL
    present <- values[!is.na(values) & !values %in% missing]
    if (length(codes) && is.numeric(values) && is.null(schema[[name]]$kind)) {
      valid <- codes[!is.na(codes)]
      if (length(present) && all(present %in% valid)) schema[[name]]$kind <- "nominal"
      if (is.null(schema[[name]]$labels) && length(valid) && length(names(valid))) {
        schema[[name]]$labels <- as.list(with_names(as.character(names(valid)), vapply(as.list(unname(valid)), plain_text, "")))
      }
    }
    if (length(missing) && is.null(schema[[name]]$missing)) schema[[name]]$missing <- missing
  }
  schema
}

spss_missing <- function(column) {
  if (!inherits(column, "haven_labelled_spss")) return(NULL)
  values <- unclass(column)
  attributes(values) <- NULL
  range <- attr(column, "na_range", exact = TRUE)
  inside <- if (length(range) == 2) unique(values[!is.na(values) & values >= range[[1]] & values <= range[[2]]])
  unique(c(attr(column, "na_values", exact = TRUE), inside))
}

print.sfumato_schema <- function(x, ...) {
  cat(sprintf("<schema of %d columns>\n", length(x)))
  for (name in names(x)) {
    declared <- x[[name]]
    if (!is.null(declared$hierarchy)) declared$hierarchy <- "..."
    words <- vapply(names(declared), function(key) {
      value <- declared[[key]]
      paste0(key, " = ", if (is.list(value)) "..." else paste(format(value), collapse = ", "))
    }, "")
    cat("  ", name, ": ", paste(words, collapse = "; "), "\n", sep = "")
  }
  invisible(x)
}
