// Individual ranking. Each column is sorted separately and divided into groups of at least k neighbours,
// whose mean replaces their values; the loss is small, and so is the protection.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/method.hpp"
#include "core/scratch_memory.hpp"
#include "masking/block_work.hpp"
#include "masking/column_moments.hpp"
#include "masking/microaggregation.hpp"
#include "masking/supplied_ranks.hpp"
#include "stats/groups/consecutive_groups.hpp"
#include "stats/groups/optimal_partition.hpp"
#include "stats/ranks/ranks.hpp"

namespace sfumato::masking {
namespace {

// Values of a column that one call of a caller divides where the sum of squares is smallest; it takes about
// 60 bytes for each.
constexpr std::size_t most_optimal = 50'000'000;

struct IndividualRanking {
  std::int64_t k = 3;
  bool optimal = false;
  GroupCentre centre = GroupCentre::mean;
  bool fill = false;

  static MethodInfo info() {
    return {.name = "individual-ranking",
            .title = "Individual ranking",
            .family = Family::microaggregation,
            .summary = "Replaces each value by the mean of at least k neighbours in its sorted column.",
            .accepts = Kind::numeric,
            .reference =
                "Defays, Nanopoulos (1993), Panels of enterprises and confidentiality: the small aggregates "
                "method, Proc. Symposium on Design and Analysis of Longitudinal Surveys, Statistics Canada",
            .random = false};
  }

  static void params(ParamList<IndividualRanking>& list) {
    group_size_param(list);
    list.flag("optimal", &IndividualRanking::optimal)
        .doc("Divide each column where the sum of squares within groups is smallest.");
    centre_param(list);
    list.flag("fill", &IndividualRanking::fill).doc("Give missing cells the mean of their column.");
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    return apply_whole(*blocks(original, columns, run), original, run);
  }

  static std::string hindrance(const Table&, const ColumnSet&) { return {}; }
  std::string block_hindrance() const {
    return optimal ? "groups are divided where the sum of squares is smallest (‹optimal›)" : "";
  }
  std::unique_ptr<BlockWork> blocks(const Table& outline, const ColumnSet& columns, const Run& run) const;
};

class IndividualRankingWork : public BlockWork {
 public:
  IndividualRankingWork(const IndividualRanking& wanted, const Table& outline, const ColumnSet& columns,
                        const Run& run)
      : wanted_(wanted),
        columns_(columns),
        names_(outline.names(columns)),
        run_(run),
        moments_(columns),
        groups_(columns.size(), 0),
        lost_(columns.size()),
        supplied_(columns.size()) {}

  std::size_t passes() const override { return PassedMoments::passes; }
  void observe(std::size_t pass, const Table& block, const RecordNumbers&) override {
    if (pass == 0) records_ += block.rows();
    moments_.observe(pass, block, run_);
  }
  void finish(std::size_t pass) override {
    moments_.finish(pass);
    if (pass > 0) return;
    require_group_size(wanted_.k, records_);
    for (std::size_t j = 0; j < columns_.size(); ++j) require_values(j);
  }

  Value partial(std::size_t pass) const override {
    Value state = Value::array();
    state.push(pass == 0 ? records_ : 0);
    state.push(moments_.partial(pass));
    return state;
  }
  void merge(std::size_t pass, const Value& part) override {
    records_ += count_of(item_of(part, 0));
    moments_.merge(pass, item_of(part, 1));
  }

  ColumnSet ranked_columns() const override { return columns_; }
  std::vector<std::uint32_t> group_starts(ColumnId id) const override {
    const auto j =
        static_cast<std::size_t>(std::find(columns_.begin(), columns_.end(), id) - columns_.begin());
    return stats::consecutive_starts(present(j), static_cast<std::size_t>(wanted_.k));
  }
  double group_value(std::span<const double> ascending) const override {
    if (wanted_.centre == GroupCentre::median) {
      const double low = ascending[(ascending.size() - 1) / 2], high = ascending[ascending.size() / 2];
      return low + (high - low) / 2.0;
    }
    // Counted from the least value, so that equal values have exactly that value as their mean.
    double sum = 0.0;
    for (const double value : ascending) sum += value - ascending.front();
    return ascending.front() + sum / static_cast<double>(ascending.size());
  }

  MaskedBlock apply_ranked(const Table& block, const Table& ranked, const RecordNumbers&) override {
    return replaced(block, [&](std::size_t j) { return ranked.column(columns_[j]).to_numbers(); });
  }

