// The winner of a comparison: drawn for release, measured on this very draw, and handed over.
#pragma once

#include <optional>

#include "compare/trials.hpp"
#include "jobs/compare_result.hpp"
#include "release/delivery.hpp"

namespace sfumato::jobs {

// It is written when all is known.
struct Winner {
  release::MaskingResult result;
  WinnerRelease outcome;
  Run draw;  // of the release
};

// The best ranked method with a draw that keeps all limits; it becomes the winner of the part.
std::optional<Winner> draw_best(const compare::Trials& trials, ComparisonPart& part, bool keep_draw,
                                const Run& run, Warnings& warnings);

void hand_over(Winner& winner, const release::Destination& destination, const release::DeliveryTerms& terms);

}  // namespace sfumato::jobs
