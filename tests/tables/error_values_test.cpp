// Errors of every reader of tables, over many damaged texts: wherever a number or a code of the data is put,
// the message names at most five values to people who have the data, and none to others.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "tables/cell_table.hpp"
#include "tables/formats/apriori.hpp"
#include "tables/formats/argus_metadata.hpp"
#include "tables/formats/argus_table.hpp"
#include "tables/formats/hierarchy_tree.hpp"
#include "tables/formats/jj.hpp"
#include "tables/formats/recode_file.hpp"
#include "tables/formats/table_csv.hpp"
#include "tables/formats/table_json.hpp"

namespace sfumato::tables {
namespace {

// What must not be seen, in the forms that break a table in different ways.
const std::vector<std::string> secrets = {"7351982",  "-7351982",   "7351982.25",        "7351982e99",
                                          "x7351982", "7351982\"x", "73519827351982735", "7351982 7351982"};

std::size_t count_secrets(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find("7351982"); at != std::string::npos; at = text.find("7351982", at + 7))
    ++count;
  return count;
}

struct Word {
  std::size_t begin, length;
};

// Words of letters, digits, points and signs.
std::vector<Word> words_of(const std::string& text) {
  std::vector<Word> words;
  const auto is_part = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_part(text[end])) ++end;
    if (end > at) words.push_back({at, end - at});
    at = end > at ? end : at + 1;
  }
  return words;
}

using Chosen = std::function<bool(const std::string& text, const Word& word)>;

// Replaces each word that is chosen by each secret, alone and together with another one.
std::size_t expect_discreet(const std::string& text, const Chosen& chosen,
                            const std::function<void(const std::string&)>& read) {
  std::vector<Word> words;
  for (const Word& word : words_of(text)) {
    if (chosen(text, word)) words.push_back(word);
  }
  EXPECT_FALSE(words.empty());
  std::size_t errors = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t s = 0; s < secrets.size() * 2; ++s) {
      std::string damaged = text;
      const std::size_t other = (i * 7 + s) % words.size();
      if (s >= secrets.size() && other > i)
        damaged.replace(words[other].begin, words[other].length, secrets[(s + i) % secrets.size()]);
      damaged.replace(words[i].begin, words[i].length, secrets[s % secrets.size()]);
      try {
        read(damaged);
      } catch (const Error& error) {
        ++errors;
        const std::string seen = with_values(error.message, DataValues::shown);
        EXPECT_LE(count_secrets(seen), 2 * most_values_named) << damaged;
        EXPECT_LE(seen.size(), 1000U);
        EXPECT_EQ(count_secrets(spelled(error.message, ParameterSpelling::plain)), 0U) << seen;
        EXPECT_EQ(count_secrets(spelled(error.hint, ParameterSpelling::plain)), 0U) << error.hint;
      }
    }
  }
  return errors;
}

bool any_word(const std::string&, const Word&) { return true; }

// From the second separator of its line on: the codes of two dimensions are the place of a cell, not a value.
Chosen after_codes(char separator) {
  return [separator](const std::string& text, const Word& word) {
    const std::size_t line = text.rfind('\n', word.begin) + 1;
    if (line == 0) return false;
    std::size_t found = 0;
    for (std::size_t at = line; at < word.begin; ++at) found += text[at] == separator ? 1 : 0;
    return found >= 2;
  };
}

CellTable towns() {
  CellTable table;
  table.dimensions = {make_dimension("town", "Total", {"A", "B"}, {}),
                      make_dimension("size", "All", {"1", "2"}, {})};
  table.responses = {{.name = "sum", .counts = false, .mean_of = ""}};
  table.views = {{{0, 1}, 0}};
  lay_out_cells(table);
  return table;
}

