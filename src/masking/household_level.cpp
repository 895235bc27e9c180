#include "masking/household_level.hpp"

namespace sfumato::masking {

Masked with_household_level(std::optional<Masked> own, const Masked& once, std::size_t households,
                            const std::vector<std::string>& columns) {
  const bool apart = own.has_value();
  Masked result;
  if (apart) {
    result = *std::move(own);
    if (result.reveal != once.reveal) result.reveal.set("household_level", once.reveal);
    result.promises.insert(result.promises.end(), once.promises.begin(), once.promises.end());
  } else {
    result.details = once.details;
    result.mapping = once.mapping;
    result.reveal = once.reveal;
    result.promises = once.promises;
  }
  Value details = Value::object();
  details.set("households", households)
      .set("columns", Value::array_of(columns))
      .set("apart", apart)
      .set("details", once.details);
  result.details.set("household_level", details);
  return result;
}

}  // namespace sfumato::masking
