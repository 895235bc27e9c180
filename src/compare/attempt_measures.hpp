// The measures that rank, of an attempt at the setting that was found and at both ends of what is within the
// tolerance; and what they say of two attempts.
#pragma once

#include <vector>

#include "compare/attempt.hpp"

namespace sfumato::compare {

inline constexpr const char* not_in_time =
    "the time limit was reached before the measures that rank were known";

class AttemptMeasures {
 public:
  // Both must outlive this.
  AttemptMeasures(const Trials& trials, const ComparisonRequest& request)
      : trials_(trials), request_(request) {}

  // Fills measures, other risks and spans, over some draws (0: all). After the time limit they have no
  // values, unless they are known over fewer draws.
  void measure(Attempt& attempt, const std::vector<std::size_t>& rank_by, std::size_t most_draws) const;
  // The same on the sample alone, without other risks.
  void measure_on_sample(Attempt& attempt, const std::vector<std::size_t>& rank_by) const;
  // Was it not measured in time?
  static bool late(const Attempt& attempt);

  // Is it worse than another one by every measure that ranks, by a factor of 2 and four standard errors?
  bool loses_to(const Attempt& attempt, const Attempt& other, const std::vector<std::size_t>& rank_by) const;
  // Do their spans, twice as wide, overlap by some measure?
  static bool near(const Attempt& a, const Attempt& b);

 private:
  std::vector<std::vector<Estimate>> at_ends(const Attempt& attempt,
                                             const std::vector<std::size_t>& rank_by) const;
  void leave_unmeasured(Attempt& attempt, const std::vector<std::size_t>& rank_by) const;

  const Trials& trials_;
  const ComparisonRequest& request_;
};

}  // namespace sfumato::compare
