// The winner is drawn anew: the draws that were measured may have been seen by whoever chose the seed.
#include "cli/comparison_story.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "core/error.hpp"
#include "io/json.hpp"
#include "io/output_file.hpp"
#include "io/sidecar.hpp"

namespace sfumato::cli {
namespace {

using compare::Attempt;
using compare::Comparison;
using compare::Trials;

std::optional<std::size_t> first_of_side(const Trials& trials, const std::vector<std::size_t>& positions,
                                         Side side) {
  for (const std::size_t position : positions) {
    if (compare::side_of(trials.measures()[position]) == side) return position;
  }
  return std::nullopt;
}

constexpr std::size_t map_draws = 2;  // of a method that draws

// Halvings and doublings of the parameter that was found: where the map is of interest.
std::vector<double> map_parameters(const compare::DialRange& dial, double found) {
  std::vector<double> parameters;
  for (int power = -3; power <= 3; ++power) {
    const double at = std::clamp(std::ldexp(found, power), dial.lower, dial.upper);
    parameters.push_back(dial.integer ? std::round(at) : at);
  }
  std::sort(parameters.begin(), parameters.end());
  parameters.erase(std::unique(parameters.begin(), parameters.end()), parameters.end());
  return parameters;
}

// Every contender around the parameter that was found, measured on both sides.
void add_map(const Trials& trials, report::ComparisonPart& part) {
  const Comparison& comparison = part.comparison;
  std::vector<std::size_t> positions = comparison.rank_by;
  if (comparison.target) positions.insert(positions.begin(), comparison.target->measure);
  part.map_risk = first_of_side(trials, positions, Side::risk);
  part.map_utility = first_of_side(trials, positions, Side::utility);
  if (!part.map_risk || !part.map_utility) return;
  for (const Attempt& attempt : comparison.attempts) {
    const compare::Contender& contender = *attempt.contender;
    if (!contender.unfit.empty()) continue;
    report::MapCurve curve;
    curve.name = contender.method->info.name;
    curve.reached = attempt.reached;
    std::vector<double> parameters{0.0};
    std::vector<compare::Candidate> candidates{{contender.method, attempt.params}};
    if (contender.dial && attempt.calibration.best) {
      curve.parameter = contender.dial->parameter;
      parameters = map_parameters(*contender.dial, attempt.calibration.best->parameter);
      candidates.clear();
      for (const double parameter : parameters) candidates.push_back(contender.at(parameter));
    }
    const auto found = trials.estimates(candidates, {*part.map_risk, *part.map_utility}, map_draws);
    for (std::size_t i = 0; i < found.size(); ++i) {
      curve.points.push_back({parameters[i], found[i][0], found[i][1]});
    }
    part.map.push_back(std::move(curve));
  }
}

// The winner of one part, drawn and measured; it is written when all is known.
struct Winner {
  release::MaskingResult result;
  report::ReleaseStory story;
};

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

Winner draw_winner(const Trials& trials, const Comparison& comparison, const Attempt& attempt, bool keep_draw,
                   const Run& run) {
  const compare::Subject& subject = trials.subject();
  const compare::Candidate candidate{attempt.contender->method, attempt.params};
  const Run draw = keep_draw ? run.within("replicate", 0) : run.unseeded();
  Winner winner{release::run_steps(subject.original, {.steps = {compare::step_of(candidate, subject)}},
                                   choice_of(comparison, attempt), draw),
                {}};
  const Masked& masked = winner.result.masked;
  report::ReleaseStory& story = winner.story;
  // Cryptographic draws without a seed cannot be had again.
  story.fresh = !keep_draw || (candidate.method->info.differential && !draw.seeded());
  story.release = winner.result.release;
  story.details = masked.details;
  story.scores = compare::scores_of(masked, subject, trials.measures(), run.within("release"));
  story.before_after =
      profile::before_after(subject.original, masked.tables.front(), subject.columns.columns, run);
  return winner;
}

void write_winner(Winner& winner, const StoryRequest& request, const std::string& path, const Run& run) {
  const release::ReleaseTarget target{
      .output = path,
      .missing_token = request.missing_token,
      .sidecar = request.sidecar,
      .inputs = request.inputs,
      .force = true};  // what may not be overwritten was refused before any work
  const release::WrittenRelease written = release::write_release(winner.result, target, run);
  winner.story.warnings = winner.result.warnings;
  winner.story.warnings.insert(winner.story.warnings.end(), written.warnings.begin(), written.warnings.end());
  winner.story.files = written.paths;
  if (!written.findings.empty()) winner.story.promises = release::promises_value(written.findings);
  for (const verify::PromiseFinding& finding : written.findings) {
    winner.story.checked.push_back(verify::words(finding));
  }
}

void remove_previous(const std::string& folder) {
  std::error_code ignored;
  for (const std::string& path : previous_releases(folder)) {
    for (const std::string& file : {path, io::sidecar_path(path)}) std::filesystem::remove(file, ignored);
  }
}

}  // namespace

void make_folder(const std::string& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure || !std::filesystem::is_directory(folder)) {
    throw Error(ErrorCode::input_output, "cannot make the folder '" + folder + "': " + failure.message(),
                "name another one with -o");
  }
}

