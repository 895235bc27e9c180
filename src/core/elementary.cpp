// Elementary functions from additions, multiplications, divisions and square roots alone, each of
// which IEEE 754 rounds the same way everywhere.
#include "core/elementary.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

namespace sfumato {
namespace {

constexpr double ln2_high = 0x1.62e42fefa3800p-1;  // ln 2 cut to 42 bits: k·ln2_high is exact
constexpr double ln2_low = 0x1.ef35793c76730p-45;

template <std::size_t N>
double polynomial(const std::array<double, N>& coefficients, double x) {
  double value = coefficients[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) value = value * x + coefficients[i];
  return value;
}

// PPND16: |p − ½| ≤ 0.425, then tails in r = √(−ln p) up to 5, then beyond.
constexpr std::array<double, 8> centre_top{
    3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
    4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3};
constexpr std::array<double, 8> centre_bottom{1.0,
                                              4.2313330701600911252e1,
                                              6.8718700749205790830e2,
                                              5.3941960214247511077e3,
                                              2.1213794301586595867e4,
                                              3.9307895800092710610e4,
                                              2.8729085735721942674e4,
                                              5.2264952788528545610e3};
constexpr std::array<double, 8> middle_top{1.42343711074968357734e0,  4.63033784615654529590e0,
                                           5.76949722146069140550e0,  3.64784832476320460504e0,
                                           1.27045825245236838258e0,  2.41780725177450611770e-1,
                                           2.27238449892691845833e-2, 7.74545014278341407640e-4};
constexpr std::array<double, 8> middle_bottom{1.0,
                                              2.05319162663775882187e0,
                                              1.67638483018380384940e0,
                                              6.89767334985100004550e-1,
                                              1.48103976427480074590e-1,
                                              1.51986665636164571966e-2,
                                              5.47593808499534494600e-4,
                                              1.05075007164441684324e-9};
constexpr std::array<double, 8> far_top{6.65790464350110377720e0,  5.46378491116411436990e0,
                                        1.78482653991729133580e0,  2.96560571828504891230e-1,
                                        2.65321895265761230930e-2, 1.24266094738807843860e-3,
                                        2.71155556874348757815e-5, 2.01033439929228813265e-7};
constexpr std::array<double, 8> far_bottom{1.0,
                                           5.99832206555887937690e-1,
                                           1.36929880922735805310e-1,
                                           1.48753612908506148525e-2,
                                           7.86869131145613259100e-4,
                                           1.84631831751005468180e-5,
                                           1.42151175831644588870e-7,
                                           2.04426310338993978564e-15};

// Hart's rational approximation of e^(x²/2)·Φ(−x) for 0 ≤ x < 5√2, by ascending powers.
constexpr std::array<double, 7> tail_top{220.206867912376,   221.213596169931, 112.079291497871,
                                         33.912866078383,    6.37396220353165, 0.700383064443688,
                                         3.52624965998911e-2};
constexpr std::array<double, 8> tail_bottom{440.413735824752, 793.826512519948,   637.333633378831,
                                            296.564248779674, 86.7807322029461,   16.064177579207,
                                            1.75566716318264, 8.83883476483184e-2};

}  // namespace

double portable_log(double x) {
  // x = 2^k·m with √½ ≤ m < √2, and ln m = 2·artanh(s) = 2(s + s³/3 + s⁵/5 + …), |s| < 0.1716.
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double mantissa = std::bit_cast<double>((bits & 0xfffffffffffffULL) | 0x3ff0000000000000ULL);
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5;
    ++exponent;
  }
  constexpr std::array<double, 10> odd_reciprocals{1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11,
                                                   1.0 / 13, 1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21};
  const double f = mantissa - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;
  const double series = z * polynomial(odd_reciprocals, z);  // artanh(s)/s − 1
  // ln m = 2s + 2s·series with 2s = f − s·f, so that the large part f is exact.
  const double k = exponent;
  return k * ln2_high + (f - (s * (f - 2.0 * series) - k * ln2_low));
}

double portable_exp(double x) {
  // x = k·ln 2 + r with |r| ≤ 0.347; the Taylor series to r¹⁴ is exact to the last place.
  const double k = std::nearbyint(x * 1.4426950408889634);
  const double r = (x - k * ln2_high) - k * ln2_low;
  double term = 1.0;
  std::array<double, 15> terms{};
  for (std::size_t i = 0; i < terms.size(); ++i) {
    terms[i] = term;
    term *= r / static_cast<double>(i + 1);
  }
  double sum = 0.0;
  for (std::size_t i = terms.size(); i-- > 0;) sum += terms[i];
  return std::ldexp(sum, static_cast<int>(k));
}

double normal_quantile(double p) {
  const double q = p - 0.5;
  if (std::fabs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(centre_top, r) / polynomial(centre_bottom, r);
  }
  const double tail = q < 0.0 ? p : 1.0 - p;
  const double r = std::sqrt(-portable_log(tail));
  const double size = r <= 5.0 ? polynomial(middle_top, r - 1.6) / polynomial(middle_bottom, r - 1.6)
                               : polynomial(far_top, r - 5.0) / polynomial(far_bottom, r - 5.0);
  return q < 0.0 ? -size : size;
}

double normal_probability(double x) {
  const double size = std::fabs(x);
  double tail = 0.0;  // Φ(−|x|)
  if (size < 7.07106781186547) {
    tail = portable_exp(-0.5 * size * size) * polynomial(tail_top, size) / polynomial(tail_bottom, size);
  } else if (size < 37.0) {
    const double fraction = size + 1.0 / (size + 2.0 / (size + 3.0 / (size + 4.0 / (size + 0.65))));
    tail = portable_exp(-0.5 * size * size) / (fraction * 2.506628274631);  // √(2π)
  }
  return x > 0.0 ? 1.0 - tail : tail;
}

}  // namespace sfumato
