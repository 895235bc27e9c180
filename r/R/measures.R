# One function for each measure of risk and utility, with its parameters and their defaults.
# Written by scripts/r-functions from what the library says of itself; do not edit.

measure_rank_linkage <- function(original, masked = NULL, ..., columns = NULL, zero = "report", form = "mean-log",
    sample = 0) {
  measured("rank-linkage", original, masked, list(zero = zero, form = form, sample = sample), ..., columns = columns)
}

measure_distance_linkage <- function(original, masked = NULL, ..., columns = NULL, scale = "std",
    direction = "masked-to-original", ties = "expected", prefixes = 0, weights = NULL, sample = 0) {
  measured("distance-linkage", original, masked, list(scale = scale, direction = direction, ties = ties, prefixes = prefixes, weights = weights, sample = sample), ..., columns = columns)
}

measure_probabilistic_linkage <- function(original, masked = NULL, ..., columns = NULL, agreement = 0.1,
    link = "assignment", assignment_limit = 5000, prefixes = 0, known_rates = FALSE, false_match = 0.01,
    false_non_match = 0.01, sample = 0) {
  measured("probabilistic-linkage", original, masked, list(agreement = agreement, link = link, `assignment-limit` = assignment_limit, prefixes = prefixes, `known-rates` = known_rates, `false-match` = false_match, `false-non-match` = false_non_match, sample = sample), ..., columns = columns)
}

measure_permutation_distance <- function(original, masked = NULL, ..., columns = NULL, sample = 0) {
  measured("permutation-distance", original, masked, list(sample = sample), ..., columns = columns)
}

measure_power_mean <- function(original, masked = NULL, ..., columns = NULL, alpha = 0.5, power_mean_columns = "worst") {
  measured("power-mean", original, masked, list(alpha = alpha, columns = power_mean_columns), ..., columns = columns)
}

measure_cm1 <- function(original, masked = NULL, ..., columns = NULL) {
  measured("cm1", original, masked, list(), ..., columns = columns)
}

measure_cm2 <- function(original, masked = NULL, ..., columns = NULL) {
  measured("cm2", original, masked, list(), ..., columns = columns)
}

measure_cm3 <- function(original, masked = NULL, ..., columns = NULL) {
  measured("cm3", original, masked, list(), ..., columns = columns)
}

measure_interval_disclosure <- function(original, masked = NULL, ..., columns = NULL) {
  measured("interval-disclosure", original, masked, list(), ..., columns = columns)
}

measure_interval_disclosure_sd <- function(original, masked = NULL, ..., columns = NULL) {
  measured("interval-disclosure-sd", original, masked, list(), ..., columns = columns)
}

measure_k_anonymity <- function(original, masked = NULL, ..., columns = NULL, keys = NULL, missing_as = "wildcard",
    alpha = 1) {
  measured("k-anonymity", original, masked, list(keys = keys, `missing-as` = missing_as, alpha = alpha), ..., columns = columns)
}

measure_individual_risk <- function(original, masked = NULL, ..., columns = NULL, keys = NULL,
    missing_as = "wildcard", threshold = 0.1) {
  measured("individual-risk", original, masked, list(keys = keys, `missing-as` = missing_as, threshold = threshold), ..., columns = columns)
}

measure_model_risk <- function(original, masked = NULL, ..., columns = NULL, keys = NULL, formula = "main",
    population_size = NULL) {
  measured("model-risk", original, masked, list(keys = keys, formula = formula, `population-size` = population_size), ..., columns = columns)
}

measure_suda <- function(original, masked = NULL, ..., columns = NULL, keys = NULL, fraction = 0.01, max_size = 0) {
  measured("suda", original, masked, list(keys = keys, fraction = fraction, `max-size` = max_size), ..., columns = columns)
}

measure_l_diversity <- function(original, masked = NULL, ..., columns = NULL, keys = NULL, column = NULL,
    model = "distinct", c = 2, l = 2) {
  measured("l-diversity", original, masked, list(keys = keys, column = column, model = model, c = c, l = l), ..., columns = columns)
}

measure_t_closeness <- function(original, masked = NULL, ..., columns = NULL, keys = NULL, column = NULL,
    distance = "equal") {
  measured("t-closeness", original, masked, list(keys = keys, column = column, distance = distance), ..., columns = columns)
}

measure_uniqueness <- function(original, masked = NULL, ..., columns = NULL, keys = NULL, population = NULL,
    population_size = NULL) {
  measured("uniqueness", original, masked, list(keys = keys, population = population, `population-size` = population_size), ..., columns = columns)
}

measure_reidentification <- function(original, masked = NULL, ..., columns = NULL, keys = NULL,
    missing_as = "wildcard", attacker = "prosecutor", threshold = 0.2, population = NULL, population_size = NULL) {
  measured("reidentification", original, masked, list(keys = keys, `missing-as` = missing_as, attacker = attacker, threshold = threshold, population = population, `population-size` = population_size), ..., columns = columns)
}

measure_identifying_power <- function(original, masked = NULL, ..., columns = NULL, keys = NULL, order = 3, top = 10) {
  measured("identifying-power", original, masked, list(keys = keys, order = order, top = top), ..., columns = columns)
}

