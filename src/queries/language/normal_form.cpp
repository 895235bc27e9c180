// Parts are ordered by their content (leaves by column first, then AND, then OR), never by how they were
// written. All leaves of one column are merged in one step, so that the time is not quadratic.
#include "queries/language/normal_form.hpp"

#include <algorithm>
#include <compare>
#include <iterator>
#include <utility>

namespace sfumato::queries {
namespace {

std::strong_ordering order(const Condition& left, const Condition& right) {
  if (const auto kinds = left.kind <=> right.kind; std::is_neq(kinds)) return kinds;
  if (const auto columns = left.column <=> right.column; std::is_neq(columns)) return columns;
  if (const auto sets = left.values.ranges() <=> right.values.ranges(); std::is_neq(sets)) return sets;
  if (const auto nulls = left.null <=> right.null; std::is_neq(nulls)) return nulls;
  const std::size_t shared = std::min(left.parts.size(), right.parts.size());
  for (std::size_t i = 0; i < shared; ++i) {
    if (const auto parts = order(left.parts[i], right.parts[i]); std::is_neq(parts)) return parts;
  }
  return left.parts.size() <=> right.parts.size();
}

bool precedes(const Condition& left, const Condition& right) { return std::is_lt(order(left, right)); }

using Leaves = std::vector<Condition>::iterator;

// Leaves of one column. An intersection is computed as the complement of the union of the complements.
Condition merged(Leaves begin, Leaves end, bool all, const CatalogueTable& table) {
  const RangeSet domain = domain_of(table.column(begin->column));
  std::vector<Range> gathered;
  bool null = all;
  for (Leaves leaf = begin; leaf != end; ++leaf) {
    const RangeSet set = all ? domain.difference(leaf->values) : std::move(leaf->values);
    gathered.insert(gathered.end(), set.ranges().begin(), set.ranges().end());
    null = all ? null && leaf->null : null || leaf->null;
  }
  RangeSet values(std::move(gathered));
  if (all) values = domain.difference(values);
  return leaf_condition(table, begin->column, std::move(values), null);
}

// Sorts parts by kind and flattens AND in AND and OR in OR. False if one part decides the whole condition.
bool sorted_out(std::vector<Condition> parts, Condition::Kind kind, Condition::Kind deciding,
                std::vector<Condition>& leaves, std::vector<Condition>& others) {
  for (Condition& part : parts) {
    if (part.kind == deciding) return false;
    if (part.kind == kind) {
      if (!sorted_out(std::move(part.parts), kind, deciding, leaves, others)) return false;
    } else if (part.kind == Condition::Kind::leaf) {
      leaves.push_back(std::move(part));
    } else if (part.kind == Condition::Kind::all || part.kind == Condition::Kind::any) {
      others.push_back(std::move(part));
    }
  }
  return true;
}

}  // namespace

Condition constant_condition(bool truth) {
  Condition result;
  result.kind = truth ? Condition::Kind::always : Condition::Kind::never;
  return result;
}

RangeSet domain_of(const CatalogueColumn& column) { return RangeSet({{column.first(), column.last()}}); }

Condition leaf_condition(const CatalogueTable& table, std::size_t column, RangeSet values, bool null) {
  const CatalogueColumn& about = table.column(column);
  null = null && about.nullable;
  if (values.empty() && !null) return constant_condition(false);
  if ((null || !about.nullable) && values == domain_of(about)) return constant_condition(true);
  Condition leaf;
  leaf.kind = Condition::Kind::leaf;
  leaf.column = column;
  leaf.values = std::move(values);
  leaf.null = null;
  return leaf;
}

Condition combined_condition(Condition::Kind kind, std::vector<Condition> parts,
                             const CatalogueTable& table) {
  const bool all = kind == Condition::Kind::all;
  const Condition::Kind deciding = all ? Condition::Kind::never : Condition::Kind::always;
  std::vector<Condition> leaves, kept;
  if (!sorted_out(std::move(parts), kind, deciding, leaves, kept)) return constant_condition(!all);

  std::stable_sort(leaves.begin(), leaves.end(),
                   [](const Condition& a, const Condition& b) { return a.column < b.column; });
  for (auto begin = leaves.begin(); begin != leaves.end();) {
    const auto end = std::find_if(begin, leaves.end(),
                                  [&](const Condition& leaf) { return leaf.column != begin->column; });
    Condition leaf = std::next(begin) == end ? std::move(*begin) : merged(begin, end, all, table);
    if (leaf.kind == deciding) return leaf;
    if (leaf.kind == Condition::Kind::leaf) kept.push_back(std::move(leaf));
    begin = end;
  }
  std::sort(kept.begin(), kept.end(), precedes);
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());

  if (kept.empty()) return constant_condition(all);
  if (kept.size() == 1) return std::move(kept.front());
  Condition result;
  result.kind = kind;
  result.parts = std::move(kept);
  return result;
}

}  // namespace sfumato::queries
