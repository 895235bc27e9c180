# A file that is removed at the end of the test that asks for it.
withr_file <- function(ending = ".rds", envir = parent.frame()) {
  file <- tempfile(fileext = ending)
  do.call(on.exit, list(substitute(unlink(file), list(file = file)), add = TRUE), envir = envir)
  file
}
