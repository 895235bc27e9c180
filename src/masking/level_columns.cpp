// Leaves are the different values of the data, in order of first appearance.
#include "masking/level_columns.hpp"

#include <algorithm>
#include <unordered_map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "core/value_rows.hpp"
#include "masking/hierarchy_builder.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/generalization/generalization_objective.hpp"

namespace sfumato::masking {
namespace {

// The value of each leaf as text, and the leaves of the rows.
std::vector<std::string> leaf_texts(const Column& column, GeneralizedColumn& result) {
  const stats::KeyColumn keys = stats::key_column(column);
  std::vector<std::int64_t> leaf_of_code(static_cast<std::size_t>(keys.distinct) + 1, -1);
  std::vector<std::string> texts;
  result.leaf_of_row.resize(column.size());
  for (std::size_t row = 0; row < column.size(); ++row) {
    std::int64_t& leaf = leaf_of_code[static_cast<std::size_t>(std::int64_t{keys.codes[row]} + 1)];
    if (leaf < 0) {
      leaf = static_cast<std::int64_t>(texts.size());
      texts.push_back(column.text(row));
      if (keys.codes[row] == stats::KeyColumn::missing) result.missing_leaf = leaf;
    }
    result.leaf_of_row[row] = static_cast<std::uint32_t>(leaf);
  }
  return texts;
}

// Without a hierarchy a row for each value; numbers and dates have intervals between their value and the
// root.
Hierarchy own_hierarchy(const Table& table, ColumnId id, GeneralizedColumn& column,
                        const std::vector<std::string>& texts, const IntervalCuts* cuts) {
  std::vector<CountedNumber> leaves;
  std::vector<std::size_t> place(texts.size());
  for (std::size_t leaf = 0; leaf < texts.size(); ++leaf) {
    place[leaf] = leaves.size();
    if (static_cast<std::int64_t>(leaf) != column.missing_leaf) leaves.push_back({.text = texts[leaf]});
  }
  if (leaves.empty()) return Hierarchy(std::vector<std::vector<std::string>>{{"", suppressed_text}});
  const Column& values = table.column(id);
  if (values.is_calendar()) {
    std::vector<std::string> days;
    for (const CountedNumber& leaf : leaves) days.push_back(leaf.text);
    return date_hierarchy(days, {});
  }
  if (table.info(id).kind == Kind::numeric && !values.is_text()) {
    const Numbers numbers = values.to_numbers();
    const stats::RecordCounts counts = stats::record_counts(table);
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      const std::uint32_t leaf = column.leaf_of_row[row];
      if (static_cast<std::int64_t>(leaf) == column.missing_leaf) continue;
      leaves[place[leaf]].number = numbers[row];
      leaves[place[leaf]].records += counts[row];
    }
    const std::optional<Domain>& domain = table.info(id).domain;
    column.cuts = cuts != nullptr ? *cuts : interval_cuts(leaves, domain);
    return interval_levels(leaves, *column.cuts, domain);
  }
  std::vector<std::vector<std::string>> rows;
  for (const CountedNumber& leaf : leaves) rows.push_back({leaf.text, suppressed_text});
  return Hierarchy(std::move(rows));
}

void require_covered(const Hierarchy& tree, std::vector<std::string> texts, std::int64_t missing_leaf,
                     const std::string& name) {
  if (missing_leaf >= 0) texts.erase(texts.begin() + missing_leaf);
  std::vector<std::string> uncovered = tree.uncovered(texts);
  if (uncovered.empty()) return;
  bad_input("the hierarchy of column '" + name + "' does not contain " + data_values(uncovered),
            "add a row for each of these values");
}

// One level of the hierarchy, for the leaves that the data have.
void add_level(GeneralizedColumn& column, const Hierarchy& tree, const std::vector<std::string>& leaves,
               std::size_t level) {
  std::unordered_map<std::string, std::pair<std::uint32_t, double>> values;  // code, rows of the hierarchy
  for (const std::vector<std::string>& row : tree.rows()) {
    ++values.try_emplace(row[level], static_cast<std::uint32_t>(values.size()), 0.0).first->second.second;
  }
  std::vector<std::uint32_t>& codes = column.levels.codes.emplace_back();
  std::vector<double>& shares = column.levels.shares.emplace_back();
  std::vector<std::string>& texts = column.texts.emplace_back();
  for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
    if (static_cast<std::int64_t>(leaf) == column.missing_leaf) {
      const bool one = level > 0 && values.size() == 1;
      codes.push_back(one ? 0 : static_cast<std::uint32_t>(values.size()));
      shares.push_back(1.0);
      texts.push_back(one ? values.begin()->first : "");
      continue;
    }
    texts.push_back(tree.at(leaves[leaf], level));
    const auto& [code, rows] = values.at(texts.back());
    codes.push_back(code);
    shares.push_back(rows / static_cast<double>(tree.leaves()));
  }
}

