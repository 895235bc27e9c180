#include "tables/audit/short_cycle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sfumato::tables {
namespace {

constexpr std::size_t no_node = std::numeric_limits<std::size_t>::max();
// Most cycles for one cell: a cell that needs more is solved faster by a linear program.
constexpr std::size_t most_cycles = 2000;

}  // namespace

double largest_multiple(const AttackPart& part, std::span<const double> lower, std::span<const double> upper,
                        std::span<const Deviation> deviation, double sign) {
  double factor = std::numeric_limits<double>::infinity();
  bool whole = false;
  for (const Deviation& one : deviation) {
    const double room = sign * one.amount > 0 ? upper[one.place] : -lower[one.place];
    factor = std::min(factor, room / std::abs(one.amount));
    whole = whole || part.whole[one.place];
  }
  return whole ? std::floor(factor) : factor;
}

CycleSearch::CycleSearch(const AttackPart& part, const std::vector<double>& lower,
                         const std::vector<double>& upper)
    : part_(part),
      lower_(lower),
      upper_(upper),
      moved_(part.cells.size(), 0),
      no_marks_(part.cells.size(), 0),
      ends_(part.cells.size()),
      states_(2 * (part.rows() + 1)) {
  std::vector<std::uint8_t> used(part.cells.size(), 0);
  for (std::size_t row = 0; row < part.rows(); ++row) {
    for (const AttackTerm& term : part.row(row)) {
      std::uint8_t& ends = used[term.cell];
      const bool simple = std::abs(term.coefficient) == 1 && ends < 2;
      if (simple) ends_[term.cell][ends] = {row, term.coefficient > 0 ? 1 : -1};
      ends = simple ? static_cast<std::uint8_t>(ends + 1) : std::uint8_t{3};
    }
  }
  for (std::size_t cell = 0; cell < used.size(); ++cell) {
    if (used[cell] == 1) {
      ends_[cell][1] = {part.rows(), 1};
      grounded_.push_back(cell);
    } else if (used[cell] != 2) {
      ends_[cell] = {};
    }
  }
}

bool CycleSearch::usable(std::size_t cell, int direction, const Deviation& wanted,
                         std::span<const std::uint8_t> marked) const {
  if (cell == wanted.place || marked[cell] != 0 || ends_[cell][0].sign == 0) return false;
  const double amount = std::abs(wanted.amount);
  if (part_.whole[cell] && amount != std::round(amount)) return false;
  return amount <= room(cell, direction);
}

// Calls body(cell, its end in this row, its other end).
template <class Body>
void CycleSearch::for_cells(std::size_t row, const Body& body) const {
  const auto call = [&](std::size_t cell) {
    const std::array<End, 2>& ends = ends_[cell];
    if (ends[0].sign == 0) return true;
    return ends[0].row == row ? body(cell, ends[0], ends[1]) : body(cell, ends[1], ends[0]);
  };
  if (row == part_.rows()) {
    for (const std::size_t cell : grounded_) {
      if (!call(cell)) return;
    }
    return;
  }
  for (const AttackTerm& term : part_.row(row)) {
    if (!call(term.cell)) return;
  }
}

// The states from which one more cell closes the cycle, at the wanted cell's second end.
void CycleSearch::mark_last_steps(const Deviation& wanted, std::span<const std::uint8_t> marked) {
  const End& last = ends_[wanted.place][1];
  const int off = last.sign * (wanted.amount > 0 ? 1 : -1);
  const bool ground = last.row == part_.rows();
  closable_ = false;
  for_cells(last.row, [&](std::size_t cell, const End& here, const End& there) {
    for (const int direction : {1, -1}) {
      if (!ground && here.sign * direction != -off) continue;
      if (!usable(cell, direction, wanted, marked)) continue;
      for (const int sign : {1, -1}) {
        if (there.row != part_.rows() && there.sign * direction != -sign) continue;
        State& state = states_[state_of(there.row, sign)];
        if (state.near == search_) continue;
        state.near = search_;
        closable_ = true;
        state.last_cell = cell;
        state.last_direction = direction;
      }
    }
    return true;
  });
}

// True if the cycle can be closed from there.
bool CycleSearch::reach(std::size_t index, std::size_t before, std::size_t cell, int direction) {
  State& state = states_[index];
  if (state.seen == search_) return false;
  state.seen = search_;
  state.before = before;
  state.cell = cell;
  state.direction = direction;
  queue_.push_back(index);
  return state.near == search_;
}

std::vector<Deviation> CycleSearch::cycle(std::size_t state, const Deviation& wanted) const {
  const double amount = std::abs(wanted.amount);
  std::vector<Deviation> all{wanted, {states_[state].last_cell, amount * states_[state].last_direction}};
  for (; states_[state].before != no_node; state = states_[state].before) {
    all.push_back({states_[state].cell, amount * states_[state].direction});
  }
  // A cell that is passed twice moves twice or not at all, by direction.
  std::vector<std::size_t> places;
  for (const Deviation& one : all) places.push_back(one.place);
  std::sort(places.begin(), places.end());
  if (std::adjacent_find(places.begin(), places.end()) != places.end()) return {};
  return all;
}

