// The numbers are recomputed from the contributions and not taken from the rules, so that a cell that one
// rule hits is told about all that it gives away.
#include "tables/rules/attack_words.hpp"

#include <algorithm>
#include <optional>

#include "core/number_text.hpp"
#include "tables/rules/rule_type.hpp"
#include "tables/rules/rules.hpp"
#include "tables/rules/rules_crowd.hpp"
#include "tables/rules/rules_demands.hpp"

namespace sfumato::tables {
namespace {

constexpr int percent_digits = 3;

// How close is too close where no rule says so.
struct Thresholds {
  Decimal estimate = Decimal::whole(10);  // % of the true contribution
  std::int64_t pooling = 1;               // who pool what they know
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
struct Story {
  const Crowd& crowd;
  const Thresholds& thresholds;
  std::string one;      // "respondent"
  std::string several;  // "respondents"
  std::string exactly;  // what is exact only for those who know the weights says so
  AttackWords words;

  void say(std::string sentence) { words.sentences.push_back(std::move(sentence)); }
};

// (X - known) / x₁, if that is below the threshold: how far off an estimate of the largest contribution is.
std::optional<Fraction> close_error(const Story& story, const Fraction& known, const Fraction& first) {
  if (!first.is_positive()) return std::nullopt;
  const Fraction error = (story.crowd.total() - known) / first;
  if (Fraction(100) * error >= Fraction(story.thresholds.estimate)) return std::nullopt;
  return error.is_positive() ? error : Fraction();
}

void tell_count(Story& story, std::int64_t count) {
  if (count == 1) {
    story.words.external = true;
    story.say(
        "External attack: a single " + story.one +
        " has these characteristics, so whoever knows some of them may recognize it and learn the rest.");
  } else if (count == 2) {
    story.words.internal = true;
    story.say("Internal attack: two " + story.several +
              " have these characteristics, so each of them knows that there is exactly one other.");
  }
  if (count > 1 && count < story.thresholds.fewest) {
    story.words.external = true;
    story.say("External attack: only " + std::to_string(count) + " " + story.several +
              " have these characteristics, so whoever recognizes one of them learns what they share.");
  }
}

void tell_few(Story& story) {
  const std::int64_t count = story.crowd.count();
  if (count == 1) {
    story.words.external = true;
    story.say("External attack: a single " + story.one +
              " contributes, so whoever knows which one reads its contribution " + story.exactly);
    return;
  }
  if (count == 2) {
    story.words.internal = true;
    story.say("Internal attack: two " + story.several +
              " contribute, so each of them subtracts its own and has the other's contribution " +
              story.exactly);
  }
  const bool few = count < story.thresholds.fewest;
  if (few) {
    story.words.external = true;
    story.say("External attack: only " + std::to_string(count) + " " + story.several +
              " contribute, so whoever knows which ones has their mean " + story.exactly);
  }
  const bool all_but_one = count <= std::max(story.thresholds.pooling + 1, story.thresholds.dominant);
  if (count == 2 || !(few || all_but_one)) return;
  story.words.internal = true;
  story.say("Internal attack: " + std::to_string(count - 1) + " of the " + std::to_string(count) + " " +
            story.several + " who pool what they know have the last one's contribution " + story.exactly);
}

void tell_estimates(Story& story) {
  const std::optional<Fraction> first = story.crowd.sum_of_largest(1);
  if (!first || story.crowd.count() < 2) return;
  if (const auto error = close_error(story, *first, *first)) {
    story.words.external = true;
    story.say("External attack: whoever takes the whole cell for the largest contribution is off by " +
              percent_text(*error) + " of it.");
  }
  const std::optional<Fraction> two = story.crowd.sum_of_largest(2);
  const std::optional<Fraction> error =
      two && story.crowd.count() > 2 ? close_error(story, *two, *first) : std::nullopt;
  if (error) {
    story.words.internal = true;
    story.say("Internal attack: the second largest " + story.one +
              " subtracts its own contribution and knows the largest one to within " + percent_text(*error) +
              ".");
  }
  const std::int64_t pooling = story.thresholds.pooling;
  if (error || pooling < 2 || story.crowd.count() <= pooling + 1) return;
  const std::optional<Fraction> pooled = story.crowd.sum_of_largest(pooling + 1);
  if (const auto joint = pooled ? close_error(story, *pooled, *first) : std::nullopt) {
    story.words.internal = true;
    story.say("Internal attack: the " + std::to_string(pooling) + " next largest " + story.several +
              " who pool what they know know the largest contribution to within " + percent_text(*joint) +
              ".");
  }
}

void tell_dominance(Story& story) {
  const std::int64_t dominant = story.thresholds.dominant;
  const std::optional<Fraction> sum = story.crowd.sum_of_largest(dominant);
  const Fraction& total = story.crowd.total();
  if (!sum || !total.is_positive() || story.crowd.count() <= dominant) return;
  const Fraction share = *sum / total;
  if (Fraction(100) * share <= Fraction(story.thresholds.share)) return;
  story.words.dominance = true;
  const Fraction rest = share < Fraction(1) ? Fraction(1) - share : Fraction();
  const std::string who = dominant == 1
                              ? "the largest " + story.one + " has "
                              : "the " + std::to_string(dominant) + " largest " + story.several + " have ";
  story.say("Dominance attack: " + who + percent_text(share) + " of the cell and " +
            (dominant == 1 ? "knows" : "know") + " that all the others together have no more than " +
            percent_text(rest) + ".");
}

void tell_wishes(Story& story) {
  if (story.thresholds.zero) {
    story.words.external = true;
    story.say("External attack: the cell is 0, so whoever knows a " + story.one +
              " in it knows that it has exactly 0.");
  }
  const Fraction total = story.crowd.total();
  if (!story.thresholds.request || !total.is_positive()) return;
  const Fraction largest =
      story.crowd.request(0) > story.crowd.request(1) ? story.crowd.request(0) : story.crowd.request(1);
  story.words.external = true;
  story.say("External attack: a " + story.one + " who asked for protection has " +
            percent_text(largest / total) + " of the cell, which bounds its contribution for everybody.");
}

}  // namespace

AttackWords attacks_on(const CellTable& table, std::size_t cell) {
  const bool counts = counts_respondents(table, cell);
  const Thresholds thresholds = thresholds_of(table, cell);
  const Contributors nobody;
  const Contributors& behind = cell < table.contributors.size() ? table.contributors[cell] : nobody;
  const bool holdings = !behind.largest_holdings.empty();
  const Crowd crowd(behind, holdings, true);
  const bool weighted =
      !behind.weighted_frequency.is_zero() && behind.weighted_frequency != Decimal::whole(behind.frequency);
  Story story{crowd,
              thresholds,
              holdings ? "holding" : "respondent",
              holdings ? "holdings" : "respondents",
              weighted ? "exactly, given the weights." : "exactly.",
              {}};
  if (table.contributors.empty() && !counts) {
    story.words.sentences.emplace_back(
        "The table says that this cell is sensitive and not who contributes to it.");
    return story.words;
  }
  if (counts) {
    const Decimal& value = table.cells[cell].value;
    tell_count(story, table.contributors.empty() ? value.units_at(0).value_or(0) : crowd.count());
    return story.words;
  }
  if (crowd.count() > 0) {
    tell_few(story);
    tell_estimates(story);
    tell_dominance(story);
    tell_wishes(story);
  }
  return story.words;
}

}  // namespace sfumato::tables