TEST(TableErrorValues, OfJjFiles) {
  const std::string text =
      "0\n3\n0 30 30 s 0 60 0 0 0\n1 10 10 u 0 60 3 3 0\n2 20 20 s 0 60 0 0 0\n1\n0 3 : 0 (-1) 1 (1) 2 (1)\n";
  const auto read = [](const std::string& damaged) {
    const CellTable table = parse_jj(damaged, "t.jj");
    check_table(table);
    check_additive(table);
  };
  read(text);
  // Numbers of cells, and relations with their coefficients, are not values of the data.
  const std::size_t relations = text.find("\n1\n0 3") + 1;
  const Chosen chosen = [&](const std::string& all, const Word& word) {
    return word.begin < relations && word.begin > 4 && all[word.begin - 1] != '\n';
  };
  EXPECT_GT(expect_discreet(text, chosen, read), 50U);
}

TEST(TableErrorValues, OfCsvTables) {
  const std::string text =
      "a,b,value,cost,status,lower,upper\nTotal,Total,3,3,s,0,9\nx,Total,1,1,u,0,9\ny,Total,2,2,s,0,9\n"
      "Total,v,3,3,s,0,9\nx,v,1,1,s,0,9\ny,v,2,2,s,0,9\n";
  const auto read = [](const std::string& damaged) {
    const CellTable table = parse_table_csv(damaged, "t.csv", {});
    check_table(table);
    check_additive(table);
  };
  read(text);
  EXPECT_GT(expect_discreet(text, after_codes(','), read), 100U);
}

TEST(TableErrorValues, OfJsonTables) {
  CellTable table = towns();
  for (std::size_t i = 0; i < table.cells.size(); ++i) table.cells[i].value = Decimal(0, 0);
  std::string text;
  write_table_json(table, [&](std::string_view part) { text += part; });
  const auto read = [](const std::string& damaged) {
    const CellTable again = parse_table_json(damaged, "t.json");
    check_table(again);
    check_additive(again);
  };
  read(text);
  const std::size_t cells = text.find("\"cells\"");
  ASSERT_NE(cells, std::string::npos);
  expect_discreet(
      text,
      [&](const std::string& all, const Word& word) {
        return word.begin > cells && all[word.begin] >= '0' && all[word.begin] <= '9' &&
               all[word.begin - 1] != '"';
      },
      read);
}

TEST(TableErrorValues, OfAPrioriFiles) {
  const std::string text = "A;1;u\nB;2;c;5\nA;2;pl;1;2\nB;1;ab;0;9\nTotal;All;s\n";
  const auto read = [](const std::string& damaged) {
    CellTable table = towns();
    parse_apriori(table, damaged, "t.hst");
  };
  read(text);
  EXPECT_GT(expect_discreet(text, any_word, read), 50U);
}

TEST(TableErrorValues, OfHierarchiesAndRecodes) {
  expect_discreet("north\n@a\n@b\nsouth\n@c\n", any_word,
                  [](const std::string& damaged) { static_cast<void>(parse_hrc(damaged, "t.hrc")); });
  expect_discreet(
      "1:1-4\n2:5-9\n3:10-\n<MISSING> 99\n",
      [](const std::string& all, const Word& word) { return word.begin == 0 || all[word.begin - 1] != '<'; },
      [](const std::string& damaged) { static_cast<void>(parse_recode(damaged, "t.grc")); });
}

TEST(TableErrorValues, OfArgusTables) {
  const std::string described =
      "<SEPARATOR> \";\"\nTown 5\n<RECODEABLE>\n<TOTCODE> \"Total\"\nSize 3\n<RECODEABLE>\n<TOTCODE> "
      "\"All\"\n"
      "V 9 2\n<NUMERIC>\nN 9\n<FREQUENCY>\nS 1\n<STATUS>\n";
  const std::string rows =
      "\nTotal;All;3;3;S\nTotal;1;3;3;S\nA;All;1;1;U\nA;1;1;1;U\nB;All;2;2;S\nB;1;2;2;S\n";
  const sfumato::Run run({.seed = 1, .threads = 1});
  const auto read = [&](const std::string& damaged) {
    const ArgusMetadata metadata = parse_argus_metadata(described, "t.rda", ArgusUse::table);
    const CellTable table = parse_argus_table(damaged.substr(1), "t.tab", metadata, run);
    check_table(table);
    check_additive(table);
  };
  read(rows);
  EXPECT_GT(expect_discreet(rows, after_codes(';'), read), 50U);
}

}  // namespace
}  // namespace sfumato::tables
