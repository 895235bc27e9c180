// Roles are read from the original's schema and values from the masked table, since a release need not have
// the roles of its columns.
#include "risk/key_columns.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "stats/classes/wildcard_classes.hpp"

namespace sfumato::risk {

ColumnSet key_columns(const Table& original, const ColumnSet& compared, const std::vector<std::string>& named,
                      std::optional<ColumnId> except) {
  ColumnSet keys;
  for (const std::string& name : named) {
    const ColumnId id = original.require(name);
    if (std::find(keys.begin(), keys.end(), id) != keys.end()) bad_input("keys names '" + name + "' twice");
    if (id == except) bad_input("column '" + name + "' cannot be both a key and the confidential column");
    keys.push_back(id);
  }
  if (!named.empty()) return keys;
  for (const ColumnId id : compared) {
    if (original.info(id).role == Role::quasi_identifier && id != except) keys.push_back(id);
  }
  if (!keys.empty()) return keys;
  keys = compared;
  std::erase_if(keys, [&](ColumnId id) { return id == except || original.info(id).role == Role::unit; });
  return keys;
}

std::optional<ColumnId> column_with_role(const Table& original, Role role) {
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    if (original.info(id).role == role) return id;
  }
  return std::nullopt;
}

Table without_units(const Table& original) {
  Table result = original;
  for (ColumnId id = 0; id < result.column_count(); ++id) {
    if (result.info(id).role != Role::unit) continue;
    ColumnInfo info = result.info(id);
    info.role.reset();
    result.set_info(id, info);
  }
  return result;
}

std::string unfit_weights(const Table& original, const Table& masked) {
  const std::optional<ColumnId> column = column_with_role(original, Role::weight);
  if (!column) return {};
  const std::string& name = original.info(*column).name;
  if (masked.column(*column).is_text()) {
    return "column '" + name + "' has text, and weights are numbers; declare another column as weight";
  }
  const std::vector<double> weights = masked.column(*column).to_numbers();
  for (std::size_t row = 0; row < weights.size(); ++row) {
    if (weights[row] >= 0.0) continue;
    const bool counted = stats::count_column(masked).has_value();
    return "column '" + name + "': the weight of " +
           (counted ? "a record" : "record " + std::to_string(row + 1)) +
           " is missing or negative; a weight is the number of people a record stands for";
  }
  return {};
}

std::vector<double> record_weights(const Table& original, const Table& masked) {
  const std::optional<ColumnId> column = column_with_role(original, Role::weight);
  return column ? masked.column(*column).to_numbers() : std::vector<double>{};
}

std::optional<ColumnId> sensitive_column(const Table& original, const ColumnSet& compared,
                                         const std::string& named) {
  if (!named.empty()) return original.require(named);
  for (const ColumnId id : compared) {
    if (original.info(id).role == Role::confidential) return id;
  }
  return std::nullopt;
}

KeyFrequencies key_frequencies(const stats::KeyTable& keys, const std::vector<double>& weights,
                               MissingAs weighted, double alpha, const Run& run, WeightsOf whose) {
  const std::span<const std::uint32_t> times =
      whose == WeightsOf::records ? keys.counts.of_row() : std::span<const std::uint32_t>();
  const bool incomplete = incomplete_records(keys) > 0;
  const bool wild = incomplete && weighted == MissingAs::wildcard;  // no difference where nothing is missing
  const stats::KeyClasses classes = stats::equal_classes(keys, run);
  KeyFrequencies result;
  result.category.resize(keys.rows);
  for (std::size_t row = 0; row < keys.rows; ++row) {
    result.category[row] = classes.sizes[classes.of_row[row]];
  }
  if (!weights.empty() && !wild) {
    const std::vector<double> sums = exact_sums(weights, times, classes.of_row, classes.count());
    for (const std::uint32_t number : classes.of_row) result.weights.push_back(sums[number]);
  }
  if (!incomplete) {
    result.wildcard = result.category;
    return result;
  }
  stats::WildcardCounts counts = stats::wildcard_counts(
      keys, wild ? std::span<const double>(weights) : std::span<const double>(), alpha, run, times);
  result.wildcard = std::move(counts.records);
  if (wild) result.weights = std::move(counts.weights);
  return result;
}

std::size_t incomplete_records(const stats::KeyTable& keys) {
  std::vector<bool> incomplete(keys.rows, false);
  for (const stats::KeyColumn& column : keys.columns) {
    for (std::size_t row = 0; row < keys.rows; ++row) {
      if (column.codes[row] == stats::KeyColumn::missing) incomplete[row] = true;
    }
  }
  return keys.counts.count_if(incomplete, [](bool one) { return one; });
}

std::size_t blank_records(const stats::KeyTable& keys) {
  if (keys.columns.empty()) return 0;
  std::vector<bool> blank(keys.rows, true);
  for (const stats::KeyColumn& column : keys.columns) {
    for (std::size_t row = 0; row < keys.rows; ++row) {
      if (column.codes[row] != stats::KeyColumn::missing) blank[row] = false;
    }
  }
  return keys.counts.count_if(blank, [](bool one) { return one; });
}

std::string blank_words(const Value& details) {
  const Value* blank = details.find("blank_records");
  if (blank == nullptr) return {};
  const bool one = blank->as_integer() == 1;
  return "; " + to_text(*blank) + (one ? " record misses" : " records miss") +
         " every key: a missing key that matches anything does not make " + (one ? "it" : "them") +
         " count for others, and as a value of its own it is equal only to the same";
}

}  // namespace sfumato::risk
