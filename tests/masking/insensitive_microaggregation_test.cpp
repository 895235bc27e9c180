// Insensitive microaggregation by hand: where distances start, what columns are divided by, missing
// values and bad input. That groups change by one record at most is tested with the kernel.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::incomes;
using testing::mask;
using testing::numbers_table;

const double nan = std::nan("");

Table with_domain(Table table, ColumnId id, double lower, double upper) {
  ColumnInfo info = table.info(id);
  info.domain = Domain{lower, upper};
  table.set_info(id, info);
  return table;
}

Numbers first_column(const Table& original, const ParamValues& params) {
  return mask(original, "insensitive-microaggregation", params).tables[0].column(0).to_numbers();
}

TEST(InsensitiveMicroaggregation, DistancesStartAtTheOriginOrTheLowerCorner) {
  const Table original = numbers_table({{"x", {-3, 1, 2, -4}}});
  // From 0: 1 2 | −3 −4.
  EXPECT_EQ(first_column(original, {{"k", 2}}), (Numbers{-3.5, 1.5, 1.5, -3.5}));
  // From −10: −4 −3 | 1 2, the same groups.
  EXPECT_EQ(first_column(with_domain(original, 0, -10, 10), {{"k", 2}}), (Numbers{-3.5, 1.5, 1.5, -3.5}));
  // From −1: 1 and −3 tie at 2, the smaller value first; then 2 and −4 tie at 3.
  EXPECT_EQ(first_column(with_domain(original, 0, -1, 10), {{"k", 2}}), (Numbers{-1, -1, -1, -1}));
}

TEST(InsensitiveMicroaggregation, ScalesDecideWhichColumnCounts) {
  // x is wide and y narrow. Raw: x decides, 1 2 | 3 4 by row. Domain of y is narrower still than x's:
  // y/10 against x/100000 sorts by y.
  Table original = numbers_table({{"x", {100, 200, 300, 400}}, {"y", {9, 1, 8, 2}}});
  EXPECT_EQ(first_column(original, {{"k", 2}, {"scale", "raw"}}), (Numbers{150, 150, 350, 350}));
  original = with_domain(with_domain(original, 0, 0, 1e5), 1, 0, 10);
  EXPECT_EQ(first_column(original, {{"k", 2}, {"scale", "domain"}}), (Numbers{200, 300, 200, 300}));
  // Standard deviations: x 129.1, y 4.08. (0.77, 2.20), (1.55, 0.24), (2.32, 1.96), (3.10, 0.49) have
  // squares 5.46, 2.46, 9.24, 9.84: 1 0 | 2 3.
  EXPECT_EQ(first_column(original, {{"k", 2}, {"scale", "std"}}), (Numbers{150, 150, 350, 350}));
}

TEST(InsensitiveMicroaggregation, AColumnWithoutWidthAddsNothing) {
  const Table original = numbers_table({{"x", {5, 1, 4, 2}}, {"y", {7, 7, 7, 7}}});
  EXPECT_EQ(first_column(original, {{"k", 2}}), (Numbers{4.5, 1.5, 4.5, 1.5}));
  EXPECT_EQ(
      first_column(with_domain(with_domain(original, 0, 0, 10), 1, 7, 7), {{"k", 2}, {"scale", "domain"}}),
      (Numbers{4.5, 1.5, 4.5, 1.5}));
}

TEST(InsensitiveMicroaggregation, EveryCombinationStandsAtLeastKTimes) {
  for (const int k : {1, 3, 7, 50}) {
    for (const std::size_t rows : {50, 51, 99, 100, 149, 400}) {
      const Table masked = mask(incomes(rows, rows), "insensitive-microaggregation", {{"k", k}}).tables[0];
      std::map<std::vector<double>, int> classes;
      for (std::size_t row = 0; row < rows; ++row) {
        std::vector<double> record;
        for (ColumnId id = 0; id < masked.column_count(); ++id)
          record.push_back((*masked.column(id).get_if<Numbers>())[row]);
        ++classes[record];
      }
      for (const auto& [record, count] : classes) EXPECT_GE(count, k) << rows << " rows";
    }
  }
}

TEST(InsensitiveMicroaggregation, MissingValuesStayUnlessFilled) {
  // Raw squares 2, 2·9 = 18, 8, 32 and none: 0 2 | 1 3.
  const Table original = numbers_table({{"x", {1, 3, 2, 4, nan}}, {"y", {1, nan, 2, 4, nan}}});
  const ParamValues params{{"k", 2}, {"scale", "raw"}};
  const Table masked = mask(original, "insensitive-microaggregation", params).tables[0];
  const Numbers x = masked.column(0).to_numbers(), y = masked.column(1).to_numbers();
  EXPECT_EQ(x[0], 1.5);
  EXPECT_EQ(x[1], 3.5);
  EXPECT_EQ(y[3], 4.0);
  EXPECT_TRUE(std::isnan(y[1]) && std::isnan(x[4]) && std::isnan(y[4]));
  const Table filled =
      mask(original, "insensitive-microaggregation", {{"k", 2}, {"scale", "raw"}, {"fill", true}}).tables[0];
  EXPECT_EQ(filled.column(1).to_numbers()[1], 4.0);
  // Record 4 has no value, and would be alone with the means 2.5 and 7/3: it joins the group nearest to them.
  EXPECT_EQ(filled.column(0).to_numbers()[4], 1.5);
  EXPECT_EQ(filled.column(1).to_numbers()[4], 1.5);
}

TEST(InsensitiveMicroaggregation, BadInputIsNamed) {
  const auto message = [](const Table& table, const ParamValues& params) {
    try {
      mask(table, "insensitive-microaggregation", params);
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input);
      EXPECT_FALSE(error.hint.empty());
      return with_values(error.message, DataValues::shown);
    }
    return std::string("accepted");
  };
  EXPECT_EQ(message(with_domain(incomes(20), 0, 0, 1e6), {{"scale", "domain"}}),
            "column 'tax' has no declared domain to scale by");
  EXPECT_EQ(message(incomes(2), {}), "k = 3 is more than the 2 records");
}

}  // namespace
}  // namespace sfumato
