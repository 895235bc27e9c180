#include "tables/audit/certificates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sfumato::tables {
namespace {

constexpr std::size_t no_place = std::numeric_limits<std::size_t>::max();
// Cost of a unit of deviation of a cell that some insider knows, and of a cell that no insider knows.
constexpr double known_cost = 1;
constexpr double unknown_cost = 0.125;

std::size_t index_of(Side side) { return static_cast<std::size_t>(side); }

}  // namespace

CertificateSearch::CertificateSearch(const CellTable& table, const AttackPart& part,
                                     std::span<const PartInsider> insiders, const AttackProgram& outsider,
                                     std::vector<Goal> goals, const Run& run)
    : part_(part),
      insiders_(insiders),
      outsider_(outsider),
      run_(run),
      goals_(std::move(goals)),
      states_(goals_.size()),
      insider_of_(part.cells.size(), no_place),
      cycles_(part, part.lower, part.upper),
      boxes_(table, part),
      marked_(part.cells.size(), 0) {
  for (std::size_t i = 0; i < insiders_.size(); ++i) {
    for (const std::size_t place : insiders_[i].places) insider_of_[place] = i;
  }
  for (auto& at : goal_at_) at.assign(part.cells.size(), no_place);
  for (std::size_t i = 0; i < goals_.size(); ++i) goal_at_[index_of(goals_[i].side)][goals_[i].place] = i;
}

// Minimize Σ cost · (up + down) where A (up - down) = 0: least where few cells move.
optimize::Model CertificateSearch::model() const {
  optimize::Model model;
  const std::size_t count = part_.cells.size();
  for (const Side side : {Side::up, Side::down}) {
    for (std::size_t i = 0; i < count; ++i) {
      const double cost = insider_of_[i] == no_place ? unknown_cost : known_cost;
      model.add_column(cost, 0, side == Side::up ? part_.upper[i] : -part_.lower[i]);
    }
  }
  std::vector<optimize::Entry> entries;
  for (const std::size_t row : outsider_.rows()) {
    entries.clear();
    for (const AttackTerm& term : part_.row(row)) {
      entries.push_back({term.cell, term.coefficient});
      entries.push_back({count + term.cell, -term.coefficient});
    }
    model.add_row(0, 0, entries);
  }
  return model;
}

void CertificateSearch::set_room(std::size_t place) {
  const bool free = marked_[place] == 0;
  solver_->set_bounds(place, 0, free ? part_.upper[place] : 0);
  solver_->set_bounds(part_.cells.size() + place, 0, free ? -part_.lower[place] : 0);
}

// A deviation of few cells that attains the goal and does not move these insiders' cells; empty if there is
// none.
std::vector<Deviation> CertificateSearch::shortest(const Goal& goal, std::span<const std::size_t> without) {
  run_.check_stop();
  std::vector<std::size_t> alone;
  for (const std::size_t insider : without) {
    for (const std::size_t place : insiders_[insider].places) alone.push_back(place);
  }
  for (const std::size_t place : alone) marked_[place] = 1;
  const Deviation wanted{goal.place, goal.side == Side::up ? goal.least : -goal.least};
  std::vector<Deviation> certificate = cycles_.find(wanted, marked_);
  if (certificate.empty()) certificate = boxes_.find(wanted, marked_);
  if (certificate.empty()) {
    if (!solver_) {
      solver_.emplace(
          model(), optimize::SolverOptions{.tolerance = outsider_.tolerance(), .stopped = stop_asked(run_)});
    }
    for (const std::size_t place : alone) set_room(place);
    certificate = solve(goal);
  }
  for (const std::size_t place : alone) {
    marked_[place] = 0;
    if (solver_) set_room(place);
  }
  return certificate;
}

