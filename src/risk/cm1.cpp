// Confidentiality from the largest canonical correlation: how well some combination of original ranks can
// be predicted from the masked ones. One column that keeps its ranks makes it 0.
#include "core/measure.hpp"
#include "core/number_text.hpp"
#include "stats/linear/confidentiality.hpp"

namespace sfumato::risk {
namespace {

struct Cm1 {
  static MeasureInfo info() {
    return {.name = "cm1",
            .title = "Confidentiality from the largest canonical correlation",
            .summary = "One minus the squared largest canonical correlation of original and masked ranks.",
            .side = Side::risk,
            .better = Better::higher,
            .range = "0 to 1",
            .accepts = Kind::numeric | Kind::ordinal | Kind::nominal,
            .needs_mapping = false,
            .cost = "n log n + n·m²",
            .reference = stats::confidentiality_reference("Eq. (2)"),
            .covers = true};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    Score result;
    const auto found = stats::confidentiality(original, masked, columns, run, result);
    if (!found) return result;
    result.value = found->largest;
    result.reading = "the best combination of masked ranks explains " +
                     rounded(100.0 * (1.0 - found->largest), 3) +
                     " % of the variation of one of original ranks";
    return result;
  }
};

}  // namespace
}  // namespace sfumato::risk

SFUMATO_MEASURE(risk, cm1, Cm1)
