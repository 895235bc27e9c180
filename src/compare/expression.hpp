// User-defined scores: arithmetic over the names of measures, such as
// "0.5*information-loss + 0.5*distance-linkage".
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/value.hpp"

namespace sfumato::compare {

class Expression {
 public:
  // Numbers, names, + - * / and parentheses, with the usual precedence. A name may have hyphens: the
  // longest known name that fits is taken, so that "a-b" is the measure a-b where there is one and the
  // difference of a and b otherwise. Errors give the position and suggest the closest name.
  static Expression parse(std::string_view text, const std::vector<std::string>& names);

  const std::string& text() const { return text_; }
  // The names in it, each once, in order of appearance.
  const std::vector<std::string>& names() const { return names_; }
  // None where a value that it needs is none, and where it divides by 0 or overflows.
  std::optional<double> evaluate(const std::function<std::optional<double>(const std::string&)>& value) const;

  // {"expression": …, "value": …, "note": why there is no value}
  Value described(std::optional<double> value) const;

  struct Node;

 private:
  std::string text_;
  std::vector<std::string> names_;
  std::shared_ptr<const Node> root_;
};

}  // namespace sfumato::compare
