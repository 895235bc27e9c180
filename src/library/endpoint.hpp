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
#include "report/report.hpp"

namespace sfumato::library {

// The tables that came with a request, by the names that its "inputs" gives them, in their order.
class Inputs {
 public:
  Inputs() = default;
  // `publish` gets what a job finds on its way, from any thread.
  explicit Inputs(std::vector<std::pair<std::string, Table>> tables,
                  std::optional<std::uint64_t> seed = std::nullopt,
                  std::function<void(const Value& found)> publish = {})
      : tables_(std::move(tables)), seed_(seed), publish_(std::move(publish)) {}

  const Table* find(std::string_view name) const;
  // An error that names the input where it is missing.
  const Table& require(std::string_view name) const;
  // All that are called so: "masked" may stand several times.
  std::vector<Table> all(std::string_view name) const;
  const std::vector<std::pair<std::string, Table>>& tables() const { return tables_; }
  // Of the request, where it has one: results of comparisons name it.
  std::optional<std::uint64_t> seed() const { return seed_; }
  const std::function<void(const Value& found)>& publish() const { return publish_; }

 private:
  std::vector<std::pair<std::string, Table>> tables_;
  std::optional<std::uint64_t> seed_;
  std::function<void(const Value& found)> publish_;
};

struct Outcome {
  report::Report report;  // its document is the result; its blocks are for the job `report`
  bool yes = true;        // no: the job ran, and the answer is no
  std::function<report::Report()> page = {};  // a longer report, to be signed, where there is one
  std::vector<Table> outputs = {};            // tables that go out, in order
};

struct Endpoint {
  std::string_view job;  // its name in the registry of jobs
  // `request` has the job's parameters alone: "job", "inputs", "seed", "threads", "memory" and "report" are
  // taken out.
  Outcome (*run)(const Value& request, const Inputs& inputs, const Run& run);
};

// The members of a request as parameters of a job.
ParamValues params_of(const Value& request);

}  // namespace sfumato::library
