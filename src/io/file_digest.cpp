// The file is read in parts, so that its size does not matter.
#include "io/file_digest.hpp"

#include <cstdio>
#include <memory>

#include "core/error.hpp"
#include "core/hmac.hpp"

namespace sfumato::io {

std::string file_sha256(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rbe"), &std::fclose);
  std::string part(1 << 20, '\0');
  Sha256 hash;
  std::size_t size = part.size();
  while (file != nullptr && size == part.size()) {
    size = std::fread(part.data(), 1, part.size(), file.get());
    hash.add({part.data(), size});
  }
  if (file == nullptr || std::ferror(file.get()) != 0) {
    throw Error(ErrorCode::input_output, "cannot read '" + path + "' for its SHA-256",
                "check that the file is there and that you may read it");
  }
  return hexadecimal(hash.digest());
}

}  // namespace sfumato::io
