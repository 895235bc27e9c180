// What the syntax of analyses accepts, and what it refuses.
#include "utility/analysis_formula.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"

namespace sfumato::utility {
namespace {

using Regressions = std::vector<RegressionFormula>;
using Means = std::vector<MeanFormula>;

TEST(AnalysisFormula, Regressions) {
  EXPECT_EQ(parse_regressions("income ~ age + savings; tax~income"),
            (Regressions{{"income", {"age", "savings"}}, {"tax", {"income"}}}));
  EXPECT_EQ(parse_regressions(" ; ;"), Regressions{});
  EXPECT_EQ(parse_regressions(""), Regressions{});
  EXPECT_EQ(parse_regressions("net income ~ \"a+b\" + \"say \"\"by\"\"\";"),
            (Regressions{{"net income", {"a+b", "say \"by\""}}}));
  EXPECT_EQ(parse_regressions("by ~ side by side"), (Regressions{{"by", {"side by side"}}}));
}

TEST(AnalysisFormula, Means) {
  EXPECT_EQ(parse_means("income by region; tax"), (Means{{"income", "region"}, {"tax", ""}}));
  EXPECT_EQ(parse_means("net income by home region"), (Means{{"net income", "home region"}}));
  EXPECT_EQ(parse_means("\"by\" by bypass;standby"), (Means{{"by", "bypass"}, {"standby", ""}}));
}

TEST(AnalysisFormula, RefusesWithAHint) {
  for (const char* text :
       {"income", "~ age", "income ~", "income ~ age +", "income ~ + age", "income ~ age ~ tax",
        "income age ~ \"x\" y", "a ~ b + b", "a ~ a", "a ~ \"b", "a ~ \"\"", "a + b ~ c", "+"}) {
    try {
      parse_regressions(text);
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code, ErrorCode::bad_input);
      EXPECT_FALSE(error.hint.empty()) << text;
    }
  }
  for (const char* text : {"by region", "income by", "income by a by b", "income by income", "income + tax",
                           "income ~ tax", "by", "\"a\" \"b\""}) {
    EXPECT_THROW(parse_means(text), Error) << text;
  }
}

TEST(AnalysisFormula, WrittenAgainIsReadAgain) {
  const Regressions regressions{{"a+b", {"c", " d", "e;f", "\"", "by"}}};
  EXPECT_EQ(parse_regressions(to_text(regressions[0])), regressions);
  const Means means{{"by", "a by b"}};
  EXPECT_EQ(to_text(means[0]), "\"by\" by \"a by b\"");
  EXPECT_EQ(parse_means(to_text(means[0])), means);
  EXPECT_EQ(to_text(MeanFormula{"net income", ""}), "net income");
}

}  // namespace
}  // namespace sfumato::utility
