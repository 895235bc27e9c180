# The bridge between R and Arrow while R collects its garbage all the time: an object that is not protected is then gone.
# Every class of column goes in and comes out, unchanged, as a part, and masked. Run by scripts/test-r.

suppressPackageStartupMessages(library(sfumato))
people <- sample_data("people", rows = 30, seed = 1)
people$moment <- as.POSIXct("2020-01-01", tz = "Europe/Vienna") + 1:30
people$day <- as.Date("2020-01-01") + 1:30
people$text <- as.character(people$name)
people$truth <- people$age > 30
people$level <- addNA(people$education)
invisible(describe())

jobs <- function() {
  aggregated <- mask(people, "mdav", columns = c("income", "tax"), k = 3)
  list(
    aggregated$data, mask(people, "sampling", columns = "income", fraction = 0.5, seed = 1)$data,
    mask(people, "data-swapping", columns = c("sex", "text", "truth", "level", "moment", "day"), rate = 0.5, seed = 1)$data,
    tryCatch(mask(people, "mdav", columns = "nowhere"), sfumato_error = function(condition) conditionMessage(condition)),
    measure(people, aggregated, measures = "distance-linkage", columns = c("income", "tax"), per_record = TRUE, seed = 1)$per_record
  )
}
expected <- jobs()
invisible(gctorture2(step = 101))
found <- jobs()
gctorture(FALSE)
if (!identical(found, expected)) stop("memory: results differ under garbage collection")
cat("memory: results are the same while garbage is collected\n")
