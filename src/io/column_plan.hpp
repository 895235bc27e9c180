// How each column of a delimited file is going to be read: its storage, and which texts stand for a
// missing value. Decided by what is declared and by the first block, before the rest is converted.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/schema.hpp"
#include "core/timestamp.hpp"
#include "io/dialect.hpp"
#include "io/memory_budget.hpp"

namespace sfumato::io {

enum class Storage { undecided, integers, numbers, dates, timestamps, text };

struct ColumnPlan {
  std::string name;
  Storage storage = Storage::undecided;  // undecided: nothing but missing values in the first block
  std::optional<Kind> declared;
  std::vector<std::string> order;    // of an ordinal column, when declared
  DateForm form = {};                // of a column of dates
  Timestamps times = {};             // without values: form, unit and zone of a column of moments
  bool form_declared = false;        // then days and months may have zeros in front or not
  std::vector<std::string> missing;  // declared tokens: the column's own and those for every column

  bool is_text() const { return storage == Storage::text || storage == Storage::undecided; }
};

// Called with bytes that are not needed for some time, so that their memory can be released.
using Forget = std::function<void(std::string_view)>;

struct FilePlan {
  std::string source;  // for messages
  Dialect dialect;
  std::vector<ColumnPlan> columns;
  std::string_view body;                 // the bytes after the header
  std::size_t first_line = 1;            // on which the body begins
  std::vector<std::string> missing;      // tokens declared for every column
  std::string missing_token;             // the most frequent one of the first block
  Forget forget;                         // may be empty
  const MemoryBudget* budget = nullptr;  // limits what the columns may take; none: no limit
  bool malformed = false;                // some row is known to be an error, so cells need not be kept
};

// Reads names and first block. Errors: duplicate or empty names, malformed text, more columns than fit
// into the budget.
FilePlan plan_columns(std::string_view bytes, const std::string& source, const Dialect& dialect,
                      const Declarations& declared, const std::vector<std::string>& missing,
                      std::size_t block = 1 << 20, const MemoryBudget* budget = nullptr);

// The bytes that a quoted field may have: the longer ones are mistakes in quotes, which swallow rows.
std::size_t longest_quoted_field(const MemoryBudget* budget);

// Ends with the error that says where and why the scanner stopped; does nothing if it did not.
void require_well_formed(const CsvScanner& scanner, const std::string& source, char quote);

// A date in the form of a column of dates.
bool read_date_text(const ColumnPlan& column, std::string_view text, std::int32_t& day);
// A moment in the form of a column of moments.
bool read_timestamp_text(const ColumnPlan& column, std::string_view text, std::int64_t& value);

// Whether a declared token stands for this cell: the same text or, in columns of numbers, the same number.
bool is_declared_missing(const ColumnPlan& column, std::string_view text, char decimal_point);

}  // namespace sfumato::io
