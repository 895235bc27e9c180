// Recoding. Values become their ancestors in a hierarchy, a chosen number of levels up, so that there are
// fewer categories and no record is unique in one.
#include <algorithm>
#include <limits>
#include <unordered_map>

#include "core/error.hpp"
#include "core/method.hpp"
#include "core/number_text.hpp"
#include "masking/hierarchy_builder.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {
namespace {

// A column at some level, and whether its new categories keep the order of the old ones.
struct Recoded {
  Codes codes;
  bool ordered = true;
};

// The leaves of a hierarchy in the order of the column's kind: numbers and dates ascending, ordered
// categories in theirs, names in the order of the hierarchy. Values of another kind come last.
std::vector<std::string> ordered_leaves(const Column& column, Kind kind, const Hierarchy& tree) {
  constexpr double nowhere = std::numeric_limits<double>::infinity();
  std::unordered_map<std::string, double> place;
  const Codes* codes = column.get_if<Codes>();
  for (std::size_t code = 0; codes != nullptr && code < codes->labels.size(); ++code) {
    place.emplace(codes->labels[code], static_cast<double>(code));
  }
  const auto place_of = [&](const std::string& leaf) -> double {
    if (kind == Kind::nominal) return nowhere;
    const auto found = place.find(leaf);
    if (codes != nullptr) return found == place.end() ? nowhere : found->second;
    std::int32_t day = 0;
    if (column.get_if<Dates>() != nullptr) return parse_date(leaf, day) ? day : nowhere;
    return parse_number(leaf).value_or(nowhere);
  };
  std::vector<std::pair<double, std::string>> leaves;
  for (const auto& row : tree.rows()) leaves.emplace_back(place_of(row.front()), row.front());
  std::stable_sort(leaves.begin(), leaves.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> result;
  for (auto& [at, leaf] : leaves) {
    if (kind == Kind::nominal || at < nowhere) result.push_back(std::move(leaf));
  }
  return result;
}

// New labels in the order of their first ordered leaf, whether the data have them or not, so
// that all strata get the same.
Recoded recoded(const Column& column, Kind kind, const Hierarchy& tree, std::size_t level) {
  Recoded result;
  std::unordered_map<std::string, std::int32_t> number;
  std::int32_t last = 0;
  for (const std::string& leaf : ordered_leaves(column, kind, tree)) {
    const std::string& label = tree.at(leaf, level);
    const auto [entry, fresh] = number.emplace(label, static_cast<std::int32_t>(number.size()));
    if (fresh) result.codes.labels.push_back(label);
    result.ordered = result.ordered && entry->second >= last;
    last = entry->second;
  }
  const std::vector<std::string> texts = distinct_texts(column);
  const stats::KeyColumn keys = stats::key_column(column);
  std::vector<std::int32_t> code_of;
  for (const std::string& text : texts) {
    const std::string& label = tree.at(text, level);
    const auto [entry, fresh] = number.emplace(label, static_cast<std::int32_t>(number.size()));
    if (fresh) {  // of a value without a position among the others, such as an infinite number
      result.codes.labels.push_back(label);
      result.ordered = false;
    }
    code_of.push_back(entry->second);
  }
  result.codes.codes.resize(column.size(), Codes::missing);
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (keys.codes[row] != stats::KeyColumn::missing)
      result.codes.codes[row] = code_of[static_cast<std::size_t>(keys.codes[row])];
  }
  return result;
}

// Attributes that remain valid for a column with new values.
ColumnInfo recoded_info(ColumnInfo info, const Recoded& recoding) {
  const bool ordered = info.kind != Kind::nominal && recoding.ordered;
  info.kind = ordered ? Kind::ordinal : Kind::nominal;
  info.order = ordered ? recoding.codes.labels : std::vector<std::string>{};
  info.categories.clear();
  info.value_labels.clear();
  info.domain.reset();
  info.decimals.reset();
  info.hierarchy.clear();
  info.tree.reset();
  return info;
}

struct Recoding {
  ColumnTexts hierarchy, level, recode;
  std::int64_t depth = 1;

  static MethodInfo info() {
    return {.name = "recoding",
            .title = "Recoding",
            .family = Family::reduction,
            .summary = "Replaces values by their ancestors in a hierarchy.",
            .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
            .reference = "Hundepool et al. (2012), Statistical disclosure control, Wiley, section 3.4.2",
            .random = false,
            .whole_records = true,
            .made_for = MadeFor::hierarchies};
  }

