# Results of jobs as lists with plain members: what a job returned is kept as it is, and shown by its text and its
# pictures. Nothing is computed here.

# `hidden` and the request are not stored with the result: original data, seeds and secrets stay out of files.
new_result <- function(answer, request, class, fields, hidden = list()) {
  hidden$request <- request$members
  hidden$inputs <- request$inputs
  warnings <- warnings_frame(answer$document)
  fields[c("warnings", "warning_grades", "report")] <- NULL
  structure(c(fields, list(warnings = warnings)), class = c(class, "sfumato_result"), json = answer$text, hidden = hold(hidden))
}

hidden_of <- function(x) {
  found <- held(attr(x, "hidden", exact = TRUE))
  if (is.null(found)) list() else found
}

json_of_result <- function(x) attr(x, "json", exact = TRUE)

# Worst first; inside a grade the order stays.
warnings_frame <- function(document) {
  texts <- as.character(unlist(document$warnings))
  grades <- as.character(unlist(document$warning_grades))
  grades <- c(grades, rep("mind", length(texts)))[seq_along(texts)]
  place <- match(grades, c("stop", "mind", "note"), nomatch = 2L)
  data.frame(grade = grades, text = texts, stringsAsFactors = FALSE)[order(place), , drop = FALSE]
}

as.list.sfumato_result <- function(x, ...) {
  document <- json_value(json_of_result(x))
  document$report <- NULL
  document
}

as.data.frame.sfumato_result <- function(x, row.names = NULL, optional = FALSE, ...) frame_of_columns(columns_of(x), hidden_of(x)$original$frame)

columns_of <- function(x) UseMethod("columns_of")
columns_of.default <- function(x) fail("this result has no table of its own", NULL, "as.list() has the whole document")
columns_of.sfumato_release <- function(x) as.list(x$data)
columns_of.sfumato_scores <- function(x) {
  member <- function(name, empty) {
    unname(vapply(x$scores, function(one) if (is.null(one[[name]])) empty else one[[name]], empty))
  }
  list(measure = names(x$scores), value = member("value", NA_real_), side = member("side", ""), better = member("better", ""),
       note = member("note", NA_character_))
}
columns_of.sfumato_comparison <- function(x) as.list(x$ranking)
columns_of.sfumato_inspection <- function(x) {
  shown <- c("name", "type", "kind", "role", "missing", "distinct", "once_percent", "min", "max", "mean", "reason")
  with_names(lapply(shown, function(name) cell_column(lapply(x$columns, function(one) one[[name]]))), shown)
}
columns_of.sfumato_fitting <- function(x) {
  shown <- c("method", "fits", "reason", "hint")
  with_names(lapply(shown, function(name) cell_column(lapply(x$methods, function(one) one[[name]]))), shown)
}
columns_of.sfumato_plan <- function(x) cell_columns(lapply(x$results, function(one) as.list(unlist(one))))
columns_of.sfumato_verification <- function(x) c(list(column = names(x$columns)), cell_columns(unname(x$columns)))
columns_of.sfumato_audit <- function(x) cell_columns(x$cells)
columns_of.sfumato_table <- function(x) {
  table <- json_value(unclass(cells_of(x)))
  names <- unlist(table$columns)
  shown <- which(names != "hits")
  with_names(lapply(shown, function(i) cell_column(lapply(table$cells, function(row) row[[i]]))), names[shown])
}
# What may be published: no value where a cell is suppressed.
columns_of.sfumato_protected <- function(x) {
  if (is.null(x$publication)) cells_of(x)
  as.list(utils::read.csv(text = x$publication, colClasses = "character", check.names = FALSE, na.strings = character(), encoding = "UTF-8")) |>
    published_values()
}
published_values <- function(columns) {
  columns$value <- suppressWarnings(as.numeric(columns$value))
  columns
}

