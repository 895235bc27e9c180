// Model risk: a log-linear model smooths the counts of combinations of keys, so that keys that are rare by
// chance are distinguished from keys that are rare in the population.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/exact_sum.hpp"
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "risk/key_columns.hpp"
#include "risk/keyed_records.hpp"
#include "risk/population_keys.hpp"
#include "stats/linkage/match_chances.hpp"
#include "stats/models/log_linear.hpp"

namespace sfumato::risk {
namespace {

enum class Formula { main, two_way };

struct ModelRisk {
  std::vector<std::string> keys;
  Formula formula = Formula::main;
  std::optional<double> population_size;

  static MeasureInfo info() {
    return {
        .name = "model-risk",
        .title = "Risk by a log-linear model",
        .summary = "Share of records that are unique on their keys and expected to be matched correctly.",
        .side = Side::risk,
        .better = Better::lower,
        .range = "0 to 100 %",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .needs_mapping = false,
        .cost = "n; two-way: combinations of values, times pairs of keys, times cycles",
        .reference =
            "Skinner, Holmes (1998), Estimating the re-identification risk per record in microdata, Journal "
            "of Official Statistics 14(4); Elamir, Skinner (2006), Record level measures of disclosure risk "
            "for survey microdata, Journal of Official Statistics 22(3); Skinner, Shlomo (2008), Assessing "
            "identification risk in survey microdata using log-linear models, JASA 103",
        .by_default = ByDefault::never,
        .counted = true};
  }

  static void params(ParamList<ModelRisk>& list) {
    add_keys(list);
    list.choice("formula", &ModelRisk::formula, {{"main", Formula::main}, {"two-way", Formula::two_way}})
        .doc("The model's effects: of each key, or of each pair of keys.");
    list.number("population-size", &ModelRisk::population_size)
        .at_least(1.0)
        .unit("people")
        .doc("Size of the population; without, the sum of the weights.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const KeyedRecords keyed = keyed_records(original, masked, columns, keys, run);
    const auto& [used, kept, table, units] = keyed;
    Score result = described(original, keyed);
    if (result.note.empty()) result.note = unfit_weights(original, masked);
    if (!result.note.empty()) return result;
    if (units && units->kept.count < kept.all() - kept.suppressed()) {
      result.note = "its model is of records, and units of '" + units->column +
                    "' have several: measure a table with one record for each";
      return result;
    }
    const stats::KeyClasses classes = stats::equal_classes(table, run);
    std::optional<stats::FittedCounts> fitted = stats::fitted_main_effects(table, classes);
    if (formula == Formula::two_way) fitted = stats::fitted_pairs(table, classes, run);
    result.details.set("combinations", stats::cell_count(table));
    if (!fitted) {
      result.note = "formula=two-way takes at most " + rounded(stats::most_fitted_cells, 7) +
                    " combinations of values, and the keys have " + rounded(stats::cell_count(table), 7);
      return result;
    }
    if (formula == Formula::two_way) {
      result.details.set("cycles", fitted->cycles).set("converged", fitted->converged);
    }
    const double people = people_known(
        population_size, weights_of_classes(masked, keyed, record_weights(original, masked), run));
    const auto records = static_cast<double>(kept.all());
    describe(classes, *fitted, people > records ? records / people : 1.0, kept, result);
    return result;
  }

  static void describe(const stats::KeyClasses& classes, const stats::FittedCounts& fitted, double sampled,
                       const KeptRecords& kept, Score& result) {
    double uniques = 0.0;
    ExactSum of_population, of_matches, of_expected;  // of classes in any order
    std::vector<double> chances(classes.count());
    for (std::size_t number = 0; number < classes.count(); ++number) {
      const double others = fitted.of_class[number] * (1.0 - sampled) / sampled, size = classes.sizes[number];
      chances[number] = stats::poisson_match_chance(size, others);
      of_expected.add(size * chances[number]);
      if (classes.sizes[number] > 1) continue;
      uniques += 1.0;
      of_population.add(std::exp(-others));
      of_matches.add(chances[number]);
    }
    const double population_uniques = of_population.value(), matches = of_matches.value();
    for (const std::uint32_t number : classes.of_row) result.per_record.push_back(chances[number]);
    result.per_record = kept.of_all(std::move(result.per_record), 0.0);
    const auto percent = [&](double sum) { return uniques > 0.0 ? Value(100.0 * sum / uniques) : Value(); };
    result.value = 100.0 * matches / static_cast<double>(kept.all());
    result.details.set("sampled", sampled)
        .set("sample_uniques", static_cast<std::int64_t>(uniques))
        .set("population_uniques", population_uniques)
        .set("population_uniques_percent", percent(population_uniques))
        .set("correct_matches", matches)
        .set("correct_matches_percent", percent(matches))
        .set("expected", of_expected.value());
    result.reading = rounded(matches) + " correct matches are expected of the " + rounded(uniques, 15) +
                     " records that are unique on their keys";
    if (sampled == 1.0) result.reading += ", as if the file were the whole population";
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, model_risk, ModelRisk)
