// The C++ interface of sfumato, over the C functions of sfumato.h and with nothing to link but libsfumato:
// streams and texts that are released by themselves, and exceptions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "../sfumato.h"
#include "error.hpp"
#include "stream.hpp"

namespace sfumato {

inline std::string version() { return sfumato_version(); }

// Jobs, methods and measures with their parameters, as JSON.
inline std::string describe() {
  char* text = sfumato_describe();
  if (text == nullptr)
    throw Error(SFUMATO_FAILED, R"({"error": {"code": "internal", "message": "not enough memory"}})");
  std::string result = text;
  sfumato_free(text);
  return result;
}

struct Result {
  bool yes = true;  // no: the job ran, and the answer is no (a target not attained, unsafe cells)
  std::string json;
  std::vector<Stream> outputs;
};

// Called at least every 0.1 s, on the calling thread, with the share that is done; true stops the job.
using Progress = std::function<bool(double done, const char* what)>;

// Runs one job; see sfumato_run. Inputs are used up. Throws Error.
inline Result run(const std::string& request, std::vector<Stream> inputs = {},
                  const Progress& progress = {}) {
  const auto call_back = [](double done, const char* what, void* user) -> int {
    return (*static_cast<const Progress*>(user))(done, what) ? 1 : 0;
  };
  std::vector<ArrowArrayStream*> streams;
  for (Stream& input : inputs) streams.push_back(input.get());
  std::vector<ArrowArrayStream> outputs(1);
  std::int64_t count = 0;
  while (true) {
    char* text = nullptr;
    const auto room = static_cast<std::int64_t>(outputs.size());
    const int status = sfumato_run(request.c_str(), streams.data(), static_cast<std::int64_t>(streams.size()),
                                   outputs.data(), room, &count, progress ? +call_back : nullptr,
                                   const_cast<Progress*>(&progress), &text);
    Result result{status == SFUMATO_DONE, text != nullptr ? text : "", {}};
    sfumato_free(text);
    if (status == SFUMATO_BAD && count > room) {  // more tables than room: the inputs are still there
      outputs.resize(static_cast<std::size_t>(count));
      continue;
    }
    const bool failed = result.json.rfind("{\n  \"error\"", 0) == 0;
    if (failed || status > SFUMATO_NO) throw Error(status, result.json);
    for (std::int64_t i = 0; i < count; ++i)
      result.outputs.emplace_back(outputs[static_cast<std::size_t>(i)]);
    return result;
  }
}

}  // namespace sfumato
