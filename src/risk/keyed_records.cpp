#include "risk/keyed_records.hpp"

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

CountedRecords counted_records(const Table& original, const Table& masked, const ColumnSet& compared,
                               const std::vector<std::string>& named, MissingAs missing_as, const Run& run,
                               Score& score) {
  CountedRecords result{keyed_records(original, masked, compared, named, run), {}, {}};
  const auto& [used, kept, table] = result.keyed;
  score = described(original, used, kept, table);
  if (score.note.empty()) score.note = unfit_weights(original, masked);
  if (!score.note.empty()) return result;
  result.weights = kept.of_kept(record_weights(original, masked));
  result.found = key_frequencies(table, result.weights, missing_as, 1.0, run);
  return result;
}

}  // namespace sfumato::risk
