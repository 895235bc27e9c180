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
  void observe(std::size_t pass, const Table& block, std::size_t) override {
    covariance_.observe(pass, stats::numbers(block, columns_));
  }
  void finish(std::size_t pass) override {
    covariance_.finish(pass);
    if (pass + 1 == passes()) root_ = stats::covariance_root(covariance_.covariance());
  }

  MaskedBlock apply(const Table& block, std::size_t first) override {
    Table masked = block;  // columns stay shared until edited
    std::vector<std::span<double>> values;
    for (const ColumnId id : columns_) values.push_back(masked.edit_numbers(id));
    constexpr std::size_t stream_rows = 1024;
    static_assert(block_grain % stream_rows == 0);
    const double shrink = this->shrink();
    run_.blocks(block.rows(), stream_rows, [&](std::size_t part, std::size_t begin, std::size_t end) {
      const stats::Matrix noise = part_noise(end - begin, run_.rng("block", first / stream_rows + part));
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

  // √γ·Z·rootᵀ for independent normal Z.
  stats::Matrix part_noise(std::size_t rows, Rng rng) const {
    stats::Matrix noise(rows, root_.rows());
    std::vector<double> draws(rows);
    const double scale = std::sqrt(wanted_.amount);
    for (std::size_t f = 0; f < root_.columns(); ++f) {
      for (double& draw : draws) draw = scale * rng.normal();
      for (std::size_t j = 0; j < root_.rows(); ++j) {
        const double loading = root_(j, f);
        const auto column = noise.column(j);
        for (std::size_t i = 0; i < rows; ++i) column[i] += loading * draws[i];
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
