// The job `fitting-methods`: which masking methods fit a table as it is declared, which do not, and why. It
// asks each method to mask a few of the records, so that it refuses what the job `mask` refuses, in the same
// words.
#pragma once

#include <string>
#include <vector>

#include "core/method.hpp"
#include "jobs/data.hpp"
#include "jobs/job.hpp"

namespace sfumato::jobs {

struct FittingMethodsRequest {
  std::vector<std::string> columns;

  Data original;

  static JobInfo info();
  static void params(ParamList<FittingMethodsRequest>& list);
};

struct MethodFit {
  const Method* method = nullptr;
  std::vector<std::string> columns;   // that it protects; none where it does not fit
  std::vector<std::string> left_out;  // chosen columns of kinds that it does not take
  std::string reason;                 // why it does not fit; empty where it does
  std::string hint;                   // what would make it fit; may be empty

  bool fits() const { return reason.empty(); }
};

struct FittingMethodsResult {
  std::string data;                     // its name
  std::vector<std::string> columns;     // that are to be protected
  std::size_t tried_rows = 0;           // records that the methods were tried on
  std::vector<MethodFit> methods = {};  // in the order of the registry
};

FittingMethodsResult fitting_methods(const FittingMethodsRequest& request, const Run& run);

}  // namespace sfumato::jobs
