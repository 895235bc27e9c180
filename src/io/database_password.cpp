// The one place where a password is remembered: it belongs to the process, as PGPASSWORD does, not to a
// request.
#include "io/database_password.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <optional>

namespace sfumato::io {
namespace {

constexpr std::array<std::string_view, 2> schemes = {"postgres://", "postgresql://"};

std::size_t start_of_address(std::string_view text) {
  for (const std::string_view scheme : schemes) {
    if (text.starts_with(scheme)) return 0;
    const std::size_t equals = text.find('=');
    if (equals != std::string_view::npos && text.starts_with("-") &&
        text.substr(equals + 1).starts_with(scheme))
      return equals + 1;
  }
  return std::string_view::npos;
}

std::string without_percents(std::string_view text) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
  };
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0) {
      result += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
      i += 2;
    } else {
      result += text[i];
    }
  }
  return result;
}

struct Split {
  std::string address;  // without passwords
  std::optional<std::string> password;
};

// The user's part ends with the last '@' before the options. libpq takes a '/' in a password for the end of
// the host, so that it must be encoded; where it is not, the password is still taken out.
Split split(std::string_view text) {
  const std::size_t from = text.find("://") + 3;
  Split result{std::string(text.substr(0, from)), std::nullopt};
  std::string_view rest = text.substr(from);
  const std::size_t at = rest.substr(0, rest.find('?')).rfind('@');
  if (at != std::string_view::npos) {
    const std::string_view user = rest.substr(0, at);
    const std::size_t colon = user.find(':');
    result.address += user.substr(0, colon);
    if (colon != std::string_view::npos) result.password = without_percents(user.substr(colon + 1));
    rest.remove_prefix(at);
  }
  const std::size_t question = std::min(rest.find('?'), rest.size());
  result.address += rest.substr(0, question);
  rest.remove_prefix(question);
  char before = '?';
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::size_t next = std::min(rest.find('&'), rest.size());
    const std::string_view option = rest.substr(0, next);
    rest.remove_prefix(next);
    if (option.starts_with("password=") || option.starts_with("sslpassword=")) {
      if (option.starts_with("password="))
        result.password = without_percents(option.substr(option.find('=') + 1));
      if (!result.password) result.password.emplace();
      continue;
    }
    result.address += before;
    result.address += option;
    before = '&';
  }
  return result;
}

// Without the options that name a table.
std::string server_address(std::string_view address) {
  const std::size_t question = std::min(address.find('?'), address.size());
  std::string result(address.substr(0, question));
  std::string_view rest = address.substr(question);
  char before = '?';
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::size_t next = std::min(rest.find('&'), rest.size());
    const std::string_view option = rest.substr(0, next);
    rest.remove_prefix(next);
    if (option.starts_with("table=") || option.starts_with("sidecar=")) continue;
    result += before;
    result += option;
    before = '&';
  }
  return result;
}

struct Kept {
  std::mutex lock;
  std::map<std::string, std::string> passwords;  // by the address of the server
};

Kept& kept() {
  static Kept all;
  return all;
}

}  // namespace

bool has_password(std::string_view text) {
  const std::size_t start = start_of_address(text);
  return start == 0 && split(text).password.has_value();
}

std::string keeping_password(const std::string& argument) {
  const std::size_t start = start_of_address(argument);
  if (start == std::string::npos) return argument;
  const Split found = split(std::string_view(argument).substr(start));
  if (!found.password) return argument;
  const std::lock_guard guard(kept().lock);
  kept().passwords[server_address(found.address)] = *found.password;
  return argument.substr(0, start) + found.address;
}

std::string kept_password(const std::string& address) {
  const std::lock_guard guard(kept().lock);
  const auto found = kept().passwords.find(server_address(address));
  return found == kept().passwords.end() ? std::string() : found->second;
}

}  // namespace sfumato::io
