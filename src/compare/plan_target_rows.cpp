// The same measure with other parameters is another column: rank linkage, for example, counts exact matches
// differently in a comparison unless the plan says how.
#include "compare/plan_target_rows.hpp"

#include <algorithm>

namespace sfumato::compare {
namespace {

bool same_request(const MeasureRequest& a, const MeasureRequest& b) {
  return a.measure == b.measure && a.parameters == b.parameters;
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// "rank-linkage (zero=floor)": what differs from the request that has the plain name.
std::string told_apart(const MeasureRequest& request, const MeasureRequest& plain) {
  std::string text;
  for (std::size_t i = 0; i < request.parameters.size(); ++i) {
    const auto& [name, value] = request.parameters[i];
    if (i < plain.parameters.size() && plain.parameters[i] == request.parameters[i]) continue;
    text += (text.empty() ? "" : ", ") + name + "=" + grid_text(value);
  }
  return request.measure->info.name + " (" + text + ")";
}

}  // namespace

TargetRows::TargetRows(const Plan& plan, const std::vector<TargetRanking>& rankings)
    : plan_(plan), rankings_(rankings) {
  for (const MeasureRequest& request : plan.measures) {
    measures_.push_back({request.measure->info.name, request});
  }
  for (const PlanMethod& method : plan.methods) {
    for (const std::string& name : method.named) add_once(parameters_, name);
  }
  for (const TargetRanking& ranking : rankings) {
    const Comparison& comparison = *ranking.comparison;
    const auto add = [&](std::size_t position) { add_measure((*ranking.measures)[position]); };
    if (comparison.target) add(comparison.target->measure);
    for (const Limit& limit : comparison.limits) add(limit.measure);
    for (const std::size_t ranker : comparison.rank_by) add(ranker);
    for (const std::size_t risk : comparison.other_risks) add(risk);
    for (const Attempt& attempt : comparison.attempts) {
      if (attempt.contender->dial) add_once(parameters_, attempt.contender->dial->parameter);
    }
  }
}

void TargetRows::add_measure(const MeasureRequest& request) {
  const MeasureColumn* plain = nullptr;
  for (const MeasureColumn& column : measures_) {
    if (same_request(column.request, request)) return;
    if (plain == nullptr && column.request.measure == request.measure) plain = &column;
  }
  const std::string name =
      plain == nullptr ? request.measure->info.name : told_apart(request, plain->request);
  measures_.push_back({name, request});
}

bool TargetRows::is(const TargetRanking& ranking, std::size_t position, std::size_t measure) const {
  return same_request((*ranking.measures)[position], measures_[measure].request);
}

std::vector<RankedAttempt> TargetRows::rows() const {
  std::vector<RankedAttempt> result;
  for (const TargetRanking& ranking : rankings_) {
    for (const Attempt& attempt : ranking.comparison->attempts) result.push_back({&ranking, &attempt});
  }
  return result;
}

std::string TargetRows::label(const RankedAttempt& row) const {
  const Contender& contender = *row.attempt->contender;
  std::string text = contender.name();
  std::vector<std::string> shown = contender.chosen;
  if (contender.dial && row.attempt->reached) add_once(shown, contender.dial->parameter);
  for (const auto& [name, value] : row.attempt->params) {
    const bool is_shown = std::find(shown.begin(), shown.end(), name) != shown.end();
    if (is_shown) text += " " + name + "=" + grid_text(value);
  }
  text += " at " + row.ranking->target->name();
  const std::string subject = plan_.subject_name(row.ranking->subject);
  return subject.empty() ? text : text + " (" + subject + ")";
}

ParamValues TargetRows::parameters_of(const RankedAttempt& row) const {
  ParamValues result = row.attempt->params;
  const auto& dial = row.attempt->contender->dial;
  if (!row.attempt->reached && dial) {
    std::erase_if(result, [&](const auto& entry) { return entry.first == dial->parameter; });
  }
  return result;
}

const Estimate* TargetRows::estimate(const RankedAttempt& row, std::size_t measure) const {
  const Comparison& comparison = *row.ranking->comparison;
  const Attempt& attempt = *row.attempt;
  for (std::size_t m = 0; m < std::min(comparison.rank_by.size(), attempt.measures.size()); ++m) {
    if (is(*row.ranking, comparison.rank_by[m], measure)) return &attempt.measures[m];
  }
  if (comparison.target && attempt.calibration.best &&
      is(*row.ranking, comparison.target->measure, measure)) {
    return &attempt.calibration.best->estimate;
  }
  for (std::size_t i = 0; i < std::min(comparison.limits.size(), attempt.limited.size()); ++i) {
    if (is(*row.ranking, comparison.limits[i].measure, measure)) return &attempt.limited[i];
  }
  for (std::size_t i = 0; i < std::min(comparison.other_risks.size(), attempt.risks.size()); ++i) {
    if (is(*row.ranking, comparison.other_risks[i], measure)) return &attempt.risks[i];
  }
  return nullptr;
}

// None where a method that draws was drawn once.
std::optional<double> TargetRows::standard_error(const RankedAttempt& row, std::size_t measure) const {
  const Estimate* found = estimate(row, measure);
  if (found == nullptr || !found->value) return std::nullopt;
  if (found->draws < 2 && row.attempt->contender->with(row.attempt->params).random()) return std::nullopt;
  return found->standard_error;
}

std::optional<std::size_t> TargetRows::rank(const RankedAttempt& row, std::size_t measure) const {
  const auto& rank_by = row.ranking->comparison->rank_by;
  for (std::size_t m = 0; m < std::min(rank_by.size(), row.attempt->ranks.size()); ++m) {
    if (is(*row.ranking, rank_by[m], measure)) return row.attempt->ranks[m];
  }
  return std::nullopt;
}

bool TargetRows::ranks_by(std::size_t measure) const {
  return std::any_of(rankings_.begin(), rankings_.end(), [&](const TargetRanking& ranking) {
    const auto& rank_by = ranking.comparison->rank_by;
    return std::any_of(rank_by.begin(), rank_by.end(),
                       [&](std::size_t position) { return is(ranking, position, measure); });
  });
}

}  // namespace sfumato::compare
