// The analyses that users of a file plan to run, regressions and group means, on both files: utility means
// that they give the same conclusions.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/error.hpp"
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/covers/cell_shares.hpp"
#include "stats/covers/label_means.hpp"
#include "stats/models/estimates.hpp"
#include "stats/neighbours/unpaired_rows.hpp"
#include "utility/analysis_formula.hpp"

namespace sfumato::utility {
namespace {

using Estimates = std::vector<std::optional<stats::Estimate>>;
constexpr std::size_t most_groups = 200;

// The value of a category or a group, as text, and its position in the order.
struct Group {
  double position;
  std::string text;
};

// The complete records of one file.
class File {
 public:
  File(const Table& table, const std::vector<std::size_t>& rows) : table_(table.taking_rows(rows)) {}
  // Labels of categories count as what they cover.
  File(const Table& table, const std::vector<std::size_t>& rows, const ColumnSet& columns,
       const std::vector<std::optional<stats::CoveredColumn>>& coarse)
      : table_(table.taking_rows(rows)), rows_(rows) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (coarse[j] && coarse[j]->numbers.empty()) coarse_.emplace(columns[j], &*coarse[j]);
      if (coarse[j] && !coarse[j]->numbers.empty() && table.column(columns[j]).is_text()) {
        coarse_.emplace(columns[j], &*coarse[j]);
      }
    }
  }

  std::size_t rows() const { return table_.rows(); }
  Numbers numbers(ColumnId id) const { return table_.column(id).to_numbers(); }

  // The values that occur, in their order.
  std::vector<Group> groups(ColumnId id) const {
    std::map<double, std::size_t> first;
    const Numbers positions = numbers(id);
    for (std::size_t row = 0; row < rows(); ++row) first.try_emplace(positions[row], row);
    std::vector<Group> result;
    for (const auto& [position, row] : first) result.push_back({position, table_.column(id).text(row)});
    return result;
  }

  // For each group and record how much of it is in the group: 1 or 0, or the share of a label.
  std::vector<std::vector<double>> shares(ColumnId id, const std::vector<Group>& among) const {
    std::vector<std::vector<double>> result(among.size(), std::vector<double>(rows()));
    const auto coarse = coarse_.find(id);
    if (coarse == coarse_.end()) {
      const std::vector<std::size_t> member = membership(id, among);
      for (std::size_t row = 0; row < rows(); ++row) {
        if (member[row] < among.size()) result[member[row]][row] = 1.0;
      }
      return result;
    }
    const stats::CellShares cells(*coarse->second);
    const std::vector<std::string>& texts = coarse->second->texts;
    for (std::size_t g = 0; g < among.size(); ++g) {
      const auto place = std::find(texts.begin(), texts.end(), among[g].text) - texts.begin();
      for (std::size_t row = 0; row < rows() && place < std::ssize(texts); ++row) {
        result[g][row] = cells.of_masked(rows_[row], static_cast<std::int32_t>(place));
      }
    }
    return result;
  }

  // For each record the place of its value among the groups, by text, since codes may have another numbering
  // here; the number of groups where it is in none.
  std::vector<std::size_t> membership(ColumnId id, const std::vector<Group>& among) const {
    std::map<std::string, std::size_t> by_text;
    for (std::size_t g = 0; g < among.size(); ++g) by_text.emplace(among[g].text, g);
    std::map<double, std::size_t> by_position;
    for (const Group& group : groups(id)) {
      const auto found = by_text.find(group.text);
      by_position[group.position] = found == by_text.end() ? among.size() : found->second;
    }
    std::vector<std::size_t> result;
    for (const double position : numbers(id)) result.push_back(by_position[position]);
    return result;
  }

 private:
  Table table_;
  std::vector<std::size_t> rows_;
  std::map<ColumnId, const stats::CoveredColumn*> coarse_;
};

// The estimates of one quantity in both files.
struct Comparison {
  std::string name;
  std::optional<stats::Estimate> original, masked;

  bool counts() const { return original.has_value(); }
  double overlap() const { return original && masked ? stats::interval_overlap(*original, *masked) : 0.0; }
  bool same_sign() const { return masked && (original->value < 0.0) == (masked->value < 0.0); }
  bool same_significance() const { return masked && significant(*original) == significant(*masked); }

  static bool significant(const stats::Estimate& estimate) {
    return estimate.lower > 0.0 || estimate.upper < 0.0;
  }
  static Value described(const std::optional<stats::Estimate>& estimate) {
    if (!estimate) return Value();
    return Value::object()
        .set("estimate", estimate->value)
        .set("lower", estimate->lower)
        .set("upper", estimate->upper);
  }

