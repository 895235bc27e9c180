// The text of a guarantee gives ε, the unit that is protected, and the columns that are not covered.
#include "core/guarantee.hpp"

#include <algorithm>

#include "core/number_text.hpp"
#include "core/text_list.hpp"

namespace sfumato {
namespace {

std::vector<std::string> texts(const Value& object, std::string_view name) {
  std::vector<std::string> result;
  const Value* items = object.find(name);
  if (items == nullptr || !items->is_array()) return result;
  for (const Value& item : items->as_array()) result.push_back(to_text(item));
  return result;
}

}  // namespace

void Guarantee::withdraw(const std::string& reason) {
  if (std::find(reasons.begin(), reasons.end(), reason) == reasons.end()) reasons.push_back(reason);
}

Value guarantee_value(const Guarantee& guarantee) {
  if (!guarantee.holds()) {
    return guarantee.reasons.empty() ? "none" : "none: " + joined(guarantee.reasons, "; ");
  }
  Value split = Value::object();
  for (const auto& [part, epsilon] : guarantee.split) split.set(part, epsilon);
  Value result = Value::object();
  result.set("model", "differential privacy")
      .set("epsilon", *guarantee.epsilon)
      .set("neighbours", guarantee.neighbours)
      .set("unit", guarantee.unit)
      .set("split", split)
      .set("columns", Value::array_of(guarantee.columns))
      .set("not_covered", Value::array_of(guarantee.uncovered))
      .set("premises", Value::array_of(guarantee.premises));
  return result;
}

std::string guarantee_words(const Value& guarantee) {
  const std::optional<double> epsilon = guaranteed_epsilon(guarantee);
  if (!epsilon) return to_text(guarantee);
  std::string words = "ε-differential privacy with ε = " + shortest(*epsilon);
  if (const Value* unit = guarantee.find("unit")) words += " for each " + to_text(*unit);
  if (const Value* neighbours = guarantee.find("neighbours")) words += " (" + to_text(*neighbours) + ")";
  if (const Value* split = guarantee.find("split"); split != nullptr && split->is_object()) {
    std::vector<std::string> parts;
    for (const auto& [part, spent] : split->as_object()) parts.push_back(part + " " + to_text(spent));
    if (parts.size() > 1) words += ", spent on " + joined(parts);
  }
  const std::vector<std::string> uncovered = texts(guarantee, "not_covered");
  if (!uncovered.empty()) words += "; not covered, released as they are: " + joined(uncovered);
  return words;
}

std::optional<double> guaranteed_epsilon(const Value& guarantee) {
  const Value* epsilon = guarantee.find("epsilon");
  if (epsilon == nullptr || !epsilon->is_number()) return std::nullopt;
  return epsilon->as_number();
}

}  // namespace sfumato
