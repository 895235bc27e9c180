// Each word is looked up only where the grammar has no place for it: a column may well be named "left".
#include "queries/language/advice.hpp"

#include <array>

#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

struct Advice {
  std::string_view word;
  std::string_view text;
};
constexpr std::string_view no_join = "a query is about one table; joins are not possible";
constexpr std::string_view no_end = "every declared group is answered; leave it out";
constexpr std::string_view no_set = "ask the queries one by one";
constexpr std::string_view no_arithmetic = "arithmetic is not possible: columns and constants stand alone";
constexpr std::string_view no_case =
    "functions and cases are not possible: columns and constants stand alone";
constexpr std::array advices = {
    Advice{"SELECT", "subqueries are not possible; ask the inner query on its own"},
    Advice{"EXISTS", "subqueries are not possible; ask the inner query on its own"},
    Advice{"JOIN", no_join},
    Advice{"INNER", no_join},
    Advice{"LEFT", no_join},
    Advice{"RIGHT", no_join},
    Advice{"FULL", no_join},
    Advice{"CROSS", no_join},
    Advice{"NATURAL", no_join},
    Advice{"ON", no_join},
    Advice{"ORDER", "groups come in the order of the catalogue; leave it out"},
    Advice{"HAVING", no_end},
    Advice{"LIMIT", no_end},
    Advice{"OFFSET", no_end},
    Advice{"FETCH", no_end},
    Advice{"UNION", no_set},
    Advice{"INTERSECT", no_set},
    Advice{"EXCEPT", no_set},
    Advice{"AS", "names for tables and results are not possible; leave it out"},
    Advice{"ESCAPE", "LIKE takes a beginning and %; other texts are compared with = or IN"},
    Advice{"CASE", no_case},
    Advice{"CAST", no_case},
    Advice{"DISTINCT", "DISTINCT is possible in COUNT(DISTINCT c) alone"},
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
