// Contenders are calibrated in parallel; ranks are computed when all are done.
#include "compare/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "compare/attempt_measures.hpp"
#include "compare/corrected_estimates.hpp"
#include "compare/other_risks.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::compare {
namespace {

ranking::Wanted wanted(Better better) {
  return better == Better::lower ? ranking::Wanted::low : ranking::Wanted::high;
}

class Arrangement {
 public:
  Arrangement(const Trials& trials, const ComparisonRequest& request,
              const std::vector<Contender>& contenders, const Run& run)
      : trials_(trials), request_(request), contenders_(contenders), run_(run), measures_(trials, request) {
    result_.target = request.target;
    result_.tolerance = request.tolerance;
    result_.rank_by = request.rank_by;
    result_.limits = request.limits;
    result_.other_risks = request.other_risks;
  }

  Comparison run() {
    result_.attempts.resize(contenders_.size());
    for (const Contender& contender : contenders_) plan(contender);
    if (request_.time_limited && request_.sample != nullptr && request_.target) look_at_all();
    run_.parallel(contenders_.size(), [&](std::size_t i) {
      begin(contenders_[i], Work::risk, "calibration");
      Attempt attempt = calibrated(trials_, request_, contenders_[i]);
      const bool late = request_.out_of_time() && !attempt.reached;
      if (!late || !result_.attempts[i].reached) result_.attempts[i] = std::move(attempt);
      planned(contenders_[i], Work::sample, 0);
      planned(contenders_[i], Work::larger_sample, 0);
      planned(contenders_[i], Work::risk, 0);
      begin(contenders_[i], Work::utility, "measurement");
      measures_.measure(result_.attempts[i], result_.rank_by,
                        request_.sample != nullptr ? request_.first_draws : 0);
      result_.attempts[i].forecast = forecast(result_.attempts[i]);
      if (request_.workload != nullptr) request_.workload->found(result_.attempts[i], result_.rank_by);
    });
    if (request_.sample != nullptr) {
      if (request_.drop_losers) drop_losers();
      draw_where_undecided();
    }
    rank_by_sample_where_late();
    if (!request_.out_of_time()) exchange_structural_zeros();
    for (const Contender& contender : contenders_) planned(contender, Work::utility, 0);
    rank();
    add_label_notes();
    add_sample_note();
    result_.warnings =
        risk_disagreements(trials_.measures(), result_, trials_.subject().columns.columns.size());
    look_at_untouched();
    result_.out_of_time = request_.out_of_time();
    if (result_.out_of_time) {
      result_.notes.emplace_back(
          "the time limit was reached: methods and settings that were not tried by then may be better, and "
          "ranks "
          "may change");
    }
    return std::move(result_);
  }

 private:
  // What a contender will take, in draws: about so many settings of its dial, then the measures that rank.
  void plan(const Contender& contender) const {
    if (!contender.unfit.empty()) return;
    const auto draws = static_cast<double>(trials_.draws(contender.with(contender.params)));
    const bool sampled = request_.sample != nullptr && contender.dial;
    const double settings = contender.dial && result_.calibrated() ? 27.0 : 1.0;
    planned(contender, Work::sample, sampled ? 90.0 : 0.0);
    planned(contender, Work::larger_sample, sampled && request_.larger_sample != nullptr ? 8.0 : 0.0);
    planned(contender, Work::risk, sampled ? draws + 3.0 : settings * draws);
    planned(contender, Work::utility, sampled ? draws : 3.0 * draws);
  }
  void planned(const Contender& contender, Work work, double draws) const {
    if (request_.workload != nullptr) request_.workload->plan(contender.name(), work, draws);
  }
  void begin(const Contender& contender, Work work, const std::string& phase) const {
    if (request_.workload != nullptr) request_.workload->begin(contender.name(), work, phase);
  }

  // With a time limit every contender gets a setting from the sample, corrected by a draw or two of the whole
  // file, before the first one is confirmed there: a ranking of all of them is then at hand when the time is
  // up. What is drawn here is kept.
  void look_at_all() {
    ComparisonRequest look = request_;
    look.first_look = true;
    run_.parallel(contenders_.size(), [&](std::size_t i) {
      if (!contenders_[i].dial || request_.out_of_time()) return;
      begin(contenders_[i], Work::risk, "first look");
      result_.attempts[i] = calibrated(trials_, look, contenders_[i]);
    });
  }

  // A method that refuses has no forecast.
  Value forecast(const Attempt& attempt) const {
    if (!attempt.contender->unfit.empty()) return {};
    const Subject& subject = trials_.subject();
    try {
      return attempt.contender->method->forecast(subject.original, subject.columns.columns, attempt.params);
    } catch (const Error& failure) {
      if (failure.code != ErrorCode::bad_input) throw;
      return {};
    }
  }

