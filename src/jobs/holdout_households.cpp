// Of each household the first record of either file is compared.
#include "jobs/holdout_households.hpp"

#include <string>
#include <unordered_map>

#include "compare/row_agreement.hpp"

namespace sfumato::jobs {
namespace {

std::unordered_map<std::string, std::size_t> first_rows(const Column& column) {
  std::unordered_map<std::string, std::size_t> result;
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (!column.missing(row)) result.try_emplace(column.text(row), row);
  }
  return result;
}

bool holds_together(const ColumnInfo& info) {
  return info.role == Role::household || info.role == Role::unit;
}

}  // namespace

Table with_household_roles(Table holdout, const Table& original) {
  for (const ColumnInfo& info : original.schema()) {
    const std::optional<ColumnId> id = holdout.find(info.name);
    if (!id || !holds_together(info)) continue;
    ColumnInfo own = holdout.info(*id);
    own.role = info.role;
    holdout.set_info(*id, std::move(own));
  }
  return holdout;
}

void add_shared_households_warning(const Table& original, const Table& holdout, const Run& run,
                                   Warnings& warnings) {
  for (ColumnId id = 0; id < original.column_count(); ++id) {
    const std::optional<ColumnId> other = holdout.find(original.info(id).name);
    if (!other || !holds_together(original.info(id))) continue;
    const auto here = first_rows(original.column(id)), there = first_rows(holdout.column(*other));
    std::vector<std::size_t> rows, unseen;
    for (std::size_t row = 0; row < holdout.rows(); ++row) {
      if (holdout.column(*other).missing(row)) continue;
      const std::string number = holdout.column(*other).text(row);
      const auto same = here.find(number);
      if (there.at(number) != row || same == here.end()) continue;
      rows.push_back(same->second);
      unseen.push_back(row);
    }
    if (rows.empty() ||
        compare::agree_by_chance(original.taking_rows(rows), holdout.taking_rows(unseen), run)) {
      continue;
    }
    const std::string kind = original.info(id).role == Role::household ? "households" : "units";
    warnings.add(
        std::to_string(rows.size()) + " of " + std::to_string(there.size()) + " " + kind +
            " of the holdout have a number ('" + original.info(id).name +
            "') that the original has too: if they are the same, the synthesizer saw their other "
            "members, and every risk that is compared with the holdout looks smaller than it is; split "
            "whole " +
            kind + " off",
        WarningGrade::mind);
  }
}

}  // namespace sfumato::jobs
