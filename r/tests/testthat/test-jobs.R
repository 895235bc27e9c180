# Jobs return what the library says, errors name the argument, and results print, plot and report.

people <- sample_data("people", rows = 200, seed = 1)
amounts <- c("income", "tax")

test_that("numbers by hand: groups of three have their means", {
  frame <- data.frame(x = c(1, 2, 3, 4, 5, 60))
  release <- mask(frame, "mdav", k = 3)
  expect_identical(release$data$x, c(2, 2, 2, 23, 23, 23))
  expect_identical(release$details$groups, 2)
})

test_that("the seed alone decides the draws; set.seed has no effect", {
  draw <- function(seed) mask(people, "additive-noise", columns = amounts, seed = seed)$data$income
  set.seed(1)
  first <- draw(7)
  set.seed(2)
  expect_identical(draw(7), first)
  expect_false(identical(draw(8), first))
  set.seed(1)
  unseeded <- mask(people, "additive-noise", columns = amounts)$data$income
  set.seed(1)
  expect_false(identical(mask(people, "additive-noise", columns = amounts)$data$income, unseeded))
  set.seed(5)
  before <- .Random.seed
  measure(people, measures = "uniqueness", columns = c("age", "sex"))
  expect_identical(.Random.seed, before)
})

test_that("errors are conditions with their parts", {
  error <- tryCatch(mask(people, "mdav", columns = "income", k = 0), sfumato_error = identity)
  expect_s3_class(error, c("sfumato_error", "error", "condition"), exact = TRUE)
  expect_identical(error$parameter, "k")
  expect_match(error$hint, "whole number")
  expect_identical(error$status, 2L)
  about <- function(expression) tryCatch(expression, sfumato_error = function(condition) condition$parameter)
  expect_identical(about(mask(people, "mdav", columns = "nowhere")), "columns")
  expect_identical(about(mask(people, "no-such-method")), "method")
  expect_identical(about(mask(people, "mdav", columns = character())), "columns")
  expect_identical(about(mask(people, "mdav", columns = "income", k = NA)), "k")
  expect_identical(about(mask(people, "mdav", columns = "income", seed = 1.5)), "seed")
  expect_identical(about(mask(people, "mdav", columns = "income", progress = 3)), "progress")
  expect_identical(about(measure(people, people, measures = "um", colums = "income")), "colums")
  expect_identical(about(sample_data("nothing")), "name")
  expect_error(mask(people, "mdav", columns = "income", window = 3), "window", class = "sfumato_error")
})

test_that("every method and every measure has a function", {
  space <- asNamespace("sfumato")
  for (name in method_names()) expect_true(is.function(space[[paste0("mask_", gsub("-", "_", name))]]), name)
  for (name in measure_names()) expect_true(is.function(space[[paste0("measure_", gsub("-", "_", name))]]), name)
  expect_identical(mask_mdav(people, columns = amounts, k = 5)$data, mask(people, "mdav", columns = amounts, k = 5)$data)
  score <- measure_distance_linkage(people, people, columns = amounts, scale = "raw", seed = 1)
  expect_identical(score[["distance-linkage"]]$parameters$scale, "raw")
  expect_identical(score[["distance_linkage"]], score$scores[["distance-linkage"]])
})

test_that("schemas: roles, shortcuts, domains and hierarchies", {
  schema <- make_schema(quasi = c("age", "sex"), confidential = "income", domain = list(age = c(0, 120)))
  expect_identical(schema$age, list(role = "quasi-identifier", domain = c(0, 120)))
  expect_error(make_schema(quasi = "age", weight = "age"), "two roles", class = "sfumato_error")
  by_schema <- measure(people, measures = "k-anonymity", schema = schema)
  by_shortcut <- measure(people, measures = "k-anonymity", quasi = c("age", "sex"), confidential = "income", domain = list(age = c(0, 120)))
  expect_identical(by_schema[["k-anonymity"]]$details, by_shortcut[["k-anonymity"]]$details)
  levels <- data.frame(level = levels(people$education), group = c("low", "low", "high", "high", "high"), any = "any")
  recoded <- mask(people, "recoding", columns = "education", hierarchy = list(education = levels), level = c(education = 1))$data$education
  expect_identical(levels(droplevels(recoded)), c("low", "high"))
  expect_identical(is.na(recoded), is.na(people$education))
})