  Value to_value() const {
    Value result = Value::object();
    result.set("name", name).set("original", described(original)).set("masked", described(masked));
    if (!original || !masked) return result.set("overlap", original ? Value(0.0) : Value());
    const double bias = masked->value - original->value;
    return result.set("bias", bias)
        .set("relative_bias", original->value != 0.0 ? Value(bias / std::fabs(original->value)) : Value())
        .set("overlap", overlap())
        .set("same_sign", same_sign())
        .set("same_significance", same_significance());
  }
};

struct Analysis {
  std::string regressions;
  std::string means;
  double confidence = 95.0;

  static MeasureInfo info() {
    return {
        .name = "analysis",
        .title = "Agreement of named analyses",
        .summary = "Mean overlap of the confidence intervals that both files give for regressions and means.",
        .side = Side::utility,
        .better = Better::higher,
        .range = "0 to 100 %",
        .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
        .needs_mapping = false,
        .cost = "n·terms² a regression",
        .reference =
            "Karr, Kohnen, Oganian, Reiter, Sanil (2006), A framework for evaluating the utility of data "
            "altered to protect confidentiality, The American Statistician 60",
        .by_default = ByDefault::never,
        .covers = true};
  }

  static void params(ParamList<Analysis>& list) {
    list.text("regressions", &Analysis::regressions)
        .doc("Regressions, as income ~ age + savings; tax ~ income.");
    list.text("means", &Analysis::means).doc("Means, of all records or by groups, as income by region; tax.");
    list.number("confidence", &Analysis::confidence)
        .range(1.0, 99.99)
        .unit("%")
        .doc("Confidence of the intervals that are compared.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    const std::vector<RegressionFormula> fits = parse_regressions(regressions);
    const std::vector<MeanFormula> averages = parse_means(means);
    const stats::LabelMeans numbers = stats::with_label_means(original, masked, columns);
    const std::vector<std::optional<stats::CoveredColumn>> coarse =
        stats::coarse_columns(original, masked, columns, original.rows() == masked.rows());
    if (const std::string reason = stats::cover_reason(coarse); !reason.empty()) {
      return {.value = std::nullopt, .note = reason};
    }
    stats::UnpairedRows records = stats::unpaired_rows(original, numbers.masked, columns);
    stats::leave_out_missing(records, original, columns, coarse);
    Score result;
    stats::describe(records, result.details);
    if (fits.empty() && averages.empty()) {
      result.note =
          "no analysis is named; set analysis.regressions=\"income ~ age + savings\" or "
          "analysis.means=\"income by region\", with your columns";
      return result;
    }
    const Named names{original, columns};
    const File before(original, records.original), after(numbers.masked, records.masked, columns, coarse);
    std::vector<Comparison> all;
    run.expect(fits.size() + averages.size());
    Value described_fits = Value::array(), described_means = Value::array();
    for (const RegressionFormula& formula : fits) {
      described_fits.push(described(to_text(formula), "coefficients",
                                    compared_regression(formula, names, before, after, run), all));
      run.advance();
    }
    for (const MeanFormula& formula : averages) {
      described_means.push(
          described(to_text(formula), "means", compared_means(formula, names, before, after), all));
      run.advance();
    }
    result.details.set("regressions", described_fits).set("means", described_means);
    summarize(all, result);
    result.note = stats::joined_notes(
        result.note, stats::joined_notes(numbers.note, stats::share_note(original, columns, coarse)));
    return result;
  }

 private:
  // Finds compared columns by their names.
  struct Named {
    const Table& table;
    const ColumnSet& columns;

    ColumnId find(const std::string& name) const {
      for (const ColumnId id : columns) {
        if (table.info(id).name == name) return id;
      }
      const std::string close = suggestion(name, table.names(columns));
      bad_param("columns", "analysis: column '" + name + "' is not among the compared columns",
                (close.empty() ? "" : close + " ") + "name the columns of all analyses in ‹columns›");
    }

    ColumnId number(const std::string& name) const {
      const ColumnId id = find(name);
      if (table.info(id).kind == Kind::numeric) return id;
      bad_input("analysis: column '" + name + "' is " + std::string(to_text(table.info(id).kind)) +
                    ", and a response or an averaged column must be numeric",
                "name a numeric column");
    }
  };

  static Value described(const std::string& formula, const char* list,
                         const std::vector<Comparison>& comparisons, std::vector<Comparison>& all) {
    Value items = Value::array();
    for (const Comparison& each : comparisons) items.push(each.to_value());
    all.insert(all.end(), comparisons.begin(), comparisons.end());
    return Value::object().set("formula", formula).set(list, items);
  }

  std::vector<Comparison> compared_regression(const RegressionFormula& formula, const Named& names,
                                              const File& before, const File& after, const Run& run) const {
    const ColumnId response = names.number(formula.response);
    std::vector<Comparison> result{{"(intercept)", {}, {}}};
    std::vector<std::vector<double>> predictors_before, predictors_after;
    for (const std::string& name : formula.predictors) {
      const ColumnId id = names.find(name);
      if (names.table.info(id).kind == Kind::numeric) {
        predictors_before.push_back(before.numbers(id));
        predictors_after.push_back(after.numbers(id));
        result.push_back({name, {}, {}});
        continue;
      }
      const std::vector<Group> groups = checked_groups(name, id, before);
      add_indicators(before.shares(id, groups), predictors_before);
      add_indicators(after.shares(id, groups), predictors_after);
      for (std::size_t g = 1; g < groups.size(); ++g) result.push_back({name + "=" + groups[g].text, {}, {}});
    }
    const Estimates first = fitted(predictors_before, before.numbers(response), run),
                    second = fitted(predictors_after, after.numbers(response), run);
    for (std::size_t j = 0; j < result.size(); ++j) {
      result[j].original = first[j];
      result[j].masked = second[j];
    }
    return result;
  }

  static void add_indicators(const std::vector<std::vector<double>>& shares,
                             std::vector<std::vector<double>>& predictors) {
    for (std::size_t g = 1; g < shares.size(); ++g) predictors.push_back(shares[g]);
  }

  Estimates fitted(const std::vector<std::vector<double>>& predictors, const Numbers& response,
                   const Run& run) const {
    stats::Matrix matrix(response.size(), predictors.size());
    for (std::size_t j = 0; j < predictors.size(); ++j) {
      std::copy(predictors[j].begin(), predictors[j].end(), matrix.column(j).begin());
    }
    return stats::regression_estimates(matrix, response, confidence / 100.0, run);
  }

  static std::vector<Group> checked_groups(const std::string& name, ColumnId id, const File& file) {
    std::vector<Group> groups = file.groups(id);
    if (groups.size() > most_groups) {
      bad_input("analysis: column '" + name + "' has " + std::to_string(groups.size()) +
                    " different values, too many for groups",
                "group by a column with at most " + std::to_string(most_groups) + " values");
    }
    return groups;
  }

  std::vector<Comparison> compared_means(const MeanFormula& formula, const Named& names, const File& before,
                                         const File& after) const {
    const ColumnId id = names.number(formula.column);
    const Numbers first = before.numbers(id), second = after.numbers(id);
    const double share = confidence / 100.0;
    if (formula.by.empty()) {
      return {{formula.column, stats::mean_estimate(first, share), stats::mean_estimate(second, share)}};
    }
    const ColumnId by = names.find(formula.by);
    const std::vector<Group> groups = checked_groups(formula.by, by, before);
    const auto means_of = [&](const File& file, const Numbers& values) {
      Estimates found;
      for (const std::vector<double>& weights : file.shares(by, groups)) {
        std::vector<double> inside, used;
        for (std::size_t row = 0; row < values.size(); ++row) {
          if (!(weights[row] > 0.0)) continue;
          inside.push_back(values[row]);
          used.push_back(weights[row]);
        }
        found.push_back(stats::weighted_mean_estimate(inside, used, share));
      }
      return found;
    };
    const Estimates means_before = means_of(before, first), means_after = means_of(after, second);
    std::vector<Comparison> result;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      result.push_back({formula.by + "=" + groups[g].text, means_before[g], means_after[g]});
    }
    return result;
  }

  static void summarize(const std::vector<Comparison>& all, Score& result) {
    double overlaps = 0.0, signs = 0.0, significances = 0.0, count = 0.0;
    for (const Comparison& each : all) {
      if (!each.counts()) continue;
      count += 1.0;
      overlaps += std::max(0.0, each.overlap());
      signs += each.same_sign() ? 1.0 : 0.0;
      significances += each.same_significance() ? 1.0 : 0.0;
    }
    result.details.set("estimates", static_cast<std::int64_t>(count));
    if (count == 0.0) {
      result.note = "the original has too few records for the named analyses";
      return;
    }
    result.value = 100.0 * overlaps / count;
    result.details.set("same_sign_percent", 100.0 * signs / count)
        .set("same_significance_percent", 100.0 * significances / count);
    result.reading = "confidence intervals overlap by " + rounded(*result.value, 3) + " % on average over " +
                     rounded(count) + " estimates";
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, analysis, Analysis)
