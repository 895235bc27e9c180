// Generalization. Values become coarser along their hierarchies, the same way in every record, until each
// record is one of at least k alike; of all ways to do so the one that costs least is found.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/level_columns.hpp"
#include "masking/microaggregation.hpp"
#include "masking/privacy_models.hpp"
#include "stats/local_generalization.hpp"
#include "stats/optimal_generalization.hpp"

namespace sfumato::masking {
namespace {

using stats::Aggregate;
using stats::GeneralizationObjective;
using stats::Objective;

// What was found, whichever way: a level for each cell of an entry, [column][entry].
struct CellLevels {
  std::vector<stats::Levels> levels;
  Value details = Value::object();
};

struct Generalization {
  std::int64_t k = 5;
  double suppress = 0.0;
  std::string hierarchies;
  std::string model;
  Objective objective = Objective::loss;
  Aggregate aggregate = Aggregate::geometric_mean;
  bool local = false;

  static MethodInfo info() {
    return {
        .name = "generalization",
        .title = "Generalization",
        .family = Family::reduction,
        .summary = "Makes values coarser along hierarchies until each record is one of k alike.",
        .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
        .reference =
            "Samarati (2001), Protecting respondents' identities in microdata release, IEEE TKDE 13(6); the "
            "search is that of Kohlmayer, Prasser, Eckert, Kemper, Kuhn (2012), Flash, SocialCom",
        .notes =
            "Each column has a level of its hierarchy, 0 being its own values; all combinations of levels "
            "are "
            "searched, and those left out unseen that cannot be the best. Records of classes that break k or "
            "a "
            "`model` are suppressed, at most `suppress` percent of them: every protected cell is `*`. They "
            "tell nothing and are no class of their own. A column without a hierarchy has `*` above its "
            "values, numbers in 16, 8, 4 and 2 intervals of equally many different numbers between. Columns "
            "at level 0 stay what they are; the others become nominal. A missing value is a "
            "category of its own until a level has a single value, which it then becomes too. Models: "
            "l-diversity:COLUMN:distinct:L, :entropy:L, :recursive:C:L; t-closeness:COLUMN:equal:T, "
            ":ordered:T, :hierarchical:T; delta-disclosure:COLUMN:D; beta-likeness:COLUMN:B. Their columns "
            "stay as they are. Objectives: a column's loss is (S − n/|D|)/(n − n/|D|), S summing the shares "
            "of "
            "the hierarchy's |D| leaves below each cell, 1 for a suppressed one; precision sums "
            "level/highest; "
            "entropy is Σ log(records with the generalized value/with the leaf) over that of full "
            "suppression; these are aggregated over columns, the geometric mean being ∏(1+l)^(1/m) − 1. "
            "Discernibility is Σ|E|² over classes and n for each suppressed record; average-class-size n "
            "over "
            "the classes; kl the divergence of the records from their classes spread evenly. "
            "`local` splits classes along hierarchies one by one and generalizes each only as far as it "
            "needs; `levels` in the details are then the highest of each column. `granularity` is 1 − the "
            "mean loss over columns. Of equal scores the first found is taken.",
        .random = false,
        .whole_records = true};
  }

  static void params(ParamList<Generalization>& list) {
    group_size_param(list);
    list.number("suppress", &Generalization::suppress)
        .range(0.0, 100.0)
        .unit("% of records")
        .doc("Most records that may be suppressed.");
    list.text("hierarchies", &Generalization::hierarchies)
        .doc("Folder with a hierarchy per column, named COLUMN.csv or ending in _COLUMN.csv.");
    list.text("model", &Generalization::model)
        .doc("Further privacy models, such as l-diversity:COLUMN:distinct:5, separated by commas.");
    list.choice("objective", &Generalization::objective,
                {{"loss", Objective::loss},
                 {"precision", Objective::precision},
                 {"discernibility", Objective::discernibility},
                 {"average-class-size", Objective::average_class_size},
                 {"entropy", Objective::entropy},
                 {"kl", Objective::kl}})
        .doc("What the best levels have least of.");
    list.choice("aggregate", &Generalization::aggregate,
                {{"geometric-mean", Aggregate::geometric_mean},
                 {"sum", Aggregate::sum},
                 {"max", Aggregate::maximum},
                 {"arithmetic-mean", Aggregate::arithmetic_mean}})
        .doc("How loss, precision or entropy of the columns become one number.");
    list.flag("local", &Generalization::local)
        .doc("Generalize each class of records only as far as it needs.");
  }

