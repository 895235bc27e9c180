// Power means of permutation distances: one number between the smallest and the largest move of a column's
// values. Small exponents emphasise values that hardly moved (risk), large ones those that moved far (loss).
#include <algorithm>
#include <cmath>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/ranks/rank_pairs.hpp"

namespace sfumato::risk {
namespace {

enum class Columns { worst, mean };

// (mean of pᵅ)^(1/α), scaled by the distance that dominates it so that no power overflows; the geometric
// mean for α = 0. With α ≤ 0 a distance of 0 makes it 0.
double power_mean(const std::vector<double>& distances, double alpha) {
  const auto [least, most] = std::minmax_element(distances.begin(), distances.end());
  const double scale = alpha > 0.0 ? *most : *least;
  if (!(scale > 0.0)) return 0.0;
  double sum = 0.0;
  for (const double distance : distances) {
    sum += alpha == 0.0 ? std::log(distance / scale) : std::pow(distance / scale, alpha);
  }
  const double mean = sum / static_cast<double>(distances.size());
  return scale * (alpha == 0.0 ? std::exp(mean) : std::pow(mean, 1.0 / alpha));
}

struct PowerMean {
  double alpha = 0.5;
  Columns columns = Columns::worst;

  static MeasureInfo info() {
    return {
        .name = "power-mean",
        .title = "Power mean of permutation distances",
        .summary = "Power mean of the numbers of ranks by which a column's values moved.",
        .side = Side::both,
        .better = Better::higher,
        .range = "0 to n - 1 ranks",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .cost = "n log n",
        .reference =
            "Ruiz (2018), On some consequences of the permutation paradigm for data anonymization, "
            "Information Sciences 430-431; Domingo-Ferrer, Muralidhar, Bras-Amorós: general confidentiality "
            "and utility metrics based on the permutation model, Eq. (10)",
        .covers = true};
  }

  static void params(ParamList<PowerMean>& list) {
    list.number("alpha", &PowerMean::alpha)
        .range(-100.0, 100.0)
        .doc("The exponent: below 1 it measures risk, above 1 loss of utility.");
    list.choice("columns", &PowerMean::columns, {{"worst", Columns::worst}, {"mean", Columns::mean}})
        .doc("Whether the worst column counts or the mean of all.");
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& compared, const Run& run) const {
    const stats::RankPairs pairs = stats::rank_pairs(original, masked, compared, run);
    Score result;
    stats::describe(pairs, result.details);
    result.note = pairs.reason;
    if (!result.note.empty()) return result;
    if (pairs.rows.empty()) {
      result.note = "no record is complete in the compared columns";
      return result;
    }
    std::vector<double> found(compared.size());
    run.parallel(compared.size(), [&](std::size_t j) {
      std::vector<double> distances(pairs.rows.size());
      for (std::size_t i = 0; i < distances.size(); ++i) {
        distances[i] = std::fabs(pairs.original(i, j) - pairs.masked(i, j));
      }
      found[j] = power_mean(distances, alpha);
    });
    Value per_column = Value::object();
    double sum = 0.0;
    for (std::size_t j = 0; j < found.size(); ++j) {
      per_column.set(original.info(compared[j]).name, found[j]);
      sum += found[j];
    }
    result.note = pairs.note;
    const bool risk = alpha <= 1.0;
    const auto worst =
        risk ? std::min_element(found.begin(), found.end()) : std::max_element(found.begin(), found.end());
    result.value = columns == Columns::mean ? sum / static_cast<double>(found.size()) : *worst;
    result.details.set("side", risk ? "risk" : "utility").set("better", risk ? "higher" : "lower");
    result.details.set("per_column", per_column);
    const std::string name = original.info(compared[static_cast<std::size_t>(worst - found.begin())]).name;
    result.reading = (columns == Columns::mean ? "values" : "values of '" + name + "'") + " moved by " +
                     rounded(*result.value, 3) + " ranks; " +
                     (risk ? "fewer would be more risk" : "more would be more loss");
    return result;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, power_mean, PowerMean)
