// Private copula. Draws synthetic records from noisy histograms of the columns and noisy correlations between
// them, so that a whole table is released under ε-differential privacy.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/column_choice.hpp"
#include "core/error.hpp"
#include "core/method.hpp"
#include "core/text_list.hpp"
#include "masking/copula_release.hpp"
#include "masking/declared_domain.hpp"
#include "masking/record_ties.hpp"

namespace sfumato::masking {
namespace {

constexpr std::int64_t most_cells = 100'000'000;  // synthetic cells in addition to those of the original

struct PrivateCopula {
  double epsilon = 1.0;
  std::int64_t rows = 0;
  double share = 0.5;
  std::int64_t bins = 0;
  Spacing spacing = Spacing::automatic;
  std::optional<double> domain_from_data;
  std::vector<std::string> keep, drop;

  static MethodInfo info() {
    return {
        .name = "dp-copula",
        .title = "Private copula",
        .family = Family::synthesis,
        .summary = "Draws synthetic records from noisy marginals and correlations, ε-differentially private.",
        .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
        .reference =
            "Li, Xiong, Jiang (2014), Differentially private synthesization of multi-dimensional data using "
            "copula functions, EDBT",
        .differential = true};
  }

  static void params(ParamList<PrivateCopula>& list) {
    list.number("epsilon", &PrivateCopula::epsilon)
        .range(1e-6, 1e6)
        .doc("What the whole release spends of the privacy budget.")
        .dial(Dial::less_is_safer)
        .logarithmic();
    list.integer("rows", &PrivateCopula::rows)
        .range(0, 1e9)
        .unit("records")
        .doc("Synthetic records to draw; 0 means as many as the original has.");
    list.number("share", &PrivateCopula::share)
        .range(0.05, 0.95)
        .doc("Share of epsilon for the marginals; the rest is for correlations.");
    list.integer("bins", &PrivateCopula::bins)
        .range(0, 1e5)
        .doc("Bins of each numeric column; 0 chooses by the number of records and columns and epsilon.");
    list.choice("spacing", &PrivateCopula::spacing,
                {{"auto", Spacing::automatic}, {"equal", Spacing::equal}, {"magnitude", Spacing::magnitude}})
        .doc(
            "How bins divide the domain: equally wide, wider away from 0, or that for domains of 10,000 "
            "units and more.");
    list.number("domain-from-data", &PrivateCopula::domain_from_data)
        .range(1.0, 1e6)
        .doc("For columns without a domain: from 0 to this times the largest value. Promises nothing.");
    list.columns("drop", &PrivateCopula::drop)
        .doc("Columns that are not protected and that the release leaves out.");
    list.columns("keep", &PrivateCopula::keep)
        .doc("Columns that are released as they are beside the synthetic records. ε does not cover them.");
  }

  std::string refused() const {
    if (bins != 1) return {};
    return "one bin holds no information on a column: choose 2 or more, or 0 for a number by epsilon and "
           "records";
  }

  Value forecast(const Table& original, const ColumnSet& columns) const {
    if (domain_from_data || !refused().empty()) return {};
    return noise_details(original, columns, planned(original, columns));
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    if (const std::string why = refused(); !why.empty()) bad_input(why, "see 'sfumato methods dp-copula'");
    run.check_stop();
    const std::size_t released = released_rows(original, columns);
    const ColumnSet dropped = dropped_columns(original, columns);
    const Plan plan = planned(original, columns);
    const NoisyCopula copula = noisy_copula(original, columns, plan.supports, plan.budget, run);
    std::vector<Column> drawn = drawn_columns(copula, plan.supports, released, run);
    Masked masked;
    masked.mapping = Mapping::none;
    ColumnSet gone = columns;
    gone.insert(gone.end(), dropped.begin(), dropped.end());
    const bool others_stay = synthetic_mapping(original, gone) == Mapping::same_rows;
    masked.tables.push_back(
        assembled(original, columns, std::move(drawn), released, others_stay ? dropped : all(original)));
    masked.details.set("noise", noise_details(original, columns, plan)).set("projected", copula.moved);
    if (released != original.rows()) masked.details.set("made_up", released);
    masked.guarantee = guarantee(original, columns, plan);
    return masked;
  }

 private:
  struct Plan {
    ColumnSupports supports;
    CopulaBudget budget;
  };

  // Without using any value, unless the domain is read from the data.
  Plan planned(const Table& original, const ColumnSet& columns) const {
    Plan plan{column_supports(original, columns, domain_from_data, info().name), {}};
    plan.budget = copula_budget(epsilon, share, plan.supports.varying(), original.rows());
    set_bins(plan.supports, bins > 0 ? static_cast<std::size_t>(bins) : plan.budget.chosen_bins(), spacing);
    return plan;
  }

  static ColumnSet all(const Table& original) {
    ColumnSet columns(original.column_count());
    std::iota(columns.begin(), columns.end(), ColumnId{0});
    return columns;
  }

