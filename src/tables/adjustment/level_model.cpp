#include "tables/adjustment/level_model.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_limits.hpp"
#include "tables/rules/rule_type.hpp"
#include "tables/rules/rules_contributors.hpp"

namespace sfumato::tables {
namespace {

// A level is rounded up to units, by less than this.
constexpr double most_rounding = 1 - 1e-6;
// Levels of a rule that differ by less are the same: the rules round them up in the sixth further decimal.
constexpr double same_level = 2e-6;

// A line through the origin is a percentage; a constant one a known amount.
LevelModel exactly(const Line& line) { return {line, {line}, line.slope > 0 ? 0.0 : -infinity}; }

LevelModel known_level(double value, double level) {
  return value > 0 ? exactly({level / value, 0}) : exactly({0, level});
}

// The contributors of a cell in units, as one rule sees them.
struct Parts {
  double lambda = 0;            // level = lambda · leading − rest
  double leading = 0;           // x₁, or the n largest
  double known = 0;             // p-percent, pq: what the coalition knows, x₂ + … + xₙ₊₁
  double rest = 0;              // all others
  double second = 0;            // x₂
  double most_next = 0;         // members of the coalition: at most n, at most all but the largest
  double most_rest = infinity;  // contributors in the rest; infinite where it is unknown
  double coalition = 1;         // n
  bool dominance = false;

  double level() const { return lambda * leading - rest; }
};

double number_of(const Decimal& decimal) { return decimal.number(); }

std::optional<Parts> parts_of(const Rule& rule, const Contributors& who, bool holdings, bool weighted,
                              double scale) {
  const std::string& name = rule.type->info.name;
  const bool dominance = name == "dominance";
  if (!dominance && name != "p-percent" && name != "pq") return std::nullopt;
  const CountedContributors counted(who, holdings, weighted);
  if (counted.has_negative() || counted.count() < 1) return std::nullopt;
  const auto first = counted.sum_of_largest(1), two = counted.sum_of_largest(2);
  const auto leading = dominance ? counted.sum_of_largest(rule.count) : first;
  const auto all_known = dominance ? leading : counted.sum_of_largest(rule.count + 1);
  if (!first || !leading || !all_known) return std::nullopt;
  Parts parts;
  parts.dominance = dominance;
  parts.coalition = static_cast<double>(rule.count);
  parts.lambda = dominance ? 100 / number_of(rule.first) - 1
                           : number_of(rule.first) / (name == "pq" ? number_of(rule.second) : 100.0);
  parts.leading = leading->number() * scale;
  parts.known = (*all_known - *leading).number() * scale;
  parts.rest = (counted.total() - *all_known).number() * scale;
  parts.second = two ? (*two - *first).number() * scale : 0;
  const auto count = static_cast<double>(counted.count());
  const double taken = parts.coalition + (dominance ? 0 : 1);
  // A weight stands for respondents whose number the table does not have.
  const bool each_one = !weighted || holdings || who.weighted_frequency == Decimal::whole(who.frequency);
  parts.most_next = each_one ? std::min(parts.coalition, count - 1) : parts.coalition;
  if (each_one) parts.most_rest = std::max(0.0, count - taken);
  return parts;
}

// `parts` and the level that they have in the table.
std::optional<Parts> binding_parts(const CellTable& table, std::size_t cell, double scale) {
  if (table.hits.empty() || table.contributors.empty()) return std::nullopt;
  const Contributors& who = table.contributors[cell];
  const double level = table.cells[cell].upper_level.number() * scale;
  const double value = table.cells[cell].value.number() * scale;
  for (std::size_t r = 0; r < table.rules.size(); ++r) {
    if ((table.hits[cell] >> r & 1U) == 0) continue;
    const Rule rule = parse_rule(table.rules[r]);
    for (const bool holdings : {!who.largest_holdings.empty(), false}) {
      for (const bool weighted : {true, false}) {
        const std::optional<Parts> parts = parts_of(rule, who, holdings, weighted, scale);
        if (!parts) continue;
        const double total = parts->leading + parts->known + parts->rest;
        const double slack = same_level + 1e-12 * value;
        if (std::abs(total - value) <= slack && std::abs(parts->level() - level) <= slack) return parts;
      }
    }
  }
  return std::nullopt;
}

// b ≤ m·a and c ≤ K·b (p-percent, pq), or c ≤ K·a (dominance): the smallest share that the level can have of
// the value.
double least_share(const Parts& parts) {
  const double next = parts.dominance ? 0 : parts.most_next;
  const double rest_of = parts.most_rest / parts.coalition;  // K
  const double rest = parts.most_rest == 0 ? 0 : rest_of * (parts.dominance ? 1 : next);
  if (rest >= parts.lambda) return 0;
  return (parts.lambda - rest) / (1 + next + rest);
}

CellKnowledge outside(const Parts& parts) {
  const LevelModel model{{parts.lambda, 0}, {{least_share(parts), 0}}, 0};
  return {CellAttacker::outsider, -1, model, model};
}

// The coalition subtracts what it knows, s: v − s = a + c, level λ·(v − s) − (1 + λ)·c.
CellKnowledge inside(const Parts& parts) {
  const double lambda = parts.lambda;
  // p-percent, pq: s = b. Dominance: the second largest knows x₂; it is in the rest if n is 1, else in a.
  const double known = parts.dominance ? 0 : parts.known;
  const double least_leading = parts.dominance ? (parts.coalition > 1 ? 2 : 1) * parts.second
                                               : parts.known / std::max(1.0, parts.most_next);
  const double least_rest = parts.dominance && parts.coalition == 1 ? parts.second : 0;
  const double each = parts.dominance ? parts.second : parts.known / parts.coalition;
  const double most_rest = parts.most_rest == 0 ? 0 : parts.most_rest * each;
  LevelModel model;
  model.least = known + least_leading + least_rest;
  model.top = {lambda, -lambda * known - (1 + lambda) * least_rest};
  if (most_rest < infinity) model.bottom.push_back({lambda, -lambda * known - (1 + lambda) * most_rest});
  if (most_rest > 0) model.bottom.push_back({-1, known + (1 + lambda) * least_leading});
  return {CellAttacker::contributors, -1, model, model};
}

std::int64_t second_contributor(const Contributors& who) {
  const std::vector<Contribution>& all = who.largest_holdings.empty() ? who.largest : who.largest_holdings;
  return all.size() > 1 ? all[1].contributor : -1;
}

// An interval that shrinks.
struct Narrowing {
  UnitRange range;
  bool empty = false;

