#include "risk/keyed_records.hpp"

#include "core/exact_sum.hpp"

namespace sfumato::risk {

std::optional<KeyUnits> key_units(const Table& original, const Table& masked, const KeptRecords& kept) {
  const std::optional<ColumnId> column = column_with_role(original, Role::unit);
  if (!column || *column >= masked.column_count()) return std::nullopt;
  KeyUnits units{original.info(*column).name, stats::units_of(kept.table().column(*column)), 0};
  units.all = kept.suppressed() == 0 ? units.kept.count : stats::units_of(masked.column(*column)).count;
  return units;
}

KeyedRecords keyed_records(const Table& original, const Table& masked, const ColumnSet& compared,
                           const std::vector<std::string>& named, const Run& run) {
  const ColumnSet used = key_columns(original, compared, named);
  KeptRecords kept(masked, used);
  stats::KeyTable table = stats::key_table(kept.table(), used, run);
  std::optional<KeyUnits> units = key_units(original, masked, kept);
  return {used, std::move(kept), std::move(table), std::move(units)};
}

Score described(const Table& original, const KeyedRecords& keyed) {
  Score result;
  describe_keys(original, keyed.used, keyed.table, keyed.kept.suppressed(), result.details);
  if (keyed.units) result.details.set("unit", keyed.units->column).set("units", keyed.units->all);
  if (keyed.table.rows == 0) result.note = "there are no records";
  return result;
}

KeyFrequencies key_frequencies(const KeyedRecords& keyed, const std::vector<double>& weights,
                               MissingAs weighted, double alpha, const Run& run) {
  if (!keyed.units) return key_frequencies(keyed.table, weights, weighted, alpha, run);
  const stats::Units& units = keyed.units->kept;
  const std::vector<double> of_units = weights.empty() ? weights : stats::smallest_of_units(weights, units);
  const stats::KeyClasses classes = stats::equal_classes(keyed.table, run);
  const stats::ClassUnits members = stats::class_units(classes, units);
  const bool incomplete = incomplete_records(keyed.table) > 0;
  const bool wild = incomplete && weighted == MissingAs::wildcard;
  std::vector<double> sums(classes.count(), 0.0);
  for (std::size_t number = 0; number < sums.size() && !weights.empty(); ++number) {
    ExactSum sum;
    for (const std::uint32_t unit : members.of(number)) sum.add(of_units[unit]);
    sums[number] = sum.value();
  }
  KeyFrequencies result;
  for (const std::uint32_t number : classes.of_row) {
    result.category.push_back(static_cast<double>(members.count(number)));
    if (!weights.empty() && !wild) result.weights.push_back(sums[number]);
  }
  if (!incomplete) {
    result.wildcard = result.category;
    return result;
  }
  const std::vector<double> none;
  stats::WildcardCounts counts =
      stats::wildcard_unit_counts(keyed.table, units, wild ? of_units : none, alpha, run);
  result.wildcard = std::move(counts.records);
  if (wild) result.weights = std::move(counts.weights);
  return result;
}

KeyFrequencies frequencies_of_records(const KeyedRecords& keyed, const std::vector<double>& weights,
                                      MissingAs weighted, double alpha, const Run& run) {
  return key_frequencies(keyed.table, weights, weighted, alpha, run, WeightsOf::records);
}

std::vector<double> smallest_by_subject(const std::vector<double>& of_record, const KeyedRecords& keyed) {
  return keyed.units ? stats::smallest_of_units(of_record, keyed.units->kept) : of_record;
}

std::vector<double> risks_by_subject(const std::vector<double>& of_record, const KeyedRecords& keyed) {
  if (!keyed.units) return keyed.kept.of_all(of_record, 0.0);
  std::vector<double> result = stats::largest_of_units(of_record, keyed.units->kept);
  result.resize(keyed.units->all, 0.0);
  return result;
}

std::vector<double> weights_of_classes(const Table& masked, const KeyedRecords& keyed,
                                       const std::vector<double>& weights, const Run& run) {
  if (weights.empty()) return weights;
  const stats::KeyClasses classes = stats::equal_classes(stats::key_table(masked, keyed.used, run), run);
  return exact_sums(weights, {}, classes.of_row, classes.count());
}

CountedRecords counted_records(const Table& original, const Table& masked, const ColumnSet& compared,
                               const std::vector<std::string>& named, MissingAs missing_as, const Run& run,
                               Score& score) {
  CountedRecords result{keyed_records(original, masked, compared, named, run), {}, {}};
  score = described(original, result.keyed);
  if (score.note.empty()) score.note = unfit_weights(original, masked);
  if (!score.note.empty()) return result;
  result.weights = result.keyed.kept.of_kept(record_weights(original, masked));
  result.found = key_frequencies(result.keyed, result.weights, missing_as, 1.0, run);
  return result;
}

}  // namespace sfumato::risk