test_that("recipes, copies, maps and fitted levels", {
  recipe <- make_recipe(list(method = "top-coding", columns = "income", quantile = 0.9), list(method = "mdav", columns = "tax", k = 4))
  release <- mask(people, recipe = recipe, fit = TRUE, seed = 1)
  expect_identical(release$columns, c("income", "tax"))
  expect_output(print(recipe), "top-coding [+] mdav")
  coded <- mask(people, "top-coding", columns = "income", quantile = 0.9, fit = TRUE)
  next_one <- mask(sample_data("people", rows = 50, seed = 2), fitted = coded$fitted)
  expect_lte(max(next_one$data$income, na.rm = TRUE), max(coded$data$income, na.rm = TRUE))
  copies <- mask(people, "multiple-imputation", columns = amounts, copies = 3, seed = 1)
  expect_length(copies$copies, 3)
  shuffled <- mask(people, "mdav", columns = amounts, k = 5, shuffle = TRUE, map = TRUE, seed = 1)
  straight <- mask(people, "mdav", columns = amounts, k = 5)
  place <- shuffled$map$original[order(shuffled$map$masked)]
  expect_equal(shuffled$data$income, straight$data$income[place])
  twenty <- mask(people, "multiple-imputation", columns = "income", copies = 20, seed = 1)  # more tables than there is room at first
  expect_length(twenty$copies, 20)
})

test_that("measures by record and by column, of several tables", {
  release <- mask(people, "rank-swapping", columns = amounts, seed = 1)
  scores <- measure(people, release, measures = "distance-linkage", columns = amounts, per_column = TRUE, per_record = TRUE, seed = 1)
  expect_identical(nrow(scores$per_record), 200L)
  expect_named(scores$per_column, amounts, ignore.order = TRUE)
  several <- measure(people, list(release, people), measures = "um", columns = amounts)
  expect_length(several$comparisons, 2)
  expect_equal(nrow(as.data.frame(scores)), 1)
})

test_that("a sampled release is measured on the records that are left", {
  release <- mask(people, "sampling", columns = amounts, fraction = 0.5, seed = 1)
  score <- measure(people, release, measures = "distance-linkage", columns = amounts, seed = 1)[["distance-linkage"]]
  expect_gt(score$value, 50)
})

test_that("comparisons rank methods and release the best", {
  result <- compare(people, columns = amounts, equal = c("distance-linkage" = 10), rank_by = "emd", methods = c("mdav", "additive_noise"), tolerance = "20%", seed = 1)
  expect_setequal(result$ranking$method, c("mdav", "additive-noise"))
  expect_identical(result$winner$method, result$winner_method)
  expect_identical(dim(result$winner$data), dim(people))
  expect_output(print(result), "mdav")
  expect_output(print(result$winner), "a comparison of methods")
  pdf(NULL)
  expect_silent(plot(result))
  dev.off()
  expect_match(report(result), "<!DOCTYPE html>", fixed = TRUE)
})

test_that("tables: check, protect, audit, publish", {
  companies <- sample_data("companies", rows = 300, seed = 1)
  table <- tabulate(companies, by = c("region", "legal_form"), sum = "turnover", holding = "holding")
  checked <- check_table(table, rule_p_percent(15))
  expect_identical(checked$unsafe, 15)
  expect_false(checked$safe)
  protected <- protect_suppress(checked, work_limit = 1)
  expect_true(protected$safe)
  expect_true(audit_table(protected)$safe)
  published <- as.data.frame(protected)
  expect_true(anyNA(published$value))
  expect_false(anyNA(as.data.frame(table)$value))
  file <- withr_file(".json")
  save_table(checked, file)
  expect_identical(check_table(load_table(file), rule_p_percent(15))$unsafe, 15)
  publish_table(protected, file)
  expect_identical(nrow(read.csv(file)), nrow(published))
  expect_error(publish_table(table, file), "not protected", class = "sfumato_error")
  expect_error(check_table(companies, "p-percent=15"), class = "sfumato_error")
  expect_error(check_table(table, "nonsense=1"), class = "sfumato_error")
  adjusted <- protect_adjust(checked, work_limit = 1)
  audited <- audit_table(adjusted)  # of the adjusted table beside the one that it was made of
  expect_length(audited$cells, 15)
  expect_output(print(audited), "guesses the direction of the change")
})

