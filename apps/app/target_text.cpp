#include "app/target_text.hpp"

#include <algorithm>
#include <charconv>

#include "core/error.hpp"
#include "io/utf8.hpp"

namespace sfumato::app {
namespace {

int hexadecimal_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

bool stands_as_it_is(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '.' ||
         c == '_' || c == '~';
}

}  // namespace

std::optional<std::string> percent_decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hexadecimal_digit(text[i + 1]), low = hexadecimal_digit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    result += static_cast<char>(high * 16 + low);
    i += 2;
  }
  const bool control = std::any_of(result.begin(), result.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
  });
  if (control || io::first_invalid_utf8(result) != std::string_view::npos) return std::nullopt;
  return result;
}

std::string percent_encoded(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    if (stands_as_it_is(c)) {
      result += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    result += '%';
    result += digits[byte >> 4U];
    result += digits[byte & 15U];
  }
  return result;
}

std::optional<std::vector<std::string>> path_parts(std::string_view path) {
  std::vector<std::string> parts;
  if (path.empty() || path.front() != '/') return std::nullopt;
  path.remove_prefix(1);
  while (true) {
    const std::size_t slash = std::min(path.find('/'), path.size());
    std::optional<std::string> part = percent_decoded(path.substr(0, slash));
    if (!part) return std::nullopt;
    parts.push_back(*std::move(part));
    if (slash == path.size()) return parts;
    path.remove_prefix(slash + 1);
  }
}

TargetParameters::TargetParameters(std::string_view text, const std::vector<std::string_view>& known) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('&'), text.size());
    const std::string_view one = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = std::min(one.find('='), one.size());
    std::string value(one.substr(std::min(equals + 1, one.size())));
    std::replace(value.begin(), value.end(), '+', ' ');
    auto name = percent_decoded(one.substr(0, equals));
    auto decoded = percent_decoded(value);
    if (!name || !decoded)
      bad_input("the parameters of the address cannot be read", "encode them as in a form");
    if (std::find(known.begin(), known.end(), *name) == known.end() || find(*name) != nullptr) {
      bad_input("the parameter '" + io::shown(*name) + "' is not known here, or stands twice");
    }
    given_.emplace_back(*std::move(name), *std::move(decoded));
  }
}

const std::string* TargetParameters::find(std::string_view name) const {
  for (const auto& [known, value] : given_) {
    if (known == name) return &value;
  }
  return nullptr;
}

std::string TargetParameters::text(std::string_view name, const std::string& otherwise) const {
  const std::string* found = find(name);
  return found != nullptr ? *found : otherwise;
}

std::uint64_t TargetParameters::number(std::string_view name, std::uint64_t otherwise,
                                       std::uint64_t most) const {
  const std::string* found = find(name);
  if (found == nullptr) return otherwise;
  std::uint64_t result = 0;
  const auto [end, error] = std::from_chars(found->data(), found->data() + found->size(), result);
  if (error != std::errc{} || end != found->data() + found->size() || result > most) {
    bad_param(name, "'" + io::shown(*found) + "' cannot be '" + std::string(name) + "'",
              "a whole number from 0 to " + std::to_string(most));
  }
  return result;
}

bool TargetParameters::flag(std::string_view name) const {
  const std::string* found = find(name);
  return found != nullptr && (*found == "1" || *found == "true");
}

}  // namespace sfumato::app
