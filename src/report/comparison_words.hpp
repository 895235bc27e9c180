// Methods, parameters, measures and targets of a comparison as words, the same ones in every section.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jobs/compare_result.hpp"

namespace sfumato::report {

// People get this many significant digits.
inline constexpr int shown_digits = 3;

// "k = 5, fill = yes": parameters that are dials or differ from their default; `all`: every one.
std::string parameters_text(const Method& method, const ParamValues& params, bool all = false);

// "mdav with k = 5".
std::string method_text(const compare::Attempt& attempt);

// "0.17 ± 0.004"; the standard error only where there is one, a dash where there is no value.
std::string estimate_text(const compare::Estimate& estimate);

// Does some part of the outcome rank by this measure, or aim at it?
bool in_use(const jobs::CompareResult& outcome, std::size_t measure);

// "emd"; where the outcome uses the measure twice, "emd (scale = standard)" with what distinguishes them.
std::string measure_text(const jobs::CompareResult& outcome, std::size_t measure);

// With the side and the direction that the measure has with its parameters.
MeasureInfo measure_info(const jobs::CompareResult& outcome, std::size_t measure);

// What every method is brought to: the measure of the target, or those with limits; empty without either.
std::vector<std::size_t> goal_measures(const compare::Comparison& comparison);
// What an attempt has of the i-th of them; null where it is not known.
const compare::Estimate* goal_estimate(const compare::Comparison& comparison, const compare::Attempt& attempt,
                                       std::size_t i);

// " (safer by 3.1)" of a method whose whole-number dial passes over the target; else empty.
std::string safer_text(const compare::Attempt& attempt);

// "rank-linkage 0.45", or "distance-linkage at most 5 and rank-linkage at least 0.9" with limits; a value
// that the user gave is written in full. The comparison must have a target or limits.
std::string target_text(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part);

// " at rank-linkage 0.45" where the outcome has several parts, to distinguish their headings; else empty.
std::string part_suffix(const jobs::CompareResult& outcome, const jobs::ComparisonPart& part);

// "the same risk", "the same utility"; of measures that are both, "the same value".
std::string same_side_text(const MeasureInfo& info);

// "lower is safer", "higher is more useful", "lower is better".
std::string direction_text(const MeasureInfo& info);

// "1 record", "3 records".
std::string counted(std::size_t count, const std::string& singular, const std::string& plural);

// "2=" where another of `ranks` is equal; a dash where there is none.
std::string rank_text(const std::optional<std::size_t>& rank,
                      const std::vector<std::optional<std::size_t>>& ranks);

// Overall ranks of all attempts that reached the target.
std::vector<std::optional<std::size_t>> overall_ranks(const compare::Comparison& comparison);

// How many attempts share the first place with the winner, itself included; 0 without a winner.
std::size_t winners(const compare::Comparison& comparison);

// The names of the attempts in the first place, each once, the winner first. The winner is not among them
// where no draw of theirs kept all limits. None without a winner.
std::vector<std::string> best_methods(const compare::Comparison& comparison);

// "methods", or "settings" where a method takes part more than once.
std::string contestants(const compare::Comparison& comparison);

// Does the method of the release draw random numbers? Where the winner is not known: yes.
bool release_is_random(const jobs::ComparisonPart& part);

}  // namespace sfumato::report
