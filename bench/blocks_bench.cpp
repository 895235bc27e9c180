// A release in blocks of records against one in memory: equal bytes, peak memory of a process each, and
// processor time by record. Rows by argument, 10^6 without; above 2·10^7 the release in memory is left out.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/error.hpp"
#include "io/file_digest.hpp"
#include "jobs/file_release.hpp"
#include "ratio.hpp"

namespace {

using namespace sfumato;

constexpr std::uint64_t limit = 1'000'000'000;  // bytes of memory for blocks
constexpr std::size_t most_in_memory = 20'000'000;

struct Cost {
  double seconds = 0.0;    // of a processor
  double megabytes = 0.0;  // at the peak
};

// Identifiers, towns, ages, two amounts with gaps, and a date.
void make_data(const std::string& path, std::size_t rows) {
  Rng rng({5, 6});
  std::ofstream file(path, std::ios::binary);
  file << "id,town,age,income,debt,admitted\n";
  std::string text;
  for (std::size_t i = 0; i < rows; ++i) {
    text += std::to_string(i * 7919 % 1000000007) + ",town " + std::to_string(rng.below(400)) + "," +
            std::to_string(rng.below(95)) + "," + std::to_string(rng.below(9000000)) + ".5,";
    if (rng.below(10) > 0) text += std::to_string(rng.below(100000));
    text += ",20" + std::to_string(10 + rng.below(15)) + "-0" + std::to_string(1 + rng.below(9)) + "-1" +
            std::to_string(rng.below(10)) + "\n";
    if (text.size() < (1 << 20) && i + 1 < rows) continue;
    file << text;
    text.clear();
  }
  std::ofstream(path.substr(0, path.size() - 4) + ".toml")
      << "[columns.id]\nrole = \"identifier\"\n[columns.town]\nrole = \"quasi-identifier\"\n"
         "[columns.age]\nrole = \"quasi-identifier\"\n";
}

jobs::FileRelease wanted(const std::string& method, const std::vector<std::string>& columns,
                         const std::string& data, const std::string& output, bool blocks) {
  jobs::FileRelease release;
  release.mask.method = method;
  release.mask.columns = columns;
  release.data = data;
  release.output = output;
  release.in_blocks = blocks;
  return release;
}

// In a process of its own, so that its peak of memory is known.
Cost measured(jobs::FileRelease release) {
  const pid_t child = ::fork();
  if (child == 0) {
    const Run run({.seed = 9, .threads = 1, .memory = release.in_blocks ? limit : 0});
    try {
      jobs::release_file(release, run);
    } catch (const Error& failure) {
      std::fprintf(stderr, "%s\n", failure.message.c_str());
      ::_exit(1);
    }
    ::_exit(0);
  }
  int status = 0;
  rusage usage{};
  ::wait4(child, &status, 0, &usage);
  bench::require(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a release failed");
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return {seconds(usage.ru_utime) + seconds(usage.ru_stime), static_cast<double>(usage.ru_maxrss) / 1000.0};
}

void compare(const std::string& method, const std::vector<std::string>& columns, const std::string& folder,
             std::size_t rows) {
  const std::string data = folder + "/data.csv", whole = folder + "/whole.csv", parts = folder + "/parts.csv";
  const Cost blocks = measured(wanted(method, columns, data, parts, true));
  const double per_record = 1e9 * blocks.seconds / static_cast<double>(rows);
  bench::require(blocks.megabytes < static_cast<double>(limit) / 1e6, "more memory than the limit");
  std::printf("%-20s %10zu rows  blocks %8.1f s  %6.0f ns per record  %6.0f MB", method.c_str(), rows,
              blocks.seconds, per_record, blocks.megabytes);
  if (rows <= most_in_memory) {
    const Cost memory = measured(wanted(method, columns, data, whole, false));
    bench::require(io::file_sha256(parts) == io::file_sha256(whole), "other bytes than in memory");
    std::printf("  in memory %8.1f s  %6.0f MB  ratio of times %.2f", memory.seconds, memory.megabytes,
                blocks.seconds / memory.seconds);
  }
  std::printf("\n");
  std::filesystem::remove(whole);
  std::filesystem::remove(parts);
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t rows = count > 1 ? std::stoull(arguments[1]) : 1'000'000;
  const std::filesystem::path folder =
      count > 2 ? arguments[2] : std::filesystem::temp_directory_path().string();
  const std::string own = (folder / ("sfumato-blocks-" + std::to_string(::getpid()))).string();
  std::filesystem::create_directory(own);
  make_data(own + "/data.csv", rows);
  compare("additive-noise", {"income", "debt"}, own, rows);
  compare("pram", {"town"}, own, rows);
  compare("top-coding", {"age", "income"}, own, rows);
  compare("individual-ranking", {"income"}, own, rows);
  std::filesystem::remove_all(own);
}
