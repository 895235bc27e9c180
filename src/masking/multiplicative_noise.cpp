// Multiplicative noise. Every value is multiplied by a factor away from 1, which protects large
// values as much as small ones; then means and variances, or the covariance matrix, are restored.
#include <cmath>

#include "core/method.hpp"
#include "stats/distributions/constant_values.hpp"
#include "stats/distributions/moments.hpp"
#include "stats/linear/matrix_roots.hpp"
#include "stats/linear/records.hpp"

namespace sfumato::masking {
namespace {

enum class Variant { hoehne, cell, covariance };

struct MultiplicativeNoise {
  double spread = 0.1;
  double shift = 0.0;
  Variant variant = Variant::hoehne;

  static MethodInfo info() {
    return {.name = "multiplicative-noise",
            .title = "Multiplicative noise",
            .family = Family::noise,
            .summary = "Multiplies every value by a random factor and restores the moments.",
            .accepts = Kind::numeric,
            .reference =
                "Höhne (2004), Varianten von Zufallsüberlagerung, working paper of the German Federal "
                "Statistical Office; Oganian, Karr (2011), Masking methods that preserve positivity "
                "constraints in microdata, J. Statistical Planning and Inference 141"};
  }

  static void params(ParamList<MultiplicativeNoise>& list) {
    list.number("spread", &MultiplicativeNoise::spread)
        .range(0.0, 100.0)
        .doc("s: standard deviation of the normal draw whose size is the distance of a factor from 1.")
        .dial(Dial::more_is_safer)
        .logarithmic();
    list.number("shift", &MultiplicativeNoise::shift)
        .range(0.0, 100.0)
        .doc("f: smallest distance of a factor from 1.");
    list.choice("variant", &MultiplicativeNoise::variant,
                {{"hoehne", Variant::hoehne}, {"cell", Variant::cell}, {"covariance", Variant::covariance}})
        .doc("What shares a sign, and which moments are restored.");
  }

  Masked apply(const Table& original, const ColumnSet& columns, const Run& run) const {
    Table masked = original;  // columns stay shared until edited
    std::vector<double> signs(original.rows());
    Rng sign_rng = run.rng("signs");
    for (double& sign : signs) sign = sign_rng.chance(0.5) ? 1.0 : -1.0;
    run.for_each(columns, [&](ColumnId id, Rng rng) {
      const std::span<double> values = masked.edit_numbers(id);
      const stats::Moments before = stats::moments(values);
      for (std::size_t row = 0; row < values.size(); ++row) {
        const double draw = rng.normal();
        // The sign of a normal draw is independent of its size, so it is used as the sign of the cell.
        const double sign = variant == Variant::hoehne ? signs[row] : std::copysign(1.0, draw);
        values[row] *= 1.0 + sign * (shift + spread * std::abs(draw));
      }
      if (variant != Variant::covariance) rescale(values, before);
    });
    if (variant == Variant::covariance) restore_covariance(original, masked, columns, run);
    for (const ColumnId id : columns) {
      // Its moments are restored only up to rounding.
      if (stats::constant_values(original.column(id).to_numbers())) masked.replace(id, original.column(id));
    }
    Value reveal = Value::object();
    reveal.set("spread", spread).set("shift", shift);
    return {.tables = {masked}, .reveal = reveal};
  }

  // To the mean and the variance that the column had. A column without spread becomes its old mean.
  static void rescale(std::span<double> values, const stats::Moments& before) {
    const stats::Moments after = stats::moments(values);
    const double factor = after.squares > 0.0 ? std::sqrt(before.squares / after.squares) : 0.0;
    for (double& value : values) value = before.mean + (value - after.mean) * factor;
  }

  // y ← x̄ + (y − ȳ)·S_y^(−½)·S_x^½, with moments of the records that are complete.
  static void restore_covariance(const Table& original, Table& masked, const ColumnSet& columns,
                                 const Run& run) {
    const std::size_t m = columns.size();
    const stats::CompletePairs pairs = stats::complete_pairs(original, masked, columns);
    stats::Matrix inverse, wanted;
    run.parallel(2, [&](std::size_t side) {
      if (side == 0) inverse = stats::symmetric_inverse_root(stats::covariance(pairs.masked));
      if (side == 1) wanted = stats::symmetric_root(stats::covariance(pairs.original));
    });
    const stats::Matrix transform = stats::product(inverse, wanted);
    std::vector<std::span<double>> values;
    std::vector<double> before(m), after(m);
    for (const ColumnId id : columns) values.push_back(masked.edit_numbers(id));
    run.parallel(m, [&](std::size_t j) {
      before[j] = stats::mean(pairs.original.column(j));
      after[j] = stats::mean(pairs.masked.column(j));
    });
    constexpr std::size_t block_size = 1024;
    run.blocks(masked.rows(), block_size, [&](std::size_t, std::size_t begin, std::size_t end) {
      stats::Matrix deviations(end - begin, m);
      for (std::size_t j = 0; j < m; ++j) {
        for (std::size_t row = begin; row < end; ++row) {
          deviations(row - begin, j) = std::isnan(values[j][row]) ? 0.0 : values[j][row] - after[j];
        }
      }
      const stats::Matrix restored = stats::product(deviations, transform);
      for (std::size_t j = 0; j < m; ++j) {
        for (std::size_t row = begin; row < end; ++row) {
          if (!std::isnan(values[j][row])) values[j][row] = before[j] + restored(row - begin, j);
        }
      }
    });
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(multiplicative_noise, MultiplicativeNoise)
