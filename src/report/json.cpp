// Infinities and NaN have no place in JSON; they become null here, with a note in the object that
// held them, so that a reader can tell them from values that were never there.
#include "report/json.hpp"

#include <algorithm>
#include <cmath>

#include "core/number_text.hpp"
#include "io/json.hpp"

namespace sfumato::report {
namespace {

constexpr int document_version = 1;

// Members that hold the program's own words, in which parameters are spelled; any other text may be data.
bool is_prose(std::string_view member) {
  constexpr std::string_view names[] = {"doc", "failure", "note", "notes", "page", "reason"};
  return std::find(std::begin(names), std::end(names), member) != std::end(names);
}

Value spelled_texts(const Value& value, ParameterSpelling how) {
  if (value.is_text()) return spelled(value.as_text(), how);
  if (value.is_object()) {
    Value members = Value::object();
    for (const auto& [name, member] : value.as_object()) members.set(name, spelled_texts(member, how));
    return members;
  }
  if (!value.is_array()) return value;
  Value result = Value::array();
  for (const Value& item : value.as_array()) result.push(spelled_texts(item, how));
  return result;
}

Value without_nonfinite(const Value& value, const std::string& name, std::string& note,
                        ParameterSpelling how);

Value array_without(const Value& value, const std::string& name, std::string& note, ParameterSpelling how) {
  Value result = Value::array();
  std::size_t position = 0;
  for (const Value& item : value.as_array()) {
    result.push(without_nonfinite(item, name + "[" + std::to_string(position++) + "]", note, how));
  }
  return result;
}

Value object_without(const Value& value, ParameterSpelling how) {
  Value result = Value::object();
  std::string note;
  for (const auto& [name, member] : value.as_object()) {
    const Value kept = without_nonfinite(member, name, note, how);
    result.set(name, is_prose(name) ? spelled_texts(kept, how) : kept);
  }
  const Value* own = result.find("note");
  if (!note.empty() && (own == nullptr || own->is_null())) result.set("note", note);
  return result;
}

Value without_nonfinite(const Value& value, const std::string& name, std::string& note,
                        ParameterSpelling how) {
  if (value.is_object()) return object_without(value, how);
  if (value.is_array()) return array_without(value, name, note, how);
  if (!value.is_double() || std::isfinite(value.as_number())) return value;
  note += (note.empty() ? "" : ", ") + name + " is " + shortest(value.as_number());
  return {};
}

}  // namespace

Value with_notes(const Value& value, ParameterSpelling how) {
  std::string ignored;
  return without_nonfinite(value, "value", ignored, how);
}

std::string json_document(const Report& report, ParameterSpelling how) {
  Value document = Value::object();
  document.set("version", document_version);
  for (const auto& [name, member] : report.document.as_object()) document.set(name, member);
  document.set("warnings", spelled_texts(Value::array_of(report.warnings.texts()), how))
      .set("warning_grades", Value::array_of(report.warnings.grades()));
  return io::json_text(with_notes(document, how)) + "\n";
}

}  // namespace sfumato::report
