// Masking methods against the published comparison on Census, row by row: information loss.
#include <gtest/gtest.h>

#include "support/published_table.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::PublishedFamily;

class Table2 : public ::testing::TestWithParam<PublishedFamily> {};

TEST_P(Table2, InformationLoss) {
  SFUMATO_REQUIRE_REFERENCE(census_path, "census.csv");
  SFUMATO_REQUIRE_REFERENCE(table_path, "table2.csv");
  const Table census = testing::read_numbers(census_path);
  const auto published = testing::published_rows(table_path);
  testing::for_each_row(GetParam(), census, [&](const std::string& row, const Table& masked) {
    ASSERT_TRUE(published.contains(row)) << row;
    EXPECT_NEAR(testing::measure(census, masked, "information-loss").value.value(),
                published.at(row).information_loss, GetParam().exact ? 0.02 : 0.25)
        << row;
  });
}

INSTANTIATE_TEST_SUITE_P(Families, Table2, ::testing::ValuesIn(testing::published_families()),
                         [](const ::testing::TestParamInfo<PublishedFamily>& family) {
                           return family.param.name;
                         });

}  // namespace
}  // namespace sfumato
