// The rankings at a plan's targets as rows of its results: which columns they need, and what stands in them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compare/comparison.hpp"
#include "compare/plan.hpp"

namespace sfumato::compare {

// The comparison at one target on one subject; nothing in it may move while it is in use.
struct TargetRanking {
  const PlanTarget* target = nullptr;
  std::size_t subject = 0;                                // position in the plan's data
  const std::vector<MeasureRequest>* measures = nullptr;  // to which the comparison's positions refer
  const Comparison* comparison = nullptr;
};

struct RankedAttempt {
  const TargetRanking* ranking = nullptr;
  const Attempt* attempt = nullptr;
};

class TargetRows {
 public:
  // `rankings` must outlive it.
  TargetRows(const Plan& plan, const std::vector<TargetRanking>& rankings);

  struct MeasureColumn {
    std::string name;  // of the measure; with parameters where it stands there with others already
    MeasureRequest request;
  };
  // Those of the plan in its order, then those of comparisons: targets, limits, rankers, other risks.
  const std::vector<MeasureColumn>& measures() const { return measures_; }
  // Parameters that the plan names, then those that were calibrated.
  const std::vector<std::string>& parameters() const { return parameters_; }

  // Target by target, best first.
  std::vector<RankedAttempt> rows() const;
  // "mdav k=7 at distance-linkage=10", with the subject where there are several.
  std::string label(const RankedAttempt& row) const;
  // All of a method that reached the target; of others those that were fixed.
  ParamValues parameters_of(const RankedAttempt& row) const;
  // Of the measure with this position; null where the comparison does not have it.
  const Estimate* estimate(const RankedAttempt& row, std::size_t measure) const;
  std::optional<double> standard_error(const RankedAttempt& row, std::size_t measure) const;
  std::optional<std::size_t> rank(const RankedAttempt& row, std::size_t measure) const;
  // Does some comparison rank by it?
  bool ranks_by(std::size_t measure) const;

 private:
  void add_measure(const MeasureRequest& request);
  bool is(const TargetRanking& ranking, std::size_t position, std::size_t measure) const;

  const Plan& plan_;
  const std::vector<TargetRanking>& rankings_;
  std::vector<MeasureColumn> measures_;
  std::vector<std::string> parameters_;
};

}  // namespace sfumato::compare
