# One function for each masking method, with its parameters and their defaults.
# Written by scripts/r-functions from what the library says of itself; do not edit.

mask_additive_noise <- function(data, ..., columns = NULL, amount = 0.1, keep_moments = FALSE) {
  mask(data, "additive-noise", ..., columns = columns, amount = amount, keep_moments = keep_moments)
}

mask_bottom_coding <- function(data, ..., columns = NULL, at = NULL, quantile = 0.01, category = NULL, limit = NULL,
    replacement = "limit", constant = NULL, multivariate = FALSE) {
  mask(data, "bottom-coding", ..., columns = columns, at = at, quantile = quantile, category = category, limit = limit, replacement = replacement, constant = constant, multivariate = multivariate)
}

mask_correlated_noise <- function(data, ..., columns = NULL, amount = 0.1, keep_moments = FALSE) {
  mask(data, "correlated-noise", ..., columns = columns, amount = amount, keep_moments = keep_moments)
}

mask_data_shuffling <- function(data, ..., columns = NULL, given = NULL) {
  mask(data, "data-shuffling", ..., columns = columns, given = given)
}

mask_data_swapping <- function(data, ..., columns = NULL, rate = 0.1, keep = NULL, together = FALSE) {
  mask(data, "data-swapping", ..., columns = columns, rate = rate, keep = keep, together = together)
}

mask_date_shift <- function(data, ..., columns = NULL, days = 180, keep_weekday = FALSE, key = NULL) {
  mask(data, "date-shift", ..., columns = columns, days = days, keep_weekday = keep_weekday, key = key)
}

mask_distribution_fit <- function(data, ..., columns = NULL) {
  mask(data, "distribution-fit", ..., columns = columns)
}

mask_dp_copula <- function(data, ..., columns = NULL, epsilon = 1, rows = 0, share = 0.5, bins = 0, spacing = "auto",
    domain_from_data = NULL, drop = NULL, keep = NULL) {
  mask(data, "dp-copula", ..., columns = columns, epsilon = epsilon, rows = rows, share = share, bins = bins, spacing = spacing, domain_from_data = domain_from_data, drop = drop, keep = keep)
}

mask_generalization <- function(data, ..., columns = NULL, k = 5, suppress = 0, hierarchy = NULL, level = NULL,
    breaks = NULL, model = NULL, population = NULL, population_size = NULL, objective = "loss",
    aggregate = "geometric-mean", importance = NULL, local = FALSE) {
  mask(data, "generalization", ..., columns = columns, k = k, suppress = suppress, hierarchy = hierarchy, level = level, breaks = breaks, model = model, population = population, population_size = population_size, objective = objective, aggregate = aggregate, importance = importance, local = local)
}

mask_household_synthesis <- function(data, ..., columns = NULL, leaf = 5, complexity = 1e-08, smooth = FALSE,
    rule = NULL, tries = 100, head = NULL, shared = NULL) {
  mask(data, "household-synthesis", ..., columns = columns, leaf = leaf, complexity = complexity, smooth = smooth, rule = rule, tries = tries, head = head, shared = shared)
}

mask_hybrid <- function(data, ..., columns = NULL, k = 10, fill = FALSE) {
  mask(data, "hybrid", ..., columns = columns, k = k, fill = fill)
}

mask_individual_ranking <- function(data, ..., columns = NULL, k = 3, optimal = FALSE, centre = "mean", fill = FALSE) {
  mask(data, "individual-ranking", ..., columns = columns, k = k, optimal = optimal, centre = centre, fill = fill)
}

mask_insensitive_microaggregation <- function(data, ..., columns = NULL, k = 3, scale = "std", fill = FALSE) {
  mask(data, "insensitive-microaggregation", ..., columns = columns, k = k, scale = scale, fill = fill)
}

mask_ipso <- function(data, ..., columns = NULL, covariates = NULL, fill = FALSE) {
  mask(data, "ipso", ..., columns = columns, covariates = covariates, fill = fill)
}

mask_jpeg <- function(data, ..., columns = NULL, quality = 80) {
  mask(data, "jpeg", ..., columns = columns, quality = quality)
}

mask_laplace <- function(data, ..., columns = NULL, epsilon = 1, k = 1, mode = "record", scale = "domain",
    order = "auto", domain_from_data = NULL) {
  mask(data, "laplace", ..., columns = columns, epsilon = epsilon, k = k, mode = mode, scale = scale, order = order, domain_from_data = domain_from_data)
}

