# Requests that are being built: members by the names of the C interface, tables with what their columns mean, and the
# numbers that every job takes.

new_request <- function(job, seed = NULL, threads = NULL, memory = NULL, report = TRUE) {
  members <- list(job = job, report = report, seed = seed_value(seed), threads = threads, memory = memory)
  list(members = Filter(Negate(is.null), members), inputs = list())
}

# Seeds beyond 2^53 go as texts, since R's numbers cannot hold them.
seed_value <- function(seed) {
  if (is.null(seed)) return(NULL)
  if (length(seed) != 1 || !(is.numeric(seed) || is.character(seed)) || is.na(seed)) {
    fail("seed must be one whole number", "seed", "such as seed = 1; set.seed() has no effect here")
  }
  if (is.numeric(seed) && !inherits(seed, "integer64") && (seed != floor(seed) || abs(seed) > 2^53)) {
    fail("seed must be one whole number", "seed", "numbers above 2^53 can be given as a text")
  }
  seed
}

with_data <- function(request, name, data, what, schema = NULL) {
  source <- source_of(data, what)
  request$inputs[[length(request$inputs) + 1]] <- source
  names(request$inputs)[[length(request$inputs)]] <- name
  declared <- schema_members(schema, source)
  if (length(declared$members)) request$members$schema[[name]] <- declared$members
  request$inputs <- c(request$inputs, declared$inputs)
  request
}

# Parameters of the job; what is NULL or the default is left out.
with_members <- function(request, values, frame = NULL) {
  infos <- infos_of(entry_of("jobs", request$members$job))
  for (name in names(values)) {
    info <- infos[[hyphened(name)]]
    if (!is.null(info) && info$kind == "columns" && !name %in% c("candidates", "drop", "mean", "sum")) not_empty(values[[name]], name)
  }
  taken <- parameters_of(infos, values, frame = frame)
  request$members[names(taken$members)] <- taken$members
  request$inputs <- c(request$inputs, taken$inputs)
  request
}

sent <- function(request, progress) run_job(request$members, request$inputs, progress)
