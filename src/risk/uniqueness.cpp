// Uniqueness: the share of records, or of units with several records, that are unique on their keys in the
// sample, and how many of these are unique in the population too. Only the latter can be identified with
// certainty.
#include <algorithm>
#include <numeric>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/key_columns.hpp"
#include "risk/key_tallies.hpp"
#include "risk/keyed_records.hpp"
#include "risk/population_keys.hpp"
#include "stats/classes/population_uniques.hpp"

namespace sfumato::risk {
namespace {

struct Uniqueness {
  std::vector<std::string> keys;
  std::string population;
  std::optional<double> population_size;

  static MeasureInfo info() {
    return {
        .name = "uniqueness",
        .title = "Uniqueness in sample and population",
        .summary = "Share of records that are unique on their keys in the file.",
        .side = Side::risk,
        .better = Better::lower,
        .range = "0 to 100 %",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .needs_mapping = false,
        .cost = "n",
        .reference =
            "Bethlehem, Keller, Pannekoek (1990), Disclosure control of microdata, JASA 85; Zayatz (1991), "
            "Estimation of the percent of unique population elements on a microdata file using the sample, "
            "US Bureau of the Census; Chen, Keller-McNulty (1998), Estimation of identification disclosure "
            "risk in microdata, Journal of Official Statistics 14(1); Hoshino (2001), Applying Pitman's "
            "sampling formula to microdata disclosure risk assessment, Journal of Official Statistics 17(4)",
        .by_default = ByDefault::never,
        .counted = true};
  }

  static void params(ParamList<Uniqueness>& list) {
    add_keys(list);
    add_population(list);
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const KeyedRecords keyed = keyed_records(original, masked, columns, keys, run);
    Score result = described(original, keyed);
    if (result.note.empty()) result.note = unfit_weights(original, masked);
    if (!result.note.empty()) return result;
    const KeyFrequencies found = key_frequencies(keyed, {}, MissingAs::wildcard, 1.0, run);
    for (const double size : found.category) result.per_record.push_back(size == 1.0 ? 1.0 : 0.0);
    result.per_record = keyed.kept.of_all(std::move(result.per_record), 0.0);
    const stats::RecordCounts times = keyed.kept_subjects();
    set_uniqueness({tally_of(smallest_by_subject(found.wildcard, keyed), times),
                    tally_of(smallest_by_subject(found.category, keyed), times)},
                   keyed.counted(), result);
    if (keyed.units) {
      const KeyFrequencies records = frequencies_of_records(keyed, {}, MissingAs::wildcard, 1.0, run);
      Value by_records = Value::object();
      describe_uniques(
          {tally_of(records.wildcard, keyed.table.counts), tally_of(records.category, keyed.table.counts)},
          by_records);
      by_records.set("percent", by_records.at("sample_uniques").as_number() * 100.0 /
                                    static_cast<double>(keyed.kept.all()));
      result.details.set("by_records", by_records);
    }
    add_population_uniques(original, masked, keyed, found, run, result);
    return result;
  }

  // Estimates take each unit once: they need one combination of keys for each of them.
  void add_population_uniques(const Table& original, const Table& masked, const KeyedRecords& keyed,
                              const KeyFrequencies& found, const Run& run, Score& result) const {
    std::vector<double> weights = record_weights(original, masked);
    if (keyed.units && !weights.empty()) {
      const auto column = column_with_role(original, Role::unit);
      weights = stats::smallest_of_units(weights, stats::units_of(masked.column(*column)));
    }
    double people = people_known(population_size,
                                 keyed.units ? weights : weights_of_classes(masked, keyed, weights, run));
    std::vector<double> sizes;  // of each combination of keys
    const stats::KeyClasses classes = stats::equal_classes(keyed.table, run);
    for (const std::uint32_t row : classes.first) sizes.push_back(found.category[row]);
    if (!population.empty()) {
      const PopulationCounts counts = population_counts(keyed.kept.table(), keyed.used, run.table(population),
                                                        MissingAs::category, found.category, run);
      people = static_cast<double>(counts.people_in_all);
      count(counts, classes, sizes, result);
    }
    if (people <= 0.0) return;
    const double combinations = std::accumulate(sizes.begin(), sizes.end(), 0.0);
    if (keyed.units && combinations > static_cast<double>(keyed.units->kept.count)) {
      result.details.set("population", people).set("estimates", Value());
      result.details.set("estimates_note", "units have different keys in different records");
      return;
    }
    add_estimates(sample_of(keyed.table, sizes), people, result);
  }

  // Each combination of keys that is unique in the file is counted once.
  static void count(const PopulationCounts& counts, const stats::KeyClasses& classes,
                    const std::vector<double>& sizes, Score& result) {
    double uniques = 0.0, alone = 0.0, people = 0.0;
    for (std::size_t number = 0; number < sizes.size(); ++number) {
      if (sizes[number] != 1.0) continue;
      const std::size_t row = classes.first[number];
      uniques += 1.0;
      people += counts.people[row];
      alone += counts.people[row] == 1.0 ? 1.0 : 0.0;
    }
    Value counted = Value::object();
    counted.set("population_uniques", static_cast<std::int64_t>(counts.uniques))
        .set("percent", counts.people_in_all > 0
                            ? Value(100.0 * counts.uniques / static_cast<double>(counts.people_in_all))
                            : Value())
        .set("given_sample_unique", uniques > 0.0 ? Value(alone / uniques) : Value())
        .set("correct_given_unique", uniques > 0.0 ? Value(uniques / people) : Value());
    result.details.set("counted", counted);
    if (counts.outnumbered > 0) result.details.set("outnumbered_records", counts.outnumbered);
    result.reading += ", and " + rounded(alone, 15) + " of them in the population";
  }

  static stats::SampleClasses sample_of(const stats::KeyTable& table, const std::vector<double>& sizes) {
    stats::SampleClasses sample{{}, 1.0};
    for (const double size : sizes) ++sample.of_size[static_cast<std::uint32_t>(size)];
    for (const stats::KeyColumn& column : table.columns) {
      const bool gaps = std::find(column.codes.begin(), column.codes.end(), stats::KeyColumn::missing) !=
                        column.codes.end();
      sample.cells *= column.distinct + (gaps ? 1.0 : 0.0);
    }
    return sample;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, uniqueness, Uniqueness)
