// The score of the comparison of 2001: half information loss, half disclosure risk. It ranks methods by one
// number, which depends on its weights.
#include "compare/weighted_score.hpp"

namespace sfumato::compare {
namespace {

struct CompositeScore {
  static MeasureInfo info() {
    return {
        .name = "score",
        .title = "Score",
        .summary = "Half information loss, half disclosure risk, with the weights of the comparison of 2001.",
        .side = Side::both,
        .better = Better::lower,
        .range = "from 0",
        .accepts = Kind::numeric,
        .cost = "that of probabilistic-linkage",
        .reference =
            "Domingo-Ferrer, Torra (2001), A quantitative comparison of disclosure control methods for "
            "microdata, in Confidentiality, Disclosure and Data Access, North-Holland",
        .covers = true};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    return weighted_score(
        {{0.5, "IL", "information-loss", {}},
         {0.125, "DLD", "distance-linkage", published_distance_linkage(columns.size())},
         {0.125, "PLD", "probabilistic-linkage", published_probabilistic_linkage(columns.size())},
         {0.25, "ID", "interval-disclosure", {}}},
        original, masked, columns, run);
  }
};

}  // namespace
}  // namespace sfumato::compare

SFUMATO_MEASURE(compare, score, CompositeScore)
