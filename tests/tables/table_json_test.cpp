#include "tables/formats/table_json.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <functional>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "io/json.hpp"
#include "support/complaint.hpp"
#include "support/random_cell_table.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::complaint;

std::string written_json(const CellTable& table) {
  std::string text;
  write_table_json(table, [&](std::string_view part) { text += part; });
  return text;
}

CellTable flu() {
  CellTable table;
  table.title = "flu";
  table.dimensions = {make_dimension("town", "Total", {"A", "B"}, {})};
  table.responses = {{.name = "count", .counts = true, .mean_of = ""}};
  table.views = {{{0}, 0}};
  lay_out_cells(table);
  table.cells[0].value = Decimal(300, 2);
  table.cells[1].value = Decimal::whole(1);
  table.cells[2].value = Decimal::whole(2);
  table.cells[1].status = CellStatus::primary;
  return table;
}

const std::string flu_text = R"({
  "format": "sfumato-table",
  "version": 1,
  "title": "flu",
  "dimensions": [
    {"name": "town",
     "codes": ["Total", "A", "B"],
     "sums": [["Total", "A", "B"]]}
  ],
  "responses": [
    {"name": "count", "counts": true}
  ],
  "views": [
    {"dimensions": ["town"], "response": "count"}
  ],
  "rules": [],
  "columns": ["town", "value", "cost", "status", "lower", "upper", "lower_level", "upper_level", "sliding_level"],
  "cells": [
    ["Total", 3.00, 0, "s", 0, null, 0, 0, 0],
    ["A", 1, 0, "u", 0, null, 0, 0, 0],
    ["B", 2, 0, "s", 0, null, 0, 0, 0]
  ]
}
)";

TEST(TableJson, WritesTheDocumentedText) {
  EXPECT_EQ(written_json(flu()), flu_text);
  EXPECT_EQ(parse_table_json(flu_text, "flu.json"), flu());
  EXPECT_EQ(written_json(parse_table_json(flu_text, "flu.json")), flu_text);
}

// The general parser of JSON agrees that it is JSON.
TEST(TableJson, RandomTablesAreReadBack) {
  Rng rng({9, 2});
  for (int trial = 0; trial < 400; ++trial) {
    CellTable table = testing::random_cell_table(
        rng, {.negative = trial % 2 == 1, .contributors = trial % 3 == 0, .rules = trial % 5 == 0});
    if (trial % 7 == 0) table = testing::without_names(table);
    const std::string text = written_json(table);
    const CellTable again = parse_table_json(text, "random.json");
    ASSERT_EQ(again, table) << text;
    EXPECT_EQ(written_json(again), text);
    EXPECT_EQ(text.find("\"relations\"") == std::string::npos, trial % 7 != 0);
    EXPECT_EQ(io::parse_json(text, "random.json").at("cells").as_array().size(), table.cells.size());
    check_table(again);
  }
}

TEST(TableJson, KeepsEveryDigit) {
  CellTable table = flu();
  table.cells[0].value = Decimal(9007199254740993, 0);
  table.cells[1].value = Decimal(9007199254740992, 0);
  table.cells[2].value = Decimal(1'000'000'000'000'000'000, 18);
  const CellTable again = parse_table_json(written_json(table), "t.json");
  EXPECT_EQ(again.cells[0].value.text(), "9007199254740993");
  EXPECT_EQ(again.cells[2].value.text(), "1.000000000000000000");
  check_table(again);
}

TEST(TableJson, WritesOutRelationsThatDoNotFollowFromDimensions) {
  CellTable table = flu();
  table.relations.add(Decimal(15, 1), std::vector<Term>{{1, 3}, {2, -1}});
  EXPECT_NE(
      written_json(table).find("\"relations\": [\n    [0, 0, -1, 1, 1, 2, 1],\n    [1.5, 1, 3, 2, -1]\n  ]"),
      std::string::npos);
  EXPECT_EQ(parse_table_json(written_json(table), "t.json"), table);
}

TEST(TableJson, KeepsTablesThatDoNotAddUp) {
  CellTable table = flu();
  table.cells[0].value = Decimal::whole(7);
  table.relations = {};
  const std::string text = written_json(table);
  EXPECT_NE(text.find("\"additive\": false"), std::string::npos) << text;
  EXPECT_EQ(parse_table_json(text, "flu.json"), table);
  std::string both = text;
  both.replace(both.rfind("\n}"), 2, ",\n  \"relations\": [[0, 0, 1]]\n}");
  EXPECT_NE(complaint([&] { parse_table_json(both, "flu.json"); }).find("relations"), std::string::npos);
}

