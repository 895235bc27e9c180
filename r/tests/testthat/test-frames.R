# Frames of every kind come back as they came, with their row names where these say nothing that was hidden.

people <- function(rows = 60) sample_data("people", rows = rows, seed = 1)

test_that("a data frame keeps its row names and attributes", {
  frame <- people()
  rownames(frame) <- paste0("r", seq_len(60))
  attr(frame, "note") <- "mine"
  masked <- mask(frame, "mdav", columns = "income", k = 3)$data
  expect_identical(class(masked), "data.frame")
  expect_identical(rownames(masked), rownames(frame))
  expect_identical(attr(masked, "note"), "mine")
  sampled <- mask(frame, "sampling", columns = "income", fraction = 0.5, seed = 1)$data
  expect_identical(sampled$record_id, frame[rownames(sampled), "record_id"])
  shuffled <- mask(frame, "mdav", columns = "income", k = 3, shuffle = TRUE)$data
  expect_identical(rownames(shuffled), as.character(seq_len(60)))
})

test_that("row names do not undo the shuffling of a winner", {
  frame <- people()
  rownames(frame) <- paste0("r", seq_len(60))
  released <- function(...) compare(frame, columns = c("income", "tax"), equal = c("distance-linkage" = 20), rank_by = "emd", methods = "additive-noise", tolerance = "50%", seed = 1, ...)$winner$data
  expect_identical(rownames(released()), rownames(frame))
  expect_identical(rownames(released(shuffle = TRUE)), as.character(seq_len(60)))
  expect_identical(rownames(released(public = TRUE)), as.character(seq_len(60)))
})

test_that("a tibble stays a tibble", {
  skip_if_not_installed("tibble")
  frame <- tibble::as_tibble(people())
  masked <- mask(frame, "mdav", columns = "income", k = 3)$data
  expect_identical(class(masked), class(frame))
  expect_s3_class(as.data.frame(measure(frame, masked, measures = "um", columns = "income")), "tbl_df")
})

test_that("a data table stays one that can be changed in place", {
  skip_if_not_installed("data.table")
  frame <- data.table::as.data.table(people())
  data.table::setkey(frame, income)
  masked <- mask(frame, "mdav", columns = "income", k = 3)$data
  expect_s3_class(masked, "data.table")
  expect_null(data.table::key(masked))
  expect_silent(data.table::set(masked, j = "new", value = 1))
  expect_identical(data.table::key(frame), "income")
})

test_that("numbers name columns, and a matrix is a table", {
  frame <- people()[c("income", "tax", "savings")]
  expect_identical(mask(frame, "mdav", columns = 1:2, k = 3)$columns, c("income", "tax"))
  expect_error(mask(frame, "mdav", columns = 4), "no column of that number", class = "sfumato_error")
  whole <- as.matrix(frame[stats::complete.cases(frame), ])
  expect_identical(names(mask(whole, "mdav", k = 3)$data), colnames(whole))
})

test_that("other things are refused", {
  for (wrong in list(NULL, 1, "a", list(1), sum, quote(x))) {
    error <- tryCatch(mask(wrong, "mdav"), sfumato_error = identity)
    expect_s3_class(error, "sfumato_error")
    expect_identical(error$parameter, "data")
  }
})

test_that("identifiers are left out and the frame that went in is untouched", {
  frame <- people()
  before <- unserialize(serialize(frame, NULL))
  masked <- mask(frame, "additive-noise", columns = "income", identifier = c("record_id", "name"), seed = 1)$data
  expect_identical(frame, before)
  expect_identical(names(masked), setdiff(names(frame), c("record_id", "name")))
})

test_that("a release that is stored has no original data, no seed and no key with it", {
  frame <- people()
  frame$name <- paste0("secret-", seq_len(60))
  release <- mask(frame, "mdav", columns = "income", identifier = "name", k = 3, seed = 987654321)
  file <- withr_file()
  saveRDS(release, file, compress = FALSE)
  bytes <- readBin(file, "raw", file.size(file))
  text <- rawToChar(bytes[bytes != 0])
  expect_false(grepl("secret-1", text, fixed = TRUE, useBytes = TRUE))
  expect_false(grepl("987654321", text, fixed = TRUE, useBytes = TRUE))
  again <- readRDS(file)
  expect_identical(again$data, release$data)
  expect_error(report(again), "original data are not with it", class = "sfumato_error")
  expect_output(print(again), "mdav")
})
