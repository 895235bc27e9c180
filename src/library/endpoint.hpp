// How a job is asked for as JSON with tables beside it: one endpoint per job turns the request's members into
// the job's Request, runs the job, and gives the report that the command of the same name shows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/params.hpp"
#include "core/run.hpp"
#include "core/table.hpp"
#include "core/value.hpp"
#include "jobs/provenance.hpp"
#include "report/report.hpp"

namespace sfumato::library {

// The tables that came with a request, by the names that its "inputs" gives them, in their order.
class Inputs {
 public:
  Inputs() = default;
  // `publish` gets what a job finds on its way, from any thread.
  explicit Inputs(std::vector<std::pair<std::string, Table>> tables,
                  std::optional<std::uint64_t> seed = std::nullopt, bool pages = false,
                  std::function<void(const Value& found)> publish = {})
      : tables_(std::move(tables)), seed_(seed), pages_(pages), publish_(std::move(publish)) {}

  const Table* find(std::string_view name) const;
  // An error that names the input where it is missing.
  const Table& require(std::string_view name) const;
  // All that are called so: "masked" may stand several times.
  std::vector<Table> all(std::string_view name) const;
  const std::vector<std::pair<std::string, Table>>& tables() const { return tables_; }
  // Of the request, where it has one: results of comparisons name it.
  std::optional<std::uint64_t> seed() const { return seed_; }
  // Whether the result is to have pages, so that what they alone show is computed.
  bool pages() const { return pages_; }
  const std::function<void(const Value& found)>& publish() const { return publish_; }

 private:
  std::vector<std::pair<std::string, Table>> tables_;
  std::optional<std::uint64_t> seed_;
  bool pages_ = false;
  std::function<void(const Value& found)> publish_;
};

// Which original record each record of a table is.
struct RecordOrigins {
  bool known = false;                  // not where records come from no single original record
  std::vector<std::size_t> rows = {};  // empty where they are known: row by row
};

struct Outcome {
  report::Report report;  // its document is the result; its blocks are for the job `report`
  bool yes = true;        // no: the job ran, and the answer is no
  std::function<report::Report()> page = {};   // a longer report, to be signed, where there is one
  bool page_costs_more = false;                // than the result: it can be made later, from the result
  std::vector<Table> outputs = {};             // tables that go out, in order
  std::vector<std::string> output_names = {};  // of each: "masked", "map", "winner 1"
  // Of the first outputs, for callers that measure them later; never part of a result. Of the outputs beyond
  // its end nothing is said.
  std::vector<RecordOrigins> origins = {};

  void add(std::string name, Table table) {
    outputs.push_back(std::move(table));
    output_names.push_back(std::move(name));
  }
};

struct Endpoint {
  std::string_view job;  // its name in the registry of jobs
  // `request` has the job's parameters alone: "job", "inputs", "seed", "threads", "memory" and "report" are
  // taken out.
  Outcome (*run)(const Value& request, const Inputs& inputs, const Run& run);
};

// The members of a request as parameters of a job.
ParamValues params_of(const Value& request);

// The request with a recipe or a plan as a tree, which may also stand there as the text of its TOML file.
Value with_document(const Value& request, const std::string& member);

// The request as it was made. Tables come from memory, so that they have no file to check.
jobs::Provenance provenance_of(std::string_view job, const Value& request);

}  // namespace sfumato::library