test_that("hierarchies of tables are nested lists", {
  frame <- data.frame(town = c("A", "B", "C"), x = c(1, 2, 4))
  expected <- c(Total = 7, North = 3, A = 1, B = 2, South = 4, C = 4)
  for (north in list(list(A = list(), B = NULL), list(A = list(), B = list()), c("A", "B"))) {
    cells <- as.data.frame(tabulate(frame, by = "town", sum = "x", hierarchies = list(town = list(North = north, South = "C"))))
    expect_equal(cells$value[match(names(expected), cells$town)], unname(expected))
  }
  expect_error(tabulate(frame, by = "town", hierarchies = 3), class = "sfumato_error")
})

test_that("base R's tabulate is called for what is not a table", {
  expect_identical(tabulate(c(1, 2, 2, 5)), base::tabulate(c(1, 2, 2, 5)))
  expect_identical(tabulate(c(1, 2, 2, 5), 3), base::tabulate(c(1, 2, 2, 5), 3))
  expect_identical(tabulate(bin = c(1, 2), nbins = 4), base::tabulate(bin = c(1, 2), nbins = 4))
  expect_identical(tabulate(factor(c("a", "b", "a"))), c(2L, 1L))
})

test_that("rules are texts", {
  expect_identical(rule_p_percent(15), "p-percent=15")
  expect_identical(rule_dominance(1, 85), "dominance=1,85")
  expect_identical(rule_frequency(3), "frequency=3")
})

test_that("inspection, key risks, hierarchies, distributions, verification", {
  found <- inspect(people)
  expect_identical(found$rows, 200)
  expect_identical(as.data.frame(found)$name, names(people))
  expect_output(print(found), "income")
  expect_identical(inspect(people, schema = found$schema)$rows, 200)
  expect_length(key_risks(people, keys = c("age", "sex", "region"))$riskiest, 20)
  expect_identical(build_hierarchy(people, "age", list(kind = "intervals", widths = 10), keys = c("age", "sex"))$column, "age")
  expect_true("pram" %in% fitting_methods(people, columns = c("sex", "region"))$fitting)
  release <- mask(people, "mdav", columns = amounts, k = 5)
  expect_identical(verify(release, c(income = 10021, tax = 0))$nearest, 5)
  pdf(NULL)
  expect_silent(plot(release))
  expect_silent(plot(distributions(people, release, columns = c("income", "sex"))))
  dev.off()
})

test_that("reports are written whole or not at all", {
  release <- mask(people, "mdav", columns = amounts, k = 5)
  file <- withr_file(".html")
  expect_identical(report(release, file), file)
  expect_match(readLines(file, 1), "<!DOCTYPE html>", fixed = TRUE)
  expect_error(report(release, "x.pdf"), "format", class = "sfumato_error")
  expect_error(report(release, file.path(tempdir(), "nowhere", "a.html")), "cannot write", class = "sfumato_error")
  expect_match(report(release, format = "text"), "mdav")
  expect_match(report(measure(people, release, measures = "um", columns = amounts)), "<!DOCTYPE html>", fixed = TRUE)
})

