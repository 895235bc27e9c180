// Rank swapping. Each value is exchanged with one whose rank is at most `window` percent of the records away,
// so every column keeps its own values. On request tails are coded before, and records at risk go further.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/tail_means.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::masking {
namespace {

// The ranks in the window that are not swapped yet: drawing and removing any of them takes constant time.
// Their order here has no meaning.
class Candidates {
 public:
  explicit Candidates(std::size_t ranks) : place_(ranks) {}

  bool empty() const { return ranks_.empty(); }
  std::uint32_t draw(Rng& rng) const { return ranks_[rng.below(ranks_.size())]; }

  void add(std::uint32_t rank) {
    place_[rank] = static_cast<std::uint32_t>(ranks_.size());
    ranks_.push_back(rank);
  }

  void remove(std::uint32_t rank) {
    ranks_[place_[rank]] = ranks_.back();
    place_[ranks_.back()] = place_[rank];
    ranks_.pop_back();
  }

 private:
  std::vector<std::uint32_t> ranks_;
  std::vector<std::uint32_t> place_;
};

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
  Trades trades(const Column& column, const std::vector<char>& risky, Rng rng) const {
    const std::vector<std::uint32_t> order = rows_in_order(column);  // missing values stay where they are
    Trades result;
    result.source.resize(column.size());
    std::iota(result.source.begin(), result.source.end(), 0);

    const std::size_t n = order.size();
    const std::size_t reach = reach_of(n, window), far_reach = reach_of(n, std::max(window, risk_window));
    Candidates near(n), far(risky.empty() ? 0 : n);
    std::vector<std::uint8_t> traded(n, 0);
    const auto at_risk = [&](std::size_t rank) { return !risky.empty() && risky[order[rank]] != 0; };
    std::size_t entered = 0, entered_far = 0;  // ranks below have been candidates
    const auto leave = [&](std::uint32_t rank) {
      traded[rank] = 1;
      if (!at_risk(rank) && rank < entered) near.remove(rank);
      if (!risky.empty() && rank < entered_far) far.remove(rank);
    };
    for (std::size_t rank = 0; rank < n; ++rank) {
      for (; entered <= std::min(n - 1, rank + reach); ++entered) {
        if (traded[entered] == 0 && !at_risk(entered)) near.add(static_cast<std::uint32_t>(entered));
      }
      for (; !risky.empty() && entered_far <= std::min(n - 1, rank + far_reach); ++entered_far) {
        far.add(static_cast<std::uint32_t>(entered_far));
      }
      if (traded[rank] != 0) continue;
      leave(static_cast<std::uint32_t>(rank));
      const Candidates& candidates = at_risk(rank) ? far : near;
      if (candidates.empty()) {
        result.risky_unswapped += at_risk(rank) ? 1 : 0;
        continue;
      }
      const std::uint32_t partner = candidates.draw(rng);
      leave(partner);
      std::swap(result.source[order[rank]], result.source[order[partner]]);
    }
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
    Value unchanged = Value::array();
    for (const ColumnId id : columns) {
      const std::size_t present = original.column(id).size() - original.column(id).missing_count();
      if (present > 1 && reach_of(present, window) == 0) unchanged.push(original.info(id).name);
    }
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

  // The ranks that a swap goes over at most.
  static std::size_t reach_of(std::size_t records, double percent) {
    return static_cast<std::size_t>(static_cast<double>(records) * percent / 100.0);
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(rank_swapping, RankSwapping)
