// Members of value trees, found and set by name.
#include "core/value.hpp"

#include <stdexcept>

#include "core/number_text.hpp"

namespace sfumato {

Value Value::array_of(const std::vector<std::string>& items) { return Array(items.begin(), items.end()); }

Value& Value::set(std::string_view name, Value member) {
  Object& members = std::get<Object>(data_);
  for (auto& [key, value] : members) {
    if (key == name) {
      value = std::move(member);
      return *this;
    }
  }
  members.emplace_back(name, std::move(member));
  return *this;
}

const Value* Value::find(std::string_view name) const {
  if (!is_object()) return nullptr;
  for (const auto& [key, value] : as_object()) {
    if (key == name) return &value;
  }
  return nullptr;
}

const Value& Value::at(std::string_view name) const {
  const Value* member = find(name);
  if (member == nullptr) throw std::out_of_range("no member '" + std::string(name) + "'");
  return *member;
}

std::string to_text(const Value& value) {
  if (value.is_null()) return "none";
  if (value.is_bool()) return value.as_bool() ? "yes" : "no";
  if (value.is_integer()) return std::to_string(value.as_integer());
  if (value.is_double()) return shortest(value.as_number());
  if (value.is_text()) return value.as_text();
  std::string text;
  if (value.is_array()) {
    for (const Value& item : value.as_array()) text += (text.empty() ? "" : ", ") + to_text(item);
  } else {
    for (const auto& [name, member] : value.as_object()) {
      text += (text.empty() ? "" : ", ") + name + " " + to_text(member);
    }
  }
  return text;
}

}  // namespace sfumato
