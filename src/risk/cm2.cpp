// Confidentiality from all canonical correlations: how little masked and original ranks, taken together,
// explain of each other.
#include <cmath>

#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/linear/confidentiality.hpp"

namespace sfumato::risk {
namespace {

constexpr double least_unexplained = 1e-12;  // of 1 − ρ₁²

struct Cm2 {
  static MeasureInfo info() {
    return {
        .name = "cm2",
        .title = "Confidentiality from all canonical correlations",
        .summary = "Product of one minus the squared canonical correlations of original and masked ranks.",
        .side = Side::risk,
        .better = Better::higher,
        .range = "0 to 1",
        .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
        .needs_mapping = false,
        .cost = "n log n + n·m²",
        .reference = stats::confidentiality_reference("Eq. (5)"),
        .covers = true};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const auto found = stats::confidentiality(original, masked, columns, run, result);
    if (!found) return result;
    result.value = found->all;
    // −ln CM2, Eq. (4) of the paper; none where a correlation is 1 up to rounding, and CM2 is 0.
    const bool finite = found->largest > least_unexplained && found->all > 0.0;
    result.details.set("minus_log", finite ? Value(-std::log(found->all) + 0.0) : Value());
    result.reading =
        rounded(found->all, 3) + " on a scale from 0 (some ranks fully disclosed) to 1 (ranks independent)";
    return result;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, cm2, Cm2)
