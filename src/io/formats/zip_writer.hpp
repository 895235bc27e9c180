// A zip archive that grows file by file, without knowing sizes in advance. The same content gives the same
// bytes: the time of every file is 1980-01-01.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato::io {

class ZipWriter {
 public:
  explicit ZipWriter(std::function<void(std::string_view)> sink);
  ~ZipWriter();

  // Ends the file before, and begins another one.
  void begin(const std::string& name);
  // Content of the present file. More than 4 GB, packed or not, is an error.
  void write(std::string_view content);
  // The list of files; nothing may follow.
  void finish();

 private:
  struct Packer;
  struct Entry {
    std::string name;
    std::uint64_t offset = 0, packed = 0, size = 0;
    std::uint32_t checksum = 0;
  };

  void put(std::string_view bytes);
  void pack(std::string_view content, bool last);
  void end();

  std::function<void(std::string_view)> sink_;
  std::unique_ptr<Packer> packer_;  // of the present file; none between files
  std::vector<Entry> entries_;
  std::uint64_t written_ = 0;
};

}  // namespace sfumato::io
