// Three-valued logic, as in SQL.
#include "queries/having.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "queries/engine.hpp"
#include "queries/interval.hpp"

namespace sfumato::queries {
namespace {

using Truth = std::optional<bool>;  // none: neither true nor false

bool contains(const AnswerRange& range, const Interval& answer) {
  return (range.open_lower ? answer.lower > range.lower : answer.lower >= range.lower) &&
         (range.open_upper ? answer.upper < range.upper : answer.upper <= range.upper);
}

bool meets(const AnswerRange& range, const Interval& answer) {
  const double lower = std::max(range.lower, answer.lower), upper = std::min(range.upper, answer.upper);
  if (lower != upper) return lower < upper;
  return !(range.open_lower && lower == range.lower) && !(range.open_upper && upper == range.upper);
}

class Selection {
 public:
  Selection(const Question& question, const CatalogueTable& table,
            const std::vector<const std::vector<GroupAnswer>*>& answers, bool certain)
      : question_(question), table_(table), answers_(answers), certain_(certain) {}

  Truth truth(const GroupCondition& condition, std::size_t group) const {
    const Truth found = plain(condition, group);
    return found && condition.negated ? !*found : found;
  }

 private:
  Truth plain(const GroupCondition& condition, std::size_t group) const {
    switch (condition.kind) {
      case GroupCondition::Kind::always:
        return true;
      case GroupCondition::Kind::answer:
        return of_answer(condition, (*answers_[condition.place])[group]);
      case GroupCondition::Kind::group:
        return of_group(condition, group);
      case GroupCondition::Kind::all:
        return combined(condition, group, false);
      case GroupCondition::Kind::any:
        return combined(condition, group, true);
    }
    return std::nullopt;
  }

  // One part with the value `deciding` decides the whole condition.
  Truth combined(const GroupCondition& condition, std::size_t group, bool deciding) const {
    bool unknown = false;
    for (const GroupCondition& part : condition.parts) {
      const Truth one = truth(part, group);
      if (one == deciding) return deciding;
      unknown = unknown || !one;
    }
    return unknown ? std::nullopt : Truth(!deciding);
  }

  Truth of_answer(const GroupCondition& condition, const GroupAnswer& answer) const {
    const bool missing = !std::isfinite(answer.value);
    if (condition.null) return missing;
    if (missing) return std::nullopt;
    const Interval about =
        certain_ ? Interval{answer.lower95, answer.upper95} : Interval{answer.value, answer.value};
    bool possible = false;
    for (const AnswerRange& range : condition.values) {
      if (range.lower > range.upper) continue;
      if (contains(range, about)) return true;
      possible = possible || meets(range, about);
    }
    return possible ? std::nullopt : Truth(false);
  }

  Truth of_group(const GroupCondition& condition, std::size_t group) const {
    const Query& query = question_.first();
    const std::optional<std::int64_t> code = group_codes(query, table_, group)[condition.place];
    if (condition.null) return !code;
    if (!code) return std::nullopt;
    const std::int64_t value = table_.columns[query.groups[condition.place]].first() + *code;
    const auto& ranges = condition.codes.ranges();
    return std::any_of(ranges.begin(), ranges.end(),
                       [&](const Range& range) { return range.first <= value && value <= range.last; });
  }

  const Question& question_;
  const CatalogueTable& table_;
  const std::vector<const std::vector<GroupAnswer>*>& answers_;
  bool certain_;
};

}  // namespace

std::vector<bool> shown_groups(const Question& question, const CatalogueTable& table,
                               const std::vector<const std::vector<GroupAnswer>*>& answers, bool certain) {
  const Selection selection(question, table, answers, certain);
  std::vector<bool> shown;
  for (std::size_t group = 0; group < answers.front()->size(); ++group) {
    shown.push_back(selection.truth(question.having, group).value_or(false));
  }
  return shown;
}

}  // namespace sfumato::queries
