// The linear relations between the cells of a table, in flat arrays. Margins, hierarchies and links between
// tables all have this form: Σ coefficient · cell = right.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tables/decimal.hpp"

namespace sfumato::tables {

struct Term {
  std::size_t cell = 0;
  std::int64_t coefficient = 0;
  bool operator==(const Term&) const = default;
};

class Relations {
 public:
  void add(Decimal right, std::span<const Term> terms);

  std::size_t count() const { return rights_.size(); }
  const Decimal& right(std::size_t relation) const { return rights_[relation]; }
  std::span<const Term> terms(std::size_t relation) const {
    return std::span(terms_).subspan(starts_[relation], starts_[relation + 1] - starts_[relation]);
  }
  std::size_t term_count() const { return terms_.size(); }
  bool operator==(const Relations&) const = default;

 private:
  std::vector<std::size_t> starts_{0};
  std::vector<Term> terms_;
  std::vector<Decimal> rights_;
};

}  // namespace sfumato::tables
