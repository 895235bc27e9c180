// Uniform noise. Every value is multiplied by a factor drawn uniformly around 1, so that large values change
// more and zeros stay.
#include "core/method.hpp"

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
    Table masked = original;  // columns stay shared until edited
    run.for_each(columns, [&](ColumnId id, Rng rng) {
      for (double& value : masked.edit_numbers(id)) value *= rng.uniform(1.0 - spread, 1.0 + spread);
    });
    Value reveal = Value::object();
    reveal.set("spread", spread).set("factor_variance", spread * spread / 3.0);
    return {.tables = {masked}, .reveal = reveal};
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(uniform_noise, UniformNoise)
