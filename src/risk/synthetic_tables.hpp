// What all measures of synthetic files share: the original, the synthetic file and a holdout side by side,
// and how a score says what chance alone would give.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/measure.hpp"
#include "stats/intervals/shares.hpp"

namespace sfumato::risk {

inline constexpr double interval_level = 0.95;

struct SyntheticTables {
  const Table& original;
  Table synthetic;                 // with the names of the original
  const Table* holdout = nullptr;  // none: there is no holdout, or it has no record
  std::vector<std::string> names;  // of the compared columns

  std::vector<const Table*> all() const;  // the original first, the holdout last
};

// Adds "records", "synthetic_records", "holdout_records" and "incomplete_records" (originals that miss a
// compared value) to the details, and a note where a file has no record. A holdout that lacks a column is an
// error.
SyntheticTables synthetic_tables(const Table& original, const Table& synthetic, const ColumnSet& columns,
                                 const std::string& holdout, const Run& run, Score& score);

// "the measure needs a holdout …", for measures that have no value without one.
std::string holdout_needed();

// What an intruder knows and wants to learn. None, with a note in the score, where the score has one already,
// there is no target, or no other column is a key.
struct KnownAndWanted {
  std::vector<std::string> known;
  std::string wanted;
};
std::optional<KnownAndWanted> known_and_wanted(const Table& original, const ColumnSet& columns,
                                               const std::vector<std::string>& keys,
                                               const std::string& target, Score& score);

// In percent: {"lower", "upper"} of an interval of shares.
Value percent_interval(const stats::Interval& shares);
Value interval_value(double lower, double upper);

// What the value would be without a leak: {"value", "of", "interval"}; `of` says in words where it is from.
void set_reference(Score& score, double value, const std::string& of,
                   const std::optional<Value>& interval = std::nullopt);

// A number as far as it goes: null where it is not finite.
Value finite_value(double number);

// `size` of `of` records, ascending, drawn by a stream of that name.
std::vector<std::size_t> drawn_rows(std::size_t of, std::size_t size, const char* stream, const Run& run);

template <class T>
void add_holdout(ParamList<T>& list) {
  list.table("holdout", &T::holdout)
      .doc("Records of the same population that were not used to make the synthetic file.");
}
template <class T>
void add_target(ParamList<T>& list) {
  list.text("target", &T::target)
      .doc("The column that an intruder wants to learn; without, the first compared confidential one.");
}

}  // namespace sfumato::risk