  // slope · v <= right.
  void at_most(double slope, double right) {
    if (slope > 0) {
      range.upper = std::min(range.upper, right / slope);
    } else if (slope < 0) {
      range.lower = std::max(range.lower, right / slope);
    } else if (right < -1e-9) {
      empty = true;
    }
  }
};

}  // namespace

const char* to_text(CellAttacker attacker) {
  return attacker == CellAttacker::outsider ? "outsider" : "contributors";
}

std::vector<CellKnowledge> attackers_on(const CellTable& table, std::size_t cell, int decimals) {
  const auto scale = static_cast<double>(power_of_ten(decimals));
  const Cell& own = table.cells[cell];
  const double value = own.value.number() * scale;
  const std::optional<Parts> parts = value > 0 ? binding_parts(table, cell, scale) : std::nullopt;
  std::vector<CellKnowledge> result;
  if (parts) {
    result.push_back(outside(*parts));
    if ((parts->dominance ? parts->second : parts->known) > 0) result.push_back(inside(*parts));
    if (result.size() > 1 && (parts->dominance || parts->coalition == 1)) {
      result[1].contributor = second_contributor(table.contributors[cell]);
    }
  } else {
    result.push_back({CellAttacker::outsider, -1, known_level(value, own.upper_level.number() * scale),
                      known_level(value, own.lower_level.number() * scale)});
  }
  if (own.lower_level != own.upper_level) {
    for (CellKnowledge& one : result) {
      const double least = one.lower.least;
      one.lower = known_level(value, own.lower_level.number() * scale);
      one.lower.least = std::max(one.lower.least, least);
    }
  }
  return result;
}

std::optional<UnitRange> origins(const LevelModel& model, Move move, double published, double low,
                                 std::optional<double> high) {
  Narrowing kept{{model.least, infinity}, false};
  // The change is y − v upwards and v − y downwards: sign·v <= sign·y − (at least).
  const double sign = move == Move::up ? 1 : -1;
  const double target = sign * published;
  kept.at_most(sign, target - 1);
  for (const Line& line : model.bottom) {
    kept.at_most(sign + low * line.slope, target - low * line.constant);
  }
  kept.at_most(-model.top.slope, model.top.constant);  // a sensitive cell: its level is not negative
  if (high) {
    const bool none = model.top.slope == 0 && model.top.constant == 0;
    const double rounding = none ? 1 : most_rounding;
    kept.at_most(-sign - *high * model.top.slope, rounding + *high * model.top.constant - target);
  }
  const double slack = 1e-7 + 1e-14 * std::abs(published);
  const UnitRange whole{std::ceil(kept.range.lower - slack), std::floor(kept.range.upper + slack)};
  if (kept.empty || whole.lower > whole.upper) return std::nullopt;
  return whole;
}

}  // namespace sfumato::tables