mask_local_suppression <- function(data, ..., columns = NULL, k = 3, importance = NULL, missing_as = "wildcard",
    subsets = 0) {
  mask(data, "local-suppression", ..., columns = columns, k = k, importance = importance, missing_as = missing_as, subsets = subsets)
}

mask_mdav <- function(data, ..., columns = NULL, k = 3, together = 0, seeds = "farthest", hierarchy = NULL,
    centre = "mean", fill = FALSE) {
  mask(data, "mdav", ..., columns = columns, k = k, together = together, seeds = seeds, hierarchy = hierarchy, centre = centre, fill = fill)
}

mask_multiple_imputation <- function(data, ..., columns = NULL, copies = 5, given = NULL, frame = NULL, released = 0,
    fill = FALSE) {
  mask(data, "multiple-imputation", ..., columns = columns, copies = copies, given = given, frame = frame, released = released, fill = fill)
}

mask_multiplicative_noise <- function(data, ..., columns = NULL, spread = 0.1, shift = 0, variant = "hoehne") {
  mask(data, "multiplicative-noise", ..., columns = columns, spread = spread, shift = shift, variant = variant)
}

mask_outlier_coding <- function(data, ..., columns = NULL, quantile = 0.975) {
  mask(data, "outlier-coding", ..., columns = columns, quantile = quantile)
}

mask_pram <- function(data, ..., columns = NULL, retain = 0.8, matrix = NULL, invariant = FALSE) {
  mask(data, "pram", ..., columns = columns, retain = retain, matrix = matrix, invariant = invariant)
}

mask_projection_microaggregation <- function(data, ..., columns = NULL, k = 3, onto = "component", centre = "mean",
    fill = FALSE) {
  mask(data, "projection-microaggregation", ..., columns = columns, k = k, onto = onto, centre = centre, fill = fill)
}

mask_pseudonyms <- function(data, ..., columns = NULL, how = "random", key = NULL) {
  mask(data, "pseudonyms", ..., columns = columns, how = how, key = key)
}

mask_rank_swapping <- function(data, ..., columns = NULL, window = 5, top = 0, bottom = 0, risk_keys = NULL,
    risk_k = 2, risk_window = 20) {
  mask(data, "rank-swapping", ..., columns = columns, window = window, top = top, bottom = bottom, risk_keys = risk_keys, risk_k = risk_k, risk_window = risk_window)
}

mask_recoding <- function(data, ..., columns = NULL, hierarchy = NULL, cuts = NULL, level = NULL, recode = NULL,
    depth = 1) {
  mask(data, "recoding", ..., columns = columns, hierarchy = hierarchy, cuts = cuts, level = level, recode = recode, depth = depth)
}

mask_record_swapping <- function(data, ..., columns = NULL, rate = 0.1, geography = NULL, risk_keys = NULL, k = 3,
    similar = NULL) {
  mask(data, "record-swapping", ..., columns = columns, rate = rate, geography = geography, risk_keys = risk_keys, k = k, similar = similar)
}

mask_resampling <- function(data, ..., columns = NULL, samples = 3) {
  mask(data, "resampling", ..., columns = columns, samples = samples)
}

mask_sampling <- function(data, ..., columns = NULL, fraction = 0.5, reweight = "inverse") {
  mask(data, "sampling", ..., columns = columns, fraction = fraction, reweight = reweight)
}

mask_sequential_trees <- function(data, ..., columns = NULL, leaf = 5, complexity = 1e-08, smooth = FALSE,
    rule = NULL, tries = 100, order = NULL, rows = 0) {
  mask(data, "sequential-trees", ..., columns = columns, leaf = leaf, complexity = complexity, smooth = smooth, rule = rule, tries = tries, order = order, rows = rows)
}

mask_top_coding <- function(data, ..., columns = NULL, at = NULL, quantile = 0.99, category = NULL, limit = NULL,
    replacement = "limit", constant = NULL, multivariate = FALSE) {
  mask(data, "top-coding", ..., columns = columns, at = at, quantile = quantile, category = category, limit = limit, replacement = replacement, constant = constant, multivariate = multivariate)
}

mask_uniform_noise <- function(data, ..., columns = NULL, spread = 0.1) {
  mask(data, "uniform-noise", ..., columns = columns, spread = spread)
}

mask_variable_mdav <- function(data, ..., columns = NULL, k = 3, gain = 0.2, centre = "mean", fill = FALSE) {
  mask(data, "variable-mdav", ..., columns = columns, k = k, gain = gain, centre = centre, fill = fill)
}

mask_weight_groups <- function(data, ..., columns = NULL, k = 5, margins = NULL) {
  mask(data, "weight-groups", ..., columns = columns, k = k, margins = margins)
}
