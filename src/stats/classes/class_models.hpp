// Privacy models that a class of records satisfies or breaks: k-anonymity, models of the confidential values
// in a class, and of the population's records in it. A class that breaks one must be generalized further or
// suppressed.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "stats/classes/release_models.hpp"
#include "stats/generalization/level_table.hpp"

namespace sfumato::stats {

// Confidential values of a table, as codes 0 … distinct − 1, and how many records of each entry have each. A
// record whose value is missing counts in none of them, nor in the shares.
struct ConfidentialValues {
  static constexpr std::uint32_t missing = 0xffffffffU;  // the code of a row
  std::vector<std::size_t> begin;      // of an entry's values; one more than there are entries
  std::vector<std::uint32_t> codes;    // ascending within an entry
  std::vector<std::uint32_t> records;  // that have the code
  std::vector<double> shares;          // of all records with a value, by code
  // [level][code] in the hierarchy of the values, from the leaves to one root; empty: none is known.
  std::vector<std::vector<std::uint32_t>> hierarchy = {};
  // Where a record stands for a unit with several values, `codes` are those of sets of values, and `shares`
  // and `hierarchy` are by value: the values of each set. Empty: a code is a value.
  std::vector<std::vector<std::uint32_t>> sets = {};
  std::vector<std::uint32_t> text_places = {};  // of the values of sets, in the order of their texts

  std::size_t distinct() const { return shares.size(); }
  std::size_t code_count() const { return sets.empty() ? shares.size() : sets.size(); }
};
ConfidentialValues confidential_values(const LevelTable& table, const std::vector<std::uint32_t>& code_of_row,
                                       std::size_t distinct);

enum class ClassRule {
  distinct_diversity,      // at least `bound` different values
  entropy_diversity,       // exp(−Σ p ln p) ≥ bound
  recursive_diversity,     // f₁ < c·(f_l + f_(l+1) + …), counts descending, l = bound
  equal_closeness,         // ½·Σ|p − q| ≤ bound, q among all records, suppressed ones too
  ordered_closeness,       // Σ_i|Σ_(j≤i) (p_j − q_j)|/(m − 1) ≤ bound
  hierarchical_closeness,  // transport where the distance of two leaves is level of common ancestor/highest
                           // level
  disclosure,              // |ln(p/q)| ≤ bound for every value, δ-disclosure: each occurs in each class
  likeness,                // (p − q)/q ≤ bound where p > q, basic β-likeness
  knowledge,  // (c,k)-safety: an attacker who knows k = bound implications has no belief of c or more in a
              // value
  population_size,  // at least `bound` records of the population, k-map
  presence          // records over records of the population between c and bound
};

struct ClassModel {
  ClassRule rule = ClassRule::distinct_diversity;
  std::size_t values = 0;  // position among the confidential columns
  double bound = 1.0;
  double c = 1.0;
};

// Does a class with these counts by code satisfy the model? One without any value has no diversity, which is
// broken, and no distribution that could reveal something: all other models are satisfied. A set of values
// counts for diversity as that of its values which most records of the class have, of equal ones the first by
// its text; for closeness in equal parts as each of its values. Other models have no sets.
bool keeps(const ClassModel& model, const ConfidentialValues& values, std::span<const std::uint32_t> counts);

// If a part of a class satisfies it, does the whole, whatever the other part? Such models can only need less
// suppression at higher levels. All others are satisfied at least where both parts are.
bool absorbing(ClassRule rule);

// Is it about the population's records, and not about confidential values?
bool of_population(ClassRule rule);

class ModelCheck {
 public:
  // `population` has the records of each entry in the population, where a model is about them.
  ModelCheck(std::size_t k, std::vector<ClassModel> models, std::vector<ConfidentialValues> values,
             std::vector<std::uint32_t> population = {}, std::vector<ReleaseModel> of_release = {})
      : k_(k),
        models_(std::move(models)),
        values_(std::move(values)),
        population_(std::move(population)),
        of_release_(std::move(of_release)) {}

  // A class without records, which only the population has, does not count.
  struct Outcome {
    std::vector<char> unsafe;           // by class
    std::vector<char> surely;           // by class: it breaks an absorbing model, and so do all its parts
    std::size_t suppressed = 0;         // records of unsafe classes
    std::size_t surely_suppressed = 0;  // records of these: no lower levels need less
  };
  Outcome check(const LevelTable& table, const EntryClasses& classes) const;
  // Does the rest without the unsafe classes satisfy the models of a release as a whole? Those that joining
  // classes cannot break, average risk and (c,k)-safety, and estimates. Where nothing is suppressed, lower
  // levels break the former too.
  bool joining_kept(const LevelTable& table, const EntryClasses& classes, const Outcome& outcome) const;
  bool estimates_kept(const EntryClasses& classes, const Outcome& outcome) const;
  // Suppress the smallest classes too, the first of equal ones first, until the average risk or the estimate
  // for the population is kept; false, with the outcome as it was, where that takes more than `most` records
  // in all.
  bool suppress_for_average(const EntryClasses& classes, Outcome& outcome, std::size_t most) const;
  bool suppress_for_estimates(const EntryClasses& classes, Outcome& outcome, std::size_t most) const;
  // Do these entries, as one class, satisfy all models of classes?
  bool safe(const LevelTable& table, std::span<const std::uint32_t> entries) const;
  std::size_t k() const { return k_; }
  // Is there a model of a release as a whole?
  bool of_release() const { return !of_release_.empty(); }

 private:
  bool keeps_release(ReleaseRule rule, const std::vector<std::uint32_t>& sizes) const;
  bool suppress_smallest(ReleaseRule rule, const EntryClasses& classes, Outcome& outcome,
                         std::size_t most) const;
  std::vector<std::uint32_t> value_counts(const ConfidentialValues& values,
                                          std::span<const std::uint32_t> entries) const;
  bool keeps_model(const ClassModel& model, std::span<const std::uint32_t> entries, std::uint32_t size) const;

  std::size_t k_;
  std::vector<ClassModel> models_;
  std::vector<ConfidentialValues> values_;
  std::vector<std::uint32_t> population_;
  std::vector<ReleaseModel> of_release_;
};

}  // namespace sfumato::stats
