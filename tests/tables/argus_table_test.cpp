#include "tables/formats/argus_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "core/error.hpp"
#include "support/complaint.hpp"
#include "support/temporary_folder.hpp"
#include "tables/formats/argus_rows.hpp"

namespace sfumato::tables {
namespace {

using sfumato::testing::TemporaryFolder;

using sfumato::testing::complaint;

// Two towns by two sizes; the size 99 means missing.
const std::string plain_metadata =
    "<SEPARATOR> \";\"\nTown\n<RECODEABLE>\nSize \"99\"\n<RECODEABLE>\n<TOTCODE> \"All\"\nSum\n<NUMERIC>\n"
    "N\n<FREQUENCY>\nStatus\n<STATUS>\nTop1\n<MAXSCORE>\nTop2\n<MAXSCORE>\nL\n<NUMERIC> <LOWERPL>\n"
    "U\n<NUMERIC> <UPPERPL>\n";
const std::string plain_rows =
    "\"Total\";All;10,50;5;S;5;3;0,01;0,01\n"
    ";\" 1\";7,5;3;S;5;2;0,01;0,01\n"
    "Total;99;3;2;s;3;0;0,01;0,01\n"
    "A;All;5;1;U;5;0;0,75;1\n"
    "A; 1;5;1;u;5;0;0,75;1\n"
    "A;99;0;0;E;0;0;0;0\n"
    "B;All;5,5;4;P;3;2;0,01;0,01\n"
    "B; 1;2,5;2;M;2;0,5;0,01;0,01\n"
    "B;99;3;2;S;3;0;0,01;0,01\n";

CellTable parse(const std::string& rows, const std::string& metadata = plain_metadata) {
  return parse_argus_table(rows, "t.tab", parse_argus_metadata(metadata, "t.rda", ArgusUse::table),
                           sfumato::Run({.threads = 1}));
}
std::string table_refusal(const std::string& rows, const std::string& metadata = plain_metadata) {
  return complaint([&] { parse(rows, metadata); });
}
std::string without(std::string text, const std::string& part) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.erase(at, part.size());
}
std::string with(std::string text, const std::string& part, const std::string& other) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.replace(at, part.size(), other);
}

const Cell& cell_named(const CellTable& table, const std::string& name) {
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    if (cell_name(table, cell) == name) return table.cells[cell];
  }
  throw std::runtime_error("no cell " + name);
}
const Contributors& contributors_named(const CellTable& table, const std::string& name) {
  return table.contributors[static_cast<std::size_t>(&cell_named(table, name) - table.cells.data())];
}

TEST(ArgusTable, ReadsCellsWithAllTheirFields) {
  const CellTable table = parse(plain_rows);
  EXPECT_EQ(table.dimensions[0].codes, (std::vector<std::string>{"Total", "A", "B"}));
  EXPECT_EQ(table.dimensions[1].codes, (std::vector<std::string>{"All", "1", "99"}));
  EXPECT_EQ(table.responses, (std::vector<Response>{{.name = "Sum", .counts = false, .mean_of = ""}}));
  EXPECT_EQ(table.kept_contributions, 2U);
  const Cell& primary = cell_named(table, "Town=A, Size=1");
  EXPECT_EQ(primary.value, Decimal::whole(5));
  EXPECT_EQ(primary.cost, Decimal::whole(5));
  EXPECT_EQ(primary.status, CellStatus::primary);
  EXPECT_EQ(primary.lower_level, Decimal(75, 2));
  EXPECT_EQ(primary.upper_level, Decimal::whole(1));
  EXPECT_EQ(cell_named(table, "Town=A, Size=99").status, CellStatus::kept);
  EXPECT_EQ(cell_named(table, "Town=B, Size=All").status, CellStatus::kept);
  EXPECT_EQ(cell_named(table, "Town=B, Size=1").status, CellStatus::secondary);
  // The level of one unit for cells that need none.
  EXPECT_TRUE(cell_named(table, "Town=Total, Size=All").lower_level.is_zero());
  EXPECT_EQ(contributors_named(table, "Town=B, Size=1").largest,
            (std::vector<Contribution>{{.amount = Decimal::whole(2)}, {.amount = Decimal(5, 1)}}));
  // A frequency of two with a second contribution of 0.
  EXPECT_EQ(contributors_named(table, "Town=B, Size=99").largest.size(), 2U);
  EXPECT_EQ(contributors_named(table, "Town=A, Size=1").largest.size(), 1U);
  EXPECT_EQ(contributors_named(table, "Town=A, Size=1").frequency, 1);
  EXPECT_EQ(contributors_named(table, "Town=A, Size=1").total, Decimal::whole(5));
  EXPECT_TRUE(contributors_named(table, "Town=A, Size=99").largest.empty());
}