  static void params(ParamList<Recoding>& list) {
    list.pairs("hierarchy", &Recoding::hierarchy)
        .doc("The file of a column's hierarchy, COLUMN=FILE: rows as CSV, or a TOML file that builds it.");
    list.pairs("level", &Recoding::level)
        .doc("The level of a column, COLUMN=LEVEL: 0 leaves it, 1 is the parent of each value.");
    list.pairs("recode", &Recoding::recode)
        .doc("A map for a column, COLUMN=FILE: rows of old and new value; others stay as they are.");
    list.integer("depth", &Recoding::depth)
        .range(0, 100)
        .unit("levels")
        .doc("The level of the columns that neither `level` nor `recode` names.")
        .dial(Dial::more_is_safer);
  }

  std::string refused() const {
    for (const auto& [column, text] : level) {
      const std::optional<std::int64_t> wanted = parse_integer(text);
      if (!wanted || *wanted < 0)
        return "the level of '" + column + "' is '" + text + "', not a number from 0";
      if (has(recode, column))
        return "column '" + column + "' has a map and a level: only one of them is allowed";
    }
    for (const auto& [column, path] : recode) {
      if (has(hierarchy, column)) return "column '" + column + "' has a map and a hierarchy";
    }
    return {};
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    if (const std::string reason = refused(); !reason.empty())
      bad_input(reason, "give one level to a column");
    for (const ColumnTexts* pairs : {&hierarchy, &level, &recode}) require_columns(original, columns, *pairs);
    check_leaves(original, columns);
    Masked result{.tables = {original}};
    Value levels = Value::object(), categories = Value::object(), bare = Value::array();
    std::vector<Recoded> recodings(columns.size());
    run.parallel(columns.size(), [&](std::size_t j) {
      const std::size_t up = level_of(original, columns[j]);
      const ColumnInfo& info = original.info(columns[j]);
      if (up > 0) recodings[j] = recoded(original.column(columns[j]), info.kind, *info.tree, up);
    });
    for (std::size_t j = 0; j < columns.size(); ++j) {
      const ColumnInfo& info = original.info(columns[j]);
      const std::size_t up = level_of(original, columns[j]);
      levels.set(info.name, up);
      if (!info.tree && wanted_level(info.name) > 0) bare.push(info.name);
      if (up == 0) continue;
      Value counts = Value::object();
      counts.set("before", distinct_texts(original.column(columns[j])).size());
      result.tables[0].set_info(columns[j], recoded_info(info, recodings[j]));
      result.tables[0].replace(columns[j], std::move(recodings[j].codes));
      counts.set("after", distinct_texts(result.tables[0].column(columns[j])).size());
      categories.set(info.name, counts);
    }
    result.details.set("levels", levels).set("categories", categories);
    if (!bare.as_array().empty()) result.details.set("without_hierarchy", bare);
    return result;
  }

 private:
  static bool has(const ColumnTexts& pairs, const std::string& column) {
    return std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) { return pair.first == column; });
  }

  static void require_columns(const Table& table, const ColumnSet& columns, const ColumnTexts& pairs) {
    for (const auto& [name, text] : pairs) {
      const ColumnId id = table.require(name);
      if (std::find(columns.begin(), columns.end(), id) != columns.end()) continue;
      bad_input("column '" + name + "' has a recoding and is not among those to protect",
                "name it with ‹columns›, or leave it out");
    }
  }

  // For all columns at once, so that one correction is enough. A column without a hierarchy stays as it is,
  // unless it has a level or no column has a hierarchy.
  void check_leaves(const Table& table, const ColumnSet& columns) const {
    const bool any = std::any_of(columns.begin(), columns.end(), [&](ColumnId id) {
      return table.info(id).tree || wanted_level(table.info(id).name) == 0;
    });
    std::string complaints;
    for (const ColumnId id : columns) {
      const ColumnInfo& info = table.info(id);
      if (wanted_level(info.name) == 0) continue;
      if (!info.tree && (!any || has(level, info.name))) {
        bad_param("hierarchy", "column '" + info.name + "' has no hierarchy",
                  "give one with ‹hierarchy› " + info.name + "=FILE, or in the sidecar");
      }
      if (!info.tree) continue;
      const std::string complaint = leaf_complaint(*info.tree, table.column(id), info.name);
      complaints += (complaints.empty() || complaint.empty() ? "" : "; ") + complaint;
    }
    if (!complaints.empty()) bad_input(complaints, "add a row for each, or correct the data");
  }

  std::size_t wanted_level(const std::string& column) const {
    if (has(recode, column)) return 1;
    for (const auto& [name, text] : level) {
      if (name == column) return static_cast<std::size_t>(parse_integer(text).value_or(0));
    }
    return static_cast<std::size_t>(depth);
  }

  std::size_t level_of(const Table& table, ColumnId id) const {
    const std::size_t wanted = wanted_level(table.info(id).name);
    const auto& tree = table.info(id).tree;
    return wanted == 0 || !tree ? 0 : std::min(wanted, tree->levels() - 1);
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(recoding, Recoding)
