// Additive noise. Every value gets a normal draw of its own, with a standard deviation that is a
// given share of the column's.
#include <cmath>

#include "core/method.hpp"
#include "stats/distributions/moments.hpp"

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
    Table masked = original;  // columns stay shared until edited
    const double shrink = keep_moments ? 1.0 / std::sqrt(1.0 + amount * amount) : 1.0;
    run.for_each(columns, [&](ColumnId id, Rng rng) {
      const std::span<double> values = masked.edit_numbers(id);
      const stats::Moments moments = stats::moments(values);
      const double scale = amount * moments.sd();
      for (double& value : values) {
        // A missing value draws too, so that it does not shift the noise of the records after it.
        const double noisy = value + scale * rng.normal();
        value = keep_moments ? shrink * noisy + (1.0 - shrink) * moments.mean : noisy;
      }
    });
    Value reveal = Value::object();
    reveal.set("gamma", amount * amount).set("c", shrink);
    return {.tables = {masked}, .reveal = reveal};
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(additive_noise, AdditiveNoise)
