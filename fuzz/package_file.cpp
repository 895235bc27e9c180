// Files of statistical packages and of Arrow, damaged: their readers are other people's code and run in
// a child process. Whatever the bytes do to it, this program gets a table or an error for people.
#include "io/output_file.hpp"
#include "io/table_file.hpp"
#include "target.hpp"

#include <unistd.h>

#include <array>
#include <filesystem>

namespace {

// The first byte chooses the format, so that one corpus serves all.
constexpr std::array<const char*, 6> formats{"sav", "dta", "parquet", "feather", "xpt", "sas7bdat"};

// A folder that goes when the program does.
struct Folder {
  Folder() {
    if (mkdtemp(path.data()) == nullptr) std::abort();
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  std::string path = (std::filesystem::temp_directory_path() / "sfumato-fuzz-XXXXXX").string();
};

}  // namespace

FUZZ_TARGET(package_file) {
  using namespace sfumato;
  if (size == 0) return 0;
  static const Run run({.seed = 1, .threads = 1});
  static const Folder folder;
  const std::string path = folder.path + "/file";
  io::write_text_file(path, fuzz::text_of(data + 1, size - 1));
  const io::ReadOptions options{.format = formats[data[0] % formats.size()]};
  const auto file = fuzz::accepted([&] { return io::read_table(path, options, run); });
  if (file) {
    for (ColumnId id = 0; id < file->table.column_count(); ++id) {
      fuzz::require(file->table.column(id).size() == file->table.rows(), "columns of different length");
    }
  }
  std::filesystem::remove(path);
  return 0;
}
