// The order of contributions in a file is not relied on: the parts are sorted again, which is cheap if they
// are in order.
#include "tables/rules/rules_contributors.hpp"

#include <algorithm>

namespace sfumato::tables {

CountedContributors::CountedContributors(const Contributors& contributors, bool holdings, bool weighted)
    : count_(holdings ? contributors.holdings : contributors.frequency) {
  const bool by_holding = holdings && !contributors.largest_holdings.empty();
  total_ = Fraction(by_holding ? contributors.holdings_total : contributors.total);
  for (std::size_t code = 0; code < requests_.size(); ++code) {
    requests_[code] =
        Fraction(by_holding ? contributors.largest_holding_request[code] : contributors.largest_request[code])
            .magnitude();
  }
  const std::vector<Contribution>& kept = holdings ? contributors.largest_holdings : contributors.largest;
  kept_ = kept.size();
  parts_.reserve(kept_);
  for (const Contribution& contribution : kept) {
    negative_ = negative_ || contribution.amount.is_negative();
    const Fraction size = Fraction(contribution.amount).magnitude();
    const Fraction weight(contribution.weight);
    if (!weight.is_positive()) continue;
    parts_.push_back(weighted ? Part{size, weight} : Part{size * weight, Fraction(1)});
  }
  const auto larger = [](const Part& left, const Part& right) { return left.size > right.size; };
  if (!std::is_sorted(parts_.begin(), parts_.end(), larger))
    std::stable_sort(parts_.begin(), parts_.end(), larger);
}

std::optional<Fraction> CountedContributors::sum_of_largest(std::int64_t number) const {
  Fraction wanted(number);
  Fraction sum;
  for (const Part& part : parts_) {
    if (part.respondents >= wanted) return sum + wanted * part.size;
    sum = sum + part.respondents * part.size;
    wanted = wanted - part.respondents;
  }
  return complete() ? std::optional(sum) : std::nullopt;
}

}  // namespace sfumato::tables
