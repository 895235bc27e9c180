// The least and the most safe of the methods that were reached decide.
#include "compare/other_risks.hpp"

#include <cmath>

#include "core/number_text.hpp"

namespace sfumato::compare {
namespace {

constexpr double factor = 2.0, points = 1.0;

bool far_apart(const MeasureRequest& request, double low, double high, std::size_t columns) {
  if (request.measure->info.name == "rank-linkage") {
    return static_cast<double>(columns) * (high - low) > std::log(factor);
  }
  return high - low > points && high > factor * low;
}

std::string name_of(const Attempt& attempt) { return attempt.contender->name(); }

}  // namespace

std::vector<std::string> usual_risks(bool numbers, bool categories) {
  std::vector<std::string> names;
  if (numbers && !categories) names = {"rank-linkage", "distance-linkage", "interval-disclosure"};
  if (numbers && categories) names = {"distance-linkage", "rank-linkage", "interval-disclosure"};
  if (categories && !numbers) names = {"distance-linkage"};
  if (categories) names.insert(names.end(), {"k-anonymity", "reidentification"});
  return names;
}

Warnings risk_disagreements(const std::vector<MeasureRequest>& measures, const Comparison& comparison,
                            std::size_t columns) {
  Warnings warnings;
  if (!comparison.calibrated()) return warnings;
  for (std::size_t r = 0; r < comparison.other_risks.size(); ++r) {
    const MeasureRequest& request = measures[comparison.other_risks[r]];
    const Attempt *lowest = nullptr, *highest = nullptr;
    const auto value = [&](const Attempt& attempt) { return *attempt.risks[r].value; };
    for (const Attempt& attempt : comparison.attempts) {
      if (!attempt.reached || r >= attempt.risks.size() || !attempt.risks[r].value) continue;
      if (lowest == nullptr || value(attempt) < value(*lowest)) lowest = &attempt;
      if (highest == nullptr || value(attempt) > value(*highest)) highest = &attempt;
    }
    if (lowest == nullptr || !far_apart(request, value(*lowest), value(*highest), columns)) continue;
    const bool lower_is_safer = better_of(request) == Better::lower;
    const Attempt& safest = lower_is_safer ? *lowest : *highest;
    const Attempt& riskiest = lower_is_safer ? *highest : *lowest;
    warnings.push_back("the methods are not equally safe by " + request.measure->info.name + ": " +
                       name_of(riskiest) + " has " + rounded(value(riskiest), 4) + ", " + name_of(safest) +
                       " " + rounded(value(safest), 4) + "; keep it below a limit too with ‹at-most› " +
                       request.measure->info.name + "=VALUE");
  }
  return warnings;
}

}  // namespace sfumato::compare
