// The differential-privacy guarantee of a release, with all that it depends on, or none and why. It is
// written to the sidecar of the release and to reports.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/value.hpp"

namespace sfumato {

struct Guarantee {
  std::optional<double> epsilon;  // none: no guarantee
  std::string neighbours = "one record replaced by another, their number public";
  std::string unit = "record";                        // what is protected: all values of one record
  std::vector<std::pair<std::string, double>> split;  // the parts of the release and what each spends of ε
  std::vector<std::string> columns;                   // that it covers
  std::vector<std::string> uncovered;                 // columns that are released as they are
  std::vector<std::string> premises;                  // sentences that must be true for it to hold
  std::vector<std::string> reasons;                   // why the guarantee was withdrawn

  bool holds() const { return epsilon.has_value() && reasons.empty(); }
  // Each reason is kept once.
  void withdraw(const std::string& reason);
};

// "none", "none: seeded; …", or an object with all of the above: what sidecars and JSON hold.
Value guarantee_value(const Guarantee& guarantee);

// Such a value as a sentence, without its premises and a full stop; "none" stays as it is.
std::string guarantee_words(const Value& guarantee);

// The ε of such a value, if it has one.
std::optional<double> guaranteed_epsilon(const Value& guarantee);

}  // namespace sfumato
