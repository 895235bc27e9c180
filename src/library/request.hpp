// A request as JSON: the job that it names, what every job has (inputs, seed, threads, memory, schema,
// report, spelling), and the members that are the job's own.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.hpp"
#include "core/value.hpp"

namespace sfumato::library {

// What a result is to have for people, beside its document: nothing, its text, or pages with pictures too.
enum class PagesWanted { none, text, all };

struct Request {
  std::string job;
  std::vector<std::string> inputs;  // as many names as there are streams
  std::optional<std::uint64_t> seed;
  int threads = 0;
  std::uint64_t memory = 0;  // bytes; 0: the memory of the machine
  // What processes that mask parts of one table share in place of a seed.
  std::optional<std::array<std::uint64_t, 4>> secret = std::nullopt;
  PagesWanted report = PagesWanted::none;
  ParameterSpelling spelling = ParameterSpelling::plain;  // of parameters in texts of the result
  Value schema = Value::object();                         // declarations of columns, by input
  Value members = Value::object();
};

// `streams` is how many streams came with the request. Without "inputs" they have the names that the job
// gives its inputs, in that order.
Request parse_request(std::string_view json, std::size_t streams);

// The members of a request that are parameters of its job.
Value own_members(const Value& request);

}  // namespace sfumato::library
