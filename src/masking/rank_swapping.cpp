// Rank swapping. Each value is exchanged with one whose rank is at most `window` percent of the records away,
// so every column keeps its own values. On request tails are coded before, and records at risk go further.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/block_work.hpp"
#include "masking/partial_state.hpp"
#include "masking/supplied_ranks.hpp"
#include "masking/tail_means.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/ranks/rank_trades.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::masking {
namespace {

// Columns whose window reaches no other record.
Value unreached(double window, const std::vector<std::uint64_t>& present,
                const std::vector<std::string>& names) {
  Value unchanged = Value::array();
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (present[j] > 1 && stats::reach_of(present[j], window) == 0) unchanged.push(names[j]);
  }
  return unchanged;
}

struct RankSwapping {
  double window = 5.0;
  double top = 0.0, bottom = 0.0;
  std::vector<std::string> risk_keys;
  std::int64_t risk_k = 2;
  double risk_window = 20.0;

  static MethodInfo info() {
    return {.name = "rank-swapping",
            .title = "Rank swapping",
            .family = Family::swapping,
            .summary = "Exchanges values between records of nearby rank.",
            .accepts = Kind::numeric | Kind::ordinal,
            .reference =
                "Moore (1996), Controlled data-swapping techniques for masking public use microdata sets, "
                "US Bureau of the Census, RR 96/04"};
  }

  static void params(ParamList<RankSwapping>& list) {
    list.number("window", &RankSwapping::window)
        .range(0.1, 100.0)
        .unit("% of records")
        .doc("Largest rank distance of a swap.")
        .dial(Dial::more_is_safer);
    list.number("top", &RankSwapping::top)
        .range(0.0, 50.0)
        .unit("% of records")
        .doc("Largest values that become their mean before the swap.");
    list.number("bottom", &RankSwapping::bottom)
        .range(0.0, 50.0)
        .unit("% of records")
        .doc("Smallest values that become their mean before the swap.");
    list.columns("risk-keys", &RankSwapping::risk_keys)
        .doc("Columns that an intruder knows: records that are rare on them are swapped over `risk-window`.");
    list.integer("risk-k", &RankSwapping::risk_k)
        .range(2, 1e6)
        .unit("records")
        .doc("A record is at risk where fewer than this number have its `risk-keys`.");
    list.number("risk-window", &RankSwapping::risk_window)
        .range(0.1, 100.0)
        .unit("% of records")
        .doc("Largest rank distance of a swap of a record at risk, where it is more than `window`.");
  }

  // Rows by ascending value, without those whose value is missing.
  static std::vector<std::uint32_t> rows_in_order(const Column& column) {
    if (const Numbers* numbers = column.get_if<Numbers>()) return stats::ascending_order(*numbers);
    return stats::ascending_order(column.to_numbers());
  }

  // Row i of the masked column is row `source[i]` of the original.
  struct Trades {
    std::vector<std::size_t> source;
    std::size_t risky_unswapped = 0;
  };

  // A record at risk is not drawn by others over the short window, so that it goes its own way.
  Trades trades(const Column& column, const std::vector<char>& risky, const Rng& rng) const {
    const std::vector<std::uint32_t> order = rows_in_order(column);  // missing values stay where they are
    Trades result;
    result.source.resize(column.size());
    std::iota(result.source.begin(), result.source.end(), 0);

    const std::size_t n = order.size();
    const std::uint64_t reach = stats::reach_of(n, window);
    stats::RankTrades trades = risky.empty()
                                   ? stats::RankTrades(n, reach, rng)
                                   : stats::RankTrades(
                                         n, reach, stats::reach_of(n, std::max(window, risk_window)),
                                         [&](std::uint64_t rank) { return risky[order[rank]] != 0; }, rng);
    std::vector<std::uint64_t> partners(n);
    trades.next(partners);
    for (std::size_t rank = 0; rank < n; ++rank) result.source[order[rank]] = order[partners[rank]];
    result.risky_unswapped = trades.risky_unswapped();
    return result;
  }

  // Records that fewer than `risk_k` share the keys with, themselves included; empty without keys.
  std::vector<char> risky_records(const Table& table, const Run& run) const {
    if (risk_keys.empty()) return {};
    ColumnSet keys;
    for (const std::string& name : risk_keys) {
      keys.push_back(about("risk-keys", [&] { return table.require(name); }));
    }
    const stats::KeyClasses classes = stats::equal_classes(stats::key_table(table, keys, run), run);
    std::vector<char> risky(table.rows());
    for (std::size_t row = 0; row < risky.size(); ++row) {
      risky[row] = classes.sizes[classes.of_row[row]] < static_cast<std::uint64_t>(risk_k) ? 1 : 0;
    }
    return risky;
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    Table masked = original;  // columns stay shared until replaced
    const std::vector<char> risky = risky_records(original, run);
    std::vector<std::size_t> coded(original.column_count(), 0), unswapped(original.column_count(), 0);
    run.for_each(columns, [&](ColumnId id, Rng rng) {
      const CodedTails tails =
          with_tail_means(original.column(id), original.info(id).name, bottom / 100.0, top / 100.0);
      const Trades found = trades(tails.column, risky, rng);
      masked.replace(id, tails.column.taking(found.source));
      coded[id] = tails.coded;
      unswapped[id] = found.risky_unswapped;
    });
    std::vector<std::uint64_t> present;
    for (const ColumnId id : columns) {
      present.push_back(original.column(id).size() - original.column(id).missing_count());
    }
    const Value unchanged = unreached(window, present, original.names(columns));
    Masked result{.tables = {masked}};
    if (!unchanged.as_array().empty()) result.details.set("unchanged_columns", unchanged);
    if (top > 0.0 || bottom > 0.0) {
      result.details.set("coded", std::accumulate(coded.begin(), coded.end(), std::size_t{0}));
    }
    if (!risky.empty()) {
      result.details.set("at_risk", std::count(risky.begin(), risky.end(), 1));
      result.details.set("at_risk_unswapped_cells",
                         std::accumulate(unswapped.begin(), unswapped.end(), std::size_t{0}));
    }
    return result;
  }

