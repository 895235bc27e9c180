// Logarithm, exponential and the normal distribution with the same bits on every machine. The C library
// chooses its versions by processor, and random draws must not depend on it.
#pragma once

namespace sfumato {

// Natural logarithm of a positive, finite, normal number; within 2 units in the last place.
double portable_log(double x);

// e^x for |x| <= 700; within 2 units in the last place.
double portable_exp(double x);

// The p-quantile of the standard normal distribution, 0 < p < 1, within 2 units in the last place:
// Wichura (1988), algorithm AS 241 (PPND16), Applied Statistics 37.
double normal_quantile(double p);

// The probability of a standard normal value up to x; within 1e-15: Hart (1968), Computer approximations,
// algorithm 5666, in the form of West (2005), Better approximations to cumulative normal functions, Wilmott.
double normal_probability(double x);

}  // namespace sfumato
