// Each message names the rule that cannot be evaluated and the option or command that helps.
#include "tables/rules/rules_demands.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "tables/rules/rule_type.hpp"

namespace sfumato::tables {
namespace {

bool all_count(const CellTable& table) {
  return !table.responses.empty() && std::all_of(table.responses.begin(), table.responses.end(),
                                                 [](const Response& response) { return response.counts; });
}

void check_contributors(const CellTable& table, const RuleOptions& options) {
  if (!table.contributors.empty()) return;
  for (const Rule& rule : options.rules) {
    if (!looks_at_amounts(rule) && all_count(table)) continue;
    bad_input("the rule '" + rule.text +
                  "' cannot be evaluated: the table does not say who contributes to its cells",
              "such a file brings its own statuses and levels, which need no rule; for rules make the table "
              "from records with 'sfumato table tabulate'");
  }
}

void check_range(const RuleOptions& options) {
  if (options.safety_range && *options.safety_range <= Decimal()) {
    bad_input("the safety range is " + options.safety_range->text() + " %, and must be above 0",
              "give a percentage of the cell, such as 20");
  }
  if (options.safety_range) return;
  for (const Rule& rule : options.rules) {
    if (rule.type->takes_range == nullptr || !rule.type->takes_range(rule)) continue;
    if (!rule.type->info.own_range.empty()) {
      bad_param("safety-range",
                "the rule '" + rule.type->info.name + "' does not say how far off an attacker must be kept",
                rule.type->info.own_range + ", or add ‹safety-range›");
    }
    bad_param("safety-range",
              "the rule '" + rule.text +
                  "' says which cells are sensitive, not how far off an attacker "
                  "must be kept",
              "add ‹safety-range› with a percentage of the cell, such as ‹safety-range› 20");
  }
}

void check_holdings(const CellTable& table) {
  const bool any = table.contributors.empty() ||
                   std::any_of(table.contributors.begin(), table.contributors.end(),
                               [](const Contributors& behind) { return !behind.largest_holdings.empty(); });
  if (!any) {
    bad_param("holdings",
              "the rules are to look at holdings, and the table does not say which records belong to one",
              "tabulate with ‹holding›, which names their column");
  }
}

}  // namespace

bool looks_at_amounts(const Rule& rule) { return rule.type->info.amounts; }

bool counts_respondents(const CellTable& table, std::size_t cell) {
  if (table.responses.empty()) return false;
  if (table.coordinates.empty()) return table.responses.front().counts;
  const std::size_t response = table.codes_of(cell).back();
  return response < table.responses.size() && table.responses[response].counts;
}

void check_demands(const CellTable& table, const RuleOptions& options) {
  if (!table.contributors.empty() && table.contributors.size() != table.cells.size()) {
    bad_input("the table has " + std::to_string(table.cells.size()) + " cells, and says of " +
              std::to_string(table.contributors.size()) + " who contributes to them");
  }
  check_contributors(table, options);
  check_range(options);
  if (options.holdings) check_holdings(table);
  for (const Rule& rule : options.rules) {
    if (looks_at_amounts(rule) && all_count(table)) {
      bad_param("rule", "the rule '" + rule.text + "' looks at amounts, and the table only counts",
                "use frequency=3 with ‹safety-range›, or tabulate with ‹sum›, which adds up a column");
    }
  }
}

}  // namespace sfumato::tables
