#include "app/projects.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "app/responses.hpp"
#include "io/calendar.hpp"
#include "io/json.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"
#include "queries/utc_time.hpp"

namespace sfumato::app {
namespace {

constexpr std::size_t most_project_bytes = 8 << 20;

[[noreturn]] void no_project(const std::string& name) {
  throw Failure(404, "not_found", "there is no project '" + io::shown(name) + "'", "choose one of the list");
}

Value read_project(const std::string& path) { return io::parse_json(io::read_text_file(path), path); }

std::int64_t revision_of(const Value& project) {
  const Value* revision = project.find("revision");
  return revision != nullptr && revision->is_integer() ? revision->as_integer() : 0;
}

[[noreturn]] void other_revision(const std::string& name, std::int64_t kept) {
  Failure failure(409, "conflict", "the project '" + io::shown(name) + "' was changed in another window",
                  "load it again");
  failure.more.set("revision", kept);
  throw failure;
}

}  // namespace

std::string Projects::path_of(const std::string& name) const {
  require_file_name(name);
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return static_cast<signed char>(c) < 0 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
           (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == ' ' || c == '.';
  });
  if (!plain || name.size() > 100) {
    bad_input("'" + io::shown(name) + "' cannot be the name of a project",
              "letters, digits, '-', '_', '.' and spaces, at most 100 bytes");
  }
  return folder_.own("projects/" + name + ".json");
}

Value Projects::list() const {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder_.own("projects"), ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.size() > 5 && name.ends_with(".json") && name.front() != '.')
      names.push_back(name.substr(0, name.size() - 5));
  }
  std::sort(names.begin(), names.end());
  Value projects = Value::array();
  for (const std::string& name : names) {
    const std::string path = folder_.own("projects/" + name + ".json");
    Value entry = Value::object();
    entry.set("name", name);
    try {
      const Value project = read_project(path);
      entry.set("revision", revision_of(project))
          .set("modified", project.find("modified") != nullptr ? project.at("modified") : Value());
    } catch (const Error& damaged) {
      entry.set("revision", Value()).set("error", error_value(damaged));
    }
    projects.push(entry.set("size", static_cast<std::int64_t>(std::filesystem::file_size(path, ignored))));
  }
  Value document = Value::object();
  return document.set("projects", std::move(projects));
}

Value Projects::get(const std::string& name) const {
  const std::string path = path_of(name);
  const std::lock_guard lock(mutex_);
  if (!std::filesystem::is_regular_file(std::filesystem::symlink_status(path))) no_project(name);
  const Value project = read_project(path);
  Value document = Value::object();
  document.set("name", name);
  for (const auto& [member, value] : project.as_object()) document.set(member, value);
  return document;
}

Value Projects::put(const std::string& name, const Value& body) {
  const std::string path = path_of(name);
  const Value* given = body.find("revision");
  const Value* document = body.find("document");
  if (document == nullptr || (given != nullptr && !given->is_null() && !given->is_integer())) {
    bad_input("a project needs its \"document\", and the \"revision\" that it was made of",
              R"(send {"revision": null, "document": {…}})");
  }
  const std::lock_guard lock(mutex_);
  std::int64_t kept = 0;
  if (std::filesystem::exists(std::filesystem::symlink_status(path))) kept = revision_of(read_project(path));
  const std::int64_t expected = given == nullptr || given->is_null() ? 0 : given->as_integer();
  if (kept != expected) other_revision(name, kept);
  Value project = Value::object();
  project.set("revision", kept + 1)
      .set("modified", queries::utc_text(queries::utc_now()))
      .set("document", *document);
  const std::string text = io::json_text(project) + "\n";
  if (text.size() > 2 * most_project_bytes) {
    throw Failure(413, "too_large", "the project is larger than 8 MiB", "remove old steps from its history");
  }
  io::write_text_file(path, text, io::owner_only);
  Value answer = Value::object();
  return answer.set("name", name).set("revision", kept + 1).set("modified", project.at("modified"));
}

void Projects::remove(const std::string& name, std::int64_t revision) {
  const std::string path = path_of(name);
  const std::lock_guard lock(mutex_);
  if (!std::filesystem::exists(std::filesystem::symlink_status(path))) no_project(name);
  const std::int64_t kept = revision_of(read_project(path));
  if (kept != revision) other_revision(name, kept);
  std::filesystem::remove(path);
}

}  // namespace sfumato::app
