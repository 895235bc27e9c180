#include "tables/cell_table.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <unordered_set>

#include "core/error.hpp"

namespace sfumato::tables {
namespace {

constexpr std::uint64_t most_cells = 20'000'000;
constexpr std::size_t most_named = 5;

// The cells of one view by the codes of its own dimensions, the last running fastest.
struct Grid {
  std::vector<std::size_t> sizes;
  std::vector<std::size_t> strides;
  std::vector<std::size_t> cells;
};

Grid empty_grid(const CellTable& table, const View& view) {
  Grid grid;
  std::uint64_t count = 1;
  for (const std::size_t dimension : view.dimensions) {
    grid.sizes.push_back(table.dimensions[dimension].codes.size());
    count *= grid.sizes.back();
    if (count > most_cells) {
      bad_input("the table has more than " + std::to_string(most_cells) + " cells",
                "cross fewer columns, or columns with fewer codes");
    }
  }
  grid.strides.assign(grid.sizes.size(), 1);
  for (std::size_t i = grid.sizes.size(); i-- > 1;) grid.strides[i - 1] = grid.strides[i] * grid.sizes[i];
  grid.cells.resize(count);
  return grid;
}

// The first step of each run through all codes but those of axis `held`.
void for_each_line(const Grid& grid, std::size_t held, const std::function<void(std::size_t)>& body) {
  const std::size_t stride = grid.strides[held];
  const std::size_t period = stride * grid.sizes[held];
  for (std::size_t outer = 0; outer < grid.cells.size(); outer += period) {
    for (std::size_t inner = 0; inner < stride; ++inner) body(outer + inner);
  }
}

std::vector<std::uint64_t> key_strides(const CellTable& table) {
  std::vector<std::uint64_t> strides;
  std::uint64_t stride = 1;
  const auto push = [&](std::uint64_t size) {
    strides.push_back(stride);
    if (__builtin_mul_overflow(stride, std::max<std::uint64_t>(size, 1), &stride)) {
      bad_input("the dimensions of the table have too many combinations of codes to number",
                "cross fewer columns, or columns with fewer codes");
    }
  };
  for (const Dimension& dimension : table.dimensions) push(dimension.codes.size());
  push(table.responses.size());
  return strides;
}

std::uint64_t key_of(std::span<const std::uint32_t> codes, const std::vector<std::uint64_t>& strides) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) key += codes[i] * strides[i];
  return key;
}

// The view's cells, those that an earlier view has already and new ones.
Grid lay_out_view(CellTable& table, const View& view, const std::vector<std::uint64_t>& strides,
                  std::unordered_map<std::uint64_t, std::size_t>& shared, bool alone) {
  Grid grid = empty_grid(table, view);
  std::vector<std::uint32_t> codes(table.dimensions.size() + 1, 0);
  codes.back() = static_cast<std::uint32_t>(view.response);
  for (std::size_t position = 0; position < grid.cells.size(); ++position) {
    for (std::size_t i = 0; i < grid.sizes.size(); ++i) {
      codes[view.dimensions[i]] = static_cast<std::uint32_t>(position / grid.strides[i] % grid.sizes[i]);
    }
    std::size_t cell = table.cells.size();
    if (!alone) cell = shared.try_emplace(key_of(codes, strides), cell).first->second;
    if (cell == table.cells.size()) {
      table.cells.emplace_back();
      table.coordinates.insert(table.coordinates.end(), codes.begin(), codes.end());
    }
    grid.cells[position] = cell;
  }
  return grid;
}

// Which sum of which dimension, at which cell: enough to know a relation again in another view.
struct RelationKey {
  std::size_t parent, dimension, sum;
  bool operator==(const RelationKey&) const = default;
};
struct RelationKeyHash {
  std::size_t operator()(const RelationKey& key) const {
    return (key.parent * 0x9e3779b97f4a7c15ULL) ^ (key.dimension << 32) ^ key.sum;
  }
};
using RelationKeys = std::unordered_set<RelationKey, RelationKeyHash>;

