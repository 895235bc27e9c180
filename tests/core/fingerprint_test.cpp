// Fingerprints: the published values of FNV-1a, and that every difference between tables changes the
// fingerprint.
#include "core/fingerprint.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "core/hierarchy.hpp"

namespace sfumato {
namespace {

std::string of_bytes(std::string_view bytes) { return to_hex(Fingerprint().add_bytes(bytes).bits()); }
std::string of(const Table& table) { return to_hex(Fingerprint().add(table).bits()); }

ColumnInfo named(const std::string& name) {
  ColumnInfo info;
  info.name = name;
  return info;
}

// RFC 9923, The FNV Non-Cryptographic Hash Algorithm, has these.
TEST(Fingerprint, HasThePublishedValues) {
  EXPECT_EQ(of_bytes(""), "6c62272e07bb014262b821756295c58d");
  EXPECT_EQ(of_bytes("a"), "d228cb696f1a8caf78912b704e4a8964");
  EXPECT_EQ(of_bytes("foobar"), "343e1662793c64bf6f0d3597ba446f18");
}

TEST(Fingerprint, DistinguishesTextsByTheirEnds) {
  EXPECT_NE(to_hex(Fingerprint().add("ab").add("c").bits()), to_hex(Fingerprint().add("a").add("bc").bits()));
  EXPECT_NE(to_hex(Fingerprint().add("").bits()), to_hex(Fingerprint().bits()));
}

TEST(Fingerprint, GoesThroughItsDigits) {
  const Fingerprint::Bits bits = Fingerprint().add("some text").bits();
  Fingerprint::Bits again{};
  ASSERT_TRUE(parse_hex(to_hex(bits), again));
  EXPECT_EQ(again, bits);
  for (const char* wrong : {"", "12", "6C62272e07bb014262b821756295c58d", "6c62272e07bb014262b821756295c58g",
                            "6c62272e07bb014262b821756295c58d0"}) {
    EXPECT_FALSE(parse_hex(wrong, again)) << wrong;
  }
}

TEST(Fingerprint, IsTheSameForTheSameTableAndForAllMissingNumbers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Table table({named("x")}, {Numbers{1.0, nan}});
  EXPECT_EQ(of(table), of(Table({named("x")}, {Numbers{1.0, -nan}})));
  const Table whole({named("x")}, {Integers{{1, 2}, {}}});
  EXPECT_EQ(of(whole), of(Table({named("x")}, {Integers{{1, 2}, {0, 0}}})));
}

TEST(Fingerprint, DiffersWithEverythingThatEntersComputations) {
  const Table table({named("x"), named("c")}, {Numbers{1.0, 0.0}, Codes{{0, 1}, {"a", "b"}}});
  std::vector<Table> others;
  others.emplace_back(std::vector{named("y"), named("c")},
                      std::vector<Column>{Numbers{1.0, 0.0}, Codes{{0, 1}, {"a", "b"}}});
  others.emplace_back(std::vector{named("x"), named("c")},
                      std::vector<Column>{Numbers{1.0, -0.0}, Codes{{0, 1}, {"a", "b"}}});
  others.emplace_back(std::vector{named("x"), named("c")},
                      std::vector<Column>{Integers{{1, 0}, {}}, Codes{{0, 1}, {"a", "b"}}});
  others.emplace_back(std::vector{named("x"), named("c")},
                      std::vector<Column>{Integers{{1, 0}, {0, 1}}, Codes{{0, 1}, {"a", "b"}}});
  others.emplace_back(std::vector{named("x"), named("c")},
                      std::vector<Column>{Numbers{1.0, 0.0}, Codes{{0, 1}, {"a", "c"}}});
  others.emplace_back(std::vector{named("x"), named("c")},
                      std::vector<Column>{Dates{{1, 0}}, Codes{{0, 1}, {"a", "b"}}});
  for (const auto& change : std::vector<std::function<void(ColumnInfo&)>>{
           [](ColumnInfo& info) { info.role = Role::confidential; },
           [](ColumnInfo& info) { info.kind = Kind::ordinal; },
           [](ColumnInfo& info) {
             info.domain = Domain{0.0, 1.0};
           },
           [](ColumnInfo& info) { info.decimals = 2; }, [](ColumnInfo& info) { info.order = {"a"}; },
           [](ColumnInfo& info) {
             info.tree = std::make_shared<const Hierarchy>(std::vector<std::vector<std::string>>{{"a", "*"}});
           }}) {
    ColumnInfo info = table.info(0);
    change(info);
    others.push_back(table);
    others.back().set_info(0, info);
  }
  for (std::size_t i = 0; i < others.size(); ++i) {
    EXPECT_NE(of(table), of(others[i])) << i;
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(of(others[i]), of(others[j])) << i << " " << j;
  }
}

}  // namespace
}  // namespace sfumato
