# What can be done with a table of cells: check, protect, audit and compare.
# Written by scripts/r-functions from what the library says of itself; do not edit.

check_table <- function(table, rule, safety_range = NULL, holdings = FALSE, unweighted = FALSE, seed = NULL,
    threads = NULL, progress = NULL) {
  table_job("check", table, list(rule = rule, safety_range = safety_range, holdings = holdings, unweighted = unweighted), seed, threads, progress)
}

protect_suppress <- function(table, algorithm = "auto", time_limit = 60, work_limit = NULL, gap = 0, cost = "own",
    hide_zeros = FALSE, ignore_singletons = FALSE, prior = NULL, whole = FALSE, seed = NULL, threads = NULL,
    progress = NULL) {
  table_job("suppress", table, list(algorithm = algorithm, time_limit = time_limit, work_limit = work_limit, gap = gap, cost = cost, hide_zeros = hide_zeros, ignore_singletons = ignore_singletons, prior = prior, whole = whole), seed, threads, progress)
}

protect_round <- function(table, base, mode = "controlled", steps = NULL, free_multiples = FALSE, time_limit = 60,
    work_limit = NULL, gap = 0, ignore_singletons = FALSE, prior = NULL, seed = NULL, threads = NULL, progress = NULL) {
  table_job("round", table, list(base = base, mode = mode, steps = steps, free_multiples = free_multiples, time_limit = time_limit, work_limit = work_limit, gap = gap, ignore_singletons = ignore_singletons, prior = prior), seed, threads, progress)
}

protect_adjust <- function(table, weight = "relative", fix_margins = FALSE, free_zeros = FALSE, levels = "100",
    time_limit = 60, work_limit = NULL, gap = 0, prior = NULL, seed = NULL, threads = NULL, progress = NULL) {
  table_job("adjust", table, list(weight = weight, fix_margins = fix_margins, free_zeros = free_zeros, levels = levels, time_limit = time_limit, work_limit = work_limit, gap = gap, prior = prior), seed, threads, progress)
}

protect_perturb <- function(table, ptable, seed = NULL, threads = NULL, progress = NULL) {
  table_job("perturb", table, list(ptable = ptable), seed, threads, progress)
}

protect_recode <- function(table, rule = NULL, safety_range = NULL, holdings = FALSE, unweighted = FALSE,
    by_cost = FALSE, seed = NULL, threads = NULL, progress = NULL) {
  table_job("recode", table, list(rule = rule, safety_range = safety_range, holdings = holdings, unweighted = unweighted, by_cost = by_cost), seed, threads, progress)
}

audit_table <- function(table, adjusted = NULL, ignore_singletons = FALSE, prior = NULL, whole = FALSE,
    secondary = FALSE, levels = "100", fix_margins = FALSE, seed = NULL, threads = NULL, progress = NULL) {
  table_job("audit", table, list(adjusted = adjusted, ignore_singletons = ignore_singletons, prior = prior, whole = whole, secondary = secondary, levels = levels, fix_margins = fix_margins), seed, threads, progress)
}

compare_protections <- function(table, methods = NULL, rank_by = "loss", totals = "keep", time_limit = 60,
    work_limit = NULL, ptable = NULL, ignore_singletons = FALSE, prior = NULL, whole = FALSE, rule = NULL,
    safety_range = NULL, holdings = FALSE, unweighted = FALSE, seed = NULL, threads = NULL, progress = NULL) {
  table_job("table-compare", table, list(methods = methods, rank_by = rank_by, totals = totals, time_limit = time_limit, work_limit = work_limit, ptable = ptable, ignore_singletons = ignore_singletons, prior = prior, whole = whole, rule = rule, safety_range = safety_range, holdings = holdings, unweighted = unweighted), seed, threads, progress)
}
