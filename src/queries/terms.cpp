#include "queries/terms.hpp"

#include <algorithm>

#include "core/column_choice.hpp"
#include "core/error.hpp"
#include "core/micro_epsilon.hpp"

namespace sfumato::queries {
namespace {

constexpr double min_epsilon = 0.000001, max_epsilon = 1000;
constexpr double max_overlap = 1'000'000'000;

template <class Terms>
ProtectionInfo described(Protection protection, std::string name, std::string doc) {
  return {protection, std::move(name), std::move(doc), param_list<Terms>().infos()};
}

template <class Terms>
Terms bound(const ProtectionInfo& own, const ParamValues& given) {
  return param_list<Terms>().bind(resolve_params(own.params, given, "the protection " + own.name));
}

void require_own(const ProtectionInfo& own, const ParamValues& given) {
  for (const auto& [name, value] : given) {
    const std::optional<Protection> owner = owner_of_term(name);
    if (!owner || *owner == own.protection) continue;
    bad_input("'" + name + "' is for the protection " + protection_name(*owner) + ", not for " + own.name,
              "leave it out, or choose the other protection");
  }
}

}  // namespace

void NoiseTerms::params(ParamList<NoiseTerms>& list) {
  list.number("budget", &NoiseTerms::budget)
      .range(min_epsilon, max_epsilon)
      .unit("ε")
      .doc("Maximum cost of all answers together, with up to six decimals.");
  list.choice("neighbours", &NoiseTerms::neighbours,
              {{"replace", Neighbours::replace}, {"add-remove", Neighbours::add_remove}})
      .doc(
          "Neighbouring databases: one unit is replaced (the number of units is public), or added or "
          "removed.");
}

void MaskingTerms::params(ParamList<MaskingTerms>& list) {
  list.text("recipe", &MaskingTerms::recipe).doc("The recipe that masks the records at import, as TOML.");
}

void RestrictionTerms::params(ParamList<RestrictionTerms>& list) {
  list.integer("least", &RestrictionTerms::least)
      .range(1, static_cast<double>(max_least))
      .unit("records")
      .doc("Sums of fewer records than this cannot be derived.");
  list.integer("overlap", &RestrictionTerms::overlap)
      .range(0, max_overlap)
      .unit("records")
      .doc("Maximum overlap of two query sets of a column; no limit unless given.");
}

void CamouflageTerms::params(ParamList<CamouflageTerms>& list) {
  list.integer("vectors", &CamouflageTerms::vectors)
      .range(3, 16)
      .doc("Number of secret vectors around the true one.");
  list.number("width", &CamouflageTerms::width)
      .range(0, 1)
      .unit("of the domain")
      .doc("Width of each value's interval; above 0.");
  list.flag("beyond", &CamouflageTerms::beyond)
      .doc("Intervals keep their width near a bound of the domain, and may exceed it.");
}

const std::vector<ProtectionInfo>& protections() {
  static const std::vector<ProtectionInfo> all{
      described<NoiseTerms>(Protection::dp, "dp", "noisy, and cost ε"),
      described<MaskingTerms>(Protection::input, "input", "from masked records"),
      described<RestrictionTerms>(Protection::restrict, "restrict",
                                  "exact, to questions that disclose no record"),
      described<CamouflageTerms>(Protection::camouflage, "camouflage",
                                 "intervals that contain the true figure with certainty")};
  return all;
}

const char* protection_name(Protection protection) {
  return protections()[static_cast<std::size_t>(protection)].name.c_str();
}

std::vector<std::string> protection_names() {
  std::vector<std::string> names;
  for (const ProtectionInfo& one : protections()) names.push_back(one.name);
  return names;
}

Protection protection_of(std::string_view name) {
  for (const ProtectionInfo& one : protections()) {
    if (one.name == name) return one.protection;
  }
  bad_input("there is no protection '" + std::string(name) + "'",
            "it is one of " + enumerated(protection_names()));
}

std::vector<ParamInfo> term_params() {
  std::vector<ParamInfo> all;
  for (const ProtectionInfo& one : protections()) all.insert(all.end(), one.params.begin(), one.params.end());
  return all;
}

std::optional<Protection> owner_of_term(std::string_view name) {
  for (const ProtectionInfo& one : protections()) {
    if (std::any_of(one.params.begin(), one.params.end(),
                    [&](const ParamInfo& info) { return info.name == name; })) {
      return one.protection;
    }
  }
  return std::nullopt;
}

DatabaseTerms terms_of(Protection protection, const ParamValues& given) {
  const ProtectionInfo& own = protections()[static_cast<std::size_t>(protection)];
  require_own(own, given);
  DatabaseTerms result;
  result.protection = protection;
  switch (protection) {
    case Protection::dp: {
      const auto terms = bound<NoiseTerms>(own, given);
      if (!terms.budget) {
        bad_input("the protection dp needs a budget",
                  "give ‹budget›, the maximum cost of all answers together");
      }
      result.budget = micro_epsilon(*terms.budget, "budget");
      result.neighbours = terms.neighbours;
      break;
    }
    case Protection::input:
      result.recipe = bound<MaskingTerms>(own, given).recipe;
      if (result.recipe.empty()) {
        bad_input("the protection input needs a recipe that masks the records", "give ‹recipe›");
      }
      break;
    case Protection::restrict:
      result.restriction = bound<RestrictionTerms>(own, given);
      break;
    case Protection::camouflage:
      result.camouflage = bound<CamouflageTerms>(own, given);
      if (!(result.camouflage.width > 0)) {
        bad_input("parameter 'width' cannot be 0", "choose a number above 0, up to 1");
      }
      break;
  }
  return result;
}

std::int64_t quota_micro_epsilon(double epsilon, const std::string& parameter) {
  return epsilon == 0.0 ? 0 : micro_epsilon(epsilon, parameter);
}

// At most six decimals: then the division gives exactly that number.
std::int64_t micro_epsilon(double epsilon, const std::string& parameter) {
  const std::string hint = "write a number from 0.000001 to 1000, with up to six decimals";
  if (!(epsilon >= min_epsilon && epsilon <= max_epsilon)) {
    bad_input("'" + parameter + "' is out of range", hint);
  }
  const std::optional<std::int64_t> micro = exact_micro_epsilon(epsilon);
  if (!micro) bad_input("'" + parameter + "' has more than six decimals", hint);
  return *micro;
}

}  // namespace sfumato::queries
