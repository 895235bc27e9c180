# The job mask: a frame goes in, and a release of the same kind comes out.

mask <- function(data, method = NULL, ..., columns = NULL, recipe = NULL, fitted = NULL, within = NULL, fill = FALSE,
                 keep_bounds = FALSE, keep_integers = FALSE, derive = NULL, drop = NULL, map = FALSE, reveal = FALSE,
                 shuffle = FALSE, renumber = FALSE, public = FALSE, fit = FALSE, earlier = NULL, link = NULL,
                 schema = NULL, quasi = NULL, confidential = NULL, identifier = NULL, weight = NULL, household = NULL,
                 unit = NULL, domain = NULL, missing = NULL, seed = NULL, threads = NULL, memory = NULL, report = FALSE,
                 progress = NULL) {
  request <- new_request("mask", seed, threads, memory, report = if (isTRUE(report)) TRUE else "text")
  if (inherits(data, "sfumato_sdc") && is.null(schema)) schema <- data$schema
  shortcuts <- list(quasi = quasi, confidential = confidential, identifier = identifier, weight = weight, household = household,
                    unit = unit, domain = domain, missing = missing)
  request <- with_data(request, "original", data, "data", joined_schema(schema, shortcuts))
  original <- request$inputs[[1]]
  request <- with_members(request, list(
    columns = columns, within = within, keep_bounds = keep_bounds, keep_integers = keep_integers, derive = derive, map = map,
    reveal = reveal, shuffle = shuffle, renumber = renumber, public = public, fit = fit, link = link
  ), original)
  before <- if (is.null(earlier)) list() else if (is.data.frame(earlier) || inherits(earlier, "sfumato_release")) list(earlier) else earlier
  for (one in before) request$inputs <- c(request$inputs, list(earlier = source_of(one, "earlier")))
  parameters <- list(...)
  if (!is.null(fitted)) {
    request$members$fitted <- fitted_text(fitted)
    if (!is.null(parameters$key)) {
      request <- with_members(request, list(key = parameters$key))
      parameters$key <- NULL
    }
  }
  if (!is.null(recipe)) {
    made <- recipe_document(recipe)
    request$members$recipe <- made$document
    request$inputs <- c(request$inputs, made$inputs)
  }
  if (!is.null(method)) request$members$method <- if (is.character(method)) hyphened(method) else method
  entry <- if (is.character(method)) entry_of("methods", method)
  infos <- if (is.null(entry)) list() else infos_of(entry)
  for (own in c("fill", "drop")) {  # a method with its own has it among its parameters
    value <- if (own == "fill") fill else drop
    if (is.null(infos[[own]])) {
      request <- with_members(request, with_names(list(value), own), original)
    } else if (!is.null(value)) {
      parameters[[own]] <- value
    }
  }
  taken <- parameters_of(infos, parameters, frame = original)
  if (length(taken$members)) request$members$parameters <- taken$members
  request$inputs <- c(request$inputs, taken$inputs)
  released(request, original, progress, isTRUE(map))
}

fitted_text <- function(fitted) {
  if (!is.character(fitted) || length(fitted) != 1 || is.na(fitted)) fail("fitted must be a text or the path of a file", "fitted", "use release$fitted")
  if (grepl("\n", fitted, fixed = TRUE)) fitted else read_text(fitted, "fitted")
}

read_text <- function(path, parameter = "path") {
  if (!is.character(path) || length(path) != 1 || is.na(path)) fail(sprintf("%s must be the name of a file", parameter), parameter)
  if (!file.exists(path) || dir.exists(path)) fail(sprintf("cannot read %s: there is no such file", path), parameter, "", "input_output", 3L)
  paste(readLines(path, encoding = "UTF-8", warn = FALSE), collapse = "\n")
}

