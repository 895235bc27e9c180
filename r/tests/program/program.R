# The program and the reference data for tests that compare the package with them.

root <- Sys.getenv("SFUMATO_ROOT", getwd())
program <- Sys.getenv("SFUMATO_PROGRAM", file.path(root, "build", "release", "sfumato"))
reference <- Sys.getenv("SFUMATO_REFERENCE_DATA", file.path(dirname(root), "shared", "data"))

# What only one of them has: files of the program and how their text is written, names of the library's tables, and the
# time that something took.
of_one <- c("output", "outputs", "seconds", "original", "masked", "data", "files", "source", "published", "hierarchy", "text")

# The exit status of a command in a folder, and its document; of an error, its text.
run_program <- function(folder, ...) {
  errors <- tempfile()
  out <- tempfile()
  before <- setwd(folder)
  on.exit({
    setwd(before)
    unlink(c(errors, out))
  })
  status <- suppressWarnings(system2(program, shQuote(c(..., "--json")), stdout = out, stderr = errors))
  text <- paste(readLines(out, encoding = "UTF-8", warn = FALSE), collapse = "\n")
  document <- if (nzchar(text)) sfumato:::json_value(text)
  list(status = status, document = document, errors = paste(readLines(errors, warn = FALSE), collapse = "\n"))
}

# The program's words with parameters as R names them: keep_bounds, not --keep-bounds.
in_r_words <- function(value) {
  if (is.list(value)) return(lapply(value, in_r_words))
  if (!is.character(value)) return(value)
  for (i in seq_along(value)) {
    found <- gregexpr("--[a-z][a-z-]*", value[[i]])
    regmatches(value[i], found) <- lapply(regmatches(value[i], found), function(words) gsub("-", "_", sub("^--", "", words)))
  }
  value
}

# Without members of these names, at any depth.
without <- function(value, names = of_one) {
  if (!is.list(value)) return(value)
  if (!is.null(names(value))) value <- value[!names(value) %in% names]
  lapply(value, without, names = names)
}

# Where two documents differ first; empty if they are equal.
first_difference <- function(ours, theirs, place = "the document") {
  if (is.list(ours) && is.list(theirs) && !is.null(names(ours)) && !is.null(names(theirs))) {
    for (name in union(names(ours), names(theirs))) {
      if (!name %in% names(ours) || !name %in% names(theirs)) return(sprintf("%s: only one has '%s'", place, name))
      found <- first_difference(ours[[name]], theirs[[name]], paste0(place, ".", name))
      if (nzchar(found)) return(found)
    }
    return("")
  }
  if (is.list(ours) && is.list(theirs) && length(ours) == length(theirs)) {
    for (i in seq_along(ours)) {
      found <- first_difference(ours[[i]], theirs[[i]], sprintf("%s[%d]", place, i))
      if (nzchar(found)) return(found)
    }
    return("")
  }
  if (identical(ours, theirs) || (length(ours) == 0 && length(theirs) == 0)) return("")
  sprintf("%s: %s is not %s", place, paste(utils::head(format(ours, digits = 17), 3), collapse = ", "), paste(utils::head(format(theirs, digits = 17), 3), collapse = ", "))
}

same_document <- function(ours, theirs, what) {
  found <- first_difference(without(ours), without(in_r_words(theirs)), what)
  testthat::expect_identical(found, "")
}

# Numbers are read to the last bit, which R's own reader does not promise.
read_frame <- function(path, separator = ",", texts = character()) {
  frame <- utils::read.csv(path, sep = separator, colClasses = "character", na.strings = "", check.names = FALSE, strip.white = FALSE)
  for (name in setdiff(names(frame), texts)) {
    column <- utils::type.convert(frame[[name]], as.is = TRUE, na.strings = "")
    if (is.double(column)) {
      cells <- ifelse(is.na(frame[[name]]), "null", frame[[name]])
      column <- as.numeric(sfumato:::json_value(paste0("[", paste(cells, collapse = ","), "]")))
    }
    frame[[name]] <- if (is.logical(column) && !all(is.na(column))) frame[[name]] else column
  }
  frame
}

# Cells as a file has them: 5 and 5.0 are the same number, and a code is its text.
same_values <- function(ours, theirs, what) {
  testthat::expect_identical(names(ours), names(theirs), info = what)
  for (name in names(theirs)) {
    a <- if (is.numeric(theirs[[name]])) as.numeric(as.character(as_plain(ours[[name]]))) else as.character(ours[[name]])
    b <- if (is.numeric(theirs[[name]])) as.numeric(theirs[[name]]) else as.character(theirs[[name]])
    if (is.numeric(b) && is.numeric(ours[[name]])) a <- as.numeric(ours[[name]])
    testthat::expect_true(identical(a, b), info = paste(what, name))
  }
}
as_plain <- function(x) if (is.factor(x)) as.character(x) else x
