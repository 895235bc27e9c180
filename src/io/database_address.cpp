// Options follow the first '?', as in the addresses that libpq reads: NAME=VALUE, joined by '&', with %20 for
// a character that could be mistaken.
#include "io/database_address.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>

#include "core/error.hpp"
#include "io/database_password.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view forms =
    "write postgres://USER@HOST/DATABASE?table=NAME, sqlite:FILE?table=NAME or duckdb:FILE?table=NAME";

std::string scheme_of(std::string_view path) {
  for (const std::string_view scheme : {"postgres://", "postgresql://"}) {
    if (path.starts_with(scheme)) return "postgres";
  }
  if (path.starts_with("sqlite:")) return "sqlite";
  return path.starts_with("duckdb:") ? "duckdb" : "";
}

std::optional<int> hexadecimal(char digit) {
  if (digit >= '0' && digit <= '9') return digit - '0';
  if (digit >= 'a' && digit <= 'f') return digit - 'a' + 10;
  if (digit >= 'A' && digit <= 'F') return digit - 'A' + 10;
  return std::nullopt;
}

std::string decoded(std::string_view text, const std::string& option) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    const auto high = i + 2 < text.size() ? hexadecimal(text[i + 1]) : std::nullopt;
    const auto low = i + 2 < text.size() ? hexadecimal(text[i + 2]) : std::nullopt;
    if (!high || !low) {
      bad_input("the address of the database: '" + option + "' has a % that is not followed by two digits",
                "write %25 for the character itself");
    }
    result += static_cast<char>(*high * 16 + *low);
    i += 2;
  }
  if (first_invalid_utf8(result) != std::string::npos || result.find('\0') != std::string::npos) {
    bad_input("the address of the database: '" + option + "' is not UTF-8 text", "correct it");
  }
  return result;
}

// What must not be taken for a part of the address.
std::string encoded(std::string_view text) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string result;
  for (const char c : text) {
    if (c != '%' && c != '&' && c != '#') {
      result += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    result += {'%', digits[byte >> 4U], digits[byte & 15U]};
  }
  return result;
}

// One part of a name, up to a dot: as it is, or in double quotes, where "" is one of them.
std::string taken_part(std::string_view& text) {
  std::string part;
  if (!text.starts_with('"')) {
    const std::size_t dot = std::min(text.find('.'), text.size());
    part = text.substr(0, dot);
    text.remove_prefix(dot);
    return part;
  }
  std::size_t i = 1;
  for (; i < text.size(); ++i) {
    if (text[i] == '"' && (i + 1 == text.size() || text[i + 1] != '"')) break;
    if (text[i] == '"') ++i;
    part += text[i];
  }
  if (i >= text.size() || (i + 1 < text.size() && text[i + 1] != '.')) {
    bad_input("the address of the database: the quotes of table=" + shown(text) + " do not match",
              "write SCHEMA.NAME, or \"NAME\" where it has a dot, with \"\" for a quote in it");
  }
  text.remove_prefix(i + 1);
  return part;
}

// "schema.name", "name", "\"a.b\"". SQLite has no schemas: there a dot belongs to the name.
void take_table(const std::string& typed, DatabaseAddress& address) {
  address.schema.clear();
  if (address.system == "sqlite") {
    address.table = typed;
  } else {
    std::string_view rest = typed;
    address.table = taken_part(rest);
    if (rest.starts_with('.')) {
      rest.remove_prefix(1);
      address.schema = std::move(address.table);
      address.table = taken_part(rest);
      if (address.schema.empty())
        bad_input("the address of the database: the schema has no name", "write SCHEMA.NAME");
    }
    if (!rest.empty()) {
      bad_input("the address of the database: table=" + shown(typed) + " has more than a schema and a name",
                "write SCHEMA.NAME, or \"NAME\" in quotes where the name has a dot");
    }
  }
  if (address.table.empty()) bad_input("the address of the database names no table", std::string(forms));
}

