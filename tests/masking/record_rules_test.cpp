#include "masking/record_rules.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.hpp"

namespace sfumato::masking {
namespace {

Table people() {
  const auto info = [](const char* name, Kind kind) {
    ColumnInfo column;
    column.name = name;
    column.kind = kind;
    return column;
  };
  return {{info("age", Kind::numeric), info("relation", Kind::nominal), info("school", Kind::ordinal),
           info("born", Kind::ordinal), info("since", Kind::numeric)},
          {Numbers{40, 10, std::nan("")}, Codes{{0, 1, 1}, {"head", "child"}},
           Codes{{1, 0, Codes::missing}, {"low", "high"}}, Dates{{0, 9000, 9000}}, Numbers{30, 2, 1}}};
}

// Is the rule kept by each row, whose head is the first one?
std::vector<bool> kept(const std::string& text) {
  const Table table = people();
  const RecordRules rules({text}, table, true);
  std::vector<bool> result;
  for (std::size_t row = 0; row < 3; ++row) {
    result.push_back(rules.kept(
        [&](ColumnId id, bool of_head) { return table.column(id).to_numbers()[of_head ? 0 : row]; }));
  }
  return result;
}

using Kept = std::vector<bool>;

TEST(RecordRules, ComparesWithValues) {
  EXPECT_EQ(kept("age>=15"), (Kept{true, false, true}));  // missing is kept
  EXPECT_EQ(kept("age < 40"), (Kept{false, true, true}));
  EXPECT_EQ(kept("age<=40 and age!=10"), (Kept{true, false, true}));
  EXPECT_EQ(kept("relation=child"), (Kept{false, true, true}));
  EXPECT_EQ(kept("relation!='child'"), (Kept{true, false, false}));
  EXPECT_EQ(kept("school>low"), (Kept{true, false, true}));
  EXPECT_EQ(kept("born<=1970-01-01"), (Kept{true, false, false}));
}

TEST(RecordRules, ComparesColumnsAndHeads) {
  EXPECT_EQ(kept("since<=age"), (Kept{true, true, true}));
  EXPECT_EQ(kept("age<head.age"), (Kept{false, true, true}));
  EXPECT_EQ(kept("relation=head.relation"), (Kept{true, false, false}));
}

TEST(RecordRules, HasConditions) {
  EXPECT_EQ(kept("if relation=child then age<5"), (Kept{true, false, true}));
  EXPECT_EQ(kept("if relation=child and age>20 then age<5"), (Kept{true, true, true}));
  EXPECT_EQ(kept("if relation=child then age<20 and since>1"), (Kept{true, true, false}));
}

TEST(RecordRules, RefusesWhatItCannotRead) {
  const Table table = people();
  for (const char* text : {"age", "", "=3", "age>", "age>old", "relation>child", "relation=uncle", "height>3",
                           "if age>3", "age!3", "born>40", "relation=school", "born=nothing"}) {
    EXPECT_THROW(RecordRules({text}, table, true), Error) << text;
  }
  EXPECT_THROW(RecordRules({"age<head.age"}, table, false), Error);
  EXPECT_TRUE(RecordRules({}, table, false).empty());
  EXPECT_EQ(RecordRules({"age<30", "if since=1 then age>2"}, table, false).columns(), (ColumnSet{0, 4}));
}

}  // namespace
}  // namespace sfumato::masking
