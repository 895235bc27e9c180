// Microaggregation against the published comparison of masking methods on Census, row by row:
// Domingo-Ferrer, Mateo, Torres, "Concepts for the evaluation of anonymized data", Table 2, column IL.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <sstream>

#include "core/number_text.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

struct Family {
  const char* name;  // of its rows, which end in k with two digits
  const char* method;
  ParamValues params;
  double tolerance;  // of the information loss, in points
};

void PrintTo(const Family& family, std::ostream* out) { *out << family.name; }

std::map<std::string, double> published_losses(const std::string& path) {
  std::ifstream file(path);
  std::map<std::string, double> result;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string name, loss;
    std::getline(fields, name, ',');
    std::getline(fields, loss, ',');
    result[name] = parse_number(loss).value();
  }
  return result;
}

class Table2 : public ::testing::TestWithParam<Family> {};

TEST_P(Table2, InformationLoss) {
  SFUMATO_REQUIRE_REFERENCE(census_path, "census.csv");
  SFUMATO_REQUIRE_REFERENCE(table_path, "table2.csv");
  const Table census = testing::read_numbers(census_path);
  const std::map<std::string, double> published = published_losses(table_path);
  for (int k = 3; k <= 10; ++k) {
    ParamValues params = GetParam().params;
    params.emplace_back("k", k);
    const Table masked = testing::mask(census, GetParam().method, params).tables[0];
    const double loss = testing::measure(census, masked, "information-loss").value.value();
    const std::string row = GetParam().name + std::string(k < 10 ? "0" : "") + std::to_string(k);
    ASSERT_TRUE(published.contains(row)) << row;
    EXPECT_NEAR(loss, published.at(row), GetParam().tolerance) << row;
  }
}

const std::vector<Family> families{
    {"MicIR", "individual-ranking", {}, 0.02},
    {"MicZ", "projection-microaggregation", {{"onto", "zscores"}}, 0.02},
    {"MicPCP", "projection-microaggregation", {{"onto", "component"}}, 0.02},
    {"Mic2mul", "mdav", {{"seeds", "most-distant"}, {"together", 2}}, 0.25},
    {"Mic3mul", "mdav", {{"seeds", "most-distant"}, {"together", 3}}, 0.25},
    {"Mic4mul", "mdav", {{"seeds", "most-distant"}, {"together", 4}}, 0.25},
    {"Micmul", "mdav", {{"seeds", "most-distant"}, {"together", 0}}, 0.25},
};

INSTANTIATE_TEST_SUITE_P(Microaggregation, Table2, ::testing::ValuesIn(families),
                         [](const ::testing::TestParamInfo<Family>& family) { return family.param.name; });

}  // namespace
}  // namespace sfumato
