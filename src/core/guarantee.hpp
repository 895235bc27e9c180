// What a release promises to the people in it, and to whom: a differential-privacy guarantee with all that
// it depends on, or none and why. It travels with the release in its sidecar, and in reports.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/value.hpp"

namespace sfumato {

struct Guarantee {
  std::optional<double> epsilon;  // none: the method promises nothing
  std::string neighbours = "one record replaced by another, their number public";
  std::string unit = "record";                        // who is protected: all that one record says
  std::vector<std::pair<std::string, double>> split;  // the parts of the release and what each spends of ε
  std::vector<std::string> columns;                   // that it covers
  std::vector<std::string> uncovered;                 // columns that are released as they are
  std::vector<std::string> premises;                  // sentences that must be true for it to hold
  std::vector<std::string> reasons;                   // why nothing is promised after all

  bool holds() const { return epsilon.has_value() && reasons.empty(); }
  // Each reason is kept once.
  void withdraw(const std::string& reason);
};

// "none", "none: seeded; …", or an object with all of the above: what sidecars and JSON hold.
Value guarantee_value(const Guarantee& guarantee);

// Such a value in words for a person, without its premises and a full stop; the words of "none" are itself.
std::string guarantee_words(const Value& guarantee);

// The ε of such a value, if it promises any.
std::optional<double> guaranteed_epsilon(const Value& guarantee);

}  // namespace sfumato
