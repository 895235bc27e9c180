// All measures in one list.
#include "compare/measures.hpp"

#include <gtest/gtest.h>

#include "compare/scoring.hpp"
#include "core/registry.hpp"
#include "risk/registry.hpp"
#include "utility/registry.hpp"

namespace sfumato {
namespace {

TEST(Measures, RiskComesFirstThenUtilityThenScores) {
  std::vector<std::string> expected = entry_names(risk::measures());
  for (const std::string& name : entry_names(utility::measures())) expected.push_back(name);
  for (const char* name : {"score", "score-2", "score-tutorial"}) expected.emplace_back(name);
  EXPECT_EQ(entry_names(compare::measures()), expected);
  for (const Measure& measure : risk::measures())
    EXPECT_NE(measure.info.side, Side::utility) << measure.info.name;
  for (const Measure& measure : utility::measures())
    EXPECT_EQ(measure.info.side, Side::utility) << measure.info.name;
}

// Risks of keys are counted in one file; whatever needs the original's values is not among them.
TEST(Measures, SomeLookAtOneFile) {
  std::vector<std::string> names;
  for (const Measure& measure : compare::measures()) {
    if (compare::of_one_file(measure.info)) names.push_back(measure.info.name);
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"k-anonymity", "individual-risk", "model-risk", "suda", "l-diversity",
                                      "t-closeness", "uniqueness", "reidentification", "identifying-power"}));
}

TEST(Measures, TheirParametersNameFiles) {
  const std::vector<compare::MeasureRequest> requests = compare::measure_requests(
      {"uniqueness", "reidentification", "suda"},
      {"uniqueness.population=a.csv", "reidentification.population=a.csv", "suda.fraction=0.1"});
  EXPECT_EQ(compare::table_paths(requests), (std::vector<std::string>{"a.csv"}));
  EXPECT_TRUE(compare::table_paths(compare::measure_requests({"uniqueness"}, {})).empty());
}

TEST(Measures, UnknownNamesAreErrors) { EXPECT_THROW(compare::measure("rank-linkge"), Error); }

}  // namespace
}  // namespace sfumato