  std::string refused() const {
    if (local && objective != Objective::loss) return "local generalization lowers the loss alone";
    return {};
  }

  std::size_t most_suppressed(std::size_t records) const {
    return static_cast<std::size_t>(std::floor(suppress / 100.0 * static_cast<double>(records) + 1e-9));
  }

  [[noreturn]] static void refuse_as_impossible() {
    bad_input("even the highest levels do not keep the models with so few records suppressed",
              "allow more with --suppress, or weaken the models");
  }

  CellLevels global_levels(const stats::LevelTable& table, const stats::ModelCheck& models,
                           const Run& run) const {
    const GeneralizationObjective cost(table, objective, aggregate);
    const stats::GeneralizationScheme scheme =
        optimal_generalization(table, cost, models, most_suppressed(table.rows), run);
    if (!scheme.found) refuse_as_impossible();
    CellLevels result;
    Value levels = Value::array();
    for (const std::uint32_t level : scheme.levels) {
      levels.push(level);
      stats::Levels& cells = result.levels.emplace_back(table.entries(), level);
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
                          const Run& run) const {
    stats::LocalScheme scheme = local_generalization(table, models, most_suppressed(table.rows), run);
    if (!scheme.found) refuse_as_impossible();
    CellLevels result;
    Value levels = Value::array();
    for (const stats::Levels& cells : scheme.level_of_entry) {
      std::uint32_t highest = 0;
      for (const std::uint32_t level : cells) {
        if (level != GeneralizationObjective::suppressed) highest = std::max(highest, level);
      }
      levels.push(highest);
    }
    const GeneralizationObjective cost(table, objective, aggregate);
    result.levels = std::move(scheme.level_of_entry);
    result.details.set("levels", levels)
        .set("score", cost.aggregated(cost.column_costs(result.levels)))
        .set("suppressed_records", scheme.suppressed_records)
        .set("classes", scheme.classes);
    return result;
  }

  Masked apply(const Table& original, ColumnSet columns, const Run& run) const {
    run.check_stop();
    if (const std::string reason = refused(); !reason.empty()) {
      bad_input(reason, "leave out --objective or --local");
    }
    const std::vector<WrittenModel> written = parse_models(model);
    for (const WrittenModel& one : written) std::erase(columns, original.require(one.column));
    if (columns.empty()) bad_input("the models leave no column to protect", "name others with --columns");
    require_group_size(k, original.rows());
    if (original.rows() == 0) return {.tables = {original}};

    std::vector<GeneralizedColumn> coded(columns.size());
    run.parallel(columns.size(), [&](std::size_t j) { coded[j] = generalized_column(original, columns[j]); });
    std::vector<stats::LevelColumn> level_columns;
    std::vector<std::vector<std::uint32_t>> leaves;
    for (const GeneralizedColumn& column : coded) {
      level_columns.push_back(column.levels);
      leaves.push_back(column.leaf_of_row);
    }
    const stats::LevelTable table = level_table(std::move(level_columns), leaves, original.rows(), run);
    const stats::ModelCheck models = model_check(original, table, static_cast<std::size_t>(k), written);
    CellLevels found = local ? local_levels(table, models, run) : global_levels(table, models, run);

    const GeneralizationObjective loss(table, Objective::loss, Aggregate::arithmetic_mean);
    found.details.set("granularity", 1.0 - loss.aggregated(loss.column_costs(found.levels)));
    return {.tables = {masked_table(original, columns, coded, table, found)},
            .details = found.details,
            .promises = {promise(original, columns)}};
  }

  ClassPromise promise(const Table& original, const ColumnSet& columns) const {
    ClassPromise promise{
        .keys = original.names(columns), .models = {"k-anonymity:" + std::to_string(k)}, .suppressed = "*"};
    for (const WrittenModel& one : parse_models(model)) promise.models.push_back(one.text);
    return promise;
  }

  static Table masked_table(const Table& original, const ColumnSet& columns,
                            const std::vector<GeneralizedColumn>& coded, const stats::LevelTable& table,
                            const CellLevels& found) {
    Table masked = original;  // columns stay shared until replaced
    for (std::size_t j = 0; j < columns.size(); ++j) {
      std::vector<std::uint32_t> level_of_row(table.rows);
      for (std::size_t row = 0; row < table.rows; ++row) {
        level_of_row[row] = found.levels[j][table.entry_of_row[row]];
      }
      write_levels(masked, columns[j], coded[j], level_of_row);
    }
    return masked;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(generalization, Generalization)
