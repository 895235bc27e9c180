// How a database protects its records: fixed when it is created, and stored in it. The parameters of each
// protection are described here; options, checks and the reader of terms.toml use these descriptions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/params.hpp"
#include "queries/mechanism.hpp"

namespace sfumato::queries {

enum class Protection : std::uint8_t { dp, input, restrict, camouflage };
// "dp", "input", "restrict", "camouflage".
const char* protection_name(Protection protection);

// Of dp.
struct NoiseTerms {
  std::optional<double> budget = std::nullopt;  // ε of all answers together
  Neighbours neighbours = Neighbours::replace;
  static void params(ParamList<NoiseTerms>& list);
};

// Of input.
struct MaskingTerms {
  std::string recipe = {};
  static void params(ParamList<MaskingTerms>& list);
};

struct RestrictionTerms {
  std::int64_t least = 5;  // k, 1 to `max_least`
  std::optional<std::int64_t> overlap = std::nullopt;
  static void params(ParamList<RestrictionTerms>& list);
};
inline constexpr std::int64_t max_least = 100;

struct CamouflageTerms {
  std::int64_t vectors = 5;  // k, from 3 to 16
  double width = 0.1;  // u − l as a share of the domain's width, above 0 up to 1; never less than 2 units
  // False: intervals stay inside the domain. Near a bound they are narrower, and a value at a bound is
  // refused, because it cannot be in the interior of an interval. True: they keep their width and may exceed
  // the domain. An attacker who knows the domain can then narrow all records by those that exceed it.
  bool beyond = false;
  static void params(ParamList<CamouflageTerms>& list);
};

// Only the members of the protection are used.
struct DatabaseTerms {
  Protection protection = Protection::dp;
  std::int64_t budget = 0;  // micro-ε
  Neighbours neighbours = Neighbours::replace;
  std::string recipe = {};  // masks the records at import; empty: no masking
  RestrictionTerms restriction = {};
  CamouflageTerms camouflage = {};
};

struct ProtectionInfo {
  Protection protection = Protection::dp;
  std::string name;
  std::string doc;
  std::vector<ParamInfo> params;
};
// In the order of the enumeration.
const std::vector<ProtectionInfo>& protections();
std::vector<std::string> protection_names();
// An unknown name is an error that lists the names.
Protection protection_of(std::string_view name);

// The parameters of all protections, and the protection that one belongs to.
std::vector<ParamInfo> term_params();
std::optional<Protection> owner_of_term(std::string_view name);

// Terms from parameters by name, all checked. Errors: a parameter of another protection, a missing budget of
// dp, a missing recipe of input.
DatabaseTerms terms_of(Protection protection, const ParamValues& given);

// "0.000001" to "1000", in millionths; more than six decimals are an error that names the parameter.
std::int64_t micro_epsilon(double epsilon, const std::string& parameter);
// The same for a quota, which can also be 0: a user who may not spend anything.
std::int64_t quota_micro_epsilon(double epsilon, const std::string& parameter);

}  // namespace sfumato::queries
