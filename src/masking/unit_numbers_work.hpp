// Units of records that lie in parts get numbers in a random order: the caller finds the first record of
// each, sorts units by the draws of these, and gets their numbers.
#pragma once

#include "masking/block_work.hpp"
#include "masking/unit_numbers.hpp"

namespace sfumato::masking {

// A column whose values become numbers.
struct NumberedColumn {
  ColumnId id = 0;
  SecureRng draws;
  UnitNumbers numbers;
  bool text = false;  // are the numbers texts?
  ColumnInfo info;    // of the numbers
};

class UnitNumbersWork : public BlockWork {
 public:
  static constexpr const char* draw_name = "__sfumato_draw";

  UnitNumbersWork(const Table& outline, std::vector<NumberedColumn> columns);

  void observe(std::size_t, const Table&, const RecordNumbers&) override {}
  void finish(std::size_t) override {}
  // The numbers of a table of values say nothing.
  std::optional<Table> sketched(const Table& sketch) const override;
  // The whole table.
  MaskedBlock apply(const Table& block, const RecordNumbers& numbers) override;

  // One round with two calls for all units of each column ("column"): numbers of first records go in, and
  // draws come out (64 bits with a sign, in the order of those without); then ("ranked") ranks by draw and
  // number go in, and the new values come out.
  std::size_t rounds() const override { return 1; }
  SupplyPlan supply(std::size_t round) const override;
  SuppliedValues supplied(std::size_t round, const SupplyRequest& request) override;
  Value tally(std::size_t round) const override;
  void merge_tally(std::size_t round, const Value& tally) override;
  void finish_round(std::size_t round) override;
  MaskedBlock apply_supplied(const Table& block, const Table& supplied,
                             const RecordNumbers& numbers) override;

  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    return {};
  }

 protected:
  const std::vector<std::string>& names() const { return names_; }
  // Units of each column whose numbers are texts, once all have numbers.
  const std::vector<std::size_t>& unit_counts() const { return numbered_; }

 private:
  std::vector<std::string> names_;
  std::vector<NumberedColumn> columns_;
  std::vector<std::size_t> drawn_, numbered_;  // units of each column
};

}  // namespace sfumato::masking
