// The numbers are recomputed from the contributions and not taken from the rules, so that a cell that one
// rule marks gets all disclosures that it causes.
#include "tables/rules/attack_words.hpp"

#include <algorithm>
#include <optional>

#include "core/number_text.hpp"
#include "tables/rules/rule_type.hpp"
#include "tables/rules/rules.hpp"
#include "tables/rules/rules_contributors.hpp"
#include "tables/rules/rules_demands.hpp"

namespace sfumato::tables {
namespace {

constexpr int percent_digits = 3;

// Default thresholds, where no rule gives them.
struct Thresholds {
  Decimal estimate = Decimal::whole(10);  // % of the true contribution
  std::int64_t pooling = 1;               // size of a coalition
  std::int64_t dominant = 1;              // n and k of dominance
  Decimal share = Decimal::whole(75);
  std::int64_t fewest = 0;  // contributors; 0: no rule about that
  bool zero = false;        // hits of these kinds
  bool request = false;
};

Thresholds thresholds_of(const CellTable& table, std::size_t cell) {
  AttackThresholds found;
  const std::uint64_t hits = cell < table.hits.size() ? table.hits[cell] : 0;
  for (std::size_t r = 0; r < std::min(table.rules.size(), most_rules); ++r) {
    const Rule rule = parse_rule(table.rules[r]);
    rule.type->widen(found, rule, (hits >> r & 1U) != 0);
  }
  Thresholds result;
  result.estimate = found.estimate.value_or(result.estimate);
  result.share = found.share.value_or(result.share);
  result.pooling = found.pooling;
  result.dominant = found.dominant;
  result.fewest = found.fewest;
  result.zero = found.zero;
  result.request = found.request;
  return result;
}

std::string percent_text(const Fraction& share) {
  return rounded(100.0 * share.number(), percent_digits) + " %";
}

// What is written about one cell.
struct Description {
  const CountedContributors& counted;
  const Thresholds& thresholds;
  std::string one;      // "respondent"
  std::string several;  // "respondents"
  std::string exactly;  // says if exact only for attackers who know the weights
  AttackWords words;

