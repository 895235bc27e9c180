// Each message names the rule that cannot be evaluated and the option or command that solves it.
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

bool any_counts(const CellTable& table) {
  return std::any_of(table.responses.begin(), table.responses.end(),
                     [](const Response& response) { return response.counts; });
}

void check_contributors(const CellTable& table, const RuleOptions& options) {
  if (!table.contributors.empty()) return;
  for (const Rule& rule : options.rules) {
    if (!looks_at_amounts(rule) && all_count(table)) continue;
    bad_input("the rule '" + rule.text + "' cannot be evaluated: the table has no contributors",
              "such a file has its own statuses and levels and needs no rule; to use rules, make the table "
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
      bad_param("safety-range", "the rule '" + rule.type->info.name + "' does not define protection levels",
                rule.type->info.own_range + ", or add ‹safety-range›");
    }
    bad_param(
        "safety-range",
        "the rule '" + rule.text + "' defines which cells are sensitive, but not their protection levels",
        "add ‹safety-range› with a percentage of the cell, such as ‹safety-range› 20");
  }
}

void check_holdings(const CellTable& table) {
  const bool any = table.contributors.empty() ||
                   std::any_of(table.contributors.begin(), table.contributors.end(),
                               [](const Contributors& behind) { return !behind.largest_holdings.empty(); });
  if (!any) {
    bad_param("holdings", "the rules should use holdings, but the table has no holdings",
              "tabulate with ‹holding›, the column of the holdings");
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
    bad_input("the table has " + std::to_string(table.cells.size()) + " cells, but contributors of " +
              std::to_string(table.contributors.size()) + " cells");
  }
  check_contributors(table, options);
  check_range(options);
  if (options.holdings) check_holdings(table);
  for (const Rule& rule : options.rules) {
    if (rule.type->info.counts && !any_counts(table)) {
      bad_param("rule", "the rule '" + rule.text + "' uses counts, but the table has only sums",
                "tabulate counts, or use k-disclosure=3, which counts the contributors of sums");
    }
    if (looks_at_amounts(rule) && all_count(table)) {
      bad_param("rule", "the rule '" + rule.text + "' uses amounts, but the table has only counts",
                "use frequency=3 with ‹safety-range›, or tabulate with ‹sum›, the column to sum");
    }
  }
}

}  // namespace sfumato::tables
