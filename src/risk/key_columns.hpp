// What risks of categorical keys share: which columns are keys, weights and households, and how many records
// agree with each key. Defined once, so that all measures are consistent.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/params.hpp"
#include "core/run.hpp"
#include "core/table.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::risk {

// How a missing key is interpreted: as matching every value, or as a value of its own.
enum class MissingAs { wildcard, category };

// The named columns; without names the compared columns that are quasi-identifiers, and all of them where
// none is one, but not that of units. `except` is a column that is not a key, whatever its role. Named
// columns must exist.
ColumnSet key_columns(const Table& original, const ColumnSet& compared, const std::vector<std::string>& named,
                      std::optional<ColumnId> except = std::nullopt);

// The first column with that role in the schema of the original.
std::optional<ColumnId> column_with_role(const Table& original, Role role);

// The same table, in which no column has the role unit: records are counted.
Table without_units(const Table& original);

// Why the column with the role weight cannot be used: it has text, or a missing or negative weight; empty
// where it can.
std::string unfit_weights(const Table& original, const Table& masked);

// The weight of each record; empty where no column has that role. Requires weights that can be used. Of a row
// that stands for several records it is the sum of theirs; where units are declared, it is that of each.
std::vector<double> record_weights(const Table& original, const Table& masked);

// The column whose values must be diverse in every class: the named one, or the first compared column that is
// confidential; none where there is neither.
std::optional<ColumnId> sensitive_column(const Table& original, const ColumnSet& compared,
                                         const std::string& named);

// How many records agree with each record on all keys.
struct KeyFrequencies {
  std::vector<double> wildcard;  // missing values match every value
  std::vector<double> category;  // they are a value of their own
  std::vector<double>
      weights;  // of the records counted in the requested interpretation; empty without weights
  const std::vector<double>& of(MissingAs reading) const {
    return reading == MissingAs::wildcard ? wildcard : category;
  }
};
// Whose weights they are, where rows stand for several records: those of all records of a row together, or of
// each of them.
enum class WeightsOf { rows, records };
KeyFrequencies key_frequencies(const stats::KeyTable& keys, const std::vector<double>& weights,
                               MissingAs weighted, double alpha, const Run& run,
                               WeightsOf whose = WeightsOf::rows);

// How many records have a missing key, and how many miss every key.
std::size_t incomplete_records(const stats::KeyTable& keys);
std::size_t blank_records(const stats::KeyTable& keys);

// "; 3 records miss every key: …" where these details have some, for readings; else nothing.
std::string blank_words(const Value& details);

// Adds a parameter "keys" and, with the other, "missing-as"; T has members of these names.
template <class T>
void add_keys(ParamList<T>& list) {
  list.columns("keys", &T::keys)
      .doc(
          "Columns that an intruder knows; without, the compared quasi-identifiers, or all compared "
          "columns.");
}
template <class T>
void add_missing_as(ParamList<T>& list) {
  list.choice("missing-as", &T::missing_as,
              {{"wildcard", MissingAs::wildcard}, {"category", MissingAs::category}})
      .doc("Whether a missing key matches every value, or is a value of its own.");
}

}  // namespace sfumato::risk
