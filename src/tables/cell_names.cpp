// Readable names of cells and relations, from the codes where there are dimensions.
#include "tables/cell_table.hpp"

namespace sfumato::tables {
namespace {

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
}  // namespace

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
}  // namespace sfumato::tables
