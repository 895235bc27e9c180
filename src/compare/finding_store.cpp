// A line is written in one call, so that a killed process truncates at most the last one; the lock belongs to
// the operating system and ends with the process.
#include "compare/finding_store.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <limits>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "io/file_error.hpp"
#include "io/json.hpp"
#include "io/output_place.hpp"
#include "io/quoted_text.hpp"

namespace sfumato::compare {
namespace {

constexpr std::string_view opening = "{\"finding\":\"";
constexpr std::size_t longest_line = 1 << 20;

// JSON takes -0 for the integer, which has no sign.
std::string value_text(const std::optional<double>& value) {
  if (!value) return "null";
  if (std::isnan(*value)) return "\"nan\"";  // whatever its sign
  if (!std::isfinite(*value)) return '"' + shortest(*value) + '"';
  return shortest(*value) + (*value == 0.0 && std::signbit(*value) ? ".0" : "");
}

bool read_value(const Value& value, std::optional<double>& result) {
  if (value.is_null()) {
    result = std::nullopt;
  } else if (value.is_number()) {
    result = value.as_number();
  } else if (value == Value("inf") || value == Value("-inf")) {
    const double infinite = std::numeric_limits<double>::infinity();
    result = value.as_text() == "inf" ? infinite : -infinite;
  } else if (value == Value("nan")) {
    result = std::numeric_limits<double>::quiet_NaN();
  } else {
    return false;
  }
  return true;
}

bool read_member(const std::string& key, const Value& value, Fingerprint::Bits& name, Finding& finding) {
  if (key == "finding") return value.is_text() && parse_hex(value.as_text(), name);
  if (key == "value") return read_value(value, finding.value);
  if (key == "seconds") {
    if (!value.is_number() || value.as_number() < 0.0) return false;
    finding.seconds = value.as_number();
  } else if (key == "standard_error") {
    if (!value.is_number() || value.as_number() < 0.0) return false;
    finding.standard_error = value.as_number();
  } else if (key == "note") {
    if (!value.is_text()) return false;
    finding.note = value.as_text();
  } else if (key == "structural_zero") {
    if (!value.is_bool()) return false;
    finding.structural_zero = value.as_bool();
  } else {
    return false;
  }
  return true;
}

// False for what finding_line cannot have written.
bool parse_line(const std::string& line, Fingerprint::Bits& name, Finding& finding) {
  if (!line.starts_with(opening)) return false;
  try {
    const Value document = io::parse_json(line, "a finding");
    if (!document.is_object() || document.find("value") == nullptr) return false;
    for (const auto& [key, value] : document.as_object()) {
      if (!read_member(key, value, name, finding)) return false;
    }
  } catch (const Error&) {
    return false;
  }
  return true;
}

[[noreturn]] void cannot(const std::string& what, const std::string& path, int error) {
  throw Error(ErrorCode::input_output, "cannot " + what + " '" + path + "': " + std::strerror(error),
              "free disk space, or choose another folder; the results so far are kept");
}

}  // namespace

std::string finding_line(const Fingerprint::Bits& name, const Finding& finding) {
  std::string line(opening);
  line += to_hex(name) + "\",\"value\":" + value_text(finding.value) +
          ",\"seconds\":" + rounded(std::max(0.0, finding.seconds), 3);
  if (!finding.note.empty()) {
    line += ",\"note\":";
    io::append_quoted(line, finding.note);
  }
  if (finding.standard_error > 0.0) line += ",\"standard_error\":" + shortest(finding.standard_error);
  if (finding.structural_zero) line += ",\"structural_zero\":true";
  return line + "}\n";
}

void FindingReader::feed(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t newline = piece.find('\n');
    const std::string_view part = piece.substr(0, newline);
    const std::size_t room = longest_line - line_.size();
    line_ += part.substr(0, room);
    skipped_ += part.size() - std::min(room, part.size());
    if (newline == std::string_view::npos) return;
    take_line();
    piece.remove_prefix(newline + 1);
  }
}

void FindingReader::take_line() {
  Fingerprint::Bits name{};
  Finding finding;
  if (skipped_ == 0 && parse_line(line_, name, finding)) {
    findings_[name] = std::move(finding);
  } else {
    ++bad_lines_;
  }
  line_.clear();
  skipped_ = 0;
}

bool FindingReader::torn_is_a_finding() const {
  return skipped_ == 0 && (line_.starts_with(opening) || opening.starts_with(line_));
}

FindingFile::FindingFile(const std::string& folder, Use use)
    : path_((std::filesystem::path(folder) / "cells" / "findings.jsonl").string()) {
  open(use);
  if (descriptor_ < 0) return;
  try {
    if (use == Use::fresh && ::ftruncate(descriptor_, 0) != 0) cannot("empty", path_, errno);
    load();
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
  if (use != Use::read) return;
  ::close(descriptor_);
  descriptor_ = -1;
}

FindingFile::~FindingFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void FindingFile::open(Use use) {
  if (use == Use::read) {
    descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
    return;  // no file: no findings
  }
  const std::string folder = std::filesystem::path(path_).parent_path().string();
  std::error_code ignored;  // what cannot be looked at cannot be made either
  if (std::filesystem::is_symlink(folder, ignored)) {
    bad_input("the folder '" + folder + "' is a symbolic link", "remove it, or choose another folder");
  }
  io::make_folder(folder);
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666);
  if (descriptor_ < 0) io::file_failed("write", path_, errno, "choose another folder");
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  const int failure = errno;
  ::close(descriptor_);
  descriptor_ = -1;
  if (failure != EWOULDBLOCK) cannot("lock", path_, failure);
  bad_input("another run is using '" + std::filesystem::path(folder).parent_path().string() + "'",
            "wait for its end, or choose another folder");
}

void FindingFile::load() {
  FindingReader reader;
  std::vector<char> buffer(1 << 16);
  off_t size = 0;
  for (;;) {
    const ssize_t got = ::read(descriptor_, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) cannot("read", path_, errno);
    if (got == 0) break;
    size += got;
    reader.feed({buffer.data(), static_cast<std::size_t>(got)});
  }
  bad_lines_ = reader.bad_lines();
  const std::size_t torn = reader.torn_bytes();
  const bool finding = reader.torn_is_a_finding();
  findings_ = reader.take();
  const bool writable = (::fcntl(descriptor_, F_GETFL) & O_ACCMODE) != O_RDONLY;
  if (torn == 0) return;
  if (!finding) ++bad_lines_;
  if (!writable) return;
  // The truncated finding is computed again; the next line must not be appended to it.
  if (!finding) {
    append("\n");
  } else if (::ftruncate(descriptor_, size - static_cast<off_t>(torn)) != 0) {
    cannot("shorten", path_, errno);
  }
}

void FindingFile::append(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) cannot("write", path_, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

std::optional<Finding> FindingFile::find(const Fingerprint::Bits& name) const {
  const std::lock_guard lock(mutex_);
  const auto found = findings_.find(name);
  return found != findings_.end() ? std::optional(found->second) : std::nullopt;
}

void FindingFile::keep(const Fingerprint::Bits& name, const Finding& finding) {
  const std::string line = finding_line(name, finding);
  const std::lock_guard lock(mutex_);
  findings_[name] = finding;
  if (descriptor_ >= 0) append(line);
}

std::size_t FindingFile::size() const {
  const std::lock_guard lock(mutex_);
  return findings_.size();
}

}  // namespace sfumato::compare
