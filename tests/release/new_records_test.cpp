// New records under what was fitted: declarations of the fit hold, orders must agree, and cells that a
// hierarchy does not know are emptied together with their labels.
#include "release/new_records.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "masking/registry.hpp"
#include "support/generalized_tables.hpp"

namespace sfumato::testing {
namespace {

// One step of recoding for a column of jobs.
release::Fitted fitted_jobs(const Value& column) {
  release::Fitted fitted;
  const Method& method = masking::method("recoding");
  const ParamValues given{{"level", Value::object().set("job", "1")}};
  fitted.recipe.steps.push_back(
      {&method, resolve_params(method.params, given, "recoding"), {"job"}, "", false});
  fitted.columns.set("job", column);
  return fitted;
}

Table jobs_table(const std::vector<std::string>& texts, Kind kind = Kind::nominal) {
  ColumnInfo info = nominal("job");
  info.kind = kind;
  return Table({info}, {text_column(texts)});
}

TEST(NewRecords, CellsThatAHierarchyDoesNotKnowAreEmptiedWithTheirLabels) {
  release::Fitted fitted =
      fitted_jobs(Value::object().set("kind", "nominal").set("role", "quasi-identifier"));
  fitted.hierarchies["job"].rows = {{"clerk", "office", "*"}, {"nurse", "care", "*"}};
  Table table = jobs_table({"clerk", "spy", "nurse", "spy", ""});
  const release::NewRecords found = apply_fitted(fitted, table, {}, "the data");
  ASSERT_EQ(found.unknown.size(), 1U);
  EXPECT_EQ(found.unknown[0].records, 2U);
  EXPECT_TRUE(found.unknown[0].emptied);
  EXPECT_EQ(table.info(0).role, Role::quasi_identifier);
  EXPECT_EQ(table.column(0).missing_count(), 3U);
  EXPECT_EQ(table.column(0).get_if<Codes>()->labels, (std::vector<std::string>{"clerk", "nurse"}));
  EXPECT_TRUE(table.info(0).tree->has("nurse"));
}

// A group specification builds what it knows; a map leaves other values as they are, which is said.
TEST(NewRecords, SpecificationsAndMaps) {
  const Value column = Value::object().set("kind", "nominal");
  release::Fitted built = fitted_jobs(column);
  built.hierarchies["job"].specification =
      Value::object()
          .set("kind", "groups")
          .set("levels", Value::Array{Value::object().set("office", Value::array_of({"clerk", "typist"}))});
  Table table = jobs_table({"clerk", "spy", "clerk"});
  EXPECT_EQ(apply_fitted(built, table, {}, "the data").unknown.at(0).categories,
            std::vector<std::string>{"spy"});
  EXPECT_TRUE(table.column(0).missing(1));
  release::Fitted mapped = fitted_jobs(column);
  mapped.hierarchies["job"].map = {{"clerk", "office"}};
  mapped.known["job"] = {"clerk", "nurse"};
  table = jobs_table({"clerk", "spy", "nurse"});
  const release::NewRecords found = apply_fitted(mapped, table, {}, "the data");
  EXPECT_EQ(found.unknown.at(0).categories, std::vector<std::string>{"spy"});
  EXPECT_FALSE(found.unknown.at(0).emptied);
  EXPECT_EQ(table.info(0).tree->at("spy", 1), "spy");
  EXPECT_EQ(table.info(0).tree->at("clerk", 1), "office");
}

TEST(NewRecords, OrderedCategoriesMustBeInTheOrderOfTheFit) {
  release::Fitted fitted = fitted_jobs(Value::object().set("kind", "ordinal"));
  fitted.known["job"] = {"low", "middle", "high"};
  Table same = jobs_table({"low", "high"}, Kind::ordinal);
  EXPECT_NO_THROW(apply_fitted(fitted, same, {}, "the data"));
  EXPECT_EQ(same.column(0).get_if<Codes>()->labels, (std::vector<std::string>{"low", "high"}));
  Table other = jobs_table({"high", "low"}, Kind::ordinal);
  EXPECT_THROW(apply_fitted(fitted, other, {}, "the data"), Error);
}

TEST(NewRecords, AnEmptyFileHasNothingNew) {
  release::Fitted fitted = fitted_jobs(Value::object().set("kind", "nominal"));
  fitted.hierarchies["job"].rows = {{"clerk", "office"}};
  Table none = jobs_table({});
  EXPECT_FALSE(apply_fitted(fitted, none, {}, "the data").any());
}

}  // namespace
}  // namespace sfumato::testing
