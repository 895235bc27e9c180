// Missing cells that get values drawn from those of the masked column: which present record gives its value
// belongs to the number of the record that misses one. On records that lie in parts the caller sorts the
// present ones by their numbers, and brings the values of the donors.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "masking/block_work.hpp"
#include "masking/draw_stream.hpp"
#include "masking/record_groups.hpp"
#include "masking/step.hpp"

namespace sfumato::masking {

// Does the method fill missing cells itself, by a parameter?
bool fills_itself(const Method& method);
// Its parameters, with that one set where the step fills.
ParamValues params_with_fill(const Step& step);
// An error where a method promised something that filled cells would break.
void require_no_promises(const Step& step, const std::vector<ClassPromise>& promises);

// The place of a record's donor among so many, which are in the order of their numbers: one draw for each
// record. The bias is below donors / 2⁶⁴.
std::uint64_t donor_place(DrawStream& draws, std::uint64_t number, std::uint64_t donors);

// A whole table; a column without any value stays missing. With households, members that are equal stay
// equal: they get the donor of their first member.
void fill_missing(Table& masked, const ColumnSet& columns, const RecordNumbers& numbers,
                  const std::optional<RecordGroups>& households, const Run& run);

// The same after a step on records that lie in parts: one pass counts, one round finds the donors.
class FillWork : public BlockWork {
 public:
  // The run is that of the step, and not of the method.
  FillWork(const Table& outline, const ColumnSet& columns, const Run& run);

  std::size_t passes() const override { return 1; }
  void observe(std::size_t pass, const Table& block, const RecordNumbers& numbers) override;
  void finish(std::size_t pass) override;
  Value partial(std::size_t pass) const override;
  void merge(std::size_t pass, const Value& part) override;

  MaskedBlock apply(const Table& block, const RecordNumbers& numbers) override;
  std::optional<Table> sketched(const Table& sketch) const override { return sketch; }

  // For a column ("column"), the records that miss it go in, and the ranks of their donors come out. Facts
  // are the numbers of present values of the columns.
  std::size_t rounds() const override { return filled_.empty() ? 0 : 1; }
  SupplyPlan supply(std::size_t round) const override;
  SuppliedValues supplied(std::size_t round, const SupplyRequest& request) override;
  Value tally(std::size_t round) const override;
  void merge_tally(std::size_t round, const Value& tally) override;
  void finish_round(std::size_t round) override;
  // Donors' values, where a cell is missing.
  MaskedBlock apply_supplied(const Table& block, const Table& supplied,
                             const RecordNumbers& numbers) override;

  Masked described(const std::vector<std::size_t>& counts,
                   const std::vector<std::size_t>& distinct) const override;

 private:
  struct Counts {
    std::size_t present = 0, missing = 0, given = 0;  // records that got a donor
  };
  Table outline_;
  ColumnSet columns_, filled_;  // those that have values, and miss some
  Run run_;
  std::vector<Counts> counts_;  // of columns_
};

}  // namespace sfumato::masking
