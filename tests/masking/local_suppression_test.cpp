// Local suppression: its promise is tried by counting every pair of records, under both readings of a missing
// cell, and no suppressed cell could have been kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/rng.hpp"
#include "io/table_file.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "stats/classes/key_classes.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using Key = std::vector<std::int32_t>;
constexpr std::int32_t missing = stats::KeyColumn::missing;

// Codes of a masked table must mean the same as those of the original: labels, not positions.
std::vector<Key> keys_of(const Table& table, const ColumnSet& columns) {
  std::vector<Key> keys(table.rows());
  for (const ColumnId id : columns) {
    std::map<std::string, std::int32_t> number;
    for (std::size_t row = 0; row < keys.size(); ++row) {
      const Column& column = table.column(id);
      keys[row].push_back(
          column.missing(row)
              ? missing
              : number.emplace(column.text(row), static_cast<std::int32_t>(number.size())).first->second);
    }
  }
  return keys;
}

bool agree(const Key& a, const Key& b, bool wildcard) {
  for (std::size_t j = 0; j < a.size(); ++j) {
    if (a[j] != b[j] && !(wildcard && (a[j] == missing || b[j] == missing))) return false;
  }
  return true;
}

std::size_t below(const std::vector<Key>& keys, std::size_t k, bool wildcard) {
  std::size_t result = 0;
  for (const Key& key : keys) {
    const auto same = [&](const Key& other) { return agree(key, other, wildcard); };
    result += static_cast<std::size_t>(std::count_if(keys.begin(), keys.end(), same)) < k ? 1 : 0;
  }
  return result;
}

// Columns of `values` categories, skewed so that some are rare, with a share of cells missing.
Table survey(std::size_t rows, std::size_t columns, std::size_t values, double gaps, std::uint64_t seed) {
  Rng rng({seed, 4});
  std::vector<ColumnInfo> infos(columns);
  std::vector<Column> data;
  for (std::size_t j = 0; j < columns; ++j) {
    infos[j].name = "q" + std::to_string(j);
    infos[j].kind = Kind::nominal;
    Codes codes;
    for (std::size_t v = 0; v < values; ++v) codes.labels.push_back("v" + std::to_string(v));
    for (std::size_t i = 0; i < rows; ++i) {
      const double u = rng.uniform();
      codes.codes.push_back(
          rng.chance(gaps) ? Codes::missing : static_cast<std::int32_t>(u * u * static_cast<double>(values)));
    }
    data.emplace_back(std::move(codes));
  }
  return Table(infos, data);
}

Masked suppress(const Table& table, std::int64_t k, const std::string& reading = "wildcard") {
  return testing::mask(table, "local-suppression", {{"k", k}, {"missing-as", reading}});
}

std::int64_t detail(const Masked& masked, const std::string& name) {
  return masked.details.at(name).as_integer();
}

TEST(LocalSuppression, OneBlankServesTwoRecordsThatDifferInIt) {
  const Table table({{}, {}}, {Integers{{1, 1, 2, 2}, {}}, Integers{{5, 6, 7, 7}, {}}});
  Table named = table;
  for (ColumnId id = 0; id < 2; ++id) {
    ColumnInfo info;
    info.name = id == 0 ? "a" : "b";
    named.set_info(id, info);
  }
  const Masked masked = suppress(named, 2);
  EXPECT_EQ(detail(masked, "suppressed_cells"), 1);
  EXPECT_TRUE(masked.tables[0].column(1).missing(0));
  EXPECT_EQ(masked.details.at("suppressed_by_column").at("b"), Value(1));
  EXPECT_EQ(detail(masked, "below_k_wildcard_before"), 2);
  EXPECT_EQ(detail(masked, "below_k_wildcard"), 0);
  EXPECT_EQ(detail(masked, "below_k_category"), 2);
  const Masked equal = suppress(named, 2, "category");
  EXPECT_EQ(detail(equal, "suppressed_cells"), 2);
  EXPECT_EQ(detail(equal, "below_k_category"), 0);
}

