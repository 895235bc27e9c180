// The syntax in which users name their analyses: regressions such as
// "income ~ age + savings" and group means such as "income by region".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sfumato::utility {

struct RegressionFormula {
  std::string response;
  std::vector<std::string> predictors;  // at least one, all different, none of them the response
  bool operator==(const RegressionFormula&) const = default;
};

struct MeanFormula {
  std::string column;
  std::string by;  // empty: one mean of all records
  bool operator==(const MeanFormula&) const = default;
};

// Formulas are separated by ';', and an empty one is skipped. Spaces around a name are removed; a name that
// contains ~ + ; " or the word "by" is in double quotes, and "" is a quote in it. What is not a formula is
// bad input, with a hint.
std::vector<RegressionFormula> parse_regressions(std::string_view text);
std::vector<MeanFormula> parse_means(std::string_view text);

// As the parsers read it, with quotes where they are needed.
std::string to_text(const RegressionFormula& formula);
std::string to_text(const MeanFormula& formula);

}  // namespace sfumato::utility
