// A step inside strata on records that lie in parts. One pass finds the strata and the categories; then the
// caller brings the records of whole strata together, in any processes, and each stratum is masked with the
// draws that it has in a table in memory.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "masking/block_work.hpp"
#include "masking/category_census.hpp"
#include "masking/lost_variation.hpp"
#include "masking/step.hpp"
#include "masking/stratum_accounts.hpp"

namespace sfumato::masking {

class StrataWork : public BlockWork {
 public:
  static constexpr std::size_t most_strata = 1 << 20;
  static constexpr std::size_t most_labels = 1 << 20;  // of a column of texts that the step reads

  // Why this step needs all records at once, also inside strata; empty where whole strata are enough.
  static std::string hindrance(const Table& outline, const Step& step);

  // The run is that of the step, and not of the method.
  StrataWork(const Table& outline, Step step, const Run& run);

  std::size_t passes() const override { return 1; }
  void observe(std::size_t pass, const Table& block, const RecordNumbers& numbers) override;
  void finish(std::size_t pass) override;
  Value partial(std::size_t pass) const override;
  void merge(std::size_t pass, const Value& part) override;

  // Records are not masked one by one.
  MaskedBlock apply(const Table& block, const RecordNumbers& numbers) override;
  MaskedBlock apply_ranked(const Table& block, const Table& ranked, const RecordNumbers& numbers) override;

  // One round: the records of whole strata, in any order and any processes. Facts are the column of the
  // strata, their number, and the records of the largest.
  std::size_t rounds() const override { return 1; }
  SupplyPlan supply(std::size_t round) const override;
  SuppliedValues supplied(std::size_t round, const SupplyRequest& request) override;
  Value tally(std::size_t round) const override;
  void merge_tally(std::size_t round, const Value& tally) override;

  std::vector<ClassPromise> promises() const override { return described({}, {}).promises; }
  Masked described(const std::vector<std::size_t>& counts,
                   const std::vector<std::size_t>& distinct) const override;

 protected:
  using Key = std::optional<std::string>;  // the text of the value; none: it is missing
  struct Stratum {
    std::size_t records = 0;
    std::uint64_t first = 0;  // the least number of its records
    std::size_t place = 0;    // among all strata, by that number
    std::optional<StratumAccount> account = std::nullopt;
  };

  void add(const Key& key, std::size_t records, std::uint64_t first);
  void number_strata();  // by the least numbers of their records
  Table whole_columns(const Table& values) const;
  Column like_original(ColumnId id, const Column& column) const;
  Masked mask_one(const Table& records, const Stratum& stratum) const;
  Table uniform(const Table& masked);
  // Whole strata, which are equal in `key`.
  SuppliedValues mask_strata(const Table& records, const Column& key, const RecordNumbers& numbers);
  std::vector<StratumAccount> accounts() const;
  bool changes_type(ColumnId id) const { return outline_.column(id).get_if<Integers>() != nullptr; }

  Table outline_;
  std::vector<ColumnInfo> shape_;  // of the columns after the step
  Step step_;
  Run run_;
  ColumnSet read_;
  std::map<Key, Stratum> strata_;
  std::map<ColumnId, CategoryCensus> labels_;
  LostVariation lost_;
  std::map<ColumnId, bool> whole_;  // of columns of integers: are they such in all strata?
};

}  // namespace sfumato::masking