// Only bounds change from one program to the next, so that each starts from the last one's basis.
std::vector<Deviation> CertificateSearch::solve(const Goal& goal) {
  const std::size_t up = goal.place, down = part_.cells.size() + goal.place;
  solver_->set_bounds(goal.side == Side::up ? up : down, goal.least, goal.least);
  solver_->set_bounds(goal.side == Side::up ? down : up, 0, 0);
  const optimize::Solution solution = solver_->solve();
  ++solved_;
  run_.check_stop();
  set_room(goal.place);
  if (solution.outcome != optimize::Outcome::optimal || !solution.has_values) return {};
  return cleaned(solution.values);
}

// Removes the solver's rounding, if the result is still feasible: a proof independent of the solver.
std::vector<Deviation> CertificateSearch::cleaned(const std::vector<double>& values) const {
  const std::size_t count = part_.cells.size();
  std::vector<double> deviations(count);
  std::vector<Deviation> certificate;
  for (std::size_t i = 0; i < count; ++i) {
    const double deviation = values[i] - values[count + i];
    const double nearest = std::round(deviation);
    deviations[i] = std::abs(deviation - nearest) <= 0.1 * outsider_.slack() ? nearest : deviation;
    if (part_.whole[i] && deviations[i] != nearest) return {};
    if (deviations[i] != 0) certificate.push_back({i, deviations[i]});
  }
  if (!outsider_.fits(deviations)) return {};
  return certificate;
}

void CertificateSearch::show(std::span<const Deviation> certificate) {
  std::vector<std::size_t> touched;
  for (const Deviation& one : certificate) {
    if (insider_of_[one.place] != no_place) touched.push_back(insider_of_[one.place]);
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  for (const double sign : {1.0, -1.0}) show_scaled(certificate, touched, sign);
}

void CertificateSearch::show_scaled(std::span<const Deviation> certificate,
                                    std::span<const std::size_t> touched, double sign) {
  double factor = largest_multiple(part_, part_.lower, part_.upper, certificate, sign);
  if (sign > 0) factor = std::max(factor, 1.0);  // the deviation found keeps the bounds, up to rounding
  for (const Deviation& one : certificate) {
    const Side side = sign * one.amount > 0 ? Side::up : Side::down;
    const std::size_t goal = goal_at_[index_of(side)][one.place];
    if (goal == no_place) continue;
    const double least = goals_[goal].least;
    if (factor * std::abs(one.amount) < least - 0.1 * outsider_.slack() - 1e-9 * least) continue;
    State& state = states_[goal];
    if (!state.certified) {
      state.certified = true;
      state.open.assign(touched.begin(), touched.end());
      std::erase(state.open, insider_of_[one.place]);
    } else {
      std::erase_if(state.open, [&](std::size_t insider) {
        return !std::binary_search(touched.begin(), touched.end(), insider);
      });
    }
  }
}

// Avoids the cells of all of them at once, or if that is impossible, of each half.
void CertificateSearch::get_past(std::size_t goal, std::span<const std::size_t> insiders) {
  std::vector<std::size_t> left;
  std::set_intersection(insiders.begin(), insiders.end(), states_[goal].open.begin(),
                        states_[goal].open.end(), std::back_inserter(left));
  if (left.empty()) return;
  const std::vector<Deviation> certificate = shortest(goals_[goal], left);
  if (!certificate.empty()) return show(certificate);
  if (left.size() == 1) return;
  const std::size_t half = left.size() / 2;
  get_past(goal, std::span(left).first(half));
  get_past(goal, std::span(left).subspan(half));
}

void CertificateSearch::search() {
  for (std::size_t goal = 0; goal < goals_.size(); ++goal) {
    if (states_[goal].certified) continue;
    show(shortest(goals_[goal], {}));
  }
  for (std::size_t goal = 0; goal < goals_.size(); ++goal) {
    const std::vector<std::size_t> open = states_[goal].open;
    get_past(goal, open);
  }
}

std::vector<std::size_t> CertificateSearch::open_insiders(std::size_t goal) const {
  if (states_[goal].certified) return states_[goal].open;
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < insiders_.size(); ++i) {
    if (insider_of_[goals_[goal].place] != i) all.push_back(i);
  }
  return all;
}

}  // namespace sfumato::tables
