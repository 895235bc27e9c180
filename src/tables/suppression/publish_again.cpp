// Removes redundant suppressions. Every demand keeps a certificate, a deviation of suppressed cells that
// meets it; a cell in no certificate is published at once, and any other cell if each of its certificates can
// be replaced.
#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "tables/suppression/algorithms.hpp"
#include "tables/suppression/incremental_deviation.hpp"

namespace sfumato::tables {
namespace {

// One side of a demand. Where only the width matters, the other side is as good.
struct OneSide {
  std::size_t cell = 0;
  double amount = 0;       // negative: downwards
  double alternative = 0;  // 0: none
  std::size_t attacker = 0;
  std::vector<std::size_t> certificate;  // suppressed cells that move, ascending
};

// Deviations found, each valid for all cells that it moves far enough, as long as nothing is published.
class FoundDeviations {
 public:
  FoundDeviations(const SuppressionProblem& problem, DeviationProgram& program)
      : program_(program), seen_(problem) {}

  std::optional<std::vector<std::size_t>> find(std::size_t cell, double amount, std::size_t attacker) {
    if (attacker == 0 && seen_.reaches(cell, amount)) return found_[seen_.source(cell, amount)];
    std::optional<Deviation> fresh = program_.cheapest(cell, amount, attacker);
    if (!fresh) return std::nullopt;
    seen_.learn(*fresh);
    found_.push_back(std::move(fresh->cells));
    return found_.back();
  }

 private:
  DeviationProgram& program_;
  SeenDeviations seen_;
  std::vector<std::vector<std::size_t>> found_;
};

class Publishing {
 public:
  Publishing(const SuppressionProblem& problem, Pattern pattern, const Limit& limit)
      : problem_(problem),
        pattern_(std::move(pattern)),
        limit_(limit),
        program_(problem, pattern_, limit),
        uses_(problem.cells()) {}

  // False if the limit was too small to know what is needed.
  bool find_certificates(const Run& run) {
    FoundDeviations found(problem_, program_);
    for (const Demand& demand : problem_.demands) {
      run.check_stop();
      if (limit_.over()) return false;
      certify(found, demand, demand.up);
      certify(found, demand, -demand.down);
      const double lacking = demand.width - demand.up - demand.down;
      if (lacking <= 0) continue;
      const double above = demand.up + lacking, below = -(demand.down + lacking);
      if (certify(found, demand, above, below) || certify(found, demand, below, above)) continue;
      const double up = program_.farthest(demand.cell, 1, demand.attacker) * (1 - 1e-9);
      if (up > 0 && certify(found, demand, up)) certify(found, demand, up - demand.width);
    }
    return true;
  }

  Pattern publish(const Run& run) {
    for (const std::size_t cell : costliest_first()) {
      run.check_stop();
      if (limit_.over()) break;
      if (!unneeded(cell)) continue;
      pattern_[cell] = 0;
    }
    return std::move(pattern_);
  }

 private:
  bool certify(FoundDeviations& deviations, const Demand& demand, double amount, double alternative = 0) {
    if (amount == 0) return true;
    std::optional<std::vector<std::size_t>> found = deviations.find(demand.cell, amount, demand.attacker);
    if (!found) return false;
    needs_.push_back({demand.cell, amount, alternative, demand.attacker, {}});
    take(needs_.size() - 1, std::move(*found));
    return true;
  }

  void take(std::size_t need, std::vector<std::size_t> cells) {
    for (const std::size_t cell : needs_[need].certificate) std::erase(uses_[cell], need);
    for (const std::size_t cell : cells) {
      if (problem_.choice[cell] == Choice::open) uses_[cell].push_back(need);
    }
    needs_[need].certificate = std::move(cells);
  }

  // Whether all certificates of the cell can be replaced while it is held fixed. If so, it stays fixed.
  bool unneeded(std::size_t cell) {
    program_.hold(cell);
    FoundDeviations around(problem_, program_);
    std::vector<std::pair<std::size_t, std::vector<std::size_t>>> replacements;
    for (const std::size_t index : uses_[cell]) {
      OneSide& need = needs_[index];
      std::optional<std::vector<std::size_t>> replacement =
          around.find(need.cell, need.amount, need.attacker);
      if (!replacement && need.alternative != 0) {
        replacement = around.find(need.cell, need.alternative, need.attacker);
        if (replacement) std::swap(need.amount, need.alternative);
      }
      if (!replacement) {
        program_.release(cell);
        return false;
      }
      replacements.emplace_back(index, std::move(*replacement));
    }
    for (auto& [index, cells] : replacements) take(index, std::move(cells));
    return true;
  }

  std::vector<std::size_t> costliest_first() const {
    std::vector<std::size_t> order;
    for (std::size_t cell = 0; cell < pattern_.size(); ++cell) {
      if (pattern_[cell] && problem_.choice[cell] == Choice::open) order.push_back(cell);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
      return problem_.cost[left] > problem_.cost[right];
    });
    return order;
  }

  const SuppressionProblem& problem_;
  Pattern pattern_;
  const Limit& limit_;
  DeviationProgram program_;
  std::vector<OneSide> needs_;
  std::vector<std::vector<std::size_t>> uses_;  // per cell, the needs whose certificate moves it
};

}  // namespace

Pattern publish_again(const SuppressionProblem& problem, Pattern pattern, const Limit& limit,
                      const Run& run) {
  if (limit.over()) return pattern;
  Publishing publishing(problem, pattern, limit);
  if (!publishing.find_certificates(run)) return pattern;
  return publishing.publish(run);
}

}  // namespace sfumato::tables
