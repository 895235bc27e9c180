#include "app/service.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <thread>

#include "app/file_stream.hpp"
#include "app/job_events.hpp"
#include "app/report_page.hpp"
#include "app/table_page.hpp"
#include "app/target_text.hpp"
#include "core/error.hpp"
#include "core/version.hpp"
#include "io/csv_writer.hpp"
#include "io/json.hpp"
#include "io/utf8.hpp"
#include "library/describe.hpp"
#include "sample/registry.hpp"

namespace sfumato::app {
namespace {

constexpr std::size_t most_json_bytes = 8 << 20;

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

Value body_of(const Request& request) {
  io::require_utf8(request.body, "the request");
  Value body = io::parse_json(request.body, "the request");
  if (!body.is_object()) bad_input("the request must be a JSON object");
  return body;
}

bool is_get(const Request& request) { return request.method == "GET" || request.method == "HEAD"; }

[[noreturn]] void not_allowed(const std::string& methods) {
  Failure failure(405, "not_allowed", "this address does not take this method", "use " + methods);
  throw failure;
}

Response document(std::string text, int status = 200) { return {status, std::move(text)}; }

// A number in a path; nothing for any other text.
std::optional<std::size_t> path_number(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// Header values have ASCII letters alone; the name itself stands encoded (RFC 6266, §4.3).
std::string attachment(const std::string& name) {
  return "attachment; filename*=UTF-8''" + percent_encoded(name);
}

std::vector<std::string> listed(const std::string& text) {
  std::vector<std::string> names;
  std::size_t begin = 0;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    names.push_back(text.substr(begin, comma - begin));
    if (comma == text.size()) break;
    begin = comma + 1;
  }
  return names;
}

}  // namespace

AppService::AppService(AppOptions options)
    : options_(std::move(options)),
      memory_(options_.memory != 0 ? options_.memory : machine_memory() / 4),
      pages_(options_.pages),
      folder_(options_.folder),
      projects_(folder_),
      sources_(folder_, memory_),
      jobs_({.memory = memory_}, [this](JobRecord& record) { return run_job(record); }) {}

server::ServerLimits AppService::limits() {
  server::ServerLimits limits;
  limits.threads = 16;
  limits.message.body_bytes = most_json_bytes;
  limits.drain = std::chrono::milliseconds(2000);
  return limits;
}

server::Handlers AppService::handlers() {
  return {[this](const Request& request, const std::stop_token& stop) { return answer(request, stop); },
          refuse, [this](const Request& head) { return admit(head); }};
}

Response AppService::refuse(int status) { return secured(refused(status)); }

// Access is looked at before a byte of the body is taken.
server::BodyAdmission AppService::admit(const Request& head) {
  if (head.path == "/start") return {.bytes = 0};
  if (const int status = access_.refusal(head); status != 0) return {.refusal = status};
  const auto parts = path_parts(head.path);
  const bool upload =
      head.method == "PUT" && parts && parts->size() == 3 && (*parts)[0] == "api" && (*parts)[1] == "files";
  if (!upload) return {.bytes = most_json_bytes};
  if (head.header("content-length") == nullptr) return {.refusal = 411};
  try {
    const bool replace = TargetParameters(head.parameters, {"replace"}).flag("replace");
    return {.bytes = options_.upload_limit, .sink = folder_.upload((*parts)[2], replace)};
  } catch (const Failure& failure) {
    return {.refusal = failure.status};
  } catch (const Error& error) {
    return {.refusal = error.code == ErrorCode::bad_input ? 400 : 507};
  }
}

Response AppService::answer(const Request& request, const std::stop_token& stop) {
  try {
    return secured(handle(request, stop));
  } catch (const Failure& failure) {
    return secured(failed(failure));
  } catch (const Error& error) {
    return secured(failed(error));
  } catch (const std::exception& other) {
    return secured(failed(Error(ErrorCode::internal, std::string("internal error: ") + other.what(),
                                "this is a bug; please report it")));
  }
}

Response AppService::handle(const Request& request, const std::stop_token& stop) {
  if (request.path == "/start" && request.method == "GET") return access_.start(request);
  if (const int status = access_.refusal(request); status != 0) return refused(status);
  const auto parts = path_parts(request.path);
  if (!parts) return refused(400);
  if (parts->front() == "api") return api(request, {parts->begin() + 1, parts->end()}, stop);
  if (!is_get(request)) not_allowed("GET");
  return pages_.answer(request);
}

Response AppService::api(const Request& request, const Parts& parts, const std::stop_token& stop) {
  const std::string route = parts.empty() ? "" : parts.front();
  if (route == "files") return files(request, parts);
  if (route == "projects") return project(request, parts);
  if (route == "jobs") return job(request, parts, stop);
  if (parts.size() != 1) return refused(404);
  if (route == "session") return is_get(request) ? session() : (not_allowed("GET"), Response());
  if (route == "describe") {
    if (!is_get(request)) not_allowed("GET");
    Value description = library::description();
    Value samples = Value::array();
    for (const sample::Sample& each : sample::samples()) samples.push(Value(each.info.name));
    return json(description.set("app_jobs", app_job_list()).set("samples", std::move(samples)));
  }
  if (route == "stop") {
    if (request.method != "POST") not_allowed("POST");
    if (options_.stop) options_.stop();
    return json(Value::object());
  }
  return refused(404);
}

Response AppService::session() const {
  Value formats = Value::object(), document = Value::object();
  formats.set("read", Value::array_of(io::format_names(false)))
      .set("write", Value::array_of(io::format_names(true)));
  const std::filesystem::path whole = std::filesystem::weakly_canonical(options_.folder);
  return json(document.set("version", program_version())
                  .set("folder", whole.string())
                  .set("name", whole.filename().string())
                  .set("upload_limit", options_.upload_limit)
                  .set("memory", memory_)
                  .set("threads", Run({.threads = options_.threads}).threads())
                  .set("formats", std::move(formats)));
}

Response AppService::files(const Request& request, const Parts& parts) {
  if (parts.size() == 1) {
    if (!is_get(request)) not_allowed("GET");
    return json(folder_.listing());
  }
  if (parts.size() != 2) return refused(404);
  const std::string& name = parts[1];
  if (request.method == "PUT") {
    const auto upload = std::dynamic_pointer_cast<Upload>(request.sink);
    if (!upload) return refused(400);
    upload->finish();
    folder_.adopt({name});
    Value document = Value::object();
    return json(document.set("file", folder_.file_value(name)), 201);
  }
  if (request.method == "DELETE") {
    folder_.remove(name);
    return json(Value::object());
  }
  if (!is_get(request)) not_allowed("GET, PUT, DELETE");
  static_cast<void>(TargetParameters(request.parameters, {"download"}));
  // Always an attachment of bytes: a page among the files must not run as one of ours.
  Response response{200, "", "application/octet-stream"};
  response.stream = std::make_shared<FileStream>(folder_.existing(name));
  response.headers.emplace_back("Content-Disposition", attachment(name));
  return response;
}

Response AppService::project(const Request& request, const Parts& parts) {
  if (parts.size() == 1) {
    if (!is_get(request)) not_allowed("GET");
    return json(projects_.list());
  }
  if (parts.size() != 2) return refused(404);
  if (is_get(request)) return json(projects_.get(parts[1]));
  if (request.method == "PUT") return json(projects_.put(parts[1], body_of(request)));
  if (request.method != "DELETE") not_allowed("GET, PUT, DELETE");
  const TargetParameters parameters(request.parameters, {"revision"});
  projects_.remove(parts[1], static_cast<std::int64_t>(parameters.number("revision", 0, 1ULL << 53)));
  return json(Value::object());
}

JobYield AppService::run_job(JobRecord& record) {
  const AppRequest request = parse_app_request(record.request);
  Run::Options options = record.run_options();
  options.seed = request.common.seed;
  options.threads = request.common.threads != 0 ? request.common.threads : options_.threads;
  options.memory = request.common.memory;
  const JobContext context{
      .folder = folder_,
      .sources = sources_,
      .output = [this](const std::string& id, std::size_t number) { return jobs_.find(id)->output(number); },
      .origins = [this](const std::string& id,
                        std::size_t number) { return jobs_.find(id)->origins(number); },
      .result = [this](const std::string& id) { return jobs_.find(id)->result(); },
      .publish = [&record](Value found) { record.publish(std::move(found)); }};
  return run_app_job(request, context, Run(options));
}

Response AppService::new_job(const Request& request, const std::stop_token& stop) {
  const TargetParameters parameters(request.parameters, {"wait"});
  const std::uint64_t wait = parameters.number("wait", 0, 10'000);
  const Value body = body_of(request);
  static_cast<void>(parse_app_request(body));  // what cannot be understood at all is refused at once
  const auto added = jobs_.add(body);
  if (wait > 0 && added->wait(std::chrono::milliseconds(wait), stop)) return document(added->document(true));
  Value answer = Value::object();
  return json(answer.set("id", added->id), 202);
}

Response AppService::job(const Request& request, const Parts& parts, const std::stop_token& stop) {
  if (parts.size() == 1) {
    if (request.method == "POST") return new_job(request, stop);
    if (!is_get(request)) not_allowed("GET, POST");
    std::string list;
    for (const auto& one : jobs_.list()) list += (list.empty() ? "" : ",\n") + one->document(false);
    return document("{\"jobs\": [" + list + "]}\n");
  }
  const auto found = jobs_.find(parts[1]);
  if (parts.size() == 2 && request.method == "DELETE") {
    jobs_.stop(found->id);
    Value answer = Value::object();
    return json(answer.set("state", to_text(found->state())));
  }
  if (!is_get(request)) not_allowed(parts.size() == 2 ? "GET, DELETE" : "GET");
  if (parts.size() == 2) return document(found->document(true));
  if (parts.size() == 3 && parts[2] == "events") {
    Response response{200, "", "text/event-stream"};
    response.stream = std::make_shared<JobEvents>(found);
    return response;
  }
  if (parts.size() == 3 && parts[2] == "page") return report_response(found->page());
  if (parts.size() == 4 && parts[2] == "outputs") return job_output(request, *found, parts[3]);
  if (parts.size() == 4 && parts[2] == "figures" && parts[3].ends_with(".svg")) {
    const auto number = path_number(parts[3].substr(0, parts[3].size() - 4));
    return number ? figure_response(found->figure(*number)) : refused(404);
  }
  return refused(404);
}

Response AppService::job_output(const Request& request, const JobRecord& job, const std::string& which) {
  const bool csv = which.ends_with(".csv");
  const auto number = path_number(csv ? which.substr(0, which.size() - 4) : which);
  if (!number) return refused(404);
  const Table table = job.output(*number);
  if (csv) {
    std::string text;
    io::CsvWriter writer({}, [&](std::string_view piece) { text += piece; });
    writer.append({&table, 1}, Run());
    Response response{200, std::move(text), "text/csv; charset=utf-8"};
    response.headers.emplace_back("Content-Disposition", attachment(job.job + "-" + job.id + ".csv"));
    return response;
  }
  const TargetParameters given(request.parameters,
                               {"offset", "limit", "sort", "order", "filter", "column", "columns"});
  TablePageRequest wanted;
  wanted.offset = given.number("offset", 0, 1ULL << 53);
  wanted.limit = given.number("limit", 50, 1000);
  wanted.sort = given.text("sort");
  wanted.descending = given.text("order", "ascending") == "descending";
  wanted.filter = given.text("filter");
  wanted.column = given.text("column");
  wanted.columns = listed(given.text("columns"));
  return json(table_page(table, wanted));
}

}  // namespace sfumato::app
