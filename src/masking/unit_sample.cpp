// Three rounds find the last draw among first records, the fourth takes the records of all households up to
// it.
#include "masking/unit_sample.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "masking/draw_stream.hpp"
#include "masking/draw_threshold.hpp"
#include "masking/partial_state.hpp"
#include "masking/sample_work.hpp"

namespace sfumato::masking {
namespace {

constexpr const char* first_name = "__sfumato_first";  // the bits of the least number of a record's household

class UnitSampleWork : public SampleWork {
 public:
  UnitSampleWork(const Table& outline, ColumnId unit, double fraction, Reweight reweight, const Run& run)
      : SampleWork(outline, reweight),
        outline_(outline.taking_rows({})),
        unit_(unit),
        fraction_(fraction),
        draws_(run.rng("records")),
        reweight_(reweight) {}

  void observe(std::size_t, const Table&, const RecordNumbers&) override {}
  void finish(std::size_t) override {}

  std::size_t rounds() const override { return DrawThreshold::passes + 1; }
  SupplyPlan supply(std::size_t) const override {
    SupplyPlan plan{.how = "units", .columns = {unit_}, .needs = {unit_}};
    for (ColumnId id = 0; id < outline_.column_count(); ++id) {
      if (outline_.info(id).role == Role::weight && id != unit_) plan.needs.push_back(id);
    }
    plan.facts.set("unit", outline_.info(unit_).name).set("first", first_name).set("taken", "taken");
    return plan;
  }

  SuppliedValues supplied(std::size_t round, const SupplyRequest& request) override {
    const Table& records = request.records;
    const Integers* first = records.column(records.require(first_name)).get_if<Integers>();
    if (first == nullptr || records.column(records.require(first_name)).missing_count() > 0) {
      bad_input("records come without the first ones of their households");
    }
    const auto first_of = [&](std::size_t row) { return static_cast<std::uint64_t>(first->values[row]); };
    PassedWeights weights(records, reweight_);
    SuppliedValues result;
    if (round < DrawThreshold::passes) {
      DrawThreshold own = last_;
      for (std::size_t row = 0; row < records.rows(); ++row) {
        if (first_of(row) == request.numbers[row]) own.observe(round, draw_of(first_of(row)));
      }
      if (round == 0) weights.observe_all(records);
      result.values = taken_column(0);
      result.tally = Value(
          Value::Array{own.partial(round), records.rows(), weights.partial(PassedWeights::Total::before)});
      return result;
    }
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < records.rows(); ++row) {
      if (!last_.takes(draw_of(first_of(row)))) continue;
      rows.push_back(row);
      result.numbers.push_back(request.numbers[row]);
    }
    weights.observe_drawn(records.taking_rows(rows));
    result.values = taken_column(rows.size());
    result.tally = Value(Value::Array{rows.size(), weights.partial(PassedWeights::Total::drawn)});
    return result;
  }

  Value tally(std::size_t round) const override {
    if (round < DrawThreshold::passes) {
      return Value(
          Value::Array{last_.partial(round), round_records_, weights_.partial(PassedWeights::Total::before)});
    }
    return Value(Value::Array{taken_records_, weights_.partial(PassedWeights::Total::drawn)});
  }
  void merge_tally(std::size_t round, const Value& part) override {
    if (round == DrawThreshold::passes) {
      taken_records_ += count_of(item_of(part, 0));
      weights_.merge(PassedWeights::Total::drawn, item_of(part, 1));
      return;
    }
    last_.merge(round, item_of(part, 0));
    round_records_ += count_of(item_of(part, 1));
    if (round == 0) weights_.merge(PassedWeights::Total::before, item_of(part, 2));
  }
  void finish_round(std::size_t round) override {
    if (round == 0) {
      units_ = last_.total();
      taken_ = sample_size(fraction_, units_);
      records_ = round_records_;
    }
    round_records_ = 0;
    if (round < DrawThreshold::passes) {
      last_.finish(round, taken_);
    } else {
      weights_.fit(taken_ > 0 ? std::optional(unit_factor()) : std::nullopt);
    }
  }

  MaskedBlock apply(const Table&, const RecordNumbers&) override {
    throw Error(ErrorCode::internal, "a sample of households without their first records");
  }
  // The column `taken` misses records that are not in the sample.
  MaskedBlock apply_supplied(const Table& block, const Table& supplied, const RecordNumbers&) override {
    std::vector<std::size_t> rows;
    if (block.rows() > 0) {
      const Column& taken = supplied.column(supplied.require("taken"));
      for (std::size_t row = 0; row < block.rows(); ++row) {
        if (!taken.missing(row)) rows.push_back(row);
      }
    }
    return drawn(block, std::move(rows));
  }
  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    Value details = Value::object();
    const double factor = taken_records_ == 0 ? unit_factor() : factor_of(records_, taken_records_);
    details.set("records", taken_records_).set("weight_factor", factor);
    if (units_ != records_) {  // else records are drawn one by one
      const std::string name = outline_.info(unit_).role == Role::unit ? "unit" : "household";
      details.set(name + "s", taken_).set(name + "_weight_factor", unit_factor());
    }
    return with_weights(std::move(details));
  }

 private:
  double unit_factor() const { return factor_of(units_, taken_); }
  KeyedDraw draw_of(std::uint64_t number) { return {draws_.record(number).bits(), number}; }
  static Table taken_column(std::size_t rows) {
    ColumnInfo info;
    info.name = "taken";
    info.kind = Kind::numeric;
    std::vector<Column> columns;
    columns.emplace_back(Integers{std::vector<std::int64_t>(rows, 1), {}});
    return Table({std::move(info)}, std::move(columns));
  }

  Table outline_;
  ColumnId unit_;
  double fraction_;
  DrawStream draws_;
  DrawThreshold last_;
  Reweight reweight_;
  std::size_t round_records_ = 0, records_ = 0, taken_records_ = 0;
  std::uint64_t units_ = 0, taken_ = 0;
};

}  // namespace

std::uint64_t sample_size(double fraction, std::uint64_t all) {
  const auto rounded = static_cast<std::uint64_t>(std::round(fraction * static_cast<double>(all)));
  return std::min(all, std::max<std::uint64_t>(1, rounded));
}

std::unique_ptr<BlockWork> unit_sample_work(const Table& outline, ColumnId unit, double fraction,
                                            Reweight reweight, const Run& run) {
  return std::make_unique<UnitSampleWork>(outline, unit, fraction, reweight, run);
}

}  // namespace sfumato::masking
