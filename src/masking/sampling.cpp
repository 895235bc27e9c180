// Sampling. A simple random sample of the records is released instead of all of them, so that an attacker
// cannot know whether a given record is in the file. Weights are divided by the probability of a record.
#include <algorithm>
#include <cmath>

#include "core/method.hpp"
#include "masking/sample_weights.hpp"

namespace sfumato::masking {
namespace {

struct Sampling {
  double fraction = 0.5;
  Reweight reweight = Reweight::inverse;

  static MethodInfo info() {
    return {
        .name = "sampling",
        .title = "Sampling",
        .family = Family::reduction,
        .summary = "Releases a simple random sample of the records.",
        .accepts = Kind::numeric | Kind::nominal | Kind::ordinal,
        .reference =
            "Willenborg, De Waal (2001), Elements of statistical disclosure control, Springer; the draw is "
            "algorithm S of Knuth (1997), The art of computer programming, vol. 2, §3.4.2",
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

  // Ascending. A record is taken with probability (records still needed)/(records still to come).
  static std::vector<std::size_t> draw(std::size_t records, std::size_t wanted, Rng rng) {
    std::vector<std::size_t> rows;
    rows.reserve(wanted);
    for (std::size_t row = 0; row < records && rows.size() < wanted; ++row) {
      if (rng.below(records - row) < wanted - rows.size()) rows.push_back(row);
    }
    return rows;
  }

  Masked apply(const Table& original, const ColumnSet&, const Run& run) const {
    run.check_stop();
    const std::size_t records = original.rows();
    const auto rounded = static_cast<std::size_t>(std::round(fraction * static_cast<double>(records)));
    const std::size_t wanted = std::min(records, std::max<std::size_t>(1, rounded));
    Masked result;
    result.mapping = Mapping::subset;
    result.rows = draw(records, wanted, run.rng("records"));
    result.tables.push_back(original.taking_rows(result.rows));
    const double factor = wanted == 0 ? 1.0 : static_cast<double>(records) / static_cast<double>(wanted);
    result.details.set("records", wanted).set("weight_factor", factor);
    const SampleDesign design{std::vector<std::size_t>(records, 0), {factor}};
    if (Value totals = reweigh(result.tables[0], original, result.rows, design, reweight); !totals.is_null())
      result.details.set("weights", std::move(totals));
    return result;
  }
};

}  // namespace
}  // namespace sfumato::masking

SFUMATO_METHOD(sampling, Sampling)
