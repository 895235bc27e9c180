// Granularity: how fine the masked values still are, by the leaves of a column's hierarchy below each of
// them. Generalization optimises it; it applies to the release of any method.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "core/hierarchy.hpp"
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/categories/category_pairs.hpp"

namespace sfumato::utility {
namespace {

// For each level the leaves below every value.
using LeafCounts = std::vector<std::map<std::string, std::size_t>>;

LeafCounts leaf_counts(const Hierarchy& tree) {
  LeafCounts counts(tree.levels());
  for (const std::vector<std::string>& row : tree.rows()) {
    for (std::size_t level = 0; level < row.size(); ++level) ++counts[level][row[level]];
  }
  return counts;
}

// The level of a masked value: the lowest that has it above all its originals, else the lowest that has it.
std::optional<std::size_t> level_of(const std::string& value, const std::set<std::string>& originals,
                                    const Hierarchy& tree, const LeafCounts& counts) {
  std::optional<std::size_t> lowest;
  for (std::size_t level = 0; level < tree.levels(); ++level) {
    if (!counts[level].contains(value)) continue;
    if (!lowest) lowest = level;
    const bool above_all = std::all_of(originals.begin(), originals.end(), [&](const std::string& leaf) {
      return tree.has(leaf) && tree.at(leaf, level) == value;
    });
    if (above_all) return level;
  }
  return lowest;
}

std::set<std::string> texts_of(const Column& column) {
  std::set<std::string> texts;
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (!column.missing(row)) texts.insert(column.text(row));
  }
  return texts;
}

struct ColumnLoss {
  double sum = 0.0;
  std::size_t cells = 0;
  std::size_t unknown = 0;  // texts that no level of the hierarchy has
};

// What each masked value loses, by its code: (leaves below it − 1)/(all leaves − 1).
std::vector<double> losses(const stats::CategoryPair& pair, const Hierarchy& tree,
                           std::vector<bool>& unknown) {
  std::vector<std::set<std::string>> originals(pair.count());
  for (std::size_t row = 0; row < pair.original.size(); ++row) {
    if (pair.original[row] < 0 || pair.masked[row] < 0) continue;
    originals[static_cast<std::size_t>(pair.masked[row])].insert(
        pair.texts[static_cast<std::size_t>(pair.original[row])]);
  }
  const LeafCounts counts = leaf_counts(tree);
  std::vector<double> result(pair.count(), 0.0);
  for (std::size_t code = 0; code < result.size(); ++code) {
    const std::string& text = pair.texts[code];
    const bool unchanged = originals[code].size() <= 1 && originals[code].contains(text);
    const std::optional<std::size_t> level = level_of(text, originals[code], tree, counts);
    unknown[code] = !level && !unchanged;
    if (unknown[code]) result[code] = 1.0;
    if (!level || tree.leaves() < 2) continue;
    result[code] =
        (static_cast<double>(counts[*level].at(text)) - 1.0) / (static_cast<double>(tree.leaves()) - 1.0);
  }
  return result;
}

// That of the masked column, which is what the release used, else of the original's.
std::shared_ptr<const Hierarchy> tree_of(const Table& original, const Table& masked, ColumnId id) {
  return masked.info(id).tree != nullptr ? masked.info(id).tree : original.info(id).tree;
}

ColumnLoss column_loss(const Table& original, const Table& masked, ColumnId id) {
  const Column& after = masked.column(id);
  const std::shared_ptr<const Hierarchy> tree = tree_of(original, masked, id);
  ColumnLoss result;
  if (!after.is_text() || tree == nullptr) {
    const Codes* codes = after.get_if<Codes>();
    const std::set<std::string> known = texts_of(original.column(id));
    for (std::size_t row = 0; row < after.size(); ++row) {
      if (original.column(id).missing(row)) continue;
      ++result.cells;
      const std::string* text = codes == nullptr || after.missing(row)
                                    ? nullptr
                                    : &codes->labels[static_cast<std::size_t>(codes->codes[row])];
      const bool blank = after.missing(row) || (text != nullptr && *text == stats::suppressed_text);
      const bool strange = !blank && text != nullptr && !known.contains(*text);
      result.sum += blank || strange ? 1.0 : 0.0;
      result.unknown += strange ? 1 : 0;
    }
    return result;
  }
  const stats::CategoryPair pair = stats::text_categories(original.column(id), after);
  std::vector<bool> unknown(pair.count(), false);
  const std::vector<double> loss = losses(pair, *tree, unknown);
  for (std::size_t row = 0; row < pair.original.size(); ++row) {
    if (pair.original[row] == stats::CategoryPair::missing) continue;
    ++result.cells;
    const bool blank = pair.masked[row] == stats::CategoryPair::missing;
    result.sum += blank ? 1.0 : loss[static_cast<std::size_t>(pair.masked[row])];
    result.unknown += !blank && unknown[static_cast<std::size_t>(pair.masked[row])] ? 1 : 0;
  }
  return result;
}

struct Granularity {
  static MeasureInfo info() {
    return {
        .name = "granularity",
        .title = "Granularity",
        .summary = "How fine the masked values are, by the hierarchies of the columns.",
        .side = Side::utility,
        .better = Better::higher,
        .range = "0 to 100 %",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .cost = "n log n",
        .reference =
            "Iyengar (2002), Transforming data to satisfy privacy constraints, ACM SIGKDD; Prasser, "
            "Kohlmayer, Kuhn (2016), The importance of context: risk-based de-identification of biomedical "
            "data, Methods of Information in Medicine 55",
        .by_default = ByDefault::never,
        .covers = true};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    std::vector<ColumnLoss> found(columns.size());
    run.parallel(columns.size(),
                 [&](std::size_t j) { found[j] = column_loss(original, masked, columns[j]); });
    Value by_column = Value::object(), without = Value::array();
    std::size_t used = 0, unknown = 0;
    double sum = 0.0;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const ColumnInfo& info = original.info(columns[j]);
      if (tree_of(original, masked, columns[j]) == nullptr) without.push(info.name);
      unknown += found[j].unknown;
      if (found[j].cells == 0) continue;
      const double loss = found[j].sum / static_cast<double>(found[j].cells);
      by_column.set(info.name, 100.0 * (1.0 - loss));
      sum += loss;
      ++used;
    }
    describe(original, columns, result.details);
    result.details.set("columns", by_column).set("without_hierarchy", without).set("unknown_cells", unknown);
    result.note = lacking_hierarchies(original, masked, columns, found);
    if (!result.note.empty()) return result;
    if (used == 0) {
      result.note = "no cell has a value in the original";
      return result;
    }
    result.value = 100.0 * (1.0 - sum / static_cast<double>(used));
    result.reading = "values are as fine as " + rounded(*result.value, 3) + " % of what they were";
    return result;
  }

