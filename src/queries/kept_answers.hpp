// Answers between the log and the user: as JSON in the ledger, the answers of several aggregates in one
// answer, and the groups that HAVING selects.
#pragma once

#include <string>
#include <vector>

#include "queries/answer.hpp"

namespace sfumato::queries {

std::string kept_text(const std::vector<GroupAnswer>& groups);
std::vector<GroupAnswer> kept_groups(const std::string& text);

// The answers of each aggregate.
void set_columns(std::vector<std::vector<GroupAnswer>> columns, Answer& answer);
// Only the groups that HAVING selects.
void keep_selected(const Question& question, const CatalogueTable& table, Answer& answer);

}  // namespace sfumato::queries
