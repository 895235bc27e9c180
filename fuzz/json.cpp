// JSON: the text of a parsed document must parse to the same document. Numbers are compared by value,
// because JSON has one kind of them and a whole double is written without its point.
#include "io/json.hpp"

#include "target.hpp"

namespace {

using namespace sfumato;

bool same(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) return a.as_number() == b.as_number();
  if (a.is_array() && b.is_array()) {
    if (a.as_array().size() != b.as_array().size()) return false;
    for (std::size_t i = 0; i < a.as_array().size(); ++i) {
      if (!same(a.as_array()[i], b.as_array()[i])) return false;
    }
    return true;
  }
  if (a.is_object() && b.is_object()) {
    if (a.as_object().size() != b.as_object().size()) return false;
    for (std::size_t i = 0; i < a.as_object().size(); ++i) {
      if (a.as_object()[i].first != b.as_object()[i].first) return false;
      if (!same(a.as_object()[i].second, b.as_object()[i].second)) return false;
    }
    return true;
  }
  return a == b;
}

}  // namespace

FUZZ_TARGET(json) {
  const std::string text = fuzz::text_of(data, size);
  const auto value = fuzz::accepted([&] { return io::parse_json(text, "fuzz.json"); });
  if (!value) return 0;
  const std::string written = io::json_text(*value);
  const auto again = fuzz::accepted([&] { return io::parse_json(written, "written.json"); });
  fuzz::require(again.has_value(), "our own JSON is refused", written);
  fuzz::require(same(*value, *again), "a document does not come back", written);
  fuzz::require(io::json_text(*again) == written, "the text of a document changes", written);
  return 0;
}
