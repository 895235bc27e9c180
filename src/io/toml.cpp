// TOML parsing through toml++, whose tables are turned into value trees in the order of the text;
// writing is our own, because numbers must come out in their shortest form.
#include "io/toml.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <vector>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr std::size_t deepest = 200;

// The end of the string that opens at `at`: one of "…", '…', """…""", '''…'''.
std::size_t string_end(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string_view opening = text.substr(at, 3);
  const bool multiline = opening.size() == 3 && opening[1] == quote && opening[2] == quote;
  for (std::size_t i = at + (multiline ? 3 : 1); i < text.size(); ++i) {
    if (text[i] == '\\' && quote == '"') {
      ++i;
    } else if (!multiline && (text[i] == quote || text[i] == '\n')) {
      return i + 1;
    } else if (multiline && text.substr(i, 3) == opening) {
      return i + 3;
    }
  }
  return text.size();
}

// toml++ 3.3 bounds nested values but not dotted keys, and would unwind a.a.a… by recursion.
void bound_dotted_keys(std::string_view text, const std::string& source) {
  std::size_t dots = 0;
  std::size_t line = 1;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      const std::size_t end = std::min(string_end(text, at), text.size());
      line += static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                                  text.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
      at = end;
      continue;
    }
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (c == '\n') ++line;
    if (c == '\n' || c == '=' || c == ',' || c == '{') dots = 0;
    if (c == '.' && ++dots >= deepest) {
      bad_input(source + ", line " + std::to_string(line) + ": a key of more than " +
                std::to_string(deepest) + " levels");
    }
    ++at;
  }
}

Value converted(const toml::node& node, std::size_t depth, const std::string& source);

Value converted_table(const toml::table& table, std::size_t depth, const std::string& source) {
  struct Member {
    toml::source_position position;
    std::string_view name;
    const toml::node* node;
  };
  std::vector<Member> members;
  for (const auto& [name, node] : table) members.push_back({node.source().begin, name.str(), &node});
  std::stable_sort(members.begin(), members.end(),
                   [](const Member& a, const Member& b) { return a.position < b.position; });
  Value::Object object;
  for (const Member& member : members) {
    object.emplace_back(std::string(member.name), converted(*member.node, depth + 1, source));
  }
  return object;
}

Value converted(const toml::node& node, std::size_t depth, const std::string& source) {
  if (depth > deepest) {
    bad_input(source + ", line " + std::to_string(node.source().begin.line) + ": nested more than " +
              std::to_string(deepest) + " levels deep");
  }
  if (const toml::table* table = node.as_table()) return converted_table(*table, depth, source);
  if (const toml::array* array = node.as_array()) {
    Value::Array items;
    for (const toml::node& item : *array) items.push_back(converted(item, depth + 1, source));
    return items;
  }
  if (const auto* text = node.as_string()) return Value(text->get());
  if (const auto* integer = node.as_integer()) return Value(integer->get());
  if (const auto* number = node.as_floating_point()) return Value(number->get());
  if (const auto* truth = node.as_boolean()) return Value(truth->get());
  std::ostringstream text;
  text.imbue(std::locale::classic());
  if (const auto* date = node.as_date()) text << date->get();
  if (const auto* time = node.as_time()) text << time->get();
  if (const auto* moment = node.as_date_time()) text << moment->get();
  return Value(text.str());
}

void append_quoted(std::string& out, std::string_view text) {
  constexpr char digits[] = "0123456789abcdef";
  out += '"';
  for (const char c : text) {
    const unsigned byte = static_cast<unsigned char>(c);
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (byte < 0x20 || byte == 0x7F) {
          out += {'\\', 'u', '0', '0', digits[byte >> 4U], digits[byte & 15U]};
        } else {
          out += c;
        }
    }
  }
  out += '"';
}

std::string key_text(std::string_view name) {
  const bool bare = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
  if (bare) return std::string(name);
  std::string quoted;
  append_quoted(quoted, name);
  return quoted;
}

// A double keeps a mark of being one: 3.0, never 3, which would read back as an integer.
std::string number_text(double number) {
  if (std::isnan(number)) return "nan";
  if (std::isinf(number)) return number > 0 ? "inf" : "-inf";
  std::string text = shortest(number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

// A value on one line, as it stands on the right of '='.
void append_inline(std::string& out, const Value& value) {
  if (value.is_bool()) {
    out += value.as_bool() ? "true" : "false";
  } else if (value.is_integer()) {
    out += std::to_string(value.as_integer());
  } else if (value.is_double()) {
    out += number_text(value.as_number());
  } else if (value.is_text()) {
    append_quoted(out, value.as_text());
  } else if (value.is_array()) {
    out += '[';
    bool first = true;
    for (const Value& item : value.as_array()) {
      if (item.is_null()) continue;
      if (!std::exchange(first, false)) out += ", ";
      append_inline(out, item);
    }
    out += ']';
  } else {
    out += '{';
    bool first = true;
    for (const auto& [name, member] : value.as_object()) {
      if (member.is_null()) continue;
      out += std::exchange(first, false) ? " " : ", ";
      out += key_text(name) + " = ";
      append_inline(out, member);
    }
    out += first ? "}" : " }";
  }
}

bool array_of_tables(const Value& value) {
  return value.is_array() && !value.as_array().empty() &&
         std::all_of(value.as_array().begin(), value.as_array().end(),
                     [](const Value& item) { return item.is_object(); });
}

void append_table(std::string& out, const Value& table, const std::string& path) {
  for (const auto& [name, member] : table.as_object()) {
    if (member.is_null() || member.is_object() || array_of_tables(member)) continue;
    out += key_text(name) + " = ";
    append_inline(out, member);
    out += '\n';
  }
  for (const auto& [name, member] : table.as_object()) {
    const std::string inner = path.empty() ? key_text(name) : path + "." + key_text(name);
    const auto header = [&](std::string_view open, std::string_view close) {
      if (!out.empty()) out += '\n';
      out.append(open).append(inner).append(close);
    };
    if (member.is_object()) {
      // A table that only holds tables needs no header of its own.
      const auto& members = member.as_object();
      const bool only_tables =
          !members.empty() &&
          std::all_of(members.begin(), members.end(), [](const auto& m) { return m.second.is_object(); });
      if (!only_tables) header("[", "]\n");
      append_table(out, member, inner);
    } else if (array_of_tables(member)) {
      for (const Value& item : member.as_array()) {
        header("[[", "]]\n");
        append_table(out, item, inner);
      }
    }
  }
}

}  // namespace

Value parse_toml(std::string_view text, const std::string& source) {
  require_utf8(text, source);
  bound_dotted_keys(text, source);
  try {
    return converted(toml::parse(text, source), 0, source);
  } catch (const toml::parse_error& error) {
    bad_input(source + ", line " + std::to_string(error.source().begin.line) + ", column " +
              std::to_string(error.source().begin.column) + ": " + std::string(error.description()));
  }
}

std::string toml_text(const Value& document) {
  std::string text;
  append_table(text, document, {});
  return text;
}

}  // namespace sfumato::io
