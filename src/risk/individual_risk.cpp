// Individual risk: the probability that a record is re-identified by its keys, given the number of people in
// the population with the same keys, which the sampling weights estimate.
#include <algorithm>
#include <numeric>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/key_columns.hpp"
#include "risk/keyed_records.hpp"
#include "stats/linkage/match_chances.hpp"

namespace sfumato::risk {
namespace {

struct IndividualRisk {
  std::vector<std::string> keys;
  MissingAs missing_as = MissingAs::wildcard;

  static MeasureInfo info() {
    return {
        .name = "individual-risk",
        .title = "Individual risk of re-identification",
        .summary = "Share of records that are expected to be re-identified by their keys.",
        .side = Side::risk,
        .better = Better::lower,
        .range = "0 to 100 %",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .needs_mapping = false,
        .cost = "n, times patterns of missing keys",
        .reference =
            "Benedetti, Franconi (1998), Statistical and technological solutions for controlled data "
            "dissemination; Franconi, Polettini (2004), Individual risk estimation in mu-Argus: a review, "
            "Privacy in Statistical Databases, LNCS 3050",
        .by_default = ByDefault::never};
  }

  static void params(ParamList<IndividualRisk>& list) {
    add_keys(list);
    add_missing_as(list);
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const auto [keyed, weights, found] =
        counted_records(original, masked, columns, keys, missing_as, run, result);
    if (!result.note.empty()) return result;
    const std::vector<double>& records = found.of(missing_as);
    std::vector<double> risks(records.size());
    for (std::size_t row = 0; row < risks.size(); ++row) {
      risks[row] =
          stats::weighted_match_chance(records[row], weights.empty() ? records[row] : found.weights[row]);
    }
    risks = keyed.kept.of_all(std::move(risks), 0.0);
    const double expected = std::accumulate(risks.begin(), risks.end(), 0.0);
    const double share = expected / static_cast<double>(risks.size());
    result.value = 100.0 * share;
    result.details.set("weighted", !weights.empty()).set("expected", expected).set("global", share);
    result.details.set("largest", *std::max_element(risks.begin(), risks.end()));
    result.reading = rounded(expected) + " of " + std::to_string(risks.size()) +
                     " records are expected to be re-identified by their keys" + blank_words(result.details);
    if (const auto household = column_with_role(original, Role::household)) {
      const double together = household_risk(stats::key_column(masked.column(*household)), risks);
      result.details.set("household_expected", together);
      result.reading += ", " + rounded(together) + " with the other members of their household";
    }
    result.per_record = std::move(risks);
    return result;
  }

  static double household_risk(const stats::KeyColumn& household, const std::vector<double>& risks) {
    std::vector<double> none_found(static_cast<std::size_t>(household.distinct), 1.0);
    for (std::size_t row = 0; row < risks.size(); ++row) {
      if (household.codes[row] == stats::KeyColumn::missing) continue;
      none_found[static_cast<std::size_t>(household.codes[row])] *= 1.0 - risks[row];
    }
    double sum = 0.0;
    for (std::size_t row = 0; row < risks.size(); ++row) {
      const bool alone = household.codes[row] == stats::KeyColumn::missing;
      sum += alone ? risks[row] : 1.0 - none_found[static_cast<std::size_t>(household.codes[row])];
    }
    return sum;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, individual_risk, IndividualRisk)
