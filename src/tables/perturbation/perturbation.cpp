#include "tables/perturbation/perturbation.hpp"

#include <algorithm>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "tables/protected_values.hpp"

namespace sfumato::tables {
namespace {

void require_counts(const CellTable& table) {
  for (const Response& response : table.responses) {
    if (response.counts) continue;
    bad_input(
        "the table shows sums of '" + response.name + "', and only counts can be perturbed by their keys",
        "tabulate counts only; round, adjust or suppress sums");
  }
  if (table.responses.empty()) {
    bad_input("the cells of this table are not marked as counts",
              "tabulate the records with their keys, and perturb that table");
  }
}

void require_keys(const CellTable& table) {
  if (table.keys.size() == table.cells.size() && !table.cells.empty()) return;
  if (table.cells.empty()) bad_input("the table has no cells");
  bad_input("the cells of this table have no keys",
            "tabulate the records with a column of record keys, and keep the table as JSON");
}

// The count of a cell, which must be a count of records.
std::int64_t count_of(const CellTable& table, std::size_t cell) {
  const Decimal& value = table.cells[cell].value;
  const std::optional<std::int64_t> count = value.units_at(0);
  const bool weighted = count && !table.contributors.empty() && table.contributors[cell].frequency != *count;
  if (!count || *count < 0 || weighted) {
    bad_input("the cell " + cell_name(table, cell) + " is " + data_value(value.text()) +
                  (weighted ? ", but has " + data_value(std::to_string(table.contributors[cell].frequency)) +
                                  " records"
                            : std::string(", which is not a count of records")),
              "ptables are for counts of records without weights");
  }
  return *count;
}

// An empty cell has the key 0 like every other one.
void require_key_of_zero(const CellTable& table, std::size_t cell) {
  if (table.keys[cell] != 0) return;
  bad_input("the ptable changes counts of 0, but the cell " + cell_name(table, cell) +
                " has no records, and so no key",
            "give i = 0 no noise, or remove it from the ptable");
}

__extension__ using Wide = __int128;

std::size_t broken_relations(const CellTable& original, const std::vector<std::int64_t>& noise) {
  std::size_t broken = 0;
  for (std::size_t relation = 0; relation < original.relations.count(); ++relation) {
    Wide off = 0;
    for (const Term& term : original.relations.terms(relation)) {
      off += static_cast<Wide>(term.coefficient) * noise[term.cell];
    }
    broken += off != 0 ? 1 : 0;
  }
  return broken;
}

void note(Perturbation& result, std::size_t relations) {
  result.notes.emplace_back(
      "the protection of single cells cannot be audited: it is unknown noise, which gives no provable "
      "interval; keep the record keys and the ptable confidential");
  if (result.broken == 0) return;
  result.notes.push_back("the table is not additive: " + std::to_string(result.broken) + " of " +
                         std::to_string(relations) +
                         " relations do not hold, since every margin has its own noise");
}

}  // namespace

Perturbation perturb(const CellTable& table, const Ptable& ptable) {
  require_counts(table);
  require_keys(table);
  if (ptable.steps.empty()) bad_input("the ptable has no counts");
  Perturbation result;
  std::vector<Decimal> values;
  values.reserve(table.cells.size());
  const bool zeros = ptable.changes_zero();
  std::vector<std::int64_t> noise(table.cells.size(), 0);
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    const std::int64_t count = count_of(table, cell);
    if (count == 0 && zeros) require_key_of_zero(table, cell);
    noise[cell] = ptable.noise(count, table.keys[cell]);
    values.push_back(Decimal::whole(count) + Decimal::whole(noise[cell]));
    result.changed += noise[cell] != 0 ? 1 : 0;
    result.largest_noise = std::max(result.largest_noise, std::abs(noise[cell]));
  }
  result.table = published_table(table, values);
  result.table.relations = {};
  result.broken = broken_relations(table, noise);
  result.notes = ptable.notes;
  note(result, table.relations.count());
  return result;
}

}  // namespace sfumato::tables
