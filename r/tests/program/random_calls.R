# Random calls of the package with wrong types, odd values and odd frames: random_calls.R SEED FIRST CALLS AT. Every call
# returns, or raises sfumato_error or what R raises for missing and repeated arguments; anything else is a finding. Call
# number i of a seed is always the same; the file AT has the number of the call that runs.

suppressPackageStartupMessages(library(sfumato))
words <- commandArgs(TRUE)
seed <- as.integer(words[[1]])
first <- as.integer(words[[2]])
calls <- as.integer(words[[3]])
at <- words[[4]]

pick <- function(x) x[[sample.int(length(x), 1)]]
chance <- function(share) stats::runif(1) < share
methods <- method_names()
measures <- measure_names()

deep <- function(levels) {
  held <- list()
  for (i in seq_len(levels)) held <- list(held)
  held
}

marked <- function(text, encoding) {
  Encoding(text) <- encoding
  text
}

odd_value <- function() {
  pick(list(
    NULL, NA, TRUE, FALSE, 0, -1, 1L, 2, 7L, 1e30, -1e308, 2^63, 0.5, -0, 5e-324, NaN, Inf, -Inf, NA_integer_, NA_character_, "", " ", "x", "income",
    "k", strrep("\U0001f600", 50), strrep("x", 100000), "--k", "../../etc/passwd", "/dev/zero", "%s%n", "{}", "[", "5%", "1,2", "a=b",
    marked("caf\xe9", "latin1"), marked("\xff\xfe", "bytes"), marked("a\xff", "UTF-8"), character(), list(), integer(), list(NULL), list(list()),
    c("income", "income"), list("income", 3), c(income = NA), list(income = NULL), c(a = 1, 2), list(income = c(0, NaN)), list(income = c(5, 1)),
    1:3, seq(0, 1, 0.1), as.raw(1), 1i, sum, quote(x), quote(a + b), y ~ x, globalenv(), Sys.Date(), Sys.time(), as.POSIXlt(Sys.time()), factor("income"),
    factor(NA), data.frame(a = 1), data.frame(), matrix(1:4, 2), array(1, c(1, 1, 1)), structure(list(), class = "data.frame"), expression(a),
    new.env(), structure(1, class = "integer64"), structure("{", class = "sfumato_json_not"), deep(5), deep(200), as.name("k"), pick(methods),
    pick(measures), stats::runif(1), stats::rnorm(3), I("income"), I(list(1)), -.Machine$integer.max, as.difftime(1, units = "days"), raw(0),
    structure(list(), class = "sfumato_release"), structure(list(data = 1), class = "sfumato_sdc"), structure(list(a = 1), class = "sfumato_schema")
  ))
}

people <- function(rows = pick(c(0, 1, 2, 12, 30, 30, 30))) {
  income <- stats::rnorm(rows, 30000, 9000)
  income[stats::runif(rows) < 0.1] <- NA
  data.frame(
    income = income, age = sample.int(100, rows, TRUE), sex = sample(c("m", "f"), rows, TRUE), region = factor(sample(letters[1:4], rows, TRUE)),
    flag = stats::runif(rows) < 0.5, day = as.Date("2020-01-01") + sample.int(900, rows, TRUE)
  )
}

odd_column <- function(rows) {
  pick(list(
    function() rep(list(1), rows), function() complex(rows), function() raw(rows), function() as.POSIXct("2020-01-01") + seq_len(rows),
    function() structure(seq_len(rows), class = "Date"), function() structure(rep(99L, rows), levels = "a", class = "factor"),
    function() structure(rep("a", rows), class = "Date"), function() rep(Inf, rows),
    function() structure(rep(1e300, rows), class = "Date"), function() structure(rep(1e300, rows), class = c("POSIXct", "POSIXt")), function() rep(NA, rows),
    function() rep(marked("a\xff", "UTF-8"), rows), function() rep(marked("b\xe9", "latin1"), rows), function() structure(as.numeric(seq_len(rows)), class = "integer64"),
    function() addNA(factor(rep(c("a", NA), length.out = rows))), function() 10^(seq_len(rows) %% 40), function() seq_len(rows) + 0L, function() rep(NA_character_, rows),
    function() structure(as.numeric(seq_len(rows)), class = "units"), function() structure(as.numeric(seq_len(rows)), class = c("haven_labelled", "vctrs_vctr", "double"), labels = c(a = 1)),
    function() structure(seq_len(rows), class = c("haven_labelled_spss", "haven_labelled"), labels = "x", na_values = list(1), na_range = "a"),
    function() structure(rep(1, rows), tzone = 5, class = c("POSIXct", "POSIXt")), function() structure(numeric(rows), dim = rows), function() matrix(0, rows, 2),
    function() expression(a)[rep(1, rows)], function() seq_len(max(0, rows - 1))
  ))()
}

odd_frame <- function() {
  base <- people()
  rows <- nrow(base)
  pick(list(
    function() { base$age <- NULL; base }, function() { names(base)[[2]] <- pick(c("", NA, "income", strrep("x", 5000))); base },
    function() { columns <- unclass(base); columns$age <- odd_column(rows); structure(columns, class = "data.frame", row.names = .set_row_names(rows)) },
    function() { columns <- unclass(base); columns$income <- odd_column(rows); structure(columns, class = "data.frame", row.names = .set_row_names(rows)) },
    function() base[0, ], function() base[, 0], function() data.frame(), function() list(base), function() as.matrix(base), function() t(base), odd_value,
    function() structure(base, class = c("tbl_df", "tbl", "data.frame")), function() if (requireNamespace("data.table", quietly = TRUE)) data.table::as.data.table(base) else base,
    function() structure(base, row.names = c("a", rep("b", max(0, rows - 1)))[seq_len(rows)]), function() structure(base, names = NULL),
    function() structure(list(1, 2), class = "data.frame"), function() structure(5, class = "data.frame"), function() base[rev(seq_len(rows)), ],
    function() structure(base, class = c("strange", "data.frame")), function() cbind(base, base)
  ))()
}

