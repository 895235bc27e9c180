#include "tables/formats/jj.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "io/output_file.hpp"
#include "support/complaint.hpp"
#include "support/random_cell_table.hpp"
#include "support/reference_data.hpp"
#include "tables/audit/audit.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::complaint;

std::string written(const CellTable& table) {
  std::string text;
  write_jj(table, [&](std::string_view part) { text += part; });
  return text;
}

// 3 = 1 + 2.
const std::string small =
    "0\n3\n0 3 3 s 0 9 0 0 0\n1 1.0 1 u 0 9 0.50 0.5 1\n2 2 2 m -1 9 0 0 0\n1\n0 3 : 0 (-1) 1 (1) 2 (1)\n";

class JjFiles : public ::testing::TestWithParam<const char*> {};

TEST_P(JjFiles, AreWrittenBackByteForByte) {
  SFUMATO_REQUIRE_REFERENCE(path, std::string("tables/") + GetParam() + ".jj");
  const std::string text = io::read_text_file(path);
  const CellTable table = parse_jj(text, path);
  check_table(table);
  EXPECT_TRUE(written(table) == text);
}

INSTANTIATE_TEST_SUITE_P(Jj, JjFiles,
                         ::testing::Values("HIER13", "TABLE1", "TABLE7", "TABLE8", "TARGUS", "TOYSARAH",
                                           "t2d", "tau_testW_SizeRegion_p15", "vignette3d_freq10"));

// Counted in the files independently.
TEST(Jj, FindsTheCellsAndStatusesOfTheFiles) {
  SFUMATO_REQUIRE_REFERENCE(path, "tables/t2d.jj");
  const CellTable table = parse_jj(io::read_text_file(path), path);
  EXPECT_EQ(table.cells.size(), 2601U);
  EXPECT_EQ(table.relations.count(), 102U);
  EXPECT_EQ(table.relations.terms(0).size(), 51U);
  std::array<std::size_t, 4> counts{};
  for (const Cell& cell : table.cells) ++counts[static_cast<std::size_t>(cell.status)];
  EXPECT_EQ(counts, (std::array<std::size_t, 4>{1779, 125, 325, 372}));
  EXPECT_EQ(table.cells[0].value, Decimal::whole(232624));
  EXPECT_EQ(table.cells[0].upper->text(), "348936.0");
}

TEST(Jj, ReadsEveryField) {
  const CellTable table = parse_jj(small, "small.jj");
  EXPECT_EQ(written(table), small);
  const Cell& cell = table.cells[1];
  EXPECT_EQ(cell.value.text(), "1.0");
  EXPECT_EQ(cell.cost.text(), "1");
  EXPECT_EQ(cell.status, CellStatus::primary);
  EXPECT_EQ(cell.lower->text(), "0");
  EXPECT_EQ(cell.upper->text(), "9");
  EXPECT_EQ(cell.lower_level.text(), "0.50");
  EXPECT_EQ(cell.upper_level.text(), "0.5");
  EXPECT_EQ(cell.sliding_level.text(), "1");
  EXPECT_EQ(table.cells[2].lower->text(), "-1");
  EXPECT_EQ(table.relations.terms(0)[0], (Term{0, -1}));
}

TEST(Jj, AcceptsAnySpacesLineEndsAndOrder) {
  const std::string loose =
      "\xEF\xBB\xBF 0\r\n3 \r\n 2  2 2 m -1 9 0 0 0\r\n0\t3 3 s 0 9 0 0 0 \r\n1 1.0 1 u 0 9 0.50 0.5 "
      "1\r\n1\r\n"
      "0 3: 0(-1) 1 ( 1.0 ) 2 (+1) \r\n\r\n";
  EXPECT_EQ(written(parse_jj(loose, "loose.jj")), small);
  std::string open = small;
  open.pop_back();
  EXPECT_EQ(written(parse_jj(open, "open.jj")), small);
  EXPECT_EQ(written(parse_jj("0\n0\n0\n", "none.jj")), "0\n0\n0\n");
}

