// Rows are compared by 64-bit hashes of their cells. Columns that rows kept together are collected one by
// one: a column belongs to them if, with it, the combinations of the original are still found in the masked
// table. Where no row is unique, whole rows are counted: the same rows as often, at places that agree by
// chance.
#include "compare/row_correspondence.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "stats/ranks/association.hpp"

namespace sfumato::compare {
namespace {

using Hashes = std::vector<std::uint64_t>;

constexpr std::size_t most_columns = 16;
constexpr std::size_t most_rows = 20000;  // about so many are compared
constexpr std::size_t fewest_found = 5;   // combinations that both tables have once
constexpr double kept_together = 0.98;    // share of rows whose combination both tables have
constexpr double found_once = 0.9;        // share of the original's single combinations that are single again
constexpr double stayed = 0.5;            // agreement beyond chance of a column that stayed in its place

constexpr double chance_deviations = 4.0;  // rows agree by chance up to so many standard deviations
constexpr double log_rare = -9.21;         // ln 0.0001: so rarely columns moved apart give the same rows

// The finalizer of splitmix64: Steele, Lea, Flood (2014), OOPSLA.
std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9e3779b97f4a7c15ULL;
  bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebULL;
  return bits ^ (bits >> 31U);
}

std::uint64_t joined(std::uint64_t first, std::uint64_t second) { return mixed(first * 3 + second); }

// Equal for equal values of both tables: numbers by value, however they are written, and texts byte for byte.
Hashes cells(const Column& column, bool as_text) {
  constexpr std::uint64_t missing = 0x5be0cd19137e2179ULL;
  Hashes result(column.size());
  if (const Codes* codes = column.get_if<Codes>()) {
    Hashes labels;
    for (const std::string& label : codes->labels) labels.push_back(mixed(std::hash<std::string>{}(label)));
    for (std::size_t row = 0; row < result.size(); ++row) {
      result[row] =
          codes->codes[row] == Codes::missing ? missing : labels[static_cast<std::size_t>(codes->codes[row])];
    }
    return result;
  }
  const Numbers numbers = column.to_numbers();
  for (std::size_t row = 0; row < result.size(); ++row) {
    if (column.missing(row)) {
      result[row] = missing;
    } else if (as_text) {
      result[row] = mixed(std::hash<std::string>{}(column.text(row)));
    } else {
      result[row] = mixed(std::bit_cast<std::uint64_t>(numbers[row] + 0.0));  // -0 is 0
    }
  }
  return result;
}

// A column of both tables.
struct CommonColumn {
  std::string name;
  Hashes original, masked;
  std::size_t distinct = 0;
};

std::vector<CommonColumn> common_columns(const Table& original, const Table& masked, const Run& run) {
  std::vector<CommonColumn> result;
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    run.check_stop();
    const std::optional<ColumnId> other = masked.find(original.info(id).name);
    if (!other) continue;
    const Column &before = original.column(id), &after = masked.column(*other);
    const bool as_text = before.is_text() != after.is_text();
    CommonColumn column{original.info(id).name, cells(before, as_text), cells(after, as_text)};
    Hashes sorted = column.original;
    std::sort(sorted.begin(), sorted.end());
    column.distinct = static_cast<std::size_t>(std::unique(sorted.begin(), sorted.end()) - sorted.begin());
    if (column.distinct > 1) result.push_back(std::move(column));
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const CommonColumn& a, const CommonColumn& b) { return a.distinct > b.distinct; });
  if (result.size() > most_columns) result.resize(most_columns);
  return result;
}

struct Place {
  std::uint64_t hash = 0;
  std::size_t row = 0;
  bool operator<(const Place& other) const { return hash < other.hash; }
};

// Of many rows, those whose combination has a hash that ends in zeros: the same combinations of both tables.
std::vector<Place> places(const Hashes& hashes) {
  std::uint64_t mask = 0;
  while ((hashes.size() >> std::popcount(mask)) > most_rows) mask = mask * 2 + 1;
  std::vector<Place> result;
  for (std::size_t row = 0; row < hashes.size(); ++row) {
    if ((hashes[row] & mask) == 0) result.push_back({hashes[row], row});
  }
  std::stable_sort(result.begin(), result.end());
  return result;
}

