// The job `measure` runs on tables without rows, and takes its scores from here.
#include "jobs/pair_scores.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "stats/covers/covered_column.hpp"
#include "stats/distributions/squared_errors.hpp"
#include "stats/ranks/marginal_distances.hpp"

namespace sfumato::jobs {
namespace {

class PairScores {
 public:
  PairScores(const PairPlan& plan, const PairState& state, const std::vector<PairSearch>& searches,
             const std::vector<PairFound>& found, const Table* order)
      : plan_(plan), state_(state), facts_(state.facts()), searches_(searches), found_(found), order_(order) {
    if (found.size() != searches.size()) {
      bad_input("there are " + std::to_string(searches.size()) + " linkages, and what " +
                std::to_string(found.size()) + " found came");
    }
  }

  Score score(const std::string& measure, const Table& original) const {
    for (std::size_t j = 0; j < facts_.columns.size(); ++j) {
      if (facts_.columns[j].beyond > 0) {
        return {.value = std::nullopt, .note = compare::beyond_reason(plan_.numbers[j])};
      }
    }
    Score result;
    if (measure == "marginals") {
      marginals(result);
    } else if (measure == "sse") {
      describe(facts_.complete, result);
      squared_errors(result);
    } else if (measure == "interval-disclosure-sd") {
      if (describe(facts_.complete, result)) {
        stats::set_interval_shares(state_.widths().counts, facts_.complete, plan_.numbers, result);
      }
    } else if (measure == "interval-disclosure") {
      if (describe(facts_.known, result)) {
        stats::set_interval_shares(state_.changes().widths.counts, facts_.known, plan_.numbers, result);
        if (facts_.any_coarse()) result.note = stats::suppressed_note;
      }
    } else {
      linkage(measure, original, result);
    }
    return result;
  }

 private:
  // "records" and "incomplete_records"; are there any records?
  bool describe(std::uint64_t records, Score& result) const {
    result.details.set("records", records);
    if (records < facts_.rows) result.details.set("incomplete_records", facts_.rows - records);
    if (records > 0) return true;
    result.note = "no record is complete in the compared columns";
    return false;
  }

  void squared_errors(Score& result) const {
    const PairSquares squares = state_.squares();
    stats::SquaredErrors errors;
    for (std::size_t j = 0; j < plan_.numbers.size(); ++j) {
      errors.add(facts_.columns[j].differences.value(), moments_of(facts_, squares, j));
    }
    result.note.clear();
    errors.describe(result);
  }

  void marginals(Score& result) const {
    result.details.set("records", facts_.rows).set("masked_records", facts_.masked_rows);
    if (facts_.incomplete > 0) result.details.set("incomplete_records", facts_.incomplete);
    if (facts_.rows == 0 || facts_.masked_rows == 0) {
      result.note = "there are no records";
      return;
    }
    const std::vector<double> steps = plan_.numbers.empty() ? std::vector<double>{} : state_.steps().columns;
    const std::vector<double> categories =
        plan_.categories.empty() ? std::vector<double>{} : state_.categories().columns;
    std::vector<double> distances;
    std::size_t number = 0, category = 0;
    for (const std::string& name : plan_.columns) {
      const bool counted =
          std::find(plan_.categories.begin(), plan_.categories.end(), name) != plan_.categories.end();
      distances.push_back(counted ? categories.at(category++) : steps.at(number++));
    }
    stats::set_marginals(distances, plan_.columns, result);
  }

  void linkage(const std::string& measure, const Table& original, Score& result) const {
    const bool distances = measure == "distance-linkage";
    if (!describe(distances ? facts_.complete : facts_.known, result)) return;
    const std::vector<std::string> whole = measures_of_whole(plan_, state_);
    if (std::find(whole.begin(), whole.end(), measure) != whole.end()) {
      result.note =
          "the masked table misses values that the original has, and then it needs its records in one place";
      return;
    }
    for (std::size_t i = 0; i < searches_.size(); ++i) {
      if (searches_[i].measure != measure) continue;
      if (distances) {
        const std::uint64_t others =
            risk::searches_originals(searches_[i].params) ? facts_.originals_alone : facts_.masked_alone;
        if (others > 0) result.details.set("candidates_without_partner", others);
      }
      set_linkage(searches_[i], state_, original, found_[i].queries, found_[i].found, order_, result);
    }
  }

  const PairPlan& plan_;
  const PairState& state_;
  PairFacts facts_;
  const std::vector<PairSearch>& searches_;
  const std::vector<PairFound>& found_;
  const Table* order_;
};

}  // namespace

MeasureResult measure_pairs(const MeasureRequest& request, const PairState& state,
                            const std::vector<PairFound>& found, const Table* order, const Run& run) {
  if (!state.stage().empty()) {
    bad_input("stage '" + state.stage() + "' of the measures is not finished");
  }
  const PairPlan plan = pair_plan(request, run);
  const std::vector<PairSearch> searches = pair_searches(plan, state, run);
  const PairScores scores(plan, state, searches, found, order);
  MeasureRequest asked = request;
  asked.exposure = false;
  asked.scores_of_parts = [&](const MeasureInfo& info, const Table& original, const Table&, const ColumnSet&,
                              const ParamValues&, const Run&) { return scores.score(info.name, original); };
  MeasureResult result = measure(asked, run);
  const PairFacts facts = state.facts();
  result.rows = facts.rows;
  for (MeasuredTable& table : result.tables) table.rows = facts.masked_rows;
  return result;
}

}  // namespace sfumato::jobs
