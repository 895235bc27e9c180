// Households of records that lie in parts get random new numbers: the caller finds the first record of each,
// sorts households by the draws of these, and gets their numbers.
#pragma once

#include "masking/block_work.hpp"
#include "release/record_draws.hpp"

namespace sfumato::release {

class RenumberWork : public masking::BlockWork {
 public:
  static constexpr const char* draw_name = "__sfumato_draw";

  RenumberWork(const Table& outline, ColumnId household, const Run& run);

  void observe(std::size_t, const Table&, const masking::RecordNumbers&) override {}
  void finish(std::size_t) override {}
  // The numbers of a table of values say nothing.
  std::optional<Table> sketched(const Table& sketch) const override;
  masking::MaskedBlock apply(const Table& block, const masking::RecordNumbers& numbers) override;

  // One round with two calls for all households: numbers of first records go in, and draws come out (64 bits
  // with a sign, in the order of those without); then ("ranked") ranks by draw and number go in, and the new
  // values come out.
  std::size_t rounds() const override { return 1; }
  masking::SupplyPlan supply(std::size_t round) const override;
  masking::SuppliedValues supplied(std::size_t round, const masking::SupplyRequest& request) override;
  Value tally(std::size_t round) const override;
  void merge_tally(std::size_t round, const Value& tally) override;
  void finish_round(std::size_t round) override;
  masking::MaskedBlock apply_supplied(const Table& block, const Table& supplied,
                                      const masking::RecordNumbers& numbers) override;

  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    return {};
  }

 private:
  Table outline_;
  ColumnId household_;
  Run run_;
  HouseholdNumbers numbers_;
  std::size_t drawn_ = 0, numbered_ = 0;
};

}  // namespace sfumato::release
