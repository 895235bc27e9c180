// Correlated noise. The noise has the covariance of the data times γ, so that correlations are kept and an
// analyst who knows γ can correct variances.
#include <cmath>

#include "core/method.hpp"
#include "masking/block_work.hpp"
#include "masking/passed_covariance.hpp"
#include "stats/linear/matrix_roots.hpp"
#include "stats/linear/records.hpp"

namespace sfumato::masking {
namespace {

struct CorrelatedNoise {
  double amount = 0.1;
  bool keep_moments = false;

  static MethodInfo info() {
    return {.name = "correlated-noise",
            .title = "Correlated noise",
            .family = Family::noise,
            .summary = "Adds normal noise that is correlated as the data are.",
            .accepts = Kind::numeric,
            .reference =
                "Kim (1986), A method for limiting disclosure in microdata based on random noise and "
                "transformation, Proc. ASA Section on Survey Research Methods; Tendick (1991), Optimal noise "
                "addition for preserving confidentiality in multivariate data, J. Statistical Planning and "
                "Inference 27"};
  }

  static void params(ParamList<CorrelatedNoise>& list) {
    list.number("amount", &CorrelatedNoise::amount)
        .range(0.0, 10000.0)
        .unit("share of the covariance")
        .doc("γ: the noise has γ times the covariance matrix of the data.")
        .dial(Dial::more_is_safer)
        .logarithmic();
    list.flag("keep-moments", &CorrelatedNoise::keep_moments)
        .doc("Shrink the result so that means and covariances are kept in expectation.");
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    return apply_whole(*blocks(original, columns, run), original, run);
  }

  static std::string hindrance(const Table&, const ColumnSet&) { return {}; }
  std::unique_ptr<BlockWork> blocks(const Table&, const ColumnSet& columns, const Run& run) const;
};

class CorrelatedNoiseWork : public BlockWork {
 public:
  CorrelatedNoiseWork(const CorrelatedNoise& wanted, ColumnSet columns, const Run& run)
      : wanted_(wanted), columns_(std::move(columns)), run_(run), covariance_(columns_.size()) {}

  std::size_t passes() const override { return PassedCovariance::passes; }
  void observe(std::size_t pass, const Table& block, const RecordNumbers&) override {
    covariance_.observe(pass, stats::numbers(block, columns_), run_);
  }
  void finish(std::size_t pass) override {
    covariance_.finish(pass);
    if (pass + 1 == passes()) root_ = stats::covariance_root(covariance_.covariance());
  }

  Value partial(std::size_t pass) const override { return covariance_.partial(pass); }
  void merge(std::size_t pass, const Value& part) override { covariance_.merge(pass, part); }

  MaskedBlock apply(const Table& block, const RecordNumbers& numbers) override {
    Table masked = block;  // columns stay shared until edited
    std::vector<std::span<double>> values;
    for (const ColumnId id : columns_) values.push_back(masked.edit_numbers(id));
    const double shrink = this->shrink();
    run_.blocks(block.rows(), stream_rows, [&](std::size_t, std::size_t begin, std::size_t end) {
      const stats::Matrix noise = part_noise(numbers, begin, end);
      for (std::size_t j = 0; j < columns_.size(); ++j) {
        if (covariance_.constant(j)) continue;  // its covariances are 0 up to rounding
        const auto column = noise.column(j);
        const double mean = covariance_.mean(j);
        for (std::size_t row = begin; row < end; ++row) {
          double& value = values[j][row];
          const double noisy = value + column[row - begin];
          value = wanted_.keep_moments ? shrink * noisy + (1.0 - shrink) * mean : noisy;
        }
      }
    });
    return {std::move(masked)};
  }

  Masked described(const std::vector<std::size_t>&, const std::vector<std::size_t>&) const override {
    Masked result;
    result.reveal.set("gamma", wanted_.amount).set("c", shrink());
    return result;
  }

 private:
  double shrink() const { return wanted_.keep_moments ? 1.0 / std::sqrt(1.0 + wanted_.amount) : 1.0; }

  // Records with numbers of one 1024 share a stream, and each has as many draws in it as there are factors.
  static constexpr std::size_t stream_rows = 1024;

  stats::Matrix part_draws(const RecordNumbers& numbers, std::size_t begin, std::size_t end) const {
    const std::size_t factors = root_.columns();
    const double scale = std::sqrt(wanted_.amount);
    stats::Matrix draws(end - begin, factors);
    std::uint64_t stream = 0, next = 0;
    Rng start = run_.rng("block", stream), rng = start;
    for (std::size_t i = 0; i < draws.rows(); ++i) {
      const std::uint64_t number = numbers[begin + i], place = number % stream_rows * factors;
      if (number / stream_rows != stream) {
        stream = number / stream_rows;
        start = run_.rng("block", stream);
        rng = start.at(place);
      } else if (place != next) {
        rng = start.at(place);
      }
      for (std::size_t f = 0; f < factors; ++f) draws(i, f) = scale * rng.normal();
      next = place + factors;
    }
    return draws;
  }

  // √γ·Z·rootᵀ for independent normal Z.
  stats::Matrix part_noise(const RecordNumbers& numbers, std::size_t begin, std::size_t end) const {
    const stats::Matrix draws = part_draws(numbers, begin, end);
    stats::Matrix noise(end - begin, root_.rows());
    for (std::size_t f = 0; f < root_.columns(); ++f) {
      const auto drawn = draws.column(f);
      for (std::size_t j = 0; j < root_.rows(); ++j) {
        const double loading = root_(j, f);
        const auto column = noise.column(j);
        for (std::size_t i = 0; i < column.size(); ++i) column[i] += loading * drawn[i];
      }
    }
    return noise;
  }

  CorrelatedNoise wanted_;
  ColumnSet columns_;
  Run run_;
  PassedCovariance covariance_;
  stats::Matrix root_;
};

std::unique_ptr<BlockWork> CorrelatedNoise::blocks(const Table&, const ColumnSet& columns,
                                                   const Run& run) const {
  return std::make_unique<CorrelatedNoiseWork>(*this, columns, run);
}

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(correlated_noise, CorrelatedNoise)
SFUMATO_BLOCK_METHOD(correlated_noise, CorrelatedNoise)
