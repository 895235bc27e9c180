// The values that a condition accepts, column by column. With OR of different columns this is a superset of
// the matching values; it is never a subset.
#include <set>

#include "queries/language/normal_form.hpp"
#include "queries/query.hpp"

namespace sfumato::queries {
namespace {

void add_columns(const Condition& condition, std::set<std::size_t>& columns) {
  if (condition.kind == Condition::Kind::leaf) columns.insert(condition.column);
  for (const Condition& part : condition.parts) add_columns(part, columns);
}

}  // namespace

RangeSet reach(const Condition& condition, std::size_t column, const CatalogueTable& table) {
  switch (condition.kind) {
    case Condition::Kind::always:
      break;
    case Condition::Kind::never:
      return {};
    case Condition::Kind::leaf:
      if (condition.column == column) return condition.values;
      break;
    case Condition::Kind::all: {
      RangeSet result = domain_of(table.column(column));
      for (const Condition& part : condition.parts) result = result.intersection(reach(part, column, table));
      return result;
    }
    case Condition::Kind::any: {
      std::vector<Range> gathered;
      for (const Condition& part : condition.parts) {
        const RangeSet one = reach(part, column, table);
        gathered.insert(gathered.end(), one.ranges().begin(), one.ranges().end());
      }
      return RangeSet(std::move(gathered));
    }
  }
  return domain_of(table.column(column));
}

bool reaches_null(const Condition& condition, std::size_t column) {
  switch (condition.kind) {
    case Condition::Kind::always:
      return true;
    case Condition::Kind::never:
      return false;
    case Condition::Kind::leaf:
      return condition.column != column || condition.null;
    case Condition::Kind::all:
      for (const Condition& part : condition.parts) {
        if (!reaches_null(part, column)) return false;
      }
      return true;
    case Condition::Kind::any:
      for (const Condition& part : condition.parts) {
        if (reaches_null(part, column)) return true;
      }
      return false;
  }
  return true;
}

std::vector<std::size_t> columns_of(const Condition& condition) {
  std::set<std::size_t> columns;
  add_columns(condition, columns);
  return {columns.begin(), columns.end()};
}

std::vector<std::size_t> columns_of(const Query& query) {
  std::set<std::size_t> columns(query.groups.begin(), query.groups.end());
  if (query.column) columns.insert(*query.column);
  add_columns(query.where, columns);
  return {columns.begin(), columns.end()};
}

}  // namespace sfumato::queries
