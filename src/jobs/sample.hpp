// The job `sample`: made-up data, returned block by block so that any number of rows needs little memory.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/run.hpp"
#include "core/table.hpp"
#include "jobs/job.hpp"

namespace sfumato::jobs {

struct SampleRequest {
  std::string sample;
  std::int64_t rows = 1000;

  static JobInfo info();
  static void params(ParamList<SampleRequest>& list);
};

struct SampleResult {
  std::string sample;
  std::int64_t rows = 0;
  std::vector<std::string> columns;
  bool seeded = false;
  Table schema;  // without records
};

// `sink` gets consecutive blocks, at least one.
SampleResult draw_sample(const SampleRequest& request,
                         const std::function<void(std::span<const Table>)>& sink, const Run& run);

}  // namespace sfumato::jobs