TEST(LocalSuppression, TheSevenKeysOfTestdata) {
  SFUMATO_REQUIRE_REFERENCE(path, "testdata.csv");
  const Table table = io::read_table(path, {}, sfumato::Run()).table;
  const ColumnSet columns =
      testing::columns_named(table, {"urbrur", "roof", "walls", "water", "electcon", "relat", "sex"});
  const Masked masked =
      masking::method("local-suppression").apply(table, columns, {}, sfumato::Run({.seed = 1}));
  // sdcMicro suppresses 293 cells here; 281 records are below 3.
  EXPECT_LE(detail(masked, "suppressed_cells"), 195);
  EXPECT_EQ(detail(masked, "below_k_wildcard_before"), 281);
  const std::vector<Key> keys = keys_of(masked.tables[0], columns);
  EXPECT_EQ(below(keys, 3, true), 0U);
  EXPECT_EQ(static_cast<std::int64_t>(below(keys, 3, false)), detail(masked, "below_k_category"));
}

// The promise, tried on all kinds of tables by counting all pairs.
TEST(LocalSuppression, EveryRecordAgreesWithKUnderTheChosenReading) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Rng rng({seed, 9});
    const std::size_t rows = 5 + rng.below(150), columns = 1 + rng.below(6), values = 1 + rng.below(12);
    const std::int64_t k = 1 + static_cast<std::int64_t>(rng.below(5));
    const Table table = survey(rows, columns, values, seed % 3 == 0 ? 0.15 : 0.0, seed);
    const ColumnSet all = testing::all_columns(table);
    for (const bool wildcard : {true, false}) {
      const Masked masked = suppress(table, k, wildcard ? "wildcard" : "category");
      const std::vector<Key> keys = keys_of(masked.tables[0], all);
      EXPECT_EQ(below(keys, static_cast<std::size_t>(k), wildcard), 0U)
          << seed << " k " << k << " " << wildcard;
      EXPECT_EQ(static_cast<std::int64_t>(below(keys, static_cast<std::size_t>(k), false)),
                detail(masked, "below_k_category"));
      EXPECT_EQ(static_cast<std::int64_t>(below(keys, static_cast<std::size_t>(k), true)),
                detail(masked, "below_k_wildcard"));
    }
  }
}

TEST(LocalSuppression, OnlyBlanksAndCountsThem) {
  const Table table = survey(200, 4, 6, 0.05, 3);
  for (const char* reading : {"wildcard", "category"}) {
    const Masked masked = suppress(table, 4, reading);
    std::int64_t blanks = 0;
    for (ColumnId id = 0; id < table.column_count(); ++id) {
      for (std::size_t row = 0; row < table.rows(); ++row) {
        if (masked.tables[0].column(id).missing(row)) {
          blanks += table.column(id).missing(row) ? 0 : 1;
        } else {
          EXPECT_EQ(masked.tables[0].column(id).text(row), table.column(id).text(row));
        }
      }
    }
    EXPECT_EQ(blanks, detail(masked, "suppressed_cells"));
  }
}

// Records that agree with k to begin with are not touched, and no single cell could have stayed.
TEST(LocalSuppression, SuppressesNoMoreThanNeeded) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Table table = survey(120, 4, 5, seed % 2 == 0 ? 0.1 : 0.0, seed);
    const ColumnSet all = testing::all_columns(table);
    const Table masked = suppress(table, 3).tables[0];
    // Both tables numbered together, so that equal labels have equal codes.
    std::vector<Key> both = keys_of(Table::concatenated(std::vector<Table>{table, masked}), all);
    const std::vector<Key> original(both.begin(), both.begin() + 120);
    std::vector<Key> released(both.begin() + 120, both.end());
    for (std::size_t row = 0; row < 120; ++row) {
      const auto same = [&](const Key& other) { return agree(original[row], other, true); };
      if (std::count_if(original.begin(), original.end(), same) >= 3) {
        EXPECT_EQ(released[row], original[row]) << seed;
      }
      for (std::size_t j = 0; j < 4; ++j) {
        if (released[row][j] == original[row][j]) continue;
        released[row][j] = original[row][j];
        EXPECT_GT(below(released, 3, true), 0U)
            << "cell " << row << ", " << j << " could stay; seed " << seed;
        released[row][j] = missing;
      }
    }
  }
}

TEST(LocalSuppression, ImportantColumnsAreKept) {
  const Table table = survey(300, 3, 6, 0.0, 5);
  Value importance = Value::object();
  importance.set("q0", "20");
  const Masked plain = suppress(table, 3);
  const Masked weighted = testing::mask(table, "local-suppression", {{"k", 3}, {"importance", importance}});
  const auto of = [](const Masked& masked) {
    return masked.details.at("suppressed_by_column").at("q0").as_integer();
  };
  EXPECT_LT(2 * of(weighted), of(plain));
  EXPECT_EQ(detail(weighted, "below_k_wildcard"), 0);
}