void relate(CellTable& table, const View& view, const Grid& grid, RelationKeys& known, bool alone) {
  std::vector<Term> terms;
  for (std::size_t axis = 0; axis < view.dimensions.size(); ++axis) {
    const Dimension& dimension = table.dimensions[view.dimensions[axis]];
    for (std::size_t s = 0; s < dimension.sums.size(); ++s) {
      const CodeSum& sum = dimension.sums[s];
      for_each_line(grid, axis, [&](std::size_t line) {
        const std::size_t parent = grid.cells[line + sum.parent * grid.strides[axis]];
        if (!alone && !known.insert({parent, view.dimensions[axis], s}).second) return;
        terms.assign(1, {parent, -1});
        for (const std::size_t child : sum.children) {
          terms.push_back({grid.cells[line + child * grid.strides[axis]], 1});
        }
        table.relations.add(Decimal(), terms);
      });
    }
  }
}

void check_views(const CellTable& table) {
  for (const View& view : table.views) {
    if (view.response >= table.responses.size())
      bad_input("a view of the table shows a response that is not there");
    std::vector<std::size_t> sorted = view.dimensions;
    std::sort(sorted.begin(), sorted.end());
    if (!sorted.empty() && sorted.back() >= table.dimensions.size()) {
      bad_input("a view of the table crosses a dimension that is not there");
    }
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) {
      bad_input("a table crosses '" + table.dimensions[*twice].name + "' with itself",
                "name each column once");
    }
  }
}

// The dimensions of the first view that shows this cell; all of them if none does.
std::vector<std::size_t> shown_dimensions(const CellTable& table, std::span<const std::uint32_t> codes) {
  for (const View& view : table.views) {
    if (view.response != codes.back()) continue;
    std::vector<bool> crossed(table.dimensions.size(), false);
    for (const std::size_t dimension : view.dimensions) crossed[dimension] = true;
    bool fits = true;
    for (std::size_t i = 0; i < crossed.size(); ++i) fits = fits && (crossed[i] || codes[i] == 0);
    if (fits) return view.dimensions;
  }
  std::vector<std::size_t> all(table.dimensions.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  return all;
}

// The one cell with coefficient −1 if all others have 1 and the right side is 0.
std::optional<std::size_t> plain_total(const CellTable& table, std::size_t relation) {
  if (!table.relations.right(relation).is_zero()) return std::nullopt;
  std::optional<std::size_t> total;
  for (const Term& term : table.relations.terms(relation)) {
    if (term.coefficient == 1) continue;
    if (term.coefficient != -1 || total) return std::nullopt;
    total = term.cell;
  }
  return total;
}

// The only dimension in which a relation's cells differ.
std::optional<std::size_t> varying_dimension(const CellTable& table, std::size_t relation) {
  if (table.dimensions.empty()) return std::nullopt;
  const std::span<const Term> terms = table.relations.terms(relation);
  std::optional<std::size_t> varying;
  const std::span<const std::uint32_t> first = table.codes_of(terms.front().cell);
  for (const Term& term : terms) {
    const std::span<const std::uint32_t> codes = table.codes_of(term.cell);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      if (codes[i] == first[i] || varying == i) continue;
      if (varying || i == table.dimensions.size()) return std::nullopt;
      varying = i;
    }
  }
  return varying;
}

std::string sum_name(const CellTable& table, std::size_t relation, std::size_t total, std::size_t most) {
  const std::optional<std::size_t> varying = varying_dimension(table, relation);
  std::string text = cell_name(table, total) + " = ";
  if (varying) text += table.dimensions[*varying].name + " ";
  std::size_t named = 0;
  const std::span<const Term> terms = table.relations.terms(relation);
  for (const Term& term : terms) {
    if (term.cell == total) continue;
    if (named == most) return text + " + " + std::to_string(terms.size() - 1 - named) + " more";
    text += named++ ? " + " : "";
    text += varying ? table.dimensions[*varying].codes[table.codes_of(term.cell)[*varying]]
                    : cell_name(table, term.cell);
  }
  return text;
}

