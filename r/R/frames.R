# Data frames of every kind: what goes into the library, and how a frame of the same kind is made of what comes out.

# A frame that goes in. `what` is the argument that it was given as.
source_of <- function(data, what) {
  if (inherits(data, "sfumato_release")) data <- data$data
  if (inherits(data, "sfumato_sdc")) data <- data$data
  if (is.matrix(data) && is.atomic(data)) data <- as.data.frame(data, stringsAsFactors = FALSE)
  if (!is.data.frame(data)) {
    fail(sprintf("%s must be a data frame, not %s", what, class(data)[[1]]), what, "data.frame, tibble and data.table can be used")
  }
  columns <- unclass(data)
  attributes(columns) <- NULL
  if (!is.list(columns)) fail(sprintf("%s is not a whole data frame", what), what)
  names <- names(data)
  if (is.null(names)) names <- rep(NA_character_, length(columns))
  for (i in seq_along(columns)) {
    if (inherits(columns[[i]], "POSIXlt")) columns[[i]] <- as.POSIXct(columns[[i]])
  }
  rows <- .row_names_info(data, 2L)
  list(what = what, columns = columns, names = enc2utf8(names), rows = as.numeric(rows), frame = data)
}

# A frame of the kind of the source. `rows` has for each record of the table its place in the source, where that is
# known and the release says so: their labels come with them, and shuffled records have none.
restored <- function(output, source, input = 1L, mapping = "same-rows", rows = NULL) {
  if (mapping == "same-rows") rows <- seq_len(source$rows)
  if (mapping == "none") rows <- NULL
  made <- output_columns(output, input, source$columns, source$names, rows)
  if (!is.null(rows) && length(rows) != made$rows) rows <- NULL
  for (i in seq_along(made$columns)) {
    before <- match(made$names[[i]], source$names)
    if (is.na(before)) next
    original <- .subset2(source$frame, before)
    if (inherits(original, "POSIXlt")) {
      same <- identical(made$columns[[i]], source$columns[[before]])
      made$columns[[i]] <- if (same) original else as.POSIXlt(made$columns[[i]])
    }
  }
  framed(made, source$frame, rows)
}

# A frame of a table that is not a version of the one that went in; of the kind of `like`.
frame_of_output <- function(output, like = NULL) {
  framed(output_columns(output, 0L, NULL, NULL, NULL), like, NULL, new = TRUE)
}

frame_of_columns <- function(columns, like = NULL) {
  rows <- if (length(columns)) length(columns[[1]]) else 0
  framed(list(columns = unname(columns), names = names(columns), rows = rows), like, NULL, new = TRUE)
}

framed <- function(made, like, rows, new = FALSE) {
  columns <- made$columns
  names(columns) <- made$names
  if (inherits(like, "data.table") && requireNamespace("data.table", quietly = TRUE)) {
    return(data.table::setDT(columns)[])
  }
  kept <- if (is.null(like) || new) list() else attributes(like)
  kept[c("names", "row.names", "class", "groups", ".internal.selfref", "sorted", "index")] <- NULL
  for (name in names(kept)) attr(columns, name) <- kept[[name]]
  attr(columns, "row.names") <- row_labels(like, rows, made$rows)
  class(columns) <- frame_class(like)
  columns
}

frame_class <- function(like) {
  classes <- setdiff(class(like), c("data.table", "grouped_df", "rowwise_df"))
  if (is.null(like) || !"data.frame" %in% classes) "data.frame" else classes
}

row_labels <- function(like, rows, count) {
  if (is.null(rows) || !is.data.frame(like) || .row_names_info(like) < 0 || inherits(like, "tbl_df")) return(.set_row_names(count))
  attr(like, "row.names")[rows]
}