# Cells of documents as columns: numbers, texts or truth values, with NA where a row has none.
cell_column <- function(values) {
  empty <- vapply(values, function(one) is.null(one) || length(one) != 1, NA)
  kinds <- unique(vapply(values[!empty], typeof, ""))
  if (length(kinds) == 0) return(rep(NA, length(values)))
  values[empty] <- NA
  if (length(kinds) == 1) unlist(values) else vapply(values, as.character, "")
}
cell_columns <- function(rows) {
  names <- unique(unlist(lapply(rows, function(row) names(Filter(function(one) length(one) <= 1 && !is.list(one), row)))))
  with_names(lapply(names, function(name) cell_column(lapply(rows, function(row) row[[name]]))), names)
}

words_of <- function(parameters) {
  words <- vapply(names(parameters), function(name) {
    value <- parameters[[name]]
    if (length(value) == 0) return("")
    paste0(name, " = ", if (is.list(value)) "..." else paste(vapply(value, short, ""), collapse = ", "))
  }, "")
  paste(words[nzchar(words)], collapse = ", ")
}
short <- function(value) {
  if (is.null(value) || length(value) == 0 || is.na(value)) return("")
  if (is.numeric(value)) format(signif(value, 5), digits = 5, trim = TRUE, scientific = abs(value) >= 1e9) else as.character(value)
}

print.sfumato_result <- function(x, ...) {
  text <- result_text(x)
  cat(text, if (nzchar(text)) "\n", sep = "")
  said <- vapply(x$warnings$text, grepl, NA, x = text, fixed = TRUE)  # the library's own text has most of them
  print_warnings(x$warnings[!said, , drop = FALSE])
  invisible(x)
}

result_text <- function(x) {
  if (isTRUE(x$chosen)) return(chosen_text(x))
  pages <- json_part(json_of_result(x), "report")
  text <- if (nzchar(pages) && startsWith(pages, "{")) json_value(pages)$text
  if (is.null(text)) text <- paste0("<", class(x)[[1]], ">")
  sub("\n+$", "", text)
}

chosen_text <- function(x) {
  facts <- c(method = x$method, parameters = words_of(x$parameters), columns = paste(x$columns, collapse = ", "), "chosen by" = "a comparison of methods")
  paste(sprintf("%-12s%s", names(facts), facts), collapse = "\n")
}

print_warnings <- function(warnings, most = Inf) {
  shown <- utils::head(warnings, most)
  for (i in seq_len(nrow(shown))) {
    grade <- if (shown$grade[[i]] == "mind") "warning" else shown$grade[[i]]
    cat(strwrap(paste0(grade, ": ", shown$text[[i]]), exdent = 2), sep = "\n")
  }
  if (nrow(warnings) > nrow(shown)) cat("... and", nrow(warnings) - nrow(shown), "more; see $warnings\n")
}

print.sfumato_scores <- function(x, ...) {
  for (name in names(x$scores)) print_score(name, x$scores[[name]])
  print_warnings(x$warnings, 3)
  invisible(x)
}
print_score <- function(name, score) {
  said <- if (is.null(score$reading)) score$note else score$reading
  value <- if (is.null(score$value)) "none" else short(score$value)
  line <- sprintf("%-24s %10s  %-7s %s is better", name, value, score$side, score$better)
  cat(line, "\n", sep = "")
  if (length(said)) cat(strwrap(said, indent = 4, exdent = 4), sep = "\n")
}

# A score by its name, in either spelling.
"[[.sfumato_scores" <- function(x, i, ...) {
  if (is.character(i) && length(i) == 1 && !i %in% names(x) && !is.null(.subset2(x, "scores")[[hyphened(i)]])) {
    return(.subset2(x, "scores")[[hyphened(i)]])
  }
  .subset2(x, i)
}

