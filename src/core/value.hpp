// A tree of plain values: what TOML and JSON become, what parameters and details consist of.
// Objects keep the order in which their members were set.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sfumato {

class Value {
 public:
  using Array = std::vector<Value>;
  using Object = std::vector<std::pair<std::string, Value>>;

  Value() = default;
  Value(bool truth) : data_(truth) {}                         // NOLINT: implicit by intent
  Value(double number) : data_(number) {}                     // NOLINT
  Value(std::string text) : data_(std::move(text)) {}         // NOLINT
  Value(std::string_view text) : data_(std::string(text)) {}  // NOLINT
  Value(const char* text) : data_(std::string(text)) {}       // NOLINT
  Value(Array items) : data_(std::move(items)) {}             // NOLINT
  Value(Object members) : data_(std::move(members)) {}        // NOLINT
  template <std::integral T>
    requires(!std::same_as<T, bool>)
  Value(T number) : data_(static_cast<std::int64_t>(number)) {}  // NOLINT

  static Value object() { return Value(Object{}); }
  static Value array() { return Value(Array{}); }
  static Value array_of(const std::vector<std::string>& items);

  bool is_null() const { return std::holds_alternative<std::monostate>(data_); }
  bool is_bool() const { return std::holds_alternative<bool>(data_); }
  bool is_integer() const { return std::holds_alternative<std::int64_t>(data_); }
  bool is_double() const { return std::holds_alternative<double>(data_); }
  bool is_number() const { return is_integer() || is_double(); }
  bool is_text() const { return std::holds_alternative<std::string>(data_); }
  bool is_array() const { return std::holds_alternative<Array>(data_); }
  bool is_object() const { return std::holds_alternative<Object>(data_); }

  // The alternatives; asking for another alternative is a bug (std::bad_variant_access).
  bool as_bool() const { return std::get<bool>(data_); }
  std::int64_t as_integer() const { return std::get<std::int64_t>(data_); }
  double as_number() const {
    return is_integer() ? static_cast<double>(as_integer()) : std::get<double>(data_);
  }
  const std::string& as_text() const { return std::get<std::string>(data_); }
  const Array& as_array() const { return std::get<Array>(data_); }
  const Object& as_object() const { return std::get<Object>(data_); }

  // Appends to an array.
  void push(Value item) { std::get<Array>(data_).push_back(std::move(item)); }
  // Sets a member of an object, in place if the name already exists.
  Value& set(std::string_view name, Value member);
  // The member of that name, or null when there is none (or this is not an object).
  const Value* find(std::string_view name) const;
  // The member of that name, which must exist.
  const Value& at(std::string_view name) const;

  bool operator==(const Value&) const = default;

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> data_;
};

// How a value is written for a person: 3, 0.1, farthest, a, b, c.
std::string to_text(const Value& value);

}  // namespace sfumato
