// An answer is a real number: <> accepts the numbers on both sides of the constant.
#include "queries/language/answer_ranges.hpp"

#include "core/column.hpp"
#include "core/number_limits.hpp"
#include "core/number_text.hpp"
#include "io/utf8.hpp"
#include "queries/language/constants.hpp"
#include "queries/language/lexer.hpp"

namespace sfumato::queries {
namespace {

double number_of(std::string_view query, const ConstantSyntax& constant, bool dates) {
  if (dates) {
    require_date(query, constant, "the answer");
    std::int32_t day = 0;
    parse_date(unquoted(constant.spelling), day);
    return day;
  }
  const std::optional<double> number =
      constant.kind == ConstantSyntax::Kind::number ? parse_number(constant.spelling) : std::nullopt;
  if (!number) {
    fail_at(query, constant.at,
            "the answer is a number and cannot be compared with " + io::shown(constant.spelling),
            "write numbers without quotes");
  }
  return constant.negative ? -*number : *number;
}

std::vector<AnswerRange> compared(ComparisonSign comparison, double with) {
  switch (comparison) {
    case ComparisonSign::equal:
      break;
    case ComparisonSign::unequal:
      return {{-infinity, with, false, true}, {with, infinity, true, false}};
    case ComparisonSign::less:
      return {{-infinity, with, false, true}};
    case ComparisonSign::at_most:
      return {{-infinity, with, false, false}};
    case ComparisonSign::greater:
      return {{with, infinity, true, false}};
    case ComparisonSign::at_least:
      return {{with, infinity, false, false}};
  }
  return {{with, with, false, false}};
}

}  // namespace

std::vector<AnswerRange> answer_ranges(std::string_view query, const PredicateSyntax& test, bool dates) {
  if (test.kind == PredicateSyntax::Kind::like) {
    fail_at(query, test.at, "LIKE is for categories, and the answer is a number",
            "write BETWEEN or a comparison");
  }
  std::vector<double> numbers;
  for (const ConstantSyntax& constant : test.constants) numbers.push_back(number_of(query, constant, dates));
  if (test.kind == PredicateSyntax::Kind::comparison) return compared(test.comparison, numbers.front());
  if (test.kind == PredicateSyntax::Kind::between) return {{numbers[0], numbers[1], false, false}};
  std::vector<AnswerRange> listed;
  for (const double number : numbers) listed.push_back({number, number, false, false});
  return listed;
}

}  // namespace sfumato::queries
