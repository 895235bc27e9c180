// Infinities and NaN have no place in JSON; they become null here, with a note in the object that
// held them, so that a reader can tell them from values that were never there.
#include "report/json.hpp"

#include <cmath>

#include "core/number_text.hpp"
#include "io/json.hpp"

namespace sfumato::report {
namespace {

constexpr int document_version = 1;

Value without_nonfinite(const Value& value, const std::string& name, std::string& note);

Value array_without(const Value& value, const std::string& name, std::string& note) {
  Value result = Value::array();
  std::size_t position = 0;
  for (const Value& item : value.as_array()) {
    result.push(without_nonfinite(item, name + "[" + std::to_string(position++) + "]", note));
  }
  return result;
}

Value object_without(const Value& value) {
  Value result = Value::object();
  std::string note;
  for (const auto& [name, member] : value.as_object()) {
    result.set(name, without_nonfinite(member, name, note));
  }
  const Value* own = result.find("note");
  if (!note.empty() && (own == nullptr || own->is_null())) result.set("note", note);
  return result;
}

Value without_nonfinite(const Value& value, const std::string& name, std::string& note) {
  if (value.is_object()) return object_without(value);
  if (value.is_array()) return array_without(value, name, note);
  if (!value.is_double() || std::isfinite(value.as_number())) return value;
  note += (note.empty() ? "" : ", ") + name + " is " + shortest(value.as_number());
  return {};
}

}  // namespace

Value with_notes(const Value& value) {
  std::string ignored;
  return without_nonfinite(value, "value", ignored);
}

std::string json_document(const Report& report) {
  Value document = Value::object();
  document.set("version", document_version);
  for (const auto& [name, member] : report.document.as_object()) document.set(name, member);
  document.set("warnings", Value::array_of(report.warnings));
  return io::json_text(with_notes(document)) + "\n";
}

}  // namespace sfumato::report
