// Applies rules to all cells of a table, one cell after the other: sensitive cells, their protection levels,
// and notes for the user.
#include "tables/rules/rules.hpp"

#include <algorithm>
#include <utility>

#include "core/error.hpp"
#include "tables/rules/rule_type.hpp"
#include "tables/rules/rules_contributors.hpp"
#include "tables/rules/rules_demands.hpp"

namespace sfumato::tables {
namespace {

// Levels that are not finite decimals get this many more decimals than the cell.
constexpr int more_decimals = 6;
constexpr std::size_t most_named = 3;

int level_decimals(const Cell& cell) {
  return std::min(Decimal::most_decimals, cell.value.decimals() + more_decimals);
}

[[noreturn]] void too_few_kept(const CellTable& table, std::size_t cell, const Rule& rule,
                               const CountedContributors& counted, std::int64_t number) {
  const auto kept = static_cast<std::int64_t>(counted.kept());
  // With weights below 1 more records than respondents are needed.
  const std::int64_t enough = number > kept ? number : 2 * kept;
  bad_param("rule",
            "the rule '" + rule.text + "' needs the " + std::to_string(number) +
                " largest contributors of each cell, and " + cell_name(table, cell) + " kept only " +
                std::to_string(kept) + " of its " + std::to_string(counted.count()),
            "tabulate with ‹keep› " + std::to_string(enough));
}

// The protection level; empty where the cell is not sensitive by this rule.
std::optional<Fraction> asked_level(const RuleSubject& subject, const Rule& rule) {
  if (rule.type->info.amounts && (subject.counts || subject.counted.count() <= 0)) return std::nullopt;
  return rule.type->level(subject, rule);
}

bool has_own_bounds(const Cell& cell) { return cell.upper || (cell.lower && !cell.lower->is_zero()); }

// Rounded towards the value: an attacker who knows more is the safer assumption.
void set_prior_bounds(Cell& cell, const Decimal& q) {
  const Fraction value(cell.value);
  const Fraction reach = percent_of(q, value.magnitude());
  cell.lower = std::min((value - reach).rounded_up(level_decimals(cell)), cell.value);
  cell.upper = std::max((value + reach).rounded_down(level_decimals(cell)), cell.value);
}

std::optional<Decimal> smallest_q(const RuleOptions& options) {
  std::optional<Decimal> smallest;
  for (const Rule& rule : options.rules) {
    if (rule.type->prior == nullptr) continue;
    const Decimal known = rule.type->prior(rule);
    if (!smallest || known < *smallest) smallest = known;
  }
  return smallest;
}

// Cells that a note is about.
struct Named {
  std::size_t count = 0;
  std::vector<std::size_t> first;
  void add(std::size_t cell) {
    if (count++ < most_named) first.push_back(cell);
  }
};

std::string names_of(const CellTable& table, const Named& cells) {
  std::string text;
  for (const std::size_t cell : cells.first) text += (text.empty() ? "" : "; ") + cell_name(table, cell);
  if (cells.count > cells.first.size())
    text += "; and " + std::to_string(cells.count - cells.first.size()) + " more";
  return text;
}

bool ranks_amounts(const Rule& rule) { return rule.type->info.ranks; }

struct Findings {
  Named kept;        // marked to be published, but sensitive
  Named cut;         // levels beyond the prior bounds
  Named without;     // sensitive, but with levels of 0
  Named negative;    // with negative contributions
  Named unweighted;  // largest weighted amounts that may not have been kept
  bool zero_range = false;
};

void raise(Decimal& level, const Decimal& asked) {
  if (asked > level) level = asked;
}

void make_primary(CellTable& table, std::size_t cell, const Fraction& level, Findings& findings) {
  Cell& hit = table.cells[cell];
  if (hit.status == CellStatus::kept) findings.kept.add(cell);
  hit.status = CellStatus::primary;
  const Decimal asked = level.rounded_up(level_decimals(hit));
  Decimal lower = asked;
  Decimal upper = asked;
  if (hit.lower && *hit.lower <= hit.value) lower = std::min(lower, hit.value - *hit.lower);
  if (hit.upper && *hit.upper >= hit.value) upper = std::min(upper, *hit.upper - hit.value);
  if (upper < asked || (lower < asked && !hit.value.is_zero())) findings.cut.add(cell);
  raise(hit.lower_level, lower);
  raise(hit.upper_level, upper);
  if (hit.upper_level.is_zero() && hit.lower_level.is_zero()) findings.without.add(cell);
}

// Which bit of the hits each rule has; new rules come after those of the table.
std::vector<std::size_t> places_of_rules(CellTable& table, const RuleOptions& options) {
  std::vector<std::size_t> places;
  for (const Rule& rule : options.rules) {
    const auto known = std::find(table.rules.begin(), table.rules.end(), rule.text);
    places.push_back(static_cast<std::size_t>(known - table.rules.begin()));
    if (known == table.rules.end()) table.rules.push_back(rule.text);
  }
  if (table.rules.size() > most_rules) {
    bad_input("there are " + std::to_string(table.rules.size()) + " rules, and a table holds at most " +
                  std::to_string(most_rules),
              "remove rules that others imply");
  }
  table.hits.resize(table.cells.size(), 0);
  return places;
}

std::size_t response_of(const CellTable& table, std::size_t cell) {
  return table.coordinates.empty() ? 0 : table.codes_of(cell).back();
}

// Per response the size of its smallest cell that is not 0; 1 where all are.
std::vector<Fraction> smallest_sizes(const CellTable& table) {
  std::vector<std::optional<Decimal>> smallest(std::max<std::size_t>(table.responses.size(), 1));
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    const Decimal& value = table.cells[cell].value;
    const std::size_t response = response_of(table, cell);
    if (value.is_zero() || response >= smallest.size()) continue;
    const Decimal size = magnitude(value);
    if (!smallest[response] || size < *smallest[response]) smallest[response] = size;
  }
  std::vector<Fraction> sizes;
  for (const std::optional<Decimal>& size : smallest) sizes.push_back(size ? Fraction(*size) : Fraction(1));
  return sizes;
}

void check_cell(CellTable& table, std::size_t cell, const RuleOptions& options,
                const std::vector<std::size_t>& places, const std::vector<Fraction>& smallest,
                Findings& findings) {
  const Contributors no_contributors;
  const bool known = !table.contributors.empty();
  const Contributors& behind = known ? table.contributors[cell] : no_contributors;
  const RuleSubject subject{table,
                            cell,
                            counts_respondents(table, cell),
                            CountedContributors(behind, options.holdings, options.weighted),
                            known ? &behind : nullptr,
                            options,
                            smallest[std::min(response_of(table, cell), smallest.size() - 1)]};
  if (!subject.counts && subject.counted.has_negative()) findings.negative.add(cell);
  const bool weights = behind.weighted_frequency != Decimal::whole(behind.frequency);
  if (!subject.counts && !options.weighted && !options.holdings && weights && !subject.counted.complete()) {
    findings.unweighted.add(cell);
  }
  std::optional<Fraction> level;
  for (std::size_t r = 0; r < options.rules.size(); ++r) {
    const std::optional<Fraction> asked = asked_level(subject, options.rules[r]);
    if (!asked) continue;
    table.hits[cell] |= std::uint64_t{1} << places[r];
    if (!level || *asked > *level) level = asked;
    const RuleType& type = *options.rules[r].type;
    const bool without_own = !type.info.own_range.empty() && type.takes_range(options.rules[r]);
    findings.zero_range = findings.zero_range || without_own;
  }
  if (level) make_primary(table, cell, *level, findings);
}

// Rules about margin − cell: the cell is sensitive without a level of its own.
void check_outside(CellTable& table, const RuleOptions& options, const std::vector<std::size_t>& places,
                   Findings& findings) {
  std::optional<std::vector<Margin>> margins;
  for (std::size_t r = 0; r < options.rules.size(); ++r) {
    if (options.rules[r].type->outside == nullptr) continue;
    if (!margins) margins = margins_of(table);
    for (const Outside& one : find_outside(table, *margins, options.rules[r], places[r])) {
      Cell& hit = table.cells[one.cell];
      if (hit.status == CellStatus::kept) findings.kept.add(one.cell);
      hit.status = CellStatus::primary;
      table.hits[one.cell] |= std::uint64_t{1} << places[r];
    }
  }
}

std::string cells_text(std::size_t count, const char* one, const char* several) {
  return count == 1 ? std::string("1 cell ") + one : std::to_string(count) + " cells " + several;
}

std::vector<std::string> notes_of(const CellTable& table, const Findings& findings) {
  std::vector<std::string> notes;
  const auto note = [&](const Named& cells, const std::string& text) {
    if (cells.count > 0) notes.push_back(text + ": " + names_of(table, cells));
  };
  note(findings.kept, cells_text(findings.kept.count, "marked to be published is sensitive",
                                 "marked to be published are sensitive") +
                          " and will be suppressed");
  note(findings.without,
       cells_text(findings.without.count, "is sensitive with levels", "are sensitive with levels") +
           " of 0, so that an audit accepts any interval but a single point; a percentage of 0 gives no "
           "protection; use the rule zero=5");
  note(findings.cut, "the levels of " +
                         cells_text(findings.cut.count, "are limited by its prior bounds",
                                    "are limited by their prior bounds") +
                         ", since suppression cannot remove prior knowledge");
  note(findings.negative, cells_text(findings.negative.count, "has", "have") +
                              " negative contributions; the rules use absolute values");
  if (findings.zero_range) {
    notes.emplace_back(
        "the rule 'zero' has no range, and a percentage of 0 is 0: its levels are the safety range of the "
        "smallest other cell; write zero=5 for 5 units instead");
  }
  return notes;
}

}  // namespace

