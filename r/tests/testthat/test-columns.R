# Columns of every class come back as they came: unchanged ones identical, masked ones in their class where values fit.

rows <- 24
again <- function(...) rep(list(...), length.out = rows)
cycle <- function(x) rep(x, length.out = rows)

columns <- function() {
  made <- list(
    logical = cycle(c(TRUE, FALSE, NA)),
    integer = cycle(c(1L, NA, 3L)),
    double = cycle(c(1.5, NA, -0, NaN, 1e300)),
    character = cycle(c("a", NA, "\u00e9t\u00e9", "")),
    factor = factor(cycle(c("b", NA, "a")), levels = c("c", "b", "a")),
    ordered = factor(cycle(c("low", "high")), levels = c("low", "mid", "high"), ordered = TRUE),
    "factor with a level NA" = addNA(factor(cycle(c("b", NA, "a")))),
    date = as.Date("2020-02-28") + seq_len(rows),
    "date of integers" = structure(18000L + seq_len(rows), class = "Date"),
    posixct = as.POSIXct("2020-03-28 23:30:00", tz = "Europe/Vienna") + 1800 * seq_len(rows) + 0.25,
    difftime = as.difftime(seq_len(rows), units = "mins"),
    labelled = structure(cycle(c(1, 2)), label = "Sex", class = "noquote")
  )
  made$latin1 <- cycle(c("caf\xe9", "b"))
  Encoding(made$latin1) <- "latin1"
  made
}

frame_with <- function(column) {
  frame <- data.frame(x = sin(seq_len(rows)) * 100)
  frame$c <- column
  frame
}

for (name in names(columns())) {
  test_that(paste("an untouched column stays as it is:", name), {
    frame <- frame_with(columns()[[name]])
    release <- mask(frame, "mdav", columns = "x", k = 3)
    expect_identical(release$data$c, frame$c)
    expect_false(identical(release$data$x, frame$x))
  })
  test_that(paste("records that are left keep their values:", name), {
    frame <- frame_with(columns()[[name]])
    release <- mask(frame, "sampling", columns = "x", fraction = 0.5, seed = 1, map = TRUE)
    kept <- match(release$data$x, frame$x)
    expect_false(anyNA(kept))
    expect_lt(nrow(release$data), rows)
    expected <- frame$c[kept]
    found <- release$data$c
    expect_identical(class(found), class(expected))
    if (is.factor(found)) {
      expect_identical(as.character(found), as.character(expected))
    } else if (name == "latin1") {
      expect_identical(enc2utf8(found), enc2utf8(expected))
    } else {
      expect_equal(found, expected, tolerance = 1e-15)
    }
  })
}

test_that("masked columns keep their class", {
  frame <- data.frame(
    text = cycle(c("a", "b", NA)), truth = cycle(c(TRUE, FALSE)),
    levels = factor(cycle(c("b", "a")), levels = c("unused", "b", "a")),
    order = factor(cycle(c("low", "high", "mid")), levels = c("low", "mid", "high"), ordered = TRUE)
  )
  swapped <- mask(frame, "data-swapping", columns = names(frame), rate = 0.5, seed = 1)$data
  expect_type(swapped$text, "character")
  expect_type(swapped$truth, "logical")
  expect_identical(levels(swapped$levels), c("unused", "b", "a"))
  expect_s3_class(swapped$order, "ordered")
  expect_identical(levels(swapped$order), levels(frame$order))
  for (name in names(frame)) expect_identical(sort(as.character(swapped[[name]])), sort(as.character(frame[[name]])))
})

test_that("columns in which all is missing come back so, in their class", {
  frame <- data.frame(x = seq_len(rows))
  frame$truth <- rep(NA, rows)
  frame$text <- rep(NA_character_, rows)
  frame$whole <- rep(NA_integer_, rows)
  frame$number <- rep(NA_real_, rows)
  frame$level <- factor(rep(NA, rows), levels = c("a", "b"))
  frame$day <- as.Date(rep(NA, rows))
  frame$moment <- as.POSIXct(rep(NA, rows), tz = "Europe/Vienna")
  for (method in c("pseudonyms", "data-swapping", "pram", "rank-swapping", "local-suppression")) {
    for (name in names(frame)[-1]) {
      masked <- tryCatch(mask(frame, method, columns = name, seed = 1)$data, sfumato_error = function(condition) frame)
      # Pseudonyms are codes, also of dates.
      if (method != "pseudonyms") expect_identical(class(masked[[name]]), class(frame[[name]]), info = paste(method, name))
      expect_true(all(is.na(masked[[name]])), info = paste(method, name))
    }
  }
})

