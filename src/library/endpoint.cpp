#include "library/endpoint.hpp"

#include "core/error.hpp"
#include "io/calendar.hpp"
#include "io/json.hpp"
#include "io/toml.hpp"

namespace sfumato::library {

const Table* Inputs::find(std::string_view name) const {
  for (const auto& [known, table] : tables_) {
    if (known == name) return &table;
  }
  return nullptr;
}

const Table& Inputs::require(std::string_view name) const {
  if (const Table* found = find(name)) return *found;
  bad_param(name, "the request has no input '" + std::string(name) + "'",
            "add its data, and its name to \"inputs\"");
}

std::vector<Table> Inputs::all(std::string_view name) const {
  std::vector<Table> result;
  for (const auto& [known, table] : tables_) {
    if (known == name) result.push_back(table);
  }
  return result;
}

ParamValues params_of(const Value& request) {
  ParamValues result;
  for (const auto& [name, value] : request.as_object()) result.emplace_back(name, value);
  return result;
}

Value with_document(const Value& request, const std::string& member) {
  const Value* given = request.find(member);
  if (given == nullptr || !given->is_text()) return request;
  Value result = request;
  return result.set(member, io::parse_toml(given->as_text(), "the " + member));
}

jobs::Provenance provenance_of(std::string_view job, const Value& request) {
  Value command = Value::object();
  command.set("job", job);
  if (request.is_object()) {
    for (const auto& [name, value] : request.as_object()) command.set(name, value);
  }
  return {.command = io::json_text(command), .made_on = io::today(), .files = {}};
}

}  // namespace sfumato::library
