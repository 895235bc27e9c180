// What every sample must have: repeatable rows on any number of threads, short samples that begin long ones,
// values within the declared bounds, and little memory.
#include "sample/blocks.hpp"

#include <sys/resource.h>

#include <set>

#include "core/error.hpp"
#include "sample/registry.hpp"

namespace sfumato::sample {
namespace {

Table drawn(const Sample& sample, std::size_t rows, std::uint64_t seed, int threads = 2) {
  return draw_table(sample, rows, Run({.seed = seed, .threads = threads}));
}

Table head(const Table& table, std::size_t rows) {
  std::vector<std::size_t> first(rows);
  for (std::size_t row = 0; row < rows; ++row) first[row] = row;
  return table.taking_rows(first);
}

TEST(Samples, AreTheSameForOneSeedOnAnyNumberOfThreads) {
  for (const Sample& sample : samples()) {
    EXPECT_TRUE(drawn(sample, 20000, 7, 1).same_data(drawn(sample, 20000, 7, 8))) << sample.info.name;
    EXPECT_FALSE(drawn(sample, 100, 7).same_data(drawn(sample, 100, 8))) << sample.info.name;
    EXPECT_FALSE(draw_table(sample, 100, sfumato::Run()).same_data(draw_table(sample, 100, sfumato::Run())));
  }
}

TEST(Samples, OfAnyLengthBeginLongerOnes) {
  for (const Sample& sample : samples()) {
    const Table longest = drawn(sample, 200000, 3);
    ASSERT_EQ(longest.rows(), 200000U);
    for (const std::size_t rows : {0U, 1U, 2U, 1000U, 4095U, 4096U, 4097U, 8192U, 50001U}) {
      const Table table = drawn(sample, rows, 3);
      EXPECT_EQ(table.rows(), rows);
      EXPECT_EQ(table.column_count(), sample.columns.size());
      EXPECT_TRUE(table.same_data(head(longest, rows))) << sample.info.name << " " << rows;
    }
  }
}

TEST(Samples, PassOnBlocksInOrder) {
  for (const Sample& sample : samples()) {
    std::size_t rows = 0, blocks = 0;
    draw_in_blocks(sample, 3 * block_rows + 5, sfumato::Run({.seed = 1, .threads = 8}),
                   [&](std::span<const Table> tables) {
                     for (const Table& table : tables) {
                       EXPECT_EQ(table.rows(), blocks < 3 ? block_rows : 5U);
                       const double first_id = table.column(0).to_numbers().front();
                       EXPECT_EQ(std::fmod(first_id, 100000.0), 1.0 + static_cast<double>(rows));
                       rows += table.rows();
                       ++blocks;
                     }
                   });
    EXPECT_EQ(blocks, 4U);
  }
}

TEST(Samples, RespectTheirDeclaredBoundsKindsAndOrders) {
  for (const Sample& sample : samples()) {
    const Table table = drawn(sample, 100000, 5);
    for (ColumnId id = 0; id < table.column_count(); ++id) {
      const ColumnInfo& info = table.info(id);
      EXPECT_TRUE(info.role) << info.name;
      EXPECT_FALSE(sample.columns[id].doc.empty()) << info.name;
      EXPECT_EQ(table.column(id).is_text(), info.kind != Kind::numeric) << info.name;
      if (info.kind == Kind::ordinal) {
        EXPECT_EQ(table.column(id).get_if<Codes>()->labels, info.order);
      }
      if (!info.domain) continue;
      for (const double value : table.column(id).to_numbers()) {
        if (std::isnan(value)) continue;
        ASSERT_GE(value, info.domain->lower) << info.name;
        ASSERT_LE(value, info.domain->upper) << info.name;
      }
    }
  }
}

TEST(Samples, HaveIdentifiersThatAreAllDifferent) {
  for (const Sample& sample : samples()) {
    const Table table = drawn(sample, 50000, 5);
    const Numbers ids = table.column(0).to_numbers();
    EXPECT_EQ(std::set<double>(ids.begin(), ids.end()).size(), ids.size()) << sample.info.name;
  }
}

TEST(Samples, NeedNoMoreMemoryForMoreRows) {
#ifdef SFUMATO_SANITIZED
  GTEST_SKIP() << "sanitizers keep freed memory";
#endif
  const sfumato::Run run({.seed = 1, .threads = 2});
  const auto peak = [&](std::uint64_t rows) {
    draw_in_blocks(sample("companies"), rows, run, [](std::span<const Table>) {});
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  const long before = peak(100000);
  EXPECT_LT(peak(400000), before + 16 * 1024);  // kilobytes; the rows alone would need 50 MB
}

TEST(Samples, StopWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  const sfumato::Run stopped({.seed = 1, .threads = 2, .stop = stop.get_token()});
  EXPECT_THROW(draw_table(samples().front(), 10, stopped), Error);
}

TEST(Samples, AreFoundByNameWithSuggestions) {
  EXPECT_EQ(sample("people").info.name, "people");
  try {
    sample("poeple");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.hint.find("did you mean 'people'?"), std::string::npos) << error.hint;
  }
}

}  // namespace
}  // namespace sfumato::sample