test_that("integers stay integers where the values are whole, and become numbers where they are not", {
  frame <- data.frame(x = c(1L, 2L, 3L, 10L, 11L, 13L))
  expect_identical(mask(frame, "mdav", columns = "x", k = 3)$data$x, c(2, 2, 2, 34 / 3, 34 / 3, 34 / 3))
  expect_type(mask(frame, "rank-swapping", columns = "x", window = 50, seed = 1)$data$x, "integer")
})

test_that("a level that was removed is not told", {
  frame <- data.frame(a = factor(c(rep("x", 10), "pope"), levels = c("pope", "x", "never")), b = factor(rep("u", 11)))
  masked <- mask(frame, "local-suppression", columns = c("a", "b"), k = 3)$data
  expect_true(is.na(masked$a[[11]]))
  expect_identical(levels(masked$a), c("x", "never"))
})

test_that("recoded numbers are factors in the order of their intervals", {
  frame <- data.frame(age = c(5, 15, 25, 35, 45))
  recoded <- mask(frame, "recoding", columns = "age", schema = list(age = list(hierarchy = list(kind = "intervals", widths = 20))))$data$age
  expect_s3_class(recoded, "factor")
  expect_identical(nlevels(recoded), 3L)
  expect_identical(as.integer(recoded), c(1L, 1L, 2L, 2L, 3L))
})

test_that("dates are shifted and stay dates", {
  frame <- data.frame(id = c(1, 1, 2), visit = as.Date(c("2021-03-29", "2021-06-14", NA)))
  shifted <- mask(frame, "date-shift", columns = "visit", unit = "id", seed = 7)$data$visit
  expect_s3_class(shifted, "Date")
  expect_identical(diff(shifted[1:2]), diff(frame$visit[1:2]))
  expect_false(shifted[[1]] == frame$visit[[1]])
  midnights <- frame
  midnights$visit <- as.POSIXct(as.character(frame$visit), tz = "UTC")
  moved <- mask(midnights, "date-shift", columns = "visit", unit = "id", seed = 7)$data$visit
  expect_s3_class(moved, "POSIXct")
  expect_identical(as.Date(moved, tz = "UTC"), shifted)
})

test_that("moments of a time zone are swapped as instants", {
  frame <- data.frame(t = as.POSIXct("2020-03-28 23:30:00", tz = "Europe/Vienna") + 1800 * seq_len(rows))
  swapped <- mask(frame, "data-swapping", columns = "t", rate = 0.9, seed = 2)$data$t
  expect_s3_class(swapped, "POSIXct")
  expect_identical(attr(swapped, "tzone"), "Europe/Vienna")
  expect_identical(sort(as.numeric(swapped)), sort(as.numeric(frame$t)))
})

test_that("POSIXlt stays POSIXlt", {
  frame <- frame_with(0)
  frame$c <- as.POSIXlt(as.POSIXct("2020-01-01", tz = "UTC") + seq_len(rows))
  release <- mask(frame, "mdav", columns = "x", k = 3)
  expect_identical(release$data$c, frame$c)
  sampled <- mask(frame, "sampling", columns = "x", fraction = 0.5, seed = 1)$data
  expect_s3_class(sampled$c, "POSIXlt")
})

test_that("integer64 keeps every digit", {
  skip_if_not_installed("bit64")
  large <- bit64::as.integer64("9007199254740993") + seq_len(rows)
  large[3] <- NA
  frame <- frame_with(large)
  expect_identical(mask(frame, "mdav", columns = "x", k = 3)$data$c, large)
  sampled <- mask(frame, "sampling", columns = "x", fraction = 0.5, seed = 1)$data
  expect_identical(as.character(sampled$c), as.character(large[match(sampled$x, frame$x)]))
  swapped <- mask(frame, "rank-swapping", columns = "c", window = 50, seed = 1)$data$c
  expect_s3_class(swapped, "integer64")
})