summary.sfumato_result <- function(object, ...) structure(list(result = object), class = "summary.sfumato_result")
print.summary.sfumato_result <- function(x, ...) {
  result <- x$result
  cat("<", class(result)[[1]], ">\n", sep = "")
  if (inherits(result, "sfumato_release")) {
    facts <- c(method = result$method, parameters = words_of(result$parameters), columns = paste(result$columns, collapse = ", "),
               records = nrow(result$data), copies = length(result$copies), guarantee = paste(unlist(result$guarantee), collapse = ", "))
    cat(sprintf("%-12s%s\n", names(facts), facts), sep = "")
    for (promise in result$promises) for (model in promise$models) {
      cat(sprintf("%-12s%s, found %s\n", if (isTRUE(model$kept)) "kept" else "NOT KEPT", model$model, short(model$found)))
    }
  } else {
    found <- tryCatch(as.data.frame(result), sfumato_error = function(condition) NULL)
    if (is.null(found)) cat(result_text(result), "\n") else print(utils::head(found, 20))
  }
  counts <- table(factor(result$warnings$grade, c("stop", "mind", "note")))
  cat(sprintf("warnings    %d stop, %d mind, %d note\n", counts[["stop"]], counts[["mind"]], counts[["note"]]))
  invisible(x)
}

# Reports.

report <- function(x, ...) UseMethod("report")

report.default <- function(x, ...) fail(sprintf("x must be a result, not %s", class(x)[[1]]), "x", "such as what mask(), measure() or compare() return")

report.sfumato_result <- function(x, path = NULL, format = NULL, figure = 1, ...) {
  chosen <- if (!is.null(format)) format else if (is.null(path)) "html" else format_of(path)
  text <- rendered(x, chosen, if (identical(chosen, "svg")) list(figure = figure) else list())
  if (is.null(path)) return(text)
  write_text(path, text)
  invisible(path)
}

format_of <- function(path) {
  formats <- c(html = "html", htm = "html", txt = "text", svg = "svg")
  ending <- if (is.character(path) && length(path) == 1) tolower(sub(".*\\.", "", path)) else ""
  if (!ending %in% names(formats)) fail("the ending of the path is of no format that there is", "path", "name a file that ends in .html, .htm, .txt or .svg, or say the format")
  formats[[ending]]
}

rendered <- function(x, format, members, progress = FALSE) {
  if (inherits(x, "sfumato_release") && !isTRUE(x$chosen) && format != "text" && !has_page(x)) return(assessed(x, format, members, progress))
  pages <- if (inherits(x, "sfumato_scores") && format != "text") pages_of_scores(x) else json_part(json_of_result(x), "report")
  if (inherits(x, "sfumato_scores") && format == "text") return(paste0(result_text(x), "\n"))
  if (!nzchar(pages)) fail("this result has no report", NULL)
  request <- c(list(job = "report", result = list(report = raw_json(pages)), format = format), members)
  run_job(request, progress = progress)$document$report
}

has_page <- function(x) {
  pages <- json_part(json_of_result(x), "report")
  startsWith(pages, "{") && nzchar(json_part(pages, "html"))
}

# The page of a release is made when it is asked for: it measures the release, which takes longer than making it.
assessed <- function(x, format, members, progress = NULL) {
  hidden <- hidden_of(x)
  if (is.null(hidden$original)) {
    fail("the page of this release cannot be made any more, because the original data are not with it", NULL,
         "make the report before the release is stored, or mask with report = TRUE")
  }
  inputs <- c(list(original = hidden$original), with_names(lapply(x$copies, source_of, what = "data"), rep("masked", length(x$copies))))
  known <- record_map(x)
  if (!is.null(known)) inputs$map <- source_of(known, "map")
  inputs <- c(inputs, hidden$inputs[names(hidden$inputs) != "original"])
  request <- c(list(job = "report", result = raw_json(json_of_result(x)), request = hidden$request, format = format), members)
  request <- c(request, hidden$request[intersect(names(hidden$request), c("schema", "seed", "threads", "memory"))])
  run_job(request, inputs, progress)$document$report
}

pages_of_scores <- function(x) {
  if (has_page(x)) return(json_part(json_of_result(x), "report"))
  hidden <- hidden_of(x)
  if (length(hidden$inputs) == 0) fail("the page of these scores cannot be made any more, because the data are not with them", NULL, "make the report before they are stored")
  request <- hidden$request
  request$report <- TRUE
  json_part(run_job(request, hidden$inputs, FALSE)$text, "report")
}

