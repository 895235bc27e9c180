// A percent sign decides; without it the size of the number does.
#include "compare/tolerance.hpp"

#include "core/number_text.hpp"

namespace sfumato::compare {

std::optional<double> parse_tolerance(const std::string& typed) {
  const bool sign = typed.ends_with('%');
  const auto number = parse_number(sign ? typed.substr(0, typed.size() - 1) : typed);
  if (!number) return std::nullopt;
  const double share = sign || *number >= 1.0 ? *number / 100.0 : *number;
  return share > 0.0 && share <= 1.0 ? std::optional(share) : std::nullopt;
}

}  // namespace sfumato::compare
