// Re-identification by three attackers: a prosecutor knows that a person is in the file, a journalist only
// that a person is in the population, and a marketer needs many correct matches rather than one.
#include <algorithm>
#include <functional>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/key_columns.hpp"
#include "risk/keyed_records.hpp"
#include "risk/population_keys.hpp"
#include "stats/linkage/match_chances.hpp"

namespace sfumato::risk {
namespace {

enum class Attacker { prosecutor, journalist, marketer };

struct Reidentification {
  std::vector<std::string> keys;
  MissingAs missing_as = MissingAs::wildcard;
  Attacker attacker = Attacker::prosecutor;
  double threshold = 0.2;
  std::string population;
  std::optional<double> population_size;

  static MeasureInfo info() {
    return {
        .name = "reidentification",
        .title = "Re-identification by prosecutor, journalist and marketer",
        .summary = "The chance that an attacker who knows the keys finds the right record.",
        .side = Side::risk,
        .better = Better::lower,
        .range = "0 to 100 %",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .needs_mapping = false,
        .cost = "n and people, times patterns of missing keys",
        .reference =
            "El Emam, Dankar (2008), Protecting privacy using k-anonymity, Journal of the American Medical "
            "Informatics Association 15(5); Dankar, El Emam (2010), A method for evaluating marketer "
            "re-identification risk, EDBT/ICDT Workshops",
        .by_default = ByDefault::never,
        .counted = true};
  }

  static void params(ParamList<Reidentification>& list) {
    add_keys(list);
    add_missing_as(list);
    list.choice("attacker", &Reidentification::attacker,
                {{"prosecutor", Attacker::prosecutor},
                 {"journalist", Attacker::journalist},
                 {"marketer", Attacker::marketer}})
        .doc("The attacker whose probability is the value.");
    list.number("threshold", &Reidentification::threshold)
        .range(0.0, 1.0)
        .doc("Probabilities above it are counted.");
    add_population(list);
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const auto [keyed, weights, found] =
        counted_records(original, masked, columns, keys, missing_as, run, result);
    if (!result.note.empty()) return result;
    const Chances chances = chances_of(keyed, weights, found, keyed.subjects(), run, result.details);
    describe(risks_by_subject(chances.of_file, keyed), risks_by_subject(chances.of_people, keyed),
             keyed.all_subjects(), keyed, result);
    result.per_record =
        keyed.kept.of_all(attacker == Attacker::prosecutor ? chances.of_file : chances.of_people, 0.0);
    if (keyed.units) {
      const KeyFrequencies records = frequencies_of_records(keyed, weights, missing_as, 1.0, run);
      Score by_records;
      const Chances own = chances_of(keyed, weights, records, keyed.kept.all(), run, by_records.details);
      describe(keyed.kept.of_all(own.of_file, 0.0), keyed.kept.of_all(own.of_people, 0.0),
               keyed.kept.counts(), keyed, by_records);
      result.details.set("by_records", by_records.details);
    }
    return result;
  }

  // Of each kept record.
  struct Chances {
    std::vector<double> of_file, of_people;
  };
  // `all` is how many subjects the file has.
  Chances chances_of(const KeyedRecords& keyed, const std::vector<double>& weights,
                     const KeyFrequencies& found, std::size_t all, const Run& run, Value& details) const {
    const std::vector<double>& records = found.of(missing_as);
    Chances result{std::vector<double>(records.size()), {}};
    std::transform(records.begin(), records.end(), result.of_file.begin(), [](double f) { return 1.0 / f; });
    if (!population.empty()) {
      result.of_people = counted(keyed.kept.table(), keyed.used, records, run, details);
    } else if (population_size || !weights.empty()) {
      result.of_people = estimated(records, found.weights, static_cast<double>(all), details);
    } else {
      details.set("people", "unknown");
      result.of_people = result.of_file;
    }
    return result;
  }

  std::vector<double> counted(const Table& masked, const ColumnSet& used, const std::vector<double>& records,
                              const Run& run, Value& details) const {
    const PopulationCounts found =
        population_counts(masked, used, run.table(population), missing_as, records, run);
    details.set("people", "file").set("population", found.people_in_all);
    if (found.outnumbered > 0) details.set("outnumbered_records", found.outnumbered);
    std::vector<double> chances(records.size());
    std::transform(found.people.begin(), found.people.end(), chances.begin(),
                   [](double f) { return 1.0 / f; });
    return chances;
  }

  // A given size of the population has priority over weights.
  std::vector<double> estimated(const std::vector<double>& records, const std::vector<double>& weights,
                                double all, Value& details) const {
    details.set("people", "estimated");
    if (population_size) details.set("population", *population_size);
    std::vector<double> chances(records.size());
    for (std::size_t row = 0; row < records.size(); ++row) {
      const double people = population_size ? records[row] * *population_size / all : weights[row];
      chances[row] = stats::weighted_match_chance(records[row], people);
    }
    return chances;
  }

  void describe(const std::vector<double>& of_file, const std::vector<double>& of_people,
                const stats::RecordCounts& times, const KeyedRecords& keyed, Score& result) const {
    const auto highest = [](const std::vector<double>& chances) {
      return 100.0 * *std::max_element(chances.begin(), chances.end());
    };
    const auto average = [&](const std::vector<double>& chances) {
      return 100.0 * times.sum(chances) / static_cast<double>(times.records(chances.size()));
    };
    for (const auto& [name, chances] : {std::pair("prosecutor", &of_file), {"journalist", &of_people}}) {
      const std::size_t above = times.count_if(*chances, [&](double chance) { return chance > threshold; });
      Value one = Value::object();
      one.set("highest", highest(*chances)).set("average", average(*chances));
      one.set("above",
              100.0 * static_cast<double>(above) / static_cast<double>(times.records(chances->size())));
      result.details.set(name, one);
    }
    Value marketer = Value::object();
    marketer.set("average", average(of_people));
    result.details.set("marketer", marketer);
    if (attacker == Attacker::marketer) {
      result.value = average(of_people);
      result.reading = "an attacker who matches all " + keyed.subjects_word() +
                       " by their keys is right about " + rounded(*result.value, 3) + " % of them";
      return;
    }
    const bool known = attacker == Attacker::prosecutor;
    const Value& one = result.details.at(known ? "prosecutor" : "journalist");
    result.value = one.at("highest").as_number();
    result.reading = std::string("an attacker who looks for a person ") +
                     (known ? "who is in the file" : "of the population") +
                     " is right with a chance of up to " + rounded(*result.value, 3) + " %; it is above " +
                     rounded(100.0 * threshold, 3) + " % for " + rounded(one.at("above").as_number(), 3) +
                     " % of the " + keyed.subjects_word();
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, reidentification, Reidentification)