measure_exact_copies <- function(original, masked = NULL, ..., columns = NULL, holdout = NULL) {
  measured("exact-copies", original, masked, list(holdout = holdout), ..., columns = columns)
}

measure_closest_record <- function(original, masked = NULL, ..., columns = NULL, holdout = NULL) {
  measured("closest-record", original, masked, list(holdout = holdout), ..., columns = columns)
}

measure_neighbour_ratio <- function(original, masked = NULL, ..., columns = NULL, holdout = NULL) {
  measured("neighbour-ratio", original, masked, list(holdout = holdout), ..., columns = columns)
}

measure_replicated_uniques <- function(original, masked = NULL, ..., columns = NULL, keys = NULL, holdout = NULL) {
  measured("replicated-uniques", original, masked, list(keys = keys, holdout = holdout), ..., columns = columns)
}

measure_disclosive_attribution <- function(original, masked = NULL, ..., columns = NULL, keys = NULL, target = NULL,
    holdout = NULL) {
  measured("disclosive-attribution", original, masked, list(keys = keys, target = target, holdout = holdout), ..., columns = columns)
}

measure_attribution_probability <- function(original, masked = NULL, ..., columns = NULL, keys = NULL, target = NULL,
    holdout = NULL) {
  measured("attribution-probability", original, masked, list(keys = keys, target = target, holdout = holdout), ..., columns = columns)
}

measure_membership <- function(original, masked = NULL, ..., columns = NULL, holdout = NULL) {
  measured("membership", original, masked, list(holdout = holdout), ..., columns = columns)
}

measure_attribute_inference <- function(original, masked = NULL, ..., columns = NULL, keys = NULL, target = NULL,
    holdout = NULL) {
  measured("attribute-inference", original, masked, list(keys = keys, target = target, holdout = holdout), ..., columns = columns)
}

measure_analysis <- function(original, masked = NULL, ..., columns = NULL, regressions = NULL, means = NULL,
    confidence = 95) {
  measured("analysis", original, masked, list(regressions = regressions, means = means, confidence = confidence), ..., columns = columns)
}

measure_emd <- function(original, masked = NULL, ..., columns = NULL, clusters = 0, fitted = 0) {
  measured("emd", original, masked, list(clusters = clusters, fitted = fitted), ..., columns = columns)
}

measure_information_loss <- function(original, masked = NULL, ..., columns = NULL) {
  measured("information-loss", original, masked, list(), ..., columns = columns)
}

measure_pram_estimates <- function(original, masked = NULL, ..., columns = NULL, matrix = NULL) {
  measured("pram-estimates", original, masked, list(matrix = matrix), ..., columns = columns)
}

measure_propensity <- function(original, masked = NULL, ..., columns = NULL, model = "logistic", terms = "products",
    penalty = 1, leaf = 20, permutations = 0) {
  measured("propensity", original, masked, list(model = model, terms = terms, penalty = penalty, leaf = leaf, permutations = permutations), ..., columns = columns)
}

measure_sse <- function(original, masked = NULL, ..., columns = NULL) {
  measured("sse", original, masked, list(), ..., columns = columns)
}

measure_um <- function(original, masked = NULL, ..., columns = NULL, on = "ranks") {
  measured("um", original, masked, list(on = on), ..., columns = columns)
}

measure_information_loss_2 <- function(original, masked = NULL, ..., columns = NULL) {
  measured("information-loss-2", original, masked, list(), ..., columns = columns)
}

measure_probabilistic_loss <- function(original, masked = NULL, ..., columns = NULL) {
  measured("probabilistic-loss", original, masked, list(), ..., columns = columns)
}

measure_contingency <- function(original, masked = NULL, ..., columns = NULL, order = 2, distance = "total-variation") {
  measured("contingency", original, masked, list(order = order, distance = distance), ..., columns = columns)
}

measure_entropy_loss <- function(original, masked = NULL, ..., columns = NULL) {
  measured("entropy-loss", original, masked, list(), ..., columns = columns)
}

measure_granularity <- function(original, masked = NULL, ..., columns = NULL) {
  measured("granularity", original, masked, list(), ..., columns = columns)
}

measure_suppressed <- function(original, masked = NULL, ..., columns = NULL) {
  measured("suppressed", original, masked, list(), ..., columns = columns)
}

measure_classification <- function(original, masked = NULL, ..., columns = NULL, target = NULL, folds = 10) {
  measured("classification", original, masked, list(target = target, folds = folds), ..., columns = columns)
}

measure_marginals <- function(original, masked = NULL, ..., columns = NULL, holdout = NULL) {
  measured("marginals", original, masked, list(holdout = holdout), ..., columns = columns)
}

measure_pair_relations <- function(original, masked = NULL, ..., columns = NULL, holdout = NULL) {
  measured("pair-relations", original, masked, list(holdout = holdout), ..., columns = columns)
}

measure_score <- function(original, masked = NULL, ..., columns = NULL) {
  measured("score", original, masked, list(), ..., columns = columns)
}

measure_score_2 <- function(original, masked = NULL, ..., columns = NULL) {
  measured("score-2", original, masked, list(), ..., columns = columns)
}

measure_score_tutorial <- function(original, masked = NULL, ..., columns = NULL) {
  measured("score-tutorial", original, masked, list(), ..., columns = columns)
}
