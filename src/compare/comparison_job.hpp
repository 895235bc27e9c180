// The whole job from names to rankings: measures, contenders and targets as a user or a plan gives them.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "compare/contenders.hpp"

namespace sfumato::compare {

// How comparisons take rank linkage where nothing else is set, so that exact matches can be compared.
inline constexpr const char* floored_ranks = "rank-linkage.zero=floor";

struct NamedTarget {
  std::string measure;
  double value = 0.0;
};

struct JobRequest {
  std::vector<NamedTarget> targets = {};   // none: one is proposed, or there is nothing to calibrate
  std::vector<NamedTarget> at_most = {};   // risks that all methods are kept below; not with targets
  std::vector<std::string> rank_by = {};   // empty: what suits the side of the targets' measure
  std::vector<std::string> settings = {};  // MEASURE.PARAM=VALUE
  ContenderRequest contenders = {};
  std::optional<double> tolerance = std::nullopt;        // 1 %; 5 % around a target that is proposed
  std::optional<std::size_t> replicates = std::nullopt;  // draws; none: by the number of records
  double time_limit = 0.0;                               // seconds; 0: none
  bool thorough = false;  // is a large file searched as a small one, without a sample?
  std::size_t rows = 0;   // records of the data; more than 2,000 are measured by samples where that is quick
  bool categorical = false;  // is some compared column not numeric? Then other measures are the default
  bool numeric = true;       // is some compared column numeric?
};

// The measures that rank where none is named, by the side that the measure is on with these settings.
std::vector<std::string> usual_rankers(const std::string& measure, const std::vector<std::string>& settings,
                                       bool categorical = false, bool numeric = true);

// "rank-linkage=0.45"; `param` is the parameter that it is a value of.
NamedTarget parse_target(const std::string& typed, const std::string& param = "equal");

// Trials of samples of a large file: one on which dials are searched, and, of a very large file, one that
// says with it where the search begins.
struct SampleTrials {
  Trials searched;
  std::optional<Trials> larger;
};

// A request resolved before any data are read; everything that can be refused is refused here.
class Job {
 public:
  explicit Job(JobRequest request);

  // Measures of the targets, then those that rank, then replacements for the latter.
  const std::vector<MeasureRequest>& measures() const { return measures_; }

  // Are the contenders those that fit the data, and not named ones?
  bool chooses_contenders() const {
    return request_.contenders.methods.empty() && request_.contenders.swept.empty();
  }

  // Five unless named, and three of a very large file, where draws differ little; limits are judged by five
  // draws or more.
  std::size_t replicates() const;

  // Files that fixed parameters of methods and settings of measures name, which must be read into the run.
  std::vector<std::string> tables() const;

  // Contenders, for trials of this job on a subject.
  std::vector<Contender> contenders(const Subject& subject) const {
    return compare::contenders(request_.contenders, subject);
  }
  // One comparison per target, or one with all limits. Without any, the median of a risk over the contenders'
  // default parameters is proposed: of rank linkage, or, where more than 5 % of the records share a value of
  // some column, there is one column alone or some column holds no numbers, of distance linkage. The
  // contenders must outlive the result.
  // The dials of a large file are searched on samples first; both these and `workload` may be null.
  std::vector<Comparison> run(const Trials& trials, const SampleTrials* samples,
                              const std::vector<Contender>& contenders, const Run& run,
                              Workload* workload = nullptr) const;

  // None for a small file, or where the search is to be thorough.
  std::optional<SampleTrials> sample_trials(const Subject& subject, const Run& run) const;

 private:
  Target proposed_target(const Trials& trials, const ComparisonRequest& request,
                         const std::vector<Contender>& contenders, bool by_distance, const Run& run) const;
  void check_limits() const;
  bool asked_for(const std::string& measure) const;  // by name, not by default
  std::vector<std::string> settings_of(const std::string& measure) const;
  std::vector<Limit> limits() const;
  std::vector<std::size_t> other_risks(const ComparisonRequest& request) const;
  void add_replacement(std::vector<std::string> settings);  // of one measure
  std::string quicken(std::vector<std::size_t>& rank_by, std::size_t rows) const;
  std::string sampled_measures() const;
  std::vector<std::string> rankers_at(const std::string& target) const;
  std::vector<std::size_t> positions(const std::vector<std::string>& names) const;
  std::size_t position(const std::string& measure) const;
  std::size_t position_or_none(const std::string& measure) const;  // the number of measures: none

  JobRequest request_;
  std::vector<MeasureRequest> measures_;

  bool floored_ = false;  // does rank linkage count exact matches as half a rank by default?
};

}  // namespace sfumato::compare
