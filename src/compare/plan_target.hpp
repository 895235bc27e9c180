// A target of a plan: methods brought to the same value of a measure, or below limits of several risks, and
// ranked by other measures.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compare/comparison_job.hpp"
#include "compare/plan_section.hpp"

namespace sfumato::compare {

struct PlanTarget {
  std::optional<NamedTarget> equal;  // what all methods are brought to
  std::vector<NamedTarget> at_most;  // or risks that no method may exceed, in the plan's order
  std::vector<std::string> rank_by;
  std::vector<std::string> methods;  // empty: all that fit
  std::optional<double> tolerance;   // relative to the value
  bool release = false;              // is the winner released?
  bool keep_draw = false;            // a draw that was compared, not a fresh one
  bool shuffle = false;              // the records of the release in random order
  bool renumber = false;             // households of the release with random new numbers

  // The measure of the value, or those of the limits; then those that rank.
  std::vector<std::string> measures() const;
  // "distance-linkage=10"; of limits "distance-linkage<=5, interval-disclosure<=30".
  std::string name() const;
};

PlanTarget parse_plan_target(const PlanSection& section);

}  // namespace sfumato::compare