// Members of an object have no order, nor do the cells of a table with dimensions.
TEST(TableJson, TakesMembersAndCellsInAnyOrder) {
  const std::string text =
      R"({"cells": [["B", 2, 0, "s", 0, null, 0, 0, 0], ["Total", 3.00, 0, "s", 0, null, 0, 0, 0],
          ["\u0041", 1, 0, "u", 0, null, 0, 0, 0]],
          "views": [{"response": "count", "dimensions": ["town"]}],
          "responses": [{"counts": true, "name": "count"}],
          "dimensions": [{"sums": [["Total", "A", "B"]], "codes": ["Total", "A", "B"], "name": "town"}],
          "title": "flu", "version": 1, "format": "sfumato-table"})";
  EXPECT_EQ(parse_table_json(text, "t.json"), flu());
}

TEST(TableJson, SaysWhatIsWrongAndWhere) {
  const auto with = [&](const std::string& old, const std::string& replacement) {
    std::string text = flu_text;
    text.replace(text.find(old), old.size(), replacement);
    return complaint([&] { parse_table_json(text, "t.json"); });
  };
  EXPECT_EQ(with("sfumato-table", "other"), "t.json, line 2, column 20: the format is not 'sfumato-table'");
  EXPECT_EQ(with("\"version\": 1", "\"version\": 2"),
            "t.json, line 3, column 15: the version is 2, which this program does not support");
  EXPECT_EQ(with("\"cells\"", "\"cell\""), "t.json, line 18, column 10: unknown member 'cell'");
  EXPECT_EQ(with("[\"B\", 2", "[\"C\", 2"), "t.json, line 21, column 9: 'C' is not a code of 'town'");
  EXPECT_EQ(with("[\"B\", 2", "[\"A\", 2"), "t.json, cell 2: the cell town=A is a duplicate of cell 1");
  EXPECT_EQ(with(",\n    [\"B\", 2, 0, \"s\", 0, null, 0, 0, 0]", ""),
            "t.json has 2 cells, too few for every combination of its codes");
  EXPECT_EQ(with("[\"B\", 2,", "[\"B\", \"2\","), "t.json, line 21, column 11: a number is expected here");
  EXPECT_EQ(with("[\"B\", 2,", "[\"B\", 02,"), "t.json, line 21, column 11: a number is expected here");
  EXPECT_EQ(with("[\"B\", 2,", "[\"B\", 1e99,"),
            "t.json, line 21, column 15: the number '1e99' has more than 18 digits");
  EXPECT_EQ(with("\"s\", 0, null, 0, 0, 0]\n", "\"s\", 0, null, 0, 0]\n"),
            "t.json, line 21, column 36: cell 2 has no sliding protection level");
  EXPECT_EQ(with("\"s\", 0, null, 0, 0, 0]\n", "\"x\", 0, null, 0, 0, 0]\n"),
            "t.json, line 21, column 20: 'x' is not a status");
  EXPECT_EQ(with("[[\"Total\", \"A\", \"B\"]]", "[[\"Total\", \"A\"]]"),
            "the code 'B' of 'town' is not part of any sum");
  EXPECT_EQ(with("[[\"Total\", \"A\", \"B\"]]", "[[\"Total\", \"A\", \"D\"]]"),
            "t.json, line 8, column 36: 'D' is not a code of 'town'");
  EXPECT_EQ(with("{\"dimensions\": [\"town\"]", "{\"dimensions\": [\"tow\"]"),
            "t.json, line 14, column 26: 'tow' is not a dimension");
  EXPECT_EQ(with("\"title\": \"flu\",", "\"title\": \"flu\", \"title\": \"flu\","),
            "t.json, line 4, column 27: the member 'title' occurs twice");
  EXPECT_EQ(with("\n}\n", "\n}\n]"),
            "t.json, line 24, column 1: there is text after the end of the document");
}

