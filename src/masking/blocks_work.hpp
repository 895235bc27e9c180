// A method that needs all records at once, by blocks of near records: an approximation for records that lie
// in parts. The order of the records is found first, then what the blocks lose against the method itself, on
// a sample; then each block is masked like a stratum.
#pragma once

#include "masking/near_order.hpp"
#include "masking/strata_work.hpp"

namespace sfumato::masking {

class BlocksWork : public StrataWork {
 public:
  // Columns of the caller: the block of a record, and its place in the order of near records.
  static constexpr const char* block_name = "__sfumato_block";
  static constexpr const char* key_name = "__sfumato_key";

  // Why the method cannot be approximated by blocks; empty where it can.
  static std::string hindrance(const Table& outline, const Step& step);

  BlocksWork(const Table& outline, Step step, std::size_t block_rows, const Run& run);

  std::size_t passes() const override { return NearOrder::passes; }
  void observe(std::size_t pass, const Table& block, const RecordNumbers& numbers) override;
  void finish(std::size_t pass) override;
  Value partial(std::size_t pass) const override;
  void merge(std::size_t pass, const Value& part) override;

  // "order": any records, which get their keys; the caller cuts the order into pieces, whose blocks a request
  // with the list "pieces" of their numbers of records gets; and its tally lists the blocks: [text, records,
  // least number]. "sample": some records in one call. "blocks": whole blocks.
  std::size_t rounds() const override { return 3; }
  SupplyPlan supply(std::size_t round) const override;
  SuppliedValues supplied(std::size_t round, const SupplyRequest& request) override;
  Value tally(std::size_t round) const override;
  void merge_tally(std::size_t round, const Value& tally) override;
  void finish_round(std::size_t round) override;
  MaskedBlock apply_supplied(const Table& block, const Table& supplied,
                             const RecordNumbers& numbers) override;

  // Inside of blocks, where they are verified: what holds in each block of records holds in all of them.
  std::vector<ClassPromise> promises() const override;
  Masked described(const std::vector<std::size_t>& counts,
                   const std::vector<std::size_t>& distinct) const override;

 private:
  // What a sample lost: by the method itself, and by blocks.
  struct Loss {
    std::size_t records = 0;
    double variation = 0.0, variation_by_blocks = 0.0;
    std::size_t cells = 0, cells_by_blocks = 0;  // suppressed
  };
  std::size_t sample_records() const;
  SuppliedValues joined_pieces(const Value& pieces) const;
  Loss loss_of(const Table& records, const RecordNumbers& numbers) const;

  std::size_t block_rows_, least_;
  NearOrder order_;
  std::optional<Loss> loss_;
};

}  // namespace sfumato::masking
