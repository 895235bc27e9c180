#include "release/record_draws.hpp"

namespace sfumato::release {

SecureRng order_draws(const Run& run, std::size_t copy) { return run.secure("record order", copy); }

SecureRng household_draws(const Run& run, const std::string& column, std::size_t copy) {
  return run.within("household numbers", copy).secure(column);
}

ColumnInfo info_of_numbers(const ColumnInfo& before, bool text) {
  ColumnInfo info;
  info.name = before.name;
  info.role = before.role;
  info.label = before.label;
  info.missing = before.missing;
  info.kind = text ? Kind::nominal : Kind::numeric;
  return info;
}

masking::NumberedColumn renumbered_column(const Table& table, ColumnId id, const Run& run, std::size_t copy) {
  const ColumnInfo& before = table.info(id);
  const bool text = table.column(id).is_text();
  return {id, household_draws(run, before.name, copy), masking::UnitNumbers(before.missing), text,
          info_of_numbers(before, text)};
}

}  // namespace sfumato::release