  // Why there is no value: no column has a hierarchy, or one without has labels that stand for unknown sets
  // of values. Values of the original and suppressed cells are the same under every hierarchy.
  static std::string lacking_hierarchies(const Table& original, const Table& masked, const ColumnSet& columns,
                                         const std::vector<ColumnLoss>& found) {
    const std::string cure = "; declare it in the sidecar, or name a folder with ‹hierarchies›";
    bool some = false;
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const ColumnInfo& info = original.info(columns[j]);
      const bool has_tree = tree_of(original, masked, columns[j]) != nullptr;
      some = some || has_tree;
      if (!has_tree && found[j].unknown > 0) {
        return "column '" + info.name + "' has new labels and no hierarchy" + cure;
      }
    }
    return some ? "" : "needs the hierarchy of a column, and no compared column has one" + cure;
  }

  static void describe(const Table& original, const ColumnSet& columns, Value& details) {
    std::size_t incomplete = 0;
    for (std::size_t row = 0; row < original.rows(); ++row) {
      incomplete += std::any_of(columns.begin(), columns.end(),
                                [&](ColumnId id) { return original.column(id).missing(row); });
    }
    details.set("records", original.rows());
    if (incomplete > 0) details.set("incomplete_records", incomplete);
  }
};

}  // namespace
}  // namespace sfumato::utility

SFUMATO_MEASURE(utility, granularity, Granularity)
