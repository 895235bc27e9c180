#include "tables/formats/table_layout.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "core/error.hpp"

namespace sfumato::tables {
namespace {

// Views share margins, so that they have more cells in total than the table; at most this many times more.
constexpr std::uint64_t most_sharing = 64;
constexpr std::size_t most_levels = 100;
constexpr std::size_t most_sums_of_code = 64;
// A hierarchy has each code at most once as a part and once as a parent: 32 hierarchies.
constexpr std::size_t most_parts_per_code = 64;
constexpr std::size_t unplaced = std::numeric_limits<std::size_t>::max();

CellTable described_only(const CellTable& table) {
  CellTable empty;
  empty.title = table.title;
  empty.dimensions = table.dimensions;
  empty.responses = table.responses;
  empty.views = table.views;
  return empty;
}

// The cells of a view, or more than `most` where it has more than that.
std::uint64_t cells_of(const CellTable& table, const View& view, std::uint64_t most) {
  std::uint64_t count = 1;
  for (const std::size_t dimension : view.dimensions) {
    if (dimension >= table.dimensions.size()) bad_input("a view of the table crosses an unknown dimension");
    if (__builtin_mul_overflow(count, table.dimensions[dimension].codes.size(), &count) || count > most) {
      return most + 1;
    }
  }
  return count;
}

std::string name_of(const CellTable& laid, std::span<const std::uint32_t> codes) {
  CellTable one = described_only(laid);
  one.cells.resize(1);
  one.coordinates.assign(codes.begin(), codes.end());
  return cell_name(one, 0);
}

void require_few_sums(const Dimension& dimension) {
  std::vector<std::size_t> sums_of(dimension.codes.size(), 0);
  std::size_t parts = 0;
  for (const CodeSum& sum : dimension.sums) {
    parts += sum.children.size() + 1;
    if (++sums_of[sum.parent] <= most_sums_of_code) continue;
    bad_input("the code '" + dimension.codes[sum.parent] + "' of '" + dimension.name + "' is more than " +
                  std::to_string(most_sums_of_code) + " sums",
              "keep those of each hierarchy once");
  }
  if (parts / most_parts_per_code > dimension.codes.size()) {
    bad_input("the sums of '" + dimension.name + "' have " + std::to_string(parts) +
                  " codes, far more than " + "its " + std::to_string(dimension.codes.size()) +
                  " can have in hierarchies",
              "keep the sums of each hierarchy once");
  }
}

// The terms of relations in a canonical order, so that the same sum is found however it was written.
class KnownSums {
 public:
  explicit KnownSums(const CellTable& table) {
    for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
      if (!table.relations.right(relation).is_zero()) continue;
      const std::span<const Term> terms = table.relations.terms(relation);
      sums_.push_back(ordered({terms.begin(), terms.end()}));
    }
    std::sort(sums_.begin(), sums_.end(), before);
  }

  bool has(std::vector<Term> terms) const {
    return std::binary_search(sums_.begin(), sums_.end(), ordered(std::move(terms)), before);
  }

 private:
  static bool before(const std::vector<Term>& left, const std::vector<Term>& right) {
    return std::lexicographical_compare(
        left.begin(), left.end(), right.begin(), right.end(), [](const Term& one, const Term& other) {
          return std::tie(one.cell, one.coefficient) < std::tie(other.cell, other.coefficient);
        });
  }
  // By cell, without a common factor, the first coefficient above zero (the smallest integer has no opposite,
  // and stays).
  static std::vector<Term> ordered(std::vector<Term> terms) {
    std::sort(terms.begin(), terms.end(),
              [](const Term& one, const Term& other) { return one.cell < other.cell; });
    constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
    std::int64_t factor = 0;
    for (const Term& term : terms) {
      if (term.coefficient == least) return terms;
      factor = std::gcd(factor, term.coefficient);
    }
    if (terms.front().coefficient < 0) factor = -factor;
    if (factor == 0) return terms;
    for (Term& term : terms) term.coefficient /= factor;
    return terms;
  }

