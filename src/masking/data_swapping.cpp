// Data swapping. Some records exchange their protected values with records that are equal in other columns,
// so that joint counts of those columns and a protected one do not change.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/method.hpp"
#include "masking/class_exchange.hpp"
#include "masking/partial_state.hpp"
#include "masking/row_classes.hpp"

namespace sfumato::masking {
namespace {

// Records of a class that one task of a caller takes into memory.
constexpr std::size_t largest_class = 20'000'000;

struct SwapCounts {
  std::size_t swapped = 0, changed = 0, alone = 0;
};

// Records of whole classes, with the exchange of values among them.
class WholeClasses {
 public:
  // A moving column has the draws of its stream, one for each record.
  WholeClasses(const Table& table, const ColumnSet& kept, ColumnSet moving,
               std::vector<std::uint64_t> streams, const RecordNumbers& numbers, const Run& run)
      : table_(table),
        moving_(std::move(moving)),
        streams_(std::move(streams)),
        run_(run),
        classes_(classes_with_gaps(table, kept, moving_, run)),
        exchange_(classes_, numbers, run.rng("records")) {}

  void observe(std::size_t pass, DrawThreshold& last) const { exchange_.observe(pass, last); }

  Table exchanged(const DrawThreshold& last, SwapCounts& counts) const {
    const auto chosen = exchange_.chosen(last, run_.rng("choice"));
    Table masked = table_;  // columns stay shared until replaced
    run_.parallel(moving_.size(), [&](std::size_t j) {
      const Rng cycle = run_.rng("cycle", streams_[j]);
      masked.replace(moving_[j], table_.column(moving_[j]).taking(exchange_.exchanged(chosen, cycle)));
    });
    for (const auto& members : chosen) counts.swapped += members.size();
    counts.changed += changed_rows(table_, masked, moving_);
    counts.alone += exchange_.alone();
    return masked;
  }

 private:
  const Table& table_;
  ColumnSet moving_;
  std::vector<std::uint64_t> streams_;
  const Run& run_;
  stats::KeyClasses classes_;
  ClassExchange exchange_;
};

struct DataSwapping {
  double rate = 0.1;
  std::vector<std::string> keep;
  bool together = false;

  static MethodInfo info() {
    return {.name = "data-swapping",
            .title = "Data swapping",
            .family = Family::swapping,
            .summary = "Exchanges values between records that are equal in chosen columns.",
            .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
            .reference =
                "Dalenius, Reiss (1982), Data-swapping: a technique for disclosure control, Journal of "
                "Statistical Planning and Inference 6"};
  }

  static void params(ParamList<DataSwapping>& list) {
    list.number("rate", &DataSwapping::rate)
        .range(0.0, 1.0)
        .unit("of the records")
        .doc("Share of the records that exchange their values.")
        .dial(Dial::more_is_safer);
    list.columns("keep", &DataSwapping::keep)
        .doc("Columns whose joint counts with every protected column stay.");
    list.flag("together", &DataSwapping::together)
        .doc("Exchange all protected values of a record at once, so that they stay together.");
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    run.check_stop();
    const ColumnSet moving = moving_columns(original, columns);
    const WholeClasses classes(original, kept_columns(original), moving, streams(moving),
                               numbers_of(run, original.rows()), run);
    DrawThreshold last;
    for (std::size_t pass = 0; pass < DrawThreshold::passes; ++pass) {
      classes.observe(pass, last);
      last.finish(pass, wanted(original.rows()));
    }
    SwapCounts counts;
    Masked result{.tables = {classes.exchanged(last, counts)}};
    result.details = details(counts);
    return result;
  }

  static std::string hindrance(const Table&, const ColumnSet&) { return {}; }
  std::unique_ptr<BlockWork> blocks(const Table& outline, const ColumnSet& columns, const Run& run) const;

  std::uint64_t wanted(std::size_t records) const {
    return static_cast<std::uint64_t>(std::round(rate * static_cast<double>(records)));
  }
  std::vector<std::uint64_t> streams(const ColumnSet& moving) const {
    return together ? std::vector<std::uint64_t>(moving.size(), 0)
                    : std::vector<std::uint64_t>(moving.begin(), moving.end());
  }
  static Value details(const SwapCounts& counts) {
    Value value = Value::object();
    value.set("swapped_records", counts.swapped)
        .set("changed_records", counts.changed)
        .set("records_alone", counts.alone);
    return value;
  }

  // A column that is both protected and kept is kept.
  ColumnSet moving_columns(const Table& table, const ColumnSet& columns) const {
    ColumnSet moving;
    for (const ColumnId id : columns) {
      const auto& name = table.info(id).name;
      if (std::find(keep.begin(), keep.end(), name) == keep.end()) moving.push_back(id);
    }
    if (moving.empty()) {
      bad_input("every column to swap is also to be kept", "protect columns that are not in `keep`");
    }
    return moving;
  }

