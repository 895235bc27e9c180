// Local suppression. Single cells of rare records are blanked until every record agrees with k, so that most
// of the file does not change.
#include <algorithm>
#include <limits>
#include <numeric>

#include "core/error.hpp"
#include "core/method.hpp"
#include "core/number_text.hpp"
#include "masking/category_suppression.hpp"
#include "masking/wildcard_suppression.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t most_choices = 10'000;

enum class MissingAs { wildcard, category };

// The same column with these rows missing.
Column blanked(const Column& column, const std::vector<std::uint32_t>& rows) {
  return column.visit([&](const auto& data) -> Column {
    auto copy = data;
    using Data = std::decay_t<decltype(data)>;
    if constexpr (std::is_same_v<Data, Integers>) copy.missing.resize(copy.values.size(), 0);
    for (const std::uint32_t row : rows) {
      if constexpr (std::is_same_v<Data, Numbers>) copy[row] = std::numeric_limits<double>::quiet_NaN();
      if constexpr (std::is_same_v<Data, Integers>) copy.missing[row] = 1;
      if constexpr (std::is_same_v<Data, Dates>) copy.days[row] = Dates::missing;
      if constexpr (std::is_same_v<Data, Timestamps>) copy.ticks[row] = Timestamps::missing;
      if constexpr (std::is_same_v<Data, Codes>) copy.codes[row] = Codes::missing;
    }
    return copy;
  });
}

// Every subset of `size` of `width` columns, in lexicographic order.
std::vector<std::vector<std::size_t>> choices(std::size_t width, std::size_t size) {
  std::vector<std::vector<std::size_t>> result;
  std::vector<std::size_t> chosen(size);
  std::iota(chosen.begin(), chosen.end(), std::size_t{0});
  while (result.size() <= most_choices) {
    result.push_back(chosen);
    std::size_t at = size;
    while (at > 0 && chosen[at - 1] == width - size + at - 1) --at;
    if (at == 0) return result;
    ++chosen[at - 1];
    for (std::size_t i = at; i < size; ++i) chosen[i] = chosen[i - 1] + 1;
  }
  bad_input("there are more than " + std::to_string(most_choices) + " subsets of " + std::to_string(size) +
                " of " + std::to_string(width) + " keys",
            "protect fewer keys, or smaller subsets of them");
}

// Records in classes of fewer than k, where a missing cell is a category.
std::size_t unequal_records(const stats::KeyTable& keys, std::size_t k, const Run& run) {
  std::size_t below = 0;
  for (const std::uint32_t size : stats::equal_classes(keys, run).sizes) below += size < k ? size : 0;
  return below;
}

struct LocalSuppression {
  std::int64_t k = 3;
  ColumnTexts importance;
  MissingAs missing_as = MissingAs::wildcard;
  std::int64_t subsets = 0;

  static MethodInfo info() {
    return {.name = "local-suppression",
            .title = "Local suppression",
            .family = Family::reduction,
            .summary = "Blanks single cells until every record agrees with k records.",
            .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
            .reference = "Hundepool et al. (2012), Statistical disclosure control, Wiley, section 3.4.2",
            .random = false,
            .whole_records = true,
            .made_for = MadeFor::few_values};
  }

  static void params(ParamList<LocalSuppression>& list) {
    list.integer("k", &LocalSuppression::k)
        .range(1, 16'384)
        .unit("records")
        .doc("Smallest number of records that each record agrees with, itself included.")
        .dial(Dial::more_is_safer);
    list.pairs("importance", &LocalSuppression::importance)
        .doc(
            "How much a cell of a column counts, COLUMN=NUMBER above 0, 1 where not given: cells of "
            "important "
            "columns are kept rather than others.");
    list.choice("missing-as", &LocalSuppression::missing_as,
                {{"wildcard", MissingAs::wildcard}, {"category", MissingAs::category}})
        .doc("Whether a missing cell agrees with every value, or is a category of its own.");
    list.integer("subsets", &LocalSuppression::subsets)
        .range(0, 64)
        .unit("keys")
        .doc("Protect every subset of this many keys instead of all together; 0 is all together.");
  }

  std::string refused() const {
    for (const auto& [column, text] : importance) {
      const std::optional<double> number = parse_number(text);
      if (!number || *number <= 0.0)
        return "the importance of '" + column + "' is '" + text + "', not a number above 0";
    }
    if (subsets > 0 && missing_as == MissingAs::category) {
      return "subsets of the keys are protected one after the other, which is not possible with `missing-as` "
             "category";
    }
    return {};
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    check(original, columns);
    run.check_stop();
    stats::KeyTable keys = stats::key_table(original, columns, run);
    const std::size_t enough = static_cast<std::size_t>(k);
    const std::size_t wildcard = records_below(keys, enough, run),
                      category = unequal_records(keys, enough, run);
    const std::vector<ColumnMask> masks = suppressed(original, columns, keys, run);
    Masked result{.tables = {original}};
    Value by_column = Value::object();
    std::size_t cells = 0, touched = 0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      std::vector<std::uint32_t> rows;
      for (std::size_t row = 0; row < masks.size(); ++row) {
        if (((masks[row] >> j) & 1U) != 0) rows.push_back(static_cast<std::uint32_t>(row));
      }
      for (const std::uint32_t row : rows) keys.columns[j].codes[row] = stats::KeyColumn::missing;
      if (!rows.empty()) result.tables[0].replace(columns[j], blanked(original.column(columns[j]), rows));
      by_column.set(original.info(columns[j]).name, rows.size());
      cells += rows.size();
    }
    for (const ColumnMask mask : masks) touched += mask != 0 ? 1 : 0;
    result.details.set("suppressed_cells", cells)
        .set("suppressed_by_column", by_column)
        .set("touched_records", touched)
        .set("below_k_wildcard_before", wildcard)
        .set("below_k_category_before", category)
        .set("below_k_wildcard", records_below(keys, enough, run))
        .set("below_k_category", unequal_records(keys, enough, run));
    result.promises.push_back({.keys = original.names(columns),
                               .models = {"k-anonymity:" + std::to_string(k)},
                               .wildcard = missing_as == MissingAs::wildcard,
                               .subset = static_cast<std::size_t>(subsets)});
    return result;
  }

