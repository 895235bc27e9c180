// The language of named analyses: text is accepted or refused, and an accepted formula reads the same when it
// is written again.
#include "utility/analysis_formula.hpp"

#include "target.hpp"

FUZZ_TARGET(analysis_formula) {
  using namespace sfumato;
  const std::string text = fuzz::text_of(data, size);
  if (const auto formulas = fuzz::accepted([&] { return utility::parse_regressions(text); })) {
    for (const utility::RegressionFormula& formula : *formulas) {
      fuzz::require(!formula.response.empty() && !formula.predictors.empty(), "a formula without names",
                    text);
      const std::vector<utility::RegressionFormula> again = utility::parse_regressions(to_text(formula));
      fuzz::require(again.size() == 1 && again[0] == formula, "a regression is read otherwise again", text);
    }
  }
  if (const auto formulas = fuzz::accepted([&] { return utility::parse_means(text); })) {
    for (const utility::MeanFormula& formula : *formulas) {
      fuzz::require(!formula.column.empty(), "a mean without a name", text);
      const std::vector<utility::MeanFormula> again = utility::parse_means(to_text(formula));
      fuzz::require(again.size() == 1 && again[0] == formula, "a mean is read otherwise again", text);
    }
  }
  return 0;
}
