// Sets of ranges against sets of their members, at both limits of the integers.
#include "queries/range_set.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "core/rng.hpp"

namespace sfumato::queries {
namespace {

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t greatest = std::numeric_limits<std::int64_t>::max();

// Sixteen consecutive numbers from `base`.
using Members = std::set<int>;
struct Made {
  RangeSet set;
  Members members;
};

Made random_set(Rng& rng, std::int64_t base) {
  Made made;
  std::vector<Range> ranges;
  for (std::uint64_t i = rng.below(5); i > 0; --i) {
    const int first = static_cast<int>(rng.below(16));
    const int last = static_cast<int>(rng.below(16));
    ranges.push_back({base + first, base + last});
    for (int member = first; member <= last; ++member) made.members.insert(member);
  }
  made.set = RangeSet(ranges);
  return made;
}

void expect_members(const RangeSet& set, const Members& members, std::int64_t base) {
  for (int member = 0; member < 16; ++member) {
    EXPECT_EQ(set.contains(base + member), members.contains(member)) << base << " + " << member;
  }
  const auto& ranges = set.ranges();
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    EXPECT_LE(ranges[i].first, ranges[i].last);
    EXPECT_GE(ranges[i].first, base);
    EXPECT_LE(ranges[i].last, base + 15);
    if (i == 0) continue;
    EXPECT_GT(ranges[i].first - 1, ranges[i - 1].last) << "adjacent ranges";
  }
}

TEST(RangeSet, IsTheSetOfItsMembers) {
  Rng rng({11, 1});
  for (const std::int64_t base : {least, std::int64_t{-8}, greatest - 15}) {
    for (int round = 0; round < 2000; ++round) {
      const Made a = random_set(rng, base);
      const Made b = random_set(rng, base);
      Members both = a.members, shared, rest;
      both.insert(b.members.begin(), b.members.end());
      for (const int member : a.members) (b.members.contains(member) ? shared : rest).insert(member);
      expect_members(a.set, a.members, base);
      expect_members(a.set.union_with(b.set), both, base);
      expect_members(a.set.intersection(b.set), shared, base);
      expect_members(a.set.difference(b.set), rest, base);
      EXPECT_EQ(a.set.union_with(b.set), b.set.union_with(a.set));
      EXPECT_EQ(a.set.intersection(b.set), b.set.intersection(a.set));
      EXPECT_EQ(a.set == b.set, a.members == b.members);
      EXPECT_EQ(a.set.empty(), a.members.empty());
    }
  }
}

TEST(RangeSet, AcceptsAllIntegers) {
  const RangeSet all({{least, greatest}});
  EXPECT_EQ(all.difference(RangeSet({{0, 0}})), RangeSet({{least, -1}, {1, greatest}}));
  EXPECT_EQ(RangeSet({{least, -1}, {0, greatest}}), all);
  EXPECT_TRUE(all.difference(all).empty());
  EXPECT_EQ(all.difference(RangeSet({{least, least}, {greatest, greatest}})),
            RangeSet({{least + 1, greatest - 1}}));
  EXPECT_TRUE(RangeSet({{5, 4}, {greatest, least}}).empty());
}

}  // namespace
}  // namespace sfumato::queries