// A table with its own relations must still have the sums of its codes.
TEST(TableJson, RefusesRelationsThatLackTheSumsOfItsCodes) {
  const auto with = [](const std::string& cells, const std::string& relations) {
    std::string text = flu_text;
    text.resize(text.find("  \"cells\""));
    text += "\"cells\": [[\"Total\", 3, 0, \"s\", 0, null, 0, 0, 0], [\"A\", 1, 0, \"u\", 0, null, 0, 0, 0]" +
            cells + "], \"relations\": [" + relations + "]}";
    return complaint([&] { check_table(parse_table_json(text, "t.json")); });
  };
  const std::string two = ", [\"B\", 2, 0, \"s\", 0, null, 0, 0, 0]";
  EXPECT_EQ(with(two, "[0, 0, -1, 1, 1, 2, 1]"), "no error");
  EXPECT_EQ(with(two, "[0, 2, -1, 0, 1, 1, -1]"), "no error");
  EXPECT_EQ(with(two, "[3, 0, 1], [0, 2, -1, 0, 1, 1, -1]"), "no error");
  const std::string lacks =
      "t.json: the relations lack town=Total = town A + B, which follows from the codes";
  EXPECT_EQ(with(two, ""), lacks);
  EXPECT_EQ(with(two, "[3, 1, 1, 2, 1]"), lacks);
  EXPECT_EQ(with(two, "[0, 0, -2, 1, 2, 2, 2]"), "no error");
  EXPECT_EQ(with(two, "[0, 0, -1, 1, 3, 2, 0]"), lacks);
  EXPECT_EQ(with(", [\"B\", 99, 0, \"s\", 0, null, 0, 0, 0]", ""), lacks);
  EXPECT_EQ(with(", [\"A\", 2, 0, \"s\", 0, null, 0, 0, 0]", "[0, 0, -1, 1, 1, 2, 1]"),
            "t.json, cell 2: the cell town=A is a duplicate of cell 1");
  EXPECT_EQ(with("", "[3, 0, 1]"), "no error");
}

TEST(TableJson, ReadsLinkedTablesWithRelationsOfTheirOwn) {
  Rng rng({9, 22});
  for (int trial = 0; trial < 100; ++trial) {
    CellTable table = testing::random_cell_table(rng);
    const Decimal first = table.cells[0].value;
    table.relations.add(first, std::vector<Term>{{0, 1}});
    EXPECT_EQ(parse_table_json(written_json(table), "t.json"), table);
    CellTable lacking = table;
    lacking.relations = {};
    for (std::size_t i = 1; i < table.relations.count(); ++i) {
      lacking.relations.add(table.relations.right(i), table.relations.terms(i));
    }
    EXPECT_NE(complaint([&] { parse_table_json(written_json(lacking), "t.json"); }), "no error");
  }
}

TEST(TableJson, RefusesRelationsOfUnknownCells) {
  const auto with = [](const std::string& relation) {
    return complaint([&] {
      parse_table_json(R"({"format": "sfumato-table", "version": 1, "cells": [[1, 1, "s", 0, null, 0, 0, 0]],
"relations": [)" + relation +
                           "]}",
                       "t.json");
    });
  };
  EXPECT_EQ(with("[1, 0, 1]"), "no error");
  EXPECT_EQ(with("[1, 1, 1]"), "t.json, line 2, column 20: relation 1 has cell 1, which does not exist");
  EXPECT_EQ(with("[1, 0, 1, 0, 1]"), "t.json, line 2, column 26: relation 1 has cell 0 twice");
  EXPECT_EQ(with("[1, 0]"), "t.json, line 2, column 21: relation 1 has a cell without a coefficient");
  EXPECT_EQ(with("[1, 0, 0.5]"), "t.json, line 2, column 25: an integer is expected here");
  EXPECT_EQ(with("[1]"), "t.json, line 2, column 18: relation 1 has no cells");
}

// A small file must not require the memory of a large one.
TEST(TableJson, RefusesDimensionsThatItsCellsCannotFill) {
  std::string codes = "\"Total\"";
  for (int i = 0; i < 900; ++i) codes += ", \"c" + std::to_string(i) + "\"";
  std::string dimensions, names;
  for (int i = 0; i < 6; ++i) {
    const std::string name = "\"d" + std::to_string(i) + "\"";
    dimensions += (i ? ", {\"name\": " : "{\"name\": ") + name + ", \"codes\": [" + codes +
                  "], \"sums\": [[" + codes + "]]}";
    names += (i ? ", " : "") + name;
  }
  EXPECT_EQ(complaint([&] {
              parse_table_json("{\"format\": \"sfumato-table\", \"version\": 1, \"dimensions\": [" +
                                   dimensions +
                                   "], \"responses\": [{\"name\": \"n\"}], \"views\": [{\"dimensions\": [" +
                                   names + "], \"response\": \"n\"}], \"cells\": []}",
                               "t.json");
            }),
            "t.json has 0 cells, too few for every combination of its codes");
}

