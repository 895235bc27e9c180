// Which values of the data may be kept in a file for later months: only what several units have, and limits
// that are rounded towards more protection.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/table.hpp"

namespace sfumato::release {

// Values of a column beyond a limit, and all that are present.
struct TailCount {
  std::size_t beyond = 0, present = 0;
  std::int64_t percent() const;  // rounded; 0 without values
};

// `limit` is a number or, of texts, a category; nothing is beyond one that the column does not have.
TailCount count_beyond(const Column& column, const std::string& limit, bool upper);

// How many units or households, or records where the table declares neither, have each value. A household is
// one unit, and units of one household are one as well: its members share values.
class KeptValues {
 public:
  explicit KeptValues(const Table& table);

  // The values of a column that at least `least_kept` units have, in the order of the column.
  std::vector<std::string> frequent(const Column& column) const;

  // A limit of numbers: first moved inwards until at least `least_kept` units are at it or beyond it, then
  // rounded, down where `upper`, else up, to a multiple of 1, 2 or 5 times a power of ten, which is at least
  // a hundredth of the distance between the 5 % and the 95 % quantile. None where there are fewer units.
  std::optional<double> rounded_limit(const Column& column, double limit, bool upper) const;

  // The same of ordered categories: the first one from the limit inwards that has enough units at or beyond
  // it.
  std::optional<std::string> kept_category(const Column& column, const std::string& limit, bool upper) const;

 private:
  void join(const std::vector<std::size_t>& group_of_row);
  // Units with one of the rows that `wanted` chooses; the count ends at `least_kept`.
  template <class Wanted>
  bool enough(const Wanted& wanted) const;

  std::optional<double> reached_by_enough(const Numbers& values, bool upper) const;

  std::vector<std::size_t> unit_of_row_;
};

}  // namespace sfumato::release
