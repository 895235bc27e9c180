# The jobs compare and plan: methods at the same risk, ranked by utility, and experiments over grids of parameters.

compare <- function(data, ..., equal = NULL, at_most = NULL, rank_by = NULL, methods = NULL, set = NULL, fix = NULL, sweep = NULL,
                    tolerance = NULL, replicates = NULL, time_limit = 0, thorough = FALSE, candidates = NULL, holdout_share = 0,
                    keep_draw = FALSE, shuffle = FALSE, renumber = FALSE, public = FALSE, columns = NULL, schema = NULL,
                    quasi = NULL, confidential = NULL, identifier = NULL, weight = NULL, household = NULL, unit = NULL,
                    domain = NULL, missing = NULL, seed = NULL, threads = NULL, memory = NULL, progress = NULL) {
  no_more(...)
  request <- new_request("compare", seed, threads, memory)
  if (inherits(data, "sfumato_sdc") && is.null(schema)) schema <- data$schema
  shortcuts <- list(quasi = quasi, confidential = confidential, identifier = identifier, weight = weight, household = household,
                    unit = unit, domain = domain, missing = missing)
  request <- with_data(request, "original", data, "data", joined_schema(schema, shortcuts))
  like <- request$inputs[[1]]
  of_measures <- settings(set, "measures", "set")
  of_methods <- settings(fix, "methods", "fix")
  request$inputs <- c(request$inputs, of_measures$inputs, of_methods$inputs)
  if (is.numeric(tolerance)) tolerance <- plain_text(tolerance, "tolerance")
  request <- with_members(request, list(
    equal = name_texts(equal, "equal", hyphened), at_most = name_texts(at_most, "at_most", hyphened),
    rank_by = spelled_names(rank_by, "rank_by"), methods = spelled_names(methods, "methods"), set = of_measures$members,
    fix = of_methods$members, sweep = sweep, tolerance = tolerance, replicates = replicates, time_limit = time_limit,
    thorough = thorough, holdout_share = holdout_share, keep_draw = keep_draw, shuffle = shuffle,
    renumber = renumber, public = public, columns = columns
  ), like)
  if (!is.null(candidates)) {
    if (!is.list(candidates) || is.data.frame(candidates) || is.null(names(candidates))) {
      fail("candidates must be a list of data frames with names", "candidates", "such as list(synthpop = frame)")
    }
    for (name in names(candidates)) request$inputs[[name]] <- source_of(candidates[[name]], "candidates")
    request$members$candidates <- I(names(candidates))
  }
  answer <- sent(request, progress)
  parts <- if (is.null(answer$document$comparisons)) list(answer$document) else answer$document$comparisons
  compared(answer, request, like, parts, "sfumato_comparison")
}

compared <- function(answer, request, like, parts, class) {
  made <- lapply(seq_along(parts), function(i) comparison_part(parts[[i]], answer, request, like, i))
  first <- if (length(made)) made[[1]]
  new_result(answer, request, class, list(
    ranking = first$ranking, winner = first$winner, winner_method = first$winner_method, attained = answer$yes, parts = made,
    results = if (is.list(answer$document$cells)) answer$document$cells
  ), hidden = list(original = like))
}

comparison_part <- function(part, answer, request, like, number) {
  outputs <- answer$tables[[paste("winner", number)]]
  release <- part$release
  winner <- NULL
  if (length(outputs) && !is.null(release)) {
    mapping <- if (is.null(release$mapping)) "none" else release$mapping
    # Labels of records come with them only where it is known which records these are.
    moved <- isTRUE(request$members$shuffle) || isTRUE(request$members$public) || mapping != "same-rows"
    copies <- lapply(outputs, restored, source = like, input = 1L, mapping = if (moved) "none" else mapping)
    document <- c(release[names(release) != "files"], answer$document[c("warnings", "warning_grades")])
    if (is.null(document$columns)) document$columns <- answer$document$columns
    winner <- new_release(list(document = document, text = answer$text, yes = TRUE), list(members = list(), inputs = list()), NULL, copies)
    winner$chosen <- TRUE
  }
  target <- if (is.null(part$equal)) part$at_most else part$equal
  list(target = target, ranking = ranking_frame(part$methods, like), winner_method = part$winner, winner = winner,
       notes = as.character(unlist(part$notes)))
}

# A row for each method: rank, method, parameters, attained, each measure, reason.
ranking_frame <- function(methods, like) {
  measures <- unique(unlist(lapply(methods, function(one) names(one$measures))))
  number <- function(value) if (is.null(value)) NA_real_ else as.numeric(value)
  columns <- list(
    rank = vapply(methods, function(one) number(one$ranks$overall), 0),
    method = vapply(methods, function(one) one$method, ""),
    parameters = vapply(methods, function(one) words_of(r_names(one$parameters)), ""),
    reached = vapply(methods, function(one) isTRUE(one$reached), NA),
    attained = vapply(methods, function(one) number(unlist(one$attained)[1]), 0)
  )
  for (name in measures) columns[[name]] <- vapply(methods, function(one) number(one$measures[[name]]), 0)
  columns$reason <- vapply(methods, function(one) if (is.null(one$reason)) NA_character_ else one$reason, "")
  frame_of_columns(columns, like$frame)
}

run_plan <- function(plan, data = NULL, ..., dry_run = FALSE, schema = NULL, seed = NULL, threads = NULL, memory = NULL, progress = NULL) {
  no_more(...)
  request <- new_request("plan", seed, threads, memory, report = if (isTRUE(dry_run)) "text" else TRUE)
  if (!is.character(plan) || length(plan) != 1 || is.na(plan)) fail("plan must be the text or the path of a plan file", "plan")
  text <- if (grepl("\n", plan, fixed = TRUE)) plan else read_text(plan, "plan")
  parsed <- run_job(list(job = "toml", text = text), progress = FALSE)
  document <- raw_json(json_part(parsed$text, "document"))
  like <- NULL
  if (!is.null(data)) {
    given <- parsed$document$document$data
    entries <- if (is.null(names(given))) given else list(given)
    paths <- unlist(lapply(entries, function(one) one$path))
    if (is.data.frame(data) || inherits(data, "sfumato_sdc")) {
      if (length(paths) != 1) fail(sprintf("the plan names %d files", length(paths)), "data", "give a list with a data frame for each of them")
      data <- with_names(list(data), paths)
    }
    for (name in names(data)) request <- with_data(request, name, data[[name]], "data", joined_schema(schema, list()))
    like <- request$inputs[[1]]
  }
  request$members$plan <- document
  request <- with_members(request, list(dry_run = dry_run))
  answer <- sent(request, progress)
  compared(answer, request, like, answer$document$comparisons, "sfumato_plan")
}
