#include "tables/audit/attack_system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>

#include "core/error.hpp"
#include "core/number_limits.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
// Sums of a thousand such numbers are still exact in a double.
constexpr double largest_exact = 9.0e12;
// Above this, solvers lose the small cells of a relation.
constexpr std::int64_t largest_coefficient = 1'000'000'000;

struct Row {
  std::size_t relation = 0;
  std::vector<Term> terms;  // of suppressed cells by position among them, ascending
};

// A union-find over the suppressed cells, whose roots are the first cells.
class Groups {
 public:
  explicit Groups(std::size_t count) : above_(count) { std::iota(above_.begin(), above_.end(), 0U); }
  std::size_t root(std::size_t item) {
    while (above_[item] != item) item = above_[item] = above_[above_[item]];
    return item;
  }
  void join(std::size_t left, std::size_t right) {
    left = root(left);
    right = root(right);
    above_[std::max(left, right)] = std::min(left, right);
  }

 private:
  std::vector<std::size_t> above_;
};

// The relation's suppressed cells, each once, divided by their greatest common divisor and with the first
// coefficient positive, so that equivalent rows are equal.
std::vector<Term> suppressed_terms(const Relations& relations, std::size_t relation,
                                   const std::vector<std::size_t>& position) {
  std::vector<Term> terms;
  for (const Term& term : relations.terms(relation)) {
    if (position[term.cell] != none) terms.push_back({position[term.cell], term.coefficient});
  }
  std::stable_sort(terms.begin(), terms.end(),
                   [](const Term& left, const Term& right) { return left.cell < right.cell; });
  std::vector<Term> merged;
  for (const Term& term : terms) {
    if (merged.empty() || merged.back().cell != term.cell) {
      merged.push_back(term);
    } else if (__builtin_add_overflow(merged.back().coefficient, term.coefficient,
                                      &merged.back().coefficient)) {
      bad_input("the coefficients of a cell in relation " + std::to_string(relation) + " are too large");
    }
  }
  std::erase_if(merged, [](const Term& term) { return term.coefficient == 0; });
  std::int64_t divisor = 0;
  for (const Term& term : merged) {
    if (term.coefficient == std::numeric_limits<std::int64_t>::min()) {
      bad_input("a coefficient of relation " + std::to_string(relation) + " is too large");
    }
    divisor = std::gcd(divisor, term.coefficient);
  }
  if (!merged.empty() && merged[0].coefficient < 0) divisor = -divisor;
  for (Term& term : merged) {
    term.coefficient /= divisor;
    if (term.coefficient > largest_coefficient || term.coefficient < -largest_coefficient) {
      bad_input("relation " + std::to_string(relation) + " has the coefficient " +
                    std::to_string(term.coefficient) + ", which is too large for an audit",
                "write the relation in larger units");
    }
  }
  return merged;
}

std::uint64_t fingerprint(const std::vector<Term>& terms) {
  std::uint64_t hash = terms.size();
  for (const Term& term : terms) {
    hash = (hash ^ term.cell) * 0x9e3779b97f4a7c15ULL;
    hash = (hash ^ (hash >> 29) ^ static_cast<std::uint64_t>(term.coefficient)) * 0xbf58476d1ce4e5b9ULL;
  }
  return hash ^ (hash >> 32);
}

std::vector<Row> distinct_rows(const CellTable& table, const std::vector<std::size_t>& position) {
  std::vector<Row> rows;
  std::unordered_multimap<std::uint64_t, std::size_t> seen;
  for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
    std::vector<Term> terms = suppressed_terms(table.relations, relation, position);
    if (terms.empty()) continue;
    const std::uint64_t hash = fingerprint(terms);
    const auto [first, last] = seen.equal_range(hash);
    if (std::any_of(first, last, [&](const auto& entry) { return rows[entry.second].terms == terms; })) {
      continue;
    }
    seen.emplace(hash, rows.size());
    rows.push_back({relation, std::move(terms)});
  }
  return rows;
}

struct Bounds {
  std::optional<double> lower, upper;  // deviations, in the table's own numbers
};

// A cell has its own bounds if there is an upper one, or a lower one other than 0. Other cells get the prior
// range, in addition to the bound 0 where there is one.
Bounds deviation_bounds(const CellTable& table, std::size_t index, const AuditOptions& options) {
  const Cell& cell = table.cells[index];
  if ((cell.lower && *cell.lower > cell.value) || (cell.upper && *cell.upper < cell.value)) {
    bad_input("the value of " + cell_name(table, index) + " lies outside its given bounds",
              "bounds are what is known before publication: the true value must lie between them");
  }
  Bounds bounds;
  if (cell.lower) bounds.lower = (*cell.lower - cell.value).number();
  if (cell.upper) bounds.upper = (*cell.upper - cell.value).number();
  const bool own = cell.upper || (cell.lower && !cell.lower->is_zero());
  if (!own && options.prior_percent) {
    const double range = std::abs(cell.value.number()) * *options.prior_percent / 100;
    bounds.lower = std::max(-range, bounds.lower.value_or(-range));
    bounds.upper = range;
  }
  return bounds;
}

