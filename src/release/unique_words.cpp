#include "release/unique_words.hpp"

#include "core/number_text.hpp"
#include "core/text_list.hpp"

namespace sfumato::release {

std::string short_list(const std::vector<std::string>& names) {
  return first_joined(in_quotes(names), named_at_most, ", ", " and ");
}

std::string of_records(std::size_t some, std::size_t all) {
  return std::to_string(some) + " of " + std::to_string(all);
}

double share(std::size_t some, std::size_t all) {
  return all == 0 ? 0.0 : static_cast<double>(some) / static_cast<double>(all);
}

std::string percent(std::size_t some, std::size_t all) {
  const std::string text = rounded(100.0 * share(some, all), 2);
  return (text == "100" && some < all ? "more than 99" : text) + " %";
}

WarningGrade grade_of(std::size_t unique, std::size_t records) {
  if (unique == 0) return WarningGrade::note;
  return share(unique, records) >= many_unique ? WarningGrade::stop : WarningGrade::mind;
}

}  // namespace sfumato::release