TEST(ArgusTable, TreatsMissingCellsAsEmptyAndRequiresMargins) {
  EXPECT_EQ(parse(without(plain_rows, "A;99;0;0;E;0;0;0;0\n")).cells.size(), 9U);
  EXPECT_EQ(
      table_refusal(without(plain_rows, "A;All;5;1;U;5;0;0,75;1\n")),
      "t.tab: the margin Town=A, Size=All is missing, though Town=A, Size=All = Size 1 + 99 is not empty");
  EXPECT_EQ(
      table_refusal(without(plain_rows, "\"Total\";All;10,50;5;S;5;3;0,01;0,01\n")),
      "t.tab: the margin Town=Total, Size=All is missing, though Town=Total, Size=All = Town A + B is not "
      "empty");
  EXPECT_EQ(table_refusal(with(plain_rows, "B; 1;2,5", "B; 1;2,4")),
            "the table does not add up: Town=Total, Size=1 = Town A + B is off by '-0.1'; "
            "Town=B, Size=All = Size 1 + 99 is off by '-0.1'");
}

TEST(ArgusTable, ReadsCountsWithoutAResponse) {
  const CellTable table =
      parse("Total,3\nA,1\nB,2\n", "<SEPARATOR> ,\nTown\n<RECODEABLE>\nPeople\n<FREQUENCY>\n");
  EXPECT_EQ(table.responses, (std::vector<Response>{{.name = "People", .counts = true, .mean_of = ""}}));
  EXPECT_EQ(cell_named(table, "Town=B").value, Decimal::whole(2));
  EXPECT_EQ(contributors_named(table, "Town=B").frequency, 2);
}

TEST(ArgusTable, ReadsNegativeValuesWithoutABound) {
  const CellTable table = parse("Total;1\nA;-1\nB;2\n", "Town\n<RECODEABLE>\nV\n<NUMERIC>\n");
  EXPECT_FALSE(table.cells[0].lower);
  EXPECT_EQ(cell_named(table, "Town=A").cost, Decimal::whole(1));
}

TEST(ArgusTable, PutsMissingCodesBelowTheTotalOfAHierarchy) {
  const TemporaryFolder folder;
  folder.write("r.hrc", "N\n@1\n@2\nS\n");
  const std::string metadata = folder.write("t.rda",
                                            "R 99\n<RECODEABLE>\n<HIERARCHICAL>\n<HIERCODELIST> "
                                            "r.hrc\n<HIERLEADSTRING> @\n<CODELIST> r.cdl\nV\n<NUMERIC>\n");
  folder.write("r.cdl", "N,North\n 1,one\n");
  const auto read = [&](const std::string& rows) {
    return read_argus_table(folder.write("t.tab", rows), metadata, sfumato::Run());
  };
  const CellTable table = read("Total;6\nN;3\n1;1\n2;2\nS;1\n99;2\n");
  EXPECT_EQ(table.dimensions[0].codes, (std::vector<std::string>{"Total", "N", "1", "2", "S", "99"}));
  EXPECT_EQ(table.dimensions[0].labels, (std::vector<std::string>{"", "North", "one", "", "", ""}));
  EXPECT_EQ(table.relations.count(), 2U);
  EXPECT_EQ(complaint([&] { read("Total;6\nN;3\n1;1\n2;2\nS;1\n98;2\n"); }),
            folder.file("t.tab") + ", line 6: the code '98' of 'R' is not in " + folder.file("r.hrc"));
  EXPECT_EQ(complaint([&] { read("Total;3\n1;1\n2;2\n"); }),
            folder.file("t.tab") + ": the margin R=N is missing, though R=N = R 1 + 2 is not empty");
}

