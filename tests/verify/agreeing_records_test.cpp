// Counts of records that agree: by hand, and against comparing every record with every other.
#include "verify/agreeing_records.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <stop_token>

#include "core/error.hpp"
#include "support/tables.hpp"

namespace sfumato::verify {
namespace {

// Nominal columns; an empty text is a missing cell.
Table texts(const std::vector<std::vector<std::string>>& columns) {
  std::vector<ColumnInfo> schema;
  std::vector<Column> data;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    ColumnInfo info;
    info.name = "c" + std::to_string(j);
    info.kind = Kind::nominal;
    schema.push_back(info);
    Codes codes;
    for (const std::string& text : columns[j]) {
      if (text.empty()) {
        codes.codes.push_back(Codes::missing);
        continue;
      }
      auto at = std::find(codes.labels.begin(), codes.labels.end(), text);
      if (at == codes.labels.end()) at = codes.labels.insert(at, text);
      codes.codes.push_back(static_cast<std::int32_t>(at - codes.labels.begin()));
    }
    data.emplace_back(codes);
  }
  return {schema, data};
}

Rows all_rows(const Table& table) {
  Rows rows(table.rows());
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

TEST(AgreeingRecords, AreCountedByHand) {
  const Table table = texts({{"a", "a", "a", "b", "b", ""}, {"x", "x", "", "y", "y", "y"}});
  const KeyTexts keys = key_texts(table, {0, 1});
  const std::vector<Rows> classes = equal_records(keys, all_rows(table));
  // {a,x}×2, {a,·}, {b,y}×2, {·,y}
  ASSERT_EQ(classes.size(), 4U);
  const Agreement category = category_agreement(classes, 2);
  EXPECT_EQ(category.smallest, 1U);
  EXPECT_EQ(category.below, 2U);
  // {a,x} agrees with its two and {a,·}; {a,·} with these and {·,y}; {·,y} with {b,y}×2, {a,·} and itself.
  const sfumato::Run run({.seed = 1, .threads = 1});
  const Agreement wildcard = wildcard_agreement(keys, classes, 4, run);
  EXPECT_EQ(wildcard.smallest, 3U);
  EXPECT_EQ(wildcard.below, 4U);
  EXPECT_EQ(wildcard_agreement(keys, classes, 3, run).below, 0U);
  EXPECT_EQ(wildcard_agreement(keys, classes, 1, run).smallest, 3U);
}

TEST(AgreeingRecords, AreNoneWithoutRecords) {
  const Table table = texts({{}});
  const KeyTexts keys = key_texts(table, {0});
  EXPECT_TRUE(equal_records(keys, {}).empty());
  EXPECT_EQ(wildcard_agreement(keys, {}, 5, sfumato::Run({.seed = 1})).smallest, 0U);
}

TEST(AgreeingRecords, AreNotCountedOnAfterAStop) {
  const Table table = texts({{"a", "a", "b", ""}, {"x", "", "y", "y"}});
  const KeyTexts keys = key_texts(table, {0, 1});
  std::stop_source source;
  source.request_stop();
  const sfumato::Run stopped({.seed = 1, .threads = 1, .stop = source.get_token()});
  EXPECT_THROW(wildcard_agreement(keys, equal_records(keys, all_rows(table)), 2, stopped), Error);
}

TEST(AgreeingRecords, AgreeWithComparingAllPairs) {
  Rng rng({7, 1});
  const sfumato::Run run({.seed = 1, .threads = 1});
  for (int round = 0; round < 60; ++round) {
    // In the last rounds, many patterns of few classes beside some of many.
    const bool large = round >= 50;
    const std::size_t rows = 1 + rng.below(large ? 800 : 60), k = 1 + rng.below(6);
    const std::size_t width = large ? 5 + rng.below(4) : 1 + rng.below(4);
    std::vector<std::vector<std::string>> columns(width);
    for (auto& column : columns) {
      for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t value = rng.below(large ? 12 : 5);
        column.push_back(value == 0 ? "" : std::string(1, static_cast<char>('a' + value)));
      }
    }
    const Table table = texts(columns);
    Agreement equal, wild;
    for (std::size_t a = 0; a < rows; ++a) {
      std::size_t same = 0, agreeing = 0;
      for (std::size_t b = 0; b < rows; ++b) {
        bool is_same = true, agrees = true, blank_a = true, blank_b = true;
        for (const auto& column : columns) {
          is_same = is_same && column[a] == column[b];
          agrees = agrees && (column[a] == column[b] || column[a].empty() || column[b].empty());
          blank_a = blank_a && column[a].empty();
          blank_b = blank_b && column[b].empty();
        }
        agrees = agrees && (blank_a || !blank_b);
        same += is_same ? 1 : 0;
        agreeing += agrees ? 1 : 0;
      }
      equal.smallest = a == 0 ? same : std::min(equal.smallest, same);
      wild.smallest = a == 0 ? agreeing : std::min(wild.smallest, agreeing);
      equal.below += same < k ? 1 : 0;
      wild.below += agreeing < k ? 1 : 0;
    }
    ColumnSet all(width);
    std::iota(all.begin(), all.end(), ColumnId{0});
    const KeyTexts keys = key_texts(table, all);
    const std::vector<Rows> classes = equal_records(keys, all_rows(table));
    const Agreement category = category_agreement(classes, k),
                    wildcard = wildcard_agreement(keys, classes, k, run);
    EXPECT_EQ(category.smallest, equal.smallest);
    EXPECT_EQ(category.below, equal.below);
    EXPECT_EQ(wildcard.smallest, wild.smallest);
    EXPECT_EQ(wildcard.below, wild.below);
  }
}

TEST(AgreeingRecords, BlankRecordsCountForNoOther) {
  constexpr std::uint32_t none = KeyTexts::missing;
  const KeyTexts keys{{{0, 0, none, none}, {0, 1, none, none}}};
  const Agreement found =
      wildcard_agreement(keys, equal_records(keys, {0, 1, 2, 3}), 2, sfumato::Run({.seed = 1}));
  EXPECT_EQ(found.smallest, 1U);
  EXPECT_EQ(found.below, 2U);
}

}  // namespace
}  // namespace sfumato::verify
