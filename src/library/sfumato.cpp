// The C interface: each call is parsed, run and answered here, and no exception leaves it. Streams are read
// and released on the calling thread; jobs run on a thread of their own.
#include <sfumato.h>

#include <cstdlib>
#include <cstring>
#include <new>
#include <stdexcept>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/run.hpp"
#include "core/version.hpp"
#include "io/json.hpp"
#include "io/utf8.hpp"
#include "library/arrow_export.hpp"
#include "library/arrow_import.hpp"
#include "library/declared_inputs.hpp"
#include "library/describe.hpp"
#include "library/endpoints.hpp"
#include "library/pages.hpp"
#include "library/request.hpp"
#include "library/watch.hpp"
#include "report/json.hpp"

namespace sfumato::library {
namespace {

std::string_view code_text(ErrorCode code) {
  switch (code) {
    case ErrorCode::bad_input:
      return "bad_input";
    case ErrorCode::refused:
      return "refused";
    case ErrorCode::input_output:
      return "input_output";
    case ErrorCode::interrupted:
      return "interrupted";
    case ErrorCode::internal:
      break;
  }
  return "internal";
}

// The text in memory of malloc, NULL where there is none.
char* copied(std::string_view text) {
  auto* result = static_cast<char*>(std::malloc(text.size() + 1));
  if (result == nullptr) return nullptr;
  std::memcpy(result, text.data(), text.size());
  result[text.size()] = '\0';
  return result;
}

char* error_text(const Error& error, ParameterSpelling spelling) {
  Value described = Value::object();
  described.set("code", code_text(error.code))
      .set("parameter",
           error.parameter.empty() ? Value() : Value(spelled(param_reference(error.parameter), spelling)))
      .set("message", spelled(error.message, spelling, DataValues::shown))
      .set("hint", spelled(error.hint, spelling, DataValues::shown));
  Value document = Value::object();
  return copied(io::json_text(document.set("error", std::move(described))) + "\n");
}

// Of what a caller hands to sfumato_run.
struct Call {
  const char* request;
  ArrowArrayStream** inputs;
  std::int64_t input_count;
  ArrowArrayStream* outputs;
  std::int64_t output_capacity;
  std::int64_t* output_count;
  Watch watch;
  ParameterSpelling spelling = ParameterSpelling::plain;

