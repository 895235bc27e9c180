// What is declared about the tables of a database: domains, categories, and the privacy unit. The cost of a
// question depends on this only, never on the data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/schema.hpp"
#include "core/value.hpp"

namespace sfumato::queries {

enum class ColumnKind : std::uint8_t { number, category };

// The treatment of a value outside the declared domain at import: a number is set to the nearest bound
// (`clamp`), the cell becomes NULL, the record is dropped, or the data are refused.
enum class Outside : std::uint8_t { clamp, null, drop, refuse };

struct CatalogueColumn {
  std::string name;
  ColumnKind kind = ColumnKind::number;
  // Numbers are integers of units of 10^-decimals; lower and upper are in units.
  int decimals = 0;
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  bool date = false;                    // a number of days since 1970-01-01, written as 1970-01-01
  std::vector<std::string> categories;  // a code is an index in this list
  bool nullable = false;                // else a missing cell is treated as a value outside
  Outside outside = Outside::refuse;
  std::optional<Role> role;
  bool operator==(const CatalogueColumn&) const = default;

  // With the role `confidential`, or without a role. All other columns are public: an attacker may know them.
  bool confidential() const { return !role || *role == Role::confidential; }
  // Codes from 0, or units from lower to upper.
  std::int64_t first() const { return kind == ColumnKind::number ? lower : 0; }
  std::int64_t last() const {
    return kind == ColumnKind::number ? upper : static_cast<std::int64_t>(categories.size()) - 1;
  }
};

struct CatalogueTable {
  std::string name;
  std::vector<CatalogueColumn> columns;
  // The privacy unit: a record, or all records with the same value of this column of the data, of which at
  // most `rows_per_unit` are imported. The column itself is not stored.
  std::optional<std::string> person;
  std::int64_t rows_per_unit = 1;
  bool operator==(const CatalogueTable&) const = default;

  const CatalogueColumn& column(std::size_t index) const { return columns[index]; }
  std::optional<std::size_t> find(std::string_view column_name) const;  // ignores case
};

struct Catalogue {
  std::vector<CatalogueTable> tables;
  bool operator==(const Catalogue&) const = default;
  std::optional<std::size_t> find(std::string_view table_name) const;  // ignores case
};

// TOML; unknown keys are errors:
//   [table.patients]
//   person = "patient_id"      # without it, a record is the unit
//   rows-per-person = 5
//   [table.patients.column.age]
//   kind = "number"
//   domain = [0, 120]
//   decimals = 0
//   null = true                # missing ages are NULL; else they are treated as ages outside
//   outside = "clamp"          # or "null", "drop", "refuse" (the default)
//   role = "quasi-identifier"
//   [table.patients.column.sex]
//   kind = "category"
//   categories = ["f", "m"]
//   [table.patients.column.born]
//   kind = "date"
//   domain = ["1900-01-01", "2025-12-31"]
// Names are letters (A to Z), digits and underscores, without a leading digit, different in more than case,
// and not a reserved word. The upper bound of a domain is above the lower one, and both are at most 2^53
// units from 0. `person` and `rows-per-person` are given together; the person column is not among the
// columns. Categories are texts, not empty, and cannot be clamped; outside = "null" needs null = true.
Catalogue parse_catalogue(const Value& document, const std::string& source);
Catalogue read_catalogue(const std::string& path);
std::string catalogue_text(const Catalogue& catalogue);  // read_catalogue reads it back

}  // namespace sfumato::queries
