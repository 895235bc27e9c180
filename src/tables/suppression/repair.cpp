#include "tables/suppression/repair.hpp"

#include <algorithm>
#include <cmath>

#include "tables/audit/insiders.hpp"
#include "tables/audit/outside_audit.hpp"

namespace sfumato::tables {
namespace {

// A demand that was met and is still not enough (an attacker who knows that numbers are integers, or
// rounding) is raised, at most this often, each time by eight times the previous share.
constexpr int most_answers = 10;

Demand raised(Demand demand, int times, bool whole_numbers) {
  const double factor = 1 + 1e-6 * std::pow(8, times);
  const double more = whole_numbers ? times : 0;
  for (double* amount : {&demand.down, &demand.up, &demand.width}) {
    if (*amount > 0) *amount = *amount * factor + more;
  }
  return demand;
}

}  // namespace

Repair::Repair(const CellTable& table, SuppressionProblem& problem, const AuditOptions& attacker,
               const Limit& limit, const Run& run)
    : table_(table),
      problem_(problem),
      attacker_(attacker),
      run_(run),
      marked_(table),
      incremental_(problem, limit) {
  for (std::size_t i = 0; i < problem.demands.size(); ++i) {
    demands_[{problem.demands[i].cell, problem.demands[i].attacker}] = i;
  }
  if (!attacker.insiders || table.contributors.empty()) return;
  for (Cell& cell : marked_.cells) cell.status = CellStatus::secondary;
  for (const Insider& insider : find_insiders(marked_)) {
    if (insider.contributor >= 0) own_cells_[insider.contributor] = insider.cells;
  }
  marked_ = table;
}

Repair::~Repair() = default;

Audit Repair::verdict(const Pattern& pattern) {
  AuditOptions options = attacker_;
  options.verdict_only = true;
  options.secondary_cells = false;
  marked_ = with_pattern(std::move(marked_), pattern);
  return audit(marked_, options, run_.uncounted());
}

Audit Repair::last_audit(const Pattern& pattern, bool exact) {
  AuditOptions options = attacker_;
  options.verdict_only = !exact;
  marked_ = with_pattern(std::move(marked_), pattern);
  return audit(marked_, options, run_);
}

std::vector<Interval> Repair::widest(const std::vector<std::size_t>& cells) {
  CellTable all = with_pattern(table_, problem_.most());
  for (Cell& cell : all.cells) {
    if (cell.status == CellStatus::primary) cell.status = CellStatus::secondary;
  }
  for (const std::size_t cell : cells) all.cells[cell].status = CellStatus::primary;
  AuditOptions options = attacker_;
  options.verdict_only = options.secondary_cells = false;
  std::vector<Interval> intervals;
  for (const AuditedCell& shown : audit(all, options, run_).cells) {
    intervals.push_back(shown.insider ? shown.insider->interval : shown.interval);
  }
  return intervals;
}

std::vector<AuditedOutside> Repair::widest_outside() {
  AuditOptions options = attacker_;
  options.verdict_only = false;
  return audit_outside(with_pattern(table_, problem_.most()), options, run_);
}

// A contributor knows every cell in which it is the only one, even one that is not suppressed yet.
void Repair::add_own_cells(AuditedCell& shown) {
  if (!shown.insider) return;
  const auto found = own_cells_.find(shown.insider->contributor);
  if (found != own_cells_.end()) shown.insider->own_cells = found->second;
}

Demand& Repair::demand_for(const AuditedCell& shown) {
  if (!shown.insider) return problem_.demands[demands_.at({shown.cell, 0})];
  const std::size_t before = problem_.demands.size();
  add_insider(problem_, table_, shown);
  if (problem_.demands.size() > before) {
    demands_[{shown.cell, problem_.demands.back().attacker}] = before;
    changed_ = true;
    return problem_.demands.back();
  }
  const auto attacker = static_cast<std::size_t>(
      std::find(problem_.attackers.begin() + 1, problem_.attackers.end(), shown.insider->own_cells) -
      problem_.attackers.begin());
  return problem_.demands[demands_.at({shown.cell, attacker})];
}

void Repair::lower(Demand& demand, Pattern& pattern) {
  out_of_reach_.insert({demand.cell, demand.attacker});
  demand = incremental_.within_reach(demand);
  incremental_.meet(demand, pattern);
  changed_ = true;
}

// True if the pattern or a demand changed.
bool Repair::answer(AuditedCell shown, Pattern& pattern) {
  add_own_cells(shown);
  Demand& demand = demand_for(shown);
  const Attack attack{demand.cell, demand.attacker};
  if (out_of_reach_.contains(attack)) return false;
  const int times = answered_[attack]++;
  const bool whole = attacker_.whole_numbers || demand.cell >= table_.cells.size();
  if (times == 0) {
    if (!incremental_.meet(demand, pattern)) lower(demand, pattern);
    return true;
  }
  if (times <= most_answers && incremental_.meet(raised(demand, times - 1, whole), pattern)) {
    return true;
  }
  out_of_reach_.insert(attack);
  pattern = problem_.most();
  return true;
}

void Repair::meet_demands(Pattern& pattern, const Limit& limit) {
  for (const std::size_t index : largest_first(problem_)) {
    run_.check_stop();
    if (limit.over()) {
      pattern = problem_.most();
      return;
    }
    if (!incremental_.meet(problem_.demands[index], pattern)) lower(problem_.demands[index], pattern);
  }
}

void Repair::repair(Pattern& pattern) {
  answered_.clear();
  for (bool busy = true; busy;) {
    busy = false;
    const Audit shown = verdict(pattern);
    if (shown.safe) return;
    for (const AuditedCell& cell : shown.cells) {
      run_.check_stop();
      if (!cell.safe) busy = answer(cell, pattern) || busy;
    }
    for (std::size_t i = 0; i < shown.outside.size(); ++i) {
      run_.check_stop();
      if (shown.outside[i].safe) continue;
      AuditedCell difference;
      difference.cell = table_.cells.size() + i;
      busy = answer(difference, pattern) || busy;
    }
  }
}

}  // namespace sfumato::tables