// Breadth-first search, so that the cycle is short. A row with imbalance s is balanced by one of its cells
// that moves by -s times its sign, which moves the imbalance to the row at its other end.
std::vector<Deviation> CycleSearch::find(const Deviation& wanted, std::span<const std::uint8_t> marked) {
  const std::array<End, 2>& ends = ends_[wanted.place];
  if (ends[0].sign == 0) return {};
  ++search_;
  queue_.clear();
  mark_last_steps(wanted, marked);
  if (!closable_) return {};
  const std::size_t start = state_of(ends[0].row, ends[0].sign * (wanted.amount > 0 ? 1 : -1));
  if (reach(start, no_node, no_node, 0)) return cycle(start, wanted);
  std::size_t closed = no_node;
  for (std::size_t next = 0; next < queue_.size() && closed == no_node; ++next) {
    const std::size_t index = queue_[next];
    const int off = index % 2 == 1 ? 1 : -1;
    for_cells(index / 2, [&](std::size_t cell, const End& here, const End& there) {
      const int direction = -off * here.sign;
      if (!usable(cell, direction, wanted, marked)) return true;
      // The ground node absorbs any imbalance.
      for (const int sign : {there.sign * direction, -there.sign * direction}) {
        if (reach(state_of(there.row, sign), index, cell, direction)) closed = state_of(there.row, sign);
        if (closed != no_node || there.row != part_.rows()) break;
      }
      return closed == no_node;
    });
  }
  return closed == no_node ? std::vector<Deviation>() : cycle(closed, wanted);
}

// As far as the cells have room, if finite, and at most the limit.
double CycleSearch::push_along(std::span<const std::size_t> cells, std::span<const int> directions,
                               double most, std::vector<std::size_t>& order) {
  double amount = most;
  for (std::size_t i = 0; i < cells.size(); ++i) amount = std::min(amount, room(cells[i], directions[i]));
  if (std::isinf(amount)) return 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    order.push_back(cells[i]);
    moved_[cells[i]] += directions[i] * amount;
  }
  return amount;
}

// All cycles of four cells, in one pass, without a search for the best: in a two-dimensional table most
// cycles needed are of this kind.
double CycleSearch::push_around_rectangles(const Deviation& wanted, double limit,
                                           std::vector<std::size_t>& order) {
  const End& first = ends_[wanted.place][0];
  if (first.sign == 0) return 0;
  ++search_;
  mark_last_steps(wanted, no_marks_);
  const double step = std::abs(wanted.amount);
  const int off = first.sign * (wanted.amount > 0 ? 1 : -1);
  double reached = 0;
  for_cells(first.row, [&](std::size_t one, const End& here, const End& there) {
    const int direction = -off * here.sign;
    if (there.row == part_.rows() || !usable(one, direction, wanted, no_marks_)) return true;
    for_cells(there.row, [&](std::size_t two, const End& near, const End& far) {
      const int second = -there.sign * direction * near.sign;
      if (two == one || far.row == part_.rows()) return true;
      State& state = states_[state_of(far.row, far.sign * second)];
      if (state.near != search_ || state.last_cell == one || state.last_cell == two) return true;
      if (!usable(two, second, wanted, no_marks_)) return true;
      const std::array<std::size_t, 3> cells{one, two, state.last_cell};
      const std::array<int, 3> directions{direction, second, state.last_direction};
      reached += push_along(cells, directions, limit - reached, order);
      if (room(state.last_cell, state.last_direction) < step) state.near = 0;
      return limit - reached >= step && room(one, direction) >= step;
    });
    return limit - reached >= step;
  });
  return reached;
}

std::vector<Deviation> CycleSearch::push(std::size_t place, int side, double limit, double precision) {
  std::vector<std::size_t> order;
  double reached = push_around_rectangles({place, side * std::min(1.0, limit)}, limit, order);
  for (std::size_t count = 0; count < most_cycles && limit - reached > precision; ++count) {
    const double step = std::min(1.0, limit - reached);
    const std::vector<Deviation> cycle = find({place, side * step}, no_marks_);
    if (cycle.empty()) break;
    double amount = limit - reached;
    for (const Deviation& one : std::span(cycle).subspan(1)) {
      amount = std::min(amount, room(one.place, one.amount > 0 ? 1 : -1));
    }
    reached += amount;
    if (std::isinf(amount)) break;
    for (const Deviation& one : std::span(cycle).subspan(1)) {
      order.push_back(one.place);
      moved_[one.place] += one.amount > 0 ? amount : -amount;
    }
  }
  std::vector<Deviation> all;
  if (reached > 0) all.push_back({place, side * reached});
  for (const std::size_t cell : order) {
    if (moved_[cell] != 0) all.push_back({cell, moved_[cell]});
    moved_[cell] = 0;
  }
  return all;
}

}  // namespace sfumato::tables
