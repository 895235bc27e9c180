#include "risk/key_tallies.hpp"

#include <cmath>

#include "core/number_text.hpp"

namespace sfumato::risk {
namespace {

std::size_t below_limit(const Tally& tally, double limit) {
  std::size_t count = 0;
  for (const auto& [frequency, subjects] : tally) count += frequency < limit ? subjects : 0;
  return count;
}

std::size_t uniques_in(const Tally& tally) {
  const auto found = tally.find(1.0);
  return found == tally.end() ? 0 : found->second;
}

std::string k_reading(const Value& details, double value, bool wild, const Subjects& subjects) {
  const std::string asked = wild ? "wildcard" : "category", other = wild ? "category" : "wildcard";
  const auto uniques = [&](const std::string& name) {
    return to_text(details.at("below").at(name).at("2")) + " of " + std::to_string(subjects.count) + " " +
           subjects.several + " are unique";
  };
  std::string text =
      value <= 1.0 ? uniques(asked) + " on their keys"
                   : "every " + subjects.one + " is one of " + rounded(value) + " or more with its keys";
  if (details.find("incomplete_records") == nullptr) return text;
  const double smallest = details.at("smallest").at(other).as_number();
  return text + " when a missing key " + (wild ? "matches anything" : "is a value of its own") + "; " +
         (smallest <= 1.0 ? uniques(other) : "the smallest class is " + rounded(smallest)) + " when it " +
         (wild ? "is a value of its own" : "matches anything") + blank_words(details);
}

// Which reading of missing keys the number has; nothing where no key is missing.
std::string missing_key_words(const Value& details) {
  if (details.find("incomplete_records") == nullptr) return {};
  return " when a missing key is a value of its own (" + to_text(details.at("wildcard_uniques")) +
         " when it matches anything)";
}

}  // namespace

Tally tally_of(const std::vector<double>& frequencies, const stats::RecordCounts& times) {
  Tally result;
  for (std::size_t row = 0; row < frequencies.size(); ++row) result[frequencies[row]] += times[row];
  return result;
}

void describe_keys(const KeyFacts& facts, Value& details) {
  details.set("records", facts.records);
  if (facts.incomplete > 0) details.set("incomplete_records", facts.incomplete);
  if (facts.blank > 0) details.set("blank_records", facts.blank);
  if (facts.suppressed > 0) details.set("suppressed_records", facts.suppressed);
  details.set("keys", Value::array_of(facts.keys));
}

void describe_keys(const Table& original, const ColumnSet& columns, const stats::KeyTable& keys,
                   std::size_t suppressed, Value& details) {
  describe_keys({keys.counts.records(keys.rows) + suppressed, incomplete_records(keys), blank_records(keys),
                 suppressed, original.names(columns)},
                details);
}

void describe_smallest(const KeyTallies& found, Value& details) {
  Value smallest = Value::object(), below = Value::object();
  for (const auto& [name, tally] : {std::pair("wildcard", &found.wildcard), {"category", &found.category}}) {
    smallest.set(name, tally->begin()->first);
    Value counts = Value::object();
    for (const int limit : {2, 3, 5, 10, 20}) counts.set(std::to_string(limit), below_limit(*tally, limit));
    below.set(name, counts);
  }
  details.set("smallest", smallest).set("below", below);
}

void describe_uniques(const KeyTallies& found, Value& details) {
  details.set("sample_uniques", uniques_in(found.category))
      .set("wildcard_uniques", uniques_in(found.wildcard));
}

void set_k_anonymity(const KeyTallies& found, MissingAs missing_as, double alpha, const Subjects& subjects,
                     Score& score) {
  const bool wild = missing_as == MissingAs::wildcard;
  describe_smallest(found, score.details);
  score.value = score.details.at("smallest").at(wild ? "wildcard" : "category").as_number();
  score.details.set("alpha", alpha);
  score.reading = k_reading(score.details, *score.value, wild, subjects);
}

void set_uniqueness(const KeyTallies& found, const Subjects& subjects, Score& score) {
  describe_uniques(found, score.details);
  score.value = score.details.at("sample_uniques").as_number() * 100.0 / static_cast<double>(subjects.count);
  score.reading = to_text(score.details.at("sample_uniques")) + " of " + std::to_string(subjects.count) +
                  " " + subjects.several + " are unique on their keys in the file" +
                  missing_key_words(score.details) + blank_words(score.details);
}

void add_estimates(const stats::SampleClasses& sample, double people, Score& score) {
  score.details.set("population", people);
  if (people < sample.records()) {
    score.details.set("estimates", Value());
    score.reading += "; a population cannot be smaller than the file";
    return;
  }
  Value estimates = Value::object();
  for (const auto& [name, uniques] : {std::pair("poisson", stats::poisson_uniques(sample, people)),
                                      {"pitman", stats::pitman_uniques(sample, people)},
                                      {"zayatz", stats::zayatz_uniques(sample, people)},
                                      {"snb", stats::slide_uniques(sample, people)}}) {
    Value one;
    if (uniques && std::isfinite(*uniques)) {
      // A unique of the population is in the sample with probability n/N, and unique there.
      const double expected = *uniques * sample.records() / people;
      one = Value::object();
      one.set("population_uniques", *uniques).set("percent", 100.0 * *uniques / people);
      one.set("given_sample_unique",
              sample.uniques() > 0.0 ? Value(std::min(1.0, expected / sample.uniques())) : Value());
    }
    estimates.set(name, one);
  }
  score.details.set("estimates", estimates);
}

}  // namespace sfumato::risk