TEST(ArgusTable, CompletesLevelsThatHaveASingleCodeBelow) {
  const CellTable table = parse("Total;6;A\n1;1;U\n21;2;S\n22;3;V\n2;5;D\n",
                                "R\n<RECODEABLE>\n<HIERLEVELS> 1 1\nV\n<NUMERIC>\nF\n<STATUS>\n");
  EXPECT_EQ(table.dimensions[0].codes, (std::vector<std::string>{"Total", "1", "2", "21", "22"}));
  EXPECT_EQ(table.cells[0].status, CellStatus::primary);
  EXPECT_EQ(table.cells[2].status, CellStatus::secondary);
  const CellTable chain =
      parse("Total;3\n111;1\n211;2\n", "R\n<RECODEABLE>\n<HIERLEVELS> 1 1 1\nV\n<NUMERIC>\n");
  EXPECT_EQ(chain.cells.size(), 7U);
  EXPECT_EQ(cell_named(chain, "R=2").value, Decimal::whole(2));
}

TEST(ArgusTable, ReadsTauArgusStatuses) {
  ArgusMetadata metadata;
  const auto letters = [&](const std::vector<std::string>& texts) {
    std::string read;
    for (const std::string& text : texts) {
      const std::optional<CellStatus> status = argus_status(text, metadata);
      read += status ? status_letter(*status) : '?';
    }
    return read;
  };
  EXPECT_EQ(letters({"S", "s", "U", "M", "P", "Z", "E", "X", "V", "A", "B", "D", "", "Q"}), "ssumzzzusuum??");
  EXPECT_EQ(letters({"1", "2", "3", "9", "10", "11", "12", "13", "14", "15"}), "ssuuzmmsz?");
  metadata.safe = "A";
  metadata.unsafe = "confidential";
  EXPECT_EQ(letters({"a", "Confidential", "u", "P"}), "suuz");
}

TEST(ArgusTable, SaysWhatIsBrokenAndWhere) {
  EXPECT_EQ(table_refusal(""), "t.tab has no cells");
  EXPECT_EQ(table_refusal(plain_rows + "A;1;5\n"), "t.tab, line 10: 3 fields, but t.rda describes 9");
  EXPECT_EQ(table_refusal(plain_rows + "A; 1;5;1;u;5;0;0,75;1\n"),
            "t.tab, line 10: Town=A, Size=1 is already on line 5");
  EXPECT_EQ(table_refusal(with(plain_rows, "7,5", "x")),
            "t.tab, line 2: column 3 ('Sum'): 'x' is not a number");
  EXPECT_EQ(table_refusal(with(plain_rows, "7,5;3", "7,5;2,5")),
            "t.tab, line 2: column 4 ('N'): the frequency '2.5' is not a number of respondents");
  EXPECT_EQ(table_refusal(with(plain_rows, "7,5;3;S", "7,5;3;?")),
            "t.tab, line 2: column 5 ('Status'): '?' is not a known status");
  EXPECT_EQ(table_refusal(with(plain_rows, "0,75;1", "-1;1")),
            "t.tab, line 4: column 8 ('L'): the protection level '-1' is negative");
  EXPECT_EQ(table_refusal(with(plain_rows, "A; 1;5;1;u;5;0", "A; 1;5;1;u;5;1")),
            "t.tab, line 5: 2 largest contributions, but a frequency of 1");
  EXPECT_EQ(table_refusal(with(plain_rows, "3;S;5;2", "3;S;2;5")),
            "t.tab, line 2: the largest contributions are not in descending order");
  EXPECT_EQ(table_refusal("\"a;1\n"), "t.tab, line 1: a quoted field is not closed");
  EXPECT_EQ(table_refusal("a\n", "V\n<NUMERIC>\n"), "t.rda describes no dimension");
  EXPECT_EQ(table_refusal("a\n", "A\n<RECODEABLE>\n"), "t.rda describes no column with the cells' values");
  EXPECT_EQ(table_refusal("a\n", "A\n<RECODEABLE>\nV\n<NUMERIC>\nW\n<NUMERIC>\n"),
            "t.rda, line 5: 'W' is a second response beside 'V'");
  // Codes whose combinations would fill the memory.
  std::string rows;
  for (int i = 0; i < 300; ++i) {
    const std::string code = "c" + std::to_string(i);
    rows += code + ";" + code + ";" + code + ";1\n";
  }
  EXPECT_EQ(table_refusal(rows, "A\n<RECODEABLE>\nB\n<RECODEABLE>\nC\n<RECODEABLE>\nV\n<NUMERIC>\n"),
            "t.tab has 300 rows for a table of 27270901 cells");
}

