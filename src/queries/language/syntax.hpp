// The syntax tree of a query: names and constants are still parts of its text, with their positions, for
// errors of the binder.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "queries/query.hpp"

namespace sfumato::queries {

struct NameSyntax {
  std::string_view text;
  std::size_t at = 0;
};

struct ConstantSyntax {
  enum class Kind : std::uint8_t { number, text, date };  // date: DATE and a text
  Kind kind = Kind::number;
  bool negative = false;
  std::string_view spelling;  // digits without the sign, or a text in its quotes
  std::size_t at = 0;
};

enum class ComparisonSign : std::uint8_t { equal, unequal, less, at_most, greater, at_least };

struct AggregateSyntax {
  Aggregate aggregate = {};
  std::int64_t millionths = 0;  // of the word, if it means a share
  NameSyntax function;          // as it was written
  std::optional<NameSyntax> column;
  std::optional<ConstantSyntax> share;  // of QUANTILE
  std::optional<NameSyntax> alias;      // after AS
};

// A grouped column, after GROUP BY or SELECT.
struct GroupingSyntax {
  NameSyntax column;
  Banding::Kind kind = Banding::Kind::values;
  std::optional<ConstantSyntax> width;  // of bands
  std::optional<NameSyntax> alias;      // after AS
};

struct PredicateSyntax {
  enum class Kind : std::uint8_t { truth, comparison, between, list, like, null, all, any };
  Kind kind = Kind::truth;  // `truth` means TRUE
  bool negated = false;
  NameSyntax column;                                  // of HAVING: a grouped column, or a name after AS
  std::optional<AggregateSyntax> aggregate;           // of HAVING
  ComparisonSign comparison = ComparisonSign::equal;  // column on the left
  std::size_t at = 0;                                 // of the comparison, BETWEEN, IN, LIKE, IS
  std::vector<ConstantSyntax> constants;
  std::vector<PredicateSyntax> parts;
};

struct QuerySyntax {
  std::vector<GroupingSyntax> selected;
  std::vector<AggregateSyntax> aggregates;
  NameSyntax table;
  std::optional<PredicateSyntax> where;
  std::vector<GroupingSyntax> groups;
  std::optional<PredicateSyntax> having;
};

inline constexpr std::size_t max_bracket_depth = 100;

QuerySyntax parse_syntax(std::string_view query);

}  // namespace sfumato::queries
