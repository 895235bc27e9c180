// Individual risk: the probability that a record is re-identified by its keys, given the number of people in
// the population with the same keys, which the sampling weights estimate.
#include <algorithm>
#include <cmath>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/household_risk.hpp"
#include "risk/key_columns.hpp"
#include "risk/keyed_records.hpp"
#include "stats/linkage/match_chances.hpp"

namespace sfumato::risk {
namespace {

struct IndividualRisk {
  std::vector<std::string> keys;
  MissingAs missing_as = MissingAs::wildcard;
  double threshold = 0.1;

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
        .by_default = ByDefault::never,
        .counted = true};
  }

  static void params(ParamList<IndividualRisk>& list) {
    add_keys(list);
    add_missing_as(list);
    list.number("threshold", &IndividualRisk::threshold)
        .range(0.0, 1.0)
        .unit("probability")
        .doc("Records and households above this risk are counted.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const auto [keyed, weights, found] =
        counted_records(original, masked, columns, keys, missing_as, run, result);
    if (!result.note.empty()) return result;
    result.details.set("weighted", !weights.empty());
    result.per_record = risks_of(found, weights.empty());
    const std::vector<double> risks = risks_by_subject(result.per_record, keyed);
    result.per_record = keyed.kept.of_all(std::move(result.per_record), 0.0);
    const stats::RecordCounts times = keyed.all_subjects();
    describe(risks, times, result.details);
    result.value = 100.0 * result.details.at("global").as_number();
    if (keyed.units) {
      const KeyFrequencies records = frequencies_of_records(keyed, weights, missing_as, 1.0, run);
      Value by_records = Value::object();
      describe(keyed.kept.of_all(risks_of(records, weights.empty()), 0.0), keyed.kept.counts(), by_records);
      result.details.set("by_records", by_records);
    }
    result.reading = rounded(result.details.at("expected").as_number()) + " of " +
                     std::to_string(times.records(risks.size())) + " " + keyed.subjects_word() +
                     " are expected to be re-identified by their keys" + blank_words(result.details);
    result.details.set("threshold", threshold)
        .set("above", count_above(risks, threshold, times))
        .set("benchmark", benchmark(risks, times))
        .set("above_benchmark", count_above(risks, benchmark(risks, times), times));
    if (!times.one_each()) return result;  // members of a household are single records
    if (const auto household = column_with_role(original, Role::household)) {
      add_households(original, masked, *household, result);
    }
    return result;
  }

 private:
  std::vector<double> risks_of(const KeyFrequencies& found, bool unweighted) const {
    const std::vector<double>& records = found.of(missing_as);
    std::vector<double> risks(records.size());
    for (std::size_t row = 0; row < risks.size(); ++row) {
      risks[row] = stats::weighted_match_chance(records[row], unweighted ? records[row] : found.weights[row]);
    }
    return risks;
  }

  static void describe(const std::vector<double>& risks, const stats::RecordCounts& times, Value& details) {
    const double expected = times.sum(risks);
    details.set("expected", expected)
        .set("global", expected / static_cast<double>(times.records(risks.size())));
    details.set("largest", *std::max_element(risks.begin(), risks.end()));
  }

  static std::size_t count_above(const std::vector<double>& risks, double limit,
                                 const stats::RecordCounts& times) {
    return times.count_if(risks, [&](double risk) { return risk > limit; });
  }

  // That of sdcMicro's summary: the median and two median absolute deviations, scaled by 1.4826 as for normal
  // data, and at least 0.1.
  static double benchmark(const std::vector<double>& risks, const stats::RecordCounts& times) {
    const double middle = times.quantile(risks, 0.5);
    std::vector<double> deviations(risks.size());
    std::transform(risks.begin(), risks.end(), deviations.begin(),
                   [&](double risk) { return std::fabs(risk - middle); });
    return std::max(0.1, middle + 2.0 * 1.4826 * times.quantile(deviations, 0.5));
  }

  // A unit with several records is one member of the household of its first record.
  void add_households(const Table& original, const Table& masked, ColumnId column, Score& result) const {
    stats::KeyColumn household = stats::key_column(masked.column(column));
    std::vector<double> risks = result.per_record;
    const auto unit = column_with_role(original, Role::unit);
    if (unit && *unit < masked.column_count()) {
      const stats::Units units = stats::units_of(masked.column(*unit));
      stats::KeyColumn of_units{{}, household.distinct};
      for (std::size_t row = 0; row < risks.size(); ++row) {
        if (units.of_row[row] == of_units.codes.size()) of_units.codes.push_back(household.codes[row]);
      }
      household = std::move(of_units);
      risks = stats::largest_of_units(risks, units);
    }
    const HouseholdTally tally = tally_households(household, risks, {}, threshold);
    tally.describe(result.details);
    result.reading += tally.words();
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, individual_risk, IndividualRisk)
