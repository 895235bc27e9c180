#include "jobs/queries/query_init.hpp"

#include "core/error.hpp"
#include "jobs/queries/query_terms.hpp"
#include "queries/restriction.hpp"

namespace sfumato::jobs {

JobInfo QueryInitRequest::info() {
  return {.name = "query-init",
          .title = "Create a database",
          .summary = "Creates a database from data and a catalogue.",
          .inputs = {{.name = "records",
                      .doc = "The records of each table of the catalogue, in its order.",
                      .several = true}}};
}

void QueryInitRequest::params(ParamList<QueryInitRequest>& list) {
  using queries::Protection;
  list.text("database", &QueryInitRequest::database).required().doc("The folder to create.");
  list.choice("protection", &QueryInitRequest::protection,
              {{"dp", Protection::dp},
               {"input", Protection::input},
               {"restrict", Protection::restrict},
               {"camouflage", Protection::camouflage}})
      .required()
      .doc(
          "dp: noisy answers; input: answers from masked records; restrict: exact answers to questions that "
          "disclose no record; camouflage: intervals.");
  list.text("key", &QueryInitRequest::key)
      .doc("The file with the key of camouflage, created if it does not exist; DB.key unless given.");
  list.text("accept-intersection", &QueryInitRequest::accept_intersection)
      .doc(
          "Why records may be camouflaged again although a database beside this one already camouflages "
          "them; "
          "recorded in the ledger. Intervals of both can be intersected.");
}

QueryInitRequest query_init_request(const ParamValues& given) {
  return make_terms_request<QueryInitRequest>(given);
}

queries::DatabaseTerms checked_terms(const QueryInitRequest& request) {
  queries::DatabaseTerms terms = queries::terms_of(request.protection, request.terms);
  if (!request.key.empty() && request.protection != queries::Protection::camouflage) {
    bad_input("'key' is for the protection camouflage", "leave out 'key', or choose this protection");
  }
  if (!request.accept_intersection.empty() && request.protection != queries::Protection::camouflage) {
    bad_input("'accept-intersection' is for the protection camouflage",
              "leave it out, or choose this protection");
  }
  return terms;
}

QueryInitResult query_init(const QueryInitRequest& request, const Run& run) {
  const queries::DatabaseTerms terms = checked_terms(request);
  QueryInitResult result;
  result.database = request.database;
  if (request.protection == queries::Protection::restrict) {
    result.warnings = queries::small_domain_warnings(request.catalogue);
  }
  queries::CreatedDatabase created =
      queries::create_database(request.database, request.catalogue, terms, request.records, run, request.key,
                               request.accept_intersection);
  result.counts = std::move(created.counts);
  result.promises = std::move(created.promises);
  result.warnings.insert(result.warnings.end(), created.warnings.begin(), created.warnings.end());
  return result;
}

Job query_init_job() { return make_terms_job<QueryInitRequest>(); }

}  // namespace sfumato::jobs
