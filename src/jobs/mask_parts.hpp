// The job `mask` on records that lie in parts, in several processes: a partial result of each part, their
// merge, each part masked, and the description of the release. What comes out is what `mask` gives for all
// records.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jobs/mask.hpp"
#include "release/partition_recipe.hpp"

namespace sfumato::jobs {

// Columns of callers beside those of the table: the number of a record (its 64 bits), and values that are
// supplied for a step, as in "__sfumato_value_0_income".
inline constexpr const char* number_name = "__sfumato_number";
inline constexpr const char* draw_name = "__sfumato_draw";  // by which records are shuffled
inline constexpr const char* value_prefix = "__sfumato_value_";

struct MaskPartsRequest {
  MaskRequest mask;            // its original is a part of the records, or none of them
  std::string number_column;   // has the number of each record, and belongs to neither table
  std::string place;           // parts are in the order of these texts
  Value state;                 // what the finished stages found; null: nothing yet
  std::size_t block_rows = 0;  // of blocks of near records, for methods that need all records; 0: none
};

// What this part adds to the stage that the state is in.
Value mask_partial(const MaskPartsRequest& request, const Run& run);

// Several partial results of one stage as one, for a process that has several parts.
Value mask_join(const MaskPartsRequest& request, const std::vector<Value>& partials, const Run& run);

struct MaskParts {
  Value state;
  std::string stage = {};  // the next one; empty when nothing is left to find out
  bool fitted = false;     // parts can be masked
  // What the caller has to supply in the next stage; columns by name.
  std::optional<release::WantedValues> values = {};
  std::vector<std::string> value_columns = {}, value_needs = {};
  // After the last stage: columns on which classes of released records are to be counted, and columns whose
  // distinct values are.
  std::vector<std::vector<std::string>> wanted_classes = {};
  std::vector<std::string> wanted_values = {};
  // Households or units that are counted in some of these classes, too.
  std::string holder = {};
  std::vector<std::vector<std::string>> held_classes = {};
  std::vector<ClassPromise> promises = {};    // to be verified in what was made
  std::vector<std::string> wanted_keys = {};  // the quasi-identifiers, whose classes matter where values miss
};

// With the partial results of all parts.
MaskParts mask_merge(const MaskPartsRequest& request, const std::vector<Value>& partials, const Run& run);

// In a stage of values: the columns that it needs, before the step, with the numbers of the records. A text
// column of ordered categories has their places beside it, as "__sfumato_order_sector", and one of moments
// the days that they are compared by.
Table mask_before(const MaskPartsRequest& request, const Run& run);

struct SuppliedPart {
  Table values;                            // with the numbers of the records, where they belong to some
  Value tally;                             // a partial result of this stage
  std::optional<Table> continuation = {};  // for the call that follows, where calls follow each other
};
// `values` has records with their numbers as the caller brings them, `wanted` what it says beside, and
// `continuation` what the call before left for this one; it may be null.
SuppliedPart mask_supply(const MaskPartsRequest& request, const Table& values, const Value& wanted,
                         const Table* continuation, const Run& run);

// Records that are shuffled have their draws beside them (64 bits, in the order of signed numbers), by which
// the caller sorts them, equal ones by their numbers; these are there for a map of records, too.
struct MaskedPart {
  Table table;
  std::vector<std::string> columns;  // that were protected
};
MaskedPart mask_apply(const MaskPartsRequest& request, const Run& run);

// What is promised of classes of records: the released columns that it is about, with those of the strata,
// and what is counted in records of whole strata.
Table mask_promised(const MaskPartsRequest& request, std::size_t promise, const Run& run);
Value mask_verify(const MaskPartsRequest& request, std::size_t promise, const Table& strata, const Run& run);

// `findings` are those of all strata and promises. `classes` has for each set of columns {"columns",
// "records", "classes", "unique", "smallest", "gaps"}; `distinct` a number for each column. `keys` has every
// class of the quasi-identifiers once, or twice where several records are in it; it may be null.
MaskResult mask_describe(const MaskPartsRequest& request, const Value& classes, const Value& distinct,
                         const Table* keys, const std::vector<Value>& findings, const Run& run);

// Counts of classes as a request has them: "columns", "records", "classes", "unique", "smallest", "gaps" and,
// where households or units were counted, "holders" and its like.
release::FoundClasses found_classes(const Value& classes);

// A state as a table with one text, and back: tables go beside a request, whatever they hold.
Table state_table(const Value& state);
std::vector<Value> states_of(const Table& table);

}  // namespace sfumato::jobs
