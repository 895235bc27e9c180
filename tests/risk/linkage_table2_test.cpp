// Record linkage against the published comparison of masking methods on Census, row by row:
// Domingo-Ferrer, Mateo, Torres, "Concepts for the evaluation of anonymized data", Table 2, columns DLD
// and PLD, of the methods that draw nothing at random.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "support/published_table.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::PublishedFamily;

class LinkageTable2 : public ::testing::TestWithParam<PublishedFamily> {};

TEST_P(LinkageTable2, DistanceLinkage) {
  SFUMATO_REQUIRE_REFERENCE(census_path, "census.csv");
  SFUMATO_REQUIRE_REFERENCE(table_path, "table2.csv");
  const Table census = testing::read_numbers(census_path);
  const auto published = testing::published_rows(table_path);
  testing::for_each_row(GetParam(), census, [&](const std::string& row, const Table& masked) {
    ASSERT_TRUE(published.contains(row)) << row;
    const Score score = testing::measure(
        census, masked, "distance-linkage",
        {{"scale", "raw"}, {"direction", "original-to-masked"}, {"ties", "hit"}, {"prefixes", 7}});
    EXPECT_NEAR(score.value.value(), published.at(row).distance_linkage, GetParam().exact ? 0.01 : 0.4)
        << row;
  });
}

INSTANTIATE_TEST_SUITE_P(Families, LinkageTable2, ::testing::ValuesIn(testing::published_families()),
                         [](const ::testing::TestParamInfo<PublishedFamily>& family) {
                           return family.param.name;
                         });

double correlation(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double sx = 0, sy = 0, sxx = 0, syy = 0, sxy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    sx += x[i], sy += y[i];
    sxx += x[i] * x[i], syy += y[i] * y[i], sxy += x[i] * y[i];
  }
  return (sxy - sx * sy / n) / std::sqrt((sxx - sx * sx / n) * (syy - sy * sy / n));
}

// The published linkage ran on other software, so its numbers are near but not the same.
TEST(LinkageTable2, ProbabilisticLinkageFollowsThePublishedOne) {
  SFUMATO_REQUIRE_REFERENCE(census_path, "census.csv");
  SFUMATO_REQUIRE_REFERENCE(table_path, "table2.csv");
  const Table census = testing::read_numbers(census_path);
  const auto published = testing::published_rows(table_path);
  const std::vector<std::string> links{"argmax", "assignment"};
  std::map<std::string, std::vector<double>> ours;
  std::vector<double> theirs;
  std::size_t count = 0;
  for (const PublishedFamily& family : testing::published_families()) {
    testing::for_each_row(family, census, [&](const std::string& row, const Table& masked) {
      if (count++ % testing::slow_row_stride != 0) return;
      theirs.push_back(published.at(row).probabilistic_linkage);
      for (const std::string& link : links) {
        ours[link].push_back(
            testing::measure(census, masked, "probabilistic-linkage", {{"link", link}, {"prefixes", 7}})
                .value.value());
      }
    });
  }
  for (const std::string& link : links) {
    const double found = correlation(ours[link], theirs);
    RecordProperty(link, std::to_string(found));
    EXPECT_GE(found, 0.98) << link;
  }
}

}  // namespace
}  // namespace sfumato