  void say(std::string sentence) { words.sentences.push_back(std::move(sentence)); }
};

// (X - known) / x₁, if that is below the threshold: how far off an estimate of the largest contribution is.
std::optional<Fraction> close_error(const Description& description, const Fraction& known,
                                    const Fraction& first) {
  if (!first.is_positive()) return std::nullopt;
  const Fraction error = (description.counted.total() - known) / first;
  if (Fraction(100) * error >= Fraction(description.thresholds.estimate)) return std::nullopt;
  return error.is_positive() ? error : Fraction();
}

void describe_count(Description& description, std::int64_t count) {
  if (count == 1) {
    description.words.external = true;
    description.say("External attack: a single " + description.one +
                    " has these characteristics, so an attacker who knows some of them may recognize it and "
                    "learn the rest.");
  } else if (count == 2) {
    description.words.internal = true;
    description.say("Internal attack: two " + description.several +
                    " have these characteristics, so each of them knows that there is exactly one other.");
  }
  if (count > 1 && count < description.thresholds.fewest) {
    description.words.external = true;
    description.say(
        "External attack: only " + std::to_string(count) + " " + description.several +
        " have these characteristics, so an attacker who recognizes one of them learns what they share.");
  }
}

void describe_few(Description& description) {
  const std::int64_t count = description.counted.count();
  if (count == 1) {
    description.words.external = true;
    description.say("External attack: a single " + description.one +
                    " contributes, so an attacker who knows which one learns its contribution " +
                    description.exactly);
    return;
  }
  if (count == 2) {
    description.words.internal = true;
    description.say("Internal attack: two " + description.several +
                    " contribute, so each of them can subtract its own and learn the other's contribution " +
                    description.exactly);
  }
  const bool few = count < description.thresholds.fewest;
  if (few) {
    description.words.external = true;
    description.say("External attack: only " + std::to_string(count) + " " + description.several +
                    " contribute, so an attacker who knows which ones learns their mean " +
                    description.exactly);
  }
  const bool all_but_one =
      count <= std::max(description.thresholds.pooling + 1, description.thresholds.dominant);
  if (count == 2 || !(few || all_but_one)) return;
  description.words.internal = true;
  description.say("Internal attack: " + std::to_string(count - 1) + " of the " + std::to_string(count) + " " +
                  description.several + " in a coalition learn the last one's contribution " +
                  description.exactly);
}

void describe_estimates(Description& description) {
  const std::optional<Fraction> first = description.counted.sum_of_largest(1);
  if (!first || description.counted.count() < 2) return;
  if (const auto error = close_error(description, *first, *first)) {
    description.words.external = true;
    description.say(
        "External attack: an attacker who takes the whole cell as the largest contribution has an error of " +
        percent_text(*error) + " of it.");
  }
  const std::optional<Fraction> two = description.counted.sum_of_largest(2);
  const std::optional<Fraction> error =
      two && description.counted.count() > 2 ? close_error(description, *two, *first) : std::nullopt;
  if (error) {
    description.words.internal = true;
    description.say("Internal attack: the second largest " + description.one +
                    " can subtract its own contribution and estimate the largest one within " +
                    percent_text(*error) + ".");
  }
  const std::int64_t pooling = description.thresholds.pooling;
  if (error || pooling < 2 || description.counted.count() <= pooling + 1) return;
  const std::optional<Fraction> pooled = description.counted.sum_of_largest(pooling + 1);
  if (const auto joint = pooled ? close_error(description, *pooled, *first) : std::nullopt) {
    description.words.internal = true;
    description.say("Internal attack: the " + std::to_string(pooling) + " next largest " +
                    description.several + " in a coalition can estimate the largest contribution within " +
                    percent_text(*joint) + ".");
  }
}

void describe_dominance(Description& description) {
  const std::int64_t dominant = description.thresholds.dominant;
  const std::optional<Fraction> sum = description.counted.sum_of_largest(dominant);
  const Fraction& total = description.counted.total();
  if (!sum || !total.is_positive() || description.counted.count() <= dominant) return;
  const Fraction share = *sum / total;
  if (Fraction(100) * share <= Fraction(description.thresholds.share)) return;
  description.words.dominance = true;
  const Fraction rest = share < Fraction(1) ? Fraction(1) - share : Fraction();
  const std::string who =
      dominant == 1 ? "the largest " + description.one + " has "
                    : "the " + std::to_string(dominant) + " largest " + description.several + " have ";
  description.say("Dominance attack: " + who + percent_text(share) + " of the cell and " +
                  (dominant == 1 ? "knows" : "know") + " that all the others together have no more than " +
                  percent_text(rest) + ".");
}

void describe_requests(Description& description) {
  if (description.thresholds.zero) {
    description.words.external = true;
    description.say("External attack: the cell is 0, so an attacker who knows a " + description.one +
                    " in it knows that it has exactly 0.");
  }
  const Fraction total = description.counted.total();
  if (!description.thresholds.request || !total.is_positive()) return;
  const Fraction largest = description.counted.request(0) > description.counted.request(1)
                               ? description.counted.request(0)
                               : description.counted.request(1);
  description.words.external = true;
  description.say("External attack: a " + description.one + " who requested protection has " +
                  percent_text(largest / total) +
                  " of the cell, which gives every attacker a bound on its contribution.");
}

// What a cell says about those of a margin, where none or few of them are outside it.
std::string group_sentence(const Description& description, const Decimal& all, const Decimal& others,
                           const std::string& margin) {
  const Decimal single = Decimal::whole(1);
  if (others.is_zero() && all == single) {
    return "Group disclosure: the only " + description.one + " of " + margin +
           " is in this cell, so that an attacker who knows this " + description.one +
           " learns what the cell says.";
  }
  if (others.is_zero()) {
    return "Group disclosure: all " + all.text() + " " + description.several + " of " + margin +
           " are in this cell, so that an attacker who knows one of them learns what the cell says.";
  }
  return "Group disclosure: all but " + others.text() + " of the " + all.text() + " " + description.several +
         " of " + margin + " are in this cell, so that an attacker learns that only " + others.text() +
         (others == single ? " is" : " are") + " outside it, and that a " + description.one +
         " of this margin is in the cell with probability " +
         percent_text((Fraction(all) - Fraction(others)) / Fraction(all)) + ".";
}

// The margins of which so few are outside the cell that a rule calls it sensitive.
void describe_outside(Description& description, const CellTable& table, std::size_t cell, bool counts,
                      const std::vector<Outside>& differences) {
  std::vector<std::size_t> said;
  for (const Outside& one : differences) {
    if (one.cell != cell || std::find(said.begin(), said.end(), one.margin) != said.end()) continue;
    said.push_back(one.margin);
    const std::string margin = cell_name(table, one.margin);
    description.words.external = true;
    if (counts) {
      description.say(group_sentence(description, table.cells[one.margin].value, one.value, margin));
    } else {
      description.say("Difference: " + margin + " without this cell has fewer contributors than the rule " +
                      table.rules[one.rule] + " allows, and the two together give their sum.");
    }
  }
}

}  // namespace

AttackWords attacks_on(const CellTable& table, std::size_t cell) {
  return attacks_on(table, cell, outside_of(table));
}

AttackWords attacks_on(const CellTable& table, std::size_t cell, const std::vector<Outside>& differences) {
  const bool counts = counts_respondents(table, cell);
  const Thresholds thresholds = thresholds_of(table, cell);
  const Contributors no_contributors;
  const Contributors& behind = cell < table.contributors.size() ? table.contributors[cell] : no_contributors;
  const bool holdings = !behind.largest_holdings.empty();
  const CountedContributors counted(behind, holdings, true);
  const bool weighted =
      !behind.weighted_frequency.is_zero() && behind.weighted_frequency != Decimal::whole(behind.frequency);
  Description description{counted,
                          thresholds,
                          holdings ? "holding" : "respondent",
                          holdings ? "holdings" : "respondents",
                          weighted ? "exactly, given the weights." : "exactly.",
                          {}};
  if (table.contributors.empty() && !counts) {
    description.words.sentences.emplace_back(
        "The table marks this cell as sensitive, but has no contributors.");
    return description.words;
  }
  if (counts) {
    const Decimal& value = table.cells[cell].value;
    describe_count(description, table.contributors.empty() ? value.units_at(0).value_or(0) : counted.count());
    describe_outside(description, table, cell, true, differences);
    return description.words;
  }
  if (counted.count() > 0) {
    describe_few(description);
    describe_estimates(description);
    describe_dominance(description);
    describe_requests(description);
  }
  describe_outside(description, table, cell, false, differences);
  return description.words;
}

}  // namespace sfumato::tables
