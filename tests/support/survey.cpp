// Reads the columns that are needed, as numbers.
#include "support/survey.hpp"

#include "support/tables.hpp"

namespace sfumato::testing {

Table with_role(Table table, const std::string& column, Role role) {
  const ColumnId id = table.require(column);
  ColumnInfo info = table.info(id);
  info.role = role;
  table.set_info(id, info);
  return table;
}

Table household_survey(const std::string& path) {
  const std::vector<std::string> keys{"urbrur", "roof", "walls", "water", "electcon", "relat", "sex"};
  std::vector<std::string> columns = keys;
  columns.insert(columns.end(), {"sampling_weight", "ori_hid"});
  Table table = read_numbers(path, columns);
  for (const std::string& key : keys) table = with_role(table, key, Role::quasi_identifier);
  return with_role(with_role(table, "sampling_weight", Role::weight), "ori_hid", Role::household);
}

Table small_survey(const std::string& path) {
  const std::vector<std::string> keys{"Key1", "Key2", "Key3", "Key4"};
  Table table = read_numbers(path, {"Key1", "Key2", "Key3", "Key4", "w"});
  for (const std::string& key : keys) table = with_role(table, key, Role::quasi_identifier);
  return with_role(table, "w", Role::weight);
}

}  // namespace sfumato::testing