// How combinations of some columns in one table are found in the other.
struct Overlap {
  std::size_t rows = 0;    // of the original
  std::size_t common = 0;  // of these, the ones with a partner
  std::size_t single = 0;  // combinations that the original has once
  std::size_t found = 0;   // of these, the ones that the masked table has once
  std::size_t moved = 0;   // of these, the ones at another place

  bool together() const {
    const bool rare =
        single < fewest_found || static_cast<double>(found) >= found_once * static_cast<double>(single);
    return rare && static_cast<double>(common) >= kept_together * static_cast<double>(rows);
  }
};

Overlap overlap(const Hashes& original, const Hashes& masked) {
  const std::vector<Place> before = places(original), after = places(masked);
  Overlap result{before.size()};
  auto there = after.begin();
  for (auto here = before.begin(); here != before.end();) {
    const auto end = std::upper_bound(here, before.end(), *here);
    there = std::lower_bound(there, after.end(), *here);
    const auto there_end = std::upper_bound(there, after.end(), *here);
    const auto had = static_cast<std::size_t>(end - here), has = static_cast<std::size_t>(there_end - there);
    result.common += std::min(had, has);
    if (had == 1) {
      ++result.single;
      if (has == 1) {
        ++result.found;
        if (here->row != there->row) ++result.moved;
      }
    }
    here = end;
    there = there_end;
  }
  return result;
}

// Columns that rows kept together, by their positions, and how their combinations are found.
struct Kept {
  std::vector<std::size_t> columns;
  Overlap overlap;
};

Kept kept_with(std::size_t seed, const std::vector<CommonColumn>& all, const Run& run) {
  Kept result{{seed}, overlap(all[seed].original, all[seed].masked)};
  if (!result.overlap.together()) return {};
  Hashes original = all[seed].original, masked = all[seed].masked;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == seed) continue;
    run.check_stop();
    Hashes before = original, after = masked;
    for (std::size_t row = 0; row < before.size(); ++row) {
      before[row] = joined(before[row], all[i].original[row]);
      after[row] = joined(after[row], all[i].masked[row]);
    }
    const Overlap with = overlap(before, after);
    if (!with.together()) continue;
    result.columns.push_back(i);
    result.overlap = with;
    original = std::move(before);
    masked = std::move(after);
  }
  return result;
}

// Agreement of rows at the same place, where 0 is what chance gives and 1 is all of them.
double agreement(const CommonColumn& column) {
  const std::size_t rows = column.original.size();
  std::size_t equal = 0;
  for (std::size_t row = 0; row < rows; ++row) equal += column.original[row] == column.masked[row] ? 1 : 0;
  Hashes before = column.original, after = column.masked;
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  double chance = 0.0;
  const auto count = static_cast<double>(rows);
  for (auto here = before.begin(); here != before.end();) {
    const auto end = std::upper_bound(here, before.end(), *here);
    const auto [low, high] = std::equal_range(after.begin(), after.end(), *here);
    chance += static_cast<double>(end - here) / count * (static_cast<double>(high - low) / count);
    here = end;
  }
  return chance < 1.0 ? (static_cast<double>(equal) / count - chance) / (1.0 - chance) : 1.0;
}

// Rows were reordered if most combinations moved; where nearly all columns moved together, some are enough.
bool reordered(const Kept& kept, const std::vector<CommonColumn>& all) {
  const Overlap& found = kept.overlap;
  if (kept.columns.size() < 2 || found.found < fewest_found) return false;
  const double share = static_cast<double>(found.moved) / static_cast<double>(found.found);
  const double enough = 2 * kept.columns.size() > all.size() ? 0.1 : 0.5;
  if (share < enough) return false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool inside = std::find(kept.columns.begin(), kept.columns.end(), i) != kept.columns.end();
    if (!inside && agreement(all[i]) >= stayed) return false;
  }
  return true;
}

