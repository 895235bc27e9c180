// The support of a synthetic column, by its declaration: a range that is divided into bins, or categories. A
// histogram over it has a cell for each, also for empty ones.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"

namespace sfumato::masking {

// How bins divide a range: equally wide, or, for amounts, wider the farther they are from 0. `automatic` is
// by magnitude for domains of 10,000 units and more, a unit being the last of the declared decimals, else 1.
enum class Spacing { automatic, equal, magnitude };

struct ColumnSupport {
  // Numbers: bins, equally wide on the scale of `unit`, cover `range`, which is the domain or, where decimals
  // are declared, reaches half a unit beyond its first and last number, so that each has the same share of
  // it.
  Domain domain = {};
  Domain range = {};
  double unit = 0.0;  // bins are equally wide in asinh(x/unit); 0: in x itself
  std::optional<double> units_of_one =
      std::nullopt;  // 10^decimals: numbers are written as multiples of its inverse

  std::vector<std::string> categories = {};  // not of numbers
  bool labelled_codes = false;               // categories are codes that have labels
  std::size_t instead = 0;                   // category of a missing cell, or one outside the declared ones

  std::size_t most_bins = 1;  // 1: the column can hold a single value
  std::size_t bins = 1;

  void set_spacing(Spacing spacing);

  bool constant() const { return most_bins == 1; }
  bool numeric() const { return categories.empty(); }

  // Each cell of a column as a number inside the support: clamped to the domain, or the position of its
  // category. Never missing: the middle of the domain, or the category `instead`.
  std::vector<double> values(const Column& column) const;
  // The bin of such a number; a bin's lower edge belongs to it.
  std::size_t bin_of(double value) const;
  // A number of a bin, at the fraction `share` of its width.
  double number_at(std::size_t bin, double share) const;
};

struct ColumnSupports {
  std::vector<ColumnSupport> columns;  // in the order of the column set
  std::vector<std::string> from_data;  // numeric columns whose bounds were read from their values
  // Columns that can hold more than one value.
  std::size_t varying() const;
};

// Refuses by name columns without a domain or categories; `margin` as in release_domains. Categories have a
// bin each; numbers have one until `set_bins`.
ColumnSupports column_supports(const Table& table, const ColumnSet& columns, std::optional<double> margin,
                               std::string_view method);

// That many bins for each numeric column, but never more than it has different numbers by its decimals.
void set_bins(ColumnSupports& supports, std::size_t bins, Spacing spacing = Spacing::equal);

// How many values each bin has.
std::vector<std::int64_t> histogram(const std::vector<double>& values, const ColumnSupport& support);

}  // namespace sfumato::masking
