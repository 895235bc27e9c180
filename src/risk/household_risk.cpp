#include "risk/household_risk.hpp"

namespace sfumato::risk {

std::vector<double> household_risks(const stats::KeyColumn& household, const std::vector<double>& risks) {
  std::vector<double> none_found(static_cast<std::size_t>(household.distinct), 1.0);
  for (std::size_t row = 0; row < risks.size(); ++row) {
    if (household.codes[row] == stats::KeyColumn::missing) continue;
    none_found[static_cast<std::size_t>(household.codes[row])] *= 1.0 - risks[row];
  }
  std::vector<double> result(risks.size());
  for (std::size_t row = 0; row < risks.size(); ++row) {
    const bool alone = household.codes[row] == stats::KeyColumn::missing;
    result[row] = alone ? risks[row] : 1.0 - none_found[static_cast<std::size_t>(household.codes[row])];
  }
  return result;
}

}  // namespace sfumato::risk