  // Values of a sample and of the whole file cannot be ranked with each other: if one was not measured in
  // time, the sample ranks all.
  void rank_by_sample_where_late() {
    if (std::none_of(result_.attempts.begin(), result_.attempts.end(), AttemptMeasures::late)) return;
    if (request_.sample == nullptr) {
      result_.notes.emplace_back(std::string(not_in_time) + " for some methods, which have no rank");
      return;
    }
    run_.parallel(result_.attempts.size(),
                  [&](std::size_t i) { measures_.measure_on_sample(result_.attempts[i], result_.rank_by); });
    result_.notes.push_back(std::string(not_in_time) + " for all methods: they are ranked by a sample of " +
                            std::to_string(request_.sample->subject().original.rows()) + " records");
  }

  void drop_losers() {
    for (Attempt& attempt : result_.attempts) {
      for (const Attempt& other : result_.attempts) {
        if (!attempt.reached || !other.reached || !other.cannot_win.empty()) continue;
        if (&attempt == &other || !measures_.loses_to(attempt, other, result_.rank_by)) continue;
        attempt.cannot_win =
            "cannot win, and was measured no further: by every measure that ranks it is worse "
            "than " +
            other.contender->name() + " by a factor of 2 or more";
        attempt.reason = attempt.cannot_win;
        result_.notes.push_back(attempt.contender->name() + " has no rank: it " + attempt.cannot_win);
        break;
      }
    }
  }

  // All draws for those whose place is not clear from the first ones.
  void draw_where_undecided() {
    std::vector<char> undecided(result_.attempts.size(), 0);
    const auto takes_part = [&](std::size_t i) {
      return result_.attempts[i].reached && result_.attempts[i].cannot_win.empty();
    };
    for (std::size_t i = 0; i < undecided.size(); ++i) {
      for (std::size_t k = 0; k < undecided.size(); ++k) {
        if (i != k && takes_part(i) && takes_part(k) &&
            AttemptMeasures::near(result_.attempts[i], result_.attempts[k])) {
          undecided[i] = 1;
        }
      }
    }
    run_.parallel(undecided.size(), [&](std::size_t i) {
      if (undecided[i] != 0 && !request_.out_of_time()) {
        measures_.measure(result_.attempts[i], result_.rank_by, 0);
      }
    });
  }

  // A file that needs no protection by these limits is said to be so.
  void look_at_untouched() {
    if (result_.limits.empty()) return;
    const Subject& subject = trials_.subject();
    std::vector<MeasureRequest> limited;
    for (const Limit& limit : result_.limits) limited.push_back(trials_.measures()[limit.measure]);
    const auto scores = scores_of({.tables = {subject.original}}, subject, limited, run_);
    result_.untouched_is_safe = true;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (!is_safe(scores[i].value, result_.limits[i])) result_.untouched_is_safe = false;
    }
    if (result_.untouched_is_safe) {
      result_.notes.emplace_back(
          "the data as they are meet every limit: by these measures they need no protection");
    }
  }

  // The same measure once more among the trials' measures, with other parameters.
  std::optional<std::size_t> stand_in(std::size_t measure) const {
    const auto& all = trials_.measures();
    for (std::size_t i = measure + 1; i < all.size(); ++i) {
      if (all[i].measure == all[measure].measure) return i;
    }
    return std::nullopt;
  }

  void exchange_structural_zeros() {
    bool exchanged = false;
    for (std::size_t m = 0; m < result_.rank_by.size(); ++m) {
      std::vector<std::string> names;
      for (const Attempt& attempt : result_.attempts) {
        if (attempt.reached && attempt.measures[m].structural_zero) {
          names.push_back(attempt.contender->name());
        }
      }
      if (names.empty()) continue;
      const std::string& name = trials_.measures()[result_.rank_by[m]].measure->info.name;
      const std::optional<std::size_t> other = stand_in(result_.rank_by[m]);
      std::string note = name + " is 0 by construction for " + enumerated(names) + ", which says nothing: ";
      if (other) {
        const ParamValues& params = trials_.measures()[*other].parameters;
        note += "all methods are ranked with " + to_text(params.front().second) + " instead";
        result_.rank_by[m] = *other;
        exchanged = true;
      } else {
        note += "it is not ranked there";
      }
      result_.notes.push_back(note);
    }
    if (!exchanged) return;
    run_.parallel(result_.attempts.size(), [&](std::size_t i) {
      Attempt& attempt = result_.attempts[i];
      measures_.measure(attempt, result_.rank_by,
                        attempt.measures.empty() ? 0 : attempt.measures.front().draws);
    });
  }

  void rank() {
    std::vector<std::vector<std::optional<std::size_t>>> by_measure, by_value;
    for (std::size_t m = 0; m < result_.rank_by.size(); ++m) {
      std::vector<std::optional<ranking::Span>> spans, points;
      for (const Attempt& attempt : result_.attempts) {
        const bool ranked = attempt.reached && attempt.cannot_win.empty();
        spans.push_back(ranked ? attempt.spans[m] : std::nullopt);
        points.push_back(spans.back() ? std::optional(ranking::Span{*attempt.measures[m].value,
                                                                    *attempt.measures[m].value})
                                      : std::nullopt);
      }
      const auto direction = wanted(better_of(trials_.measures()[result_.rank_by[m]]));
      by_measure.push_back(ranking::ranks(spans, direction));
      by_value.push_back(ranking::ranks(points, direction));
    }
    const auto overall = ranking::overall_ranks(by_measure), order = ranking::overall_ranks(by_value);
    for (std::size_t i = 0; i < result_.attempts.size(); ++i) {
      Attempt& attempt = result_.attempts[i];
      for (const auto& ranks : by_measure) attempt.ranks.push_back(ranks[i]);
      if (!overall.empty()) attempt.overall = overall[i];
    }
    put_in_order(order, by_value.empty() ? order : by_value.front());
  }

