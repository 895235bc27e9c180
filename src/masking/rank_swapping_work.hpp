// Rank swapping of records that lie in parts: a caller sorts the records, partners are drawn from the lowest
// rank on, some ranks in each call, and the caller exchanges the values of partners.
#pragma once

#include <string>
#include <vector>

#include "masking/block_work.hpp"
#include "masking/passed_tails.hpp"
#include "masking/supplied_ranks.hpp"
#include "stats/ranks/rank_trades.hpp"

namespace sfumato::masking {

// What was counted, in all columns together but for the present values.
struct RankSwapCounts {
  std::vector<std::uint64_t> present;  // of each column
  std::size_t coded = 0;               // cells in tails
  std::size_t at_risk = 0;             // records
  std::size_t at_risk_unswapped = 0;   // cells
};

// The parameters of the method.
struct RankSwappingTerms {
  double window = 5.0;
  double top = 0.0, bottom = 0.0;
  std::vector<std::string> risk_keys = {};
  std::int64_t risk_k = 2;
  double risk_window = 20.0;

  double far_window() const { return std::max(window, risk_window); }
  ColumnSet key_columns(const Table& table) const;
  Value details(const RankSwapCounts& counts, const std::vector<std::string>& names) const;
};

class RankSwappingWork : public BlockWork {
 public:
  RankSwappingWork(RankSwappingTerms terms, const Table& outline, const ColumnSet& columns, const Run& run);

  std::size_t passes() const override { return std::max<std::size_t>(1, tails_.passes()); }
  void observe(std::size_t pass, const Table& block, const RecordNumbers& numbers) override;
  void finish(std::size_t pass) override { tails_.finish(pass); }
  Value partial(std::size_t pass) const override;
  void merge(std::size_t pass, const Value& part) override;

  // "ranks": columns come with their tails coded, and those of the keys beside them.
  std::size_t rounds() const override { return 1; }
  SupplyPlan supply(std::size_t round) const override;
  Table brought(std::size_t round, const Table& before) const override;
  SuppliedValues supplied(std::size_t round, const SupplyRequest& request) override;
  Value tally(std::size_t round) const override;
  void merge_tally(std::size_t round, const Value& part) override;
  void finish_round(std::size_t round) override;

  MaskedBlock apply_ranked(const Table& block, const Table& ranked, const RecordNumbers& numbers) override;
  MaskedBlock apply(const Table& block, const RecordNumbers& numbers) override;
  Masked described(const std::vector<std::size_t>& counts,
                   const std::vector<std::size_t>& distinct) const override;

 private:
  // Ranks [begin, end) of a call, and the end of those of which it must be known whether they are at risk.
  struct Draw {
    std::uint64_t begin = 0, end = 0, known = 0;
  };
  // What calls counted, by column.
  struct Tally {
    SuppliedCounts drawn, exchanged, unswapped;
    std::uint64_t at_risk = 0;

    explicit Tally(std::size_t columns) : drawn(columns), exchanged(columns), unswapped(columns) {}
    Value state() const;
    void merge(const Value& part);
  };

  std::uint64_t reach(std::size_t j) const { return stats::reach_of(present_[j], terms_.window); }
  stats::RankTrades trades(std::size_t j, stats::RankTrades::AtRisk at_risk) const;
  Table draws_of(std::size_t j, std::uint64_t chunk) const;
  Draw draw_of_request(std::size_t j, const Value& wanted) const;
  SuppliedValues drawn(std::size_t j, const Draw& draw, const SupplyRequest& request) const;

  RankSwappingTerms terms_;
  ColumnSet columns_, keys_;
  std::vector<std::string> names_;
  Run run_;
  std::vector<std::uint64_t> present_;
  PassedTails tails_;
  Tally tally_;
};

}  // namespace sfumato::masking
