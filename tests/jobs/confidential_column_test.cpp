// l-diversity and t-closeness are asked about a column that is not compared: the answer is that of a request
// which compares it and names its keys.
#include <gtest/gtest.h>

#include "core/error.hpp"
#include "jobs/measure.hpp"

namespace sfumato::testing {
namespace {

Table illnesses() {
  std::vector<ColumnInfo> schema(3);
  schema[0].name = "region";
  schema[1].name = "sex";
  schema[2].name = "illness";
  for (ColumnInfo& info : schema) info.kind = Kind::nominal;
  std::vector<Column> columns;
  columns.emplace_back(Codes{{0, 0, 0, 0, 1, 1}, {"north", "south"}});
  columns.emplace_back(Codes{{0, 0, 0, 1, 1, 1}, {"f", "m"}});
  columns.emplace_back(Codes{{0, 0, 1, 1, 2, 2}, {"flu", "cold", "gout"}});
  return {std::move(schema), std::move(columns)};
}

std::vector<double> values_of(std::vector<std::string> columns, std::vector<std::string> keys,
                              const std::string& confidential) {
  jobs::MeasureRequest request;
  request.original.name = "data";
  request.original.file.table = illnesses();
  request.columns = std::move(columns);
  request.keys = std::move(keys);
  request.measures = {"l-diversity", "t-closeness"};
  request.settings = {"l-diversity.column=" + confidential, "t-closeness.column=" + confidential};
  std::vector<double> values;
  const jobs::MeasureResult result = jobs::measure(request, Run({.seed = 1}));
  for (const compare::Scored& one : result.tables.at(0).scores) values.push_back(one.score.value.value());
  return values;
}

TEST(ConfidentialColumn, NeedNotBeCompared) {
  const std::vector<double> expected = values_of({"region", "sex", "illness"}, {"region", "sex"}, "illness");
  EXPECT_EQ(expected.at(0), 1.0);  // the fourth record is alone, the last two have one illness
  EXPECT_EQ(values_of({"region", "sex"}, {}, "illness"), expected);
  EXPECT_EQ(values_of({"region"}, {"region", "sex"}, "illness"), expected);
  EXPECT_THROW(values_of({"region", "sex"}, {}, "hair"), Error);
}

}  // namespace
}  // namespace sfumato::testing
