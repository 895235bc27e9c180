// Units change at two of the next one, as people count: 90 s, 100 s, 2 min.
#include "report/duration.hpp"

#include <cmath>

#include "core/number_text.hpp"

namespace sfumato::report {

std::string duration_text(double seconds) {
  if (seconds < 0.001) return "1 ms";
  if (seconds < 0.0995) return rounded(1000.0 * seconds, 2) + " ms";
  if (seconds < 9.95) return rounded(seconds, 2) + " s";
  if (seconds < 119.5) return std::to_string(std::lround(seconds)) + " s";
  if (seconds < 119.5 * 60.0) return std::to_string(std::lround(seconds / 60.0)) + " min";
  if (seconds < 47.5 * 3600.0) return std::to_string(std::lround(seconds / 3600.0)) + " h";
  return rounded(std::round(seconds / 86400.0), 3) + " days";
}

}  // namespace sfumato::report