  std::string hindrance(const Table&, const ColumnSet&) const {
    if (!risk_keys.empty()) return "records at risk are found in the classes of all records (‹risk-keys›)";
    if (top > 0.0 || bottom > 0.0) return "tails are averaged among all values (‹top›, ‹bottom›)";
    return {};
  }
  std::unique_ptr<BlockWork> blocks(const Table& outline, const ColumnSet& columns, const Run& run) const;
};

// For a caller that sorts the records: it brings ranks of one column after the other, gets their partners,
// and exchanges the values.
class RankSwappingWork : public BlockWork {
 public:
  RankSwappingWork(double window, const Table& outline, const ColumnSet& columns, const Run& run)
      : window_(window),
        columns_(columns),
        names_(outline.names(columns)),
        run_(run),
        present_(columns.size(), 0),
        supplied_(columns.size()) {}

  std::size_t passes() const override { return 1; }
  void observe(std::size_t, const Table& block, const RecordNumbers&) override {
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      present_[j] += block.rows() - block.column(columns_[j]).missing_count();
    }
  }
  void finish(std::size_t) override {}
  Value partial(std::size_t) const override {
    Value state = Value::array();
    for (const std::uint64_t count : present_) state.push(count);
    return state;
  }
  void merge(std::size_t, const Value& part) override {
    for (std::size_t j = 0; j < present_.size(); ++j) present_[j] += count_of(item_of(part, j));
  }

  std::size_t rounds() const override { return 1; }
  SupplyPlan supply(std::size_t) const override {
    return {"ranks", columns_, columns_, Value::object().set("values", partial(0))};
  }
  SuppliedValues supplied(std::size_t, const SupplyRequest& request) override {
    const std::size_t j = column_of_request(request.wanted, names_);
    if (const std::uint64_t chunk = chunk_of_request(request.wanted); chunk > 0) {
      const std::uint64_t least = present_[j] / most_chunks + 1;
      const auto from = [](std::uint64_t rank) { return rank; };
      return {chunk_starts(present_[j], std::max(chunk, least), from), {}, supplied_.state()};
    }
    const std::size_t rows = request.records.rows();
    Integers partners{std::vector<std::int64_t>(rows), {}};
    stats::RankTrades trades(present_[j], stats::reach_of(present_[j], window_),
                             run_.rng("column", columns_[j]));
    std::uint64_t done = 0;
    std::vector<std::uint64_t> found;
    for (const RankRun& run : rank_runs(request.records, present_[j])) {
      trades.skip(run.rank - done);
      found.resize(run.end - run.begin);
      trades.next(found);
      std::copy(found.begin(), found.end(), partners.values.begin() + static_cast<std::ptrdiff_t>(run.begin));
      done = run.rank + found.size();
    }
    std::vector<std::uint64_t> numbers(rows);
    for (std::size_t row = 0; row < rows; ++row) numbers[row] = request.numbers[row];
    return {with_partners(request.records, j, std::move(partners)), std::move(numbers),
            supplied_.of_call(j, rows)};
  }
  Value tally(std::size_t) const override { return supplied_.state(); }
  void merge_tally(std::size_t, const Value& part) override { supplied_.merge(part); }
  void finish_round(std::size_t) override {
    for (std::size_t j = 0; j < columns_.size(); ++j) supplied_.require(j, present_[j], names_[j]);
  }

  MaskedBlock apply_ranked(const Table&, const Table& ranked, const RecordNumbers&) override {
    return {ranked};
  }
  MaskedBlock apply(const Table&, const RecordNumbers&) override {
    throw Error(ErrorCode::internal, "rank swapping of a block without partners");
  }

  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    Masked result;
    const Value unchanged = unreached(window_, present_, names_);
    if (!unchanged.as_array().empty()) result.details.set("unchanged_columns", unchanged);
    return result;
  }

 private:
  // Every call goes through all ranks below its own, so that they must not be very many.
  static constexpr std::uint64_t most_chunks = 128;

  // The records with their ranks and those of their partners.
  Table with_partners(const Table& records, std::size_t j, Column partners) const {
    const ColumnId value = records.require(names_[j]), rank = records.require(rank_name);
    ColumnInfo info;
    info.name = "__sfumato_partner";
    return {{records.info(value), records.info(rank), info},
            {records.column(value), records.column(rank), std::move(partners)}};
  }

  double window_;
  ColumnSet columns_;
  std::vector<std::string> names_;
  Run run_;
  std::vector<std::uint64_t> present_;
  SuppliedCounts supplied_;
};

std::unique_ptr<BlockWork> RankSwapping::blocks(const Table& outline, const ColumnSet& columns,
                                                const Run& run) const {
  return std::make_unique<RankSwappingWork>(window, outline, columns, run);
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(rank_swapping, RankSwapping)
SFUMATO_SUPPLIED_METHOD(rank_swapping, RankSwapping)
