// What a release spends of a data set's privacy budget, charged before the release is written and given
// back only if writing it fails.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.hpp"
#include "core/table.hpp"
#include "core/value.hpp"
#include "io/budget_file.hpp"

namespace sfumato::cli {

struct BudgetOptions {
  std::optional<std::string> path;
  std::optional<std::string> total;  // as typed

  std::vector<Option> options();
  // Refuses what cannot be, before any data are read: no file and no budget, a release that spends none, or
  // one of whose files would be written over the budget.
  void check(bool spends, const std::vector<std::string>& written) const;
};

// What a charge comes to, for reports.
struct Charge {
  io::Spending spending;
  std::int64_t spent = 0;  // millionths of ε, this release included
  std::int64_t left = 0;
  std::string warning;  // empty: none

  Value document(const std::string& path) const;
};

// Writes the charge into the file; an error, and no charge, where less is left or the file is another data
// set's. `release` is as in the sidecar, and must promise an ε.
Charge charge_budget(const BudgetOptions& options, const std::string& data, const Table& table,
                     const Value& release, const std::string& output);

// Takes one such charge back.
void refund_budget(const BudgetOptions& options, const Charge& charge);

}  // namespace sfumato::cli
