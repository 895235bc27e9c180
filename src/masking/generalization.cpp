// Generalization. Values become coarser along their hierarchies, in the same way in every record, until each
// record has at least k equal records; of all ways to do so the cheapest is found.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/method.hpp"
#include "core/number_text.hpp"
#include "masking/column_importance.hpp"
#include "masking/level_columns.hpp"
#include "masking/microaggregation.hpp"
#include "masking/privacy_models.hpp"
#include "masking/unit_step.hpp"
#include "stats/generalization/local_generalization.hpp"
#include "stats/generalization/optimal_generalization.hpp"

namespace sfumato::masking {
namespace {

constexpr std::int64_t most_levels = 1000;

using stats::Aggregate;
using stats::GeneralizationObjective;
using stats::Objective;

// The records as codes, and what a population has of them.
struct Prepared {
  std::vector<GeneralizedColumn> columns;
  stats::LevelTable table;
  Population population;
};

// The result of either search: a level for each cell of an entry, [column][entry].
struct CellLevels {
  std::vector<stats::Levels> levels;
  Value details = Value::object();
};

struct Generalization {
  std::int64_t k = 5;
  double suppress = 0.0;
  std::string hierarchies;
  ColumnTexts hierarchy, importance, level, breaks;
  std::string model;
  std::string population;
  std::optional<double> population_size;
  Objective objective = Objective::loss;
  Aggregate aggregate = Aggregate::geometric_mean;
  bool local = false;

  static MethodInfo info() {
    return {
        .name = "generalization",
        .title = "Generalization",
        .family = Family::reduction,
        .summary = "Makes values coarser along hierarchies until each record is one of k equal records.",
        .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
        .reference =
            "Samarati (2001), Protecting respondents' identities in microdata release, IEEE TKDE 13(6); the "
            "models and objectives are those of Prasser, Eicher, Spengler, Bild, Kuhn (2020), Flexible data "
            "anonymization using ARX, Software: Practice and Experience 50(7)",
        .random = false,
        .whole_records = true,
        .made_for = MadeFor::hierarchies};
  }

  static void params(ParamList<Generalization>& list) {
    group_size_param(list);
    list.number("suppress", &Generalization::suppress)
        .range(0.0, 100.0)
        .unit("% of records")
        .doc("Largest share of records that may be suppressed.");
    list.text("hierarchies", &Generalization::hierarchies)
        .doc("Folder with a hierarchy per column, named COLUMN.csv or ending in _COLUMN.csv.");
    list.pairs("hierarchy", &Generalization::hierarchy)
        .doc("The file of a column's hierarchy, COLUMN=FILE: rows as CSV, or a TOML file that builds it.");
    list.pairs("level", &Generalization::level)
        .doc("The level of a column, COLUMN=LEVEL, where it is known and not to be found: 0 leaves it.");
    list.pairs("breaks", &Generalization::breaks)
        .doc(
            "Cut points of a number without a hierarchy, COLUMN=\"10 20 30; 20\", levels separated by ';'; "
            "without, round numbers.");
    list.text("model", &Generalization::model)
        .doc("Further privacy models, such as l-diversity:COLUMN:distinct:5, separated by commas.");
    list.table("population", &Generalization::population)
        .doc("File of the population with the same columns, which k-map and similar models count.");
    list.number("population-size", &Generalization::population_size)
        .at_least(1.0)
        .unit("people")
        .doc("Size of the population for population-uniqueness; without, the records of `population`.");
    list.choice("objective", &Generalization::objective,
                {{"loss", Objective::loss},
                 {"precision", Objective::precision},
                 {"discernibility", Objective::discernibility},
                 {"average-class-size", Objective::average_class_size},
                 {"entropy", Objective::entropy},
                 {"kl", Objective::kl}})
        .doc("The loss that the best levels minimise.");
    list.choice("aggregate", &Generalization::aggregate,
                {{"geometric-mean", Aggregate::geometric_mean},
                 {"sum", Aggregate::sum},
                 {"max", Aggregate::maximum},
                 {"arithmetic-mean", Aggregate::arithmetic_mean}})
        .doc("How loss, precision or entropy of the columns become one number.");
    list.pairs("importance", &Generalization::importance)
        .doc("How much a column counts there, COLUMN=NUMBER above 0, 1 where not given.");
    list.flag("local", &Generalization::local)
        .doc("Generalize each class of records only as far as it needs.");
  }

  std::string refused() const {
    if (std::string reason = importance_refused(importance); !reason.empty()) return reason;
    const bool by_cells =
        objective == Objective::loss || objective == Objective::precision || objective == Objective::entropy;
    if (!importance.empty() && !by_cells) return "importance applies only to loss, precision or entropy";
    for (const auto& [column, text] : level) {
      const std::optional<std::int64_t> wanted = parse_integer(text);
      if (!wanted || *wanted < 0 || *wanted > most_levels)
        return "the level of '" + column + "' is '" + text + "', not a number from 0";
    }
    if (!local) return {};
    if (!level.empty()) return "local generalization finds a level for each class, and none can be given";
    if (objective != Objective::loss) return "local generalization supports only the objective loss";
    for (const WrittenModel& one : parse_models(model)) {
      if (!one.by_classes())
        return "local generalization supports models of single classes only, not " + one.text;
    }
    return {};
  }

