# Runs the R that the guide shows, from top to bottom, and compares what it prints: lines after "#> " in ```r blocks.
# documents.R FILE; with --update the true output is written.

words <- commandArgs(TRUE)
path <- words[[1]]
lines <- readLines(path, encoding = "UTF-8")
options(width = 80)
space <- new.env(parent = globalenv())
suppressPackageStartupMessages(library(sfumato))

# What an interactive session prints.
printed <- function(code) {
  out <- character()
  for (expression in parse(text = code)) {
    out <- c(out, utils::capture.output({
      value <- withVisible(eval(expression, space))
      if (value$visible) print(value$value)
    }))
  }
  out
}

made <- character()
code <- expected <- character()
wrong <- 0
flush <- function() {
  if (length(code) == 0) return()
  found <- paste("#>", printed(code))
  if (length(expected) && !identical(sub(" +$", "", found), sub(" +$", "", expected))) {
    wrong <<- wrong + 1
    cat(path, "says\n", paste0(expected, "\n"), "and R\n", paste0(found, "\n"), sep = "")
  }
  made <<- c(made, code, if (length(expected)) found)
  code <<- expected <<- character()
}
inside <- FALSE
for (line in lines) {
  if (line == "```r") {
    inside <- TRUE
    made <- c(made, line)
  } else if (line == "```" && inside) {
    flush()
    inside <- FALSE
    made <- c(made, line)
  } else if (!inside) {
    made <- c(made, line)
  } else if (startsWith(line, "#>")) {
    expected <- c(expected, line)
  } else {
    if (length(expected)) flush()
    code <- c(code, line)
  }
}
if ("--update" %in% words) writeLines(made, path)
cat(basename(path), ":", wrong, "differences\n")
quit(status = if (wrong > 0 && !"--update" %in% words) 1 else 0)
