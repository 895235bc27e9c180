// All protections run first and are ranked at the end, since the best bound on the cost is used for all
// patterns.
#include "tables/comparison/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "tables/comparison/candidates.hpp"

namespace sfumato::tables {
namespace {

constexpr RankBy all_ranks[] = {RankBy::loss, RankBy::cells, RankBy::cost};

// Percentages that differ by less are equal: sums of the same numbers in another order must tie.
double tied(double percent) {
  constexpr double billionth = 1e-9;
  return std::round(percent / billionth) * billionth;
}

const Candidate& candidate_named(const std::string& name) {
  const std::vector<Candidate>& all = candidates();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Candidate& one) { return one.name == name; });
  if (found != all.end()) return *found;
  std::string hint = suggestion(name, protection_names());
  if (hint.empty()) hint = "choose from " + joined(protection_names());
  bad_input("there is no protection '" + name + "'", hint);
}

std::vector<const Candidate*> chosen(const CellTable& table, const std::vector<std::string>& names) {
  std::vector<const Candidate*> result;
  for (const std::string& name : names) {
    const Candidate& one = candidate_named(name);
    if (std::find(result.begin(), result.end(), &one) == result.end()) result.push_back(&one);
  }
  if (!names.empty()) return result;
  for (const Candidate& one : candidates()) {
    if (one.name != "perturb" || !table.keys.empty()) result.push_back(&one);
  }
  return result;
}

ComparedProtection tried(const Candidate& candidate, const CellTable& table, const ComparisonOptions& options,
                         const Run& run) {
  ComparedProtection result;
  try {
    result = candidate.protect(table, options, run.uncounted());
  } catch (const Error& error) {
    if (error.code != ErrorCode::bad_input && error.code != ErrorCode::refused) throw;
    result.reason = error.message;
  }
  result.method = candidate.name;
  return result;
}

// No safe pattern costs less than the largest bound that any of the searches has proved.
void share_bounds(std::vector<ComparedProtection>& results) {
  std::optional<double> bound;
  for (const ComparedProtection& one : results) {
    if (one.bound && (!bound || *bound < *one.bound)) bound = one.bound;
  }
  if (!bound) return;
  for (ComparedProtection& one : results) {
    if (!one.cost) continue;
    one.bound = std::min(*bound, *one.cost);
    one.gap = *one.cost > 0 ? 100 * (*one.cost - *one.bound) / *one.cost : 0.0;
  }
}

// The cells that relations say to be sums of others: the only term of its sign.
std::vector<std::size_t> total_cells(const CellTable& table) {
  std::vector<std::size_t> totals;
  for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
    const std::span<const Term> terms = table.relations.terms(relation);
    const auto above =
        std::count_if(terms.begin(), terms.end(), [](const Term& t) { return t.coefficient > 0; });
    const auto below = static_cast<std::ptrdiff_t>(terms.size()) - above;
    if (terms.size() < 3 || (above != 1 && below != 1)) continue;
    for (const Term& term : terms) {
      if ((term.coefficient > 0) == (above == 1)) totals.push_back(term.cell);
    }
  }
  std::sort(totals.begin(), totals.end());
  totals.erase(std::unique(totals.begin(), totals.end()), totals.end());
  return totals;
}

void count_totals(std::vector<ComparedProtection>& results, const CellTable& original) {
  const std::vector<std::size_t> totals = total_cells(original);
  for (ComparedProtection& one : results) {
    const std::vector<Cell>& cells = one.cells().cells;
    if (!one.lost || cells.size() != original.cells.size()) continue;
    for (const std::size_t cell : totals) {
      if (cells[cell].suppressed()) continue;
      ++one.totals;
      one.totals_changed += cells[cell].value == original.cells[cell].value ? 0 : 1;
    }
  }
}

// Without those that change totals, unless there are no others.
std::vector<bool> ranked_ones(std::vector<ComparedProtection>& results, Totals totals) {
  const auto keeps = [](const ComparedProtection& one) { return one.safe && one.totals_changed == 0; };
  const bool all = totals == Totals::any || std::none_of(results.begin(), results.end(), keeps);
  std::vector<bool> ranked;
  for (ComparedProtection& one : results) {
    ranked.push_back(one.safe && (all || keeps(one)));
    if (!one.safe || ranked.back()) continue;
    one.reason = "safe, but changes " + std::to_string(one.totals_changed) + " of " +
                 std::to_string(one.totals) + " published totals; ‹totals› any ranks it too";
  }
  return ranked;
}

void rank(std::vector<ComparedProtection>& results, RankBy by, Totals totals) {
  const auto loss = [by](const ComparedProtection& one) { return tied(ranked_loss(*one.lost, by)); };
  const std::vector<bool> ranked = ranked_ones(results, totals);
  for (std::size_t i = 0; i < results.size(); ++i) results[i].rank = ranked[i] ? 1 : 0;
  std::stable_sort(results.begin(), results.end(),
                   [&](const ComparedProtection& a, const ComparedProtection& b) {
                     if ((a.rank > 0) != (b.rank > 0)) return a.rank > 0;
                     if (a.safe != b.safe) return a.safe;
                     if (!a.safe) return false;
                     if (loss(a) != loss(b)) return loss(a) < loss(b);
                     const double value_a = tied(a.lost->value), value_b = tied(b.lost->value);
                     return value_a != value_b ? value_a < value_b : a.lost->cells < b.lost->cells;
                   });
  for (std::size_t i = 0; i < results.size() && results[i].rank > 0; ++i) {
    results[i].rank = i > 0 && loss(results[i]) == loss(results[i - 1]) ? results[i - 1].rank : i + 1;
  }
}

}  // namespace

std::optional<RankBy> rank_by(std::string_view name) {
  for (const RankBy by : all_ranks) {
    if (name == to_text(by)) return by;
  }
  return std::nullopt;
}

const char* to_text(RankBy by) {
  constexpr const char* names[] = {"loss", "cells", "cost"};
  return names[static_cast<std::size_t>(by)];
}

const char* to_text(Totals totals) { return totals == Totals::keep ? "keep" : "any"; }

double ranked_loss(const LostShares& lost, RankBy by) {
  const double share = by == RankBy::loss ? lost.value : by == RankBy::cells ? lost.cells : lost.cost;
  return 100 * share;
}

std::vector<std::string> protection_names() {
  std::vector<std::string> names;
  for (const Candidate& one : candidates()) names.push_back(one.name);
  return names;
}

std::vector<ComparedProtection> compare_protections(const CellTable& table, const ComparisonOptions& options,
                                                    const Run& run) {
  if (!(options.limit.amount > 0)) {
    bad_input("the time limit must be more than 0 seconds", "give a number of seconds for every protection");
  }
  check_table(table);
  const std::vector<const Candidate*> wanted = chosen(table, options.methods);
  run.expect(wanted.size());
  std::vector<ComparedProtection> results;
  for (const Candidate* candidate : wanted) {
    run.check_stop();
    results.push_back(tried(*candidate, table, options, run));
    run.advance();
  }
  share_bounds(results);
  count_totals(results, table);
  rank(results, options.rank, options.totals);
  return results;
}

}  // namespace sfumato::tables