  std::size_t most_suppressed(std::size_t records) const {
    return static_cast<std::size_t>(std::floor(suppress / 100.0 * static_cast<double>(records) + 1e-9));
  }

  [[noreturn]] static void refuse_as_impossible() {
    bad_param("suppress", "even the highest levels do not satisfy the models with so few records suppressed",
              "allow more with ‹suppress›, or weaken the models");
  }

  // Of the columns in their order.
  stats::FixedLevels fixed_levels(const Table& original, const ColumnSet& columns,
                                  const std::vector<GeneralizedColumn>& generalized) const {
    stats::FixedLevels result(columns.size());
    for (const auto& [name, text] : level) {
      const auto place = std::find(columns.begin(), columns.end(), original.require(name));
      if (place == columns.end()) {
        bad_param("level", "column '" + name + "' has a level and is not among those to protect",
                  "name it with ‹columns›, or leave out its level");
      }
      const auto j = static_cast<std::size_t>(place - columns.begin());
      const auto wanted = static_cast<std::uint32_t>(parse_integer(text).value_or(0));
      const std::size_t highest = generalized[j].texts.size() - 1;
      if (wanted > highest) {
        bad_param("level",
                  "the level of '" + name + "' is " + text + ", and its hierarchy ends at " +
                      std::to_string(highest),
                  "choose a lower level, or give it a hierarchy of more levels");
      }
      result[j] = wanted;
    }
    return result;
  }

  CellLevels global_levels(const stats::LevelTable& table, const stats::ModelCheck& models,
                           const std::vector<double>& weights, const stats::FixedLevels& fixed,
                           const Run& run) const {
    const GeneralizationObjective cost(table, objective, aggregate, weights);
    const stats::GeneralizationScheme scheme =
        optimal_generalization(table, cost, models, most_suppressed(table.rows), run, fixed);
    if (!scheme.found && !level.empty()) {
      bad_param("suppress", "the given levels do not satisfy the models with so few records suppressed",
                "allow more with ‹suppress›, choose higher levels or leave out ‹level›; of a fitted release, "
                "fit again");
    }
    if (!scheme.found) refuse_as_impossible();
    CellLevels result;
    Value levels = Value::array();
    for (const std::uint32_t found : scheme.levels) {
      levels.push(found);
      stats::Levels& cells = result.levels.emplace_back(table.entries(), found);
      for (std::size_t entry = 0; entry < cells.size(); ++entry) {
        if (scheme.suppressed[entry] != 0) cells[entry] = GeneralizationObjective::suppressed;
      }
    }
    result.details.set("levels", levels)
        .set("score", scheme.score)
        .set("suppressed_records", scheme.suppressed_records)
        .set("nodes_checked", scheme.nodes_checked);
    return result;
  }

  CellLevels local_levels(const stats::LevelTable& table, const stats::ModelCheck& models,
                          const std::vector<double>& weights, const Run& run) const {
    stats::LocalScheme scheme =
        local_generalization(table, models, most_suppressed(table.rows), weights, run);
    if (!scheme.found) refuse_as_impossible();
    CellLevels result;
    Value levels = Value::array();
    for (const stats::Levels& cells : scheme.level_of_entry) {
      std::uint32_t highest = 0;
      for (const std::uint32_t found : cells) {
        if (found != GeneralizationObjective::suppressed) highest = std::max(highest, found);
      }
      levels.push(highest);
    }
    const GeneralizationObjective cost(table, objective, aggregate, weights);
    result.levels = std::move(scheme.level_of_entry);
    result.details.set("levels", levels)
        .set("score", cost.aggregated(cost.column_costs(result.levels)))
        .set("suppressed_records", scheme.suppressed_records)
        .set("classes", scheme.classes);
    return result;
  }

  void check(const Table& original, const std::vector<WrittenModel>& written) const {
    if (const std::string reason = refused(); !reason.empty()) {
      bad_input(reason, "correct or leave out what it names, or ‹local›");
    }
    for (const ColumnTexts* pairs : {&hierarchy, &breaks}) {
      for (const auto& [name, text] : *pairs) original.require(name);
    }
    if (!population.empty() && stats::count_column(original)) {
      bad_param("population", "a population cannot be counted where rows stand for several records");
    }
    bool counted = false;
    for (const WrittenModel& one : written) {
      const bool estimated =
          one.of_release && one.of_release->rule == stats::ReleaseRule::population_uniqueness;
      counted = counted || one.counts_population() || estimated;
      if (one.counts_population() && population.empty()) {
        bad_param("population", one.text + " counts the records of a population",
                  "name its file with ‹population›");
      }
      if (estimated && population.empty() && !population_size) {
        bad_param("population-size", one.text + " needs the size of the population",
                  "give it with ‹population-size›");
      }
    }
    if (!counted && (!population.empty() || population_size)) {
      bad_param("population", "no model uses a population",
                "add one such as ‹model› k-map:3, or leave it out");
    }
  }