// What the cells add up to, less the right side; nothing if it is too large to say.
std::optional<Decimal> imbalance(const CellTable& table, std::size_t relation) {
  __extension__ using Wide = __int128;
  int decimals = table.relations.right(relation).decimals();
  for (const Term& term : table.relations.terms(relation)) {
    decimals = std::max(decimals, table.cells[term.cell].value.decimals());
  }
  const Decimal& right = table.relations.right(relation);
  Wide sum = -static_cast<Wide>(right.units()) * power_of_ten(decimals - right.decimals());
  for (const Term& term : table.relations.terms(relation)) {
    const Decimal& value = table.cells[term.cell].value;
    Wide part = static_cast<Wide>(value.units()) * power_of_ten(decimals - value.decimals());
    if (__builtin_mul_overflow(part, static_cast<Wide>(term.coefficient), &part) ||
        __builtin_add_overflow(sum, part, &sum)) {
      return std::nullopt;
    }
  }
  while (decimals > 0 && sum % 10 == 0) {
    sum /= 10;
    --decimals;
  }
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  if (sum > most || sum < -most) return std::nullopt;
  return Decimal(static_cast<std::int64_t>(sum), decimals);
}

void check_sizes(const CellTable& table) {
  const std::size_t count = table.cells.size();
  if (!table.dimensions.empty() && table.coordinates.size() != count * (table.dimensions.size() + 1)) {
    bad_input("the table has " + std::to_string(count) +
              " cells, but not as many places among its dimensions");
  }
  if (!table.contributors.empty() && table.contributors.size() != count) {
    bad_input("the table has " + std::to_string(count) + " cells, but contributors of " +
              std::to_string(table.contributors.size()));
  }
  if (!table.hits.empty() && table.hits.size() != count) {
    bad_input("the table has " + std::to_string(count) + " cells, but findings of rules on " +
              std::to_string(table.hits.size()));
  }
  for (std::size_t cell = 0; cell < count && !table.dimensions.empty(); ++cell) {
    const std::span<const std::uint32_t> codes = table.codes_of(cell);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const std::size_t known =
          i < table.dimensions.size() ? table.dimensions[i].codes.size() : table.responses.size();
      if (codes[i] >= known) bad_input("cell " + std::to_string(cell) + " has a code that is not there");
    }
  }
  for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
    if (table.relations.terms(relation).empty()) {
      bad_input("relation " + std::to_string(relation + 1) + " has no cells");
    }
    for (const Term& term : table.relations.terms(relation)) {
      if (term.cell >= count) {
        bad_input("relation " + std::to_string(relation + 1) + " has cell " + std::to_string(term.cell) +
                      ", which is not there",
                  "cells are numbered from 0 to " + std::to_string(count ? count - 1 : 0));
      }
    }
  }
}

void check_cell(const CellTable& table, std::size_t position) {
  const Cell& cell = table.cells[position];
  const auto name = [&] { return cell_name(table, position); };
  if (cell.lower && cell.value < *cell.lower) {
    bad_input("the value " + cell.value.text() + " of " + name() + " lies below its lower bound " +
                  cell.lower->text(),
              "an attacker's bounds must hold the true value");
  }
  if (cell.upper && cell.value > *cell.upper) {
    bad_input("the value " + cell.value.text() + " of " + name() + " lies above its upper bound " +
                  cell.upper->text(),
              "an attacker's bounds must hold the true value");
  }
  for (const Decimal& level : {cell.lower_level, cell.upper_level, cell.sliding_level}) {
    if (level.is_negative()) {
      bad_input("the protection level " + level.text() + " of " + name() + " is negative",
                "levels are distances from the value");
    }
  }
}

}  // namespace

char status_letter(CellStatus status) { return "sumz"[static_cast<std::size_t>(status)]; }

