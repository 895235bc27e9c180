// SUDA, special unique detection: records that are unique on few of their keys. A record that is unique on
// two columns out of seven has more risk than one that is unique only on all seven.
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <unordered_map>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/key_columns.hpp"
#include "risk/keyed_records.hpp"
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
        .by_default = ByDefault::never};
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
    const auto [used, kept, table] = keyed_records(original, masked, columns, keys, run);
    Score result = described(original, used, kept, table);
    if (!result.note.empty()) return result;
    if (used.size() > stats::most_unique_columns) {
      result.note = "takes at most " + std::to_string(stats::most_unique_columns) + " keys";
      return result;
    }
    const std::size_t largest = max_size == 0 ? used.size() : static_cast<std::size_t>(max_size);
    const stats::KeyClasses classes = stats::equal_classes(table, run);
    const std::vector<stats::MinimalUnique> uniques = stats::minimal_uniques(table, classes, largest, run);
    result.per_record = scores(uniques, original, used, table.rows, result.details);
    const auto special = std::count_if(result.per_record.begin(), result.per_record.end(),
                                       [](double score) { return score > 0.0; });
    to_dis(result.per_record, static_cast<double>(special), pairs(classes), used.size());
    const double max_dis = *std::max_element(result.per_record.begin(), result.per_record.end());
    result.details.set("special_uniques", special).set("max_dis", max_dis);
    result.per_record = kept.of_all(std::move(result.per_record), 0.0);
    result.value = 100.0 * static_cast<double>(special) / static_cast<double>(kept.all());
    result.reading = std::to_string(special) + " of " + std::to_string(kept.all()) +
                     " records are unique on some of their keys; the most certain match is right with "
                     "probability " +
                     rounded(max_dis, 3);
    return result;
  }

  // The score of each record, and their totals.
  static std::vector<double> scores(const std::vector<stats::MinimalUnique>& uniques, const Table& original,
                                    const ColumnSet& used, std::size_t rows, Value& details) {
    std::vector<double> factorial(used.size() + 1, 1.0);
    for (std::size_t i = 2; i < factorial.size(); ++i) {
      factorial[i] = factorial[i - 1] * static_cast<double>(i);
    }
    std::vector<double> result(rows, 0.0), share(used.size(), 0.0);
    std::vector<std::size_t> sizes(used.size() + 1, 0);
    for (const stats::MinimalUnique& unique : uniques) {
      const auto size = static_cast<std::size_t>(std::popcount(unique.columns));
      const double score = factorial[used.size() - size];
      result[unique.row] += score;
      ++sizes[size];
      for (std::size_t j = 0; j < used.size(); ++j) {
        if ((unique.columns >> j & 1U) != 0) share[j] += score;
      }
    }
    const double sum = std::accumulate(result.begin(), result.end(), 0.0);
    Value contributions = Value::object(), counts = Value::object();
    for (std::size_t j = 0; j < used.size(); ++j) {
      contributions.set(original.info(used[j]).name, sum > 0.0 ? 100.0 * share[j] / sum : 0.0);
      counts.set(std::to_string(j + 1), sizes[j + 1]);
    }
    details.set("sum_scores", sum).set("sizes", counts).set("contributions", contributions);
    return result;
  }

  static double pairs(const stats::KeyClasses& classes) {
    return 2.0 * static_cast<double>(std::count(classes.sizes.begin(), classes.sizes.end(), 2U));
  }

  void to_dis(std::vector<double>& scores, double uniques, double paired, std::size_t columns) const {
    const double exponent = 1.0 + (8.0 - static_cast<double>(columns)) / 20.0;
    const double found = uniques * fraction / (uniques * fraction + paired * (1.0 - fraction));
    // There are few different scores, and the power of each is computed once.
    std::unordered_map<double, double> raised;
    double sum = 0.0;
    for (const double score : scores) {
      if (score <= 0.0) continue;
      const auto [place, fresh] = raised.try_emplace(score, 0.0);
      if (fresh) place->second = std::pow(score, -exponent);
      sum += place->second;
    }
    for (double& score : scores) {
      if (score > 0.0) score = 1.0 / (1.0 + (uniques / found - uniques) * raised.at(score) / sum);
    }
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, suda, Suda)
