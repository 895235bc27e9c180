// JSON parsing through nlohmann's event interface, which lets the depth be bounded and the order of
// members be kept; writing is implemented here, because numbers must have their shortest form.
#include "io/json.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_set>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/quoted_text.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr std::size_t deepest = 200;

// Builds the tree as events come; each open array or object is one element of `open_`.
class Builder {
 public:
  using number_integer_t = nlohmann::json::number_integer_t;
  using number_unsigned_t = nlohmann::json::number_unsigned_t;
  using number_float_t = nlohmann::json::number_float_t;
  using string_t = nlohmann::json::string_t;
  using binary_t = nlohmann::json::binary_t;

  bool null() { return add(Value()); }
  bool boolean(bool truth) { return add(Value(truth)); }
  bool number_integer(number_integer_t number) { return add(Value(number)); }
  bool number_unsigned(number_unsigned_t number) {
    if (number <= static_cast<number_unsigned_t>(std::numeric_limits<std::int64_t>::max())) {
      return add(Value(static_cast<std::int64_t>(number)));
    }
    return add(Value(static_cast<double>(number)));
  }
  bool number_float(number_float_t number, const string_t&) { return add(Value(number)); }
  bool string(string_t& text) { return add(Value(std::move(text))); }
  bool binary(binary_t&) { return false; }
  bool start_object(std::size_t) { return open(false); }
  bool start_array(std::size_t) { return open(true); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(string_t& name) {
    if (!open_.back().names.insert(name).second)
      return fail("the member '" + shown(name) + "' appears twice");
    open_.back().name = name;
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& error) {
    position_ = position;
    // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error …" → the last part.
    std::string message = error.what();
    for (const std::string_view end : {"] ", ": "}) {
      if (const std::size_t start = message.find(end); start != std::string::npos)
        message.erase(0, start + 2);
    }
    // A number beyond the doubles comes as "number overflow parsing '1e999'".
    return fail(std::move(message));
  }

  const std::string& problem() const { return problem_; }
  std::size_t position() const { return position_; }
  Value take() { return std::move(result_); }

 private:
  struct Level {
    bool array = false;
    Value::Array items = {};
    Value::Object members = {};
    std::unordered_set<std::string> names = {};  // of the members so far
    std::string name = {};                       // of the member being read
  };

  bool fail(std::string problem) {
    problem_ = std::move(problem);
    return false;
  }
  bool open(bool array) {
    if (open_.size() >= deepest) {
      return fail("nested more than " + std::to_string(deepest) + " levels deep");
    }
    open_.push_back({.array = array});
    return true;
  }
  bool close() {
    Level level = std::move(open_.back());
    open_.pop_back();
    return add(level.array ? Value(std::move(level.items)) : Value(std::move(level.members)));
  }
  bool add(Value value) {
    if (open_.empty()) {
      result_ = std::move(value);
    } else if (open_.back().array) {
      open_.back().items.push_back(std::move(value));
    } else {
      open_.back().members.emplace_back(std::move(open_.back().name), std::move(value));
    }
    return true;
  }

  Value result_;
  std::vector<Level> open_;
  std::string problem_;
  std::size_t position_ = 0;  // bytes read when the parser gave up; 0: it did not
};

// A double that happens to be whole is written with its ".0" left out: JSON has one kind of number. Only
// minus zero keeps it, since parsers take -0 for the integer, which has no sign.
void append_number(std::string& out, double number) {
  out += std::isfinite(number) ? shortest(number) : "null";
  if (number == 0.0 && std::signbit(number)) out += ".0";
}

bool plain(const Value& value) { return !value.is_array() && !value.is_object(); }

void append(std::string& out, const Value& value, std::size_t indent);

// The array on one line, if all of it is plain and it fits into 100 characters.
std::optional<std::string> one_line(const Value::Array& items) {
  std::string line = "[";
  for (const Value& item : items) {
    if (!plain(item) || line.size() > 100) return std::nullopt;
    if (line.size() > 1) line += ", ";
    append(line, item, 0);
  }
  line += ']';
  return line.size() <= 100 ? std::optional(line) : std::nullopt;
}

void append_array(std::string& out, const Value::Array& items, std::size_t indent) {
  if (const std::optional<std::string> line = one_line(items)) {
    out += *line;
    return;
  }
  out += "[\n";
  for (std::size_t i = 0; i < items.size(); ++i) {
    out.append(indent + 2, ' ');
    append(out, items[i], indent + 2);
    out += i + 1 < items.size() ? ",\n" : "\n";
  }
  out.append(indent, ' ');
  out += ']';
}

void append_object(std::string& out, const Value::Object& members, std::size_t indent) {
  if (members.empty()) {
    out += "{}";
    return;
  }
  out += "{\n";
  for (std::size_t i = 0; i < members.size(); ++i) {
    out.append(indent + 2, ' ');
    append_quoted(out, members[i].first);
    out += ": ";
    append(out, members[i].second, indent + 2);
    out += i + 1 < members.size() ? ",\n" : "\n";
  }
  out.append(indent, ' ');
  out += '}';
}

void append(std::string& out, const Value& value, std::size_t indent) {
  if (value.is_bool()) {
    out += value.as_bool() ? "true" : "false";
  } else if (value.is_integer()) {
    out += std::to_string(value.as_integer());
  } else if (value.is_double()) {
    append_number(out, value.as_number());
  } else if (value.is_text()) {
    append_quoted(out, value.as_text());
  } else if (value.is_array()) {
    append_array(out, value.as_array(), indent);
  } else if (value.is_object()) {
    append_object(out, value.as_object(), indent);
  } else {
    out += "null";
  }
}

// "line 3, column 7" of a byte.
std::string place(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, std::min(at, text.size()));
  const std::size_t newline = before.rfind('\n');
  const std::size_t column = newline == std::string_view::npos ? before.size() : before.size() - newline - 1;
  const auto lines = std::count(before.begin(), before.end(), '\n');
  return "line " + std::to_string(lines + 1) + ", column " + std::to_string(std::max<std::size_t>(column, 1));
}

}  // namespace

Value parse_json(std::string_view text, const std::string& source) {
  require_utf8(text, source);
  Builder builder;
  const bool good = nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  if (!good) {
    const std::string where = builder.position() > 0 ? ", " + place(text, builder.position()) : "";
    bad_input(source + where + ": " + (builder.problem().empty() ? "not valid JSON" : builder.problem()));
  }
  return builder.take();
}

std::string json_text(const Value& value) {
  std::string text;
  append(text, value, 0);
  return text;
}

}  // namespace sfumato::io
