// The file: 8 bytes for the format, 8 bytes to check the key, a nonce of 12, the encrypted content, and the
// tag of 16. The first 28 bytes are authenticated with the content.
#include "queries/camouflage/sealed_file.hpp"

#include <fcntl.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string_view>

#include "core/error.hpp"
#include "core/hmac.hpp"
#include "core/secure_rng.hpp"
#include "io/file_error.hpp"
#include "io/output_file.hpp"
#include "io/private_path.hpp"

namespace sfumato::queries {
namespace {

constexpr std::string_view format = "SFUCAM1\n";
constexpr std::size_t check_bytes = 8, nonce_bytes = 12, tag_bytes = 16;
constexpr std::size_t head_bytes = 8 + check_bytes + nonce_bytes;
constexpr std::size_t max_bytes = std::size_t{60} << 30;  // GCM encrypts at most 64 GiB under a nonce
constexpr std::size_t piece = std::size_t{1} << 24;       // per call: lengths are of type int

[[noreturn]] void cannot(const std::string& what, const std::string& path, int error) {
  const std::string message = "cannot " + what + " '" + path + "': " + std::strerror(error);
  if (error == ENOENT || error == EACCES || error == ENOTDIR || error == EISDIR) {
    bad_input(message, "give a path in an existing folder to which you have access");
  }
  throw Error(ErrorCode::input_output, message);
}

[[noreturn]] void changed(const std::string& path) {
  bad_input("'" + path + "' was changed after it was written",
            "restore it from a backup; it cannot be created again");
}

unsigned char* bytes_of(std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); }
const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// A check value of a key that reveals nothing else about it.
std::string key_check(const SealKey& key) {
  const Hmac hash({reinterpret_cast<const char*>(key.bytes().data()), key.bytes().size()});
  const Digest digest = hash("sfumato camouflage key check");
  return {digest.begin(), digest.begin() + check_bytes};
}

struct ContextFree {
  void operator()(EVP_CIPHER_CTX* context) const { EVP_CIPHER_CTX_free(context); }
};

// One encryption or decryption of a content in place.
class Cipher {
 public:
  Cipher(const SealKey& key, std::string_view head, bool seals) : context_(EVP_CIPHER_CTX_new()) {
    const auto* nonce = bytes_of(head) + head_bytes - nonce_bytes;
    int length = 0;
    require(context_ != nullptr && EVP_CipherInit_ex(context_.get(), EVP_aes_256_gcm(), nullptr,
                                                     key.bytes().data(), nonce, seals ? 1 : 0) == 1);
    require(EVP_CipherUpdate(context_.get(), nullptr, &length, bytes_of(head), head_bytes) == 1);
  }

  void apply(unsigned char* content, std::size_t size) {
    for (std::size_t at = 0; at < size; at += piece) {
      int length = 0;
      const int part = static_cast<int>(std::min(piece, size - at));
      require(EVP_CipherUpdate(context_.get(), content + at, &length, content + at, part) == 1 &&
              length == part);
    }
  }

  std::array<unsigned char, tag_bytes> seal() {
    std::array<unsigned char, tag_bytes> tag{};
    int length = 0;
    require(EVP_CipherFinal_ex(context_.get(), tag.data(), &length) == 1);
    require(EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_GCM_GET_TAG, tag_bytes, tag.data()) == 1);
    return tag;
  }

  bool is_sealed_by(std::array<unsigned char, tag_bytes> tag) {
    std::array<unsigned char, tag_bytes> unused{};
    int length = 0;
    require(EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_GCM_SET_TAG, tag_bytes, tag.data()) == 1);
    return EVP_CipherFinal_ex(context_.get(), unused.data(), &length) == 1;
  }

 private:
  static void require(bool done) {
    if (!done) throw Error(ErrorCode::internal, "the cipher failed");
  }
  std::unique_ptr<EVP_CIPHER_CTX, ContextFree> context_;
};

// Writes a temporary file beside its path, and links it to the path: this fails if the path exists.
class NewFile {
 public:
  explicit NewFile(const std::string& path) : path_(path), temporary_(path + ".XXXXXX") {
    descriptor_ = ::mkostemp(temporary_.data(), O_CLOEXEC);  // mode 0600
    if (descriptor_ < 0) cannot("create", path_, errno);
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    ::close(descriptor_);
    ::unlink(temporary_.c_str());
  }

