// What a release promises about classes of records, counted again in the file that was written and read back,
// or in the table that is returned.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/class_promise.hpp"
#include "core/run.hpp"
#include "core/table.hpp"
#include "core/value.hpp"
#include "verify/agreeing_records.hpp"

namespace sfumato::verify {

struct ModelFinding {
  std::string model;
  std::optional<double> found;  // the worst class; none: it was not counted, and `note` says why
  bool broken = false;
  std::string note = {};
};

struct PromiseFinding {
  ClassPromise promise;
  std::size_t records = 0;
  std::size_t units = 0;       // of the promise's column; 0: records are counted
  std::size_t suppressed = 0;  // records with all keys suppressed, which are in no class
  std::size_t blank = 0;       // records that miss every key: as wildcards they count for no other record
  std::size_t classes = 0;     // of equal keys, missing ones among them
  std::size_t k = 1;
  Agreement wildcard = {};  // missing cells agree with every value
  Agreement category = {};  // or only with missing cells
  std::vector<ModelFinding> models = {};
  std::string unit_note = {};  // where records are promised and units were declared: what units have
  std::string counted_in = "file as written";  // or "table as returned"

  std::size_t smallest_stratum = 0;  // records or units; of all records without strata

  bool broken() const;
  // There is no class to count. The records agree with each other.
  bool all_suppressed() const { return records > 0 && suppressed == records; }
};

// The columns of `written` have the order of their values and, for hierarchical distances and for models of
// a population, their hierarchies. `population` is the file that the promise names, if it does.
PromiseFinding check_promise(const Table& written, const ClassPromise& promise, const Table* population,
                             const Run& run);

// The same in two steps, for records whose strata lie in several processes: each counts its strata, what they
// counted is merged in any order, and the conclusion comes last.
PromiseFinding count_promise(const Table& strata, const ClassPromise& promise, const Table* population,
                             const Run& run);
void merge_finding(PromiseFinding& into, const PromiseFinding& other);
void conclude(PromiseFinding& finding);
// What was counted, for another process, and back; nothing where the state is not one of this promise.
Value counted_state(const PromiseFinding& finding);
std::optional<PromiseFinding> finding_of_state(const ClassPromise& promise, const Value& state);

Value to_value(const PromiseFinding& finding);
// "k-anonymity:5 is broken: …", for an error.
std::string broken_words(const PromiseFinding& finding);
// Each model by its name, with what was found, what is promised and on which columns:
// ("k-anonymity", "found 3, promised at least 3, on 'age' and 'sex'").
std::vector<std::pair<std::string, std::string>> model_words(const PromiseFinding& finding);
// The result as a sentence, which names the columns.
std::string words(const PromiseFinding& finding);

}  // namespace sfumato::verify
