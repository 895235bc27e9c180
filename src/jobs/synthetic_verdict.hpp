// What the risks of a synthetic file mean together: each beside what chance would give, grouped as data
// protection authorities ask, the worst first.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compare/scoring.hpp"
#include "core/warning.hpp"

namespace sfumato::jobs {

// Singling out, linkage and inference are the three questions of the Article 29 Working Party (2014), Opinion
// 05/2014 on anonymisation techniques, WP216; membership is the fourth that attacks on models ask.
enum class AttackGroup { singling_out, linkage, inference, membership };
std::string_view to_text(AttackGroup group);

struct Finding {
  const compare::Scored* scored = nullptr;
  AttackGroup group = AttackGroup::singling_out;
  std::optional<double> lower, upper;  // of the value
  std::optional<double> reference;     // what chance or a holdout would give
  std::optional<double> reference_lower, reference_upper;
  std::string reference_of;
  // How much worse than the reference, from 0 (not worse) to 1 (as bad as it can be).
  double excess = 0.0;
  // Do the intervals show that it is worse?
  bool clear = false;
  // Is it reason not to release: clear with an excess of 0.1 or more, or copies of unique records?
  bool stop = false;
};

// Risks that have a value and a group, the worst first: reasons not to release, then clear ones, then by
// excess, then in the order of the measures. Points into `scores`.
std::vector<Finding> findings_of(const std::vector<compare::Scored>& scores);

// Warns where more records of the holdout equal a unique original record than chance explains: then the
// holdout is not unseen, and no comparison with it is of use.
void add_holdout_warning(const std::vector<compare::Scored>& scores, Warnings& warnings);

// A warning for every clear finding; `name` is that of the file among several, else empty.
void add_finding_warnings(const std::vector<Finding>& findings, const std::string& name, Warnings& warnings);

}  // namespace sfumato::jobs