// How often each value occurs.
std::vector<double> counts_of(Hashes values) {
  std::sort(values.begin(), values.end());
  std::vector<double> result;
  for (auto here = values.begin(); here != values.end();) {
    const auto end = std::upper_bound(here, values.end(), *here);
    result.push_back(static_cast<double>(end - here));
    here = end;
  }
  return result;
}

double log_factorials(const std::vector<double>& counts) {
  double sum = 0.0;
  for (const double count : counts) sum += std::lgamma(count + 1.0);
  return sum;
}

// Logarithm of the probability that columns that are reordered independently of each other give exactly these
// rows: with two columns the hypergeometric probability of their table.
double log_chance_of_same_rows(const std::vector<CommonColumn>& all, const std::vector<double>& rows) {
  double result = -log_factorials(rows);
  for (const CommonColumn& column : all) result += log_factorials(counts_of(column.original));
  const auto count = static_cast<double>(all.front().original.size());
  return result - static_cast<double>(all.size() - 1) * std::lgamma(count + 1.0);
}

// Do no more of `rows` places agree than a random order of rows that occur so often gives?
bool equal_by_chance(std::size_t equal, double rows, const std::vector<double>& counts) {
  double squares = 0.0, cubes = 0.0;
  for (const double count : counts) {
    squares += count * count;
    cubes += count * count * count;
  }
  const double variance =
      (rows * rows * squares - 2.0 * rows * cubes + squares * squares) / (rows * rows * (rows - 1.0));
  return static_cast<double>(equal) <= squares / rows + chance_deviations * std::sqrt(variance);
}

Hashes whole_rows(const std::vector<CommonColumn>& all, Hashes CommonColumn::*side) {
  Hashes result = all.front().*side;
  for (std::size_t i = 1; i < all.size(); ++i) {
    for (std::size_t row = 0; row < result.size(); ++row) {
      result[row] = joined(result[row], (all[i].*side)[row]);
    }
  }
  return result;
}

// Both tables have the same rows as often, and half of the places or more differ, as in a random order.
std::optional<MovedRows> same_rows_elsewhere(const std::vector<CommonColumn>& all) {
  if (all.size() < 2) return std::nullopt;
  const Hashes original = whole_rows(all, &CommonColumn::original);
  const Hashes masked = whole_rows(all, &CommonColumn::masked);
  const auto sum = [](const Hashes& rows) {
    return std::accumulate(rows.begin(), rows.end(), std::uint64_t{0});
  };
  if (sum(original) != sum(masked)) return std::nullopt;  // sorting takes longer
  Hashes before = original, after = masked;
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  if (before != after) return std::nullopt;
  std::size_t equal = 0;
  for (std::size_t row = 0; row < original.size(); ++row) equal += original[row] == masked[row] ? 1 : 0;
  const std::vector<double> counts = counts_of(original);
  const std::size_t moved = original.size() - equal;
  if (2 * moved < original.size()) return std::nullopt;
  if (!equal_by_chance(equal, static_cast<double>(original.size()), counts)) return std::nullopt;
  if (log_chance_of_same_rows(all, counts) > log_rare) return std::nullopt;
  for (const CommonColumn& column : all) {
    if (agreement(column) >= stayed) return std::nullopt;
  }
  MovedRows result{{}, original.size(), moved, true};
  for (const CommonColumn& column : all) result.columns.push_back(column.name);
  return result;
}

// How often each value occurs in either column.
struct PairedCounts {
  std::vector<double> original, masked;
};

PairedCounts paired_counts(Hashes before, Hashes after) {
  std::sort(before.begin(), before.end());
  std::sort(after.begin(), after.end());
  PairedCounts result;
  for (auto here = before.begin(); here != before.end();) {
    const auto end = std::upper_bound(here, before.end(), *here);
    const auto [low, high] = std::equal_range(after.begin(), after.end(), *here);
    result.original.push_back(static_cast<double>(end - here));
    result.masked.push_back(static_cast<double>(high - low));
    here = end;
  }
  return result;
}

