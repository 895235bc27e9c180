// Methods run on data: each with some parameters, several times where it is random, and every release
// measured. Results are kept, so that calibration, ranking and maps never repeat them.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "compare/scoring.hpp"
#include "core/method.hpp"
#include "masking/step.hpp"

namespace sfumato::compare {

// What is protected and compared.
struct Subject {
  Table original;
  ColumnChoice columns;
};

// A method with all its parameters.
struct Candidate {
  const Method* method = nullptr;
  ParamValues params;
  std::vector<std::string> columns = {};  // that it protects; empty: those of the subject
  std::size_t replicates = 0;             // for a method that draws; 0: as many as the trials have
  // Steps of a recipe around this one, each with columns of its own.
  std::vector<Candidate> before = {}, after = {};

  // "recoding+rank-swapping": the methods of its steps.
  std::string name() const;
  bool random() const;  // does some step draw?
  // "mdav k=5 together=0 …": equal for equal candidates.
  std::string key() const;
};

// The result of one measure for one release. A method that refuses its parameters or data has no value, and
// the note says why.
struct Finding {
  std::optional<double> value;
  std::string note = {};
  bool structural_zero = false;  // 0 by construction, so not informative
  double seconds = 0.0;          // its share of the time of the draw
  double standard_error = 0.0;   // of a value estimated from a sample of the records; 0: exact
};

// The mean of a measure over the draws of one candidate.
struct Estimate {
  std::optional<double> value;
  double standard_error = 0.0;  // of the mean; of one draw that of the measure, 0 where it is exact
  std::size_t draws = 0;
  std::string note = {};
  bool structural_zero = false;  // in some draw
  double seconds = 0.0;          // the sum over the draws
};

// A store of findings on disk. Both functions are called from several threads at once, and what
// was kept is found.
class FindingStore {
 public:
  virtual ~FindingStore() = default;
  virtual std::optional<Finding> find(const std::string& key) = 0;
  virtual void keep(const std::string& key, const Finding& finding) = 0;
};

class Trials {
 public:
  // Methods that draw are tried `replicates` times, others once. The streams of a replicate are the same
  // for all parameters of a method: common random numbers.
  Trials(Subject subject, std::vector<MeasureRequest> measures, std::size_t replicates, const Run& run,
         FindingStore* store = nullptr);

  const Subject& subject() const { return subject_; }
  const std::vector<MeasureRequest>& measures() const { return measures_; }
  std::size_t draws(const Method& method) const { return method.info.random ? replicates_ : 1; }
  std::size_t draws(const Candidate& candidate) const;

  // The measures with these positions, for each candidate, over its first draws (`most_draws` 0: all); draws
  // run in parallel. Safe to call from several threads.
  std::vector<std::vector<Estimate>> estimates(const std::vector<Candidate>& candidates,
                                               const std::vector<std::size_t>& which,
                                               std::size_t most_draws = 0) const;
  std::vector<Estimate> estimate(const Candidate& candidate, const std::vector<std::size_t>& which) const;

  // Masks once and computes the measures that are not known yet; `knows` says whether none is left.
  void draw(const Candidate& candidate, std::size_t replicate, const std::vector<std::size_t>& which) const;
  bool knows(const Candidate& candidate, std::size_t replicate, const std::vector<std::size_t>& which) const;

  // Does the first draw leave every compared value unchanged?
  bool leaves_untouched(const Candidate& candidate) const;

  // Calls this with the name of the candidate and the seconds after each draw, from any thread.
  using Watcher = std::function<void(const std::string& candidate, double seconds)>;
  void watch(Watcher watcher) { watcher_ = std::move(watcher); }

  // What one draw found; the key names it in a store.
  Finding finding(const Candidate& candidate, std::size_t replicate, std::size_t measure) const;
  std::string finding_key(const Candidate& candidate, std::size_t replicate, std::size_t measure) const;

 private:
  struct Known;

  std::shared_ptr<const Masked> release(const Candidate& candidate, std::size_t replicate) const;
  std::optional<Finding> known(const std::string& key) const;
  void remember(const std::string& key, const Finding& finding) const;

  Subject subject_;
  std::vector<MeasureRequest> measures_;
  std::size_t replicates_;
  Run run_;
  FindingStore* store_;
  std::shared_ptr<Known> known_;
  Watcher watcher_;
};

// A candidate as the steps of a recipe: columns that were not given are those of the subject that the method
// takes.
std::vector<masking::Step> steps_of(const Candidate& candidate, const Subject& subject);

// The release of one candidate as `mask` makes it: households, if there are any, stay together, and columns
// that were not named are left out where the method does not accept them. A refusal is an error, as in
// `mask`.
Masked masked_by(const Candidate& candidate, const Subject& subject, const Run& run);

// All results of the measures for a release; one score per measure, the mean over the copies of a
// release that has several. Risks, and measures that need a record mapping, are taken on the released records
// and their originals: who is in a sample is found there, however small it is.
std::vector<Score> scores_of(const Masked& masked, const Subject& subject,
                             const std::vector<MeasureRequest>& requests, const Run& run);

}  // namespace sfumato::compare
