// TOML: the text of a parsed document must parse to the same document. Members are compared without
// their order, because a table's plain members are written before its tables.
#include "io/toml.hpp"

#include <algorithm>
#include <cmath>

#include "target.hpp"

namespace {

using namespace sfumato;

bool same(const Value& a, const Value& b) {
  if (a.is_double() && b.is_double()) {
    const double x = a.as_number();
    const double y = b.as_number();
    return (std::isnan(x) && std::isnan(y)) || (x == y && std::signbit(x) == std::signbit(y));
  }
  if (a.is_array() && b.is_array()) {
    return std::equal(a.as_array().begin(), a.as_array().end(), b.as_array().begin(), b.as_array().end(),
                      same);
  }
  if (a.is_object() && b.is_object()) {
    if (a.as_object().size() != b.as_object().size()) return false;
    return std::all_of(a.as_object().begin(), a.as_object().end(), [&](const auto& member) {
      const Value* other = b.find(member.first);
      return other != nullptr && same(member.second, *other);
    });
  }
  return a == b;
}

}  // namespace

FUZZ_TARGET(toml) {
  const std::string text = fuzz::text_of(data, size);
  const auto value = fuzz::accepted([&] { return io::parse_toml(text, "fuzz.toml"); });
  if (!value) return 0;
  const std::string written = io::toml_text(*value);
  std::string refusal;
  const auto again = fuzz::accepted([&] { return io::parse_toml(written, "written.toml"); }, &refusal);
  fuzz::require(again.has_value(), "our own TOML is refused: " + refusal, written);
  fuzz::require(same(*value, *again), "a document does not come back", written);
  return 0;
}