// By how many standard deviations of a random order more (or fewer) places are equal; none where a random
// order has no deviation.
std::optional<double> equal_deviations(const Hashes& original, const Hashes& masked) {
  const auto rows = static_cast<double>(original.size());
  const PairedCounts counts = paired_counts(original, masked);
  double products = 0.0, cubes = 0.0;
  for (std::size_t i = 0; i < counts.original.size(); ++i) {
    const double a = counts.original[i], b = counts.masked[i];
    products += a * b;
    cubes += a * b * (a + b);
  }
  const double variance =
      (rows * rows * products - rows * cubes + products * products) / (rows * rows * (rows - 1.0));
  if (!(variance > 1e-9)) return std::nullopt;
  std::size_t equal = 0;
  for (std::size_t row = 0; row < original.size(); ++row) equal += original[row] == masked[row] ? 1 : 0;
  return (static_cast<double>(equal) - products / rows) / std::sqrt(variance);
}

bool is_row_number(const Column& column) {
  if (column.is_text()) return false;
  const Numbers numbers = column.to_numbers();
  return std::adjacent_find(numbers.begin(), numbers.end(), [](double a, double b) { return !(a < b); }) ==
         numbers.end();
}

bool is_constant(const Column& column) {
  const Hashes hashes = cells(column, false);
  return std::adjacent_find(hashes.begin(), hashes.end(), std::not_equal_to<>()) == hashes.end();
}

std::optional<double> rank_deviations(const Column& original, const Column& masked) {
  const stats::AssociatedColumn a{.numbers = original.to_numbers()}, b{.numbers = masked.to_numbers()};
  const auto correlation = stats::association(a, b);
  if (!correlation) return std::nullopt;
  return *correlation * std::sqrt(static_cast<double>(original.size()) - 1.0);
}

}  // namespace

bool agree_by_chance(const Table& original, const Table& masked, const Run& run) {
  constexpr std::size_t fewest_rows = 30;
  if (original.rows() != masked.rows() || original.rows() < fewest_rows) return false;
  bool any = false;
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    run.check_stop();
    const std::optional<ColumnId> other = masked.find(original.info(id).name);
    if (!other || original.info(id).role == Role::identifier) continue;
    const Column &before = original.column(id), &after = masked.column(*other);
    if (is_row_number(before) || is_constant(before) || is_constant(after)) continue;
    if (before.is_text() != after.is_text()) return false;
    const std::optional<double> deviations = before.is_text()
                                                 ? equal_deviations(cells(before, false), cells(after, false))
                                                 : rank_deviations(before, after);
    if (!deviations || std::fabs(*deviations) > chance_deviations) return false;
    any = true;
  }
  return any;
}

std::optional<MovedRows> moved_rows(const Table& original, const Table& masked, const Run& run) {
  if (original.rows() != masked.rows() || original.rows() < fewest_found) return std::nullopt;
  const std::vector<CommonColumn> all = common_columns(original, masked, run);
  std::vector<bool> seen(all.size(), false);
  for (std::size_t seed = 0; seed < all.size(); ++seed) {
    if (seen[seed]) continue;
    Kept kept = kept_with(seed, all, run);
    for (const std::size_t column : kept.columns) seen[column] = true;
    if (!reordered(kept, all)) continue;
    MovedRows result{{}, kept.overlap.found, kept.overlap.moved};
    std::sort(kept.columns.begin(), kept.columns.end());
    for (const std::size_t column : kept.columns) result.columns.push_back(all[column].name);
    return result;
  }
  return same_rows_elsewhere(all);
}

std::string moved_rows_warning(const MovedRows& moved, const std::string& original,
                               const std::string& masked) {
  const std::string rows = std::to_string(moved.found), elsewhere = std::to_string(moved.moved);
  const std::string evidence =
      moved.whole
          ? "both have the same combinations of " + quoted_names(moved.columns) + " equally often, and " +
                elsewhere + " of " + rows + " rows differ at their places, as in a random order"
          : "of " + rows + " rows that both have once with the same values of " +
                quoted_names(moved.columns) + ", " + elsewhere + " stand at another place";
  return "the rows of '" + masked + "' do not correspond to those of '" + original + "': " + evidence +
         ", so that measures which take row i of both for the same record are wrong; "
         "name the controller's map with ‹map›, set ‹no-mapping›, or bring the rows into the order of the "
         "original";
}

}  // namespace sfumato::compare
