// A marked part is BEGIN number SEPARATOR value … END. The marks are control characters, which no shown
// value has, so that a value cannot forge a mark.
#include "core/data_values.hpp"

#include <algorithm>
#include <charconv>

#include "core/shown_text.hpp"
#include "core/text_list.hpp"

namespace sfumato {
namespace {

constexpr char marks_begin = '\x02', marks_end = '\x03', marks_separator = '\x1f';

struct MarkedPart {
  std::size_t count = 0;
  std::vector<std::string> values;
};

MarkedPart marked_part(std::string_view inner) {
  MarkedPart part;
  std::size_t at = std::min(inner.find(marks_separator), inner.size());
  std::from_chars(inner.data(), inner.data() + at, part.count);
  while (at < inner.size()) {
    const std::size_t next = std::min(inner.find(marks_separator, at + 1), inner.size());
    part.values.emplace_back(inner.substr(at + 1, next - at - 1));
    at = next;
  }
  return part;
}

// At most `most` values; without any they are counted.
std::string in_words(const MarkedPart& part, std::size_t most) {
  if (most == 0) return part.count == 1 ? "a value" : std::to_string(part.count) + " values";
  std::vector<std::string> values = in_quotes(part.values);
  values.resize(std::min(values.size(), most));
  if (part.count <= values.size()) return enumerated(values);
  return joined(values) + " and " + std::to_string(part.count - values.size()) + " more";
}

// Calls plain(text) and marked(part) in order.
template <class Plain, class Marked>
void for_each_part(std::string_view text, Plain&& plain, Marked&& marked) {
  while (!text.empty()) {
    const std::size_t begin = text.find(marks_begin);
    const std::size_t end = begin == std::string_view::npos ? begin : text.find(marks_end, begin);
    if (end == std::string_view::npos) return plain(text);
    plain(text.substr(0, begin));
    marked(marked_part(text.substr(begin + 1, end - begin - 1)));
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::string data_value(std::string_view value) { return data_values({std::string(value)}); }

std::string data_values(const std::vector<std::string>& values) {
  std::string text = marks_begin + std::to_string(values.size());
  for (std::size_t i = 0; i < std::min(values.size(), most_values_named); ++i) {
    text += marks_separator;
    text += shown(values[i]);
  }
  return text += marks_end;
}

std::string with_values(std::string_view text, DataValues how) {
  std::string result;
  std::size_t left = how == DataValues::shown ? most_values_named : 0;
  for_each_part(
      text, [&](std::string_view plain) { result += plain; },
      [&](const MarkedPart& part) {
        result += in_words(part, left);
        left -= std::min(left, part.values.size());
      });
  return result;
}

std::vector<std::string> marked_values(std::string_view text) {
  std::vector<std::string> result;
  for_each_part(
      text, [](std::string_view) {},
      [&](const MarkedPart& part) { result.insert(result.end(), part.values.begin(), part.values.end()); });
  return result;
}

std::string after_values(std::string text, std::string_view addition) {
  if (const std::size_t end = text.find(marks_end); end != std::string::npos) text.insert(end + 1, addition);
  return text;
}

}  // namespace sfumato
