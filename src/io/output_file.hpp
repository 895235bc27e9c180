// A file being written: beside its final place under a temporary name (mode 0600), renamed into
// place by commit() and removed if that never happens, so that an incomplete file is never visible.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato::io {

// The mode of files with confidential content: only their owner has access.
inline constexpr unsigned owner_only = 0600;

class OutputFile {
 public:
  // "-" is standard output. Errors (no such folder, no permission, a folder in its place) name the path. A
  // symbolic link with that name is replaced; its target is not changed. `mode` are the permissions of the
  // complete file; without it, those that the umask gives to a new file.
  explicit OutputFile(std::string path, std::optional<unsigned> mode = std::nullopt);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(std::string_view bytes);
  // The temporary path until the file is renamed; empty for outputs that are written directly, such as pipes.
  const std::string& temporary() const { return temporary_; }
  // Flushes to disk, sets the permissions, renames the file into place. After an error the old file is in
  // place, or, if the folder could not be flushed, the complete new one.
  void commit();

 private:
  std::string path_;
  std::string temporary_;
  std::optional<unsigned> mode_;
  int descriptor_ = -1;
};

// Refuses, before any work is done, an output that is the same file as one of the inputs (through links too)
// or is in a folder that does not exist or is not writable.
void check_output_place(const std::string& path, const std::vector<std::string>& inputs);

// Writes a small text file atomically.
void write_text_file(const std::string& path, std::string_view text,
                     std::optional<unsigned> mode = std::nullopt);

// The whole of a text file; an error names the path if it cannot be read or has more than `limit` bytes.
std::string read_text_file(const std::string& path, std::size_t limit = 64 << 20);

}  // namespace sfumato::io
