// Additive noise. Every value gets a normal draw of its own, with a standard deviation that is a
// given share of the column's.
#include <cmath>

#include "core/method.hpp"
#include "masking/block_work.hpp"
#include "masking/column_moments.hpp"
#include "masking/draw_stream.hpp"

namespace sfumato::masking {
namespace {

struct AdditiveNoise {
  double amount = 0.1;
  bool keep_moments = false;

  static MethodInfo info() {
    return {.name = "additive-noise",
            .title = "Additive noise",
            .family = Family::noise,
            .summary = "Adds independent normal noise to every value.",
            .accepts = Kind::numeric,
            .reference =
                "Kim (1986), A method for limiting disclosure in microdata based on random noise and "
                "transformation, Proc. ASA Section on Survey Research Methods"};
  }

  static void params(ParamList<AdditiveNoise>& list) {
    list.number("amount", &AdditiveNoise::amount)
        .range(0.0, 100.0)
        .unit("standard deviations of the column")
        .doc("Standard deviation of the noise.")
        .dial(Dial::more_is_safer)
        .logarithmic();
    list.flag("keep-moments", &AdditiveNoise::keep_moments)
        .doc("Shrink the result so that means and variances are kept in expectation.");
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    return apply_whole(*blocks(original, columns, run), original, run);
  }

  static std::string hindrance(const Table&, const ColumnSet&) { return {}; }
  std::unique_ptr<BlockWork> blocks(const Table&, const ColumnSet& columns, const Run& run) const;
};

class AdditiveNoiseWork : public BlockWork {
 public:
  AdditiveNoiseWork(const AdditiveNoise& wanted, ColumnSet columns, const Run& run)
      : wanted_(wanted), columns_(std::move(columns)), run_(run), moments_(columns_) {
    for (const ColumnId id : columns_) streams_.emplace_back(run.rng("column", id));
  }

  std::size_t passes() const override { return PassedMoments::passes; }
  void observe(std::size_t pass, const Table& block, const RecordNumbers&) override {
    moments_.observe(pass, block, run_);
  }
  void finish(std::size_t pass) override { moments_.finish(pass); }
  Value partial(std::size_t pass) const override { return moments_.partial(pass); }
  void merge(std::size_t pass, const Value& part) override { moments_.merge(pass, part); }

  MaskedBlock apply(const Table& block, const RecordNumbers& numbers) override {
    Table masked = block;  // columns stay shared until edited
    run_.parallel(columns_.size(), [&](std::size_t j) {
      const std::span<double> values = masked.edit_numbers(columns_[j]);
      const stats::Moments& moments = moments_[j].moments();
      const double scale = wanted_.amount * moments.sd(), shrink = this->shrink();
      for (std::size_t row = 0; row < values.size(); ++row) {
        double& value = values[row];
        const double noisy = value + scale * streams_[j].record(numbers[row]).normal();
        value = wanted_.keep_moments ? shrink * noisy + (1.0 - shrink) * moments.mean : noisy;
      }
    });
    return {std::move(masked)};
  }

  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    Masked result;
    result.reveal.set("gamma", wanted_.amount * wanted_.amount).set("c", shrink());
    return result;
  }

 private:
  double shrink() const {
    return wanted_.keep_moments ? 1.0 / std::sqrt(1.0 + wanted_.amount * wanted_.amount) : 1.0;
  }

  AdditiveNoise wanted_;
  ColumnSet columns_;
  Run run_;
  ColumnMoments moments_;
  std::vector<DrawStream> streams_;
};

std::unique_ptr<BlockWork> AdditiveNoise::blocks(const Table&, const ColumnSet& columns,
                                                 const Run& run) const {
  return std::make_unique<AdditiveNoiseWork>(*this, columns, run);
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(additive_noise, AdditiveNoise)
SFUMATO_BLOCK_METHOD(additive_noise, AdditiveNoise)