  // A caller that sorts the records brings whole groups of one column after the other.
  std::size_t rounds() const override { return 1; }
  SupplyPlan supply(std::size_t) const override {
    Value values = Value::array();
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      require_optimal(j);
      values.push(present(j));
    }
    return {"groups", columns_, columns_, Value::object().set("values", values)};
  }
  SuppliedValues supplied(std::size_t, const SupplyRequest& request) override {
    const std::size_t j = column_of_request(request.wanted, names_);
    const stats::ConsecutiveGroups groups(present(j), static_cast<std::uint64_t>(wanted_.k));
    if (const std::uint64_t chunk = chunk_of_request(request.wanted); chunk > 0) {
      const auto from = [&](std::uint64_t rank) {  // optimal groups depend on all values
        return !wanted_.optimal ? groups.start(groups.first_from(rank)) : rank == 0 ? 0 : present(j);
      };
      return {chunk_starts(present(j), chunk, from), {}, tally_of(supplied_.state(), {})};
    }
    const Table& records = request.records;
    Numbers values = records.column(records.require(names_[j])).to_numbers();
    std::vector<std::size_t> divided(columns_.size(), 0);
    for (const RankRun& run : rank_runs(records, present(j))) {
      if (wanted_.optimal) {
        divided[j] = replace_optimal_groups(values, run, j);
      } else {
        replace_groups(values, run, groups);
      }
    }
    std::vector<std::uint64_t> numbers(values.size());
    for (std::size_t row = 0; row < numbers.size(); ++row) numbers[row] = request.numbers[row];
    ColumnInfo info;
    info.name = names_[j];
    const std::size_t rows = values.size();
    return {Table({info}, {std::move(values)}), std::move(numbers),
            tally_of(supplied_.of_call(j, rows), divided)};
  }
  Value tally(std::size_t) const override { return tally_of(supplied_.state(), groups_); }
  void merge_tally(std::size_t, const Value& part) override {
    supplied_.merge(item_of(part, 0));
    for (std::size_t j = 0; j < groups_.size(); ++j) groups_[j] += count_of(item_of(item_of(part, 1), j));
  }
  void finish_round(std::size_t) override {
    for (std::size_t j = 0; j < columns_.size(); ++j) supplied_.require(j, present(j), names_[j]);
  }

  // The whole table, which is sorted in memory.
  MaskedBlock apply(const Table& block, const RecordNumbers&) override {
    return replaced(block, [&](std::size_t j) {
      Numbers values = block.column(columns_[j]).to_numbers();
      aggregate(values, j);
      return values;
    });
  }

  Value applied() const override {
    Value state = Value::array();
    for (const ExactSum& sum : lost_) state.push(sum.state());
    return state;
  }
  void merge_applied(const Value& part) override {
    for (std::size_t j = 0; j < lost_.size(); ++j) lost_[j].add(ExactSum::of_state(item_of(part, j)));
  }

  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    Masked result;
    std::size_t groups = 0;
    double squares = 0.0, total = 0.0;
    for (std::size_t j = 0; j < columns_.size(); ++j) {
      const std::size_t in_order =
          present(j) == 0 ? 0 : std::max<std::size_t>(1, present(j) / static_cast<std::size_t>(wanted_.k));
      groups += wanted_.optimal ? groups_[j] : in_order;
      const stats::Moments& moments = moments_[j].moments();
      if (moments.squares == 0.0) continue;
      squares += lost_[j].value() / moments.variance();
      total += static_cast<double>(moments.count - 1);
    }
    result.details.set("groups", groups).set("sse_percent", total > 0.0 ? 100.0 * squares / total : 0.0);
    return result;
  }

 private:
  std::size_t present(std::size_t j) const { return moments_[j].moments().count; }

  void require_values(std::size_t j) const {
    if (present(j) == 0 || static_cast<std::uint64_t>(wanted_.k) <= present(j)) return;
    bad_input("column '" + names_[j] + "' has " + std::to_string(present(j)) +
                  " values, fewer than k = " + std::to_string(wanted_.k),
              "choose a smaller k, or leave the column out");
  }

  void require_optimal(std::size_t j) const {
    if (!wanted_.optimal || present(j) <= most_optimal) return;
    bad_param("optimal",
              "column '" + names_[j] + "' has " + std::to_string(present(j)) +
                  " values, and one process divides " + std::to_string(most_optimal) +
                  " at most where the sum of squares is smallest",
              "leave ‹optimal› out, or mask inside strata (‹within›)");
  }