// A random tree of codes below the total, or a flat list.
Dimension random_dimension(const std::string& name, Rng& rng) {
  CodeTree tree{{}, name};
  std::vector<std::string> leaves;
  const std::size_t count = 2 + rng.below(8);
  for (std::size_t i = 0; i < count; ++i) {
    const bool below = i > 0 && rng.chance(0.6);
    tree.nodes.push_back({name + std::to_string(i) + (rng.chance(0.3) ? " @;x" : ""),
                          below ? std::optional(rng.below(i)) : std::nullopt});
  }
  if (rng.chance(0.3)) {
    for (const TreeNode& node : tree.nodes) leaves.push_back(node.code);
    return make_dimension(name, "Total", leaves, {});
  }
  Dimension dimension = make_dimension(name, "all of " + name, {}, {tree});
  for (std::size_t i = 0; i < dimension.codes.size(); ++i) {
    dimension.labels.push_back(i % 2 ? "label, " + std::to_string(i) : "");
  }
  return dimension;
}

// Contributions to inner cells, summed by brute force over the leaves below each cell's codes.
CellTable random_table(Rng& rng, bool contributors) {
  CellTable table;
  const std::size_t width = 1 + rng.below(3);
  View view;
  std::vector<std::vector<std::vector<std::size_t>>> below;
  for (std::size_t i = 0; i < width; ++i) {
    table.dimensions.push_back(random_dimension(std::string(1, static_cast<char>('a' + i)), rng));
    below.push_back(leaves_below(table.dimensions.back()));
    view.dimensions.push_back(i);
  }
  table.responses = {{.name = "turn over", .counts = false, .mean_of = ""}};
  table.views = {view};
  lay_out_cells(table);
  const bool negative = rng.chance(0.3);
  std::map<std::vector<std::size_t>, std::vector<Decimal>> given;
  for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
    const auto codes = table.codes_of(cell);
    const std::vector<std::size_t> key(codes.begin(), codes.end() - 1);
    bool inner = true;
    for (std::size_t i = 0; i < width; ++i) inner = inner && !table.dimensions[i].is_sum(key[i]);
    for (std::size_t n = inner ? rng.below(4) : 0; n > 0; --n) {
      const std::int64_t units = static_cast<std::int64_t>(rng.below(100'000));
      given[key].emplace_back(negative && rng.chance(0.5) ? -units : units, 2);
    }
  }
  if (contributors) table.contributors.resize(table.cells.size());
  table.kept_contributions = contributors ? 3 : 0;
  for (std::size_t position = 0; position < table.cells.size(); ++position) {
    const auto codes = table.codes_of(position);
    std::vector<Decimal> amounts;
    for (const auto& [key, parts] : given) {
      bool inside = true;
      for (std::size_t i = 0; i < width; ++i) {
        const auto& leaves = below[i][codes[i]];
        inside = inside && std::find(leaves.begin(), leaves.end(), key[i]) != leaves.end();
      }
      if (inside) amounts.insert(amounts.end(), parts.begin(), parts.end());
    }
    std::stable_sort(amounts.begin(), amounts.end(), [](const Decimal& left, const Decimal& right) {
      return magnitude(left) > magnitude(right);
    });
    Cell& cell = table.cells[position];
    Decimal sizes;
    for (const Decimal& amount : amounts) {
      cell.value = cell.value + amount;
      sizes = sizes + magnitude(amount);
    }
    cell.cost = Decimal(static_cast<std::int64_t>(rng.below(1000)), 1);
    cell.status = static_cast<CellStatus>(rng.below(4));
    if (cell.status == CellStatus::primary) {
      cell.lower_level = Decimal(static_cast<std::int64_t>(rng.below(1000)), 2);
      cell.upper_level = Decimal(static_cast<std::int64_t>(rng.below(1000)), 2);
    }
    if (!contributors) continue;
    Contributors& who = table.contributors[position];
    who.frequency = who.holdings = static_cast<std::int64_t>(amounts.size());
    who.weighted_frequency = Decimal::whole(who.frequency);
    who.total = sizes;
    amounts.resize(std::min<std::size_t>(amounts.size(), 3));
    for (const Decimal& amount : amounts) who.largest.push_back({.amount = amount});
  }
  const bool below_zero = std::any_of(table.cells.begin(), table.cells.end(),
                                      [](const Cell& cell) { return cell.value.is_negative(); });
  for (Cell& cell : table.cells) {
    if (below_zero) cell.lower = std::nullopt;
  }
  return table;
}

TEST(ArgusTable, IsReadBackAsWritten) {
  Rng rng = sfumato::Run({.seed = 5}).rng("tables");
  for (int i = 0; i < 60; ++i) {
    const TemporaryFolder folder;
    const CellTable table = random_table(rng, rng.chance(0.7));
    check_table(table);
    const std::vector<std::string> notes = write_argus_table(table, folder.file("out.tab"));
    EXPECT_TRUE(notes.empty()) << notes.front();
    const CellTable back = read_argus_table(folder.file("out.tab"), folder.file("out.rda"), sfumato::Run());
    ASSERT_EQ(back.cells.size(), table.cells.size());
    std::map<std::string, std::size_t> positions;
    for (std::size_t cell = 0; cell < back.cells.size(); ++cell) positions[cell_name(back, cell)] = cell;
    for (std::size_t cell = 0; cell < table.cells.size(); ++cell) {
      const std::size_t other = positions.at(cell_name(table, cell));
      EXPECT_TRUE(back.cells[other] == table.cells[cell]) << cell_name(table, cell);
      if (table.contributors.empty()) continue;
      EXPECT_TRUE(back.contributors[other] == table.contributors[cell]) << cell_name(table, cell);
    }
    EXPECT_EQ(back.relations.count(), table.relations.count());
    for (std::size_t d = 0; d < table.dimensions.size(); ++d) {
      const Dimension& here = table.dimensions[d];
      const Dimension& there = back.dimensions[d];
      EXPECT_EQ(here.sums.size(), there.sums.size());
      for (std::size_t code = 0; code < here.labels.size(); ++code) {
        const std::string label = there.labels.empty() ? "" : there.labels[*there.find(here.codes[code])];
        EXPECT_EQ(label, here.labels[code]);
      }
    }
  }
}

CellTable small_argus_table() { return parse(plain_rows); }

TEST(ArgusTable, WritesCountsAsFrequencies) {
  const TemporaryFolder folder;
  const CellTable table = parse("Total;3\nA;1\nB;2\n", "Town\n<RECODEABLE>\nPeople\n<FREQUENCY>\n");
  EXPECT_TRUE(write_argus_table(table, folder.file("t.tab")).empty());
  const CellTable back = read_argus_table(folder.file("t.tab"), folder.file("t.rda"), sfumato::Run());
  EXPECT_TRUE(back == table);
  EXPECT_EQ(folder.read("t.rda").substr(0, 34), "<SEPARATOR> \";\"\nTown\n    <RECODEAB");
}

TEST(ArgusTable, ReportsWhatTheFormatCannotStore) {
  const TemporaryFolder folder;
  CellTable table = small_argus_table();
  table.cells[0].upper = Decimal::whole(1000);
  table.cells[0].sliding_level = Decimal::whole(1);
  table.cells[0].lower_level = Decimal::whole(1);
  table.rules = {"frequency=3"};
  table.contributors[0].weighted_frequency = Decimal::whole(7);
  table.contributors[0].holdings = 1;
  table.contributors[0].largest[0].contributor = 4;
  table.contributors[0].largest_request[0] = Decimal::whole(3);
  EXPECT_EQ(write_argus_table(table, folder.file("t.tab")),
            (std::vector<std::string>{"a .tab file cannot store the attacker's bounds",
                                      "a .tab file cannot store sliding protection levels",
                                      "protection levels of cells that are not sensitive are not read back",
                                      "a .tab file cannot store which rule marked a cell",
                                      "a .tab file cannot store the weights of contributions",
                                      "a .tab file cannot store holdings",
                                      "a .tab file cannot store which contributions belong to one respondent",
                                      "a .tab file cannot store requests for protection"}));
}

TEST(ArgusTable, RefusesWhatWouldBeReadBackDifferently) {
  const TemporaryFolder folder;
  const auto write = [&](const CellTable& table) {
    return complaint([&] { write_argus_table(table, folder.file("t.tab")); });
  };
  CellTable plain;
  plain.cells.resize(1);
  EXPECT_EQ(write(plain), "a .tab file cannot store a table without dimensions");
  CellTable linked = small_argus_table();
  linked.views = {{{0}, 0}, {{1}, 0}};
  lay_out_cells(linked);
  EXPECT_EQ(write(linked), "a .tab file cannot store 2 tables at once");
  CellTable crossed = small_argus_table();
  const auto tree = [](const std::string& name, std::size_t first) {
    CodeTree made{{{name + "x", std::nullopt}, {name + "y", std::nullopt}}, name};
    for (std::size_t i = 0; i < 4; ++i) made.nodes.push_back({"t" + std::to_string(i), (i / first) % 2});
    return made;
  };
  crossed.dimensions[0] = make_dimension("Town", "Total", {}, {tree("p", 1), tree("q", 2)});
  lay_out_cells(crossed);
  EXPECT_EQ(write(crossed), "a .tab file cannot store the several hierarchies of 'Town'");
  CellTable blank = small_argus_table();
  blank.dimensions[0].codes[1] = " A";
  EXPECT_EQ(write(blank), "a .tab file cannot store the code ' A'");
  CellTable quote = small_argus_table();
  quote.dimensions[0].codes[1] = "A\"";
  EXPECT_EQ(write(quote), "a .tab file cannot store the code 'A\"'");
  CellTable named = small_argus_table();
  named.dimensions[0].name = "<Town>";
  EXPECT_EQ(write(named), "a .tab file cannot store the name '<Town>'");
  EXPECT_EQ(complaint([&] { write_argus_table(small_argus_table(), folder.file("t.rda")); }),
            "a .tab file cannot store cells under the name '" + folder.file("t.rda") + "'");
  EXPECT_EQ(folder.listing(), "") << "a refused table left files behind";
}

}  // namespace
}  // namespace sfumato::tables
