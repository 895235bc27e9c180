#include "app/folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/responses.hpp"
#include "core/error.hpp"
#include "io/json.hpp"
#include "io/output_file.hpp"
#include "io/private_path.hpp"
#include "io/sidecar.hpp"
#include "io/table_file.hpp"
#include "io/utf8.hpp"
#include "queries/utc_time.hpp"

namespace sfumato::app {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void not_there(const std::string& name) {
  throw Failure(404, "not_found", "there is no file '" + io::shown(name) + "' in the folder",
                "choose one of the list of files");
}

[[noreturn]] void cannot_write(const std::string& name) {
  throw Error(ErrorCode::input_output, "cannot write '" + io::shown(name) + "': " + std::strerror(errno));
}

bool is_regular(const std::string& path) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0 && S_ISREG(found.st_mode);
}

bool is_own_folder(const std::string& path) {
  struct stat found {};
  return ::lstat(path.c_str(), &found) == 0 && S_ISDIR(found.st_mode);
}

void make_private_folder(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) == 0 || is_own_folder(path)) return;
  throw Error(ErrorCode::input_output, "cannot create the folder '" + path + "': " + std::strerror(errno),
              "the app keeps projects there; work in a folder that you can write to");
}

bool ends_with_any(const std::string& name, std::initializer_list<std::string_view> endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
    return name.size() > ending.size() && name.ends_with(ending);
  });
}

// The format of a data file by its ending; empty: none that is read.
std::string data_format(const std::string& name) {
  std::string plain = name;
  if (plain.ends_with(".gz")) plain.resize(plain.size() - 3);
  const std::size_t dot = plain.rfind('.');
  if (dot == std::string::npos || dot == 0) return {};
  const std::string ending = plain.substr(dot + 1);
  const std::vector<std::string> known = io::format_names(false);
  return std::find(known.begin(), known.end(), ending) != known.end() ? ending : std::string();
}

std::string kind_of(const std::string& name) {
  if (ends_with_any(name, {".recipe.toml"})) return "recipe";
  if (ends_with_any(name, {".toml"})) return "sidecar";
  if (ends_with_any(name, {".html"})) return "report";
  if (ends_with_any(name, {".jj", ".rda", ".table.json"})) return "cells";
  if (!data_format(name).empty()) return "data";
  return ends_with_any(name, {".json"}) ? "cells" : "other";
}

Value adopted_names(const std::string& list) {
  if (!is_regular(list)) return Value::array();
  const Value names = io::parse_json(io::read_text_file(list), list);
  return names.is_array() ? names : Value::array();
}

bool has_name(const Value& names, const std::string& name) {
  return std::any_of(names.as_array().begin(), names.as_array().end(),
                     [&](const Value& one) { return one.is_text() && one.as_text() == name; });
}

}  // namespace

void require_file_name(const std::string& name) {
  const bool control = std::any_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
  });
  if (name.empty() || name.size() > 200 || name.front() == '.' || control ||
      name.find_first_of("/\\") != std::string::npos || io::first_invalid_utf8(name) != std::string::npos) {
    bad_input("'" + io::shown(name) + "' cannot be the name of a file",
              "at most 200 bytes, no separators or control characters, and not a dot in front");
  }
}

Upload::Upload(std::string temporary, std::string name, std::string target, bool replace)
    : temporary_(std::move(temporary)),
      name_(std::move(name)),
      target_(std::move(target)),
      replace_(replace) {
  descriptor_ = ::mkostemp(temporary_.data(), O_CLOEXEC);  // mode 0600
  if (descriptor_ < 0) cannot_write(name_);
}

Upload::~Upload() {
  if (descriptor_ >= 0) ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

void Upload::write(std::string_view piece) {
  while (!piece.empty()) {
    const ssize_t count = ::write(descriptor_, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) cannot_write(name_);
    piece.remove_prefix(static_cast<std::size_t>(count));
  }
}

// A link of a second name fails where the name is taken, also if that happened a moment ago.
void Upload::finish() {
  if (::fsync(descriptor_) != 0) cannot_write(name_);
  const int status =
      replace_ ? ::rename(temporary_.c_str(), target_.c_str()) : ::link(temporary_.c_str(), target_.c_str());
  if (status == 0) return;
  if (errno == EEXIST) {
    throw Failure(409, "conflict", "a file '" + io::shown(name_) + "' exists",
                  "choose another name, or replace it");
  }
  cannot_write(name_);
}

Folder::Folder(const std::string& path) : path_(path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored)) {
    bad_input("'" + io::shown(path) + "' is not a folder", "name the folder with your data");
  }
  make_private_folder(inside(".sfumato"));
  io::require_private_folder(inside(".sfumato"), "folder of the app");
  make_private_folder(own("uploads"));
  make_private_folder(own("projects"));
  const std::string lock = own("lock");
  lock_ = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (lock_ < 0) {
    throw Error(ErrorCode::input_output, "cannot open '" + lock + "': " + std::strerror(errno));
  }
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    ::close(lock_);
    bad_input("the app runs in '" + io::shown(path) + "' already",
              "use its window, or end that program first");
  }
  remove_leftovers();
}