test_that("labels of haven, tagged and user-defined missing values are kept", {
  skip_if_not_installed("haven")
  sex <- haven::labelled(cycle(c(1, 2)), c(male = 1, female = 2), label = "Sex")
  income <- haven::labelled_spss(cycle(c(100, 200, 300, -9)), na_values = -9, label = "Income")
  tagged <- cycle(c(1, 2, haven::tagged_na("a"), haven::tagged_na("z"), 5))
  frame <- data.frame(x = seq_len(rows))
  frame$sex <- sex
  frame$income <- income
  frame$tagged <- tagged
  untouched <- mask(frame, "mdav", columns = "x", k = 3)$data
  expect_identical(untouched[-1], frame[-1])
  masked <- mask(frame, "mdav", columns = c("income", "tagged"), k = 3)$data
  expect_identical(class(masked$income), class(income))
  expect_identical(attributes(masked$income), attributes(income))
  expect_identical(unclass(masked$income)[cycle(c(FALSE, FALSE, FALSE, TRUE))], rep(-9, 6))
  expect_identical(haven::na_tag(masked$tagged), haven::na_tag(tagged))
  swapped <- mask(frame, "pram", columns = "sex", retain = 0.5, seed = 1)$data$sex
  expect_identical(attributes(swapped), attributes(sex))
  expect_true(all(unclass(swapped) %in% c(1, 2)))
  expect_false(identical(swapped, sex))
})

test_that("NaN and NA stay what they are in masked columns", {
  frame <- data.frame(x = c(1, 2, 3, NA, NaN, 6, 7, 8))
  masked <- mask(frame, "mdav", columns = "x", k = 3)$data$x
  expect_identical(is.nan(masked), is.nan(frame$x))
  expect_identical(is.na(masked), is.na(frame$x))
})

test_that("what has no form is refused by column", {
  refused <- function(column) tryCatch(mask(frame_with(column), "mdav", columns = "x", k = 3), sfumato_error = identity)
  for (column in list(again(1, "a"), complex(rows), raw(rows), structure(seq_len(rows), class = "units"))) {
    error <- refused(column)
    expect_s3_class(error, "sfumato_error")
    expect_match(error$problem, "data, column 'c'")
    expect_identical(error$parameter, "data")
    expect_true(nzchar(error$hint))
  }
  frame <- frame_with(0)
  frame$c <- matrix(0, rows, 2)
  expect_error(mask(frame, "mdav", columns = "x"), "matrix inside a column", class = "sfumato_error")
  frame$c <- data.frame(a = seq_len(rows))
  expect_error(mask(frame, "mdav", columns = "x"), "data frame inside a column", class = "sfumato_error")
  frame <- frame_with(cycle(c(1, Inf)))
  expect_error(mask(frame, "mdav", columns = c("x", "c")), "c", class = "sfumato_error")
})

test_that("texts in no valid encoding are refused", {
  bytes <- "caf\xe9"
  Encoding(bytes) <- "bytes"
  expect_error(mask(frame_with(rep(bytes, rows)), "mdav", columns = "x"), "row 1 is not valid", class = "sfumato_error")
  invalid <- rep("a\xff", rows)
  Encoding(invalid) <- "UTF-8"
  expect_error(mask(frame_with(invalid), "mdav", columns = "x"), "not valid", class = "sfumato_error")
})

test_that("names that clash or are missing are refused", {
  frame <- frame_with(1)
  names(frame) <- c("x", "x")
  expect_error(mask(frame, "mdav", columns = "x"), "several columns with the name 'x'", class = "sfumato_error")
  names(frame) <- c("x", NA)
  expect_error(mask(frame, "mdav", columns = "x"), "name of column 2", class = "sfumato_error")
  names(frame) <- c("x", "caf\xe9")
  Encoding(names(frame)) <- "latin1"
  expect_identical(enc2utf8(names(mask(frame, "mdav", columns = "x", k = 3)$data)), c("x", "caf\u00e9"))
})

test_that("tables without rows or columns are answered", {
  empty <- frame_with(columns()$factor)[0, ]
  released <- mask(empty, "mdav", columns = "x", k = 3)$data
  expect_identical(released$c, empty$c)
  expect_identical(dim(released), c(0L, 2L))
  expect_error(mask(data.frame(), "mdav"), class = "sfumato_error")
  expect_error(mask(data.frame(row.names = 1:3), "mdav"), class = "sfumato_error")
})