odd_schema <- function() {
  pick(list(
    function() NULL, function() make_schema(quasi = c("age", "sex"), confidential = "income"), function() list(age = list(role = odd_value())),
    function() make_schema(domain = list(income = c(0, 1e6), age = c(0, 120))), function() make_schema(kind = list(age = odd_value()), hierarchy = list(region = odd_value())),
    function() make_schema(columns = odd_value()), odd_value
  ))()
}

columns <- c("income", "age")
frames <- c("data", "original", "masked", "table", "released")
valid <- list(
  mask = list(8, mask, function() list(data = people(), method = pick(methods), columns = columns, seed = 1)),
  measure = list(6, measure, function() { frame <- people(20); other <- frame; other$income <- rev(other$income); list(original = frame, masked = other, measures = pick(measures), columns = columns, seed = 1) }),
  compare = list(1, compare, function() list(data = people(20), at_most = c("distance-linkage" = 50), rank_by = "emd", methods = pick(c("mdav", "rank-swapping", "additive-noise")), columns = columns, seed = 1)),
  inspect = list(2, inspect, function() list(data = people())), sample_data = list(1, sample_data, function() list(name = "people", rows = pick(c(1, 20)), seed = 1)),
  tabulate = list(2, tabulate, function() list(data = people(), by = c("sex", "region"), sum = "income")),
  check_table = list(2, check_table, function() list(table = tabulate(people(30), by = c("sex", "region"), sum = "income"), rule = "frequency=3")),
  protect_suppress = list(1, protect_suppress, function() list(table = check_table(tabulate(people(30), by = c("sex", "region"), sum = "income"), "p-percent=15"), work_limit = 0.1)),
  recipe = list(2, function(data, steps, ...) mask(data, recipe = make_recipe(steps), ...), function() list(data = people(), steps = list(list(method = pick(methods), columns = columns)), seed = 1)),
  make_schema = list(1, make_schema, function() list(quasi = "age", domain = list(age = c(0, 100)))),
  report = list(0.3, report, function() list(x = mask(people(30), "mdav", columns = columns, k = 3))),
  verify = list(0.5, verify, function() list(released = people(20), mine = c(income = 25000))),
  key_risks = list(0.5, key_risks, function() list(data = people(20), keys = c("age", "sex"))),
  as_sfumato = list(0.2, as_sfumato, function() list(object = odd_value())),
  distributions = list(0.5, distributions, function() list(original = people(20), columns = columns))
)
for (name in methods) local({
  own <- get(paste0("mask_", gsub("-", "_", name)), asNamespace("sfumato"))
  valid[[paste0("mask_", name)]] <<- list(0.25, own, function() list(data = people(), columns = columns, seed = 1))
})
weights <- vapply(valid, function(one) one[[1]], 0)

# A valid call, spoilt in some places.
one_call <- function() {
  chosen <- valid[[sample.int(length(valid), 1, prob = weights)]]
  arguments <- chosen[[3]]()
  if (chance(0.15) && any(c("data", "original") %in% names(arguments))) arguments["schema"] <- list(odd_schema())
  for (i in seq_len(pick(c(0, 1, 1, 1, 2)))) {
    if (length(arguments) == 0) break
    place <- pick(names(arguments))
    if (chance(0.1)) {
      arguments[pick(c("k", "window", "amount", "epsilon", "set", "threads", "progress", "nonsense", "rows"))] <- list(odd_value())
    } else if (chance(0.1)) {
      arguments[[place]] <- NULL
    } else {
      arguments[place] <- list(if (place %in% frames) odd_frame() else odd_value())
    }
  }
  if (chance(0.3)) for (name in c("k", "window", "amount", "spread", "fraction", "rate")) if (chance(0.3)) arguments[name] <- list(odd_value())
  result <- do.call(chosen[[2]], arguments, quote = TRUE)
  if (chance(0.3)) utils::capture.output(print(result))
  if (chance(0.1) && inherits(result, "sfumato_result")) as.list(result)
  invisible()
}

of_r <- "is missing, with no default|unused argument|matched by multiple actual arguments|matches multiple formal arguments|condition has length > 1|invalid 'nbin|invalid 'type' .character. of argument"  # the last one of sum() as a callback
refused <- findings <- 0
for (number in seq(first, length.out = calls)) {
  writeLines(as.character(number), at)
  set.seed(seed + 7919L * (number %% 200000L))
  tryCatch(suppressWarnings(suppressMessages(one_call())),
    sfumato_error = function(condition) refused <<- refused + 1,
    error = function(condition) {
      if (grepl(of_r, conditionMessage(condition))) {
        refused <<- refused + 1
      } else {
        findings <<- findings + 1
        cat("call", number, ":", deparse(conditionCall(condition))[1], conditionMessage(condition), "\n")
      }
    })
}
cat(calls, "calls,", refused, "refused,", findings, "findings\n")
quit(status = if (findings > 0) 1 else 0)
