// SUDA, special unique detection: records that are unique on few of their keys. A record that is unique on
// two columns out of seven has more risk than one that is unique only on all seven.
#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/key_columns.hpp"
#include "risk/keyed_records.hpp"
#include "stats/classes/column_lattice.hpp"
#include "stats/classes/minimal_uniques.hpp"

namespace sfumato::risk {
namespace {

struct Suda {
  std::vector<std::string> keys;
  double fraction = 0.01;
  std::int64_t max_size = 0;

  static MeasureInfo info() {
    return {
        .name = "suda",
        .title = "Special uniques (SUDA)",
        .summary =
            "Share of records that are unique on some of their keys, with a score for how few are enough.",
        .side = Side::risk,
        .better = Better::lower,
        .range = "0 to 100 %",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .needs_mapping = false,
        .cost = "distinct keys times sets of keys on which some agree",
        .reference =
            "Elliot, Manning, Ford (2002), A computational algorithm for handling the special uniques "
            "problem, International Journal of Uncertainty, Fuzziness and Knowledge-Based Systems 10(5); "
            "Manning, Haglin, Keane (2008), A recursive search algorithm for statistical disclosure "
            "assessment, Data Mining and Knowledge Discovery 16(2)",
        .by_default = ByDefault::never,
        .counted = true};
  }

