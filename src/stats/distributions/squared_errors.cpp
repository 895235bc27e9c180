// A column that does not vary adds to the raw sum only.
#include "stats/distributions/squared_errors.hpp"

#include "core/number_text.hpp"

namespace sfumato::stats {

void SquaredErrors::add(double squares, const Moments& original) {
  raw_ += squares;
  if (!(original.variance() > 0.0)) return;
  standard_ += squares / original.variance();
  total_ += static_cast<double>(original.count - 1);
}

void SquaredErrors::describe(Score& result) const {
  result.details.set("raw", raw_).set("std", standard_);
  if (total_ > 0.0) {
    result.value = 100.0 * standard_ / total_;
    result.details.set("percent", *result.value);
    result.reading = "squared errors are " + rounded(*result.value, 3) + " % of the total variation";
  } else {
    result.details.set("percent", Value());
    result.note = "the compared columns do not vary in the original";
  }
}

}  // namespace sfumato::stats
