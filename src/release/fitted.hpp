// What a release keeps for the files that follow it: levels, cut points, top codes, hierarchies, categories
// and references to keys, as a document that is read strictly. It gives no record away: see
// docs/next-months-file.md.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/schema.hpp"
#include "core/value.hpp"
#include "masking/recipe.hpp"

namespace sfumato::release {

// Categories, tails and leaves of hierarchies that were found in the data are kept where at least so many
// units, or records where no units are declared, have them.
inline constexpr std::size_t least_kept = 5;

// How a column's values become coarser. One of the three.
struct KeptHierarchy {
  std::vector<std::vector<std::string>> rows = {};  // leaf first
  std::vector<std::vector<std::string>> map = {};   // old and new value; others stay
  Value specification = {};                         // of which it is built for the values of a file
};

// A secret key, by a fingerprint that does not tell it.
struct KeptKey {
  std::size_t step = 0;  // from 1
  std::string fingerprint;
};

// A step of which nothing is kept but its parameters.
struct DrawnAnew {
  std::size_t step = 0;
  std::string reason;
};

struct Fitted {
  masking::Recipe recipe;           // what was fitted is among its parameters, and all columns are named
  Value columns = Value::object();  // [columns.NAME], as in a sidecar
  std::map<std::string, std::vector<std::string>> known = {};  // categories found in the data
  std::map<std::string, KeptHierarchy> hierarchies = {};
  std::vector<KeptKey> keys = {};
  std::vector<DrawnAnew> anew = {};
  std::map<std::string, std::int64_t> beyond = {};  // percent of the values that a limit changed, by column

  Declarations declarations(const std::string& source) const;
};

// The document with its checksum, and as text.
Value to_value(const Fitted& fitted);
std::string fitted_text(const Fitted& fitted);

// Other versions, unknown keys, wrong types and a checksum that does not fit are errors that name `source`.
Fitted parse_fitted(const Value& document, const std::string& source);

// The document with the checksum that it should have.
Value with_checksum(Value document);

// Of the key that a table has, as read_key gives it.
std::string key_fingerprint(const Table& key);
// The keys of the recipe must be those of the fit.
void require_same_keys(const Fitted& fitted, const Run& run);

}  // namespace sfumato::release
