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
constexpr std::array<std::string_view, 4> protections = {"dp", "input", "restrict", "camouflage"};
constexpr std::array<std::string_view, 2> relations = {"replace", "add-remove"};
constexpr std::array<std::string_view, 5> keys = {"version", "protection", "neighbours", "micro-epsilon",
                                                  "recipe"};
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
std::size_t choice(const Value& document, std::string_view key,
                   const std::array<std::string_view, Count>& words, const std::string& source) {
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

}  // namespace

std::string terms_text(const DatabaseTerms& terms) {
  Value document = Value::object();
  document.set("version", version)
      .set("protection", protections[static_cast<std::size_t>(terms.protection)])
      .set("neighbours", relations[static_cast<std::size_t>(terms.neighbours)])
      .set("micro-epsilon", terms.budget)
      .set("recipe", terms.recipe);
  return std::string(heading) + io::toml_text(document);
}

DatabaseTerms parse_terms(std::string_view text, const std::string& source) {
  const Value document = io::parse_toml(text, source);
  const std::int64_t found = whole(document, "version", source);
  if (found != version) {
    bad_input(source + ": version " + std::to_string(found) + " of a database is not known here",
              "use the sfumato that made it, or make it again");
  }
  for (const auto& [key, value] : document.as_object()) {
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
      wrong(source, "unknown key '" + io::shown(key) + "'");
    }
  }
  DatabaseTerms terms;
  terms.protection = static_cast<Protection>(choice(document, "protection", protections, source));
  terms.neighbours = static_cast<Neighbours>(choice(document, "neighbours", relations, source));
  terms.budget = whole(document, "micro-epsilon", source);
  const Value& recipe = required(document, "recipe", source);
  if (!recipe.is_text()) wrong(source, "recipe must be a text");
  terms.recipe = recipe.as_text();
  return terms;
}

}  // namespace sfumato::queries
