#include "tables/rules/outside.hpp"

#include <algorithm>

#include "core/registry.hpp"
#include "tables/rules/rule_type.hpp"
#include "tables/rules/rules_demands.hpp"

namespace sfumato::tables {
namespace {

// The only term of this sign where all others have the opposite one, coefficients are ±1 and the right side
// is 0.
std::optional<Margin> margin_with_sign(const CellTable& table, std::size_t relation, std::int64_t sign) {
  Margin margin{.relation = relation, .total = 0, .parts = {}};
  bool found = false;
  for (const Term& term : table.relations.terms(relation)) {
    if (term.coefficient == sign && !found) {
      margin.total = term.cell;
      found = true;
    } else if (term.coefficient == -sign) {
      margin.parts.push_back(term.cell);
    } else {
      return std::nullopt;
    }
  }
  if (!found) return std::nullopt;
  return margin;
}

bool is_open(const CellTable& table, const Margin& margin) {
  const auto possible = std::count_if(margin.parts.begin(), margin.parts.end(), [&](std::size_t part) {
    return !is_structural_zero(table.cells[part]);
  });
  return possible >= 2;
}

const RuleType* outside_type(const std::string& text) {
  const RuleType* type = find_entry(rule_types(), std::string_view(text).substr(0, text.find('=')));
  return type != nullptr && type->outside != nullptr ? type : nullptr;
}

bool still_sensitive(const CellTable& table, const Outside& one) {
  if (table.cells[one.cell].status != CellStatus::primary) return false;
  return one.cell >= table.hits.size() || (table.hits[one.cell] >> one.rule & 1U) != 0;
}

// The relations bound a difference; its own bound only says that it has one, so that no prior range is
// assumed for it.
Decimal loose_bound(const CellTable& table, const Outside& one) {
  const Decimal size = magnitude(table.cells[one.margin].value) + magnitude(table.cells[one.cell].value);
  return -(size + size + Decimal::whole(1));
}

}  // namespace

bool is_structural_zero(const Cell& cell) {
  if (!cell.value.is_zero()) return false;
  return cell.status == CellStatus::kept || (cell.upper && cell.upper->is_zero());
}

std::vector<Margin> margins_of(const CellTable& table) {
  std::vector<Margin> margins;
  for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
    if (!table.relations.right(relation).is_zero() || table.relations.terms(relation).size() < 3) continue;
    for (const std::int64_t sign : {-1, 1}) {
      std::optional<Margin> margin = margin_with_sign(table, relation, sign);
      if (!margin || !is_open(table, *margin)) continue;
      margins.push_back(std::move(*margin));
    }
  }
  return margins;
}

std::optional<std::int64_t> MarginPart::contributors() const {
  if (table.contributors.empty()) return std::nullopt;
  return table.contributors[margin].frequency - table.contributors[cell].frequency;
}

std::vector<Outside> find_outside(const CellTable& table, const std::vector<Margin>& margins,
                                  const Rule& rule, std::size_t place) {
  std::vector<Outside> found;
  for (const Margin& margin : margins) {
    for (const std::size_t cell : margin.parts) {
      const MarginPart part{table, cell, margin.total, counts_respondents(table, cell)};
      const std::optional<OutsideLevels> levels = rule.type->outside(part, rule);
      if (!levels) continue;
      found.push_back({cell, margin.total, margin.relation, place, part.value(), *levels});
    }
  }
  return found;
}

std::vector<Outside> outside_of(const CellTable& table) {
  std::vector<Outside> all;
  std::optional<std::vector<Margin>> margins;
  for (std::size_t place = 0; place < table.rules.size(); ++place) {
    if (outside_type(table.rules[place]) == nullptr) continue;
    if (!margins) margins = margins_of(table);
    for (const Outside& one : find_outside(table, *margins, parse_rule(table.rules[place]), place)) {
      if (still_sensitive(table, one)) all.push_back(one);
    }
  }
  return all;
}

CellTable with_outside(const CellTable& table, const std::vector<Outside>& differences) {
  CellTable all = table;
  all.rules.clear();
  all.hits.clear();
  all.keys.clear();
  all.contributors.clear();
  const std::size_t width = table.coordinates.empty() ? 0 : table.dimensions.size() + 1;
  for (const Outside& one : differences) {
    Cell cell;
    cell.value = one.value;
    cell.status = CellStatus::primary;
    cell.lower = loose_bound(table, one);
    cell.lower_level = one.levels.lower_level;
    cell.upper_level = one.levels.upper_level;
    for (std::size_t i = 0; i < width; ++i)
      all.coordinates.push_back(table.coordinates[one.cell * width + i]);
    const Term terms[] = {{one.margin, 1}, {one.cell, -1}, {all.cells.size(), -1}};
    all.relations.add(Decimal(), terms);
    all.cells.push_back(cell);
  }
  return all;
}

std::string outside_name(const CellTable& table, std::size_t cell, std::size_t margin) {
  return cell_name(table, margin) + " without " + cell_name(table, cell);
}

}  // namespace sfumato::tables
