// The C library's calls on files, defined by the test program: the dynamic linker then gives these to all
// libraries (SQLite, Arrow, the C++ library). Each asks the layer first and then makes the system call
// itself. Calls that the C library makes within itself are not seen, so that mkostemp, mkdtemp, remove and
// fopen are here too.
#include "faults/watched_calls.hpp"

#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace faults = sfumato::faults;
using faults::Call;

namespace {

long real_open(int folder, const char* path, int flags, mode_t mode) {
  return ::syscall(SYS_openat, folder, path, flags, mode);
}

bool exists(int folder, const char* path) {
  struct stat status {};
  return ::syscall(SYS_newfstatat, folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0;
}

int watched_open(int folder, const char* path, int flags, mode_t mode) {
  const auto name = faults::watched_path(folder, path);
  if (!name) return static_cast<int>(real_open(folder, path, flags, mode));
  if (faults::judge(Call::open, *name).fails) return -1;
  const bool there = exists(folder, path);
  const int file = static_cast<int>(real_open(folder, path, flags, mode));
  if (file < 0) return file;
  const bool emptied = there && (flags & O_TRUNC) != 0;
  faults::opened(file, *name,
                 !there    ? faults::OpenEffect::made
                 : emptied ? faults::OpenEffect::emptied
                           : faults::OpenEffect::none);
  return file;
}

// A call on names: asks the layer, calls, records.
template <class Real>
int on_names(Call call, int folder, const char* path, const char* other, const Real& real, int other_folder) {
  const auto name = faults::watched_path(folder, path);
  const auto second = other == nullptr ? name : faults::watched_path(other_folder, other);
  if (!name || !second) return static_cast<int>(real());
  if (faults::judge(call, *name).fails) return -1;
  const int result = static_cast<int>(real());
  if (result == 0 && call != Call::look && call != Call::mode) {
    faults::done(call, -1, 0, *name, other == nullptr ? std::string() : *second);
  }
  return result;
}

template <class Real>
int on_name(Call call, int folder, const char* path, const Real& real) {
  return on_names(call, folder, path, nullptr, real, AT_FDCWD);
}

std::int64_t write_place(int file) {
  const long flags = ::syscall(SYS_fcntl, file, F_GETFL);
  return ::syscall(SYS_lseek, file, 0, (flags & O_APPEND) != 0 ? SEEK_END : SEEK_CUR);
}

// `place` −1: at the descriptor's own place.
ssize_t watched_write(int file, const void* bytes, size_t count, off_t place) {
  const auto real = [&] {
    return place < 0 ? ::syscall(SYS_write, file, bytes, count)
                     : ::syscall(SYS_pwrite64, file, bytes, count, place);
  };
  const auto open = faults::watched_file(file);
  if (!open) return real();
  const faults::Verdict verdict = faults::judge(Call::write, open->path);
  if (verdict.fails) return -1;
  if (verdict.part && count > 1) count /= 2;
  const std::int64_t at = place < 0 ? write_place(file) : place;
  const ssize_t written = real();
  if (written > 0) {
    faults::done(Call::write, open->handle, at, open->path,
                 {static_cast<const char*>(bytes), static_cast<std::size_t>(written)});
  }
  return written;
}

ssize_t watched_read(int file, void* bytes, size_t count, off_t place) {
  if (const auto open = faults::watched_file(file)) {
    const faults::Verdict verdict = faults::judge(Call::read, open->path);
    if (verdict.fails) return -1;
    if (verdict.part && count > 1) count /= 2;
  }
  return place < 0 ? ::syscall(SYS_read, file, bytes, count)
                   : ::syscall(SYS_pread64, file, bytes, count, place);
}

// A call on a descriptor: sync, truncate, lock, mode.
template <class Real>
int on_file(Call call, int file, std::int64_t place, const Real& real) {
  const auto open = faults::watched_file(file);
  if (!open) return static_cast<int>(real());
  if (faults::judge(call, open->path).fails) return -1;
  const int result = static_cast<int>(real());
  if (result == 0 && (call == Call::sync || call == Call::truncate)) {
    faults::done(call, open->handle, place, open->path);
  }
  return result;
}

// Fills the last six characters; `make` returns −1 with errno EEXIST for a name in use.
template <class Make>
int with_random_name(char* pattern, const Make& make) {
  constexpr char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  char* end = pattern + std::strlen(pattern) - 6;
  for (int attempt = 0; attempt < 100; ++attempt) {
    unsigned char bytes[6];
    if (::getrandom(bytes, sizeof bytes, 0) != static_cast<ssize_t>(sizeof bytes)) return -1;
    for (int i = 0; i < 6; ++i) end[i] = letters[bytes[i] % (sizeof letters - 1)];
    const int made = make();
    if (made >= 0 || errno != EEXIST) return made;
  }
  return -1;
}

mode_t mode_argument(int flags, va_list arguments) {
  return (flags & O_CREAT) != 0 ? static_cast<mode_t>(va_arg(arguments, int)) : 0;
}

ssize_t cookie_read(void* cookie, char* buffer, size_t size) {
  return ::read(static_cast<int>(reinterpret_cast<intptr_t>(cookie)), buffer, size);
}
int cookie_close(void* cookie) { return ::close(static_cast<int>(reinterpret_cast<intptr_t>(cookie))); }

}  // namespace

#pragma GCC diagnostic ignored "-Wshadow"  // struct stat and stat(), as in the C library
extern "C" {

#define SFUMATO_OPEN(NAME)                               \
  int NAME(const char* path, int flags, ...) {           \
    va_list arguments;                                   \
    va_start(arguments, flags);                          \
    const mode_t mode = mode_argument(flags, arguments); \
    va_end(arguments);                                   \
    return watched_open(AT_FDCWD, path, flags, mode);    \
  }
#define SFUMATO_OPENAT(NAME)                               \
  int NAME(int folder, const char* path, int flags, ...) { \
    va_list arguments;                                     \
    va_start(arguments, flags);                            \
    const mode_t mode = mode_argument(flags, arguments);   \
    va_end(arguments);                                     \
    return watched_open(folder, path, flags, mode);        \
  }
SFUMATO_OPEN(open)
SFUMATO_OPEN(open64)
SFUMATO_OPENAT(openat)
SFUMATO_OPENAT(openat64)
int __open_2(const char* path, int flags) { return watched_open(AT_FDCWD, path, flags, 0); }
int __open64_2(const char* path, int flags) { return watched_open(AT_FDCWD, path, flags, 0); }

// Reading alone; what is written through streams of the C library is not seen.
FILE* fopen(const char* path, const char* how) {
  static const auto real = [] { return ::fopen64; }();
  if (!faults::watched_path(AT_FDCWD, path) || how[0] != 'r' || std::strchr(how, '+') != nullptr)
    return real(path, how);
  const int file = watched_open(AT_FDCWD, path, O_RDONLY | O_CLOEXEC, 0);
  if (file < 0) return nullptr;
  struct stat status {};
  if (::syscall(SYS_fstat, file, &status) == 0 && S_ISDIR(status.st_mode)) {
    ::close(file);
    return real(path, how);
  }
  return ::fopencookie(reinterpret_cast<void*>(static_cast<intptr_t>(file)), "r",
                       {cookie_read, nullptr, nullptr, cookie_close});
}

int mkostemp(char* pattern, int flags) {
  return with_random_name(
      pattern, [&] { return watched_open(AT_FDCWD, pattern, flags | O_RDWR | O_CREAT | O_EXCL, 0600); });
}
int mkostemp64(char* pattern, int flags) { return mkostemp(pattern, flags); }
int mkstemp(char* pattern) { return mkostemp(pattern, 0); }
int mkstemp64(char* pattern) { return mkostemp(pattern, 0); }
char* mkdtemp(char* pattern) {
  return with_random_name(pattern, [&] { return ::mkdir(pattern, 0700); }) < 0 ? nullptr : pattern;
}

ssize_t write(int file, const void* bytes, size_t count) { return watched_write(file, bytes, count, -1); }
ssize_t pwrite(int file, const void* bytes, size_t count, off_t place) {
  return watched_write(file, bytes, count, place);
}
ssize_t pwrite64(int file, const void* bytes, size_t count, off64_t place) {
  return watched_write(file, bytes, count, place);
}
// As a write of the first non-empty part: POSIX allows fewer bytes than asked for.
ssize_t writev(int file, const struct iovec* parts, int count) {
  if (!faults::watched_file(file)) return ::syscall(SYS_writev, file, parts, count);
  for (int i = 0; i < count; ++i)
    if (parts[i].iov_len > 0) return watched_write(file, parts[i].iov_base, parts[i].iov_len, -1);
  return 0;
}
ssize_t read(int file, void* bytes, size_t count) { return watched_read(file, bytes, count, -1); }
ssize_t pread(int file, void* bytes, size_t count, off_t place) {
  return watched_read(file, bytes, count, place);
}
ssize_t pread64(int file, void* bytes, size_t count, off64_t place) {
  return watched_read(file, bytes, count, place);
}

int fsync(int file) {
  return on_file(Call::sync, file, 0, [&] { return ::syscall(SYS_fsync, file); });
}
int fdatasync(int file) {
  return on_file(Call::sync, file, 0, [&] { return ::syscall(SYS_fdatasync, file); });
}
int ftruncate(int file, off_t size) noexcept {
  return on_file(Call::truncate, file, size, [&] { return ::syscall(SYS_ftruncate, file, size); });
}
int ftruncate64(int file, off64_t size) noexcept { return ftruncate(file, size); }
int fchmod(int file, mode_t mode) noexcept {
  return on_file(Call::mode, file, 0, [&] { return ::syscall(SYS_fchmod, file, mode); });
}
int flock(int file, int operation) noexcept {
  return on_file(Call::lock, file, 0, [&] { return ::syscall(SYS_flock, file, operation); });
}

// A descriptor is released even if its close fails.
int close(int file) {
  const auto open = faults::watched_file(file);
  if (!open) return static_cast<int>(::syscall(SYS_close, file));
  const faults::Verdict verdict = faults::judge(Call::close, open->path);
  const int error = errno;
  faults::closed(file);
  const int result = static_cast<int>(::syscall(SYS_close, file));
  if (!verdict.fails) return result;
  errno = error;
  return -1;
}

int renameat2(int folder, const char* from, int other, const char* to, unsigned flags) noexcept {
  return on_names(
      Call::rename, folder, from, to,
      [&] { return ::syscall(SYS_renameat2, folder, from, other, to, flags); }, other);
}
int renameat(int folder, const char* from, int other, const char* to) noexcept {
  return renameat2(folder, from, other, to, 0);
}
int rename(const char* from, const char* to) noexcept { return renameat2(AT_FDCWD, from, AT_FDCWD, to, 0); }
int linkat(int folder, const char* from, int other, const char* to, int flags) noexcept {
  return on_names(
      Call::link, folder, from, to, [&] { return ::syscall(SYS_linkat, folder, from, other, to, flags); },
      other);
}
int link(const char* from, const char* to) noexcept { return linkat(AT_FDCWD, from, AT_FDCWD, to, 0); }
int unlinkat(int folder, const char* path, int flags) noexcept {
  return on_name((flags & AT_REMOVEDIR) != 0 ? Call::remove_folder : Call::unlink, folder, path,
                 [&] { return ::syscall(SYS_unlinkat, folder, path, flags); });
}
int unlink(const char* path) noexcept { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char* path) noexcept { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char* path) noexcept {
  const int gone = unlink(path);
  return gone != 0 && errno == EISDIR ? rmdir(path) : gone;
}
int mkdirat(int folder, const char* path, mode_t mode) noexcept {
  return on_name(Call::make_folder, folder, path, [&] { return ::syscall(SYS_mkdirat, folder, path, mode); });
}
int mkdir(const char* path, mode_t mode) noexcept { return mkdirat(AT_FDCWD, path, mode); }
int chmod(const char* path, mode_t mode) noexcept {
  return on_name(Call::mode, AT_FDCWD, path, [&] { return ::syscall(SYS_fchmodat, AT_FDCWD, path, mode); });
}
int access(const char* path, int how) noexcept {
  return on_name(Call::look, AT_FDCWD, path, [&] { return ::syscall(SYS_faccessat, AT_FDCWD, path, how); });
}
int stat(const char* path, struct stat* status) noexcept {
  return on_name(Call::look, AT_FDCWD, path,
                 [&] { return ::syscall(SYS_newfstatat, AT_FDCWD, path, status, 0); });
}
int stat64(const char* path, struct stat64* status) noexcept {
  return stat(path, reinterpret_cast<struct stat*>(status));
}
int lstat(const char* path, struct stat* status) noexcept {
  return on_name(Call::look, AT_FDCWD, path,
                 [&] { return ::syscall(SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW); });
}
int lstat64(const char* path, struct stat64* status) noexcept {
  return lstat(path, reinterpret_cast<struct stat*>(status));
}

}  // extern "C"
