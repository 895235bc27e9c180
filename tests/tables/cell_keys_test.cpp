// Keys of cells: the fractional part of the sum of record keys, the same for the same records in every table.
#include <gtest/gtest.h>

#include <cmath>

#include "core/hmac.hpp"
#include "core/rng.hpp"
#include "io/toml.hpp"
#include "support/random_cell_table.hpp"
#include "tables/formats/table_json.hpp"
#include "tables/tabulation/record_keys.hpp"
#include "tables/tabulation/specification_file.hpp"
#include "tabulation_records.hpp"

namespace sfumato::tables {
namespace {

constexpr std::uint64_t half = std::uint64_t{1} << 63;

Table keyed_firms(const std::vector<double>& keys) {
  return RecordsBuilder()
      .text("town", {"A", "A", "B", "B", "C"})
      .text("sex", {"m", "f", "m", "m", "f"})
      .numbers("turnover", {10, 20, 5, gap, 7})
      .numbers("key", keys)
      .text("name", {"a1", "a2", "b1", "b2", "c1"})
      .table();
}

Specification counts_by(const std::vector<std::vector<std::string>>& tables) {
  Specification specification;
  specification.tables = tables;
  specification.record_key = "key";
  return specification;
}

std::uint64_t key(const CellTable& table, const Texts& codes, std::uint32_t response = 0) {
  return table.keys[cell_of(table, codes, response)];
}

std::uint64_t tenths(std::uint64_t count) { return key_of_share(static_cast<Wide>(count), 10); }

TEST(CellKeys, AreTheFractionalPartOfTheSum) {
  const CellTable table =
      tabulate(keyed_firms({0.1, 0.9, 0.3, 0.4, 0.5}), counts_by({{"town", "sex"}}), sfumato::Run()).table;
  EXPECT_EQ(key(table, {"A", "m"}), tenths(1));
  EXPECT_EQ(key(table, {"A", "Total"}), 0U);  // 0.1 + 0.9, in decimals
  EXPECT_EQ(key(table, {"B", "m"}), tenths(7));
  EXPECT_EQ(key(table, {"Total", "m"}), tenths(8));
  EXPECT_EQ(key(table, {"Total", "f"}), tenths(4));
  EXPECT_EQ(key(table, {"Total", "Total"}), tenths(2));
  EXPECT_EQ(key(table, {"C", "m"}), 0U);
  EXPECT_EQ(key(table, {"C", "Total"}), half);
  check_table(table);
}

TEST(CellKeys, BelongToTheRecordsOfEachResponse) {
  Specification specification = counts_by({{"town"}});
  specification.sums = {"turnover"};
  specification.counts = true;
  const CellTable table =
      tabulate(keyed_firms({0.1, 0.9, 0.3, 0.4, 0.5}), specification, sfumato::Run()).table;
  EXPECT_EQ(key(table, {"B"}, 0), tenths(3));  // the fourth record has no turnover
  EXPECT_EQ(key(table, {"B"}, 1), tenths(7));
}

TEST(CellKeys, ShareIsExact) {
  EXPECT_EQ(key_of_share(0, 7), 0U);
  EXPECT_EQ(key_of_share(1, 2), half);
  EXPECT_EQ(key_of_share(255, 256), std::uint64_t{255} << 56);
  EXPECT_EQ(key_of_share(1, 3), 0x5555555555555555ULL);
  EXPECT_EQ(key_of_share(2, 3), 0xaaaaaaaaaaaaaaaaULL);
  const Wide range = Wide{1} << 64;
  EXPECT_EQ(key_of_share(range - 1, range), ~std::uint64_t{0});
}

TEST(CellKeys, WholeNumbersHaveTheRangeThatIsGiven) {
  const Table records =
      RecordsBuilder().text("town", {"A", "A", "B"}).integers("key", {200, 100, 255}).table();
  Specification specification = counts_by({{"town"}});
  specification.record_key_range = 256;
  const CellTable table = tabulate(records, specification, sfumato::Run()).table;
  EXPECT_EQ(key(table, {"A"}), std::uint64_t{300 - 256} << 56);
  EXPECT_EQ(key(table, {"B"}), std::uint64_t{255} << 56);
  EXPECT_EQ(key(table, {"Total"}), std::uint64_t{(555 - 512)} << 56);
}

TEST(CellKeys, OfASecretAreItsKeyedHash) {
  Specification specification = counts_by({{"town"}});
  specification.record_key = "name";
  specification.record_key_secret = "swordfish";
  const Tabulated made = tabulate(keyed_firms({0, 0, 0, 0, 0}), specification, sfumato::Run());
  const auto hashed = [](const std::string& name) {
    const std::string digits = hexadecimal(Hmac("swordfish")("record key: " + name), 8);
    return std::stoull(digits, nullptr, 16);
  };
  EXPECT_EQ(key(made.table, {"C"}), hashed("c1"));
  EXPECT_EQ(key(made.table, {"A"}), hashed("a1") + hashed("a2"));
  EXPECT_EQ(notes_of(made), "");
  specification.record_key_secret = "sailfish";
  EXPECT_NE(key(tabulate(keyed_firms({0, 0, 0, 0, 0}), specification, sfumato::Run()).table, {"C"}),
            hashed("c1"));
}

TEST(CellKeys, SameIdentifiersAreNoted) {
  const Table records = RecordsBuilder().text("town", {"A", "A", "B"}).text("key", {"x", "x", "y"}).table();
  Specification specification = counts_by({{"town"}});
  specification.record_key_secret = "s";
  EXPECT_EQ(notes_of(tabulate(records, specification, sfumato::Run())),
            "1 record has the same 'key', and so the same key, as an earlier one\n");
}

// A slow second implementation: every cell reads every record and adds in wrapping 64-bit numbers. Linked
// tables, other tables with the same cell, and more threads all give the same key.
TEST(CellKeys, AreTheSameInEveryTable) {
  Rng rng({10, 1});
  constexpr std::size_t rows = 3000;
  Texts first, second, third, names;
  for (std::size_t row = 0; row < rows; ++row) {
    first.push_back("a" + std::to_string(rng.below(4)));
    second.push_back("b" + std::to_string(rng.below(3)));
    third.push_back("c" + std::to_string(rng.below(5)));
    names.push_back("r" + std::to_string(row));
  }
  const Table records =
      RecordsBuilder().text("a", first).text("b", second).text("c", third).text("name", names).table();
  const auto made = [&](const std::vector<std::vector<std::string>>& tables, int threads) {
    Specification specification = counts_by(tables);
    specification.record_key = "name";
    specification.record_key_secret = "secret";
    return tabulate(records, specification, sfumato::Run({.threads = threads})).table;
  };
  const CellTable cube = made({{"a", "b", "c"}}, 1);
  EXPECT_EQ(made({{"a", "b", "c"}}, 4), cube);
  const CellTable linked = made({{"a", "b"}, {"b", "c"}}, 3);
  const CellTable other = made({{"b", "a"}}, 2);
  const Hmac hash("secret");
  std::vector<std::uint64_t> keys;
  for (const std::string& name : names) {
    std::uint64_t key_here = 0;
    const Digest digest = hash("record key: " + name);
    for (std::size_t byte = 0; byte < 8; ++byte) key_here = key_here * 256 + digest[byte];
    keys.push_back(key_here);
  }
  for (std::size_t cell = 0; cell < cube.cells.size(); ++cell) {
    const auto codes = cube.codes_of(cell);
    const auto text = [&](std::size_t i) { return cube.dimensions[i].codes[codes[i]]; };
    std::uint64_t sum = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      const bool in = (codes[0] == 0 || first[row] == text(0)) && (codes[1] == 0 || second[row] == text(1)) &&
                      (codes[2] == 0 || third[row] == text(2));
      sum += in ? keys[row] : 0;
    }
    ASSERT_EQ(cube.keys[cell], sum) << cell_name(cube, cell);
    if (codes[2] == 0) {
      EXPECT_EQ(key(linked, {text(0), text(1), "Total"}), sum);
      EXPECT_EQ(key(other, {text(1), text(0)}), sum);
    }
  }
}

// The key of a total is the sum of its parts', up to the last bits of keys in decimals.
TEST(CellKeys, AddUpLikeTheCells) {
  Rng rng({10, 2});
  std::vector<double> keys;
  Texts first, second;
  for (int row = 0; row < 500; ++row) {
    keys.push_back(std::floor(rng.uniform() * 1e7) / 1e7);
    first.push_back("a" + std::to_string(rng.below(6)));
    second.push_back("b" + std::to_string(rng.below(6)));
  }
  const Table records = RecordsBuilder().text("a", first).text("b", second).numbers("key", keys).table();
  const CellTable table = tabulate(records, counts_by({{"a", "b"}}), sfumato::Run()).table;
  for (std::size_t relation = 0; relation < table.relations.count(); ++relation) {
    std::uint64_t off = 0;
    for (const Term& term : table.relations.terms(relation)) {
      off += static_cast<std::uint64_t>(term.coefficient) * table.keys[term.cell];
    }
    EXPECT_LE(std::min(off, 0 - off), 8U);
  }
}

TEST(CellKeys, BadKeysAreNamedByTheirRow) {
  const auto said = [](const std::vector<double>& keys) {
    return complaint_of(keyed_firms(keys), counts_by({{"town"}})).message;
  };
  EXPECT_EQ(said({0.1, 0.2, 1, 0.3, 0.4}), "the record key 'key' in row 3 is '1', which is not in [0, 1)");
  EXPECT_EQ(said({0.1, -0.2, 0, 0.3, 0.4}),
            "the record key 'key' in row 2 is '-0.2', which is not in [0, 1)");
  EXPECT_EQ(said({0.1, 0.2, 0.3, gap, 0.4}), "the record key 'key' in row 4 is missing");
  EXPECT_EQ(said({0, 0, 0, 0, 0}), "the record keys 'key' are integers, but their range is not given");
  const Table whole = RecordsBuilder().text("town", {"A", "B"}).integers("key", {7, 256}).table();
  Specification specification = counts_by({{"town"}});
  EXPECT_EQ(complaint_of(whole, specification).message,
            "the record keys 'key' are integers, but their range is not given");
  specification.record_key_range = 256;
  EXPECT_EQ(complaint_of(whole, specification).message,
            "the record key 'key' in row 2 is '256', which is not in [0, 256)");
  specification.record_key_range = 1;
  EXPECT_EQ(complaint_of(whole, specification).message, "the range of the record keys is 1");
  specification.record_key_range = 300;
  EXPECT_EQ(complaint_of(keyed_firms({0.1, 0.2, 0.3, 0.4, 0.5}), specification).message,
            "the record keys 'key' are not integers, but have a range");
  specification.record_key_secret = "s";
  EXPECT_EQ(complaint_of(whole, specification).message, "record keys made with a secret have no range");
  specification.record_key.reset();
  EXPECT_EQ(complaint_of(whole, specification).message,
            "options of record keys are given, but not their column");
  specification = counts_by({{"town"}});
  specification.record_key = "town";
  EXPECT_NE(complaint_of(whole, specification).message, "no error");
}

// Many digits, as programs write random doubles.
TEST(CellKeys, DoublesOfAnyLengthAreTaken) {
  const CellTable table =
      tabulate(keyed_firms({0.12345678901234567, 1e-300, 0.99999999999999989, 5e-18, 0.25}),
               counts_by({{"town"}}), sfumato::Run())
          .table;
  EXPECT_EQ(key(table, {"C"}), half / 2);
  EXPECT_NEAR(std::ldexp(static_cast<double>(key(table, {"A"})), -64), 0.12345678901234567, 1e-15);
}

TEST(CellKeys, ComeFromASpecificationFile) {
  const auto parsed = [](const std::string& text) {
    return parse_specification(io::parse_toml(text + "\n[[table]]\nby = [\"town\"]\n", "t.toml"), "t.toml",
                               {});
  };
  const Specification specification = parsed("record-key = \"k\"\nrecord-key-range = 4294967296");
  EXPECT_EQ(specification.record_key, "k");
  EXPECT_EQ(specification.record_key_range, 4294967296);
  EXPECT_EQ(complaint([&] { parsed("record-key-range = 2"); }).message,
            "t.toml: record-key-range needs record-key");
}

std::string written(const CellTable& table) {
  std::string text;
  write_table_json(table, [&](std::string_view part) { text += part; });
  return text;
}

TEST(CellKeys, AreReadBackFromJson) {
  Rng rng({10, 3});
  for (int trial = 0; trial < 60; ++trial) {
    CellTable table =
        testing::random_cell_table(rng, {.contributors = trial % 3 == 0, .rules = trial % 5 == 0});
    if (trial % 7 == 0) table = testing::without_names(table);
    for (std::size_t cell = 0; cell < table.cells.size(); ++cell) table.keys.push_back(rng.bits());
    const std::string text = written(table);
    EXPECT_EQ(parse_table_json(text, "t.json"), table);
    CellTable others = table;
    others.keys[0] ^= 1;
    EXPECT_NE(others, table);
    others.keys.clear();
    EXPECT_EQ(written(others).find("\"keys\""), std::string::npos);
  }
}

TEST(CellKeys, StayWithTheirCellsWhenJsonHasAnotherOrder) {
  const std::string head =
      R"({"format": "sfumato-table", "version": 1, "title": "t",
      "dimensions": [{"name": "town", "codes": ["Total", "A", "B"], "sums": [["Total", "A", "B"]]}],
      "responses": [{"name": "count", "counts": true}], "views": [{"dimensions": ["town"], "response": "count"}],
      "cells": [["B", 2, 0, "s", 0, null, 0, 0, 0], ["Total", 3, 0, "s", 0, null, 0, 0, 0],
      ["A", 1, 0, "s", 0, null, 0, 0, 0]], "keys": )";
  const CellTable table =
      parse_table_json(head + R"(["000000000000000b", "8000000000000000", "FFFFFFFFFFFFFFFF"]})", "t.json");
  EXPECT_EQ(table.keys, (std::vector<std::uint64_t>{half, ~std::uint64_t{0}, 11}));
  const auto said = [&](const std::string& keys) {
    return complaint([&] { parse_table_json(head + keys + "}", "t.json"); }).message;
  };
  EXPECT_EQ(said(R"(["000000000000000b"])"), "t.json has 3 cells, but keys of 1");
  for (const char* wrong : {R"(["0b"])", R"(["00000000000000-b"])", R"(["000000000000000b1"])", "[12]",
                            R"([""])", R"(["0x00000000000000"])"}) {
    EXPECT_NE(said(wrong), "no error") << wrong;
  }
}

TEST(CellKeys, AreCheckedForTheirNumber) {
  CellTable table = tabulate(firms(), turnover_by_town_and_sex(), sfumato::Run()).table;
  EXPECT_TRUE(table.keys.empty());
  table.keys = {1, 2};
  EXPECT_NE(complaint([&] { check_table(table); }).message.find("but keys of 2"), std::string::npos);
}

}  // namespace
}  // namespace sfumato::tables
