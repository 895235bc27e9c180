// A job: what a front end asks for and gets, without a command line, a console or a file name. Each job has a
// source of its own with a Request, whose parameters are described like those of a method, a Result of plain
// data, and one function from the one to the other. This record is what front ends know of a job before they
// run it.
#pragma once

#include <string>
#include <vector>

#include "core/params.hpp"

namespace sfumato::jobs {

// Data that a request comes with: records, or a table of cells.
enum class InputKind { records, cells };
std::string_view to_text(InputKind kind);

struct InputInfo {
  std::string name;  // "original"
  std::string doc;
  InputKind kind = InputKind::records;
  bool required = true;
  bool several = false;  // any number of them: masked files, finished releases
};

struct JobInfo {
  std::string name;  // "mask"; of a group of jobs "table.check"
  std::string title;
  std::string summary;  // one sentence
  std::vector<InputInfo> inputs = {};
};

struct Job {
  JobInfo info;
  std::vector<ParamInfo> params;
};

template <class Request>
Job make_job() {
  return {Request::info(), param_list<Request>().infos()};
}

// A request with these parameters; each is checked, and unknown ones are errors. Data are added afterwards.
template <class Request>
Request make_request(const ParamValues& given) {
  const auto& list = param_list<Request>();
  return list.bind(resolve_params(list.infos(), given, Request::info().name));
}

}  // namespace sfumato::jobs

// At the end of a job's source file; jobs.def lists the same name.
#define SFUMATO_JOB(function, Request)           \
  namespace sfumato::jobs {                      \
  Job function() { return make_job<Request>(); } \
  }