# Which original record each masked one is, where that is known and not the same for all.
record_map <- function(x) {
  if (is.data.frame(x$map)) x$map else if (is.null(x$map)) hidden_of(x)$kept
}

# Writes beside the place and renames, so that a file is either as it was or complete.
write_text <- function(path, text) {
  if (!is.character(path) || length(path) != 1 || is.na(path)) fail("path must be the name of a file", "path")
  if (dir.exists(path)) fail(sprintf("%s is a folder", path), "path", "give the name of a file", "input_output", 3L)
  beside <- tempfile(paste0(".", basename(path), "."), dirname(path))
  written <- tryCatch({
    file <- suppressWarnings(file(beside, "wb"))
    tryCatch(writeBin(charToRaw(enc2utf8(text)), file), finally = close(file))
    file.rename(beside, path)
  }, error = function(condition) FALSE)
  if (!isTRUE(written)) {
    unlink(beside)
    fail(sprintf("cannot write %s", path), "path", "", "input_output", 3L)
  }
}

pictures <- function(x) {
  tryCatch({
    found <- if (inherits(x, "sfumato_release") && !isTRUE(x$chosen) && !has_page(x)) {
      assessed(x, "pictures", list(measures = FALSE), FALSE)
    } else {
      json_value(json_part(json_of_result(x), "report"))$svg
    }
    found
  }, sfumato_error = function(condition) list())
}

# R Markdown and Quarto: tables and pictures in HTML, the text elsewhere.
knit_print.sfumato_result <- function(x, ...) {
  if (!isTRUE(knitr::is_html_output())) {
    return(knitr::asis_output(paste0("```\n", paste(utils::capture.output(print(x)), collapse = "\n"), "\n```\n")))
  }
  parts <- c(html_table(x), html_warnings(x$warnings), html_pictures(x))
  knitr::asis_output(paste0("\n\n```{=html}\n<div class=\"sfumato\">\n", paste(parts, collapse = "\n"), "\n</div>\n```\n\n"))
}

escaped <- function(text) {
  for (pair in list(c("&", "&amp;"), c("<", "&lt;"), c(">", "&gt;"), c("\"", "&quot;"))) text <- gsub(pair[[1]], pair[[2]], text, fixed = TRUE)
  text
}

html_table <- function(x) {
  found <- if (inherits(x, "sfumato_release") || inherits(x, "sfumato_table") && !inherits(x, "sfumato_protected")) NULL else tryCatch(as.data.frame(x), error = function(condition) NULL)
  if (is.null(found)) return(paste0("<pre>", escaped(result_text(x)), "</pre>"))
  found <- utils::head(as.data.frame(found), 50)
  cells <- vapply(found, function(column) paste0("<td>", escaped(ifelse(is.na(column), "", vapply(as.list(column), short, ""))), "</td>"), character(nrow(found)))
  if (!is.matrix(cells)) cells <- matrix(cells, nrow = nrow(found))
  rows <- apply(cells, 1, paste, collapse = "")
  paste0("<table class=\"table\"><thead><tr>", paste0("<th>", escaped(names(found)), "</th>", collapse = ""), "</tr></thead><tbody>",
         paste0("<tr>", rows, "</tr>", collapse = "\n"), "</tbody></table>")
}

html_warnings <- function(warnings) {
  if (nrow(warnings) == 0) return("")
  grade <- ifelse(warnings$grade == "mind", "warning", warnings$grade)
  paste0("<ul>", paste0("<li><b>", grade, "</b>: ", escaped(warnings$text), "</li>", collapse = ""), "</ul>")
}

html_pictures <- function(x) {
  found <- pictures(x)
  if (!is.list(found) || length(found) == 0) return("")
  shown <- Filter(function(one) is.list(one) && !is.null(one$picture), found)
  paste(vapply(utils::head(shown, 6), function(one) one$picture, ""), collapse = "\n")
}
