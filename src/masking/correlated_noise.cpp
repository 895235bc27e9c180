// Correlated noise. The noise has the covariance of the data times γ, so that correlations are kept and an
// analyst who knows γ can correct variances.
#include <cmath>

#include "core/method.hpp"
#include "stats/distributions/constant_values.hpp"
#include "stats/distributions/moments.hpp"
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
    run.check_stop();
    Table masked = original;  // columns stay shared until edited
    const stats::Matrix data = stats::numbers(original, columns);
    const stats::Matrix root = stats::covariance_root(stats::available_covariance(data));
    const double shrink = keep_moments ? 1.0 / std::sqrt(1.0 + amount) : 1.0;
    std::vector<std::span<double>> values;
    std::vector<double> means;
    for (const ColumnId id : columns) {
      values.push_back(masked.edit_numbers(id));
      means.push_back(stats::mean(values.back()));
    }
    std::vector<bool> constant;
    for (const std::span<double> column : values) constant.push_back(stats::constant_values(column));
    constexpr std::size_t block_size = 1024;
    run.blocks(original.rows(), block_size, [&](std::size_t block, std::size_t begin, std::size_t end) {
      const stats::Matrix noise = block_noise(end - begin, root, run.rng("block", block));
      for (std::size_t j = 0; j < columns.size(); ++j) {
        if (constant[j]) continue;  // its covariances are 0 up to rounding
        const auto column = noise.column(j);
        for (std::size_t row = begin; row < end; ++row) {
          double& value = values[j][row];
          const double noisy = value + column[row - begin];
          value = keep_moments ? shrink * noisy + (1.0 - shrink) * means[j] : noisy;
        }
      }
    });
    Value reveal = Value::object();
    reveal.set("gamma", amount).set("c", shrink);
    return {.tables = {masked}, .reveal = reveal};
  }

  // √γ·Z·rootᵀ for independent normal Z.
  stats::Matrix block_noise(std::size_t rows, const stats::Matrix& root, Rng rng) const {
    stats::Matrix noise(rows, root.rows());
    std::vector<double> draws(rows);
    const double scale = std::sqrt(amount);
    for (std::size_t f = 0; f < root.columns(); ++f) {
      for (double& draw : draws) draw = scale * rng.normal();
      for (std::size_t j = 0; j < root.rows(); ++j) {
        const double loading = root(j, f);
        const auto column = noise.column(j);
        for (std::size_t i = 0; i < rows; ++i) column[i] += loading * draws[i];
      }
    }
    return noise;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(correlated_noise, CorrelatedNoise)
