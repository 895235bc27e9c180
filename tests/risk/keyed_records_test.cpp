// The first step of risks of keys: suppressed records are counted and left out, and no records give a note.
#include "risk/keyed_records.hpp"

#include <gtest/gtest.h>

#include "support/categories.hpp"

namespace sfumato::risk {
namespace {

TEST(KeyedRecords, LeaveSuppressedOnesOutAndSaySo) {
  const Table table = testing::texts_table({{"a", {"x", "*", "x", "*"}}, {"b", {"u", "*", "", "v"}}});
  const KeyedRecords keyed = keyed_records(table, table, {0, 1}, {}, sfumato::Run({.seed = 1}));
  EXPECT_EQ(keyed.used, (ColumnSet{0, 1}));
  EXPECT_EQ(keyed.kept.suppressed(), 1U);
  EXPECT_EQ(keyed.table.rows, 3U);
  const Score score = described(table, keyed);
  EXPECT_EQ(score.note, "");
  EXPECT_EQ(score.details.at("records").as_integer(), 4);
  EXPECT_EQ(score.details.at("suppressed_records").as_integer(), 1);
  EXPECT_EQ(score.details.at("incomplete_records").as_integer(), 1);
  EXPECT_EQ(keyed.kept.of_all({0.5, 0.25, 1.0}, 0.0), (std::vector<double>{0.5, 0.0, 0.25, 1.0}));
}

TEST(KeyedRecords, NamedKeysAloneCount) {
  const Table table = testing::texts_table({{"a", {"x", "*"}}, {"b", {"*", "u"}}});
  const KeyedRecords keyed = keyed_records(table, table, {0, 1}, {"b"}, sfumato::Run({.seed = 1}));
  EXPECT_EQ(keyed.used, ColumnSet{1});
  EXPECT_EQ(keyed.kept.suppressed(), 1U);
  EXPECT_EQ(keyed.table.columns.size(), 1U);
}

TEST(KeyedRecords, NoRecordsAreANote) {
  const Table table = testing::texts_table({{"a", {}}});
  const KeyedRecords keyed = keyed_records(table, table, {0}, {}, sfumato::Run({.seed = 1}));
  EXPECT_EQ(described(table, keyed).note, "there are no records");
}

}  // namespace
}  // namespace sfumato::risk
