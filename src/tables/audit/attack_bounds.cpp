#include "tables/audit/attack_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/number_limits.hpp"

namespace sfumato::tables {
namespace {
// Most visits per row, on average: around a cycle of rows bounds may tighten in endless small steps.
constexpr std::size_t most_visits = 20;

// The least or the largest sum of terms; infinite terms are counted separately.
struct Sum {
  double finite = 0;
  std::size_t infinite = 0;

  void add(double term) {
    if (std::isinf(term)) {
      ++infinite;
    } else {
      finite += term;
    }
  }
  // Without one of its terms; `missing` if that is infinite.
  double without(double term, double missing) const {
    const bool own = std::isinf(term);
    if (infinite > (own ? 1U : 0U)) return missing;
    return own ? finite : finite - term;
  }
};

class Propagation {
 public:
  Propagation(const AttackPart& part, OuterBounds& bounds)
      : part_(part), bounds_(bounds), rows_of_starts_(part.cells.size() + 1, 0), waiting_(part.rows(), true) {
    for (const AttackTerm& term : part.terms) ++rows_of_starts_[term.cell + 1];
    for (std::size_t i = 1; i < rows_of_starts_.size(); ++i) rows_of_starts_[i] += rows_of_starts_[i - 1];
    rows_of_.resize(part.terms.size());
    std::vector<std::size_t> next(rows_of_starts_.begin(), rows_of_starts_.end() - 1);
    for (std::size_t row = 0; row < part.rows(); ++row) {
      queue_.push_back(row);
      for (const AttackTerm& term : part.row(row)) rows_of_[next[term.cell]++] = row;
    }
  }

  // True if it converged. A tree always does, after as many steps as its depth.
  bool run() {
    const std::size_t most =
        part_.is_tree() ? std::numeric_limits<std::size_t>::max() : most_visits * part_.rows();
    for (std::size_t first = 0; first < queue_.size(); ++first) {
      if (first >= most) return false;
      const std::size_t row = queue_[first];
      waiting_[row] = false;
      narrow(row);
    }
    return true;
  }

 private:
  double least(const AttackTerm& term) const {
    return term.coefficient * (term.coefficient > 0 ? bounds_.lower : bounds_.upper)[term.cell];
  }
  double most(const AttackTerm& term) const {
    return term.coefficient * (term.coefficient > 0 ? bounds_.upper : bounds_.lower)[term.cell];
  }

  // Σ c·d = 0, so each c·d lies between minus the largest and minus the least sum of the others. One visit is
  // enough: bounds that a row tightens do not tighten the same row further.
  void narrow(std::size_t row) {
    Sum least_sum, most_sum;
    for (const AttackTerm& term : part_.row(row)) {
      least_sum.add(least(term));
      most_sum.add(most(term));
    }
    for (const AttackTerm& term : part_.row(row)) {
      double from = -most_sum.without(most(term), infinity) / term.coefficient;
      double to = -least_sum.without(least(term), -infinity) / term.coefficient;
      if (term.coefficient < 0) std::swap(from, to);
      pending_.push_back({term.cell, from, to});
    }
    for (const Pending& next : pending_) take(next, row);
    pending_.clear();
  }

  struct Pending {
    std::size_t cell;
    double lower, upper;
  };

  void take(const Pending& next, std::size_t row) {
    double& lower = bounds_.lower[next.cell];
    double& upper = bounds_.upper[next.cell];
    // Steps below the rounding of such numbers are ignored. The true deviation, 0, is never cut off.
    const auto gains = [](double gain, double bound) { return gain > 1e-9 * std::max(1.0, std::abs(bound)); };
    bool moved = false;
    if (gains(next.lower - lower, next.lower)) {
      lower = std::min(next.lower, 0.0);
      moved = true;
    }
    if (gains(upper - next.upper, next.upper)) {
      upper = std::max(next.upper, 0.0);
      moved = true;
    }
    if (!moved) return;
    for (std::size_t i = rows_of_starts_[next.cell]; i < rows_of_starts_[next.cell + 1]; ++i) {
      const std::size_t other = rows_of_[i];
      if (other == row || waiting_[other]) continue;
      waiting_[other] = true;
      queue_.push_back(other);
    }
  }

  const AttackPart& part_;
  OuterBounds& bounds_;
  std::vector<std::size_t> rows_of_starts_, rows_of_;
  std::vector<std::size_t> queue_;
  std::vector<bool> waiting_;
  std::vector<Pending> pending_;
};

}  // namespace

OuterBounds outer_bounds(const AttackPart& part, std::vector<double> lower, std::vector<double> upper) {
  OuterBounds bounds{std::move(lower), std::move(upper), false};
  bounds.settled = Propagation(part, bounds).run();
  for (std::size_t i = 0; i < part.cells.size(); ++i) {
    if (!part.whole[i]) continue;
    bounds.lower[i] = std::ceil(bounds.lower[i] - 1e-6);
    bounds.upper[i] = std::floor(bounds.upper[i] + 1e-6);
  }
  return bounds;
}

}  // namespace sfumato::tables
