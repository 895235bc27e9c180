// How a confidential column is distributed among the records that share their keys, and among all: what
// l-diversity and t-closeness compare.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/measure.hpp"
#include "core/params.hpp"
#include "core/run.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/classes/unit_classes.hpp"

namespace sfumato::risk {

struct ValueCount {
  std::int32_t value = 0;  // code of the confidential column
  double records = 0.0;    // or units, or parts of them
};

// How a unit whose records have different values counts in a class: once, with that of its values which most
// units of the class have (of equal ones the first by its text), or in equal parts with each of its values.
// The former shows a value that all units of a class have; the latter is a distribution.
enum class UnitValues { commonest, in_parts };

// Classes by the order of their first record; a missing key is a value of its own.
struct ClassValues {
  static constexpr std::uint32_t left_out = 0xffffffffU;
  std::vector<std::uint32_t> of_row;  // class of each record used
  std::vector<std::size_t> begin;     // of each class in `counts`, and the end
  std::vector<ValueCount> counts;     // by class, then by value
  // All records of each value, or units by their parts, suppressed ones too: their values are published.
  std::vector<double> overall;
  double known = 0.0;                  // their sum
  std::size_t records = 0;             // used
  std::size_t suppressed = 0;          // left out since all their keys are missing or `*`
  std::size_t unknown = 0;             // left out since the confidential value is missing
  std::vector<std::size_t> valueless;  // rows of these, where no record with the same keys has a value
  std::size_t valueless_records = 0;   // of these rows

  std::size_t classes() const { return begin.size() - 1; }
  std::span<const ValueCount> of(std::size_t number) const {
    return std::span(counts).subspan(begin[number], begin[number + 1] - begin[number]);
  }
};

// Units that are counted in place of records.
struct CountedUnits {
  const stats::Units* units = nullptr;  // never null
  UnitValues how = UnitValues::commonest;
  std::vector<std::uint32_t> text_places;  // of the confidential codes
};

// `suppressed` marks further rows to leave out, besides those without a key; it may be empty.
ClassValues class_values(const stats::KeyTable& keys, const stats::KeyColumn& confidential,
                         const std::vector<char>& suppressed, const std::optional<CountedUnits>& units,
                         const Run& run);

// The common first step of l-diversity and t-closeness: the classes of the masked table, and its confidential
// column.
struct ConfidentialClasses {
  ColumnId column = 0;
  stats::KeyColumn codes;  // of the column
  ClassValues values;
  stats::RecordCounts counts = {};
  std::string unit = {};  // the name of their column, where units are counted
  stats::Units units = {};
};

// `keys` and `column` are as named by the user, or empty. Adds the records used to the details; where there
// are none, the score has a note.
ConfidentialClasses confidential_classes(const Table& original, const Table& masked,
                                         const ColumnSet& compared, const std::vector<std::string>& keys,
                                         const std::string& column, UnitValues how, const Run& run,
                                         Score& score);

// Adds a parameter "column"; T has a member of this name.
template <class T>
void add_confidential_column(ParamList<T>& list) {
  list.text("column", &T::column)
      .doc("The confidential column; without, the first compared column of that role.");
}

// The number of each record's class; NaN where it was left out.
std::vector<double> by_record(const ClassValues& values, const std::vector<double>& of_class);

}  // namespace sfumato::risk