  std::vector<std::vector<Term>> sums_;
};

void require_distinct_cells(const CellTable& table, const CellIndex& index, const std::string& source) {
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    const std::size_t first = index.find(table.codes_of(cell)).value_or(cell);
    if (first == cell) continue;
    bad_input(source + ", cell " + std::to_string(cell) + ": the cell " + cell_name(table, cell) +
                  " is a duplicate of cell " + std::to_string(first),
              "keep one of them");
  }
}

// The cells of a sum at `parent`, a cell of its parent; empty where one does not exist.
std::optional<std::vector<Term>> terms_of(const CellTable& table, const CellIndex& index, std::size_t parent,
                                          std::size_t dimension, const CodeSum& sum) {
  const std::span<const std::uint32_t> place = table.codes_of(parent);
  std::vector<std::uint32_t> codes(place.begin(), place.end());
  std::vector<Term> terms{{parent, -1}};
  for (const std::size_t child : sum.children) {
    codes[dimension] = static_cast<std::uint32_t>(child);
    const std::optional<std::size_t> cell = index.find(codes);
    if (!cell) return std::nullopt;
    terms.push_back({*cell, 1});
  }
  return terms;
}

}  // namespace

std::vector<std::string> cell_columns(const CellTable& table) {
  std::vector<std::string> columns;
  for (const Dimension& dimension : table.dimensions) columns.push_back(dimension.name);
  if (!table.dimensions.empty() && table.responses.size() > 1) columns.emplace_back("response");
  for (const char* name :
       {"value", "cost", "status", "lower", "upper", "lower_level", "upper_level", "sliding_level"}) {
    columns.emplace_back(name);
  }
  if (!table.hits.empty()) columns.emplace_back("hits");
  return columns;
}

bool is_laid_out(const CellTable& table) {
  if (table.dimensions.empty()) return false;
  std::uint64_t total = 0;
  for (const View& view : table.views) total += cells_of(table, view, table.cells.size());
  if (total < table.cells.size()) return false;
  for (const View& view : table.views) {
    if (cells_of(table, view, table.cells.size()) > table.cells.size()) return false;
  }
  CellTable laid = described_only(table);
  lay_out_cells(laid);
  return laid.coordinates == table.coordinates && laid.relations == table.relations;
}

void require_modest_sums(const Dimension& dimension) {
  require_few_sums(dimension);
  const std::size_t count = dimension.codes.size();
  std::vector<std::size_t> waiting(count,
                                   0);  // sums that a code is part of and whose parent has no depth yet
  std::vector<std::vector<std::size_t>> sums_of(count);
  for (std::size_t i = 0; i < dimension.sums.size(); ++i) {
    sums_of[dimension.sums[i].parent].push_back(i);
    for (const std::size_t child : dimension.sums[i].children) ++waiting[child];
  }
  std::vector<std::size_t> depth(count, 0);
  std::vector<std::size_t> ready;
  for (std::size_t code = 0; code < count; ++code) {
    if (waiting[code] == 0) ready.push_back(code);
  }
  while (!ready.empty()) {
    const std::size_t parent = ready.back();
    ready.pop_back();
    for (const std::size_t sum : sums_of[parent]) {
      for (const std::size_t child : dimension.sums[sum].children) {
        depth[child] = std::max(depth[child], depth[parent] + 1);
        if (--waiting[child] == 0) ready.push_back(child);
      }
    }
  }
  if (count > 0 && *std::max_element(depth.begin(), depth.end()) > most_levels) {
    bad_input("the dimension '" + dimension.name + "' has more than " + std::to_string(most_levels) +
                  " levels of sums",
              "remove levels that divide nothing");
  }
}

CellTable laid_out(const CellTable& described, std::size_t rows, const std::string& source) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < described.views.size(); ++i) {
    const View& view = described.views[i];
    if (std::find(described.views.begin(), described.views.begin() + static_cast<std::ptrdiff_t>(i), view) !=
        described.views.begin() + static_cast<std::ptrdiff_t>(i)) {
      bad_input(source + " has the same view twice", "delete one of them");
    }
    const std::uint64_t cells = cells_of(described, view, rows);
    total += cells;
    if (cells > rows || total / most_sharing > rows) {
      bad_input(
          source + " has " + std::to_string(rows) + " cells, too few for every combination of its codes",
          "give every combination, with all totals, also where nothing was counted");
    }
  }
  CellTable laid = described_only(described);
  lay_out_cells(laid);
  return laid;
}