std::optional<CellStatus> status_of_letter(char letter) {
  switch (letter) {
    case 's':
      return CellStatus::safe;
    case 'u':
      return CellStatus::primary;
    case 'm':
      return CellStatus::secondary;
    case 'z':
      return CellStatus::kept;
    default:
      return std::nullopt;
  }
}

std::span<const std::uint32_t> CellTable::codes_of(std::size_t cell) const {
  const std::size_t width = dimensions.size() + 1;
  return std::span(coordinates).subspan(cell * width, width);
}

std::string cell_name(const CellTable& table, std::size_t cell) {
  if (table.dimensions.empty()) return "cell " + std::to_string(cell);
  const std::span<const std::uint32_t> codes = table.codes_of(cell);
  std::string text = table.responses.size() > 1 ? table.responses[codes.back()].name + ": " : "";
  bool first = true;
  for (const std::size_t dimension : shown_dimensions(table, codes)) {
    text += first ? "" : ", ";
    text += table.dimensions[dimension].name + "=" + table.dimensions[dimension].codes[codes[dimension]];
    first = false;
  }
  return first ? text + "Total" : text;
}

std::string relation_name(const CellTable& table, std::size_t relation, std::size_t most) {
  if (const std::optional<std::size_t> total = plain_total(table, relation)) {
    return sum_name(table, relation, *total, most);
  }
  std::string text;
  std::size_t named = 0;
  const std::span<const Term> terms = table.relations.terms(relation);
  for (const Term& term : terms) {
    if (named == most) {
      text += " + " + std::to_string(terms.size() - named) + " more";
      break;
    }
    const std::uint64_t times = term.coefficient < 0 ? 0 - static_cast<std::uint64_t>(term.coefficient)
                                                     : static_cast<std::uint64_t>(term.coefficient);
    text += term.coefficient < 0 ? (named ? " - " : "-") : (named ? " + " : "");
    if (times != 1) text += std::to_string(times) + "·";
    text += cell_name(table, term.cell);
    ++named;
  }
  return text + " = " + table.relations.right(relation).text();
}

void lay_out_cells(CellTable& table) {
  check_views(table);
  table.cells.clear();
  table.coordinates.clear();
  table.contributors.clear();
  table.hits.clear();
  table.relations = {};
  const bool alone = table.views.size() == 1;
  const std::vector<std::uint64_t> strides = key_strides(table);
  std::unordered_map<std::uint64_t, std::size_t> shared;
  RelationKeys known;
  for (const View& view : table.views) {
    const Grid grid = lay_out_view(table, view, strides, shared, alone);
    relate(table, view, grid, known, alone);
  }
}

CellIndex::CellIndex(const CellTable& table) : strides_(key_strides(table)) {
  if (table.dimensions.empty()) return;
  positions_.reserve(table.cells.size());
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    positions_.emplace(key_of(table.codes_of(cell), strides_), cell);
  }
}

std::optional<std::size_t> CellIndex::find(std::span<const std::uint32_t> codes_and_response) const {
  const auto found = positions_.find(key_of(codes_and_response, strides_));
  return found == positions_.end() ? std::nullopt : std::optional(found->second);
}

void check_additive(const CellTable& table) {
  std::string offences;
  std::size_t count = 0;
  for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
    const std::optional<Decimal> off = imbalance(table, relation);
    if (off && off->is_zero()) continue;
    if (count++ >= most_named) continue;
    offences += offences.empty() ? "" : "; ";
    offences += relation_name(table, relation) + " is off by " + (off ? off->text() : "more than 18 digits");
  }
  if (count == 0) return;
  if (count > most_named) offences += "; and " + std::to_string(count - most_named) + " more";
  bad_input("the table does not add up: " + offences,
            "correct the cells; a table whose totals are rounded must be rounded so that it adds up");
}

void check_table(const CellTable& table) {
  for (const Dimension& dimension : table.dimensions) check_dimension(dimension);
  check_views(table);
  check_sizes(table);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) check_cell(table, cell);
  check_additive(table);
}

}  // namespace sfumato::tables
