#include "risk/keyed_records.hpp"

#include "risk/key_columns.hpp"

namespace sfumato::risk {

KeyedRecords keyed_records(const Table& original, const Table& masked, const ColumnSet& compared,
                           const std::vector<std::string>& named, const Run& run) {
  const ColumnSet used = key_columns(original, compared, named);
  KeptRecords kept(masked, used);
  stats::KeyTable table = stats::key_table(kept.table(), used, run);
  return {used, std::move(kept), std::move(table)};
}

Score described(const Table& original, const ColumnSet& used, const KeptRecords& kept,
                const stats::KeyTable& table) {
  Score result;
  describe_keys(original, used, table, kept.suppressed(), result.details);
  if (table.rows == 0) result.note = "there are no records";
  return result;
}

}  // namespace sfumato::risk
