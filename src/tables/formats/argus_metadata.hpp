// tau-Argus's .rda files, which describe microdata or a table: the kind of each column, its missing codes,
// its hierarchy and labels. The files that they name are not read here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato::tables {

enum class ArgusKind {
  unused,
  dimension,  // <RECODEABLE>
  amount,     // <NUMERIC>
  weight,
  holding,
  request,
  record_key,
  frequency,
  top,  // <MAXSCORE>: one of the largest contributions
  status,
  shadow,
  cost,
  lower_level,
  upper_level
};

struct ArgusVariable {
  std::string name;
  std::size_t line = 0;   // where the .rda names it
  std::size_t start = 0;  // its first column, from 1; 0 where fields are separated
  std::size_t width = 0;  // in characters; 0 where none was given
  std::vector<std::string> missing;
  ArgusKind kind = ArgusKind::unused;
  bool numeric = false;         // a dimension that is also an amount
  std::string total = "Total";  // <TOTCODE>
  std::string code_list;        // <CODELIST>, as written; empty: none
  bool hierarchical = false;
  std::vector<std::size_t> levels;  // <HIERLEVELS> without its zeros: characters per level
  std::string hierarchy_file;       // <HIERCODELIST>, as written; empty: none
  std::string lead = ".";           // <HIERLEADSTRING>; tau-Argus's own default
  std::optional<int> decimals;
  std::vector<std::string> request_codes;
};

struct ArgusMetadata {
  std::string source;                                   // the path of the .rda
  std::optional<char> separator;                        // empty: fixed columns
  std::string safe = "S", unsafe = "U", protect = "P";  // letters of <STATUS>
  std::vector<ArgusVariable> variables;
  std::vector<std::string> notes;  // keywords that are unknown or not used
};

// Microdata give the positions of their fields ("Name start width missing…", or "Name width missing…" after
// <SEPARATOR>), tables do not ("Name missing…").
enum class ArgusUse { microdata, table };

// A line that cannot be parsed is an error; an unknown keyword is a note.
ArgusMetadata parse_argus_metadata(std::string_view text, const std::string& source, ArgusUse use);
ArgusMetadata read_argus_metadata(const std::string& path, ArgusUse use);

// The path of a file that an .rda names: as written if absolute, else relative to the folder of the .rda; the
// folders of another computer are ignored where a file of that name is beside the .rda. If there is none, the
// error lists the paths tried, and a file whose name differs only in case.
std::string argus_file(const ArgusMetadata& metadata, const ArgusVariable& variable,
                       const std::string& named);
// The same for a file that any other file, `source`, names; `where` begins the error: "job.arb, line 3".
std::string argus_file(const std::string& source, const std::string& where, const std::string& named);

}  // namespace sfumato::tables
