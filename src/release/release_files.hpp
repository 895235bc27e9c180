// The files of a release: the masked table, or its copies, each with a sidecar that says what its
// columns mean and how it was made, and the companion files.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "io/formula_cells.hpp"
#include "release/delivery.hpp"
#include "release/written_codes.hpp"

namespace sfumato::release {

struct ReleaseTarget {
  std::string output;                          // "-" is standard output: CSV without a sidecar; or a
                                               // table of a database
  std::string format = {};                     // empty: by extension
  io::Formulas formulas = io::Formulas::keep;  // of text in CSV files: quote changes it
  std::string missing_token = {};              // how the original writes a missing value
  io::TextForm text = {};                      // how CSV files are written
  std::string sheet = {};                      // the name of the sheet in a workbook
  WrittenCodes codes = {};                     // of cells without a value, and labels
  std::string sidecar = {};         // where the original's columns are described; hierarchies lie beside it
  std::vector<std::string> inputs;  // files that must not be overwritten
  bool force = false;               // …unless this says so
  std::string map = {};             // file of the controller's secret map of records; empty: none. Of copies
                                    // with an order of their own, map.csv becomes map-1.csv, map-2.csv, …
  std::string reveal = {};          // file of what may be published for analysts; empty: none
  std::string fit = {};             // file of what is kept for the next file; empty: none
  std::optional<BudgetTerms> budget = std::nullopt;
  std::string data = {};                      // the name of the data in the budget
  std::function<void()> before_writing = {};  // called first: it may make the folder
};

// Refuses, before any work is done, outputs that write_release could not write or may not overwrite. `recipe`
// is what will be run: its key files are never overwritten, and only a recipe that spends ε can be charged.
void check_release(const ReleaseTarget& target, const masking::Recipe& recipe);

// Writes every table of a release, in the order in which it is to be delivered, without its identifier
// columns. What it promises is verified in each file before that gets its name, and in each table of a
// database before the transaction ends; a release that breaks its promise is an error, and nothing is left.
// The budget is charged first; a charge for a release that could not be written is refunded.
Delivery write_release(const MaskingResult& result, const ReleaseTarget& target, const Run& run);

class FileDestination : public Destination {
 public:
  explicit FileDestination(ReleaseTarget target) : target_(std::move(target)) {}

 protected:
  Delivery put(const MaskingResult& ready, const Run& run) const override {
    return write_release(ready, target_, run);
  }

 private:
  ReleaseTarget target_;
};

}  // namespace sfumato::release
