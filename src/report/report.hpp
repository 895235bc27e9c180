// What a command has to say, as plain data: one tree for programs and the same as blocks for people.
// The renderers beside this file make text, Markdown, HTML and JSON of it; none of them computes anything.
// Its texts refer to parameters as ‹name›. JSON spells them; a front end spells them in texts and pages
// (core/error.hpp).
#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/value.hpp"
#include "core/warning.hpp"
#include "report/chart.hpp"

namespace sfumato::report {

// Level 1 is the title of the whole, level 2 a section.
struct Heading {
  std::string text;
  int level = 2;
};

struct Paragraph {
  std::string text;
};

// Something to type or to read as it stands: never wrapped.
struct Verbatim {
  std::vector<std::string> lines;
  std::string language = {};  // "console", "text": what a fence of Markdown says
};

// Points, or steps where they are numbered.
struct ListBlock {
  std::vector<std::string> items;
  bool numbered = false;
};

struct KeyValues {
  std::vector<std::pair<std::string, std::string>> entries;
};

enum class Align { left, right };

struct TableColumn {
  std::string title;
  Align align = Align::left;
};

// Every row has as many cells as there are columns.
struct TableBlock {
  std::vector<TableColumn> columns;
  std::vector<std::vector<std::string>> rows;
};

struct Definition {
  std::string term;
  std::string facts;  // few words, such as a range and a default; may be empty
  std::string meaning;
};

// Terms and what they mean. As text, the meaning stands below its term, or beside it in a second column,
// where a term too long for the first has a line of its own; elsewhere they are a table with these titles.
struct Definitions {
  std::vector<std::string> titles;  // of term, facts and meaning
  std::vector<Definition> entries;
  bool side_by_side = false;
};

// The same as a table of two or three columns: facts have none where all are empty.
TableBlock as_table(const Definitions& definitions);

// A chart with what it shows (`caption`) and the same in words for readers who do not see it
// (`alternative`).
struct Figure {
  std::string title;
  std::string caption;
  std::string alternative;
  Chart chart;
  bool small = false;  // one of several, side by side where there is room
};

// Lines to be filled in by hand: "Name", "Date and signature".
struct SignatureBlock {
  std::vector<std::string> lines;
};

using Block = std::variant<Heading, Paragraph, Verbatim, ListBlock, KeyValues, TableBlock, Definitions,
                           Figure, SignatureBlock>;

struct Report {
  Value document = Value::object();  // without "version" and "warnings", which the renderer adds
  std::vector<Block> blocks = {};
  Warnings warnings = {};
};

}  // namespace sfumato::report