  std::vector<std::optional<IntervalCuts>> known_cuts(const Table& original, const ColumnSet& columns) const {
    std::vector<std::optional<IntervalCuts>> result(columns.size());
    for (const auto& [name, text] : breaks) {
      const auto place = std::find(columns.begin(), columns.end(), original.require(name));
      if (place == columns.end()) {
        bad_param("breaks", "column '" + name + "' has breaks and is not among those to protect",
                  "name it with ‹columns›, or leave out its breaks");
      }
      result[static_cast<std::size_t>(place - columns.begin())] = parse_cuts(text, name);
    }
    return result;
  }

  // Cuts that were found or given, by column.
  static Value cuts_value(const Table& original, const ColumnSet& columns, const Prepared& ready) {
    Value result = Value::object();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (ready.columns[j].cuts)
        result.set(original.info(columns[j]).name, cuts_text(*ready.columns[j].cuts));
    }
    return result;
  }

  Prepared prepared(const Table& original, const ColumnSet& columns, const Run& run) const {
    Prepared result;
    const bool joins = !population.empty();
    const Table subject = joins ? with_population(original, columns, run.table(population)) : original;
    result.columns.resize(columns.size());
    const std::vector<std::optional<IntervalCuts>> known = known_cuts(original, columns);
    run.parallel(columns.size(), [&](std::size_t j) {
      result.columns[j] =
          generalized_column(subject, joins ? j : columns[j], known[j] ? &*known[j] : nullptr);
    });
    std::vector<stats::LevelColumn> levels;
    std::vector<std::vector<std::uint32_t>> leaves;
    for (const GeneralizedColumn& column : result.columns) {
      levels.push_back(column.levels);
      leaves.push_back(column.leaf_of_row);
    }
    result.table = level_table(std::move(levels), leaves, subject.rows(), run, stats::record_counts(subject));
    if (joins) result.population.records = take_population(result.table, original.rows());
    result.population.size = population_size.value_or(static_cast<double>(subject.rows() - original.rows()));
    return result;
  }

  Masked apply(const Table& original, ColumnSet columns, const Run& run) const {
    run.check_stop();
    const std::vector<WrittenModel> written = parse_models(model);
    check(original, written);
    for (const WrittenModel& one : written) {
      if (!one.column.empty()) std::erase(columns, original.require(one.column));
    }
    if (columns.empty()) {
      bad_param("columns", "all columns are used by the models, and none is left to protect",
                "name others with ‹columns›");
    }
    const stats::RecordCounts counts = stats::record_counts(original);
    require_group_size(k, counts.records(original.rows()));
    const std::vector<double> weights = column_importance(original, columns, importance);
    if (original.rows() == 0) return {.tables = {original}};

    const Prepared ready = prepared(original, columns, run);
    const stats::ModelCheck models =
        model_check(original, ready.table, static_cast<std::size_t>(k), written, ready.population,
                    run.has_table(records_of_units) ? &run.table(records_of_units) : nullptr);
    CellLevels found = local ? local_levels(ready.table, models, weights, run)
                             : global_levels(ready.table, models, weights,
                                             fixed_levels(original, columns, ready.columns), run);
    if (Value found_cuts = cuts_value(original, columns, ready); !found_cuts.as_object().empty()) {
      found.details.set("breaks", std::move(found_cuts));
    }
    const GeneralizationObjective loss(ready.table, Objective::loss, Aggregate::arithmetic_mean);
    const double granularity = 1.0 - loss.aggregated(loss.column_costs(found.levels));
    found.details.set("granularity", granularity);
    const bool any = std::any_of(ready.table.columns.begin(), ready.table.columns.end(),
                                 [](const stats::LevelColumn& column) { return column.domain > 1.0; });
    if (any && granularity < 1e-12) found.details.set("no_information", true);
    return {.tables = {masked_table(original, columns, ready, found)},
            .details = found.details,
            .promises = {promise(original, columns, written)}};
  }

  ClassPromise promise(const Table& original, const ColumnSet& columns,
                       const std::vector<WrittenModel>& written) const {
    ClassPromise promise{.keys = original.names(columns),
                         .models = {"k-anonymity:" + std::to_string(k)},
                         .suppressed = "*",
                         .population = population};
    for (const WrittenModel& one : written) promise.models.push_back(one.text);
    return promise;
  }

  static Table masked_table(const Table& original, const ColumnSet& columns, const Prepared& ready,
                            const CellLevels& found) {
    const stats::LevelTable& table = ready.table;
    Table masked = original;  // columns stay shared until replaced
    for (std::size_t j = 0; j < columns.size(); ++j) {
      std::vector<std::uint32_t> level_of_row(table.entry_of_row.size());
      for (std::size_t row = 0; row < level_of_row.size(); ++row) {
        level_of_row[row] = found.levels[j][table.entry_of_row[row]];
      }
      write_levels(masked, columns[j], ready.columns[j], level_of_row);
    }
    return masked;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(generalization, Generalization)