TEST(Jj, NamesLineCellAndRelationOfEveryMistake) {
  const auto with = [&](const std::string& old, const std::string& replacement) {
    std::string text = small;
    text.replace(text.find(old), old.size(), replacement);
    return complaint([&] { check_table(parse_jj(text, "t.jj")); });
  };
  EXPECT_EQ(with("0\n3\n", "1\n3\n"), "t.jj, line 1: a JJ file starts with a line 0");
  EXPECT_EQ(with("0\n3\n", "0\nthree\n"),
            "t.jj, line 2: the number of cells is expected here, alone on its line");
  EXPECT_EQ(
      with("0\n3\n", "0\n99999999999999\n"),
      "t.jj, line 2: there should be 99999999999999 cells, but the rest of the file is too short for them");
  EXPECT_EQ(with("2 2 2 m", "1 2 2 m"), "t.jj, line 5: cell 1 is already on line 4");
  EXPECT_EQ(with("2 2 2 m", "3 2 2 m"), "t.jj, line 5: there is no cell 3");
  EXPECT_EQ(with("2 2 2 m", "-2 2 2 m"), "t.jj, line 5: '-2' is not the number of a cell");
  EXPECT_EQ(with("2 2 2 m", "2 2 2 q"), "t.jj, line 5: cell 2 has the status 'q'");
  EXPECT_EQ(with("1 1.0 1", "1 x 1"),
            "t.jj, line 4: the value 'x' of cell 1 is not a number of at most 18 digits");
  EXPECT_EQ(with("1 1.0 1", "1 1e40 1"),
            "t.jj, line 4: the value '1e40' of cell 1 is not a number of at most 18 digits");
  EXPECT_EQ(with("0.50 0.5 1", "0.50 0.5"), "t.jj, line 4: cell 1 has no sliding protection level");
  EXPECT_EQ(with("0.50 0.5 1", "0.50 0.5 1 1"), "t.jj, line 4: cell 1 has more than nine fields");
  EXPECT_EQ(with("0 3 :", "0 4 :"), "t.jj, line 7: relation 1 should have 4 cells, but has 3");
  EXPECT_EQ(with("0 3 :", "0 3 "), "t.jj, line 7: relation 1 has no colon");
  EXPECT_EQ(with("0 3 :", "3 :"), "t.jj, line 7: relation 1 has no number of cells");
  EXPECT_EQ(with("2 (1)", "7 (1)"), "t.jj, line 7: relation 1 has cell 7, which does not exist");
  EXPECT_EQ(with("2 (1)", "1 (1)"), "t.jj, line 7: relation 1 has cell 1 twice");
  EXPECT_EQ(with("2 (1)", "2 (0.5)"),
            "t.jj, line 7: relation 1 has the coefficient '0.5' for cell 2, which is not an integer");
  EXPECT_EQ(with("2 (1)", "2"), "t.jj, line 7: relation 1 has cell 2 without a coefficient in parentheses");
  EXPECT_EQ(with("2 (1)", "2 (1"),
            "t.jj, line 7: relation 1 has cell 2 without a coefficient in parentheses");
  EXPECT_EQ(with("2 (1)\n", "2 (1)\nmore\n"), "t.jj, line 8: there is text after the last relation");
  EXPECT_EQ(with("1\n0 3 : 0 (-1) 1 (1) 2 (1)\n", ""),
            "t.jj ends after line 5, before the number of relations");
  EXPECT_EQ(with("1\n0 3 :", "2\n0 3 :"), "t.jj ends after line 7, before the last of its 2 relations");
  EXPECT_EQ(with("2 2 2 m", "2 2.1 2 m"),
            "the table does not add up: cell 0 = cell 1 + cell 2 is off by '0.1'");
  EXPECT_EQ(with("2 2 2 m -1 9", "2 2 2 m 3 9"), "the value '2' of cell 2 lies below its lower bound '3'");
  EXPECT_EQ(complaint([] { parse_jj(std::string("0\n\0", 3), "t.jj"); }),
            "t.jj has a NUL byte, so it is not text");
}

// Every prefix of a valid file is refused, except without the last line end.
TEST(Jj, RefusesEveryFileThatIsCutOff) {
  for (std::size_t length = 0; length + 1 < small.size(); ++length) {
    EXPECT_NE(complaint([&] { parse_jj(small.substr(0, length), "t.jj"); }), "no error") << length;
  }
}

