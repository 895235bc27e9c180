// The job `key-risks`: what someone who knows the keys of a person finds in the data as they are. Class
// sizes, risks of records and households, which keys make the difference, and the riskiest records with the
// reason in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jobs/data.hpp"
#include "jobs/job.hpp"

namespace sfumato::jobs {

struct KeyRiskRequest {
  std::vector<std::string> keys;     // none: the declared quasi-identifiers
  std::vector<std::string> special;  // columns whose special values are looked for; none: all but identifiers
  std::int64_t riskiest = 20;
  bool without_suda = false;

  Data original;

  static JobInfo info();
  static void params(ParamList<KeyRiskRequest>& list);
};

// How many classes, and records in them, have between `smallest` and `largest` records; or units in place of
// records.
struct ClassSizes {
  std::size_t smallest = 0, largest = 0;  // SIZE_MAX: no bound
  std::size_t classes = 0, records = 0;
};

// A value that few records have, or one far from the others.
struct SpecialValue {
  std::string column, value;
  std::size_t records = 0;
  std::string why;
};

struct RiskyRecord {
  std::size_t record = 0;  // counted from 1
  double risk = 0.0;       // of individual-risk
  std::size_t class_size = 0;
  std::optional<double> suda;        // the DIS-SUDA score
  std::vector<std::string> singled;  // the fewest keys that only this record has; empty: none of three
  std::string reason;                // the same in words
  std::vector<std::pair<std::string, std::string>> values;  // keys
};

struct KeyRiskResult {
  std::string data;
  std::size_t records = 0;
  std::string unit;       // the column of units with several records, which are counted in place of records
  std::size_t units = 0;  // 0 without it
  std::vector<std::string> keys;
  std::size_t uniques = 0;   // records or units; a missing key is a value of its own
  std::size_t smallest = 0;  // class
  std::vector<ClassSizes> classes;
  std::vector<std::pair<std::string, Value>> measures;  // details of each measure, with its value and reading
  std::vector<SpecialValue> special;
  // Of each unit its riskiest record.
  std::vector<RiskyRecord> riskiest;  // highest risk first; equal ones by SUDA, then in the order of the file
};

KeyRiskResult key_risk_summary(const KeyRiskRequest& request, const Run& run);

}  // namespace sfumato::jobs