Fraction percent_of(const Decimal& percent, const Fraction& of) {
  return Fraction(percent) * of / Fraction(100);
}

Fraction RuleSubject::size() const { return Fraction(table.cells[cell].value).magnitude(); }

Fraction RuleSubject::range(const Fraction& of) const { return percent_of(*options.safety_range, of); }

Fraction RuleSubject::sum_of_largest(const Rule& rule, std::int64_t number) const {
  const std::optional<Fraction> sum = counted.sum_of_largest(number);
  if (!sum) too_few_kept(table, cell, rule, counted, number);
  return *sum;
}

std::optional<Fraction> RuleSubject::above_zero(const Fraction& level) const {
  if (!level.is_positive()) return std::nullopt;
  const Fraction& total = counted.total();
  const Fraction value = size();
  if (value <= total || !total.is_positive()) return level;
  return level * value / total;
}

CheckedTable apply_rules(CellTable table, const RuleOptions& options) {
  check_demands(table, options);
  const std::vector<std::size_t> places = places_of_rules(table, options);
  const std::vector<Fraction> smallest = smallest_sizes(table);
  if (const std::optional<Decimal> q = smallest_q(options)) {
    for (Cell& cell : table.cells) {
      if (!has_own_bounds(cell)) set_prior_bounds(cell, *q);
    }
  }
  Findings findings;
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    check_cell(table, cell, options, places, smallest, findings);
  }
  check_outside(table, options, places, findings);
  if (findings.unweighted.count > 0 &&
      std::any_of(options.rules.begin(), options.rules.end(), ranks_amounts)) {
    bad_input(
        cells_text(findings.unweighted.count, "has", "have") +
            " more contributors than were kept, the largest before weighting, and without weights a larger "
            "one may be missing: " +
            names_of(table, findings.unweighted),
        "tabulate with a larger ‹keep›, or leave the weights to the rules");
  }
  std::vector<std::string> notes = notes_of(table, findings);
  return {std::move(table), std::move(notes)};
}

}  // namespace sfumato::tables
