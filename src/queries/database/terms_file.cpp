// An unknown key may be a promise that this program does not keep. So such a file is refused, and a file of
// another version too.
#include "queries/database/terms_file.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "io/toml.hpp"
#include "io/utf8.hpp"

namespace sfumato::queries {
namespace {

constexpr std::int64_t version = 1;
const std::vector<std::string_view> common_keys = {"version", "protection", "neighbours", "micro-epsilon",
                                                   "recipe"};
constexpr std::string_view heading =
    "# How this database is protected. Written once by sfumato; do not change it: the guarantees would no "
    "longer hold.\n\n";

[[noreturn]] void wrong(const std::string& source, const std::string& what) {
  bad_input(source + ": " + what, "restore the database from a backup");
}

const Value& required(const Value& document, std::string_view key, const std::string& source) {
  const Value* value = document.find(key);
  if (value == nullptr) wrong(source, std::string(key) + " is missing");
  return *value;
}

// The index in a list of words.
std::size_t choice(const Value& document, std::string_view key, const std::vector<std::string>& words,
                   const std::string& source) {
  const Value& value = required(document, key, source);
  const auto found = value.is_text() ? std::find(words.begin(), words.end(), value.as_text()) : words.end();
  if (found == words.end()) wrong(source, std::string(key) + " has an unknown value");
  return static_cast<std::size_t>(found - words.begin());
}

std::vector<std::string> relations() {
  for (const ParamInfo& info : param_list<NoiseTerms>().infos()) {
    if (info.name == "neighbours") return info.choices;
  }
  return {};
}

// Does the file have the terms of this protection under their own names?
bool has_own_keys(Protection protection) {
  return protection == Protection::restrict || protection == Protection::camouflage;
}

std::int64_t integer_value(const Value& document, std::string_view key, const std::string& source) {
  const Value& value = required(document, key, source);
  if (!value.is_integer() || value.as_integer() < 0) {
    wrong(source, std::string(key) + " must be an integer, 0 or more");
  }
  return value.as_integer();
}

// Only keys of the protection are allowed.
void check_keys(const Value& document, Protection protection, const std::string& source) {
  for (const auto& [key, value] : document.as_object()) {
    const bool common = std::find(common_keys.begin(), common_keys.end(), key) != common_keys.end();
    if (!common && !(has_own_keys(protection) && owner_of_term(key) == protection)) {
      wrong(source, "unknown key '" + io::shown(key) + "'");
    }
  }
}

// Each parameter is required, unless it has no default.
template <class Terms>
Terms own_terms(const Value& document, const std::string& source) {
  const std::vector<ParamInfo> infos = param_list<Terms>().infos();
  ParamValues given;
  for (const ParamInfo& info : infos) {
    if (info.initial.is_null() && document.find(info.name) == nullptr) continue;
    given.emplace_back(info.name, required(document, info.name, source));
  }
  try {
    return param_list<Terms>().bind(resolve_params(infos, given, source));
  } catch (const Error& error) {
    wrong(source, error.message);
  }
}

}  // namespace

Value terms_document(const DatabaseTerms& terms) {
  Value document = Value::object();
  document.set("version", version)
      .set("protection", protection_name(terms.protection))
      .set("neighbours", relations()[static_cast<std::size_t>(terms.neighbours)])
      .set("micro-epsilon", terms.budget)
      .set("recipe", terms.recipe);
  if (terms.protection == Protection::restrict) {
    document.set("least", terms.restriction.least);
    if (terms.restriction.overlap) document.set("overlap", *terms.restriction.overlap);
  }
  if (terms.protection == Protection::camouflage) {
    document.set("vectors", terms.camouflage.vectors)
        .set("width", terms.camouflage.width)
        .set("beyond", terms.camouflage.beyond);
  }
  return document;
}

std::string terms_text(const DatabaseTerms& terms) {
  return std::string(heading) + io::toml_text(terms_document(terms));
}

DatabaseTerms parse_terms(std::string_view text, const std::string& source) {
  return read_terms(io::parse_toml(text, source), source);
}

DatabaseTerms read_terms(const Value& document, const std::string& source) {
  const std::int64_t found = integer_value(document, "version", source);
  if (found != version) {
    bad_input(source + ": version " + std::to_string(found) + " of a database is not supported",
              "use the version of sfumato that created it, or create it again");
  }
  DatabaseTerms terms;
  terms.protection = static_cast<Protection>(choice(document, "protection", protection_names(), source));
  check_keys(document, terms.protection, source);
  terms.neighbours = static_cast<Neighbours>(choice(document, "neighbours", relations(), source));
  terms.budget = integer_value(document, "micro-epsilon", source);
  const Value& recipe = required(document, "recipe", source);
  if (!recipe.is_text()) wrong(source, "recipe must be a text");
  terms.recipe = recipe.as_text();
  if (terms.protection == Protection::restrict) {
    terms.restriction = own_terms<RestrictionTerms>(document, source);
  }
  if (terms.protection == Protection::camouflage) {
    terms.camouflage = own_terms<CamouflageTerms>(document, source);
    if (!(terms.camouflage.width > 0)) wrong(source, "width must be a number above 0, up to 1");
  }
  return terms;
}

}  // namespace sfumato::queries
