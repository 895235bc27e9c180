// Names of columns, and the columns of GROUP BY with their bands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "queries/language/syntax.hpp"

namespace sfumato::queries {

// A suggestion, or the list of names.
std::string names_hint(std::string_view typed, const std::vector<std::string>& names);
std::size_t column_named(std::string_view query, const CatalogueTable& table, const NameSyntax& name);

class GroupingBinder {
 public:
  GroupingBinder(std::string_view query, const CatalogueTable& table) : query_(query), table_(table) {}

  // Groups and bands of a query; the grouped columns after SELECT must be among them.
  void bind(const QuerySyntax& syntax, Query& result) const;
  bool same(const GroupingSyntax& syntax, const Query& query, std::size_t level) const;

 private:
  Banding banding(const GroupingSyntax& syntax) const;
  std::int64_t width_of(const GroupingSyntax& syntax, const CatalogueColumn& column) const;
  // Groups by one column, without NULL; an error if they are too many.
  std::int64_t groups_of(const GroupingSyntax& syntax, const CatalogueColumn& column,
                         const Banding& banding) const;
  void require_grouped(const GroupingSyntax& selected, const Query& result) const;

  std::string_view query_;
  const CatalogueTable& table_;
};

}  // namespace sfumato::queries