bool is_whole(const Decimal& value) { return value.units_at(0).has_value(); }

// Which suppressed cells the attacker knows to be integers: those of counts; in a table without responses,
// all cells if all are integers.
std::vector<bool> whole_cells(const CellTable& table, const std::vector<std::size_t>& suppressed,
                              const AuditOptions& options) {
  std::vector<bool> whole(suppressed.size(), false);
  if (!options.whole_numbers) return whole;
  if (table.coordinates.empty()) {
    const bool all = std::all_of(suppressed.begin(), suppressed.end(),
                                 [&](std::size_t cell) { return is_whole(table.cells[cell].value); });
    whole.assign(suppressed.size(), all);
    return whole;
  }
  for (std::size_t i = 0; i < suppressed.size(); ++i) {
    const std::size_t response = table.codes_of(suppressed[i]).back();
    whole[i] = table.responses[response].counts && is_whole(table.cells[suppressed[i]].value);
  }
  return whole;
}

int decimals_of(const std::optional<Decimal>& number) { return number ? number->trimmed().decimals() : 0; }

// A unit is the finest decimal of the part's numbers, or as fine as the largest of them allows.
double scale_of(const CellTable& table, const std::vector<std::size_t>& cells, bool whole) {
  if (whole) return 1;
  int decimals = 0;
  double largest = 1;
  for (const std::size_t index : cells) {
    const Cell& cell = table.cells[index];
    decimals =
        std::max({decimals, decimals_of(cell.value), decimals_of(cell.lower), decimals_of(cell.upper)});
    largest = std::max(largest, std::abs(cell.value.number()));
    if (cell.lower) largest = std::max(largest, std::abs(cell.lower->number()));
    if (cell.upper) largest = std::max(largest, std::abs(cell.upper->number()));
  }
  double steps = 1;
  for (; decimals > 0 && largest * steps * 10 <= largest_exact; --decimals) steps *= 10;
  return steps;
}

// In units; an integer deviation has integer bounds, and bounds that are integers up to rounding are rounded.
double in_units(std::optional<double> bound, double scale, double missing) {
  if (!bound) return missing;
  const double units = *bound * scale;
  const double nearest = std::round(units);
  return std::abs(units - nearest) <= 1e-12 * std::max(1.0, std::abs(units)) ? nearest : units;
}

void set_bounds(AttackPart& part, const CellTable& table, const AuditOptions& options) {
  const bool any_whole = std::any_of(part.whole.begin(), part.whole.end(), [](auto mark) { return mark; });
  part.scale = scale_of(table, part.cells, any_whole);
  for (std::size_t i = 0; i < part.cells.size(); ++i) {
    const Bounds bounds = deviation_bounds(table, part.cells[i], options);
    const double lower = in_units(bounds.lower, part.scale, -infinity);
    const double upper = in_units(bounds.upper, part.scale, infinity);
    part.lower.push_back(part.whole[i] ? std::ceil(lower) : lower);
    part.upper.push_back(part.whole[i] ? std::floor(upper) : upper);
  }
}

}  // namespace

std::vector<AttackPart> attack_parts(const CellTable& table, const AuditOptions& options) {
  std::vector<std::size_t> suppressed;
  std::vector<std::size_t> position(table.cells.size(), none);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (!table.cells[cell].suppressed()) continue;
    position[cell] = suppressed.size();
    suppressed.push_back(cell);
  }
  const std::vector<Row> rows = distinct_rows(table, position);
  Groups groups(suppressed.size());
  for (const Row& row : rows) {
    for (const Term& term : row.terms) groups.join(row.terms[0].cell, term.cell);
  }

  const std::vector<bool> whole = whole_cells(table, suppressed, options);
  std::vector<AttackPart> parts;
  std::vector<std::size_t> part_of(suppressed.size()), place(suppressed.size());
  for (std::size_t i = 0; i < suppressed.size(); ++i) {
    const std::size_t root = groups.root(i);
    if (root == i) {
      part_of[i] = parts.size();
      parts.emplace_back();
    }
    AttackPart& part = parts[part_of[i] = part_of[root]];
    place[i] = part.cells.size();
    part.cells.push_back(suppressed[i]);
    part.whole.push_back(whole[i] ? 1 : 0);
  }
  for (const Row& row : rows) {
    AttackPart& part = parts[part_of[row.terms[0].cell]];
    for (const Term& term : row.terms) {
      part.terms.push_back({place[term.cell], static_cast<double>(term.coefficient)});
    }
    part.starts.push_back(part.terms.size());
    part.relations.push_back(row.relation);
  }
  for (AttackPart& part : parts) set_bounds(part, table, options);
  return parts;
}

}  // namespace sfumato::tables