 private:
  void check(const Table& original, const ColumnSet& columns) const {
    if (const std::string reason = refused(); !reason.empty()) bad_input(reason, "correct or leave it out");
    if (static_cast<std::size_t>(k) > original.rows()) {
      bad_param(
          "k",
          "k = " + std::to_string(k) + " is more than the " + std::to_string(original.rows()) + " records",
          "choose a smaller k");
    }
    if (columns.size() > 64) {
      bad_param("columns", std::to_string(columns.size()) + " keys are more than local-suppression supports",
                "name at most 64 with ‹columns›");
    }
    if (static_cast<std::size_t>(subsets) > columns.size()) {
      bad_param(
          "subsets",
          "subsets of " + std::to_string(subsets) + " keys, and there are " + std::to_string(columns.size()),
          "choose fewer, or 0 for all together");
    }
    for (const auto& [name, text] : importance) {
      const ColumnId id = original.require(name);
      if (std::find(columns.begin(), columns.end(), id) != columns.end()) continue;
      bad_param("importance", "column '" + name + "' has an importance and is not among the keys",
                "name it with ‹columns›, or leave it out");
    }
  }

  std::vector<double> costs(const Table& original, const ColumnSet& columns) const {
    std::vector<double> result;
    for (const ColumnId id : columns) {
      result.push_back(1.0);
      for (const auto& [name, text] : importance) {
        if (name == original.info(id).name) result.back() = parse_number(text).value_or(1.0);
      }
    }
    return result;
  }

  std::vector<ColumnMask> suppressed(const Table& original, const ColumnSet& columns,
                                     const stats::KeyTable& keys, const Run& run) const {
    const std::vector<double> all = costs(original, columns);
    const std::size_t enough = static_cast<std::size_t>(k);
    if (missing_as == MissingAs::category) return category_suppression(keys, enough, all, run);
    if (subsets == 0 || static_cast<std::size_t>(subsets) == columns.size()) {
      return wildcard_suppression(keys, enough, all, run);
    }
    return subset_masks(keys, all, run);
  }

  // Suppression for one subset removes an agreement of another only where a record becomes blank there:
  // rounds end when nothing more is suppressed.
  std::vector<ColumnMask> subset_masks(const stats::KeyTable& keys, const std::vector<double>& all,
                                       const Run& run) const {
    stats::KeyTable left = keys;
    std::vector<ColumnMask> masks(keys.rows, 0), before;
    do {
      before = masks;
      protect_subsets(all, run, left, masks);
    } while (masks != before);
    return masks;
  }

  void protect_subsets(const std::vector<double>& all, const Run& run, stats::KeyTable& left,
                       std::vector<ColumnMask>& masks) const {
    const std::size_t enough = static_cast<std::size_t>(k);
    for (const std::vector<std::size_t>& chosen :
         choices(left.columns.size(), static_cast<std::size_t>(subsets))) {
      run.check_stop();
      stats::KeyTable some{left.rows, {}};
      std::vector<double> some_costs;
      for (const std::size_t j : chosen) {
        some.columns.push_back(left.columns[j]);
        some_costs.push_back(all[j]);
      }
      const std::vector<ColumnMask> found = wildcard_suppression(some, enough, some_costs, run);
      for (std::size_t row = 0; row < left.rows; ++row) {
        for (std::size_t place = 0; found[row] >> place != 0 && place < chosen.size(); ++place) {
          if (((found[row] >> place) & 1U) == 0) continue;
          left.columns[chosen[place]].codes[row] = stats::KeyColumn::missing;
          masks[row] |= ColumnMask{1} << chosen[place];
        }
      }
    }
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(local_suppression, LocalSuppression)
