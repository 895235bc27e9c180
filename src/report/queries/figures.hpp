// The figures of an answer: as values of the document, and as text. One aggregate without a name is a number;
// several are listed by their names.
#pragma once

#include "queries/answer.hpp"
#include "report/report.hpp"

namespace sfumato::report {

// The member "answer", and the member "interval95" of an answer without groups.
Value figures_value(const queries::Answer& answer);
Value intervals_value(const queries::Answer& answer);
Block figures_block(const queries::Answer& answer);

}  // namespace sfumato::report
