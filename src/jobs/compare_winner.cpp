// The winner is drawn again: the person who chose the seed may have seen the draws that were measured.
#include "jobs/compare_winner.hpp"

#include <algorithm>

#include "core/text_list.hpp"
#include "release/used_hierarchies.hpp"

namespace sfumato::jobs {
namespace {

using compare::Attempt;
using compare::Comparison;
using compare::Trials;

std::optional<Value> epsilon_of(const Attempt& attempt) {
  for (const auto& [name, value] : attempt.params) {
    if (name == "epsilon" && attempt.contender->method->info.differential) return value;
  }
  return std::nullopt;
}

// Did several ε compete?
bool epsilon_was_picked(const Comparison& comparison, const Attempt& winner) {
  return std::any_of(comparison.attempts.begin(), comparison.attempts.end(), [&](const Attempt& attempt) {
    const std::optional<Value> other = epsilon_of(attempt);
    return other && *other != *epsilon_of(winner);
  });
}

release::Choice choice_of(const Comparison& comparison, const Attempt& attempt) {
  if (!epsilon_of(attempt)) return release::Choice::by_measuring;
  const auto& dial = attempt.contender->dial;
  if (dial && dial->parameter == "epsilon" && attempt.calibration.best) {
    return release::Choice::epsilon_by_calibration;
  }
  return epsilon_was_picked(comparison, attempt) ? release::Choice::epsilon_among_several
                                                 : release::Choice::by_measuring;
}

Winner draw_once(const Trials& trials, const Comparison& comparison, const Attempt& attempt, bool keep_draw,
                 std::size_t redrawn, const Run& run) {
  const compare::Subject& subject = trials.subject();
  const compare::Candidate candidate = attempt.contender->with(attempt.params);
  const Run draw = keep_draw ? run.within("replicate", redrawn) : run.unseeded();
  const std::vector<masking::Step> steps = compare::steps_of(candidate, subject);
  release::PreparedSteps prepared{.steps = release::dropping_unnamed(subject.original, steps)};
  if (const auto unnamed = release::unnamed_columns(subject.original, steps); !unnamed.empty()) {
    prepared.warnings.add("left empty, since the comparison did not name them: " + quoted_names(unnamed),
                          WarningGrade::note);
  }
  Winner winner{
      release::run_steps(subject.original, std::move(prepared), choice_of(comparison, attempt), draw),
      {},
      draw};
  const Masked& masked = winner.result.masked;
  WinnerRelease& outcome = winner.outcome;
  // Cryptographic draws without a seed cannot be had again.
  outcome.fresh = !keep_draw || (candidate.method->info.differential && !draw.seeded());
  outcome.details = masked.details;
  outcome.scores =
      compare::scores_of(masked, subject, compare::without_samples(trials.measures()), run.within("release"));
  outcome.before_after =
      profile::before_after(subject.original, masked.tables.front(), subject.columns.columns, run);
  outcome.redrawn = redrawn;
  return winner;
}

constexpr std::size_t most_redraws = 10;

// Draws again until the release itself keeps all limits, ten times at most. A differentially private release
// is drawn once: to choose among its draws by the data would break its guarantee.
std::optional<Winner> draw_winner(const Trials& trials, const Comparison& comparison, const Attempt& attempt,
                                  bool keep_draw, const Run& run) {
  const compare::Candidate candidate = attempt.contender->with(attempt.params);
  const std::size_t redraws = candidate.random() && !candidate.method->info.differential ? most_redraws : 0;
  for (std::size_t redrawn = 0; redrawn <= redraws; ++redrawn) {
    Winner winner = draw_once(trials, comparison, attempt, keep_draw, redrawn, run);
    const bool safe =
        std::all_of(comparison.limits.begin(), comparison.limits.end(), [&](const compare::Limit& limit) {
          const Score& score = winner.outcome.scores[limit.measure];
          return compare::is_safe(
              compare::Estimate{.value = score.value, .standard_error = score.standard_error}, limit);
        });
    if (safe) return winner;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Winner> draw_best(const Trials& trials, ComparisonPart& part, bool keep_draw, const Run& run,
                                Warnings& warnings) {
  Comparison& comparison = part.comparison;
  for (std::optional<std::size_t>& at = comparison.winner; at; ++*at) {
    if (*at >= comparison.attempts.size() || !comparison.attempts[*at].overall) {
      at.reset();
      break;
    }
    const Attempt& attempt = comparison.attempts[*at];
    if (attempt.contender->finished) {
      comparison.notes.push_back("the winner, " + attempt.contender->name() +
                                 ", is a finished release: it is not written again");
      return std::nullopt;
    }
    if (auto winner = draw_winner(trials, comparison, attempt, keep_draw, run)) return winner;
    warnings.push_back("no draw of " + attempt.contender->name() +
                       " kept all limits itself, so that it is not released");
  }
  return std::nullopt;
}

void hand_over(Winner& winner, const release::Destination& destination, const release::DeliveryTerms& terms) {
  const release::Delivery delivery = destination.deliver(winner.result, terms, winner.draw);
  winner.outcome.release = release::reported_release(delivery.sidecar.at("release"));
  winner.outcome.exposing = delivery.unchanged;
  winner.outcome.exposing.add_new(winner.result.exposing);
  winner.outcome.warnings = release::all_warnings(winner.result, delivery);
  winner.outcome.files = delivery.paths;
  winner.outcome.tables = delivery.tables;
  winner.outcome.sidecar = delivery.sidecar;
  if (!delivery.findings.empty()) winner.outcome.promises = release::promises_value(delivery.findings);
  for (const verify::PromiseFinding& finding : delivery.findings) {
    winner.outcome.checked.push_back(verify::words(finding));
    for (auto& line : verify::model_words(finding)) winner.outcome.verified.push_back(std::move(line));
  }
  if (!delivery.exposure) return;
  winner.outcome.checked.push_back(release::words(*delivery.exposure));
  winner.outcome.quasi_identifiers = release::to_value(*delivery.exposure);
}

}  // namespace sfumato::jobs
