// A finished release and its destination: files, or tables that are returned to the caller. For every
// destination, promises are verified in the result, and a release that breaks one is refused.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "release/budget.hpp"
#include "release/recipe_run.hpp"
#include "verify/promise_check.hpp"

namespace sfumato::release {

struct Delivery {
  std::vector<std::string> paths = {};  // of the data files, where files were written
  std::vector<Table> tables = {};       // what was returned, where no files were written
  std::vector<verify::PromiseFinding> findings =
      {};                                  // verification of what they promise, independent of the method
  std::vector<std::string> warnings = {};  // promises that could not be verified, and of the budget
  Value sidecar = Value::object();         // of the first table: columns, and how the release was made
  std::optional<Charge> charge = std::nullopt;  // to the budget
};

class Destination {
 public:
  virtual ~Destination() = default;
  virtual Delivery deliver(const MaskingResult& result, const Run& run) const = 0;
};

// Returns the tables, without their identifier columns.
class TableDestination : public Destination {
 public:
  Delivery deliver(const MaskingResult& result, const Run& run) const override;
};

// For JSON.
Value promises_value(const std::vector<verify::PromiseFinding>& findings);

// The columns that a release of this table has: all but identifiers.
ColumnSet released_columns(const Table& table);

// All warnings: of masking, and of the delivery.
std::vector<std::string> all_warnings(const MaskingResult& result, const Delivery& delivery);

}  // namespace sfumato::release