std::string in_quotes(std::string_view name) {
  std::string result = "\"";
  for (const char c : name) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

// What take_table reads, with more at the end of the name.
std::string written_table(const DatabaseAddress& address, const std::string& more) {
  const bool plain = address.system == "sqlite" || address.table.find_first_of(".\"") == std::string::npos;
  const std::string table = address.table + more;
  return (address.schema.empty() ? "" : in_quotes(address.schema) + ".") + (plain ? table : in_quotes(table));
}

// As part of a file name.
std::string file_name_part(std::string_view name) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string result;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '_' || c == '-' || c == '.' || c == ' ' || byte >= 0x80;
    if (plain) {
      result += c;
    } else {
      result += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return result;
}

// "host.database" of a server's address; a socket, or no host, is "localhost".
std::string server_name(std::string_view location) {
  location.remove_prefix(location.find("://") + 3);
  const std::size_t question = std::min(location.find('?'), location.size());
  std::string_view place = location.substr(0, question), options = location.substr(question);
  const std::size_t slash = std::min(place.find('/'), place.size());
  std::string_view host = place.substr(0, slash);
  if (const std::size_t at = host.rfind('@'); at != std::string_view::npos) host.remove_prefix(at + 1);
  const std::string_view database = slash < place.size() ? place.substr(slash + 1) : "";
  for (const std::string_view key : {"?host=", "&host="}) {
    const std::size_t found = options.find(key);
    if (found == std::string_view::npos) continue;
    host = options.substr(found + key.size());
    host = host.substr(0, host.find('&'));
  }
  const bool local =
      host.empty() || host.starts_with('/') || host.starts_with("%2F") || host.starts_with("%2f");
  std::string name = local ? "localhost" : file_name_part(host);
  if (!database.empty()) name += "." + file_name_part(database);
  return name;
}

std::string default_sidecar(const DatabaseAddress& address) {
  const std::string before = address.is_file() ? address.location : server_name(address.location);
  const std::string schema = address.schema.empty() ? "" : file_name_part(address.schema) + ".";
  return before + "." + schema + file_name_part(address.table) + ".toml";
}

// The parts of an address before its options are understood.
struct Option {
  std::string name, value;  // still encoded
  bool with_value = true;   // an equals sign follows the name
};
struct Parts {
  std::string before;  // up to the '?'
  std::vector<Option> options;
};

Parts parts_of(std::string_view path) {
  const std::size_t question = std::min(path.find('?'), path.size());
  Parts parts{std::string(path.substr(0, question)), {}};
  std::string_view rest = question < path.size() ? path.substr(question + 1) : "";
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view option = rest.substr(0, end);
    const std::size_t equals = std::min(option.find('='), option.size());
    const bool with_value = equals < option.size();
    if (!option.empty()) {
      parts.options.push_back({std::string(option.substr(0, equals)),
                               std::string(with_value ? option.substr(equals + 1) : std::string_view()),
                               with_value});
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return parts;
}

std::string joined(const Parts& parts) {
  std::string text = parts.before;
  char before = '?';
  for (const Option& option : parts.options) {
    text += before + option.name + (option.with_value || !option.value.empty() ? "=" : "") + option.value;
    before = '&';
  }
  return text;
}

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) ||
         fs::absolute(a).lexically_normal() == fs::absolute(b).lexically_normal();
}

std::string lower_case(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

}  // namespace

std::string DatabaseAddress::name() const { return schema.empty() ? table : schema + "." + table; }

bool is_database(std::string_view path) { return !scheme_of(path).empty(); }

DatabaseAddress database_address(const std::string& path) {
  if (has_password(path)) {
    bad_input("the address of the database has a password, which must not be kept in a document",
              "keep it in ~/.pgpass or PGPASSWORD, and write the address without it");
  }
  DatabaseAddress address{
      .system = scheme_of(path), .location = {}, .schema = {}, .table = {}, .sidecar = {}, .text = path};
  Parts parts = parts_of(path), rest{parts.before, {}};
  for (const auto& option : parts.options) {
    if (option.name == "table") {
      take_table(decoded(option.value, "table"), address);
    } else if (option.name == "sidecar") {
      address.sidecar = decoded(option.value, "sidecar");
    } else if (!address.is_file()) {
      rest.options.push_back(option);  // libpq's own
    } else {
      bad_input("the address of the database has an unknown option '" + shown(option.name) + "'",
                "options are table and sidecar, as in sqlite:FILE?table=NAME");
    }
  }
  if (address.table.empty()) bad_input("'" + shown(path) + "' names no table", std::string(forms));
  address.location = address.is_file() ? parts.before.substr(parts.before.find(':') + 1) : joined(rest);
  if (address.location.empty()) bad_input("'" + shown(path) + "' names no file", std::string(forms));
  if (address.sidecar.empty()) address.sidecar = default_sidecar(address);
  return address;
}

std::string file_of_path(const std::string& path) {
  if (!is_database(path)) return path;
  const Parts parts = parts_of(path);
  return scheme_of(path) == "postgres" ? "" : parts.before.substr(parts.before.find(':') + 1);
}

bool is_same_table(const std::string& path, const std::string& other) {
  if (!is_database(path) || !is_database(other)) return false;
  const DatabaseAddress a = database_address(path), b = database_address(other);
  if (a.system != b.system) return false;
  if (!a.is_file()) {
    return a.location == b.location && a.table == b.table &&
           (a.schema == b.schema || a.schema.empty() || b.schema.empty());
  }
  const auto schema = [](const DatabaseAddress& one) {
    return one.schema.empty() ? "main" : lower_case(one.schema);
  };
  return is_same_file(a.location, b.location) && lower_case(a.table) == lower_case(b.table) &&
         schema(a) == schema(b);
}

std::string address_of_copy(const std::string& path, std::size_t copy) {
  const DatabaseAddress address = database_address(path);
  Parts parts = parts_of(path);
  const std::string number = "-" + std::to_string(copy);
  for (auto& [name, value, with_value] : parts.options) {
    if (name == "table") {
      value = encoded(written_table(address, number));
    } else if (name == "sidecar" && !value.empty()) {
      std::string file = decoded(value, name);
      file.insert(file.size() - (file.ends_with(".toml") ? 5 : 0), number);
      value = encoded(file);
    }
  }
  return joined(parts);
}

std::string path_from(const std::string& folder, const std::string& path) {
  if (!is_database(path)) return (fs::path(folder) / path).string();
  Parts parts = parts_of(path);
  if (scheme_of(path) != "postgres") {
    const std::size_t colon = parts.before.find(':') + 1;
    parts.before = parts.before.substr(0, colon) + (fs::path(folder) / parts.before.substr(colon)).string();
  }
  for (auto& [name, value, with_value] : parts.options) {
    if (name == "sidecar") value = encoded((fs::path(folder) / decoded(value, name)).string());
  }
  return joined(parts);
}

}  // namespace sfumato::io
