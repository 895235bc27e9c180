// Generalization of records that lie in parts: its levels are found from the distinct keys with their counts,
// which the caller brings in one call; what a combination of keys becomes, all its records become.
#pragma once

#include <map>
#include <optional>

#include "masking/block_work.hpp"
#include "masking/step.hpp"
#include "masking/stratum_accounts.hpp"

namespace sfumato::masking {

class KeysWork : public BlockWork {
 public:
  // The caller's column that says how many records a row stands for.
  static constexpr const char* count_name = "__sfumato_count";

  // Is it a step that needs no more of the records than their distinct keys?
  static bool fits(const Step& step);
  static std::string hindrance(const Step& step);

  KeysWork(const Table& outline, Step step, const Run& run);

  void observe(std::size_t, const Table&, const RecordNumbers&) override {}
  void finish(std::size_t) override {}
  MaskedBlock apply(const Table& block, const RecordNumbers& numbers) override;
  MaskedBlock apply_ranked(const Table& block, const Table& ranked, const RecordNumbers& numbers) override;

  // "keys": every combination of the columns that are needed once, with its count, in ascending order. The
  // values are in the order of the combinations.
  std::size_t rounds() const override { return 1; }
  SupplyPlan supply(std::size_t round) const override;
  SuppliedValues supplied(std::size_t round, const SupplyRequest& request) override;
  Value tally(std::size_t round) const override;
  void merge_tally(std::size_t round, const Value& tally) override;

  std::vector<ClassPromise> promises() const override;
  Masked described(const std::vector<std::size_t>& counts,
                   const std::vector<std::size_t>& distinct) const override;

 private:
  Table outline_;
  Step step_;
  Run run_;
  ColumnSet needs_;
  std::optional<StratumAccount> account_;
  std::map<ColumnId, bool> coarser_;  // is the column another one than before?
};

}  // namespace sfumato::masking
