#include "queries/kept_head.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "core/error.hpp"
#include "io/output_file.hpp"
#include "io/utf8.hpp"

namespace sfumato::queries {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_file_bytes = 1024;

[[noreturn]] void cannot_write(const std::string& path, int reason) {
  throw Error(ErrorCode::input_output, "cannot write the head to '" + path + "': " + std::strerror(reason),
              "check that its folder exists and is writable", "kept");
}

bool is_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

LedgerHead head_in_file(const std::string& path) {
  std::string text = io::read_text_file(path, max_file_bytes);
  if (text.ends_with('\n')) text.pop_back();
  const std::optional<LedgerHead> head = parse_head(text);
  if (!head) {
    bad_param("kept", "'" + path + "' does not contain the head of a log",
              "write the head into it that the budget shows with ‹head›, and nothing else");
  }
  return *head;
}

void sync_folder(const std::string& path) {
  const std::string folder = fs::path(path).parent_path().string();
  const int file = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (file < 0) cannot_write(path, errno);
  // A file system that cannot sync folders is not an error.
  const bool good = ::fsync(file) == 0 || errno == EINVAL;
  const int reason = errno;
  ::close(file);
  if (!good) cannot_write(path, reason);
}

// Under a temporary name beside it, mode 0600, then renamed.
void replace_file(const std::string& path, const std::string& text) {
  std::string beside = path + ".XXXXXX";
  const int file = ::mkostemp(beside.data(), O_CLOEXEC);
  if (file < 0) cannot_write(path, errno);
  const ssize_t written = ::write(file, text.data(), text.size());
  bool good = written == static_cast<ssize_t>(text.size()) && ::fsync(file) == 0;
  int reason = written >= 0 && !good && errno == 0 ? ENOSPC : errno;
  ::close(file);
  if (good && ::rename(beside.c_str(), path.c_str()) != 0) {
    reason = errno;
    good = false;
  }
  if (!good) {
    ::unlink(beside.c_str());
    cannot_write(path, reason);
  }
  sync_folder(path);
}

}  // namespace

LedgerHead read_kept_head(const std::string& typed) {
  if (const std::optional<LedgerHead> head = parse_head(typed)) return *head;
  if (!is_file(typed)) {
    bad_param("kept",
              "parameter 'kept' cannot be '" + io::shown(typed) +
                  "': it is neither the head of a log nor a file with one",
              "write the head exactly as the budget shows it with ‹head›, or a file with this line");
  }
  return head_in_file(typed);
}

KeptHead::KeptHead(const std::string& typed, const std::string& folder) : head_(read_kept_head(typed)) {
  written_ = head_.rows;
  if (parse_head(typed)) return;
  path_ = fs::canonical(typed).string();  // a link stays, and its target is replaced
  std::error_code ignored;
  const std::string inside = fs::canonical(folder, ignored).string() + "/";
  if (path_.starts_with(inside)) {
    bad_param("kept",
              "'" + typed + "' is in the database's folder: an old copy of the folder has an old head",
              "keep the file outside the folder, best on another machine");
  }
}

void KeptHead::update(const LedgerHead& head) {
  if (path_.empty()) return;
  const std::lock_guard lock(mutex_);
  if (head.rows <= written_) return;  // a later head is on disk
  // Another process may have written a later head.
  if (is_file(path_)) written_ = std::max(written_, head_in_file(path_).rows);
  if (head.rows <= written_) return;
  replace_file(path_, head_text(head) + "\n");
  written_ = head.rows;
}

}  // namespace sfumato::queries