TEST(LocalSuppression, SubsetsOfTheKeysAreEachProtected) {
  const Table table = survey(150, 4, 6, 0.0, 8);
  const Masked masked = testing::mask(table, "local-suppression", {{"k", 3}, {"subsets", 2}});
  EXPECT_LT(detail(masked, "suppressed_cells"), detail(suppress(table, 3), "suppressed_cells"));
  for (ColumnId a = 0; a < 4; ++a) {
    for (ColumnId b = a + 1; b < 4; ++b) EXPECT_EQ(below(keys_of(masked.tables[0], {a, b}), 3, true), 0U);
  }
}

TEST(LocalSuppression, EveryStratumHasItsK) {
  const Table table = survey(200, 4, 4, 0.0, 6);
  const masking::Step step{&masking::method("local-suppression"), {}, {0, 1, 2}, ColumnId{3}, false};
  const Masked masked = masking::apply_step(table, step, sfumato::Run({.seed = 1}));
  EXPECT_EQ(detail(masked, "below_k_wildcard"), 0);
  EXPECT_EQ(below(keys_of(masked.tables[0], {0, 1, 2, 3}), 3, true), 0U);
}

TEST(LocalSuppression, HouseholdsAreNotMaskedApart) {
  Table table = survey(90, 3, 5, 0.0, 7);
  Codes shared, household;
  for (std::int32_t i = 0; i < 90; ++i) {
    shared.codes.push_back(i / 3 % 7);
    household.codes.push_back(i / 3);
  }
  for (int i = 0; i < 30; ++i) household.labels.push_back("h" + std::to_string(i));
  shared.labels = {"a", "b", "c", "d", "e", "f", "g"};
  table.replace(1, shared);
  table.replace(2, household);
  ColumnInfo info = table.info(2);
  info.role = Role::household;
  table.set_info(2, info);
  const masking::Step step{&masking::method("local-suppression"), {}, {0, 1}, std::nullopt, false};
  const Masked masked = masking::apply_step(table, step, sfumato::Run({.seed = 1}));
  EXPECT_EQ(below(keys_of(masked.tables[0], {0, 1}), 3, true), 0U);
}

TEST(LocalSuppression, ManyBlocksKeepThePromise) {
  const Table table = survey(40000, 5, 60, 0.0, 11);
  const Masked masked = suppress(table, 2);
  EXPECT_GT(detail(masked, "below_k_wildcard_before"), 33000);
  EXPECT_EQ(detail(masked, "below_k_wildcard"), 0);
  // Of every hundredth record all pairs are counted.
  const std::vector<Key> keys = keys_of(masked.tables[0], testing::all_columns(table));
  for (std::size_t row = 0; row < keys.size(); row += 100) {
    const auto same = [&](const Key& other) { return agree(keys[row], other, true); };
    EXPECT_GE(std::count_if(keys.begin(), keys.end(), same), 2) << row;
  }
}

TEST(LocalSuppression, RefusesWhatItCannotPromise) {
  const Table table = survey(10, 2, 3, 0.0, 1);
  const auto failure = [&](const ParamValues& params) -> std::string {
    try {
      testing::mask(table, "local-suppression", params);
    } catch (const Error& error) {
      return with_values(error.message, DataValues::shown);
    }
    return "accepted";
  };
  EXPECT_EQ(failure({{"k", 11}}), "k = 11 is more than the 10 records");
  EXPECT_EQ(failure({{"subsets", 3}}), "subsets of 3 keys, and there are 2");
  EXPECT_EQ(failure({{"importance", Value::object().set("q0", "-1")}}),
            "the importance of 'q0' is '-1', not a number above 0");
  EXPECT_EQ(failure({{"importance", Value::object().set("q9", "1")}}).substr(0, 9), "no column");
  EXPECT_NE(failure({{"subsets", 1}, {"missing-as", "category"}}), "accepted");
  const Table wide = survey(10, 40, 3, 0.0, 1);
  EXPECT_THROW(testing::mask(wide, "local-suppression", {{"k", 2}, {"subsets", 20}}), Error);
}

}  // namespace
}  // namespace sfumato
