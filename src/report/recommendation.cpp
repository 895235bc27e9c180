// Every sentence states what was measured; none promises more than the measures say.
#include "report/recommendation.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "report/comparison_words.hpp"

namespace sfumato::report {
namespace {

constexpr std::size_t nearest_shown = 3;

// What is said about attempts: everything, or what may be published.
struct Openness {
  bool all = true;

  std::string name(const compare::Attempt& attempt) const {
    return all ? method_text(attempt) : attempt.contender->name();
  }
  bool shows(const MeasureInfo& info) const { return all || info.side == Side::utility; }
};

std::string tolerance_text(const compare::Comparison& comparison) {
  return rounded(100.0 * comparison.tolerance, shown_digits) + " %";
}

// What being first means: all ranking measures are of one side, or not.
std::string praise(const jobs::CompareResult& outcome, const compare::Comparison& comparison) {
  std::size_t risk = 0, utility = 0;
  for (const std::size_t measure : comparison.rank_by) {
    risk += measure_info(outcome, measure).side == Side::risk ? 1 : 0;
    utility += measure_info(outcome, measure).side == Side::utility ? 1 : 0;
  }
  const std::size_t all = comparison.rank_by.size();
  const std::string sum = all > 1 ? ", by the sum of its ranks" : "";
  if (utility == all) return "keeps the data most useful" + sum;
  return (risk == all ? "protects best" : "comes first") + sum;
}

std::string start(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part,
                  const Openness& open) {
  if (!part.comparison.calibrated()) return "With the parameters that were given, ";
  if (!part.comparison.limits.empty()) {
    return open.all ? "With " + target_text(outcome, part) + ", " : "Kept below the same limits of risk, ";
  }
  const MeasureInfo& info = measure_info(outcome, part.comparison.target->measure);
  if (!open.all) return "Brought to " + same_side_text(info) + ", ";
  return "At " + same_side_text(info) + " (" + target_text(outcome, part) + "), ";
}

// Measures that rank, have a value for the attempt and may be shown, as positions in `rank_by`.
std::vector<std::size_t> shown_measures(const jobs::CompareResult& outcome,
                                        const compare::Comparison& comparison, const compare::Attempt& best,
                                        const Openness& open) {
  std::vector<std::size_t> result;
  for (std::size_t m = 0; m < comparison.rank_by.size() && m < best.measures.size(); ++m) {
    if (open.shows(measure_info(outcome, comparison.rank_by[m])) && best.measures[m].value)
      result.push_back(m);
  }
  return result;
}

// "emd 0.17 against 0.257 and um 0.9 against 0.8".
std::string values_text(const jobs::CompareResult& outcome, const compare::Comparison& comparison,
                        const compare::Attempt& best, const compare::Attempt* next, const Openness& open) {
  std::vector<std::string> values;
  for (const std::size_t m : shown_measures(outcome, comparison, best, open)) {
    std::string text =
        measure_text(outcome, comparison.rank_by[m]) + " " + rounded(*best.measures[m].value, shown_digits);
    if (next != nullptr && m < next->measures.size() && next->measures[m].value) {
      text += " against " + rounded(*next->measures[m].value, shown_digits);
    }
    values.push_back(text);
  }
  return enumerated(values);
}

// " Of emd and sse, lower is more useful; of um, higher is more useful."
std::string directions(const jobs::CompareResult& outcome, const compare::Comparison& comparison,
                       const compare::Attempt& best, const Openness& open) {
  std::vector<std::pair<std::string, std::vector<std::string>>> groups;  // direction, measures
  for (const std::size_t m : shown_measures(outcome, comparison, best, open)) {
    const MeasureInfo& info = measure_info(outcome, comparison.rank_by[m]);
    const std::string direction = direction_text(info);
    const auto known = std::find_if(groups.begin(), groups.end(),
                                    [&](const auto& group) { return group.first == direction; });
    if (known == groups.end()) {
      groups.push_back({direction, {info.name}});
    } else {
      known->second.push_back(info.name);
    }
  }
  std::string text;
  for (const auto& [direction, names] : groups) {
    text += (text.empty() ? " Of " : "; of ") + enumerated(names) + ", " + direction;
  }
  return text.empty() ? "" : text + ".";
}

// The attempt after those that share the first place; null where there is none.
const compare::Attempt* next_after(const compare::Comparison& comparison, std::size_t first) {
  if (first >= comparison.attempts.size()) return nullptr;
  const compare::Attempt& next = comparison.attempts[first];
  return next.reached && next.overall ? &next : nullptr;
}

std::string single_winner(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part,
                          const Openness& open) {
  const compare::Comparison& comparison = part.comparison;
  const compare::Attempt& best = comparison.attempts[*comparison.winner];
  const compare::Attempt* next = next_after(comparison, 1);
  const std::string values = values_text(outcome, comparison, best, next, open);
  std::string text = start(outcome, part, open) + open.name(best) + " " + praise(outcome, comparison);
  if (!values.empty()) text += ": " + values;
  if (next != nullptr) text += (values.empty() ? "; the next is " : " for the next, ") + open.name(*next);
  return text + "." + directions(outcome, comparison, best, open);
}

std::string shared_first_place(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part,
                               const Openness& open) {
  const compare::Comparison& comparison = part.comparison;
  const compare::Attempt& best = comparison.attempts[*comparison.winner];
  std::vector<std::string> names;
  for (const compare::Attempt& attempt : comparison.attempts) {
    if (attempt.reached && attempt.overall == best.overall) names.push_back(open.name(attempt));
  }
  std::string text = start(outcome, part, open) + enumerated(names) +
                     " share the first place: what separates them is smaller than what is allowed for "
                     "tolerance and chance. " +
                     open.name(best) + " was taken, since it comes first by its values alone";
  const std::string values = values_text(outcome, comparison, best, nullptr, open);
  text += values.empty() ? "." : ": " + values + ".";
  return text + directions(outcome, comparison, best, open);
}

std::string none_ranked(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part,
                        const Openness& open) {
  return start(outcome, part, open) +
         "no method can be called first: no ranking measure has a value for the methods that took part. "
         "Nothing can be recommended.";
}

// Nearest first; those without any value are left out.
std::vector<const compare::Attempt*> by_distance(const compare::Comparison& comparison) {
  std::vector<const compare::Attempt*> near;
  const auto miss = [&](const compare::Attempt* attempt) {
    return std::fabs(*attempt->calibration.best->estimate.value - comparison.target->value);
  };
  for (const compare::Attempt& attempt : comparison.attempts) {
    if (attempt.calibration.best && attempt.calibration.best->estimate.value) near.push_back(&attempt);
  }
  std::stable_sort(near.begin(), near.end(), [&](const auto* a, const auto* b) { return miss(a) < miss(b); });
  return near;
}

std::vector<std::string> none_reached(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part) {
  const compare::Comparison& comparison = part.comparison;
  std::vector<std::string> result{"No method reached " + target_text(outcome, part) + " within " +
                                  tolerance_text(comparison) + ", so nothing can be recommended."};
  std::string near;
  for (const compare::Attempt* attempt : by_distance(comparison)) {
    if (std::count(near.begin(), near.end(), ';') + 1 > static_cast<std::ptrdiff_t>(nearest_shown)) break;
    const compare::Calibration& found = attempt->calibration;
    near += (near.empty() ? "" : " ") + method_text(*attempt) + ": " +
            rounded(*found.best->estimate.value, shown_digits);
    if (found.lowest < found.highest) {
      near += " (it attains " + rounded(found.lowest, shown_digits) + " to " +
              rounded(found.highest, shown_digits) + ")";
    }
    near += ";";
  }
  if (near.empty()) {
    result.push_back("The measure has no value for any of the methods; the reasons stand under Ranking.");
    return result;
  }
  near.back() = '.';
  result.push_back("Nearest came " + near +
                   " Ask for a value within one of these ranges, allow more tolerance, or let "
                   "other methods take part.");
  return result;
}

std::vector<std::string> none_safe(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part) {
  return {"No method has " + target_text(outcome, part) +
              " at a setting that was tried, so nothing can be recommended.",
          "How near each method comes stands under Ranking. Raise a limit, or let other methods take part."};
}

// "; mdav is on the safe side of it, since …" of methods that pass over the target.
std::string safer_methods(const compare::Comparison& comparison) {
  std::vector<std::string> names;
  for (const compare::Attempt& attempt : comparison.attempts) {
    if (attempt.reached && attempt.calibration.safer_by) names.push_back(attempt.contender->name());
  }
  if (names.empty()) return "";
  return "; " + enumerated(names) + (names.size() == 1 ? " is" : " are") +
         " on the better side of it, since a whole-number parameter passes over the target";
}

std::string taking_part(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part,
                        const Openness& open) {
  const compare::Comparison& comparison = part.comparison;
  const std::size_t all = comparison.attempts.size(), reached = overall_ranks(comparison).size();
  if (!comparison.limits.empty()) {
    const std::string count = reached == all ? "All " + std::to_string(all)
                                             : std::to_string(reached) + " of the " + std::to_string(all);
    return count + " " + contestants(comparison) +
           " that took part can keep every limit, each with the least " + "protection that does" +
           (reached == all ? "." : "; the others stand below the ranking.");
  }
  if (!comparison.target) {
    return counted(reached, "setting was compared", "settings were compared") +
           ". No measure was brought to the same value, so a method may come first merely because "
           "it protects less.";
  }
  const std::string same = same_side_text(measure_info(outcome, comparison.target->measure));
  const std::string within =
      open.all ? ", within " + tolerance_text(comparison) + safer_methods(comparison) : "";
  if (reached == all) {
    return all == 1 ? "It was the only one that took part."
                    : "All " + std::to_string(all) + " " + contestants(comparison) +
                          " that took part were brought to " + same + within + ".";
  }
  return std::to_string(reached) + " of the " + std::to_string(all) + " " + contestants(comparison) +
         " that took part could be brought to " + same + within + "; the others stand below the ranking.";
}

// The numbers of the very file that is to be released, and what they mean.
std::string release_text(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part) {
  const compare::Comparison& comparison = part.comparison;
  if (!part.release) return "No release was written.";
  std::vector<std::size_t> measures = goal_measures(comparison);
  measures.insert(measures.end(), comparison.rank_by.begin(), comparison.rank_by.end());
  std::vector<std::string> values, readings;
  for (const std::size_t measure : measures) {
    if (measure >= part.release->scores.size()) continue;
    const Score& score = part.release->scores[measure];
    if (!score.value) continue;
    values.push_back(measure_text(outcome, measure) + " " + rounded(*score.value, shown_digits));
    if (!score.reading.empty()) readings.push_back(score.reading);
  }
  if (values.empty()) return "The release was written; the measures have no value for it.";
  std::string text = "The release itself has " + enumerated(values) + ".";
  if (const std::size_t redrawn = part.release->redrawn; redrawn > 0) {
    text += " It was drawn again " + counted(redrawn, "time", "times") +
            ", since earlier draws exceeded a limit.";
  }
  if (readings.empty()) return text;
  text += " In words: ";
  for (std::size_t i = 0; i < readings.size(); ++i) text += (i == 0 ? "" : "; ") + readings[i];
  return text + ".";
}

}  // namespace

std::vector<std::string> recommendation(const jobs::CompareResult& outcome,
                                        const jobs::ComparisonPart& part) {
  const Openness open{true};
  const compare::Comparison& comparison = part.comparison;
  if (overall_ranks(comparison).empty() && comparison.target) return none_reached(outcome, part);
  if (overall_ranks(comparison).empty() && !comparison.limits.empty()) return none_safe(outcome, part);
  std::vector<std::string> result;
  if (!comparison.winner) {
    result.push_back(none_ranked(outcome, part, open));
  } else {
    result.push_back(winners(comparison) > 1 ? shared_first_place(outcome, part, open)
                                             : single_winner(outcome, part, open));
  }
  result.push_back(taking_part(outcome, part, open));
  if (comparison.winner) result.push_back(release_text(outcome, part));
  return result;
}

std::vector<std::string> public_recommendation(const jobs::CompareResult& outcome,
                                               const jobs::ComparisonPart& part) {
  const Openness open{false};
  const compare::Comparison& comparison = part.comparison;
  if (!comparison.winner) return {"No method could be recommended."};
  return {
      winners(comparison) > 1 ? shared_first_place(outcome, part, open) : single_winner(outcome, part, open),
      taking_part(outcome, part, open)};
}

}  // namespace sfumato::report