Folder::~Folder() { ::close(lock_); }

void Folder::remove_leftovers() const {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(own("uploads"), ignored)) fs::remove(entry.path(), ignored);
  const Value announced = adopted_names(own("writing.json"));
  for (const Value& name : announced.as_array()) {
    if (!name.is_text()) continue;
    const std::string prefix = "." + name.as_text() + ".";
    for (const auto& entry : fs::directory_iterator(path_, ignored)) {
      const std::string found = entry.path().filename().string();
      const bool left = found.size() == prefix.size() + 6 && found.starts_with(prefix);
      if (left && is_regular(entry.path().string())) fs::remove(entry.path(), ignored);
    }
  }
  fs::remove(own("writing.json"), ignored);
}

std::string Folder::place(const std::string& name) const {
  require_file_name(name);
  std::string path = inside(name);
  struct stat found {};
  if (::lstat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode)) {
    bad_input("'" + io::shown(name) + "' is a folder or a link", "choose another name");
  }
  return path;
}

std::string Folder::existing(const std::string& name) const {
  require_file_name(name);
  std::string path = inside(name);
  if (!is_regular(path)) not_there(name);
  return path;
}

bool Folder::exists(const std::string& name) const {
  struct stat found {};
  return ::lstat((inside(name)).c_str(), &found) == 0;
}

std::string Folder::database(const std::string& name) const {
  require_file_name(name);
  std::string path = inside(name);
  if (is_own_folder(path) && is_regular(path + "/ledger.sqlite")) return path;
  throw Failure(404, "not_found", "there is no database '" + io::shown(name) + "' in the folder",
                "choose one of the list, or create it");
}

Value Folder::file_value(const std::string& name) const {
  struct stat found {};
  const std::string path = inside(name);
  if (::lstat(path.c_str(), &found) != 0) not_there(name);
  const std::string format = data_format(name), sidecar = io::sidecar_path(name);
  Value file = Value::object();
  return file.set("name", name)
      .set("size", static_cast<std::int64_t>(found.st_size))
      .set("modified", queries::utc_text(found.st_mtime))
      .set("format", format.empty() ? Value() : Value(format))
      .set("kind", kind_of(name))
      .set("sidecar", !format.empty() && sidecar != name && exists(sidecar) ? Value(sidecar) : Value());
}

Value Folder::listing() const {
  std::vector<std::string> files, databases;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(path_, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.empty() || name.front() == '.' || io::first_invalid_utf8(name) != std::string::npos) continue;
    const std::string path = entry.path().string();
    if (is_regular(path)) files.push_back(name);
    if (is_own_folder(path) && is_regular(path + "/ledger.sqlite")) databases.push_back(name);
  }
  std::sort(files.begin(), files.end());
  std::sort(databases.begin(), databases.end());
  Value list = Value::array(), bases = Value::array();
  for (const std::string& name : files) list.push(file_value(name));
  for (const std::string& name : databases) {
    Value base = Value::object();
    bases.push(base.set("name", name));
  }
  Value document = Value::object();
  return document.set("files", std::move(list)).set("databases", std::move(bases));
}

std::shared_ptr<Upload> Folder::upload(const std::string& name, bool replace) {
  const std::string target = place(name);
  if (!replace && exists(name)) {
    throw Failure(409, "conflict", "a file '" + io::shown(name) + "' exists",
                  "choose another name, or replace it");
  }
  return std::make_shared<Upload>(own("uploads/XXXXXX"), name, target, replace);
}

void Folder::add_names(const std::string& list, const std::vector<std::string>& names) {
  const std::lock_guard lock(mutex_);
  Value known = adopted_names(list);
  for (const std::string& name : names) {
    if (!has_name(known, name)) known.push(name);
  }
  io::write_text_file(list, io::json_text(known) + "\n", io::owner_only);
}

void Folder::adopt(const std::vector<std::string>& names) { add_names(own("files.json"), names); }

void Folder::announce(const std::vector<std::string>& names) { add_names(own("writing.json"), names); }

// Where the list cannot be written, it stays longer than needed: a start looks for leftovers that are not
// there.
void Folder::withdraw(const std::vector<std::string>& names) {
  const std::lock_guard lock(mutex_);
  const std::string list = own("writing.json");
  try {
    Value left = Value::array();
    const Value known = adopted_names(list);
    for (const Value& one : known.as_array()) {
      const bool done = one.is_text() && std::find(names.begin(), names.end(), one.as_text()) != names.end();
      if (!done) left.push(one);
    }
    left.as_array().empty() ? static_cast<void>(::unlink(list.c_str()))
                            : io::write_text_file(list, io::json_text(left) + "\n", io::owner_only);
  } catch (const Error&) {
  }
}

void Folder::remove(const std::string& name) {
  const std::string path = existing(name);
  if (!has_name(adopted_names(own("files.json")), name)) {
    throw Failure(409, "conflict", "'" + io::shown(name) + "' was not made by the app",
                  "remove it in your file manager");
  }
  if (::unlink(path.c_str()) != 0) cannot_write(name);
}

}  // namespace sfumato::app
