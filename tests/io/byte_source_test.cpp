// Inputs as bytes: pipes, and files that change while they are read.
#include "io/byte_source.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "io/temporary_folder.hpp"

namespace sfumato::io {
namespace {

TEST(ByteSource, ReportsThatAFileBecameShorterInsteadOfCrashing) {
  const TemporaryFolder folder;
  const std::string path = folder.file("x.csv", std::string(1 << 20, 'x'));
  const ByteSource source(path);
  EXPECT_NO_THROW(source.require_unchanged());
  ASSERT_EQ(::truncate(path.c_str(), 100), 0);
  const std::string_view bytes = source.bytes();
  EXPECT_EQ(std::count(bytes.begin(), bytes.end(), 'x'), 100);
  EXPECT_HAS(error_of([&] { source.require_unchanged(); }), "x.csv' became shorter while it was read");
}

TEST(ByteSource, ManyFilesCanBeHeldAtOnce) {
  const TemporaryFolder folder;
  const std::string path = folder.file("x.csv", "abc");
  std::vector<std::unique_ptr<ByteSource>> sources;
  for (int i = 0; i < 200; ++i) sources.push_back(std::make_unique<ByteSource>(path));
  for (const auto& source : sources) EXPECT_EQ(source->bytes(), "abc");
}

TEST(ByteSource, WaitsForAPipeWithAName) {
  const TemporaryFolder folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::thread writer([&] {
    std::ofstream stream(path);
    for (int i = 0; i < 100000; ++i) stream << i << "\n";
  });
  const ByteSource source(path);
  writer.join();
  EXPECT_EQ(source.bytes().size(), 588890U);
}

TEST(ByteSource, StopsWaitingWhenTheRunIsAskedToStop) {
  const TemporaryFolder folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::stop_source stop;
  const sfumato::Run run({.seed = 1, .threads = 1, .stop = stop.get_token()});
  std::thread asker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  try {
    const ByteSource source(path, run);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::interrupted);
  }
  asker.join();
}

}  // namespace
}  // namespace sfumato::io
