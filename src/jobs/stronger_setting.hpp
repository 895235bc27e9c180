// The next stronger setting of a dial, for a release that does not keep a risk on all records although it did
// on a sample. The curve of the sample, moved to what was found on all records, says how far to go.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "compare/dial.hpp"
#include "compare/least_protection.hpp"

namespace sfumato::jobs {

struct Exceeded {
  double parameter = 0.0;  // of the release
  double value = 0.0;      // of the risk, on all records
  compare::Limit limit;
  // The risk by the parameter on the sample, ascending; empty: not known.
  std::vector<std::pair<double, double>> curve;
};

// None at the strong end of the dial. Where no curve reaches the limit, a step that is the longer the more
// settings were `tried`.
std::optional<double> stronger_setting(const compare::DialRange& dial, const Exceeded& found,
                                       std::size_t tried);

}  // namespace sfumato::jobs
