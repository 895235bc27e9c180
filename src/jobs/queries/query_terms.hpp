// Requests that have their own parameters and the terms of all protections.
#pragma once

#include "jobs/job.hpp"
#include "queries/terms.hpp"

namespace sfumato::jobs {

template <class Request>
Job make_terms_job() {
  Job job = make_job<Request>();
  for (ParamInfo& info : queries::term_params()) job.params.push_back(std::move(info));
  return job;
}

// A request whose member `terms` has the given parameters of the protections; all others are checked.
template <class Request>
Request make_terms_request(const ParamValues& given) {
  ParamValues own, terms;
  for (const auto& one : given) (queries::owner_of_term(one.first) ? terms : own).push_back(one);
  Request request = make_request<Request>(own);
  request.terms = std::move(terms);
  return request;
}

}  // namespace sfumato::jobs
