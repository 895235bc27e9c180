#include "tables/relations.hpp"

namespace sfumato::tables {

void Relations::add(Decimal right, std::span<const Term> terms) {
  terms_.insert(terms_.end(), terms.begin(), terms.end());
  starts_.push_back(terms_.size());
  rights_.push_back(right);
}

}  // namespace sfumato::tables
