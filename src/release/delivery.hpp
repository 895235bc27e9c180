// A finished release and its destination: files, or tables that are returned to the caller. For every
// destination, promises are verified in the result, and a release that breaks one is refused.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/warning.hpp"
#include "release/budget.hpp"
#include "release/exposure.hpp"
#include "release/recipe_run.hpp"
#include "release/record_order.hpp"
#include "verify/promise_check.hpp"

namespace sfumato::release {

struct Delivery {
  std::vector<std::string> paths = {};  // of the data files, where files were written
  std::vector<Table> tables = {};       // what was returned, where no files were written
  std::vector<verify::PromiseFinding> findings =
      {};                   // verification of what they promise, independent of the method
  Warnings unchanged = {};  // about columns that are as they were, and records that are unique on keys
  // For each table the masked record at each place; empty: in the order in which they left the method.
  std::vector<std::vector<std::size_t>> order = {};
  std::vector<Table> maps =
      {};                  // where asked for: the controller's secret, one per copy if these are shuffled
  Warnings warnings = {};  // promises that could not be verified, and of the budget
  std::optional<KeyExposure> exposure = std::nullopt;  // on all declared quasi-identifiers
  UnchangedColumns unchanged_columns = {};
  Value sidecar = Value::object();              // of the first table: columns, and how the release was made
  std::optional<Charge> charge = std::nullopt;  // to the budget
};

class Destination {
 public:
  virtual ~Destination() = default;
  // Shuffles and renumbers as the terms say, drawing from the run, and warns about what stays as it was and
  // about records that are unique on the declared quasi-identifiers.
  Delivery deliver(const MaskingResult& result, const DeliveryTerms& terms, const Run& run) const;

 protected:
  virtual Delivery put(const MaskingResult& ready, const Run& run) const = 0;
};

// Returns the tables, without their identifier columns.
class TableDestination : public Destination {
 protected:
  Delivery put(const MaskingResult& ready, const Run& run) const override;
};

// Values of a generalized column are found in the hierarchy of the original, which the verification needs.
Table with_hierarchies(Table table, const Table& original);

// For JSON.
Value promises_value(const std::vector<verify::PromiseFinding>& findings);

// The columns that a release of this table has: all but identifiers.
ColumnSet released_columns(const Table& table);

// All warnings: of masking, of columns that are as they were, and of the delivery.
Warnings all_warnings(const MaskingResult& result, const Delivery& delivery);

}  // namespace sfumato::release
