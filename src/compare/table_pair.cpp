// Columns are matched by name, whatever their order.
#include "compare/table_pair.hpp"

#include <algorithm>
#include <map>

#include "core/error.hpp"
#include "core/text_list.hpp"

namespace sfumato::compare {
namespace {

// Weights and households are included, since statistics and risks may need them; the release must
// have them too.
void add_role(const Table& original, const Table& masked, Role role, ColumnSet& kept, ColumnSet& ids) {
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    if (original.info(id).role != role) continue;
    if (std::find(kept.begin(), kept.end(), id) != kept.end()) return;
    const std::optional<ColumnId> other = masked.find(original.info(id).name);
    if (!other) return;
    kept.push_back(id);
    ids.push_back(*other);
    return;
  }
}

// Every number a category of its own, lowest first.
Codes categories_of(const Column& column) {
  Codes result;
  const Numbers numbers = column.to_numbers();
  std::map<double, std::string> texts;
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (!column.missing(row)) texts.try_emplace(numbers[row], column.text(row));
  }
  std::map<double, std::int32_t> code_of;
  for (const auto& [number, text] : texts) {
    code_of.emplace(number, static_cast<std::int32_t>(result.labels.size()));
    result.labels.push_back(text);
  }
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    result.codes.push_back(column.missing(row) ? Codes::missing : code_of.at(numbers[row]));
  }
  return result;
}

// Numbers have no order among the categories that they became, so measures that do not know what a label
// covers compare both as categories.
void align_kinds(TablePair& pair) {
  pair.categories = pair.original;
  for (ColumnId id = 0; id < pair.compared; ++id) {
    if (pair.original.column(id).is_text() || !pair.masked.column(id).is_text()) continue;
    pair.categories.replace(id, categories_of(pair.original.column(id)));
    ColumnInfo info = pair.original.info(id);
    info.kind = Kind::nominal;
    info.domain.reset();
    pair.categories.set_info(id, info);
    pair.recoded.push_back(id);
  }
}

}  // namespace

ColumnSet counterparts(const Table& original, const Table& masked, const ColumnSet& columns,
                       const std::string& name) {
  ColumnSet found;
  std::vector<std::string> lacking;
  for (const ColumnId id : columns) {
    const std::optional<ColumnId> other = masked.find(original.info(id).name);
    if (other) {
      found.push_back(*other);
    } else {
      lacking.push_back(original.info(id).name);
    }
  }
  if (!lacking.empty()) {
    bad_param("columns", name + " has no column " + quoted_names(lacking),
              "compare the columns that both files have, with ‹columns›");
  }
  return found;
}

TablePair pair_of(const Table& original, const Table& masked, const ColumnChoice& choice,
                  const std::string& name, Mapping mapping) {
  ColumnSet kept = choice.columns, ids = counterparts(original, masked, choice.columns, name);
  for (const Role role : {Role::weight, Role::household, Role::unit, Role::count}) {
    add_role(original, masked, role, kept, ids);
  }
  TablePair pair{original.taking_columns(kept), masked.taking_columns(ids), mapping, choice.named,
                 choice.columns.size()};
  align_kinds(pair);
  return pair;
}

TablePair with_columns(const TablePair& pair, const ColumnSet& columns) {
  ColumnSet kept = columns;
  for (ColumnId id = pair.compared; id < pair.original.column_count(); ++id) kept.push_back(id);
  TablePair result = pair;
  result.original = pair.original.taking_columns(kept);
  result.categories = pair.categories.taking_columns(kept);
  result.masked = pair.masked.taking_columns(kept);
  result.compared = columns.size();
  result.recoded.clear();
  for (ColumnId id = 0; id < columns.size(); ++id) {
    if (std::find(pair.recoded.begin(), pair.recoded.end(), columns[id]) != pair.recoded.end()) {
      result.recoded.push_back(id);
    }
  }
  return result;
}

TablePair with_column(const TablePair& pair, ColumnId column) { return with_columns(pair, {column}); }

TablePair aligned(const TablePair& pair, const RecordMap& map) {
  TablePair result = pair;
  result.original = pair.original.taking_rows(map.original);
  result.categories = pair.categories.taking_rows(map.original);
  result.masked = pair.masked.taking_rows(map.masked);
  result.mapping = Mapping::same_rows;
  result.rows = map.original;
  return result;
}

}  // namespace sfumato::compare
