// Elimination on dense rows over a prime field: one row's multiple added to another, and a basis in echelon
// form that grows by one row at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace sfumato {

// target += factor · row
template <class Field>
void add_multiple(const Field& field, std::span<typename Field::Element> target,
                  typename Field::Element factor, std::span<const typename Field::Element> row) {
  for (std::size_t k = 0; k < target.size(); ++k) target[k] = field.add_product(target[k], factor, row[k]);
}

// target += factor · a row that has values[i] at positions[i] and 0 elsewhere.
template <class Field>
void add_multiple(const Field& field, typename Field::Element* target, typename Field::Element factor,
                  std::span<const std::size_t> positions, std::span<const typename Field::Element> values) {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    typename Field::Element& sum = target[positions[i]];
    sum = field.add_product(sum, factor, values[i]);
  }
}

// The position of the first value that is not 0; the size where all are.
template <class Element>
std::size_t first_nonzero(const std::vector<Element>& row) {
  const auto found = std::find_if(row.begin(), row.end(), [](Element value) { return value != 0; });
  return static_cast<std::size_t>(found - row.begin());
}

// Independent rows. Each has a 1 at its pivot, its first position that is not 0, and a 0 at the pivots of the
// rows before it.
template <class Field>
class EchelonRows {
 public:
  using Row = std::vector<typename Field::Element>;

  // Adds the remainder of the row after reduction; false where it depends on the rows.
  bool add(Row row) {
    for (std::size_t b = 0; b < rows_.size(); ++b) {
      if (row[pivots_[b]] == 0) continue;
      add_multiple<Field>(field_, row, field_.negative(row[pivots_[b]]), rows_[b]);
    }
    const std::size_t pivot = first_nonzero(row);
    if (pivot == row.size()) return false;
    const typename Field::Element scale = field_.inverse(row[pivot]);
    for (typename Field::Element& value : row) value = field_.multiply(value, scale);
    pivots_.push_back(pivot);
    rows_.push_back(std::move(row));
    return true;
  }

  const std::vector<Row>& rows() const { return rows_; }

 private:
  [[no_unique_address]] Field field_;
  std::vector<Row> rows_;
  std::vector<std::size_t> pivots_;
};

}  // namespace sfumato
