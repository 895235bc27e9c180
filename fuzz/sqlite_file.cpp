// SQLite files: any bytes are read as the table t, or refused with an error.
#include <unistd.h>

#include <cstdlib>

#include "core/run.hpp"
#include "io/formats/sqlite_table.hpp"
#include "target.hpp"

using namespace sfumato;

FUZZ_TARGET(sqlite_file) {
  std::string path = "/tmp/sfumato-fuzz-XXXXXX";
  const int descriptor = ::mkstemp(path.data());
  const bool written = ::write(descriptor, data, size) == static_cast<ssize_t>(size);
  ::close(descriptor);
  const Run run(Run::Options{.seed = 1, .threads = 1});
  const auto table = fuzz::accepted(
      [&] { return io::read_sqlite_table(io::database_address("sqlite:" + path + "?table=t"), run); });
  ::unlink(path.c_str());
  fuzz::require(written, "the disk is full", path);
  for (ColumnId id = 0; table && id < table->column_count(); ++id) {
    fuzz::require(table->column(id).size() == table->rows(), "columns differ in length",
                  table->info(id).name);
  }
  return 0;
}
