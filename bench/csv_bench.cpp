// Reading and writing a CSV file of 13 columns against pyarrow's own reader and writer with as many
// threads, and the peak memory of a process that only reads. Both sides run alternately on the same files.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>

#include "io/csv_reader.hpp"
#include "io/csv_writer.hpp"
#include "ratio.hpp"

namespace {

using namespace sfumato;

constexpr std::size_t column_count = 13;
constexpr int rounds = 3;

enum class Content { integers, numbers, mixed };
constexpr const char* names[] = {"int64", "float64", "mixed"};

Column integer_column(std::size_t rows, Rng& rng) {
  Integers integers;
  for (std::size_t i = 0; i < rows; ++i) {
    integers.values.push_back(static_cast<std::int64_t>(rng.below(20000000)) - 10000000);
  }
  return integers;
}

Column number_column(std::size_t rows, Rng& rng, bool cents) {
  Numbers numbers;
  for (std::size_t i = 0; i < rows; ++i) {
    const double number = 1000.0 * rng.normal();
    numbers.push_back(cents ? std::round(number * 100.0) / 100.0 : number);
  }
  return numbers;
}

// Zip codes, many of which start with zeros.
Column zip_column(std::size_t rows, Rng& rng) {
  Codes codes;
  for (int zip = 0; zip < 20000; ++zip) {
    const std::string digits = std::to_string(zip * 5);
    codes.labels.push_back(std::string(5 - digits.size(), '0') + digits);
  }
  for (std::size_t i = 0; i < rows; ++i) codes.codes.push_back(static_cast<std::int32_t>(rng.below(20000)));
  return codes;
}

Table made_up(Content content, std::size_t rows) {
  Rng rng({7, static_cast<std::uint64_t>(content)});
  std::vector<ColumnInfo> infos(column_count);
  std::vector<Column> columns;
  for (std::size_t j = 0; j < column_count; ++j) {
    infos[j].name = "c" + std::to_string(j);
    const bool text = content == Content::mixed && j % 4 == 3;
    if (text) infos[j].kind = Kind::nominal;
    columns.push_back(text                           ? zip_column(rows, rng)
                      : content == Content::integers ? integer_column(rows, rng)
                      : content == Content::mixed && j % 4 == 0
                          ? integer_column(rows, rng)
                          : number_column(rows, rng, content == Content::mixed));
  }
  return Table(std::move(infos), std::move(columns));
}

double megabytes(const Table& table) {
  double bytes = 0.0;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    bytes += static_cast<double>(table.rows()) * (table.column(id).is_text() ? 4.0 : 8.0);
  }
  return bytes / 1e6;
}

void write(const Table& table, const std::string& path, const Run& run) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  bench::require(file != nullptr, "no file " + path);
  io::write_csv(table, {}, run, [&](std::string_view text) {
    bench::require(std::fwrite(text.data(), 1, text.size(), file) == text.size(), "a short write");
  });
  std::fclose(file);
}

struct Times {
  double read = 1e300;
  double write = 1e300;
};

// Timed inside Python, so that its start does not count. The types of zip codes must be declared.
Times pyarrow_times(const std::string& path, Content content, int threads) {
  const std::string program =
      "import time, pyarrow as pa, pyarrow.csv as c\n"
      "pa.set_cpu_count(" +
      std::to_string(threads) +
      ")\n"
      "text = {'c%d' % j: pa.string() for j in range(3, 13, 4)} if " +
      std::string(content == Content::mixed ? "True" : "False") +
      " else {}\n"
      "read = write = 1e300\n"
      "for i in range(2):\n"
      "  t = time.perf_counter()\n"
      "  table = c.read_csv('" +
      path +
      "', convert_options=c.ConvertOptions(column_types=text))\n"
      "  read = min(read, time.perf_counter() - t)\n"
      "  t = time.perf_counter()\n"
      "  c.write_csv(table, '" +
      path +
      ".py')\n"
      "  write = min(write, time.perf_counter() - t)\n"
      "print(read, write)\n";
  const std::string command =
      std::string("'") + SFUMATO_SOURCE_DIR + "/.venv/bin/python' -c \"" + program + "\"";
  std::FILE* pipe = ::popen(command.c_str(), "r");
  bench::require(pipe != nullptr, "no Python");
  Times times;
  bench::require(std::fscanf(pipe, "%lf %lf", &times.read, &times.write) == 2, "no times from Python");
  ::pclose(pipe);
  std::filesystem::remove(path + ".py");
  return times;
}

// The largest resident memory, in megabytes, of this program run again only to read the file.
double peak_of_reading(const std::string& path, const char* self, const char* threads) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::execl(self, self, "--only-read", path.c_str(), threads, nullptr);
    ::_exit(127);
  }
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  bench::require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the reading process failed");
  return static_cast<double>(usage.ru_maxrss) * 1024.0 / 1e6;
}

void compare(Content content, std::size_t rows, const std::string& folder, const Run& run, const char* self) {
  const std::string path = folder + "/" + names[static_cast<int>(content)] + ".csv";
  const Table table = made_up(content, rows);
  Times ours;
  Times theirs;
  for (int round = 0; round < rounds; ++round) {
    ours.write = std::min(ours.write, bench::seconds(1, [&] { write(table, path, run); }));
    ours.read = std::min(ours.read, bench::seconds(2, [&] {
                           bench::require(table.same_data(io::read_csv(path, {}, run).table),
                                          "another table was read back");
                         }));
    const Times python = pyarrow_times(path, content, run.threads());
    theirs = {std::min(theirs.read, python.read), std::min(theirs.write, python.write)};
  }
  const double comparing =
      bench::seconds(2, [&] { bench::require(table.same_data(Table(table)), "itself"); });
  ours.read -= comparing;
  const double peak = peak_of_reading(path, self, std::to_string(run.threads()).c_str());
  std::printf("%8s %8.0f %8.3f %8.3f (%.2f) %8.3f %8.3f (%.2f) %8.0f (%.2f)\n",
              names[static_cast<int>(content)], static_cast<double>(std::filesystem::file_size(path)) / 1e6,
              theirs.read, ours.read, theirs.read / ours.read, theirs.write, ours.write,
              theirs.write / ours.write, peak, peak / megabytes(table));
}

}  // namespace

int main(int count, char** values) {
  if (count == 4 && std::strcmp(values[1], "--only-read") == 0) {
    const Run run({.seed = 1, .threads = std::atoi(values[3])});
    return io::read_csv(values[2], {}, run).table.rows() > 0 ? 0 : 1;
  }
  const Run run({.seed = 1});
  std::string folder = (std::filesystem::temp_directory_path() / "sfumato-bench-XXXXXX").string();
  bench::require(::mkdtemp(folder.data()) != nullptr, "no temporary folder");
  std::printf(
      "10^6 records of %zu columns, %d threads; in brackets pyarrow's time by ours (target 0.8) and\n"
      "peak memory by the table's size (target at most 2.5)\n%8s %8s %8s %15s %8s %15s %15s\n",
      column_count, run.threads(), "content", "file MB", "their s", "our read s", "their s", "our write s",
      "peak MB");
  for (const Content content : {Content::integers, Content::numbers, Content::mixed}) {
    compare(content, 1000000, folder, run, values[0]);
  }
  std::filesystem::remove_all(folder);
}
