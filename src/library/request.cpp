// What is common to all requests is checked here; a job checks its own members.
#include "library/request.hpp"

#include <charconv>

#include "core/byte_size.hpp"
#include "core/error.hpp"
#include "core/registry.hpp"
#include "io/json.hpp"
#include "io/utf8.hpp"
#include "jobs/registry.hpp"

namespace sfumato::library {
namespace {

[[noreturn]] void wrong(const std::string& member, const std::string& what, std::string hint = {}) {
  bad_input("the request's \"" + member + "\" " + what, std::move(hint));
}

std::string job_name(const Value& value) {
  if (!value.is_text()) wrong("job", "must be a text", "such as \"job\": \"mask\"");
  return value.as_text();
}

std::vector<std::string> input_names(const Value& value) {
  if (!value.is_array()) wrong("inputs", "must be a list of names", "such as \"inputs\": [\"original\"]");
  std::vector<std::string> names;
  for (const Value& name : value.as_array()) {
    if (!name.is_text()) wrong("inputs", "must hold texts only", "such as \"inputs\": [\"original\"]");
    names.push_back(name.as_text());
  }
  return names;
}

// A number beyond 2^63 may stand as a text, since not every writer of JSON keeps its digits.
std::uint64_t seed_of(const Value& value) {
  if (value.is_integer() && value.as_integer() >= 0) return static_cast<std::uint64_t>(value.as_integer());
  if (value.is_text()) {
    const std::string& text = value.as_text();
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error == std::errc{} && end == text.data() + text.size()) return seed;
  }
  wrong("seed", "must be a whole number from 0 to 2^64 - 1");
}

// 64 hexadecimal digits.
std::array<std::uint64_t, 4> secret_of(const Value& value) {
  std::array<std::uint64_t, 4> secret{};
  const bool sized = value.is_text() && value.as_text().size() == 64;
  for (std::size_t i = 0; sized && i < secret.size(); ++i) {
    const char* begin = value.as_text().data() + 16 * i;
    const auto [end, error] = std::from_chars(begin, begin + 16, secret[i], 16);
    if (error != std::errc{} || end != begin + 16) wrong("secret", "must have hexadecimal digits only");
  }
  if (!sized) wrong("secret", "must have 64 hexadecimal digits");
  return secret;
}

int thread_count(const Value& value) {
  if (!value.is_integer() || value.as_integer() < 0 || value.as_integer() > 1024) {
    wrong("threads", "must be a whole number from 0 to 1024", "0 takes as many as the machine has");
  }
  return static_cast<int>(value.as_integer());
}

// A size as text ("4GB"), or a number of bytes.
std::uint64_t memory_of(const Value& value) {
  if (value.is_text()) return memory_size(value.as_text());
  if (!value.is_integer() || value.as_integer() < 0) {
    wrong("memory", "must be a size", "such as \"memory\": \"4GB\"");
  }
  return static_cast<std::uint64_t>(value.as_integer());
}

PagesWanted pages_wanted(const Value& value) {
  if (value.is_bool()) return value.as_bool() ? PagesWanted::all : PagesWanted::none;
  if (value.is_text() && value.as_text() == "text") return PagesWanted::text;
  wrong("report", "must be true or false, or \"text\" for the text alone");
}

ParameterSpelling spelling_of(const Value& value) {
  if (value.is_text() && value.as_text() == "plain") return ParameterSpelling::plain;
  if (value.is_text() && value.as_text() == "underscored") return ParameterSpelling::underscored;
  wrong("spelling", "must be plain or underscored", "keep-bounds is plain, keep_bounds underscored");
}

Value schema_of(const Value& value) {
  if (!value.is_object()) {
    wrong("schema", "must be an object",
          R"(such as "schema": {"original": {"age": {"role": "quasi-identifier"}}})");
  }
  return value;
}

// The names that the job gives its inputs; the last one again for further streams, where there may be
// several.
std::vector<std::string> usual_names(const std::string& job, std::size_t streams) {
  const jobs::Job* known = find_entry(jobs::jobs(), job);
  std::vector<std::string> names;
  if (known != nullptr && !known->info.inputs.empty()) {
    for (const jobs::InputInfo& input : known->info.inputs) {
      if (names.size() < streams) names.push_back(input.name);
      while (input.several && names.size() < streams) names.push_back(input.name);
    }
  } else {
    if (streams > 0) names.emplace_back("original");
    names.resize(streams, "masked");
  }
  return names;
}

}  // namespace

Value own_members(const Value& request) {
  Value result = Value::object();
  for (const auto& [member, value] : request.as_object()) {
    const bool common = member == "job" || member == "inputs" || member == "seed" || member == "secret" ||
                        member == "threads" || member == "memory" || member == "report" ||
                        member == "spelling" || member == "schema" || member == "kept-rows";
    if (!common) result.set(member, value);
  }
  return result;
}

Request parse_request(std::string_view json, std::size_t streams) {
  const Value document = io::parse_json(json, "the request");
  if (!document.is_object()) bad_input("the request must be an object", R"(such as {"job": "inspect"})");
  Request request;
  bool named = false;
  for (const auto& [member, value] : document.as_object()) {
    if (member == "job") {
      request.job = job_name(value);
    } else if (member == "inputs") {
      request.inputs = input_names(value);
      named = true;
    } else if (member == "seed") {
      if (!value.is_null()) request.seed = seed_of(value);
    } else if (member == "secret") {
      request.secret = secret_of(value);
    } else if (member == "threads") {
      request.threads = thread_count(value);
    } else if (member == "memory") {
      request.memory = memory_of(value);
    } else if (member == "report") {
      request.report = pages_wanted(value);
    } else if (member == "spelling") {
      request.spelling = spelling_of(value);
    } else if (member == "schema") {
      request.schema = schema_of(value);
    } else {
      request.members.set(member, value);
    }
  }
  if (request.job.empty()) bad_input("the request names no job", "such as \"job\": \"mask\"");
  if (!named) request.inputs = usual_names(request.job, streams);
  if (request.inputs.size() != streams) {
    bad_input("the request names " + std::to_string(request.inputs.size()) + " inputs, and " +
                  std::to_string(streams) + " came with it",
              "give \"inputs\" a name for each");
  }
  return request;
}

}  // namespace sfumato::library
