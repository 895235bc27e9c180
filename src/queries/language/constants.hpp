// The values of a column that a test accepts, without NULL: constants become units and categories become
// codes, and tests that do not fit the column are errors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "queries/language/syntax.hpp"

namespace sfumato::queries {

// An error unless the constant is a date; `what` is compared with it.
void require_date(std::string_view query, const ConstantSyntax& constant, const std::string& what);

class ConstantReader {
 public:
  ConstantReader(std::string_view query, const CatalogueTable& table) : query_(query), table_(table) {}

  // Of comparisons, BETWEEN, IN and LIKE, without their NOT.
  RangeSet accepted(const PredicateSyntax& test, std::size_t column);

 private:
  RangeSet accepted_numbers(const PredicateSyntax& test, const CatalogueColumn& column) const;
  RangeSet accepted_codes(const PredicateSyntax& test, std::size_t column);
  RangeSet accepted_prefix(const PredicateSyntax& test, const CatalogueColumn& column);
  std::int64_t code_of(const ConstantSyntax& constant, std::size_t column);

  using Codes = std::unordered_map<std::string_view, std::int64_t>;
  std::string_view query_;
  const CatalogueTable& table_;
  std::unordered_map<std::size_t, Codes> codes_;        // of columns with many lookups
  std::unordered_map<std::size_t, std::size_t> asked_;  // lookups
  std::size_t scanned_ = 0;                             // categories compared by LIKE
};

}  // namespace sfumato::queries
