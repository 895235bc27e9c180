#include "library/record_inputs.hpp"

#include "core/error.hpp"

namespace sfumato::library {

jobs::Data data_of(const Inputs& inputs, const std::string& name) {
  return {{.table = inputs.require(name), .sidecar = {}, .missing_token = {}}, name};
}

Run with_inputs(Run run, const Inputs& inputs) {
  for (const auto& [name, table] : inputs.tables()) run = run.with_table(name, table);
  return run;
}

bool flag_of(const Value& request, const std::string& name) {
  const Value* wanted = request.find(name);
  if (wanted == nullptr) return false;
  if (!wanted->is_bool()) bad_input("the request's \"" + name + "\" must be true or false");
  return wanted->as_bool();
}

Value without(const Value& request, const std::string& left_out) {
  Value own = Value::object();
  for (const auto& [name, value] : request.as_object()) {
    if (name != left_out) own.set(name, value);
  }
  return own;
}

}  // namespace sfumato::library
