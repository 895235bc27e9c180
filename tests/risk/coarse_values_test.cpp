// Measures of coarse values: by hand, by brute force, by what global recoding must give, and against
// reference values.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <sstream>

#include "core/hierarchy.hpp"
#include "core/rng.hpp"
#include "support/reference_data.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::measure;

Column coded_texts(const std::vector<std::string>& texts) {
  Codes codes;
  std::map<std::string, std::int32_t> known;
  for (const std::string& text : texts) {
    const auto [entry, fresh] = known.emplace(text, static_cast<std::int32_t>(codes.labels.size()));
    if (fresh) codes.labels.push_back(text);
    codes.codes.push_back(entry->second);
  }
  return codes;
}

ColumnInfo coarse_info(const std::string& name, Kind kind) {
  ColumnInfo info;
  info.name = name;
  info.kind = kind;
  return info;
}

// A table, and the same one recoded by hierarchies of two levels, of which the second is coarser.
struct RecodedTable {
  Table original;
  std::vector<Table> masked;         // level 1, level 2
  std::vector<std::size_t> classes;  // of each
};

std::string group_of(const std::string& name, std::uint64_t value, std::uint64_t level, std::uint64_t width) {
  return name + std::to_string(level) + "." + std::to_string(value / (level == 1 ? width : width * 2));
}

RecodedTable recoded_table(Rng& rng) {
  const std::size_t rows = 2 + rng.below(150), columns = 1 + rng.below(4);
  std::vector<ColumnInfo> infos, masked_infos;
  std::vector<Column> original;
  std::vector<std::vector<Column>> masked(2);
  std::vector<std::vector<std::vector<std::string>>> keys(2, std::vector<std::vector<std::string>>(rows));
  for (std::size_t j = 0; j < columns; ++j) {
    const std::string name = "c" + std::to_string(j);
    const std::uint64_t different = 2 + rng.below(20), width = 1 + rng.below(4);
    const bool number = rng.chance(0.5);
    Numbers numbers;
    std::vector<std::string> texts;
    std::vector<std::vector<std::string>> labels(2), tree;
    for (std::uint64_t value = 0; value < different; ++value) {
      tree.push_back(
          {std::to_string(value), group_of(name, value, 1, width), group_of(name, value, 2, width), "*"});
    }
    for (std::size_t i = 0; i < rows; ++i) {
      const std::uint64_t value = i < 2 ? i : rng.below(different);  // it varies
      numbers.push_back(static_cast<double>(value));
      texts.push_back(std::to_string(value));
      for (std::uint64_t level = 1; level <= 2; ++level) {
        labels[level - 1].push_back(group_of(name, value, level, width));
        keys[level - 1][i].push_back(labels[level - 1].back());
      }
    }
    infos.push_back(coarse_info(name, number ? Kind::numeric : Kind::nominal));
    original.push_back(number ? Column(numbers) : coded_texts(texts));
    ColumnInfo coarse = coarse_info(name, Kind::nominal);
    coarse.tree = std::make_shared<const Hierarchy>(tree);
    masked_infos.push_back(coarse);
    for (std::size_t level = 0; level < 2; ++level) masked[level].push_back(coded_texts(labels[level]));
  }
  RecodedTable result{{infos, original}, {}, {}};
  for (std::size_t level = 0; level < 2; ++level) {
    result.masked.emplace_back(masked_infos, masked[level]);
    result.classes.push_back(std::set(keys[level].begin(), keys[level].end()).size());
  }
  return result;
}

TEST(CoarseValues, GlobalRecodingLinksOneRecordOfEachClass) {
  for (std::uint64_t round = 0; round < 150; ++round) {
    Rng rng({round, 5});
    const RecodedTable made = recoded_table(rng);
    std::vector<double> found;
    for (std::size_t level = 0; level < 2; ++level) {
      const double expected =
          100.0 * static_cast<double>(made.classes[level]) / static_cast<double>(made.original.rows());
      for (const char* direction : {"masked-to-original", "original-to-masked"}) {
        const Score score =
            measure(made.original, made.masked[level], "distance-linkage", {{"direction", direction}});
        ASSERT_TRUE(score.value.has_value()) << score.note;
        EXPECT_NEAR(*score.value, expected, 1e-9) << round << " " << direction;
        found.push_back(*score.value);
      }
    }
    // The finer hierarchy does not lower it.
    EXPECT_GE(found[0], found[2] - 1e-9);
    EXPECT_GE(found[1], found[3] - 1e-9);
  }
}

TEST(CoarseValues, SuppressedCellsStayAtTheMiddle) {
  Numbers x, y;
  for (int i = 1; i <= 10; ++i) {
    x.push_back(i);
    y.push_back(i % 2 == 1 ? std::nan("") : i);
  }
  const Score score =
      measure(testing::numbers_table({{"x", x}}), testing::numbers_table({{"x", y}}), "permutation-distance");
  EXPECT_DOUBLE_EQ(score.value.value(), 1.25);
  EXPECT_EQ(score.details.at("records").as_integer(), 10);
}

