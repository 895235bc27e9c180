// The score of the tutorials: half information loss, half linkage. It leaves out interval disclosure.
#include "compare/weighted_score.hpp"

namespace sfumato::compare {
namespace {

struct TutorialScore {
  static MeasureInfo info() {
    return {.name = "score-tutorial",
            .title = "Tutorial score",
            .summary = "Half information loss, half record linkage by distance and by probability.",
            .side = Side::both,
            .better = Better::lower,
            .range = "from 0",
            .accepts = Kind::numeric,
            .cost = "that of probabilistic-linkage",
            .reference =
                "Domingo-Ferrer, Torra (2001), Disclosure control methods and information loss for "
                "microdata, in Confidentiality, Disclosure and Data Access, North-Holland",
            .covers = true};
  }

  Score score(const Table& original, const Table& masked, const ColumnSet& columns, const Run& run) const {
    return weighted_score(
        {{0.5, "IL", "information-loss", {}},
         {0.25, "DLD", "distance-linkage", published_distance_linkage(columns.size())},
         {0.25, "PLD", "probabilistic-linkage", published_probabilistic_linkage(columns.size())}},
        original, masked, columns, run);
  }
};

}  // namespace
}  // namespace sfumato::compare

SFUMATO_MEASURE(compare, score_tutorial, TutorialScore)
