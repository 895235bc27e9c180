// What a release spends of a data set's privacy budget, charged before the release is written and given
// back only if writing it fails.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/table.hpp"
#include "core/value.hpp"
#include "io/budget_file.hpp"

namespace sfumato::release {

struct BudgetTerms {
  std::string path;             // the file that keeps the budget
  std::optional<double> total;  // ε of all releases together; needed for a new file

  // Refuses an impossible charge before any data are read: no file and no budget, a release that spends none,
  // or one whose files would overwrite the budget.
  void check(bool spends, const std::vector<std::string>& written) const;
};

// The state after a charge, for reports.
struct Charge {
  std::string path;
  io::Spending spending;
  std::int64_t spent = 0;  // millionths of ε, this release included
  std::int64_t left = 0;
  std::string warning;  // empty: none

  Value document() const;
};

// Writes the charge into the file; an error, and no charge, where less is left or the file is another data
// set's. `release` is as in the sidecar, and must promise an ε. `data` is the name of the data, without a
// folder.
Charge charge_budget(const BudgetTerms& terms, const std::string& data, const Table& table,
                     const Value& release, const std::string& output);

// Takes one such charge back.
void refund_budget(const Charge& charge);

// How data from standard input are called in a budget.
inline constexpr const char* piped_data = "standard input";

}  // namespace sfumato::release
