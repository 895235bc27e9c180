// Only what holds for every data set of these domains and this many records is shown here.
#include "report/forecast.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "report/comparison.hpp"

namespace sfumato::report {
namespace {

std::optional<double> error_percent(const compare::Attempt& attempt) {
  const Value* found = attempt.forecast.find("error_percent");
  return found != nullptr && found->is_number() ? std::optional(found->as_number()) : std::nullopt;
}

}  // namespace

std::vector<Block> forecast_blocks(const compare::Comparison& comparison) {
  std::vector<const compare::Attempt*> foretold;
  for (const compare::Attempt& attempt : comparison.attempts) {
    if (error_percent(attempt)) foretold.push_back(&attempt);
  }
  if (foretold.empty()) return {};
  std::stable_sort(foretold.begin(), foretold.end(),
                   [](const auto* a, const auto* b) { return *error_percent(*a) < *error_percent(*b); });
  TableBlock table{{{"method"}, {"parameters"}, {"expected error, % of the domain", Align::right}}, {}};
  for (const compare::Attempt* attempt : foretold) {
    table.rows.push_back(
        {attempt->contender->name(), chosen_params_text(*attempt), rounded(*error_percent(*attempt), 4)});
  }
  return {
      Heading{"Expected before the data are looked at"},
      Paragraph{"How far off a released number is by noise alone: the noise's standard deviation in percent "
                "of the width of the declared domain, before it is brought back into it. It follows from ε, "
                "k, the number of columns and of records. What is lost by grouping records comes on top, and "
                "depends on the data: it is in the ranking."},
      table};
}

}  // namespace sfumato::report
