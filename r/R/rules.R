# One function for each sensitivity rule of tables, for check_table().
# Written by scripts/r-functions from what the library says of itself; do not edit.

rule_frequency <- function(n) {
  rule_text("frequency", list(n), list(NULL), 1)
}

rule_group <- function(k) {
  rule_text("group", list(k), list(NULL), 1)
}

rule_k_disclosure <- function(k, range = NULL) {
  rule_text("k-disclosure", list(k, range), list(NULL, NULL), 1)
}

rule_dominance <- function(n, k) {
  rule_text("dominance", list(n, k), list(NULL, NULL), 2)
}

rule_p_percent <- function(p, n = 1) {
  rule_text("p-percent", list(p, n), list(NULL, 1), 1)
}

rule_pq <- function(p, q, n = 1) {
  rule_text("pq", list(p, q, n), list(NULL, NULL, 1), 2)
}

rule_request <- function(first, second) {
  rule_text("request", list(first, second), list(NULL, NULL), 2)
}

rule_zero <- function(range = NULL) {
  rule_text("zero", list(range), list(NULL), 1)
}