  // Ranks that came, and groups that they were divided into, of each column; none where no sizes are given.
  Value tally_of(Value came, const std::vector<std::size_t>& groups) const {
    Value divided = Value::array();
    for (std::size_t j = 0; j < columns_.size(); ++j) divided.push(groups.empty() ? 0 : groups[j]);
    return Value(Value::Array{std::move(came), std::move(divided)});
  }

  // All values of a column, ascending; the number of groups.
  std::size_t replace_optimal_groups(Numbers& values, const RankRun& run, std::size_t j) const {
    const auto ascending = std::span(values).subspan(run.begin, run.end - run.begin);
    if (run.rank != 0 || ascending.size() != present(j) ||
        !std::is_sorted(ascending.begin(), ascending.end())) {
      bad_input("supplied records are not all of a column, with ascending values",
                "cut the ranks where the answer about \"chunk\" says");
    }
    const auto starts = stats::optimal_starts(ascending, static_cast<std::size_t>(wanted_.k));
    for (std::size_t group = 0; group + 1 < starts.size(); ++group) {
      const auto members = ascending.subspan(starts[group], starts[group + 1] - starts[group]);
      std::fill(members.begin(), members.end(), group_value(members));
    }
    return starts.size() - 1;
  }

  // Whole groups of ascending values.
  void replace_groups(Numbers& values, const RankRun& run, const stats::ConsecutiveGroups& groups) const {
    const std::uint64_t end = run.rank + (run.end - run.begin);
    std::uint64_t group = groups.first_from(run.rank);
    const auto ascending = std::span(values).subspan(run.begin, run.end - run.begin);
    if (groups.start(group) != run.rank || groups.start(groups.first_from(end)) != end ||
        !std::is_sorted(ascending.begin(), ascending.end())) {
      bad_input("supplied records are not whole groups of ascending values",
                "cut the ranks where the answer about \"chunk\" says");
    }
    for (std::uint64_t rank = run.rank; rank < end; ++group) {
      const std::uint64_t next = groups.start(group + 1);
      const auto members = ascending.subspan(rank - run.rank, next - rank);
      std::fill(members.begin(), members.end(), group_value(members));
      rank = next;
    }
  }

  // `values_of` gives the values of a column by those of its groups.
  template <class ValuesOf>
  MaskedBlock replaced(const Table& block, const ValuesOf& values_of) {
    MaskedBlock result{block};
    run_.parallel(columns_.size(), [&](std::size_t j) {
      Numbers values = values_of(j);
      with_numbers(block.column(columns_[j]), [&](std::span<const double> before) {
        for (std::size_t row = 0; row < values.size(); ++row) {
          const double change = values[row] - before[row];
          if (!std::isnan(change)) lost_[j].add(change * change);
        }
      });
      if (wanted_.fill && present(j) > 0) {
        for (double& value : values) value = std::isnan(value) ? moments_[j].moments().mean : value;
      }
      result.table.replace(columns_[j], std::move(values));
    });
    return result;
  }

  // Replaces the present values by those of their groups.
  void aggregate(std::span<double> values, std::size_t j) {
    const std::vector<std::uint32_t> order = stats::ascending_order(values);
    ScratchVector<double> ascending(order.size());
    for (std::size_t place = 0; place < order.size(); ++place) ascending[place] = values[order[place]];
    const auto size = static_cast<std::size_t>(wanted_.k);
    const std::vector<std::uint32_t> starts = wanted_.optimal && !ascending.empty()
                                                  ? stats::optimal_starts(ascending, size)
                                                  : stats::consecutive_starts(ascending.size(), size);
    groups_[j] = starts.size() - 1;
    for (std::size_t group = 0; group + 1 < starts.size(); ++group) {
      const std::size_t begin = starts[group], end = starts[group + 1];
      const double value = group_value(std::span(ascending).subspan(begin, end - begin));
      for (std::size_t place = begin; place < end; ++place) values[order[place]] = value;
    }
  }

  IndividualRanking wanted_;
  ColumnSet columns_;
  std::vector<std::string> names_;
  Run run_;
  ColumnMoments moments_;
  std::size_t records_ = 0;
  std::vector<std::size_t> groups_;
  std::vector<ExactSum> lost_;  // sums of squared changes
  SuppliedCounts supplied_;
};

std::unique_ptr<BlockWork> IndividualRanking::blocks(const Table& outline, const ColumnSet& columns,
                                                     const Run& run) const {
  return std::make_unique<IndividualRankingWork>(*this, outline, columns, run);
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(individual_ranking, IndividualRanking)
SFUMATO_BLOCK_METHOD(individual_ranking, IndividualRanking)
