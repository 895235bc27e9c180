// How the numbers of an answer are written: with the decimals that the catalogue declares, or as dates. This
// depends on question and catalogue only, and rounding a published number costs no privacy.
#pragma once

#include <string>
#include <vector>

#include "core/value.hpp"
#include "queries/mechanism.hpp"
#include "queries/query.hpp"

namespace sfumato::queries {

// Counts have no decimals; sums, MIN, MAX and quantiles those of the column; averages and standard deviations
// three more, variances twice those of the column and three more.
struct AnswerFormat {
  int decimals = 0;
  bool date = false;  // days since 1970-01-01
  bool operator==(const AnswerFormat&) const = default;
};
AnswerFormat answer_format(const Query& query, const Catalogue& catalogue);

// Rounds values, also the middles of certain intervals, to the nearest number with these decimals, and
// intervals outwards. Numbers of more than 2^53 units stay as they are.
void round_answers(std::vector<GroupAnswer>& answers, const AnswerFormat& format);

// "2286244.6", "1970-01-31"; "none" if there is no value. Always with these decimals ("2214022.0"), except
// numbers of more than 2^53 units.
std::string answer_text(double number, const AnswerFormat& format);
Value answer_value(double number, const AnswerFormat& format);  // a number, a text for a date, or null

}  // namespace sfumato::queries
