// What is known about the columns of a table besides their values: kinds, roles, domains. It comes
// from a sidecar file, from flags, or from the data.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/date_form.hpp"

namespace sfumato {

class Hierarchy;

// How a column's values may be used: as quantities, as names, or as names with an order.
enum class Kind : unsigned { numeric = 1, nominal = 2, ordinal = 4 };

// A set of kinds: `Kind::numeric | Kind::ordinal`.
struct Kinds {
  unsigned bits = 0;
  constexpr Kinds() = default;
  constexpr Kinds(Kind kind) : bits(static_cast<unsigned>(kind)) {}  // NOLINT: implicit by intent
  constexpr bool has(Kind kind) const { return (bits & static_cast<unsigned>(kind)) != 0; }
};
constexpr Kinds operator|(Kinds a, Kinds b) {
  Kinds both;
  both.bits = a.bits | b.bits;
  return both;
}
constexpr Kinds operator|(Kind a, Kind b) { return Kinds(a) | Kinds(b); }

// What a column means for disclosure.
enum class Role {
  identifier,
  quasi_identifier,
  confidential,
  non_confidential,
  weight,
  household,
  unit,  // the person or company of a record, where one has several
  stratum,
  count  // how many equal records a row stands for: set by jobs that take such a table, never declared
};

std::string_view to_text(Kind kind);
std::string_view to_text(Role role);
std::string to_text(Kinds kinds);  // "numeric or ordinal"
std::optional<Kind> parse_kind(std::string_view text);
std::optional<Role> parse_role(std::string_view text);
const std::vector<std::string>& kind_names();
const std::vector<std::string>& role_names();

struct Domain {
  double lower = 0.0;
  double upper = 0.0;
  bool operator==(const Domain&) const = default;
};

// Codes, as text ("1"), and what they stand for ("male"), in the order of the file. Codes of missing
// values may be among them.
using ValueLabels = std::vector<std::pair<std::string, std::string>>;

// Attributes of a column besides its name and kind.
struct ColumnTraits {
  std::optional<Role> role;
  std::optional<Domain> domain;      // declared bounds of a numeric column
  std::optional<int> decimals;       // decimal places its values have
  std::vector<std::string> missing;  // tokens that stand for a missing value, in addition to the file's own
  std::vector<std::string> order;    // categories of an ordinal column, lowest first
  std::vector<std::string> categories;  // those that a nominal column can have, whether seen or not
  std::optional<DateForm> date;         // how its dates are written in text; without it as 2021-03-31
  std::string hierarchy;                // file with its generalization hierarchy, relative to the sidecar
  std::string label;                    // what the column holds, in words
  ValueLabels value_labels;             // what its codes stand for; the column itself holds the codes
  bool operator==(const ColumnTraits&) const = default;
};

struct ColumnInfo : ColumnTraits {
  std::string name;
  Kind kind = Kind::numeric;
  std::shared_ptr<const Hierarchy> tree;  // of the file `hierarchy`, where it has been read
  bool operator==(const ColumnInfo&) const = default;
};

// What a sidecar or flags declare about a column, before the data are read.
struct ColumnDeclaration : ColumnTraits {
  std::optional<Kind> kind;
};
using Declarations = std::map<std::string, ColumnDeclaration>;

// Replaces found attributes by declared ones; a declaration for a missing column is an error.
void apply_declarations(std::vector<ColumnInfo>& columns, const Declarations& declared);

}  // namespace sfumato
