# An object of sdcMicro, by its slots. The class below is a stand-in with the slots that sdcMicro's has.

setClassUnion("anyFrame", c("data.frame", "NULL"))
setClassUnion("anyNumber", c("numeric", "NULL"))
setClassUnion("anyText", c("character", "NULL"))
stand_in <- setClass("sdcMicroObj", representation(
  origData = "anyFrame", keyVars = "anyNumber", pramVars = "anyNumber", numVars = "anyNumber", weightVar = "anyNumber", hhId = "anyNumber",
  strataVar = "anyNumber", sensibleVar = "anyNumber", manipKeyVars = "anyFrame", manipPramVars = "anyFrame", manipNumVars = "anyFrame",
  manipGhostVars = "anyFrame", deletedVars = "anyText"
))

survey <- data.frame(
  urbrur = rep(1:2, 10), sex = rep(c(1, 2, 2, 1), 5), water = factor(rep(c("a", "b"), each = 10)), income = seq(100, 2000, 100),
  savings = (1:20)^2, weight = 50, house = rep(1:10, each = 2)
)

test_that("slots become data, masked data and roles", {
  keys <- survey[c("urbrur", "sex", "water")]
  keys$sex[3] <- NA
  numbers <- survey[c("income", "savings")] + 1
  object <- stand_in(origData = survey, keyVars = 1:3, numVars = c(4, 5), weightVar = 6, hhId = 7, manipKeyVars = keys, manipNumVars = numbers)
  found <- as_sfumato(object)
  expect_identical(found$data, survey)
  expect_identical(found$masked$sex[3], NA_real_)
  expect_identical(found$masked$income, survey$income + 1)
  expect_identical(found$masked$water, survey$water)
  roles <- vapply(unclass(found$schema), function(one) one$role, "")
  expect_identical(roles[c("urbrur", "sex", "water")], c(urbrur = "quasi-identifier", sex = "quasi-identifier", water = "quasi-identifier"))
  expect_identical(roles[["income"]], "confidential")
  expect_identical(roles[["weight"]], "weight")
  expect_identical(roles[["house"]], "household")
  expect_identical(found$schema$sex$kind, "nominal")
  expect_output(print(found), "masked")
  # The smallest class of the keys: 20 records in 2 x 2 x 2 keys, of which each combination that occurs has 4 to 6.
  scores <- measure(found, measures = "k-anonymity", columns = found$keys)
  direct <- measure(found$data, found$masked, measures = "k-anonymity", columns = found$keys, schema = found$schema)
  expect_identical(scores[["k-anonymity"]]$value, direct[["k-anonymity"]]$value)
  smallest <- min(table(interaction(survey$urbrur, survey$sex, survey$water))[table(interaction(survey$urbrur, survey$sex, survey$water)) > 0])
  before <- measure(survey, measures = "k-anonymity", schema = found$schema, columns = found$keys)
  expect_identical(before[["k-anonymity"]]$value, as.numeric(smallest))
  expect_s3_class(mask(found, "local-suppression", columns = found$keys, k = 3)$data, "data.frame")
})

test_that("an object without changes has no masked data, and other things are refused", {
  expect_null(as_sfumato(stand_in(origData = survey, keyVars = 1))$masked)
  expect_error(as_sfumato(survey), class = "sfumato_error")
  expect_error(as_sfumato(stand_in()), class = "sfumato_error")
})