TEST(Jj, GivesBoundsToCellsThatHaveNone) {
  CellTable table = parse_jj(small, "small.jj");
  table.cells[0].upper = std::nullopt;
  std::string text;
  const std::vector<std::string> notes = write_jj(table, [&](std::string_view part) { text += part; });
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(notes[0],
            "JJ needs bounds, which 1 of 3 cells lack: written as 0 and 4.5 (1.5 times the largest cell)");
  EXPECT_EQ(parse_jj(text, "small.jj").cells[0].upper->text(), "4.5");
  table.cells[0].value = Decimal::whole(-3);
  table.cells[0].lower = std::nullopt;
  text.clear();
  write_jj(table, [&](std::string_view part) { text += part; });
  EXPECT_EQ(parse_jj(text, "small.jj").cells[0].lower->text(), "-4.5");
}

// 2 - 6 is below 0, and 3 + 6 above 1.5 · 3: bounds that cut them off would change the protection of a cell.
TEST(Jj, GivesBoundsThatLeaveRoomForProtectionLevels) {
  CellTable table = parse_jj(small, "small.jj");
  for (Cell& cell : table.cells) cell.upper = std::nullopt;
  table.cells[1].upper_level = Decimal::whole(6);
  std::string text;
  const std::vector<std::string> notes = write_jj(table, [&](std::string_view part) { text += part; });
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_EQ(
      notes[0],
      "JJ needs bounds, which 3 of 3 cells lack: written as 0 and 13.5 (1.5 times the largest cell with "
      "the largest protection level)");
  table.cells[2].lower = std::nullopt;
  table.cells[2].lower_level = Decimal::whole(6);
  const CellTable again = parse_jj(written(table), "small.jj");
  EXPECT_EQ(again.cells[2].lower->text(), "-13.5");
  EXPECT_EQ(again.cells[1].lower->text(), "0");
  EXPECT_EQ(again.cells[1].upper->text(), "13.5");
}

// Tables in two dimensions, so that a deviation of a cell moves every other at most as far.
TEST(Jj, KeepsVerdictsOfTablesWithoutBounds) {
  const sfumato::Run run({.seed = 1, .threads = 1});
  Rng rng({9, 25});
  std::size_t safe = 0;
  std::size_t unsafe = 0;
  for (int trial = 0; trial < 300; ++trial) {
    CellTable table = testing::random_cell_table(
        rng, {.most_dimensions = 2, .hierarchies = false, .linked = false, .negative = trial % 2 == 1});
    const Decimal stretch = Decimal::whole(static_cast<std::int64_t>(rng.below(4)));
    for (Cell& cell : table.cells) {
      cell.lower = trial % 3 == 0 ? std::nullopt : std::optional(Decimal());
      if (cell.value.is_negative()) cell.lower = std::nullopt;
      cell.upper = std::nullopt;
      cell.upper_level = cell.upper_level * stretch;
      if (trial % 3 != 0) cell.lower_level = std::min(cell.lower_level, magnitude(cell.value));
    }
    const CellTable again = parse_jj(written(table), "t.jj");
    const Audit before = audit(table, {.insiders = false}, run);
    const Audit after = audit(again, {.insiders = false}, run);
    ASSERT_EQ(before.cells.size(), after.cells.size());
    for (std::size_t i = 0; i < before.cells.size(); ++i) {
      EXPECT_EQ(before.cells[i].safe, after.cells[i].safe) << "trial " << trial << "\n" << written(table);
      ++(before.cells[i].safe ? safe : unsafe);
    }
  }
  EXPECT_GT(safe, 100U);
  EXPECT_GT(unsafe, 100U);
}

TEST(Jj, RandomTablesAreReadBack) {
  Rng rng({9, 1});
  for (int trial = 0; trial < 200; ++trial) {
    CellTable table = testing::without_names(testing::random_cell_table(rng, {.negative = trial % 2 == 1}));
    const CellTable once = parse_jj(written(table), "random.jj");
    check_table(once);
    for (std::size_t i = 0; i < table.cells.size(); ++i) {
      if (!table.cells[i].lower) table.cells[i].lower = once.cells[i].lower;
      if (!table.cells[i].upper) table.cells[i].upper = once.cells[i].upper;
    }
    table.title.clear();
    EXPECT_EQ(once, table);
    EXPECT_EQ(written(once), written(table));
  }
}

}  // namespace
}  // namespace sfumato::tables
