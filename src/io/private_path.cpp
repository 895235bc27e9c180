#include "io/private_path.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include "core/error.hpp"

namespace sfumato::io {
namespace {

std::string octal(unsigned mode) {
  std::string digits = "0";
  for (int shift = 6; shift >= 0; shift -= 3) digits += static_cast<char>('0' + (mode >> shift & 7U));
  return digits;
}

void require_private(const std::string& path, std::string_view noun, unsigned forbidden,
                     const std::string& command) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return;
  const std::string named = "the " + std::string(noun) + " '" + path + "'";
  if (status.st_uid != ::geteuid() && status.st_uid != 0) {
    bad_input(named + " belongs to another user (number " + std::to_string(status.st_uid) + ")",
              "it must belong to you or to root: chown it, or use a copy of your own");
  }
  const unsigned mode = status.st_mode & 0777U;
  if ((mode & forbidden) == 0) return;
  bad_input("other users have access to " + named + " (mode " + octal(mode) + ")",
            "remove their access: " + command + " '" + path + "'");
}

}  // namespace

void require_private_file(const std::string& path, std::string_view noun) {
  struct stat status {};
  const bool of_root = ::stat(path.c_str(), &status) == 0 && status.st_uid == 0;
  require_private(path, noun, of_root ? 0037U : 0077U, "chmod 600");
}

void require_private_folder(const std::string& path, std::string_view noun) {
  require_private(path, noun, 0077U, "chmod 700");
}

}  // namespace sfumato::io