# Runs a masking job and restores its tables.
released <- function(request, original, progress, map) {
  request$members[["kept-rows"]] <- TRUE
  answer <- sent(request, progress)
  document <- answer$document
  maps <- lapply(answer$tables$map, frame_of_output, like = original$frame)
  mapping <- if (!is.null(document$sidecar$release$shuffled)) "none" else if (is.null(document$mapping)) "same-rows" else document$mapping
  rows <- NULL
  if (length(maps) && mapping == "subset") rows <- as.numeric(maps[[1]]$original)[order(as.numeric(maps[[1]]$masked))]
  copies <- lapply(answer$tables$masked, restored, source = original, input = 1L, mapping = mapping, rows = rows)
  new_release(answer, request, original, copies, if (map) maps else list(), if (is.null(rows)) NULL else maps[[1]])
}

new_release <- function(answer, request, original, copies, maps = list(), kept = NULL) {
  document <- answer$document
  new_result(answer, request, "sfumato_release", list(
    data = copies[[1]], copies = copies, method = document$method, parameters = r_names(document$parameters),
    columns = as.character(unlist(document$columns)), details = document$details, mapping = document$mapping,
    promises = document$promises, guarantee = document$guarantee, reveal = document$reveal, fitted = document$fitted,
    new = document$new, earlier = document$earlier, map = if (length(maps) > 1) maps else if (length(maps)) maps[[1]],
    schema = document$sidecar
  ), hidden = list(original = original, kept = kept))
}

# Parameters by R's names, so that they can be given to a function again.
r_names <- function(parameters) {
  if (length(parameters)) names(parameters) <- underscored(names(parameters))
  parameters
}

# Several methods in order, and the rules that the result must keep.
make_recipe <- function(..., keep_bounds = FALSE, keep_integers = FALSE, derive = NULL, drop = NULL) {
  steps <- list(...)
  if (length(steps) == 1 && is.list(steps[[1]]) && is.null(steps[[1]]$method)) steps <- steps[[1]]
  if (length(steps) == 0) fail("a recipe needs steps", "steps", "such as list(method = \"mdav\", k = 5)")
  document <- list()
  if (isTRUE(keep_bounds)) document[["keep-bounds"]] <- TRUE
  if (isTRUE(keep_integers)) document[["keep-integers"]] <- TRUE
  if (!is.null(derive)) document$derive <- I(derive)
  if (!is.null(drop)) document$drop <- column_labels(drop, "drop")
  made <- lapply(unname(steps), recipe_step)
  document$steps <- lapply(made, function(step) step$members)
  inputs <- unlist(lapply(made, function(step) list(step$inputs)), recursive = FALSE)
  structure(list(document = document, inputs = do.call(c, c(list(list()), inputs))), class = "sfumato_recipe")
}

recipe_step <- function(step) {
  if (is.character(step) && length(step) == 1) step <- list(method = step)
  if (!is.list(step) || !is.character(step$method) || length(step$method) != 1) {
    fail("a step of a recipe needs a method", "steps", "such as list(method = \"mdav\", k = 5)")
  }
  method <- hyphened(step$method)
  entry <- entry_of("methods", method)
  made <- list(method = method)
  if (!is.null(step$columns)) made$columns <- column_labels(not_empty(step$columns, "columns"), "columns")
  rest <- step[!names(step) %in% c("method", "columns")]
  taken <- parameters_of(if (is.null(entry)) list() else infos_of(entry), rest, keep_defaults = TRUE)
  list(members = c(made, taken$members), inputs = taken$inputs)
}

recipe_document <- function(recipe) {
  if (inherits(recipe, "sfumato_recipe")) return(list(document = recipe$document, inputs = recipe$inputs))
  if (is.character(recipe) && length(recipe) == 1 && !is.na(recipe)) {
    return(list(document = if (grepl("\n", recipe, fixed = TRUE)) recipe else read_text(recipe, "recipe"), inputs = list()))
  }
  fail("recipe must be made with make_recipe(), or be the text or the path of a recipe file", "recipe")
}

print.sfumato_recipe <- function(x, ...) {
  methods <- vapply(x$document$steps, function(step) step$method, "")
  cat("<recipe: ", paste(methods, collapse = " + "), ">\n", sep = "")
  invisible(x)
}
