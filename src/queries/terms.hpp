// How a database protects its records: fixed when it is made, and kept in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "queries/mechanism.hpp"

namespace sfumato::queries {

enum class Protection : std::uint8_t { dp, input, restrict, camouflage };
// "dp", "input", "restrict", "camouflage".
const char* protection_name(Protection protection);

struct RestrictionTerms {
  std::int64_t least = 5;  // k, 1 to `largest_least`
  std::optional<std::int64_t> overlap = std::nullopt;
};
inline constexpr std::int64_t largest_least = 100;

struct CamouflageTerms {
  int vectors = 5;     // k, from 3 to 16
  double width = 0.1;  // u − l as a share of the domain's width, above 0 up to 1; never less than 2 units
  // Without it, intervals stay inside the domain: close to an end they are narrower, and a value at the very
  // end is refused, for nothing can be strictly around it. With it they keep their width and may reach past
  // the domain: whoever takes the domain for granted can then narrow all records by those that do.
  bool beyond = false;
};

// Only what belongs to the protection counts.
struct DatabaseTerms {
  Protection protection = Protection::dp;
  std::int64_t budget = 0;  // micro-ε
  Neighbours neighbours = Neighbours::replace;
  std::string recipe = {};  // what the records were masked with before they came in; empty: they were not
  RestrictionTerms restriction = {};
  CamouflageTerms camouflage = {};
};

}  // namespace sfumato::queries
