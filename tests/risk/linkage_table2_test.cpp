// Record linkage against the published comparison of masking methods on Census, row by row:
// Domingo-Ferrer, Mateo, Torres, "Concepts for the evaluation of anonymized data", Table 2, columns DLD
// and PLD, of the methods that draw nothing at random.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>

#include "core/number_text.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

struct Family {
  const char* name;  // of its rows, which end in the dial's value
  const char* method;
  ParamValues params;
  const char* dial;
  int first, step, last, digits;
  double tolerance;  // of DLD, in points
};

void PrintTo(const Family& family, std::ostream* out) { *out << family.name; }

const std::vector<Family> families{
    {"MicIR", "individual-ranking", {}, "k", 3, 1, 10, 2, 0.01},
    {"MicZ", "projection-microaggregation", {{"onto", "zscores"}}, "k", 3, 1, 10, 2, 0.01},
    {"MicPCP", "projection-microaggregation", {{"onto", "component"}}, "k", 3, 1, 10, 2, 0.01},
    {"JPEG", "jpeg", {}, "quality", 10, 5, 100, 3, 0.01},
    {"Mic2mul", "mdav", {{"seeds", "most-distant"}, {"together", 2}}, "k", 3, 1, 10, 2, 0.4},
    {"Mic3mul", "mdav", {{"seeds", "most-distant"}, {"together", 3}}, "k", 3, 1, 10, 2, 0.4},
    {"Mic4mul", "mdav", {{"seeds", "most-distant"}, {"together", 4}}, "k", 3, 1, 10, 2, 0.4},
    {"Micmul", "mdav", {{"seeds", "most-distant"}, {"together", 0}}, "k", 3, 1, 10, 2, 0.4},
};

struct Published {
  double distance = 0.0;
  double probabilistic = 0.0;
};

std::map<std::string, Published> published_rows(const std::string& path) {
  std::ifstream file(path);
  std::map<std::string, Published> result;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string name, loss, distance, probabilistic;
    std::getline(fields, name, ',');
    std::getline(fields, loss, ',');
    std::getline(fields, distance, ',');
    std::getline(fields, probabilistic, ',');
    result[name] = {parse_number(distance).value(), parse_number(probabilistic).value()};
  }
  return result;
}

// Calls visit(row name, masked table) for the rows of a family.
template <class Visit>
void for_each_row(const Family& family, const Table& census, const Visit& visit) {
  for (int value = family.first; value <= family.last; value += family.step) {
    ParamValues params = family.params;
    params.emplace_back(family.dial, value);
    std::string number = std::to_string(value);
    number.insert(0, static_cast<std::size_t>(family.digits) - number.size(), '0');
    visit(family.name + number, testing::mask(census, family.method, params).tables[0]);
  }
}

class LinkageTable2 : public ::testing::TestWithParam<Family> {};

TEST_P(LinkageTable2, DistanceLinkage) {
  SFUMATO_REQUIRE_REFERENCE(census_path, "census.csv");
  SFUMATO_REQUIRE_REFERENCE(table_path, "table2.csv");
  const Table census = testing::read_numbers(census_path);
  const auto published = published_rows(table_path);
  for_each_row(GetParam(), census, [&](const std::string& row, const Table& masked) {
    ASSERT_TRUE(published.contains(row)) << row;
    const Score score = testing::measure(
        census, masked, "distance-linkage",
        {{"scale", "raw"}, {"direction", "original-to-masked"}, {"ties", "hit"}, {"prefixes", 7}});
    EXPECT_NEAR(score.value.value(), published.at(row).distance, GetParam().tolerance) << row;
  });
}

INSTANTIATE_TEST_SUITE_P(Families, LinkageTable2, ::testing::ValuesIn(families),
                         [](const ::testing::TestParamInfo<Family>& family) { return family.param.name; });

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
  const auto published = published_rows(table_path);
  const std::vector<std::string> links{"argmax", "assignment"};
  std::map<std::string, std::vector<double>> ours;
  std::vector<double> theirs;
  for (const Family& family : families) {
    for_each_row(family, census, [&](const std::string& row, const Table& masked) {
      theirs.push_back(published.at(row).probabilistic);
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
