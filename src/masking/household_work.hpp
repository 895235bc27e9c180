// A step on records in parts where columns that are equal within every household are masked once per
// household. All members have the household's value, so that each of them computes what replaces it, with
// the number of the first member.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "masking/block_work.hpp"
#include "masking/step.hpp"

namespace sfumato::masking {

class HouseholdWork : public BlockWork {
 public:
  // The column that is joined to the records: the least number of the records of their household.
  static constexpr const char* first_name = "__sfumato_first";
  static constexpr std::size_t largest = 1 << 20;  // records of a household

  using MakeWork =
      std::function<std::unique_ptr<BlockWork>(const Table& outline, const Step& step, const Run& run)>;

  // Has the table households that this step does not ignore?
  static bool fits(const Table& outline, const Step& step);

  // `make` makes the work of some of the columns. The run is that of the step, and not of the method.
  HouseholdWork(const Table& outline, Step step, const Run& run, MakeWork make);

  // "households": records of whole households give their first members, and which columns differ within
  // some. Then the rounds of columns that are masked once, which take first members only, and those of the
  // others.
  std::size_t rounds() const override;
  std::size_t rounds_before_passes() const override { return 1; }
  bool joins(std::size_t round) const override;
  SupplyPlan supply(std::size_t round) const override;
  Table brought(std::size_t round, const Table& before) const override;
  SuppliedValues supplied(std::size_t round, const SupplyRequest& request) override;
  Value tally(std::size_t round) const override;
  void merge_tally(std::size_t round, const Value& tally) override;
  void finish_round(std::size_t round) override;
  std::optional<std::vector<std::size_t>> rows_brought(std::size_t round, const Table& block,
                                                       const Table* supplied,
                                                       const RecordNumbers& numbers) const override;

  std::size_t passes() const override;
  void observe(std::size_t pass, const Table& block, const RecordNumbers& numbers) override;
  void observe_supplied(std::size_t pass, const Table& block, const Table* supplied,
                        const RecordNumbers& numbers) override;
  void finish(std::size_t pass) override;
  Value partial(std::size_t pass) const override;
  void merge(std::size_t pass, const Value& part) override;

  MaskedBlock apply(const Table& block, const RecordNumbers& numbers) override;
  MaskedBlock apply_supplied(const Table& block, const Table& supplied,
                             const RecordNumbers& numbers) override;
  std::optional<Table> sketched(const Table& sketch) const override;
  Value applied() const override;
  void merge_applied(const Value& state) override;

  std::vector<ClassPromise> promises() const override;
  ColumnSet counted_values() const override;
  Masked described(const std::vector<std::size_t>& counts,
                   const std::vector<std::size_t>& distinct) const override;

 private:
  // The work that a round belongs to, which counts its rounds from `before`.
  struct Inner {
    BlockWork* work;
    std::size_t before;
  };
  Inner inner(std::size_t round) const;
  bool of_households(std::size_t round) const;
  std::unique_ptr<BlockWork> work_of(const ColumnSet& columns, const Run& run) const;
  void replace_shared(Table& masked, const Table& from) const;

  Table outline_;
  Step step_;
  Run run_;
  MakeWork make_;
  ColumnId household_;
  std::size_t records_ = 0, households_ = 0;
  std::vector<char> differs_;  // of the step's columns: within some household
  ColumnSet shared_;
  // Of the columns that differ; of the others, for first members, which are described, and for all members.
  std::unique_ptr<BlockWork> own_, once_, again_;
  std::vector<std::size_t> once_counts_;
};

}  // namespace sfumato::masking
