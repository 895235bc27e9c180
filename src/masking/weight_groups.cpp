// Weight groups. Sampling weights that are nearly equal become equal, so that a weight leads to no household;
// totals of weights stay exactly as they were.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/method.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "masking/microaggregation.hpp"
#include "masking/record_groups.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {
namespace {

// Those who share a weight: households, else units, else records.
struct Holders {
  std::vector<std::size_t> of_row;
  std::size_t count = 0;
  RecordGroups groups;  // empty: records
  std::string column;
  std::string plural = "records";
};

Holders holders_of(const Table& table) {
  Holders holders;
  std::optional<ColumnId> id = column_of(table, Role::household);
  holders.plural = id ? "households" : "units";
  if (!id) id = column_of(table, Role::unit);
  if (!id) {
    holders.plural = "records";
    holders.count = table.rows();
    holders.of_row.resize(table.rows());
    std::iota(holders.of_row.begin(), holders.of_row.end(), std::size_t{0});
    return holders;
  }
  holders.groups = record_groups(table.column(*id));
  holders.of_row = group_of_row(holders.groups, table.rows());
  holders.count = holders.groups.size();
  holders.column = table.info(*id).name;
  return holders;
}

using WeightRows = std::vector<std::uint32_t>;

// Rows of one cell of the margins by ascending weight; equal weights by holder, so that a household with one
// weight is not divided.
class CellGroups {
 public:
  CellGroups(const Numbers& weights, const Holders& holders, std::size_t k)
      : weights_(weights), holders_(holders), k_(k), last_seen_(holders.count, 0) {}

  // The first place of each group and the end; empty where the cell has fewer than k holders.
  std::vector<std::size_t> starts(WeightRows& rows) {
    std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
      if (weights_[a] != weights_[b]) return weights_[a] < weights_[b];
      const std::size_t first = holders_.of_row[a], second = holders_.of_row[b];
      return first != second ? first < second : a < b;
    });
    const std::vector<std::size_t> above = distinct_from(rows);
    std::vector<std::size_t> result;
    if (rows.empty() || above.front() < k_) return result;
    std::size_t inside = 0;
    for (std::size_t place = 0; place < rows.size(); ++place) {
      const bool differs = place > 0 && weights_[rows[place]] != weights_[rows[place - 1]];
      if (place == 0 || (differs && inside >= k_ && above[place] >= k_)) {
        result.push_back(place);
        inside = 0;
        ++stamp_;
      }
      inside += first_sight(rows[place]) ? 1 : 0;
    }
    result.push_back(rows.size());
    return result;
  }

 private:
  bool first_sight(std::uint32_t row) {
    std::size_t& seen = last_seen_[holders_.of_row[row]];
    const bool fresh = seen != stamp_;
    seen = stamp_;
    return fresh;
  }

  // Different holders at each place and above.
  std::vector<std::size_t> distinct_from(const WeightRows& rows) {
    ++stamp_;
    std::vector<std::size_t> result(rows.size());
    std::size_t distinct = 0;
    for (std::size_t place = rows.size(); place-- > 0;) {
      distinct += first_sight(rows[place]) ? 1 : 0;
      result[place] = distinct;
    }
    return result;
  }

  const Numbers& weights_;
  const Holders& holders_;
  std::size_t k_;
  std::vector<std::size_t> last_seen_;  // the stamp of the group in which a holder was met last
  std::size_t stamp_ = 0;
};

// Records whose weight only one holder has.
std::size_t singled_out(const Numbers& weights, const Holders& holders) {
  WeightRows rows;
  for (std::uint32_t row = 0; row < weights.size(); ++row) {
    if (!std::isnan(weights[row])) rows.push_back(row);
  }
  std::sort(rows.begin(), rows.end(), [&](auto a, auto b) { return weights[a] < weights[b]; });
  std::size_t records = 0;
  for (std::size_t begin = 0, end = 0; begin < rows.size(); begin = end) {
    bool alone = true;
    for (end = begin; end < rows.size() && weights[rows[end]] == weights[rows[begin]]; ++end) {
      alone = alone && holders.of_row[rows[end]] == holders.of_row[rows[begin]];
    }
    records += alone ? end - begin : 0;
  }
  return records;
}

struct WeightGroups {
  std::int64_t k = 5;
  std::vector<std::string> margins;

  static MethodInfo info() {
    return {.name = "weight-groups",
            .title = "Weight groups",
            .family = Family::microaggregation,
            .summary = "Replaces sampling weights by the mean of at least k households with similar weights.",
            .accepts = Kind::numeric,
            .reference =
                "De Waal, Willenborg (1997), Statistical disclosure control and sampling weights, Journal of "
                "Official Statistics 13; Willenborg, De Waal (2001), Elements of statistical disclosure "
                "control, Springer",
            .random = false,
            .made_for = MadeFor::weights};
  }

  static void params(ParamList<WeightGroups>& list) {
    list.integer("k", &WeightGroups::k)
        .range(1, 1e9)
        .unit("households, units or records")
        .doc("Smallest number of households that share a weight; of units or records where there are none.")
        .dial(Dial::more_is_safer)
        .logarithmic();
    list.columns("margins", &WeightGroups::margins)
        .doc("Columns in whose combinations the totals of weights are kept exactly.");
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    require_group_size(k, original.rows());
    const Holders holders = holders_of(original);
    const ColumnSet margin_columns = required_margins(original, columns);
    const std::vector<std::uint32_t> cells = cells_of(original, margin_columns, run);
    Table masked = original;  // columns stay shared until edited
    std::vector<Grouped> grouped(columns.size());
    run.parallel(columns.size(), [&](std::size_t j) {
      grouped[j] = group(masked.edit_numbers(columns[j]), original.info(columns[j]).name, cells, holders);
    });
    return described(original, std::move(masked), columns, holders, grouped);
  }

