#include "jobs/queries/query_compare.hpp"

#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "core/error.hpp"
#include "jobs/queries/query_terms.hpp"

namespace sfumato::jobs {
namespace {

using queries::Protection;

// A private folder of this process, removed by the destructor.
class PrivateFolder {
 public:
  PrivateFolder() {
    std::error_code none;
    path_ = (std::filesystem::temp_directory_path(none) / "sfumato-XXXXXX").string();
    if (none || ::mkdtemp(path_.data()) == nullptr) {
      bad_input(
          "cannot create a folder for the databases that are compared: " + std::string(std::strerror(errno)),
          "set TMPDIR to a writable folder with free space");
    }
  }
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;
  ~PrivateFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

bool has(const ParamValues& values, std::string_view name) {
  return std::any_of(values.begin(), values.end(), [&](const auto& one) { return one.first == name; });
}

// Without a budget, dp gets what all questions cost.
queries::DatabaseTerms candidate_terms(Protection protection, const QueryCompareRequest& request,
                                       std::int64_t micro_epsilon) {
  ParamValues own;
  for (const auto& one : request.terms) {
    if (queries::owner_of_term(one.first) == protection) own.push_back(one);
  }
  if (protection != Protection::dp || has(own, "budget")) return queries::terms_of(protection, own);
  own.emplace_back("budget", request.epsilon);
  queries::DatabaseTerms terms = queries::terms_of(protection, own);
  terms.budget = micro_epsilon * static_cast<std::int64_t>(request.questions.size());
  return terms;
}

std::vector<queries::QueryCandidate> candidates_of(const QueryCompareRequest& request,
                                                   QueryCompareResult& result) {
  std::vector<queries::QueryCandidate> all;
  for (const std::string& name : request.methods.empty() ? queries::protection_names() : request.methods) {
    const Protection protection = queries::protection_of(name);
    if (protection == Protection::input && !has(request.terms, "recipe")) {
      if (!request.methods.empty()) bad_input("'input' needs a recipe", "give the recipe that masks records");
      result.warnings.add("'input' is not compared: no recipe is given for masking the records",
                          WarningGrade::note);
      continue;
    }
    all.push_back({candidate_terms(protection, request, result.micro_epsilon), request.records});
  }
  return all;
}

}  // namespace

const queries::ComparedQueries* QueryCompareResult::winner() const {
  return protections.empty() || !protections.front().rank ? nullptr : &protections.front();
}

JobInfo QueryCompareRequest::info() {
  return {.name = "query-compare",
          .title = "Compare protections",
          .summary = "Asks the same questions under every protection, and ranks the protections.",
          .inputs = {{.name = "records",
                      .doc = "The records of each table of the catalogue, in its order.",
                      .several = true}}};
}

void QueryCompareRequest::params(ParamList<QueryCompareRequest>& list) {
  using queries::QueryRank;
  list.texts("questions", &QueryCompareRequest::questions).required().doc("The questions, in order.");
  list.columns("methods", &QueryCompareRequest::methods)
      .doc("Protections to compare: dp, input, restrict, camouflage; all unless given.");
  list.choice("rank-by", &QueryCompareRequest::rank_by,
              {{"useful", QueryRank::useful}, {"error", QueryRank::error}, {"answered", QueryRank::answered}})
      .doc("Criterion of the ranking: useful (share of figures close to the true ones), error or answered.");
  list.number("epsilon", &QueryCompareRequest::epsilon)
      .range(0.000001, 1000)
      .unit("ε")
      .doc("Maximum cost of each noisy answer, with up to six decimals.");
}

QueryCompareRequest query_compare_request(const ParamValues& given) {
  return make_terms_request<QueryCompareRequest>(given);
}

QueryCompareResult query_compare(const QueryCompareRequest& request, const Run& run) {
  QueryCompareResult result;
  result.questions = request.questions;
  result.rank_by = request.rank_by;
  result.micro_epsilon = queries::micro_epsilon(request.epsilon, "epsilon");
  const std::vector<queries::QueryCandidate> candidates = candidates_of(request, result);
  std::vector<Table> truth;
  for (const io::TableFile& file : request.records) truth.push_back(file.table);
  const PrivateFolder scratch;
  queries::WorkloadOptions options;
  options.scratch = scratch.path();
  options.micro_epsilon = result.micro_epsilon;
  result.close = options.close;
  result.guess = options.guess;
  result.protections = queries::compare_queries(candidates, request.catalogue, truth, request.questions,
                                                options, request.rank_by, run);
  for (const queries::ComparedQueries& one : result.protections) {
    result.warnings.insert(result.warnings.end(), one.warnings.begin(), one.warnings.end());
  }
  return result;
}

Job query_compare_job() { return make_terms_job<QueryCompareRequest>(); }

}  // namespace sfumato::jobs
