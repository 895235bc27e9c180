// A zip archive in memory, as workbooks are: which files it has, and their content piece by piece, so that a
// few bytes that stand for gigabytes never take that much memory.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace sfumato::io {

class ZipArchive {
 public:
  // `source` names the archive in errors. All its files together may unpack to 1 GiB, or to 200 times the
  // archive where this is more: XML of real workbooks stays far below.
  ZipArchive(std::string_view bytes, std::string source);

  bool has(const std::string& name) const { return entries_.contains(name); }
  // The content of a file; an error where there is none, or where it is damaged.
  void unpack(const std::string& name, const std::function<void(std::string_view)>& sink);

 private:
  struct Entry {
    std::uint64_t offset = 0;  // of its own head
    std::uint64_t packed = 0;
    std::uint32_t checksum = 0;
    std::uint16_t method = 0, flags = 0;
  };

  [[noreturn]] void damaged(const std::string& what) const;
  std::uint64_t number(std::uint64_t at, unsigned bytes) const;
  void read_directory();
  Entry read_entry(std::uint64_t at, std::uint64_t name_length, std::uint64_t extra_length) const;
  std::string_view packed_bytes(const Entry& entry) const;
  void inflate(std::string_view packed, const std::function<void(std::string_view)>& sink) const;
  void count(std::size_t bytes);

  std::string_view bytes_;
  std::string source_;
  std::map<std::string, Entry> entries_;
  std::uint64_t left_;  // bytes that may still be unpacked
};

}  // namespace sfumato::io