std::vector<std::size_t> places_of_rows(const CellTable& laid, std::span<const std::uint32_t> coordinates,
                                        const std::string& source,
                                        const std::function<std::string(std::size_t)>& row_name) {
  const std::size_t width = laid.dimensions.size() + 1;
  const std::size_t rows = coordinates.size() / width;
  std::vector<std::size_t> places(rows);
  if (std::equal(coordinates.begin(), coordinates.end(), laid.coordinates.begin(), laid.coordinates.end())) {
    for (std::size_t row = 0; row < rows; ++row) places[row] = row;
    return places;
  }
  const CellIndex index(laid);
  std::vector<std::size_t> row_of(laid.cells.size(), unplaced);
  for (std::size_t row = 0; row < rows; ++row) {
    const std::span<const std::uint32_t> codes = coordinates.subspan(row * width, width);
    const std::optional<std::size_t> place = index.find(codes);
    if (!place) {
      bad_input(source + ", " + row_name(row) + ": no table of the file has the cell " + name_of(laid, codes),
                "each dimension that a table does not cross must have the code of its total");
    }
    if (row_of[*place] != unplaced) {
      bad_input(source + ", " + row_name(row) + ": the cell " + cell_name(laid, *place) +
                    " is a duplicate of " + row_name(row_of[*place]),
                "keep one of them");
    }
    row_of[*place] = row;
    places[row] = *place;
  }
  const auto missing = std::find(row_of.begin(), row_of.end(), unplaced);
  if (missing != row_of.end()) {
    const auto count = std::count(row_of.begin(), row_of.end(), unplaced);
    bad_input(source + " does not have the cell " +
                  cell_name(laid, static_cast<std::size_t>(missing - row_of.begin())) +
                  (count > 1 ? " and " + std::to_string(count - 1) + " more" : ""),
              "give every combination of codes, with all totals, also where nothing was counted");
  }
  return places;
}

void require_sums_of_dimensions(const CellTable& table, const std::string& source) {
  const CellIndex index(table);
  require_distinct_cells(table, index, source);
  const KnownSums known(table);
  for (std::size_t dimension = 0; dimension < table.dimensions.size(); ++dimension) {
    const std::vector<CodeSum>& sums = table.dimensions[dimension].sums;
    std::vector<std::vector<std::size_t>> sums_of(table.dimensions[dimension].codes.size());
    for (std::size_t i = 0; i < sums.size(); ++i) sums_of[sums[i].parent].push_back(i);
    for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
      for (const std::size_t sum : sums_of[table.codes_of(cell)[dimension]]) {
        const std::optional<std::vector<Term>> terms = terms_of(table, index, cell, dimension, sums[sum]);
        if (!terms || known.has(*terms)) continue;
        CellTable named = table;
        named.relations = {};
        named.relations.add(Decimal(), *terms);
        bad_input(
            source + ": the relations lack " + relation_name(named, 0) + ", which follows from the codes",
            "add it, or remove \"relations\" if there are no other relations than the sums of the "
            "dimensions");
      }
    }
  }
}

void take_rows(CellTable& laid, const std::vector<std::size_t>& places, std::vector<Cell> cells,
               std::vector<std::uint64_t> hits, std::vector<Contributors> contributors) {
  const bool in_order = std::is_sorted(places.begin(), places.end());
  const auto take = [&](auto& target, auto& rows) {
    if (in_order || rows.empty()) {
      target = std::move(rows);
      return;
    }
    target.resize(rows.size());
    for (std::size_t row = 0; row < rows.size(); ++row) target[places[row]] = std::move(rows[row]);
  };
  take(laid.cells, cells);
  take(laid.hits, hits);
  take(laid.contributors, contributors);
}

}  // namespace sfumato::tables
