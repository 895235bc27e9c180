// What the labels of a masked column stand for: the set of original values that each of them covers. All
// measures of coarse values (recoded, generalized, suppressed) start from this one model.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/table.hpp"

namespace sfumato::stats {

// Consecutive values of the original, by their places, both included.
struct CoverRun {
  std::int32_t first;
  std::int32_t last;
  bool operator==(const CoverRun&) const = default;
};

// How it is known what a label covers.
enum class CoverSource { none, hierarchy, interval, mapping };

// A different value of the masked column.
struct MaskedCell {
  enum class Kind {
    value,       // a value of the original
    number,      // a number that the original does not have
    label,       // covers several values of the original, or none that occurs there
    suppressed,  // `*`, a missing cell of which the original has the value, or a label that covers all values
    unknown      // a label of which nothing is known
  };
  Kind kind = Kind::value;
  std::int32_t place = -1;          // of a value: among the values of the original
  double number = 0.0;              // of a number
  std::vector<CoverRun> runs = {};  // of a label: the values that it covers, ascending
  std::vector<double> ends = {};    // of a label that covers no value that occurs: the ends of its interval
  std::string text = {};            // of a label
  CoverSource source = CoverSource::none;

  // Does it cover this value of the original?
  bool covers(std::int32_t value) const;
};

// One column of both files.
struct CoveredColumn {
  static constexpr std::int32_t missing = -1;

  std::string name = {};
  // By record: the place of its value. Values are in ascending order, labels in theirs, names in that of the
  // file; some may occur in no record.
  std::vector<std::int32_t> original = {};
  std::vector<std::size_t> counts = {};  // records that have each value
  std::vector<std::string> texts = {};   // of each value
  Numbers numbers = {};                  // of each value: numbers, places of ordered ones; empty for names
  // By record: its cell. Missing: the original misses the value too, or that cannot be known.
  std::vector<std::int32_t> masked = {};
  std::vector<MaskedCell> cells = {};

  std::string reason = {};  // why it is not known what some label covers; empty: all is known
};

// The column where the masked one is coarse: has labels or suppressed cells. Nothing where it has none.
//
// A label covers what stands below it in a hierarchy: that of the masked column's `tree`, else of the
// original's. Of several levels that have it, the lowest that has it above the originals of all its records.
// Else it covers the interval that can be read from its text, if the original holds numbers or dates, else
// the originals of the records that carry it. A value of the original is a label only where a hierarchy has
// it above other values, and the records that carry it had those. Covered values are those that occur in the
// original; if none does, there are ends: of the numbers below it, or of its interval.
//
// `paired`: row i of both tables is the same record. Otherwise no label is covered by its records, and a
// missing cell is suppressed only where the original misses none.
std::optional<CoveredColumn> coarse_column(const Table& original, const Table& masked, ColumnId column,
                                           bool paired);

// Of several columns, in their order.
std::vector<std::optional<CoveredColumn>> coarse_columns(const Table& original, const Table& masked,
                                                         const ColumnSet& columns, bool paired);

// The first reason why something is not known; empty: there is none.
std::string cover_reason(const std::vector<std::optional<CoveredColumn>>& columns);

// "labels of 'age' stand for what they cover, by the hierarchy; records with suppressed cells are not left
// out"; empty without labels and suppressed cells.
inline constexpr const char* suppressed_note = "records with suppressed cells are not left out";
std::string cover_note(const std::vector<std::optional<CoveredColumn>>& columns);

}  // namespace sfumato::stats