  ColumnSet kept_columns(const Table& table) const {
    ColumnSet kept;
    for (const std::string& name : keep) kept.push_back(table.require(name));
    return kept;
  }
};

// Whole classes come from the caller: in three rounds the last ticket is found, in the fourth values are
// exchanged.
class DataSwappingWork : public BlockWork {
 public:
  DataSwappingWork(const DataSwapping& wanted, const Table& outline, const ColumnSet& columns, const Run& run)
      : wanted_(wanted),
        kept_(wanted.kept_columns(outline)),
        moving_(wanted.moving_columns(outline, columns)),
        kept_names_(outline.names(kept_)),
        moving_names_(outline.names(moving_)),
        run_(run) {}

  void observe(std::size_t, const Table&, const RecordNumbers&) override {}
  void finish(std::size_t) override {}

  std::size_t rounds() const override { return DrawThreshold::passes + 1; }
  SupplyPlan supply(std::size_t) const override {
    SupplyPlan plan{.how = "classes", .columns = moving_, .needs = moving_};
    for (const ColumnId id : kept_) {
      if (std::find(plan.needs.begin(), plan.needs.end(), id) == plan.needs.end()) plan.needs.push_back(id);
    }
    plan.facts.set("equal", Value::array_of(kept_names_))
        .set("gaps", Value::array_of(moving_names_))
        .set("largest", largest_class);
    return plan;
  }

  SuppliedValues supplied(std::size_t round, const SupplyRequest& request) override {
    ColumnSet kept, moving;
    for (const std::string& name : kept_names_) kept.push_back(request.records.require(name));
    for (const std::string& name : moving_names_) moving.push_back(request.records.require(name));
    const WholeClasses classes(request.records, kept, moving, wanted_.streams(moving_), request.numbers,
                               run_);
    SuppliedValues result;
    if (round < DrawThreshold::passes) {
      DrawThreshold own = last_;
      classes.observe(round, own);
      result.values = request.records.taking_columns(moving).taking_rows({});
      result.tally = tally_of(own.partial(round), request.records.rows());
      return result;
    }
    SwapCounts counts;
    result.values = classes.exchanged(last_, counts).taking_columns(moving);
    for (std::size_t row = 0; row < result.values.rows(); ++row) {
      result.numbers.push_back(request.numbers[row]);
    }
    result.tally = tally_of(counts);
    return result;
  }

  Value tally(std::size_t round) const override {
    return round < DrawThreshold::passes ? tally_of(last_.partial(round), records_) : tally_of(counts_);
  }
  void merge_tally(std::size_t round, const Value& part) override {
    if (round < DrawThreshold::passes) {
      last_.merge(round, item_of(part, 0));
      records_ += count_of(item_of(part, 1));
      return;
    }
    counts_.swapped += count_of(item_of(part, 0));
    counts_.changed += count_of(item_of(part, 1));
    counts_.alone += count_of(item_of(part, 2));
  }
  void finish_round(std::size_t round) override {
    if (round == DrawThreshold::passes) return;
    last_.finish(round, wanted_.wanted(records_));
    records_ = 0;
  }

  // One machine has whole tables.
  MaskedBlock apply(const Table&, const RecordNumbers&) override {
    throw Error(ErrorCode::internal, "data swapping without whole classes");
  }
  MaskedBlock apply_ranked(const Table&, const Table& exchanged, const RecordNumbers&) override {
    return {exchanged};
  }
  std::optional<Table> sketched(const Table& sketch) const override { return sketch; }

  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    Masked result;
    result.details = DataSwapping::details(counts_);
    return result;
  }

 private:
  static Value tally_of(Value draws, std::size_t records) {
    return Value(Value::Array{std::move(draws), records});
  }
  static Value tally_of(const SwapCounts& counts) {
    return Value(Value::Array{counts.swapped, counts.changed, counts.alone});
  }

  DataSwapping wanted_;
  ColumnSet kept_, moving_;
  std::vector<std::string> kept_names_, moving_names_;
  Run run_;
  DrawThreshold last_;
  std::size_t records_ = 0;  // of the round
  SwapCounts counts_;
};

std::unique_ptr<BlockWork> DataSwapping::blocks(const Table& outline, const ColumnSet& columns,
                                                const Run& run) const {
  return std::make_unique<DataSwappingWork>(*this, outline, columns, run);
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(data_swapping, DataSwapping)
SFUMATO_SUPPLIED_METHOD(data_swapping, DataSwapping)
