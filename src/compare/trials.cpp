// A refusal is a finding here: a comparison of many methods must not end because one of them refuses.
#include "compare/trials.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <deque>
#include <numeric>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "masking/step.hpp"
#include "stats/distributions/moments.hpp"

namespace sfumato::compare {
namespace {

Finding finding_of(const Score& score) {
  Finding finding{.value = score.value, .note = score.note};
  if (const Value* structural = score.details.find("structural_zero")) {
    finding.structural_zero = structural->is_bool() && structural->as_bool();
  }
  finding.standard_error = score.standard_error;
  // That records were drawn holds for all candidates: the comparison says it once.
  if (const std::size_t words = finding.note.find("estimated from "); score.standard_error > 0.0) {
    finding.note = finding.note.substr(0, words);
    if (finding.note.ends_with("; ")) finding.note.resize(finding.note.size() - 2);
  }
  return finding;
}

Estimate mean_of(const std::vector<Finding>& findings) {
  Estimate result{.value = std::nullopt, .draws = findings.size()};
  std::vector<double> values;
  for (const Finding& finding : findings) {
    if (finding.value) values.push_back(*finding.value);
    if (result.note.empty()) result.note = finding.note;
    result.structural_zero = result.structural_zero || finding.structural_zero;
    result.seconds += finding.seconds;
  }
  if (values.size() < findings.size()) return result;
  const stats::Moments moments = stats::moments(values);
  result.value = moments.mean;
  if (values.size() == 1) result.standard_error = findings.front().standard_error;
  if (values.size() > 1 && std::isfinite(moments.mean)) {
    result.standard_error = moments.sd() / std::sqrt(static_cast<double>(values.size()));
  }
  return result;
}

// Missing values are the same as missing values.
bool same_numbers(const Column& a, const Column& b) {
  const Numbers left = a.to_numbers(), right = b.to_numbers();
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

bool is_untouched(const Masked& masked, const Subject& subject) {
  for (const Table& table : masked.tables) {
    for (const ColumnId id : subject.columns.columns) {
      const std::optional<ColumnId> other = table.find(subject.original.info(id).name);
      if (!other || !same_numbers(table.column(*other), subject.original.column(id))) return false;
    }
  }
  return true;
}

constexpr std::size_t cells_kept = 30'000'000;  // of releases: 240 MB of numbers

}  // namespace

// What earlier draws found. Releases of methods that do not draw are kept for a while, since a search
// measures a risk first and the utility of what it found afterwards: mdav takes longer than both.
struct Trials::Known {
  std::mutex mutex;
  std::map<std::string, Finding> findings;
  std::map<std::string, bool> untouched;                                       // by candidate
  std::deque<std::pair<std::string, std::shared_ptr<const Masked>>> releases;  // the newest last
};

std::string Candidate::name() const {
  std::string text;
  for (const Candidate& step : before) text += step.method->info.name + "+";
  text += method->info.name;
  for (const Candidate& step : after) text += "+" + step.method->info.name;
  return text;
}

bool Candidate::random() const {
  const auto draws = [](const Candidate& step) { return step.method->info.random; };
  return method->info.random || std::any_of(before.begin(), before.end(), draws) ||
         std::any_of(after.begin(), after.end(), draws);
}

std::string Candidate::key() const {
  std::string text;
  for (const Candidate& step : before) text += step.key() + ", then ";
  text += method->info.name;
  for (const auto& [name, value] : params) text += " " + name + "=" + to_text(value);
  if (!columns.empty()) text += " on " + quoted_names(columns);
  for (const Candidate& step : after) text += ", then " + step.key();
  return text;
}

Trials::Trials(Subject subject, std::vector<MeasureRequest> measures, std::size_t replicates, const Run& run,
               FindingStore* store)
    : subject_(std::move(subject)),
      measures_(std::move(measures)),
      replicates_(std::max<std::size_t>(1, replicates)),
      run_(run),
      store_(store),
      known_(std::make_shared<Known>()) {}

std::string Trials::finding_key(const Candidate& candidate, std::size_t replicate,
                                std::size_t measure) const {
  const MeasureRequest& request = measures_[measure];
  std::string text = candidate.key() + " #" + std::to_string(replicate) + " " + request.measure->info.name;
  for (const auto& [name, value] : request.parameters) text += " " + name + "=" + to_text(value);
  return text;
}

std::size_t Trials::draws(const Candidate& candidate) const {
  if (!candidate.random()) return 1;
  return candidate.replicates > 0 ? candidate.replicates : replicates_;
}

std::optional<Finding> Trials::known(const std::string& key) const {
  if (store_ != nullptr) return store_->find(key);
  const std::lock_guard lock(known_->mutex);
  const auto found = known_->findings.find(key);
  return found != known_->findings.end() ? std::optional(found->second) : std::nullopt;
}

// A store keeps its findings; they are not kept twice.
void Trials::remember(const std::string& key, const Finding& finding) const {
  if (store_ != nullptr) return store_->keep(key, finding);
  const std::lock_guard lock(known_->mutex);
  known_->findings.emplace(key, finding);
}

bool Trials::knows(const Candidate& candidate, std::size_t replicate,
                   const std::vector<std::size_t>& which) const {
  return std::all_of(which.begin(), which.end(), [&](std::size_t measure) {
    return known(finding_key(candidate, replicate, measure)).has_value();
  });
}

void Trials::draw(const Candidate& candidate, std::size_t replicate,
                  const std::vector<std::size_t>& which) const {
  std::vector<std::size_t> lacking;
  for (const std::size_t measure : which) {
    if (!known(finding_key(candidate, replicate, measure))) lacking.push_back(measure);
  }
  if (lacking.empty()) return;
  std::vector<MeasureRequest> requests;
  for (const std::size_t measure : lacking) requests.push_back(measures_[measure]);
  std::vector<Finding> findings;
  const auto start = std::chrono::steady_clock::now();
  try {
    const Run run = run_.within("replicate", replicate).uncounted();
    const std::shared_ptr<const Masked> masked = release(candidate, replicate);
    for (const Score& score : scores_of(*masked, subject_, requests, run)) {
      findings.push_back(finding_of(score));
    }
  } catch (const Error& failure) {
    if (failure.code != ErrorCode::bad_input) throw;
    findings.assign(lacking.size(), {.value = std::nullopt, .note = failure.message});
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  for (std::size_t i = 0; i < lacking.size(); ++i) {
    findings[i].seconds = taken.count() / static_cast<double>(lacking.size());
    remember(finding_key(candidate, replicate, lacking[i]), findings[i]);
  }
  if (watcher_) watcher_(candidate.name(), taken.count());
}

std::shared_ptr<const Masked> Trials::release(const Candidate& candidate, std::size_t replicate) const {
  const std::string key = candidate.key();
  const bool kept = !candidate.random();
  if (kept) {
    const std::lock_guard lock(known_->mutex);
    for (const auto& [name, masked] : known_->releases) {
      if (name == key) return masked;
    }
  }
  const Run run = run_.within("replicate", replicate).uncounted();
  const auto masked = std::make_shared<const Masked>(masked_by(candidate, subject_, run));
  const bool untouched = replicate == 0 && is_untouched(*masked, subject_);
  const std::size_t cells =
      std::max<std::size_t>(1, subject_.original.rows() * subject_.columns.columns.size());
  const std::lock_guard lock(known_->mutex);
  if (replicate == 0) known_->untouched[key] = untouched;
  if (!kept) return masked;
  known_->releases.emplace_back(key, masked);
  while (known_->releases.size() > 1 && known_->releases.size() * cells > cells_kept) {
    known_->releases.pop_front();
  }
  return masked;
}

bool Trials::leaves_untouched(const Candidate& candidate) const {
  {
    const std::lock_guard lock(known_->mutex);
    const auto found = known_->untouched.find(candidate.key());
    if (found != known_->untouched.end()) return found->second;
  }
  return is_untouched(*release(candidate, 0), subject_);
}

Finding Trials::finding(const Candidate& candidate, std::size_t replicate, std::size_t measure) const {
  draw(candidate, replicate, {measure});
  return *known(finding_key(candidate, replicate, measure));
}

std::vector<std::vector<Estimate>> Trials::estimates(const std::vector<Candidate>& candidates,
                                                     const std::vector<std::size_t>& which,
                                                     std::size_t most_draws) const {
  const auto count = [&](const Candidate& candidate) {
    const std::size_t all = draws(candidate);
    return most_draws == 0 ? all : std::min(all, most_draws);
  };
  std::vector<std::pair<std::size_t, std::size_t>> tasks;  // candidate, replicate
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    for (std::size_t draw = 0; draw < count(candidates[i]); ++draw) tasks.emplace_back(i, draw);
  }
  run_.expect(tasks.size());
  run_.parallel(tasks.size(), [&](std::size_t task) {
    draw(candidates[tasks[task].first], tasks[task].second, which);
    run_.advance();
  });
  std::vector<std::vector<Estimate>> result(candidates.size());
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    for (const std::size_t measure : which) {
      std::vector<Finding> findings;
      for (std::size_t draw = 0; draw < count(candidates[i]); ++draw) {
        findings.push_back(*known(finding_key(candidates[i], draw, measure)));
      }
      result[i].push_back(mean_of(findings));
    }
  }
  return result;
}

std::vector<Estimate> Trials::estimate(const Candidate& candidate,
                                       const std::vector<std::size_t>& which) const {
  return estimates({candidate}, which).front();
}

namespace {

masking::Step step_of(const Candidate& candidate, const Subject& subject) {
  ColumnChoice choice =
      candidate.columns.empty() ? subject.columns : choose_columns(subject.original, candidate.columns);
  const ColumnSet used = masking::columns_in_params(subject.original, *candidate.method, candidate.params);
  std::erase_if(choice.columns,
                [&](ColumnId id) { return std::find(used.begin(), used.end(), id) != used.end(); });
  const MethodInfo& info = candidate.method->info;
  return {candidate.method, candidate.params,
          accepted_columns(subject.original, choice, info.accepts, info.name, false).columns, std::nullopt,
          false};
}

}  // namespace

std::vector<masking::Step> steps_of(const Candidate& candidate, const Subject& subject) {
  std::vector<masking::Step> steps;
  for (const Candidate& step : candidate.before) steps.push_back(step_of(step, subject));
  steps.push_back(step_of(candidate, subject));
  for (const Candidate& step : candidate.after) steps.push_back(step_of(step, subject));
  return steps;
}

Masked masked_by(const Candidate& candidate, const Subject& subject, const Run& run) {
  const std::vector<masking::Step> steps = steps_of(candidate, subject);
  if (steps.size() == 1) return masking::apply_step(subject.original, steps.front(), run);
  return masking::apply_steps(subject.original, steps, run);
}

std::vector<Score> scores_of(const Masked& masked, const Subject& subject,
                             const std::vector<MeasureRequest>& requests, const Run& run) {
  std::vector<std::vector<Scored>> tables;
  Warnings ignored;  // which columns a measure leaves out is the same for all methods
  for (const Table& table : masked.tables) {
    TablePair pair = pair_of(subject.original, table, subject.columns, "the release", masked.mapping);
    tables.push_back(score_all(pair, requests, run, ignored));
    if (masked.mapping != Mapping::subset) continue;
    RecordMap map{std::vector<std::size_t>(masked.rows.size()), masked.rows};
    std::iota(map.masked.begin(), map.masked.end(), std::size_t{0});
    const TablePair partners = aligned(pair, map);
    for (Scored& scored : tables.back()) {
      const bool risk = side_of(*scored.request) == Side::risk;
      if (!risk && !scored.request->measure->info.needs_mapping) continue;
      scored.score = score_all(partners, {*scored.request}, run, ignored).front().score;
      if (risk) {
        add_per_original(scored.score, scored.request->measure->info, masked.rows.size(),
                         subject.original.rows());
      }
    }
  }
  std::vector<const std::vector<Scored>*> all;
  for (const auto& scores : tables) all.push_back(&scores);
  std::vector<Score> result;
  if (tables.size() > 1) tables.front() = mean_scores(all);
  for (Scored& scored : tables.front()) result.push_back(std::move(scored.score));
  return result;
}

}  // namespace sfumato::compare
