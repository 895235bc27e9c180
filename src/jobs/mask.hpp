// The job `mask`: protects a table with one method, or with the steps of a recipe, and hands the release
// over.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/warning.hpp"
#include "jobs/data.hpp"
#include "jobs/job.hpp"
#include "jobs/provenance.hpp"
#include "masking/recipe.hpp"
#include "release/acceptance.hpp"
#include "release/delivery.hpp"
#include "release/earlier_releases.hpp"
#include "release/fitted.hpp"
#include "release/new_records.hpp"

namespace sfumato::jobs {

struct MaskRequest {
  std::string method;                  // empty: the recipe says
  Value parameters = Value::object();  // of the method
  Value recipe;                        // a document of steps; null: one method
  std::vector<std::string> columns;
  std::string within;
  bool fill = false, keep_bounds = false, keep_integers = false;
  std::vector<std::string> derive, drop;
  bool map = false, reveal = false;  // in the result, beside what a destination keeps
  bool kept_rows = false;  // the map where records are missing: for front ends that have labels of rows
  bool shuffle = false, renumber = false;
  bool for_public = false;        // both of them
  bool fit = false;               // what was fitted, in the result, for the next file
  Value fitted;                   // of an earlier file, in place of a method; null: none
  std::string key;                // the key of `fitted`, where it is elsewhere now
  std::string row_number;         // a column with the number of each record, which names its draws
  std::string record_key;         // or one of any kind, of whose values numbers are made
  std::vector<std::string> link;  // columns that link this release with earlier ones

  Data original;
  std::vector<release::EarlierRelease> earlier = {};  // what an intruder may have too
  std::string recipe_name = "the recipe";             // in errors
  std::string fitted_name = "the fitted file";
  // Gets the warnings before anything is written; throws where the release must not go out with them.
  std::function<void(const Warnings& warnings)> confirm = {};

  std::vector<release::Acceptance> accepted = {};  // warnings that a person accepted

  static JobInfo info();
  static void params(ParamList<MaskRequest>& list);

  // The steps and rules that are asked for; whatever is wrong with them without the data is an error.
  masking::Recipe steps() const;
  masking::Recipe own_steps() const;  // without what the numbers of records add
  release::DeliveryTerms terms() const;
};

struct MaskResult {
  Value release;  // as in the sidecar: method, parameters, columns, mapping, guarantee
  Value details;  // of the method or the steps
  std::size_t rows = 0;
  std::size_t identifiers = 0;  // columns that were left out
  Warnings warnings;
  std::vector<release::AcceptedWarning> accepted;  // those of them that a person accepted
  release::Delivery delivery;                      // with the controller's maps, where asked for
  Masked masked;  // as it left the method, before it was shuffled, for reports
  // Does the same request on the same data give the same release again? Not where something was drawn at
  // random without a seed.
  bool repeatable = true;
  Provenance provenance;  // where a front end records it
  Value reveal;           // what may be published for analysts, where asked for; else null
  std::optional<release::Fitted> fitted = std::nullopt;     // where asked for
  std::optional<release::NewRecords> fresh = std::nullopt;  // of a file that follows one that was fitted
  std::optional<release::EarlierFindings> earlier = std::nullopt;  // where earlier releases were given
  bool hidden = false;  // a release to the public: reports name no values
};

MaskResult mask(const MaskRequest& request, const release::Destination& destination, const Run& run);

}  // namespace sfumato::jobs
