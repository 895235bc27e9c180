// All measures in one list.
#include "compare/measures.hpp"

#include <gtest/gtest.h>

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

TEST(Measures, UnknownNamesAreErrors) { EXPECT_THROW(compare::measure("rank-linkge"), Error); }

}  // namespace
}  // namespace sfumato