  std::size_t streams() const {
    return inputs == nullptr || input_count < 0 ? 0 : static_cast<std::size_t>(input_count);
  }
  std::size_t places() const {
    return outputs == nullptr || output_capacity < 0 ? 0 : static_cast<std::size_t>(output_capacity);
  }
};

void require_sound(const Call& call) {
  const std::string hint = "see sfumato.h";
  if (call.request == nullptr) bad_input("the request is a null pointer", hint);
  if (call.input_count < 0 || (call.inputs == nullptr && call.input_count > 0)) {
    bad_input("the inputs are a null pointer, or fewer than 0", hint);
  }
  if (call.output_capacity < 0 || (call.outputs == nullptr && call.output_capacity > 0)) {
    bad_input("the outputs are a null pointer, or fewer than 0", hint);
  }
  if (call.output_count == nullptr) bad_input("output_count is a null pointer", hint);
}

std::vector<Origin> read_inputs(Call& call, const Request& request) {
  std::vector<Origin> origins;
  for (std::size_t i = 0; i < call.streams(); ++i) {
    if (call.inputs[i] == nullptr)
      bad_input("input '" + io::shown(request.inputs[i]) + "' is a null pointer");
    origins.push_back(
        {.data = drained(*call.inputs[i], request.inputs[i], [&] { call.watch.report_in_time(); })});
  }
  return origins;
}

// Reads the tables out of the streams' data, and runs the job on them.
Outcome run_job(const Request& request, std::vector<Origin>& origins, const Watch& watch) {
  const Endpoint& chosen = endpoint(request.job);
  const Run run = Run({.seed = request.seed,
                       .threads = request.threads,
                       .stop = watch.token(),
                       .progress = watch.progress(),
                       .secret = request.secret,
                       .memory = request.memory})
                      .without_files();
  NamedTables tables;
  for (std::size_t i = 0; i < origins.size(); ++i) {
    tables.emplace_back(request.inputs[i], imported(*origins[i].data, request.inputs[i], run));
  }
  declare_inputs(tables, request.schema);
  for (std::size_t i = 0; i < origins.size(); ++i) origins[i].table = tables[i].second;
  Outcome outcome = chosen.run(
      request.members, Inputs(std::move(tables), request.seed, request.report == PagesWanted::all), run);
  if (!outcome.output_names.empty()) {
    outcome.report.document.set("outputs", Value::array_of(outcome.output_names));
  }
  if (request.report != PagesWanted::none) {
    outcome.report.document.set("report", rendered_pages(outcome, "sfumato " + request.job, request));
  }
  return outcome;
}

// Columns that the result says were changed.
std::vector<std::string> masked_columns(const Value& document) {
  std::vector<std::string> names;
  const Value* columns = document.find("columns");
  if (columns == nullptr || !columns->is_array()) return names;
  for (const Value& name : columns->as_array()) {
    if (name.is_text()) names.push_back(name.as_text());
  }
  return names;
}

void write_outputs(Call& call, const Outcome& outcome, const std::vector<Origin>& origins) {
  const std::vector<std::string> masked = masked_columns(outcome.report.document);
  for (std::size_t i = 0; i < outcome.outputs.size(); ++i) {
    export_table(outcome.outputs[i], origins, masked, call.outputs[i]);
  }
  *call.output_count = static_cast<std::int64_t>(outcome.outputs.size());
}

// The caller can ask again: the streams give their batches once more.
[[noreturn]] void too_few_outputs(Call& call, std::size_t needed, const std::vector<Origin>& origins) {
  for (std::size_t i = 0; i < origins.size(); ++i) replay(origins[i].data, *call.inputs[i]);
  *call.output_count = static_cast<std::int64_t>(needed);
  bad_input("the result has " + std::to_string(needed) + " tables, and there is room for " +
                std::to_string(call.output_capacity),
            "provide as many outputs as output_count says");
}

// `kept` is set where the inputs are the caller's again.
int run_call(Call& call, char** result, bool& kept) {
  require_sound(call);
  const Request request = parse_request(call.request, call.streams());
  call.spelling = request.spelling;
  static_cast<void>(endpoint(request.job));
  call.watch.name(request.job);
  call.watch.report();
  std::vector<Origin> origins = read_inputs(call, request);
  Outcome outcome;
  call.watch.during([&] { outcome = run_job(request, origins, call.watch); });
  if (outcome.outputs.size() > call.places()) {
    kept = true;
    too_few_outputs(call, outcome.outputs.size(), origins);
  }
  const std::string text = report::json_document(outcome.report, request.spelling);
  write_outputs(call, outcome, origins);
  if (result != nullptr) {
    *result = copied(text);
    if (*result == nullptr) throw std::bad_alloc();
  }
  return outcome.yes ? SFUMATO_DONE : SFUMATO_NO;
}

void release_streams(const Call& call, bool kept) {
  for (std::size_t i = 0; !kept && i < call.streams(); ++i) {
    ArrowArrayStream* stream = call.inputs[i];
    if (stream == nullptr || stream->release == nullptr) continue;
    stream->release(stream);
    stream->release = nullptr;
  }
}

void release_outputs(const Call& call) {
  for (std::size_t i = 0; i < call.places(); ++i) {
    if (call.outputs[i].release != nullptr) call.outputs[i].release(&call.outputs[i]);
    call.outputs[i].release = nullptr;
  }
}

// Calls `work` and makes an error of what it throws.
template <class Work>
int guarded(const Work& work, char** result, const ParameterSpelling& spelling) {
  const auto failed = [&](const Error& error) {
    if (result != nullptr) *result = error_text(error, spelling);
    return exit_status(error.code);
  };
  try {
    try {
      return work();
    } catch (const Error& error) {
      return failed(error);
    } catch (const std::bad_alloc&) {
      return failed(Error(ErrorCode::internal, "not enough memory", "take fewer records or columns"));
    } catch (const std::length_error&) {
      return failed(Error(ErrorCode::internal, "not enough memory", "take fewer records or columns"));
    } catch (const std::exception& other) {
      return failed(Error(ErrorCode::internal, other.what()));
    } catch (...) {
      return failed(Error(ErrorCode::internal, "an unknown failure"));
    }
  } catch (...) {
    return SFUMATO_FAILED;  // no memory even for the message
  }
}

int answered(Call& call, char** result) {
  if (result != nullptr) *result = nullptr;
  if (call.output_count != nullptr) *call.output_count = 0;
  for (std::size_t i = 0; i < call.places(); ++i) call.outputs[i] = ArrowArrayStream{};
  bool kept = false;
  const int status = guarded([&] { return run_call(call, result, kept); }, result, call.spelling);
  release_streams(call, kept);
  if (status > SFUMATO_NO || (call.output_count != nullptr && *call.output_count == 0)) release_outputs(call);
  if (status > SFUMATO_NO && !kept && call.output_count != nullptr) *call.output_count = 0;
  return status;
}

}  // namespace
}  // namespace sfumato::library

#define SFUMATO_EXPORT __attribute__((visibility("default")))

extern "C" {

SFUMATO_EXPORT const char* sfumato_version(void) { return sfumato::program_version().data(); }

SFUMATO_EXPORT char* sfumato_describe(void) {
  char* text = nullptr;
  sfumato::library::guarded(
      [&] {
        text = sfumato::library::copied(sfumato::io::json_text(sfumato::library::description()) + "\n");
        return SFUMATO_DONE;
      },
      nullptr, sfumato::ParameterSpelling::plain);
  return text;
}

SFUMATO_EXPORT int sfumato_run(const char* request_json, struct ArrowArrayStream** inputs,
                               int64_t input_count, struct ArrowArrayStream* outputs, int64_t output_capacity,
                               int64_t* output_count,
                               int (*progress)(double done, const char* what, void* user), void* user,
                               char** result_json) {
  try {
    sfumato::library::Call call{request_json,    inputs,       input_count,      outputs,
                                output_capacity, output_count, {progress, user}, {}};
    return sfumato::library::answered(call, result_json);
  } catch (...) {
    return SFUMATO_FAILED;
  }
}

SFUMATO_EXPORT void sfumato_free(char* text) { std::free(text); }

}  // extern "C"
