#include "core/class_promise.hpp"

namespace sfumato {

Value to_value(const ClassPromise& promise) {
  Value value = Value::object();
  value.set("keys", Value::array_of(promise.keys))
      .set("models", Value::array_of(promise.models))
      .set("missing_as", promise.wildcard ? "wildcard" : "category");
  if (promise.subset > 0) value.set("subset", promise.subset);
  if (!promise.suppressed.empty()) value.set("suppressed", promise.suppressed);
  if (!promise.within.empty()) value.set("within", promise.within);
  if (!promise.population.empty()) value.set("population", promise.population);
  if (!promise.unit.empty()) value.set("unit", promise.unit);
  return value;
}

}  // namespace sfumato