  void add_sample_note() {
    const auto searched = [](const Attempt& attempt) { return attempt.by_sample; };
    if (std::none_of(result_.attempts.begin(), result_.attempts.end(), searched)) return;
    result_.notes.push_back(
        "dials were searched on a sample of " + std::to_string(request_.sample->subject().original.rows()) +
        " records, and what was found there was tried on the whole file; the measures that "
        "rank have " +
        (request_.first_draws == 2 ? "two" : "three") + " draws where these make the order clear");
  }

  // What the labels of coarse releases counted as, once for all methods that have them.
  void add_label_notes() {
    std::map<std::string, std::vector<std::string>> methods;
    for (const Attempt& attempt : result_.attempts) {
      for (const Estimate& estimate : attempt.measures) {
        const std::size_t begin = estimate.note.find("labels of ");
        if (!attempt.reached || !estimate.value || begin == std::string::npos) continue;
        std::vector<std::string>& names = methods[estimate.note.substr(begin)];
        const std::string name = attempt.contender->name();
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
      }
    }
    for (const auto& [note, names] : methods) result_.notes.push_back(enumerated(names) + ": " + note);
  }

  // Among equals the sum of the ranks by value decides, then the first measure, then the name.
  void put_in_order(const std::vector<std::optional<std::size_t>>& by_value,
                    const std::vector<std::optional<std::size_t>>& first_measure) {
    std::vector<std::size_t> order(result_.attempts.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto place = [&](std::size_t i) {
      const Attempt& attempt = result_.attempts[i];
      const std::size_t last = result_.attempts.size() + 1;
      const std::size_t value = by_value.empty() ? last : by_value[i].value_or(last);
      const std::size_t first = first_measure.empty() ? last : first_measure[i].value_or(last);
      return std::tuple(!attempt.reached, !attempt.cannot_win.empty(), attempt.overall.value_or(last), value,
                        first, attempt.contender->name(), i);
    };
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return place(a) < place(b); });
    std::vector<Attempt> sorted;
    for (const std::size_t i : order) sorted.push_back(std::move(result_.attempts[i]));
    result_.attempts = std::move(sorted);
    if (result_.attempts.empty() || !result_.attempts.front().reached || !result_.attempts.front().overall) {
      return;
    }
    result_.winner = 0;
    std::vector<std::string> first;
    std::size_t sharing = 0;
    for (const Attempt& attempt : result_.attempts) {
      if (attempt.overall != result_.attempts.front().overall) continue;
      ++sharing;
      const std::string name = attempt.contender->name();
      if (std::find(first.begin(), first.end(), name) == first.end()) first.push_back(name);
    }
    if (sharing > 1) {
      result_.notes.push_back((first.size() < sharing ? "several settings of " : "") + enumerated(first) +
                              " share the first place: within the tolerance and the standard errors they are "
                              "tied; the one with the best values is taken, and the first measure decides");
    }
  }

  const Trials& trials_;
  const ComparisonRequest& request_;
  const std::vector<Contender>& contenders_;
  const Run& run_;
  AttemptMeasures measures_;
  Comparison result_;
};

}  // namespace

Comparison compare_methods(const Trials& trials, const ComparisonRequest& request,
                           const std::vector<Contender>& contenders, const Run& run) {
  return Arrangement(trials, request, contenders, run).run();
}

std::optional<double> proposed_value(const Trials& trials, const ComparisonRequest& request,
                                     const std::vector<Contender>& contenders, std::size_t measure,
                                     const Run& run) {
  std::vector<Candidate> candidates;
  for (const Contender& contender : contenders) {
    const bool applies = !contender.finished || request.larger_sample == nullptr;  // to samples
    if (contender.unfit.empty() && applies) candidates.push_back(contender.with(contender.params));
  }
  const Subject& subject = trials.subject();
  const Score untouched =
      scores_of({.tables = {subject.original}}, subject, {trials.measures()[measure]}, run).front();
  std::vector<std::optional<double>> found;
  if (request.larger_sample != nullptr) {
    found = extrapolated_values(candidates, *request.sample, *request.larger_sample, subject.original.rows(),
                                measure);
  } else {
    for (const auto& estimates : trials.estimates(candidates, {measure})) {
      found.push_back(estimates.front().value);
    }
  }
  std::vector<double> values;
  for (const std::optional<double>& value : found) {
    const bool same =
        value && untouched.value && std::fabs(*value - *untouched.value) <= 1e-9 * std::fabs(*value);
    if (value && !same) values.push_back(*value);
  }
  if (values.empty()) return std::nullopt;
  std::sort(values.begin(), values.end());
  return stats::quantile(values, 0.5);
}

}  // namespace sfumato::compare
