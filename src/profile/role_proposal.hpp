// A role proposed for a column from its name and its values. Heuristics, each with its reason, for a person
// to confirm: the values of a column do not prove its meaning.
#pragma once

#include <string>

#include "core/column.hpp"
#include "core/schema.hpp"

namespace sfumato::profile {

struct RoleProposal {
  Role role = Role::confidential;
  std::string reason;
};

// `distinct` counts the column's different present values, `present` its values that are not missing.
RoleProposal propose_role(const ColumnInfo& info, const Column& column, std::size_t distinct,
                          std::size_t present);
// The same where it is known what the column looks like.
struct ColumnLook {
  bool dates = false;
  bool running = false;  // each record's integer is that of the last one plus one
};
RoleProposal propose_role(const ColumnInfo& info, ColumnLook look, std::size_t distinct, std::size_t present);
bool running_number(const Column& column);

}  // namespace sfumato::profile