  ColumnSet dropped_columns(const Table& original, const ColumnSet& columns) const {
    ColumnSet result;
    for (const std::string& name : drop) {
      result.push_back(original.require(name));
      if (std::find(keep.begin(), keep.end(), name) != keep.end()) {
        bad_param("drop", "column '" + name + "' is both kept and dropped", "name it once");
      }
      if (std::find(columns.begin(), columns.end(), result.back()) != columns.end()) {
        bad_param("drop", "column '" + name + "' is protected and dropped", "name it once");
      }
    }
    for (const std::string& name : keep) original.require(name);
    return result;
  }

  std::size_t released_rows(const Table& original, const ColumnSet& columns) const {
    const auto wanted = static_cast<std::size_t>(rows);
    if (wanted == 0 || wanted == original.rows()) return original.rows();
    std::vector<std::string> others;
    for (ColumnId id = 0; id < original.column_count(); ++id) {
      const bool made_up = std::find(columns.begin(), columns.end(), id) != columns.end() ||
                           std::find(drop.begin(), drop.end(), original.info(id).name) != drop.end();
      if (!made_up && original.info(id).role != Role::identifier) others.push_back(original.info(id).name);
    }
    if (!others.empty()) {
      bad_param("rows",
                "columns that are not protected have no values for " + std::to_string(rows) +
                    " synthetic records: " + quoted_names(others),
                "protect them too with ‹columns›, leave them out with ‹drop›, or leave out ‹rows›");
    }
    const auto cells = static_cast<double>(wanted) * static_cast<double>(columns.size());
    if (wanted > original.rows() && cells > static_cast<double>(most_cells)) {
      bad_param(
          "rows",
          std::to_string(rows) + " records of " + std::to_string(columns.size()) + " columns are too many",
          "at most " + std::to_string(most_cells) + " cells are drawn: choose fewer ‹rows›");
    }
    return wanted;
  }

  // Identifiers would name people next to synthetic records: they become missing, unless other columns stay,
  // so that rows still belong to original records. Dropped columns are always missing.
  static Table assembled(const Table& original, const ColumnSet& columns, std::vector<Column> drawn,
                         std::size_t rows, const ColumnSet& dropped) {
    std::vector<Column> finished;
    for (ColumnId id = 0; id < original.column_count(); ++id) {
      const auto found = std::find(columns.begin(), columns.end(), id);
      if (found != columns.end()) {
        finished.push_back(std::move(drawn[static_cast<std::size_t>(found - columns.begin())]));
      } else if (std::find(dropped.begin(), dropped.end(), id) == dropped.end()) {
        finished.push_back(original.column(id));
      } else if (original.info(id).kind != Kind::numeric) {
        finished.emplace_back(Codes{std::vector<std::int32_t>(rows, Codes::missing), {}});
      } else {
        finished.emplace_back(Numbers(rows, std::nan("")));
      }
    }
    return {original.schema(), std::move(finished)};
  }

  // For each column its bins and the error of a bin's count; for the correlations the error of τ.
  static Value noise_details(const Table& original, const ColumnSet& columns, const Plan& plan) {
    const CopulaBudget& budget = plan.budget;
    const double n = static_cast<double>(budget.records);
    Value marginals = Value::object(), details = Value::object();
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const ColumnSupport& support = plan.supports.columns[j];
      const double sd = support.constant() ? 0.0 : budget.count_sd();
      Value column = Value::object();
      if (support.numeric()) column.set("domain", Value::Array{support.domain.lower, support.domain.upper});
      column.set("epsilon", support.constant() ? 0.0 : budget.column)
          .set("bins", support.bins)
          .set("sd", sd)
          .set("sd_percent", n > 0.0 ? 100.0 * sd / n : 0.0);
      marginals.set(original.info(columns[j]).name, column);
    }
    details.set("marginals", marginals);
    if (budget.pairs == 0) return details;
    Value tau = Value::object();
    tau.set("pairs", budget.pairs).set("epsilon", budget.pair).set("sd", budget.tau_sd());
    return details.set("correlations", tau);
  }

  Guarantee guarantee(const Table& original, const ColumnSet& columns, const Plan& plan) const {
    Guarantee result = record_guarantee(original, columns, epsilon);
    for (const std::string& name : drop) std::erase(result.uncovered, name);
    bool categories = false;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const ColumnSupport& support = plan.supports.columns[j];
      categories = categories || !support.numeric();
      if (support.constant()) continue;
      result.split.emplace_back("marginal of " + original.info(columns[j]).name, plan.budget.column);
    }
    if (plan.budget.pairs > 0) {
      result.split.emplace_back("correlations", static_cast<double>(plan.budget.pairs) * plan.budget.pair);
    }
    if (categories) result.premises.emplace_back("categories were declared independently of the records");
    if (!plan.supports.from_data.empty()) result.withdraw("the domain was read from the data");
    return result;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(dp_copula, PrivateCopula)
