// A word is looked up only if the grammar does not allow it there: a column may be named "left".
#include "queries/language/advice.hpp"

#include <array>

#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

struct Advice {
  std::string_view word;
  std::string_view text;
};
constexpr std::string_view no_join = "a query is about one table; joins are not supported";
constexpr std::string_view no_end = "every declared group is answered; remove this clause";
constexpr std::string_view no_set = "ask the queries one by one";
constexpr std::string_view no_arithmetic =
    "arithmetic is not supported, except for bands in GROUP BY, as in GROUP BY age / 10";
constexpr std::string_view no_case = "functions and CASE are not supported: write columns and constants only";
constexpr std::array advices = {
    Advice{"SELECT", "subqueries are not supported; ask the inner query separately"},
    Advice{"EXISTS", "subqueries are not supported; ask the inner query separately"},
    Advice{"JOIN", no_join},
    Advice{"INNER", no_join},
    Advice{"LEFT", no_join},
    Advice{"RIGHT", no_join},
    Advice{"FULL", no_join},
    Advice{"CROSS", no_join},
    Advice{"NATURAL", no_join},
    Advice{"ON", no_join},
    Advice{"ORDER", "groups are in the order of the catalogue; remove this clause"},
    Advice{"HAVING", "write HAVING directly after GROUP BY"},
    Advice{"LIMIT", no_end},
    Advice{"OFFSET", no_end},
    Advice{"FETCH", no_end},
    Advice{"UNION", no_set},
    Advice{"INTERSECT", no_set},
    Advice{"EXCEPT", no_set},
    Advice{"AS", "only aggregates and grouped columns after SELECT have a name after AS"},
    Advice{"ESCAPE", "LIKE takes a prefix and %; compare other texts with = or IN"},
    Advice{"CASE", no_case},
    Advice{"CAST", no_case},
    Advice{"DISTINCT", "DISTINCT is supported only in COUNT(DISTINCT c)"},
    Advice{"NULL", "write IS NULL or IS NOT NULL"},
    Advice{"+", no_arithmetic},
    Advice{"-", no_arithmetic},
    Advice{"*", no_arithmetic},
    Advice{"/", no_arithmetic},
    Advice{"%", no_arithmetic},
    Advice{"||", no_arithmetic},
    Advice{".", "write the column's name alone, without its table"},
    Advice{";", "one query at a time; it may end with one semicolon"},
};

}  // namespace

std::string_view advice_about(std::string_view spelling) {
  for (const Advice& advice : advices) {
    if (same_word(advice.word, spelling)) return advice.text;
  }
  return {};
}

}  // namespace sfumato::queries
