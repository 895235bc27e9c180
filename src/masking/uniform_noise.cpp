// Uniform noise. Every value is multiplied by a factor drawn uniformly around 1, so that large values change
// more and zeros stay.
#include "core/method.hpp"
#include "masking/block_work.hpp"
#include "masking/draw_stream.hpp"

namespace sfumato::masking {
namespace {

struct UniformNoise {
  double spread = 0.1;

  static MethodInfo info() {
    return {.name = "uniform-noise",
            .title = "Uniform multiplicative noise",
            .family = Family::noise,
            .summary = "Multiplies every value by a factor drawn uniformly around 1.",
            .accepts = Kind::numeric,
            .reference =
                "Kim, Winkler (2003), Multiplicative noise for masking continuous data, US Bureau of the "
                "Census, RR Statistics 2003-01"};
  }

  static void params(ParamList<UniformNoise>& list) {
    list.number("spread", &UniformNoise::spread)
        .range(0.0, 1.0)
        .unit("share of the value")
        .doc("β: factors lie between 1−β and 1+β.")
        .dial(Dial::more_is_safer)
        .logarithmic();
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    return apply_whole(*blocks(original, columns, run), original, run);
  }

  static std::string hindrance(const Table&, const ColumnSet&) { return {}; }
  std::unique_ptr<BlockWork> blocks(const Table&, const ColumnSet& columns, const Run& run) const;
};

class UniformNoiseWork : public BlockWork {
 public:
  UniformNoiseWork(double spread, ColumnSet columns, const Run& run)
      : spread_(spread), columns_(std::move(columns)), run_(run) {
    for (const ColumnId id : columns_) streams_.emplace_back(run.rng("column", id));
  }

  void observe(std::size_t, const Table&, const RecordNumbers&) override {}
  void finish(std::size_t) override {}

  MaskedBlock apply(const Table& block, const RecordNumbers& numbers) override {
    Table masked = block;  // columns stay shared until edited
    run_.parallel(columns_.size(), [&](std::size_t j) {
      const std::span<double> values = masked.edit_numbers(columns_[j]);
      for (std::size_t row = 0; row < values.size(); ++row) {
        values[row] *= streams_[j].record(numbers[row]).uniform(1.0 - spread_, 1.0 + spread_);
      }
    });
    return {std::move(masked)};
  }

  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    Masked result;
    result.reveal.set("spread", spread_).set("factor_variance", spread_ * spread_ / 3.0);
    return result;
  }

 private:
  double spread_;
  ColumnSet columns_;
  Run run_;
  std::vector<DrawStream> streams_;
};

std::unique_ptr<BlockWork> UniformNoise::blocks(const Table&, const ColumnSet& columns,
                                                const Run& run) const {
  return std::make_unique<UniformNoiseWork>(spread, columns, run);
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(uniform_noise, UniformNoise)
SFUMATO_BLOCK_METHOD(uniform_noise, UniformNoise)