  void write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) cannot("write", path_, errno);
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
  }

  void commit() {
    io::sync_file(descriptor_, path_);
    if (::link(temporary_.c_str(), path_.c_str()) != 0) {
      if (errno != EEXIST) cannot("create", path_, errno);
      bad_input("'" + path_ + "' already exists",
                "choose another name; this file is created once and never replaced");
    }
    io::sync_folder_of(path_);
  }

 private:
  std::string path_, temporary_;
  int descriptor_ = -1;
};

std::string random_bytes(std::size_t count) {
  std::array<std::uint64_t, 4> words{};
  system_entropy(words);
  std::string bytes(reinterpret_cast<const char*>(words.data()), std::min(count, sizeof words));
  OPENSSL_cleanse(words.data(), sizeof words);
  return bytes;
}

int hexadecimal_digit(char letter) {
  if (letter >= '0' && letter <= '9') return letter - '0';
  if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
  if (letter >= 'A' && letter <= 'F') return letter - 'A' + 10;
  return -1;
}

}  // namespace

SealKey::~SealKey() { OPENSSL_cleanse(bytes_.data(), bytes_.size()); }

SealKey read_seal_key(const std::string& path) {
  io::require_private_file(path, "key file");
  std::string text = io::read_text_file(path, 4096);
  const char* space = " \t\r\n";
  const std::size_t first = text.find_first_not_of(space), last = text.find_last_not_of(space);
  std::array<std::uint8_t, 32> bytes{};
  bool good = first != std::string::npos && last - first + 1 == 2 * bytes.size();
  for (std::size_t i = 0; good && i < bytes.size(); ++i) {
    const int high = hexadecimal_digit(text[first + 2 * i]), low = hexadecimal_digit(text[first + 2 * i + 1]);
    good = high >= 0 && low >= 0;
    bytes[i] = static_cast<std::uint8_t>((high * 16 + low) & 255);
  }
  OPENSSL_cleanse(text.data(), text.size());
  if (!good) bad_input("'" + path + "' is not a key file", "a key is 64 hexadecimal digits");
  return SealKey(bytes);
}

void write_new_seal_key(const std::string& path) {
  std::string bytes = random_bytes(32);
  Digest digest{};
  std::copy(bytes.begin(), bytes.end(), digest.begin());
  std::string text = hexadecimal(digest) + "\n";
  NewFile file(path);
  file.write(text);
  file.commit();
  OPENSSL_cleanse(bytes.data(), bytes.size());
  OPENSSL_cleanse(digest.data(), digest.size());
  OPENSSL_cleanse(text.data(), text.size());
}

bool file_exists(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0;
}

void write_sealed_file(const std::string& path, std::string content, const SealKey& key) {
  if (content.size() > max_bytes) bad_input("there are too many records to encrypt", "import fewer records");
  const std::string head = std::string(format) + key_check(key) + random_bytes(nonce_bytes);
  Cipher cipher(key, head, true);
  cipher.apply(bytes_of(content), content.size());
  const auto tag = cipher.seal();
  NewFile file(path);
  file.write(head);
  file.write(content);
  file.write({reinterpret_cast<const char*>(tag.data()), tag.size()});
  file.commit();
}

std::string read_sealed_file(const std::string& path, const SealKey& key) {
  io::require_private_file(path, "camouflage file");
  std::string content = io::read_text_file(path, head_bytes + max_bytes + tag_bytes);
  if (content.size() < head_bytes + tag_bytes || !content.starts_with(format)) changed(path);
  const std::string head = content.substr(0, head_bytes);
  if (head.compare(format.size(), check_bytes, key_check(key)) != 0) {
    bad_input("'" + path + "' was encrypted with another key", "give the key that was created with it");
  }
  std::array<unsigned char, tag_bytes> tag{};
  std::memcpy(tag.data(), content.data() + content.size() - tag_bytes, tag_bytes);
  const std::size_t size = content.size() - head_bytes - tag_bytes;
  Cipher cipher(key, head, false);
  cipher.apply(bytes_of(content) + head_bytes, size);
  if (!cipher.is_sealed_by(tag)) {
    OPENSSL_cleanse(content.data(), content.size());
    changed(path);
  }
  content.resize(head_bytes + size);
  content.erase(0, head_bytes);
  return content;
}

}  // namespace sfumato::queries
