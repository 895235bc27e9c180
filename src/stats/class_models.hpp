// Privacy models that a class of records keeps or breaks: k-anonymity, and models of the confidential values
// in a class. A class that breaks one must be generalized further or suppressed.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "stats/level_table.hpp"

namespace sfumato::stats {

// Confidential values of a table, as codes 0 … distinct − 1, and how many records of each entry have each.
struct ConfidentialValues {
  std::vector<std::size_t> begin;      // of an entry's values; one more than there are entries
  std::vector<std::uint32_t> codes;    // ascending within an entry
  std::vector<std::uint32_t> records;  // that have the code
  std::vector<double> shares;          // of all records, by code
  // [level][code] in the hierarchy of the values, from the leaves to one root; empty: none is known.
  std::vector<std::vector<std::uint32_t>> hierarchy = {};

  std::size_t distinct() const { return shares.size(); }
};
ConfidentialValues confidential_values(const LevelTable& table, const std::vector<std::uint32_t>& code_of_row,
                                       std::size_t distinct);

enum class ClassRule {
  distinct_diversity,      // at least `bound` different values
  entropy_diversity,       // exp(−Σ p ln p) ≥ bound
  recursive_diversity,     // f₁ < c·(f_l + f_(l+1) + …), counts descending, l = bound
  equal_closeness,         // ½·Σ|p − q| ≤ bound, q among all records
  ordered_closeness,       // Σ_i|Σ_(j≤i) (p_j − q_j)|/(m − 1) ≤ bound
  hierarchical_closeness,  // transport where the distance of two leaves is the level where they meet/highest
                           // level
  disclosure,              // |ln(p/q)| ≤ bound for every value, δ-disclosure: each occurs in each class
  likeness                 // (p − q)/q ≤ bound where p > q, basic β-likeness
};

struct ClassModel {
  ClassRule rule = ClassRule::distinct_diversity;
  std::size_t values = 0;  // position among the confidential columns
  double bound = 1.0;
  double c = 1.0;
};

// Does a class with these counts (by code; `size` records) keep the model?
bool keeps(const ClassModel& model, const ConfidentialValues& values, std::span<const std::uint32_t> counts,
           std::uint32_t size);

// Once a part of a class keeps it, does the whole, whatever the other part? Such models can only need less
// suppression at higher levels. All others at least keep it where both parts do.
bool absorbing(ClassRule rule);

class ModelCheck {
 public:
  ModelCheck(std::size_t k, std::vector<ClassModel> models, std::vector<ConfidentialValues> values)
      : k_(k), models_(std::move(models)), values_(std::move(values)) {}

  struct Outcome {
    std::vector<char> unsafe;           // by class
    std::vector<char> surely;           // by class: it breaks an absorbing model, and so do all its parts
    std::size_t suppressed = 0;         // records of unsafe classes
    std::size_t surely_suppressed = 0;  // records of these: no lower levels need less
  };
  Outcome check(const LevelTable& table, const EntryClasses& classes) const;
  // Do these entries keep all models as one class?
  bool safe(const LevelTable& table, std::span<const std::uint32_t> entries) const;
  std::size_t k() const { return k_; }

 private:
  std::size_t k_;
  std::vector<ClassModel> models_;
  std::vector<ConfidentialValues> values_;
};

}  // namespace sfumato::stats
