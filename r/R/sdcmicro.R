# Objects of sdcMicro: what their slots say becomes a data frame, its masked version and a schema. Slots are read by
# name, so that sdcMicro need not be installed.

as_sfumato <- function(object, ...) {
  if (!isS4(object) || !inherits(object, "sdcMicroObj")) {
    fail(sprintf("object must be an sdcMicroObj, not %s", class(object)[[1]]), "object", "make one with sdcMicro::createSdcObj()")
  }
  data <- as.data.frame(slot_of(object, "origData"))
  if (ncol(data) == 0) fail("the object has no original data", "object")
  named <- function(slot) {
    places <- slot_of(object, slot)
    if (is.character(places)) places else names(data)[as.integer(places)]
  }
  roles <- list(quasi = named("keyVars"), confidential = setdiff(c(named("numVars"), named("sensibleVar")), named("keyVars")),
                weight = named("weightVar"), household = named("hhId"), stratum = named("strataVar"))
  # A column can have one role only: the first one counts.
  taken <- character()
  for (role in c("weight", "household", "stratum", "quasi", "confidential")) {
    roles[[role]] <- setdiff(roles[[role]], taken)
    taken <- c(taken, roles[[role]])
    if (length(roles[[role]]) == 0) roles[[role]] <- NULL
  }
  keys <- roles$quasi
  codes <- Filter(function(name) is.numeric(data[[name]]) && !is.factor(data[[name]]), keys)
  kind <- if (length(codes)) with_names(as.list(rep("nominal", length(codes))), codes)
  schema <- do.call(make_schema, c(roles, list(kind = kind)))
  structure(list(
    data = data, masked = manipulated(object, data, named), schema = schema, keys = as.character(keys),
    numbers = as.character(named("numVars")), pram = as.character(named("pramVars")), deleted = as.character(slot_of(object, "deletedVars"))
  ), class = "sfumato_sdc")
}

slot_of <- function(object, name) {
  if (name %in% names(attributes(object))) {
    value <- attr(object, name, exact = TRUE)
    if (!identical(value, as.name("\001NULL\001"))) return(value)
  }
  NULL
}

# The data with every column that sdcMicro has changed; NULL where it has changed none.
manipulated <- function(object, data, named) {
  masked <- data
  pairs <- list(c("keyVars", "manipKeyVars"), c("pramVars", "manipPramVars"), c("numVars", "manipNumVars"))
  for (pair in pairs) {
    values <- slot_of(object, pair[[2]])
    names <- if (is.null(names(values))) named(pair[[1]]) else names(values)
    for (i in seq_along(values)) masked[[names[[i]]]] <- values[[i]]
  }
  ghosts <- slot_of(object, "manipGhostVars")
  for (name in names(ghosts)) masked[[name]] <- ghosts[[name]]
  if (identical(masked, data)) NULL else masked
}

print.sfumato_sdc <- function(x, ...) {
  cat(sprintf("<from sdcMicro: %d records, %d columns%s>\n", nrow(x$data), ncol(x$data), if (is.null(x$masked)) "" else ", masked"))
  cat("keys:   ", paste(x$keys, collapse = ", "), "\nnumbers: ", paste(x$numbers, collapse = ", "), "\n", sep = "")
  invisible(x)
}
