# Plots in R's graphics, from numbers that the library gives: columns before and after masking, and the map of risk and
# utility.

plot.sfumato_release <- function(x, columns = NULL, ...) {
  hidden <- hidden_of(x)
  if (is.null(hidden$original)) fail("the original data are not with this release", NULL, "use plot() of distributions(original, masked)")
  if (is.null(columns)) columns <- utils::head(x$columns, 4)
  request <- list(job = "distributions", report = FALSE, columns = column_labels(columns, "columns", hidden$original))
  if (!is.null(hidden$request$schema)) request$schema <- hidden$request$schema["original"]
  inputs <- list(original = hidden$original, masked = source_of(x$data, "data"))
  lent <- grepl("^hierarchy of ", names(hidden$inputs))
  answer <- run_job(request, c(inputs, hidden$inputs[lent]), FALSE)
  draw_distributions(answer$document$columns, ...)
  invisible(x)
}

plot.sfumato_distributions <- function(x, ...) {
  draw_distributions(x$columns, ...)
  invisible(x)
}

plot.sfumato_comparison <- function(x, risk = "attained", utility = NULL, ...) {
  ranking <- as.data.frame(x$ranking)
  measures <- setdiff(names(ranking), c("rank", "method", "parameters", "reached", "attained", "reason"))
  if (is.null(utility)) utility <- setdiff(measures, risk)[1]
  for (name in c(risk, utility)) if (!name %in% names(ranking)) fail(sprintf("there is no measure '%s' in the comparison", name), "risk")
  points <- ranking[!is.na(ranking[[risk]]) & !is.na(ranking[[utility]]), , drop = FALSE]
  if (nrow(points) == 0) fail("no method has both measures", NULL, "see the column reason of the ranking")
  room <- function(values) range(values) + c(-0.15, 0.15) * max(diff(range(values)), abs(values[[1]]) * 0.01)
  best <- !is.na(points$rank) & points$rank == min(points$rank, na.rm = TRUE)
  graphics::plot(points[[risk]], points[[utility]], xlab = if (risk == "attained") "risk attained" else risk, ylab = utility,
                 xlim = room(points[[risk]]), ylim = room(points[[utility]]), pch = ifelse(best, 19, 1), main = "Risk and utility", ...)
  graphics::text(points[[risk]], points[[utility]], points$method, pos = ifelse(seq_len(nrow(points)) %% 2 == 0, 1, 3), cex = 0.8, xpd = NA)
  invisible(x)
}

draw_distributions <- function(columns, ...) {
  count <- length(columns)
  if (count == 0) fail("there is no column to show", "columns")
  wide <- ceiling(sqrt(count))
  before <- graphics::par(mfrow = c(ceiling(count / wide), wide))
  on.exit(graphics::par(before))
  for (column in columns) draw_column(column, ...)
}

# Bars of two heights side by side: the share of records before and after.
draw_column <- function(column, ...) {
  numbers <- !is.null(column$bins)
  shares <- if (numbers) rbind(column$bins$before, column$bins$after) else category_shares(column)
  names <- if (numbers) format(utils::head(column$bins$edges, ncol(shares)), trim = TRUE, big.mark = ",") else colnames(shares)
  if (is.null(shares) || length(shares) == 0) {
    graphics::plot.new()
    graphics::title(main = column$name)
    return(invisible())
  }
  graphics::barplot(shares, beside = TRUE, names.arg = names, col = c("grey40", "grey80"), border = NA, main = column$name,
                    ylab = "share of records", legend.text = if (nrow(shares) == 2) c("before", "after"), args.legend = list(bty = "n"), ...)
}

category_shares <- function(column) {
  number <- function(value) if (is.null(value)) NA_real_ else value
  shares <- rbind(vapply(column$categories, function(one) number(one$before), 0), vapply(column$categories, function(one) number(one$after), 0))
  if (ncol(shares) == 0) return(NULL)
  colnames(shares) <- vapply(column$categories, function(one) if (nzchar(one$label)) one$label else one$value, "")
  shares[rowSums(!is.na(shares)) > 0, , drop = FALSE]
}
