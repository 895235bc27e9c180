// What a release promises of classes of records, counted again in the table as it was written and read back.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/class_promise.hpp"
#include "core/run.hpp"
#include "core/table.hpp"
#include "core/value.hpp"
#include "verify/alike_records.hpp"

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
  std::size_t suppressed = 0;  // records that tell nothing and count nowhere
  std::size_t classes = 0;     // of equal keys, missing ones among them
  std::size_t k = 1;
  Agreement wildcard = {};  // missing cells agree with anything
  Agreement category = {};  // or with missing ones alone
  std::vector<ModelFinding> models = {};

  bool broken() const;
};

// The columns of `written` have the order of their values and, for hierarchical distances and for models of
// a population, their hierarchies. `population` is the file that the promise names, if it does.
PromiseFinding check_promise(const Table& written, const ClassPromise& promise, const Table* population,
                             const Run& run);

Value to_value(const PromiseFinding& finding);
// "k-anonymity:5 is broken: …", for an error.
std::string broken_words(const PromiseFinding& finding);
// What was found, in a sentence for people.
std::string words(const PromiseFinding& finding);

}  // namespace sfumato::verify
