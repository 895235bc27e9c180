// The cells and relations of views over dimensions, and the index from codes to cells.
#include <functional>
#include <limits>
#include <unordered_set>

#include "core/error.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::tables {
namespace {

constexpr std::uint64_t most_cells = 20'000'000;

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

// The view's cells: those of earlier views, and new ones.
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

// Which sum of which dimension, at which cell: identifies a relation in another view.
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

}  // namespace

void check_views(const CellTable& table) {
  for (const View& view : table.views) {
    if (view.response >= table.responses.size()) bad_input("a view of the table shows an unknown response");
    std::vector<std::size_t> sorted = view.dimensions;
    std::sort(sorted.begin(), sorted.end());
    if (!sorted.empty() && sorted.back() >= table.dimensions.size()) {
      bad_input("a view of the table crosses an unknown dimension");
    }
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) {
      bad_input("a table crosses '" + table.dimensions[*twice].name + "' with itself",
                "name each column once");
    }
  }
}

void lay_out_cells(CellTable& table) {
  check_views(table);
  table.cells.clear();
  table.coordinates.clear();
  table.contributors.clear();
  table.hits.clear();
  table.keys.clear();
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
}  // namespace sfumato::tables