  static void params(ParamList<Suda>& list) {
    add_keys(list);
    list.number("fraction", &Suda::fraction)
        .range(0.0001, 1.0)
        .doc("Share of the population that is in the sample, for the DIS scores.");
    list.integer("max-size", &Suda::max_size)
        .range(0, static_cast<double>(stats::most_unique_columns))
        .unit("keys")
        .doc("Largest size of the sets of keys that are searched; 0 searches all.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const KeyedRecords keyed = keyed_records(original, masked, columns, keys, run);
    const auto& [used, kept, table, units] = keyed;
    Score result = described(original, keyed);
    if (!result.note.empty()) return result;
    if (used.size() > stats::most_unique_columns) {
      result.note = "takes at most " + std::to_string(stats::most_unique_columns) + " keys";
      return result;
    }
    const std::size_t largest = max_size == 0 ? used.size() : static_cast<std::size_t>(max_size);
    const stats::KeyClasses classes = stats::equal_classes(table, run);
    if (units && used.size() > stats::ColumnLattice::most_columns &&
        stats::class_units(classes, units->kept).units.size() > units->kept.count) {
      result.note = "takes at most " + std::to_string(stats::ColumnLattice::most_columns) +
                    " keys where units have different keys in different records";
      return result;
    }
    const auto uniques = units ? stats::minimal_uniques(table, classes, units->kept, largest, run)
                               : stats::minimal_uniques(table, classes, largest, run);
    result.per_record = scores(uniques, original, used, table.rows, result.details);
    // Records with the keys of a unique record are of the same unit.
    for (std::size_t row = 0; row < table.rows; ++row) {
      result.per_record[row] = result.per_record[classes.first[classes.of_row[row]]];
    }
    const std::vector<double> of_subjects = risks_by_subject(result.per_record, keyed);
    const auto special =
        std::count_if(of_subjects.begin(), of_subjects.end(), [](double score) { return score > 0.0; });
    to_dis(of_subjects, pairs(classes, units), used.size(), result.per_record);
    const double max_dis = *std::max_element(result.per_record.begin(), result.per_record.end());
    result.details.set("special_uniques", special).set("max_dis", max_dis);
    if (units) result.details.set("by_records", of_records(original, keyed, classes, largest, run));
    result.per_record = kept.of_all(std::move(result.per_record), 0.0);
    result.value = 100.0 * static_cast<double>(special) / static_cast<double>(keyed.subjects());
    result.reading = std::to_string(special) + " of " + std::to_string(keyed.subjects()) + " " +
                     keyed.subjects_word() +
                     " are unique on some of their keys; the most certain match is right with "
                     "probability " +
                     rounded(max_dis, 3);
    return result;
  }

  static Value of_records(const Table& original, const KeyedRecords& keyed, const stats::KeyClasses& classes,
                          std::size_t largest, const Run& run) {
    Value details = Value::object();
    const std::vector<double> found = scores(stats::minimal_uniques(keyed.table, classes, largest, run),
                                             original, keyed.used, keyed.table.rows, details);
    const auto special = std::count_if(found.begin(), found.end(), [](double score) { return score > 0.0; });
    return details.set("special_uniques", special)
        .set("percent", 100.0 * static_cast<double>(special) / static_cast<double>(keyed.kept.all()));
  }

  // The score of each record, and their totals.
  static std::vector<double> scores(const std::vector<stats::MinimalUnique>& uniques, const Table& original,
                                    const ColumnSet& used, std::size_t rows, Value& details) {
    std::vector<double> factorial(used.size() + 1, 1.0);
    for (std::size_t i = 2; i < factorial.size(); ++i) {
      factorial[i] = factorial[i - 1] * static_cast<double>(i);
    }
    std::vector<double> result(rows, 0.0);
    std::vector<ExactSum> share(used.size());
    std::vector<std::size_t> sizes(used.size() + 1, 0);
    for (const stats::MinimalUnique& unique : uniques) {
      const auto size = static_cast<std::size_t>(std::popcount(unique.columns));
      const double score = factorial[used.size() - size];
      result[unique.row] += score;
      ++sizes[size];
      for (std::size_t j = 0; j < used.size(); ++j) {
        if ((unique.columns >> j & 1U) != 0) share[j].add(score);
      }
    }
    const double sum = exact_sum(result);
    Value contributions = Value::object(), counts = Value::object();
    for (std::size_t j = 0; j < used.size(); ++j) {
      contributions.set(original.info(used[j]).name, sum > 0.0 ? 100.0 * share[j].value() / sum : 0.0);
      counts.set(std::to_string(j + 1), sizes[j + 1]);
    }
    details.set("sum_scores", sum).set("sizes", counts).set("contributions", contributions);
    return result;
  }

  // Records, or units, that share their keys with one other.
  static double pairs(const stats::KeyClasses& classes, const std::optional<KeyUnits>& units) {
    if (!units) return 2.0 * static_cast<double>(std::count(classes.sizes.begin(), classes.sizes.end(), 2U));
    const stats::ClassUnits members = stats::class_units(classes, units->kept);
    double result = 0.0;
    for (std::size_t number = 0; number < classes.count(); ++number) {
      if (members.count(number) == 2) result += 2.0;
    }
    return result;
  }

  // From scores to DIS scores of records, by the scores of all records, or of all units: a unit has that of
  // its record with the highest.
  void to_dis(const std::vector<double>& of_subjects, double paired, std::size_t columns,
              std::vector<double>& scores) const {
    const auto uniques = static_cast<double>(
        std::count_if(of_subjects.begin(), of_subjects.end(), [](double score) { return score > 0.0; }));
    const double exponent = 1.0 + (8.0 - static_cast<double>(columns)) / 20.0;
    const double found = uniques * fraction / (uniques * fraction + paired * (1.0 - fraction));
    // There are few different scores, and the power of each is computed once.
    std::unordered_map<double, double> raised;
    ExactSum powers;
    const auto power = [&](double score) {
      const auto [place, fresh] = raised.try_emplace(score, 0.0);
      if (fresh) place->second = std::pow(score, -exponent);
      return place->second;
    };
    for (const double score : of_subjects) {
      if (score > 0.0) powers.add(power(score));
    }
    const double sum = powers.value();
    for (double& score : scores) {
      if (score > 0.0) score = 1.0 / (1.0 + (uniques / found - uniques) * power(score) / sum);
    }
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, suda, Suda)
