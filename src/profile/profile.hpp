// What a table looks like, as plain data: each column with its type, role, spread and missing
// values, and how many records are unique on the quasi-identifiers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "core/value.hpp"
#include "profile/column_summary.hpp"

namespace sfumato::profile {

struct Frequent {
  std::string value;
  std::size_t count = 0;
  std::string label = {};  // what a code stands for, where that is declared
};

struct ColumnProfile {
  std::string name;
  std::string type;  // as stored: "number", "integer", "date", "text"
  Kind kind = Kind::numeric;
  Role role = Role::confidential;
  bool declared = false;    // false: the role is a proposal
  std::string role_reason;  // why it is proposed, or "declared"
  std::size_t missing = 0;
  std::size_t distinct = 0;   // different present values
  double once_percent = 0.0;  // share of the present values that occur once
  Value minimum;              // of present values; null when there are none, or for text
  Value maximum;
  std::optional<double> mean;             // numeric columns other than dates
  std::vector<Frequent> most_frequent;    // nominal and ordinal columns; at most five, most frequent first
  std::string nominal_reason;             // why its integers are proposed as nominal; empty: they are not
  std::string classification;             // whose codes its values look like, such as "ICD-10"; may be empty
  std::vector<std::string> missing_like;  // values that look like codes for missing values
  bool all_values = true;  // false: of very many, so that frequent ones and codes were not sought
};

struct Uniqueness {
  std::vector<std::string> columns;  // the quasi-identifiers, declared or proposed; may be none
  std::size_t classes = 0;           // different combinations of their values; missing is a value
  std::size_t unique_records = 0;
  double unique_percent = 0.0;
  std::size_t smallest_class = 0;
  // Where a column is declared as that of units with several records: how many units there are, how many
  // have a combination that no other unit has, and the fewest units of a class. Empty without one.
  std::string unit = {};
  std::size_t units = 0;
  std::size_t unique_units = 0;
  double unique_units_percent = 0.0;
  std::size_t smallest_units = 0;
};

struct Profile {
  std::size_t rows = 0;
  std::vector<ColumnProfile> columns;
  Uniqueness uniqueness;
};

// Rows may stand for several records, by a column with the role of counts, which is not described.
Profile profile_table(const Table& table, const Run& run);
ColumnProfile column_profile(const ColumnInfo& info, const ColumnSummary& column);
Table without_counts(const Table& table);

// The table with every role that is not declared, and the kind of integers that are codes, set to the
// proposal.
Table with_proposed_roles(const Table& table, const Profile& profile);

}  // namespace sfumato::profile