TEST(CoarseValues, AllSuppressedIsIndependent) {
  const Table original = testing::numbers_table({{"x", {1, 2, 3, 4}}});
  const Table masked({coarse_info("x", Kind::nominal)}, {coded_texts({"*", "*", "*", "*"})});
  EXPECT_EQ(measure(original, masked, "cm1").value.value(), 1.0);
  EXPECT_EQ(measure(original, masked, "cm2").value.value(), 1.0);
  // As far from every record: nothing is compared.
  EXPECT_DOUBLE_EQ(measure(original, masked, "distance-linkage").value.value(), 25.0);
}

TEST(CoarseValues, SuppressedRecordsAreNoDecoys) {
  // Each original is nearest to the record that covers it alone, not to the suppressed one.
  const Table original = testing::numbers_table({{"x", {1, 2, 3}}});
  const Table masked({coarse_info("x", Kind::nominal)}, {coded_texts({"1-2", "1-3", "3"})});
  const Score score = measure(original, masked, "distance-linkage", {{"direction", "original-to-masked"}});
  // 1 → "1-2" (its own); 2 → "1-2" (not its own); 3 → "3" (its own).
  EXPECT_NEAR(score.value.value(), 100.0 * 2.0 / 3.0, 1e-9);
}

TEST(CoarseValues, LabelsAgreeWithWhatTheyCover) {
  const Table original = testing::numbers_table({{"x", {1, 2, 11, 12, 21, 22}}, {"y", {1, 2, 3, 4, 5, 6}}});
  const Table masked({coarse_info("x", Kind::nominal), coarse_info("y", Kind::nominal)},
                     {coded_texts({"1-2", "1-2", "11-12", "11-12", "21-22", "21-22"}),
                      coded_texts({"1", "2", "3", "4", "5", "*"})});
  const Score score =
      measure(original, masked, "probabilistic-linkage", {{"link", "argmax"}, {"known-rates", true}});
  ASSERT_TRUE(score.value.has_value()) << score.note;
  // The first five are found by both columns. The last one agrees in x and is unknown in y: its weight is
  // below that of an agreement and above that of a disagreement, and it is the heaviest for its original.
  EXPECT_DOUBLE_EQ(score.value.value(), 100.0);
  EXPECT_DOUBLE_EQ(score.details.at("m").as_array()[1].as_number(), 1.0 - 1e-6);
}

TEST(CoarseValues, NumbersCountAsMeans) {
  const Table original = testing::numbers_table({{"x", {1, 2, 3, 10}}});
  const Table masked({coarse_info("x", Kind::nominal)}, {coded_texts({"1-3", "1-3", "1-3", "10"})});
  const Table means = testing::numbers_table({{"x", {2, 2, 2, 10}}});
  for (const char* name : {"sse", "information-loss", "information-loss-2", "emd", "propensity"}) {
    const Score score = measure(original, masked, name);
    ASSERT_TRUE(score.value.has_value()) << name << ": " << score.note;
    EXPECT_DOUBLE_EQ(*score.value, measure(original, means, name).value.value()) << name;
    EXPECT_NE(score.note.find("mean"), std::string::npos) << name;
  }
}

// Adult, with age in bands of five years.
struct Adult {
  Table original, masked;
};

std::vector<std::vector<std::string>> split_lines(const std::string& path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    std::vector<std::string>& row = rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ';');) row.push_back(cell);
  }
  return rows;
}

Adult adult_bands(const std::string& data, const std::string& hierarchy) {
  const auto rows = split_lines(data);
  auto tree = std::make_shared<const Hierarchy>(split_lines(hierarchy));
  std::vector<ColumnInfo> infos, masked_infos;
  std::vector<Column> original, masked;
  for (std::size_t j = 0; j < 6; ++j) {
    const bool age = rows.front()[j] == "age";
    std::vector<std::string> texts, labels;
    Numbers numbers;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      texts.push_back(rows[i][j]);
      if (age) numbers.push_back(std::stod(rows[i][j]));
      if (age) labels.push_back(tree->at(rows[i][j], 1));
    }
    infos.push_back(coarse_info(rows.front()[j], age ? Kind::numeric : Kind::nominal));
    masked_infos.push_back(coarse_info(rows.front()[j], Kind::nominal));
    if (age) masked_infos.back().tree = tree;
    original.push_back(age ? Column(numbers) : coded_texts(texts));
    masked.push_back(coded_texts(age ? labels : texts));
  }
  return {{infos, original}, {masked_infos, masked}};
}

TEST(CoarseValues, ReferenceValuesOnAdult) {
  SFUMATO_REQUIRE_REFERENCE(data, "adult/adult.csv");
  SFUMATO_REQUIRE_REFERENCE(hierarchy, "adult/adult_hierarchy_age.csv");
  const Adult adult = adult_bands(data, hierarchy);
  for (const char* direction : {"masked-to-original", "original-to-masked"}) {
    EXPECT_NEAR(
        measure(adult.original, adult.masked, "distance-linkage", {{"direction", direction}}).value.value(),
        14.0773158, 1e-7);
  }
  const ColumnId age = adult.original.require("age");
  const Table before = adult.original.taking_columns({age}), after = adult.masked.taking_columns({age});
  EXPECT_NEAR(measure(before, after, "cm1").value.value(), 0.0121782007, 1e-10);
  EXPECT_NEAR(measure(before, after, "permutation-distance").value.value(), 788.0588, 1e-4);
  EXPECT_NEAR(measure(before, after, "interval-disclosure").value.value(), 78.1662, 1e-4);
}

}  // namespace
}  // namespace sfumato
