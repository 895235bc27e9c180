// A file as the body of a response, read piece by piece: a download of any size takes little memory.
#pragma once

#include <string>

#include "server/http_message.hpp"

namespace sfumato::app {

class FileStream : public server::BodyStream {
 public:
  // An error where it cannot be opened. Links are not followed.
  explicit FileStream(const std::string& path);
  FileStream(const FileStream&) = delete;
  FileStream& operator=(const FileStream&) = delete;
  ~FileStream() override;

  std::optional<std::uint64_t> size() const override { return size_; }
  // A file that became shorter meanwhile ends early; the client sees that by the length.
  std::optional<std::string> next() override;

 private:
  int descriptor_ = -1;
  std::uint64_t size_ = 0, sent_ = 0;
};

}  // namespace sfumato::app
