// SUM(c). One record changes it by at most the range of its possible values, including 0 if a record may be
// outside the query set.
#include <algorithm>

#include "queries/aggregates/aggregate.hpp"
#include "queries/camouflage/outward.hpp"

namespace sfumato::queries {

AggregateRecord sum_aggregate() {
  AggregateRecord record;
  record.forms = {{"SUM"}};
  record.exact.sums = true;
  record.exact.of_figures = [](const Figures& figures) { return static_cast<double>(figures.sum); };
  record.noisy.parts = [](const Query&, const SensitivityInputs& at, bool) {
    return std::vector{noise_part(PartKind::sum, sum_sensitivity(at))};
  };
  record.audit = Audit::sums;
  record.certain.of_sums = [](std::int64_t records, std::span<const Wide> sums, int decimals) {
    const auto [least, greatest] = std::minmax_element(sums.begin(), sums.end());
    return decimal_interval(*least, *greatest + records, decimals);
  };
  record.revealed_sum = RevealedSum::total;
  return record;
}

}  // namespace sfumato::queries
