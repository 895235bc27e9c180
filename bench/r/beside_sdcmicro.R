# The package beside sdcMicro, in one process: the same task on the same frame, results compared where the definitions
# agree, then ratios of processor time. Where sdcMicro is not installed, our own times alone.

suppressPackageStartupMessages(library(sfumato))
peer <- requireNamespace("sdcMicro", quietly = TRUE)
if (!peer) message("bench: sdcMicro is not installed; its times are left out")
words <- commandArgs(TRUE)
rows <- if (length(words)) as.integer(words[[1]]) else 10000L

set.seed(20261118)
shared <- stats::rnorm(rows)
amounts <- as.data.frame(lapply(1:4, function(i) 1000 + 100 * (0.7 * shared + stats::rnorm(rows))))
names(amounts) <- paste0("x", 1:4)
keys <- data.frame(sex = sample(2, rows, TRUE), region = sample(8, rows, TRUE), education = sample(5, rows, TRUE), status = sample(5, rows, TRUE),
                   age = sample(80, rows, TRUE), w = 10)
coded <- names(keys)[1:5]
factors <- as.data.frame(lapply(keys[coded], factor))
nominal <- make_schema(quasi = coded, weight = "w", kind = stats::setNames(as.list(rep("nominal", 5)), coded))

# (result, processor seconds of all threads, seconds on the clock)
timed <- function(work) {
  times <- system.time(result <- work())
  list(result = result, cpu = sum(times[c("user.self", "sys.self", "user.child", "sys.child")]), wall = times[["elapsed"]])
}
require_that <- function(holds, what) if (!isTRUE(holds)) stop("results do not agree: ", what, call. = FALSE)
quiet <- function(code) suppressWarnings(suppressMessages({ utils::capture.output(result <- code); result }))

# Each task: ours, the peer's, what must hold of our result, and of both.
tasks <- list(
  mdav = list(
    function() mask(amounts, "mdav", k = 3)$data, function() quiet(sdcMicro::microaggregation(amounts, method = "mdav", aggr = 3))$mx,
    function(a) min(table(a$x1)) >= 3 && isTRUE(all.equal(colMeans(a), colMeans(amounts))),
    function(a, b) abs(sum((a - amounts)^2) / sum((b - amounts)^2) - 1) < 0.05),
  rankSwap = list(
    function() mask(amounts, "rank-swapping", window = 5, seed = 1)$data,
    function() quiet(sdcMicro::rankSwap(amounts, variables = names(amounts), TopPercent = 0, BottomPercent = 0, P = 5)),
    function(a) identical(lapply(a, sort), lapply(amounts, sort)) && max(abs(rank(a$x1) - rank(amounts$x1))) <= 0.05 * rows + 1, NULL),
  localSuppression = list(
    function() mask(factors, "local-suppression", columns = coded, k = 3)$data,
    function() quiet(sdcMicro::localSuppression(factors, keyVars = coded, k = 3))$xAnon,
    function(a) measure(a, measures = "k-anonymity", columns = coded)[["k-anonymity"]]$value >= 3, function(a, b) sum(is.na(a)) <= sum(is.na(b))),
  suda2 = list(
    function() measure(keys, measures = "suda", columns = coded, schema = nominal)[["suda"]]$details$sum_scores,
    function() sum(quiet(sdcMicro::suda2(keys, variables = coded))$score), function(a) a >= 0, NULL),
  pram = list(
    function() mask(factors, "pram", columns = "region", retain = 0.8, invariant = TRUE, seed = 1)$data$region,
    function() quiet(sdcMicro::pram(factors, variables = "region", pd = 0.8)),
    function(a) max(abs(table(a) / table(factors$region) - 1)) < 0.2, NULL),
  shuffle = list(
    function() mask(amounts, "data-shuffling", columns = c("x1", "x2"), given = c("x3", "x4"), seed = 1)$data,
    function() quiet(sdcMicro::shuffle(amounts, form = x1 + x2 ~ x3 + x4))$shuffled,
    function(a) identical(sort(a$x1), sort(amounts$x1)) && abs(stats::cor(a$x1, a$x3) - stats::cor(amounts$x1, amounts$x3)) < 0.05, NULL),
  freqCalc = list(
    function() measure(keys, measures = "k-anonymity", columns = coded, schema = nominal)[["k-anonymity"]]$details$below$wildcard[["2"]],
    function() sum(quiet(sdcMicro::freqCalc(keys, keyVars = coded, w = "w"))$fk < 2),
    function(a) a == sum(table(do.call(paste, keys[coded])) == 1), function(a, b) a == b)
)

cat(sprintf("%d records\n%-18s %10s %10s %10s\n", rows, "task", "sfumato s", "sdcMicro s", "ratio"))
for (name in names(tasks)) {
  task <- tasks[[name]]
  ours <- timed(task[[1]])
  require_that(task[[3]](ours$result), name)
  theirs <- if (peer) tryCatch(timed(task[[2]]), error = function(condition) NULL)
  if (!is.null(theirs) && !is.null(task[[4]])) require_that(task[[4]](ours$result, theirs$result), paste(name, "beside sdcMicro"))
  cat(sprintf("%-18s %10.2f %10s %10s\n", name, ours$cpu, if (is.null(theirs)) "-" else sprintf("%.2f", theirs$cpu),
              if (is.null(theirs)) "-" else sprintf("%.1f", theirs$cpu / max(ours$cpu, 0.001))))
}
