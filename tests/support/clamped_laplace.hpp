// Laplace noise that is clamped to a domain, in closed form: the expected error of such a release, computed
// without draws.
#pragma once

#include <cmath>

namespace sfumato::testing {

// E[(clamp(centre + L, lower, upper) − wanted)²] for L of Laplace's distribution with this scale b, and
// lower ≤ centre ≤ upper. With d = centre − wanted, and a and h the distances from the centre to the lower
// and upper end, integrating (d + t)²·e^(−|t|/b)/2b between the ends and adding both tails gives
//   d² + 2b² − b·(d + h + b)·e^(−h/b) − b·(a − d + b)·e^(−a/b).
inline double clamped_laplace_square(double centre, double scale, double lower, double upper, double wanted) {
  const double off = centre - wanted, below = centre - lower, above = upper - centre;
  return off * off + 2.0 * scale * scale - scale * (off + above + scale) * std::exp(-above / scale) -
         scale * (below - off + scale) * std::exp(-below / scale);
}

}  // namespace sfumato::testing
