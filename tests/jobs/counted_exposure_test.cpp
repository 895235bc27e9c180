// What a masked file exposes, from counts and from parts, beside what the whole files say.
#include "jobs/counted_exposure.hpp"

#include <gtest/gtest.h>

#include <map>

#include "core/error.hpp"

namespace sfumato::jobs {
namespace {

Table exposed_table(const std::vector<std::pair<std::string, Role>>& roles,
                    const std::vector<std::vector<std::int64_t>>& rows) {
  std::vector<ColumnInfo> schema;
  std::vector<Column> columns;
  for (std::size_t j = 0; j < roles.size(); ++j) {
    ColumnInfo info;
    info.name = roles[j].first;
    info.role = roles[j].second;
    schema.push_back(info);
    Integers values;
    for (const auto& row : rows) values.values.push_back(row[j]);
    columns.emplace_back(values);
  }
  return {schema, columns};
}

Run exposing_run() { return Run({.seed = 1, .threads = 1}); }

release::Origins each_row(std::size_t rows) {
  release::Origins origins(rows);
  for (std::size_t row = 0; row < rows; ++row) origins[row] = row;
  return origins;
}

// As a caller counts them.
Value counted_classes(const Table& masked, const std::vector<std::vector<std::string>>& sets) {
  Value list = Value::array();
  for (const auto& names : sets) {
    std::map<std::string, std::size_t> sizes;
    for (std::size_t row = 0; row < masked.rows(); ++row) {
      std::string key;
      for (const std::string& name : names) key += masked.column(masked.require(name)).text(row) + "|";
      ++sizes[key];
    }
    std::size_t unique = 0, smallest = masked.rows();
    for (const auto& [key, size] : sizes) {
      unique += size == 1 ? 1 : 0;
      smallest = std::min(smallest, size);
    }
    Value one = Value::object();
    list.push(one.set("columns", Value::array_of(names))
                  .set("records", masked.rows())
                  .set("classes", sizes.size())
                  .set("unique", unique)
                  .set("smallest", smallest)
                  .set("gaps", false));
  }
  return list;
}

TEST(CountedExposure, ColumnsAsTheyWereAreThoseOfTheWholeFile) {
  const std::vector<std::pair<std::string, Role>> roles{{"age", Role::quasi_identifier},
                                                        {"town", Role::quasi_identifier},
                                                        {"weight", Role::weight},
                                                        {"income", Role::confidential}};
  const Table original =
      exposed_table(roles, {{30, 1, 7, 5}, {30, 1, 7, 6}, {41, 2, 9, 7}, {52, 2, 7, 8}, {52, 3, 9, 9}});
  const Table masked =
      exposed_table(roles, {{30, 1, 7, 1}, {30, 2, 7, 2}, {41, 2, 9, 3}, {52, 2, 7, 4}, {52, 3, 9, 5}});
  std::vector<Value> partials;
  for (const std::vector<std::size_t>& rows : {std::vector<std::size_t>{0, 3}, {1}, {2, 4}}) {
    partials.push_back(exposure_partial(original.taking_rows(rows), masked.taking_rows(rows)));
  }
  const std::vector<std::size_t> none;
  const Table before = original.taking_rows(none), after = masked.taking_rows(none);
  const ExposureSurvey found = exposure_merge(before, after, partials);
  EXPECT_EQ(found.classes.front(), (std::vector<std::string>{"age"}));
  const Warnings parts =
      exposure_describe(before, after, {found.state}, counted_classes(masked, found.classes));
  Warnings whole = release::file_warnings(original, masked, each_row(5), exposing_run());
  whole.erase(whole.begin());  // of unique records
  ASSERT_FALSE(parts.empty());
  EXPECT_EQ(parts.texts(), whole.texts());
  EXPECT_EQ(parts.grades(), whole.grades());
}

TEST(CountedExposure, UnitsAreCountedInPlaceOfRecords) {
  const std::vector<std::pair<std::string, Role>> roles{{"age", Role::quasi_identifier},
                                                        {"unit", Role::unit}};
  const Table table = exposed_table(roles, {{30, 1}, {30, 1}, {30, 2}, {41, 2}, {52, 3}, {52, 3}});
  // Distinct combinations with their counts.
  const Table counted = exposed_table(
      {{"age", Role::quasi_identifier}, {"unit", Role::unit}, {"count", Role::non_confidential}},
      {{30, 1, 2}, {30, 2, 1}, {41, 2, 1}, {52, 3, 2}});
  const auto run = exposing_run();
  release::CountedFile file;
  file.unit = "unit";
  const Warnings parts = counted_exposure(counted, counted, "count", file, run);
  const Warnings whole = release::file_warnings(table, table, std::nullopt, run);
  EXPECT_EQ(parts.texts(), whole.texts());
  EXPECT_EQ(parts.grades(), whole.grades());
}

TEST(CountedExposure, TablesOfOtherColumnsAreAnError) {
  const Table one = exposed_table({{"age", Role::quasi_identifier}}, {{1}});
  const Table two = exposed_table({{"age", Role::quasi_identifier}, {"unit", Role::unit}}, {{1, 2}});
  EXPECT_THROW(exposure_partial(one, two), Error);
}

}  // namespace
}  // namespace sfumato::jobs
