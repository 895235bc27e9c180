# The jobs inspect, key-risks, hierarchy, distributions, fitting-methods and sample: what a table looks like, which
# methods fit it, and made-up tables.

inspect <- function(data, ..., schema = NULL, quasi = NULL, confidential = NULL, identifier = NULL, weight = NULL,
                    household = NULL, unit = NULL, domain = NULL, missing = NULL, threads = NULL, memory = NULL, progress = NULL) {
  no_more(...)
  if (inherits(data, "sfumato_sdc") && is.null(schema)) schema <- data$schema
  shortcuts <- list(quasi = quasi, confidential = confidential, identifier = identifier, weight = weight, household = household,
                    unit = unit, domain = domain, missing = missing)
  request <- with_data(new_request("inspect", threads = threads, memory = memory), "original", data, "data", joined_schema(schema, shortcuts))
  answer <- sent(request, progress)
  document <- answer$document
  new_result(answer, request, "sfumato_inspection", list(
    rows = document$rows, columns = document$columns, uniqueness = document$uniqueness,
    schema = structure(document$sidecar$columns, class = "sfumato_schema")
  ))
}

fitting_methods <- function(data, ..., columns = NULL, schema = NULL, threads = NULL, memory = NULL, progress = NULL) {
  no_more(...)
  request <- with_data(new_request("fitting-methods", threads = threads, memory = memory), "original", data, "data", joined_schema(schema, list()))
  request <- with_members(request, list(columns = columns), request$inputs[[1]])
  answer <- sent(request, progress)
  fits <- vapply(answer$document$methods, function(one) isTRUE(one$fits), NA)
  names <- vapply(answer$document$methods, function(one) one$method, "")
  new_result(answer, request, "sfumato_fitting", list(fitting = names[fits], methods = answer$document$methods))
}

key_risks <- function(data, keys = NULL, ..., special = NULL, riskiest = 20, without_suda = FALSE, schema = NULL, threads = NULL,
                      memory = NULL, progress = NULL) {
  no_more(...)
  request <- with_data(new_request("key-risks", threads = threads, memory = memory), "original", data, "data", joined_schema(schema, list()))
  request <- with_members(request, list(keys = keys, special = special, riskiest = riskiest, without_suda = without_suda), request$inputs[[1]])
  answer <- sent(request, progress)
  new_result(answer, request, "sfumato_key_risks", answer$document)
}

build_hierarchy <- function(data, column, specification = NULL, ..., keys = NULL, schema = NULL, threads = NULL, memory = NULL,
                            progress = NULL) {
  no_more(...)
  request <- with_data(new_request("hierarchy", threads = threads, memory = memory), "original", data, "data", joined_schema(schema, list()))
  request <- with_members(request, list(column = column, keys = keys), request$inputs[[1]])
  if (!is.null(specification)) {
    for (key in intersect(names(specification), listed_keys)) specification[[key]] <- I(specification[[key]])
    request$members$specification <- specification
  }
  answer <- sent(request, progress)
  new_result(answer, request, "sfumato_hierarchy", answer$document)
}

distributions <- function(original, masked = NULL, ..., columns = NULL, changed = 10, schema = NULL, threads = NULL, memory = NULL,
                          progress = NULL) {
  no_more(...)
  request <- with_data(new_request("distributions", threads = threads, memory = memory), "original", original, "original", joined_schema(schema, list()))
  like <- request$inputs[[1]]
  if (!is.null(masked)) request <- with_data(request, "masked", masked, "masked")
  request <- with_members(request, list(columns = columns, changed = changed), like)
  answer <- sent(request, progress)
  new_result(answer, request, "sfumato_distributions", answer$document)
}

sample_data <- function(name = "people", rows = 1000, ..., seed = NULL, threads = NULL, like = NULL, progress = NULL) {
  no_more(...)
  request <- new_request("sample", seed, threads, report = FALSE)
  request$members$sample <- name
  request <- with_members(request, list(rows = rows))
  answer <- sent(request, progress)
  frame_of_output(answer$tables[[1]][[1]], like)
}

sample_schema <- function(name = "people") {
  request <- new_request("sample", report = FALSE)
  request$members$sample <- name
  request$members$rows <- 0
  answer <- sent(request, FALSE)
  structure(answer$document$sidecar$columns, class = "sfumato_schema")
}
