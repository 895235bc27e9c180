// Uniqueness: the share of records that are unique on their keys in the sample, and how many of these are
// unique in the population too. Only the latter can be identified with certainty.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/key_columns.hpp"
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
        .by_default = ByDefault::never};
  }

  static void params(ParamList<Uniqueness>& list) {
    add_keys(list);
    add_population(list);
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const auto [used, kept, table] = keyed_records(original, masked, columns, keys, run);
    Score result = described(original, used, kept, table);
    if (result.note.empty()) result.note = unfit_weights(original, masked);
    if (!result.note.empty()) return result;
    const KeyFrequencies found = key_frequencies(table, {}, MissingAs::wildcard, 1.0, run);
    const auto uniques = std::count(found.category.begin(), found.category.end(), 1.0);
    for (const double size : found.category) result.per_record.push_back(size == 1.0 ? 1.0 : 0.0);
    result.per_record = kept.of_all(std::move(result.per_record), 0.0);
    result.value = 100.0 * static_cast<double>(uniques) / static_cast<double>(kept.all());
    result.details.set("sample_uniques", uniques)
        .set("wildcard_uniques", std::count(found.wildcard.begin(), found.wildcard.end(), 1.0));
    result.reading = std::to_string(uniques) + " of " + std::to_string(kept.all()) +
                     " records are unique on their keys in the file" + missing_words(result.details) +
                     blank_words(result.details);
    double people = people_known(population_size, record_weights(original, masked));
    if (!population.empty()) {
      const PopulationCounts counts = population_counts(kept.table(), used, run.table(population),
                                                        MissingAs::category, found.category, run);
      people = static_cast<double>(counts.people_in_all);
      count(counts, found.category, result);
    }
    if (people > 0.0) estimate(sample_of(table, found.category), people, result);
    return result;
  }

  // Which reading of missing keys the number has; nothing where no key is missing.
  static std::string missing_words(const Value& details) {
    if (details.find("incomplete_records") == nullptr) return {};
    return " when a missing key is a value of its own (" + to_text(details.at("wildcard_uniques")) +
           " when it matches anything)";
  }

  static void count(const PopulationCounts& counts, const std::vector<double>& records, Score& result) {
    double uniques = 0.0, alone = 0.0, people = 0.0;
    for (std::size_t row = 0; row < records.size(); ++row) {
      if (records[row] != 1.0) continue;
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
    std::map<std::uint32_t, std::uint64_t> records;
    for (const double size : sizes) ++records[static_cast<std::uint32_t>(size)];
    stats::SampleClasses sample{{}, 1.0};
    for (const auto& [size, count] : records) sample.of_size[size] = count / size;
    for (const stats::KeyColumn& column : table.columns) {
      const bool gaps = std::find(column.codes.begin(), column.codes.end(), stats::KeyColumn::missing) !=
                        column.codes.end();
      sample.cells *= column.distinct + (gaps ? 1.0 : 0.0);
    }
    return sample;
  }

  // A population that is smaller than the file is not valid.
  static void estimate(const stats::SampleClasses& sample, double people, Score& result) {
    result.details.set("population", people);
    if (people < sample.records()) {
      result.details.set("estimates", Value());
      result.reading += "; a population cannot be smaller than the file";
      return;
    }
    Value estimates = Value::object();
    for (const auto& [name, uniques] : {std::pair("poisson", stats::poisson_uniques(sample, people)),
                                        {"pitman", stats::pitman_uniques(sample, people)},
                                        {"zayatz", stats::zayatz_uniques(sample, people)},
                                        {"snb", stats::slide_uniques(sample, people)}}) {
      Value one;
      if (uniques && std::isfinite(*uniques)) {
        // A unique of the population is in the sample with probability n/N, and unique there.
        const double expected = *uniques * sample.records() / people;
        one = Value::object();
        one.set("population_uniques", *uniques).set("percent", 100.0 * *uniques / people);
        one.set("given_sample_unique",
                sample.uniques() > 0.0 ? Value(std::min(1.0, expected / sample.uniques())) : Value());
      }
      estimates.set(name, one);
    }
    result.details.set("estimates", estimates);
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, uniqueness, Uniqueness)
