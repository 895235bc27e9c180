// V-MDAV by hand, its guarantee on tables, missing values and bad input. Its groups are compared with
// the definition where the kernel is tested.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/error.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::incomes;
using testing::mask;
using testing::numbers_table;

TEST(VariableMdav, ClustersStayTogether) {
  const Table original = numbers_table({{"x", {0, 1, 2, 10, 11, 30, 31}}});
  const Masked masked = mask(original, "variable-mdav", {{"k", 2}});
  EXPECT_EQ(masked.tables[0].column(0).to_numbers(), (Numbers{1, 1, 1, 10.5, 10.5, 30.5, 30.5}));
  EXPECT_EQ(masked.details.at("groups").as_integer(), 3);
  // 0 takes 1, 2 takes 10, and 11 is left over.
  EXPECT_EQ(mask(original, "variable-mdav", {{"k", 2}, {"gain", 0.0}}).tables[0].column(0).to_numbers(),
            (Numbers{0.5, 0.5, 23.0 / 3, 23.0 / 3, 23.0 / 3, 30.5, 30.5}));
}

TEST(VariableMdav, EveryCombinationStandsAtLeastKTimes) {
  for (const int k : {1, 2, 3, 7, 50}) {
    for (const std::size_t rows : {50, 51, 99, 100, 149, 151, 400}) {
      const Table original = incomes(rows, static_cast<std::uint64_t>(k) * rows);
      for (const double gain : {0.0, 0.2, 1.1, 5.0}) {
        const Table masked = mask(original, "variable-mdav", {{"k", k}, {"gain", gain}}).tables[0];
        std::map<std::vector<double>, int> classes;
        for (std::size_t row = 0; row < rows; ++row) {
          std::vector<double> record;
          for (ColumnId id = 0; id < masked.column_count(); ++id)
            record.push_back((*masked.column(id).get_if<Numbers>())[row]);
          ++classes[record];
        }
        for (const auto& [record, count] : classes) EXPECT_GE(count, k) << rows << " rows, gain " << gain;
      }
    }
  }
}

TEST(VariableMdav, MissingValuesStayUnlessFilled) {
  const double nan = std::nan("");
  const Table original =
      numbers_table({{"x", {0, 1, nan, 10, 11, 12, nan}}, {"y", {0, 0, 0, 5, nan, 5, nan}}});
  const Table masked = mask(original, "variable-mdav").tables[0];
  const Numbers x = masked.column(0).to_numbers(), y = masked.column(1).to_numbers();
  EXPECT_EQ(x[0], 0.5);
  EXPECT_EQ(x[1], 0.5);
  EXPECT_TRUE(std::isnan(x[2]));
  EXPECT_EQ(x[3], 11.0);
  EXPECT_EQ(y[3], 5.0);
  EXPECT_TRUE(std::isnan(y[4]) && std::isnan(x[6]) && std::isnan(y[6]));
  const Table filled = mask(original, "variable-mdav", {{"fill", true}}).tables[0];
  EXPECT_EQ(filled.column(0).to_numbers()[2], 0.5);
  EXPECT_EQ(filled.column(1).to_numbers()[4], 5.0);
  // Record 6 is in no group, and would be alone with the means 34/5 and 2. In variances of the columns the
  // first group lies 1.709 from them, the second 1.723.
  EXPECT_EQ(filled.column(0).to_numbers()[6], 0.5);
}

TEST(VariableMdav, AKAboveTheNumberOfRecordsIsAnError) {
  try {
    mask(incomes(4), "variable-mdav", {{"k", 5}});
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_EQ(error.message, "k = 5 is more than the 4 records");
  }
}

}  // namespace
}  // namespace sfumato
