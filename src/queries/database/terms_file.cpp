// A key that is not known may stand for a promise that this program does not keep, so such a file is
// refused, and so is one of another version.
#include "queries/database/terms_file.hpp"

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "io/toml.hpp"
#include "io/utf8.hpp"

namespace sfumato::queries {
namespace {

constexpr std::int64_t version = 1;
constexpr std::array<const char*, 4> protections = {"dp", "input", "restrict", "camouflage"};
constexpr std::array<const char*, 2> relations = {"replace", "add-remove"};
const std::vector<std::string_view> common_keys = {"version", "protection", "neighbours", "micro-epsilon",
                                                   "recipe"};
const std::vector<std::string_view> restriction_keys = {"least", "overlap"};
const std::vector<std::string_view> camouflage_keys = {"vectors", "width", "beyond"};
constexpr std::string_view heading =
    "# How this database is protected. sfumato wrote it once; to change it makes what was promised a "
    "lie.\n\n";

[[noreturn]] void wrong(const std::string& source, const std::string& what) {
  bad_input(source + ": " + what, "restore the database from a copy");
}

const Value& required(const Value& document, std::string_view key, const std::string& source) {
  const Value* value = document.find(key);
  if (value == nullptr) wrong(source, std::string(key) + " is missing");
  return *value;
}

template <std::size_t Count>
std::size_t choice(const Value& document, std::string_view key, const std::array<const char*, Count>& words,
                   const std::string& source) {
  const Value& value = required(document, key, source);
  const auto* found = value.is_text() ? std::find(words.begin(), words.end(), value.as_text()) : words.end();
  if (found == words.end()) wrong(source, std::string(key) + " is none that is known");
  return static_cast<std::size_t>(found - words.begin());
}

std::int64_t whole(const Value& document, std::string_view key, const std::string& source) {
  const Value& value = required(document, key, source);
  if (!value.is_integer() || value.as_integer() < 0) {
    wrong(source, std::string(key) + " must be a whole number, 0 or more");
  }
  return value.as_integer();
}

// Of the protection alone; whatever else is in the file is refused.
void check_keys(const Value& document, Protection protection, const std::string& source) {
  const auto has = [](const std::vector<std::string_view>& keys, const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  for (const auto& [key, value] : document.as_object()) {
    const bool known = has(common_keys, key) ||
                       (protection == Protection::restrict && has(restriction_keys, key)) ||
                       (protection == Protection::camouflage && has(camouflage_keys, key));
    if (!known) wrong(source, "unknown key '" + io::shown(key) + "'");
  }
}

RestrictionTerms restriction_of(const Value& document, const std::string& source) {
  RestrictionTerms terms;
  terms.least = whole(document, "least", source);
  if (terms.least < 1 || terms.least > largest_least) wrong(source, "least is out of range");
  if (document.find("overlap") != nullptr) terms.overlap = whole(document, "overlap", source);
  return terms;
}

CamouflageTerms camouflage_of(const Value& document, const std::string& source) {
  CamouflageTerms terms;
  const std::int64_t vectors = whole(document, "vectors", source);
  const Value &width = required(document, "width", source), &beyond = required(document, "beyond", source);
  if (vectors < 3 || vectors > 16) wrong(source, "vectors is out of range");
  if (!width.is_number() || !(width.as_number() > 0 && width.as_number() <= 1)) {
    wrong(source, "width must be a number above 0, up to 1");
  }
  if (!beyond.is_bool()) wrong(source, "beyond must be true or false");
  terms.vectors = static_cast<int>(vectors);
  terms.width = width.as_number();
  terms.beyond = beyond.as_bool();
  return terms;
}

}  // namespace

const char* protection_name(Protection protection) {
  return protections[static_cast<std::size_t>(protection)];
}

std::string terms_text(const DatabaseTerms& terms) {
  Value document = Value::object();
  document.set("version", version)
      .set("protection", protections[static_cast<std::size_t>(terms.protection)])
      .set("neighbours", relations[static_cast<std::size_t>(terms.neighbours)])
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
  return std::string(heading) + io::toml_text(document);
}

DatabaseTerms parse_terms(std::string_view text, const std::string& source) {
  const Value document = io::parse_toml(text, source);
  const std::int64_t found = whole(document, "version", source);
  if (found != version) {
    bad_input(source + ": version " + std::to_string(found) + " of a database is not known here",
              "use the sfumato that made it, or make it again");
  }
  DatabaseTerms terms;
  terms.protection = static_cast<Protection>(choice(document, "protection", protections, source));
  check_keys(document, terms.protection, source);
  terms.neighbours = static_cast<Neighbours>(choice(document, "neighbours", relations, source));
  terms.budget = whole(document, "micro-epsilon", source);
  const Value& recipe = required(document, "recipe", source);
  if (!recipe.is_text()) wrong(source, "recipe must be a text");
  terms.recipe = recipe.as_text();
  if (terms.protection == Protection::restrict) terms.restriction = restriction_of(document, source);
  if (terms.protection == Protection::camouflage) terms.camouflage = camouflage_of(document, source);
  return terms;
}

}  // namespace sfumato::queries
