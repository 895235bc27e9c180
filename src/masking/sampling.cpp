// Sampling. A simple random sample of the records is released instead of all of them, so that an attacker
// cannot know whether a given record is in the file. Weights are divided by the probability of a record.
#include "core/method.hpp"
#include "masking/draw_stream.hpp"
#include "masking/draw_threshold.hpp"
#include "masking/partial_state.hpp"
#include "masking/record_groups.hpp"
#include "masking/sample_work.hpp"
#include "masking/unit_sample.hpp"

namespace sfumato::masking {
namespace {

struct Sampling {
  double fraction = 0.5;
  Reweight reweight = Reweight::inverse;

  static MethodInfo info() {
    return {.name = "sampling",
            .title = "Sampling",
            .family = Family::reduction,
            .summary = "Releases a simple random sample of the records.",
            .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
            .reference = "Willenborg, De Waal (2001), Elements of statistical disclosure control, Springer",
            .samples = true};
  }

  static void params(ParamList<Sampling>& list) {
    list.number("fraction", &Sampling::fraction)
        .range(1e-6, 1.0)
        .unit("of the records")
        .doc("Share of the records that is released.")
        .dial(Dial::less_is_safer);
    list.choice(
            "reweight", &Sampling::reweight,
            {{"inverse", Reweight::inverse}, {"calibrate", Reweight::calibrate}, {"none", Reweight::none}})
        .doc(
            "Weights of the sample: divided by the probability of a record, scaled to keep their total in "
            "each stratum exactly, or as they were.");
  }

  // Of the records of this table; who samples households gives a table of them.
  Masked apply(const Table& original, const ColumnSet&, const Run& run) const {
    return apply_whole(*by_record(original, run), original, run);
  }

  static std::string hindrance(const Table&, const ColumnSet&) { return {}; }
  std::unique_ptr<BlockWork> by_record(const Table& outline, const Run& run) const;
  std::unique_ptr<BlockWork> blocks(const Table& outline, const ColumnSet&, const Run& run) const {
    for (const Role role : {Role::household, Role::unit}) {
      if (const std::optional<ColumnId> unit = column_of(outline, role)) {
        return unit_sample_work(outline, *unit, fraction, reweight, run);
      }
    }
    return by_record(outline, run);
  }
};

// The records with the least draws, as many as wanted: since draws are independent, every set of that size is
// equally likely.
class SamplingWork : public SampleWork {
 public:
  SamplingWork(const Table& outline, const Sampling& wanted, const Run& run)
      : SampleWork(outline, wanted.reweight), wanted_(wanted), run_(run), draws_(run.rng("records")) {}

  std::size_t passes() const override { return DrawThreshold::passes + (weights_.needs_drawn() ? 1 : 0); }
  void observe(std::size_t pass, const Table& block, const RecordNumbers& numbers) override {
    run_.check_stop();
    if (pass == 0) weights_.observe_all(block);
    if (pass == DrawThreshold::passes) {
      weights_.observe_drawn(block.taking_rows(drawn_rows(block, numbers)));
      return;
    }
    for (std::size_t row = 0; row < block.rows(); ++row) last_.observe(pass, draw_of(numbers[row]));
  }
  void finish(std::size_t pass) override {
    if (pass == 0) {
      records_ = last_.total();
      taken_ = sample_size(wanted_.fraction, records_);
    }
    if (pass < DrawThreshold::passes) last_.finish(pass, taken_);
    if (pass + 1 == passes()) weights_.fit(taken_ > 0 ? std::optional(factor()) : std::nullopt);
  }

  Value partial(std::size_t pass) const override {
    if (pass == DrawThreshold::passes) return weights_.partial(PassedWeights::Total::drawn);
    Value state = Value::array();
    state.push(last_.partial(pass));
    if (pass == 0) state.push(weights_.partial(PassedWeights::Total::before));
    return state;
  }
  void merge(std::size_t pass, const Value& part) override {
    if (pass == DrawThreshold::passes) return weights_.merge(PassedWeights::Total::drawn, part);
    last_.merge(pass, item_of(part, 0));
    if (pass == 0) weights_.merge(PassedWeights::Total::before, item_of(part, 1));
  }

  MaskedBlock apply(const Table& block, const RecordNumbers& numbers) override {
    return drawn(block, drawn_rows(block, numbers));
  }
  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    Value details = Value::object();
    details.set("records", taken_).set("weight_factor", factor());
    return with_weights(std::move(details));
  }

 private:
  double factor() const { return factor_of(records_, taken_); }
  KeyedDraw draw_of(std::uint64_t number) { return {draws_.record(number).bits(), number}; }
  // Ascending.
  std::vector<std::size_t> drawn_rows(const Table& block, const RecordNumbers& numbers) {
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < block.rows(); ++row) {
      if (last_.takes(draw_of(numbers[row]))) rows.push_back(row);
    }
    return rows;
  }

  Sampling wanted_;
  Run run_;
  DrawStream draws_;
  DrawThreshold last_;
  std::uint64_t records_ = 0, taken_ = 0;
};

std::unique_ptr<BlockWork> Sampling::by_record(const Table& outline, const Run& run) const {
  return std::make_unique<SamplingWork>(outline, *this, run);
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(sampling, Sampling)
SFUMATO_SUPPLIED_METHOD(sampling, Sampling)