Column as_text(const Column& upper, const Column& lower) {
  Codes codes;
  std::unordered_map<std::string, std::int32_t> code_of;
  for (const Column* column : {&upper, &lower}) {
    for (std::size_t row = 0; row < column->size(); ++row) {
      if (column->missing(row)) {
        codes.codes.push_back(Codes::missing);
        continue;
      }
      const auto [found, fresh] =
          code_of.try_emplace(column->text(row), static_cast<std::int32_t>(codes.labels.size()));
      if (fresh) codes.labels.push_back(found->first);
      codes.codes.push_back(found->second);
    }
  }
  return codes;
}

// Numbers are compatible with integers.
bool joinable(const Column& a, const Column& b) {
  const bool numbers = !a.is_text() && !b.is_text() && !a.is_calendar() && !b.is_calendar();
  return a.same_type(b) || numbers;
}

}  // namespace

bool GeneralizedColumn::missing(std::uint32_t leaf, std::uint32_t level) const {
  return static_cast<std::int64_t>(leaf) == missing_leaf && texts[level][leaf].empty();
}

GeneralizedColumn generalized_column(const Table& table, ColumnId id, const IntervalCuts* cuts) {
  GeneralizedColumn result;
  const ColumnInfo& info = table.info(id);
  if (cuts != nullptr && (info.tree || info.kind != Kind::numeric || table.column(id).is_text())) {
    bad_param("breaks", "column '" + info.name + (info.tree ? "' has a hierarchy" : "' is not numeric"),
              "leave out its breaks");
  }
  const std::vector<std::string> leaves = leaf_texts(table.column(id), result);
  const Hierarchy tree = info.tree ? *info.tree : own_hierarchy(table, id, result, leaves, cuts);
  with_rows_of(table.column(id), [&] { require_covered(tree, leaves, result.missing_leaf, info.name); });
  result.levels.domain = static_cast<double>(tree.leaves());
  for (std::size_t level = 0; level < tree.levels(); ++level) add_level(result, tree, leaves, level);
  return result;
}

Table with_population(const Table& table, const ColumnSet& columns, const Table& population) {
  std::vector<ColumnInfo> infos;
  std::vector<Column> joined;
  for (const ColumnId id : columns) {
    infos.push_back(table.info(id));
    const Column& lower = population.column(population.require(infos.back().name));
    const Column* both[] = {&table.column(id), &lower};
    joined.push_back(joinable(*both[0], lower) ? concatenated(both) : as_text(*both[0], lower));
  }
  return Table(std::move(infos), std::move(joined));
}

void write_levels(Table& masked, ColumnId id, const GeneralizedColumn& column,
                  const std::vector<std::uint32_t>& level_of_row) {
  if (std::all_of(level_of_row.begin(), level_of_row.end(), [](auto level) { return level == 0; })) return;
  // Texts are looked up once for each level and leaf; suppressed cells are a level above all.
  constexpr std::int32_t unknown = -2;
  const std::size_t levels = column.texts.size(), leaves = column.texts.front().size();
  std::vector<std::int32_t> code_at((levels + 1) * leaves, unknown);
  std::unordered_map<std::string, std::int32_t> code_of;
  Codes codes;
  codes.codes.reserve(level_of_row.size());
  for (std::size_t row = 0; row < level_of_row.size(); ++row) {
    const std::uint32_t leaf = column.leaf_of_row[row], level = level_of_row[row];
    const bool gone = level == stats::GeneralizationObjective::suppressed;
    std::int32_t& code = code_at[(gone ? levels : level) * leaves + leaf];
    if (code == unknown && !gone && column.missing(leaf, level)) code = Codes::missing;
    if (code == unknown) {
      const std::string& text = gone ? suppressed_text : column.texts[level][leaf];
      const auto [found, fresh] = code_of.try_emplace(text, static_cast<std::int32_t>(codes.labels.size()));
      if (fresh) codes.labels.push_back(text);
      code = found->second;
    }
    codes.codes.push_back(code);
  }
  ColumnInfo info;
  info.name = masked.info(id).name;
  info.role = masked.info(id).role;
  info.label = masked.info(id).label;
  info.kind = Kind::nominal;
  masked.replace(id, std::move(codes));
  masked.set_info(id, info);
}

}  // namespace sfumato::masking