 private:
  struct Grouped {
    std::size_t groups = 0, before = 0, after = 0;
    double largest_change = 0.0;  // of a weight, in percent
  };

  ColumnSet required_margins(const Table& table, const ColumnSet& columns) const {
    ColumnSet result;
    for (const std::string& name : margins) {
      result.push_back(about("margins", [&] { return table.require(name); }));
      if (std::find(columns.begin(), columns.end(), result.back()) == columns.end()) continue;
      bad_param("margins", "column '" + name + "' is protected and also a margin",
                "name it in ‹columns› or in ‹margins›");
    }
    return result;
  }

  // A missing margin is a category of its own.
  static std::vector<std::uint32_t> cells_of(const Table& table, const ColumnSet& columns, const Run& run) {
    if (columns.empty() || table.rows() == 0) return std::vector<std::uint32_t>(table.rows(), 0);
    return stats::equal_classes(stats::key_table(table, columns, run), run).of_row;
  }

  Grouped group(std::span<double> weights, const std::string& name, const std::vector<std::uint32_t>& cells,
                const Holders& holders) const {
    const Numbers before(weights.begin(), weights.end());
    const std::size_t cell_count =
        cells.empty() ? 0 : std::size_t{*std::max_element(cells.begin(), cells.end())} + 1;
    std::vector<WeightRows> rows_of_cell(cell_count);
    for (std::uint32_t row = 0; row < before.size(); ++row) {
      if (!std::isnan(before[row])) rows_of_cell[cells[row]].push_back(row);
    }
    CellGroups cell_groups(before, holders, static_cast<std::size_t>(k));
    Grouped result;
    std::size_t thin = 0;
    for (WeightRows& rows : rows_of_cell) {
      const std::vector<std::size_t> starts = cell_groups.starts(rows);
      thin += starts.empty() && !rows.empty() ? 1 : 0;
      for (std::size_t g = 0; g + 1 < starts.size(); ++g) {
        average(weights, rows, starts[g], starts[g + 1], result.largest_change);
        ++result.groups;
      }
    }
    if (thin > 0) refuse_thin(name, thin, cell_count, holders);
    result.before = singled_out(before, holders);
    result.after = singled_out(Numbers(weights.begin(), weights.end()), holders);
    return result;
  }

  [[noreturn]] void refuse_thin(const std::string& name, std::size_t thin, std::size_t cells,
                                const Holders& holders) const {
    if (margins.empty()) {
      bad_input(
          "fewer than k = " + std::to_string(k) + " " + holders.plural + " have a value of '" + name + "'",
          "choose a smaller k");
    }
    bad_param("margins",
              std::to_string(thin) + " of " + std::to_string(cells) + " combinations of " +
                  quoted_names(margins) + " have fewer than k = " + std::to_string(k) + " " + holders.plural +
                  ", so that their totals cannot be kept",
              "name fewer ‹margins›, recode them first, or choose a smaller k");
  }

  // Counted from the least weight, so that equal weights stay exactly equal.
  static void average(std::span<double> weights, const WeightRows& rows, std::size_t begin, std::size_t end,
                      double& largest_change) {
    const double least = weights[rows[begin]];
    double sum = 0.0;
    for (std::size_t place = begin; place < end; ++place) sum += weights[rows[place]] - least;
    const double mean = least + sum / static_cast<double>(end - begin);
    for (std::size_t place = begin; place < end; ++place) {
      double& weight = weights[rows[place]];
      if (weight != 0.0) {
        largest_change = std::max(largest_change, 100.0 * std::fabs((mean - weight) / weight));
      }
      weight = mean;
    }
  }

  // A promise about households is one about their records where members have different weights.
  static std::string promised_unit(const Column& weights, const Holders& holders) {
    return equal_within(weights, holders.groups) ? holders.column : std::string();
  }

  Masked described(const Table& original, Table masked, const ColumnSet& columns, const Holders& holders,
                   const std::vector<Grouped>& grouped) const {
    std::size_t groups = 0;
    Value by_column = Value::object();
    Masked result;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const std::string& name = original.info(columns[j]).name;
      groups += grouped[j].groups;
      ColumnInfo info = masked.info(columns[j]);
      info.decimals.reset();  // rounded means would not keep the totals
      masked.set_info(columns[j], std::move(info));
      by_column.set(name, Value::object()
                              .set("singled_out_before", grouped[j].before)
                              .set("singled_out_after", grouped[j].after)
                              .set("largest_change_percent", grouped[j].largest_change));
      result.promises.push_back({.keys = {name},
                                 .models = {"k-anonymity:" + std::to_string(k)},
                                 .wildcard = true,
                                 .unit = promised_unit(masked.column(columns[j]), holders)});
    }
    result.details = grouping_details(original, masked, columns, groups);
    result.details.set("counted_in", holders.plural).set(holders.plural, holders.count);
    result.details.set("weights", by_column);
    result.tables.push_back(std::move(masked));
    return result;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(weight_groups, WeightGroups)
