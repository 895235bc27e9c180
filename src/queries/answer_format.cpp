// A number with d decimals is the quotient of an integer and 10^d: the nearest double, whose shortest text
// has at most d decimals.
#include "queries/answer_format.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/column.hpp"
#include "queries/aggregates/aggregate.hpp"

namespace sfumato::queries {
namespace {

constexpr int more_decimals = 3;  // of averages and variances
constexpr int most_decimals = 18;
constexpr double exact_integers = 9007199254740992.0;  // 2^53

enum class Direction : std::uint8_t { down, nearest, up };

double rounded_to(double number, int decimals, Direction direction) {
  const double power = std::pow(10.0, decimals);
  const double units = number * power, nearest = std::round(units);
  if (!(std::fabs(nearest) < exact_integers)) return number;  // also NaN
  const double same = nearest / power;
  if (direction == Direction::nearest || same == number) return same + 0.0;
  // The product may have been rounded to the wrong side.
  if (direction == Direction::down) {
    const double below = std::floor(units) / power;
    return (below <= number ? below : (std::floor(units) - 1) / power) + 0.0;
  }
  const double above = std::ceil(units) / power;
  return (above >= number ? above : (std::ceil(units) + 1) / power) + 0.0;
}

std::string day_text(double day) {
  constexpr double first = -719162, last = 2932896;  // 0001-01-01 and 9999-12-31
  return date_text(static_cast<std::int32_t>(std::clamp(std::round(day), first, last)));
}

}  // namespace

AnswerFormat answer_format(const Query& query, const Catalogue& catalogue) {
  const ExactAnswer& exact = record_of(query).exact;
  const std::optional<std::size_t> index = aggregated_column(query);
  if (!index || exact.unit_power == 0) return {};
  const CatalogueColumn& column = catalogue.tables[query.table].columns[*index];
  if (column.kind != ColumnKind::number) return {};
  if (column.date) return {0, true};
  const bool whole_units = exact.of_values != nullptr || record_of(query).revealed_sum == RevealedSum::total;
  return {std::min(most_decimals, column.decimals * exact.unit_power + (whole_units ? 0 : more_decimals)),
          false};
}

void round_answers(std::vector<GroupAnswer>& answers, const AnswerFormat& format) {
  for (GroupAnswer& answer : answers) {
    const bool point = answer.lower95 == answer.value && answer.upper95 == answer.value;
    answer.value = rounded_to(answer.value, format.decimals, Direction::nearest);
    if (point) {
      answer.lower95 = answer.upper95 = answer.value;
      continue;
    }
    answer.lower95 = rounded_to(answer.lower95, format.decimals, Direction::down);
    answer.upper95 = rounded_to(answer.upper95, format.decimals, Direction::up);
  }
}

std::string answer_text(double number, const AnswerFormat& format) {
  if (!std::isfinite(number)) return "none";
  if (format.date) return day_text(number);
  std::array<char, 400> text{};
  char* const first = text.data();
  char* const last = first + text.size();
  const bool has_units = std::fabs(number) * std::pow(10.0, format.decimals) < exact_integers;
  const auto end =
      has_units ? std::to_chars(first, last, number + 0.0, std::chars_format::fixed, format.decimals).ptr
                : std::to_chars(first, last, number, std::chars_format::fixed).ptr;
  return {first, static_cast<std::size_t>(end - first)};
}

Value answer_value(double number, const AnswerFormat& format) {
  if (!std::isfinite(number)) return {};
  return format.date ? Value(day_text(number)) : Value(number);
}

}  // namespace sfumato::queries