test_that("results are shown in R Markdown", {
  skip_if_not_installed("knitr")
  scores <- measure(people, people, measures = "um", columns = amounts)
  before <- knitr::opts_knit$get("rmarkdown.pandoc.to")
  on.exit(knitr::opts_knit$set(rmarkdown.pandoc.to = before))
  knitr::opts_knit$set(rmarkdown.pandoc.to = "html")
  expect_match(knitr::knit_print(scores), "<table", fixed = TRUE)
  expect_match(knitr::knit_print(mask(people, "mdav", columns = amounts)), "<svg", fixed = TRUE)
  knitr::opts_knit$set(rmarkdown.pandoc.to = "latex")
  expect_match(knitr::knit_print(scores), "um")
})

test_that("a document of R Markdown has tables and pictures", {
  skip_if_not_installed("rmarkdown")
  skip_if_not(rmarkdown::pandoc_available())
  file <- withr_file(".Rmd")
  writeLines(c("---", "title: a", "output: html_document", "---", "```{r}", "library(sfumato)", "people <- sample_data(rows = 100, seed = 1)",
               "mask(people, 'mdav', columns = 'income')", "measure(people, people, measures = 'um', columns = c('income', 'tax'))", "```"), file)
  made <- rmarkdown::render(file, quiet = TRUE, envir = new.env())
  text <- paste(readLines(made), collapse = "\n")
  unlink(made)
  expect_match(text, "<svg", fixed = TRUE)
  expect_match(text, "<td>um</td>", fixed = TRUE)
  expect_false(grepl("{=html}", text, fixed = TRUE))
})

test_that("progress is told, and may stop or fail", {
  seen <- 0
  long <- function(progress) compare(sample_data("people", rows = 3000, seed = 1), columns = c("income", "tax", "savings"), seed = 1, progress = progress)
  stopped <- tryCatch(long(function(done, what) { seen <<- seen + 1; seen > 2 }), sfumato_error = identity)
  expect_identical(stopped$status, 130L)
  expect_gt(seen, 2)
  expect_error(long(function(done, what) stop("mine")), "mine")
  expect_identical(tryCatch(long(function(done, what) stop("mine")), sfumato_error = function(e) "ours", error = function(e) "theirs"), "theirs")
  expect_s3_class(mask(people, "mdav", columns = amounts, progress = function(done, what) FALSE), "sfumato_release")
})

test_that("JSON says what R holds", {
  text <- function(x) sfumato:::json_text(x)
  expect_identical(text(list(a = 1, b = I("x"), c = NULL, d = TRUE, e = c(1.5, 1e22), f = list(), g = -0.1, h = 1e5)),
                   "{\"a\":1,\"b\":[\"x\"],\"c\":null,\"d\":true,\"e\":[1.5,1e+22],\"f\":[],\"g\":-0.1,\"h\":100000}")
  expect_identical(text("a\"\\\n\u00e9"), "\"a\\\"\\\\\\u000a\u00e9\"")
  expect_identical(text(as.Date(c("2020-02-29", "1969-12-31"))), "[\"2020-02-29\",\"1969-12-31\"]")
  for (wrong in list(NA, NA_character_, Inf, NaN, sum, quote(x), 1i, as.raw(1), Sys.time(), data.frame(a = 1))) expect_true(text(wrong)$refused)
  value <- sfumato:::json_value
  expect_identical(value("{\"a\":[1,null],\"b\":[\"x\"],\"c\":[true],\"d\":[1,\"x\"],\"e\":{},\"f\":null,\"g\":\"\\u00e9\\ud83d\\ude00\\n\"}"),
                   list(a = c(1, NA), b = "x", c = TRUE, d = list(1, "x"), e = structure(list(), names = character()), f = NULL, g = "\u00e9\U0001f600\n"))
  expect_identical(value("[0.1,1e308,5e-324,-0.0]"), c(0.1, 1e308, 5e-324, -0))
  for (wrong in c("", "{", "[1,", "\"a", "nul", "{\"a\" 1}", "1 2", paste(rep("[", 1000), collapse = ""))) expect_error(value(wrong))
  expect_identical(sfumato:::json_part("{\"a\": [1, {\"b\": 2}], \"c\": 3}", "a"), "[1, {\"b\": 2}]")
})
