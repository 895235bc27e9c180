// Risks of keys of a table on disk, from the classes of its records: k-anonymity and uniqueness with the
// details that the measures of these names give for a table in memory.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/measure.hpp"
#include "io/stored_table.hpp"
#include "risk/key_tallies.hpp"

namespace sfumato::jobs {

class StoredKeyRisks {
 public:
  // Keys and weight are columns of the table; `names` are those of the keys in the original.
  StoredKeyRisks(const io::StoredTable& table, ColumnSet keys, std::vector<std::string> names,
                 std::optional<ColumnId> weight, std::string folder, const Run& run);

  Score k_anonymity(risk::MissingAs missing_as) const;
  // `people` is the size of the population, where it is given.
  Score uniqueness(const std::optional<double>& people) const;

 private:
  void survey();
  void count();
  void count_wildcards(std::size_t most);
  risk::Subjects subjects() const { return {facts_.records, "record", "records"}; }
  Score described() const;
  double cells() const;

  const io::StoredTable& table_;
  ColumnSet keys_;
  std::optional<ColumnId> weight_;
  std::string folder_;
  const Run& run_;
  risk::KeyFacts facts_;
  risk::KeyTallies found_;
  std::vector<std::size_t> stars_;  // cells of each key that are suppressed
  std::map<std::size_t, std::size_t> of_size_;
  double weights_ = 0.0;      // their sum, in the order of the records
  std::string unfit_weight_;  // why weights cannot be used
};

}  // namespace sfumato::jobs
