// tau-Argus's batch files (.arb): one command in angle brackets per line, with its arguments. The file
// becomes a plain list of steps, each with its line; what the steps mean together is for who runs them to
// say.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tables/decimal.hpp"

namespace sfumato::tables {

// Paths are as written in the file. Tables are numbered from 1.
struct ArbOpenData {
  bool microdata = false;  // <OPENMICRODATA>; else <OPENTABLEDATA>
  std::string path;
};

struct ArbOpenMetadata {
  std::string path;
};

struct ArbSpecifyTable {
  std::vector<std::string> by;
  std::string response;                // empty: <freq>, the table counts
  std::string shadow, cost;            // empty: the response; a cost may be -1, -2 or -3
  std::optional<Decimal> lambda = {};  // of the cost's power transformation
};

// P, NK, FREQ, REQ, ZERO, MIS, WGT or MAN, with as many numbers as it takes.
struct ArbRule {
  std::string name;
  std::vector<Decimal> numbers;
};

struct ArbSafetyRule {
  std::vector<ArbRule> rules;  // none: the statuses that the table brings
};

struct ArbRead {
  bool microdata = false;  // <READMICRODATA>; else <READTABLE>
  bool totals = false;     // <READTABLE> 1: totals are to be computed
};

struct ArbApriori {
  std::string path;
  std::size_t table = 0;
  std::optional<char> separator = {};
  bool ignore_errors = false;
  bool expand_trivial = false;
};

struct ArbRecode {
  std::size_t table = 0;
  std::string variable;
  std::string path;       // of a .grc file; empty where a level is given
  std::size_t level = 0;  // how many levels below the total stay
};

// GH, MOD, OPT, NET, RND or CTA; the numbers are those after the table's.
struct ArbSuppress {
  std::string method;
  std::size_t table = 0;  // 0: all tables, linked
  std::vector<Decimal> numbers;
};

struct ArbWriteTable {
  std::size_t table = 0;
  int type = 1;                         // 1 CSV, 2 pivot, 3 code-value, 4 SBS, 5 intermediate, 6 JJ
  std::map<std::string, bool> options;  // "AS" → true for AS+
  std::string path;

  bool option(const std::string& name, bool otherwise = false) const {
    const auto found = options.find(name);
    return found == options.end() ? otherwise : found->second;
  }
};

struct ArbLogbook {
  std::string path;
};

struct ArbVersionInfo {
  std::string path;
};

struct ArbClear {};

// Has no meaning here; `note` says why.
struct ArbIgnored {
  std::string note;
};

using ArbAction =
    std::variant<ArbOpenData, ArbOpenMetadata, ArbSpecifyTable, ArbSafetyRule, ArbRead, ArbApriori, ArbRecode,
                 ArbSuppress, ArbWriteTable, ArbLogbook, ArbVersionInfo, ArbClear, ArbIgnored>;

struct ArbStep {
  std::size_t line = 0;
  std::string text;  // the line as written, trimmed
  ArbAction action;
};

// Lines that are empty or begin with // or \\ are comments. Commands, rules and methods are known in any
// case. What cannot be understood, or is not supported, is an error with its line.
std::vector<ArbStep> parse_arb(std::string_view text, const std::string& source);
std::vector<ArbStep> read_arb(const std::string& path);

}  // namespace sfumato::tables
