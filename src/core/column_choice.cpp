// The rules of the parameter `columns`.
#include "core/column_choice.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/method.hpp"

namespace sfumato {
namespace {

ColumnSet columns_named(const Table& table, const std::vector<std::string>& named) {
  ColumnSet columns;
  for (const std::string& name : named) {
    const ColumnId id = about("columns", [&] { return table.require(name); });
    if (std::find(columns.begin(), columns.end(), id) != columns.end()) {
      bad_param("columns", "‹columns› names '" + name + "' twice", "once is enough");
    }
    columns.push_back(id);
  }
  return columns;
}

template <class Wanted>
ColumnSet columns_where(const Table& table, const Wanted& wanted) {
  ColumnSet columns;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (wanted(table.info(id))) columns.push_back(id);
  }
  return columns;
}

}  // namespace

ColumnChoice choose_columns(const Table& table, const std::vector<std::string>& named) {
  if (!named.empty()) return {columns_named(table, named), true};
  ColumnSet columns = columns_where(table, [](const ColumnInfo& info) {
    return info.role == Role::quasi_identifier || info.role == Role::confidential;
  });
  if (columns.empty()) {
    columns =
        columns_where(table, [](const ColumnInfo& info) { return !info.role && info.kind == Kind::numeric; });
  }
  return {columns, false};
}

AcceptedColumns accepted_columns(const Table& table, const ColumnChoice& choice, Kinds accepted,
                                 std::string_view owner, bool lenient) {
  if (choice.named && !lenient) {
    require_usable(table, choice.columns, accepted, owner, true);
    return {choice.columns, {}};
  }
  AcceptedColumns result;
  for (const ColumnId id : choice.columns) {
    (accepted.has(table.info(id).kind) ? result.columns : result.left_out).push_back(id);
  }
  return result;
}

std::string left_out_warning(const std::vector<std::string>& owners, Kinds accepted,
                             const std::vector<std::string>& left_out) {
  const bool one = owners.size() == 1;
  return enumerated(owners) + (one ? " takes " : " take ") + to_text(accepted) + " columns and " +
         (one ? "leaves out " : "leave out ") + quoted_names(left_out);
}

}  // namespace sfumato