std::string report_file(const std::string& folder) { return folder + "/report.json"; }
std::string page_file_of(const std::string& folder) { return folder + "/report.html"; }
std::string table_file_of(const std::string& folder) { return folder + "/results.csv"; }

std::vector<std::string> previous_releases(const std::string& folder) {
  Value document;
  try {
    document = io::parse_json(io::read_text_file(report_file(folder)), "report.json");
  } catch (const Error&) {
    return {};
  }
  std::vector<const Value*> parts{&document};
  if (const Value* several = document.find("comparisons"); several != nullptr && several->is_array()) {
    for (const Value& part : several->as_array()) parts.push_back(&part);
  }
  std::vector<std::string> paths;
  for (const Value* part : parts) {
    const Value* release = part->find("release");
    const Value* files = release == nullptr ? nullptr : release->find("files");
    if (files == nullptr || !files->is_array()) continue;
    for (const Value& file : files->as_array()) {
      const std::string name =
          std::filesystem::path(file.is_text() ? file.as_text() : "").filename().string();
      if (name.starts_with("winner")) paths.push_back(folder + "/" + name);
    }
  }
  return paths;
}

std::vector<std::string> winner_paths(const StoryRequest& request, std::size_t targets) {
  if (targets <= 1) return {request.folder + "/winner" + request.extension};
  std::vector<std::string> paths;
  for (std::size_t i = 1; i <= targets; ++i) {
    paths.push_back(request.folder + "/winner-" + std::to_string(i) + request.extension);
  }
  return paths;
}

report::ComparisonStory tell_comparison(const compare::Job& job, const compare::Subject& subject,
                                        const StoryRequest& request, const Run& run,
                                        compare::FindingStore* store) {
  const Trials trials(subject, job.measures(), job.replicates(), run, store);
  report::ComparisonStory story;
  story.data = request.data;
  story.rows = subject.original.rows();
  story.columns = subject.original.names(subject.columns.columns);
  story.measures = job.measures();
  story.replicates = job.replicates();
  story.contenders = job.contenders(subject);
  story.profile = profile::profile_table(subject.original, run);
  for (Comparison& comparison : job.run(trials, story.contenders, run)) {
    story.parts.emplace_back().comparison = std::move(comparison);
  }
  if (request.folder.empty()) return story;
  std::vector<std::optional<Winner>> winners(story.parts.size());
  for (std::size_t i = 0; i < winners.size(); ++i) {
    report::ComparisonPart& part = story.parts[i];
    add_map(trials, part);
    if (const auto winner = part.comparison.winner) {
      winners[i] =
          draw_winner(trials, part.comparison, part.comparison.attempts[*winner], request.keep_draw, run);
    }
  }
  make_folder(request.folder);
  remove_previous(request.folder);
  const std::vector<std::string> paths = winner_paths(request, story.parts.size());
  for (std::size_t i = 0; i < winners.size(); ++i) {
    if (!winners[i]) continue;
    write_winner(*winners[i], request, paths[i], run);
    for (const std::string& warning : winners[i]->story.warnings) {
      if (std::find(story.warnings.begin(), story.warnings.end(), warning) == story.warnings.end()) {
        story.warnings.push_back(warning);
      }
    }
    story.parts[i].release = std::move(winners[i]->story);
  }
  return story;
}

}  // namespace sfumato::cli