TEST(TableJson, RefusesChainsOfSumsAndUnknownRules) {
  std::string codes = "\"c0\"";
  std::string sums;
  for (int i = 1; i <= 300; ++i) {
    codes += ", \"c" + std::to_string(i) + "\"";
    sums += (i > 1 ? ", [\"c" : "[\"c") + std::to_string(i - 1) + "\", \"c" + std::to_string(i) + "\"]";
  }
  EXPECT_EQ(complaint([&] {
              parse_table_json(
                  "{\"format\": \"sfumato-table\", \"version\": 1, \"dimensions\": [{\"name\": "
                  "\"d\", \"codes\": [" +
                      codes + "], \"sums\": [" + sums + "]}], \"cells\": []}",
                  "t.json");
            }),
            "the dimension 'd' has more than 100 levels of sums");
  EXPECT_EQ(complaint([&] {
              parse_table_json(
                  R"({"format": "sfumato-table", "version": 1, "rules": ["zero"], "relations": [],
"cells": [[1, 1, "s", 0, null, 0, 0, 0, [0, 1]]]})",
                  "t.json");
            }),
            "t.json, line 2, column 46: there is no rule 1");
  EXPECT_EQ(
      complaint([&] {
        parse_table_json(
            R"({"format": "sfumato-table", "version": 1, "rules": ["junk"], "relations": [], "cells": []})",
            "t.json");
      }),
      "t.json, line 1, column 59: there is no rule 'junk'");
}

TEST(TableJson, SaysWhatToDoAboutEveryMistake) {
  const std::string nested = "{\"title\": " + std::string(100, '[');
  for (const std::string& text : {std::string(), std::string(" \n"), std::string("[]"), nested,
                                  std::string(R"({"format": "sfumato-table", "version": 1, "dimensions": [
{"name": "d", "codes": [], "sums": []}], "cells": []})")}) {
    try {
      parse_table_json(text, "t.json");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_FALSE(error.hint.empty()) << error.message;
    }
  }
  EXPECT_EQ(complaint([] { parse_table_json("", "t.json"); }), "t.json is empty");
}

TEST(TableJson, RefusesSumsWithoutEndAndLeavesThatDouble) {
  const auto with = [](const std::string& codes, const std::string& sums) {
    return complaint([&] {
      parse_table_json(
          R"({"format": "sfumato-table", "version": 1, "dimensions": [{"name": "d", "codes": [)" + codes +
              R"(], "sums": [)" + sums + "]}], \"cells\": []}",
          "t.json");
    });
  };
  std::string again = R"(["T", "x"])";
  for (int i = 0; i < 64; ++i) again += R"(, ["T", "x"])";
  EXPECT_EQ(with(R"("T", "x")", again), "the code 'T' of 'd' is more than 64 sums");
  std::string codes = R"("T", "x0", "y0")";
  std::string sums = R"(["T", "x0", "y0"])";
  for (int level = 1; level < 60; ++level) {
    const std::string below = std::to_string(level);
    codes += ", \"x" + below + "\", \"y" + below + "\"";
    for (const char* letter : {"x", "y"}) {
      sums += std::string(", [\"") + letter + std::to_string(level - 1) + "\", \"x" + below + "\", \"y" +
              below + "\"]";
    }
  }
  EXPECT_EQ(with(codes, sums), "in 'd' the code 'x57' has 'y59' twice below it");
}

// Processor time to write and read a table of two dimensions with this many codes each and a total.
double time_for_codes(int count) {
  CellTable table;
  std::vector<std::string> codes;
  for (int i = 0; i < count; ++i) codes.push_back("code" + std::to_string(i));
  table.dimensions = {make_dimension("a", "Total", codes, {}), make_dimension("b", "Total", codes, {})};
  table.responses = {{.name = "v", .counts = false, .mean_of = ""}};
  table.views = {{{0, 1}, 0}};
  lay_out_cells(table);
  const std::clock_t start = std::clock();
  const std::string text = written_json(table);
  EXPECT_EQ(parse_table_json(text, "t.json"), table);
  return static_cast<double>(std::clock() - start);
}

// 16 times as many cells take some 16 times as long; 256 times, if time grew quadratically. Other work on the
// machine may lengthen either, but not in every try.
TEST(TableJson, ReadsManyCellsInTimeThatGrowsWithThem) {
  double least = 1000;
  for (int tries = 0; tries < 10 && least >= 64; ++tries) {
    const double few = time_for_codes(74);
    least = std::min(least, time_for_codes(299) / few);
  }
  EXPECT_LT(least, 64);
}

}  // namespace
}  // namespace sfumato::tables
