// tau-Argus's .grc files, global recodes: a hierarchy is cut at the listed codes, or codes and ranges of
// codes of a flat column become new ones.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/table.hpp"
#include "tables/cell_table.hpp"
#include "tables/tabulation/specification.hpp"

namespace sfumato::tables {

// Codes from `first` to `last`, both included; empty: no end on that side. The order is tau-Argus's, which
// aligns codes to the right: a shorter code comes before a longer one, codes of equal length are ordered by
// bytes.
struct CodeRange {
  std::optional<std::string> first, last;
  bool has(std::string_view code) const;
};

struct RecodeRule {
  std::string code;  // the new one
  std::vector<CodeRange> from;
  std::size_t line = 0;
};

struct Recode {
  std::string source;
  bool tree = false;                                      // <TREERECODE>
  std::vector<std::pair<std::string, std::size_t>> cuts;  // codes that become leaves, with their lines
  std::vector<RecodeRule> rules;                          // "NEW : a, b-c, -d, e-"
  std::vector<std::string> missing;                       // <MISSING>: new codes that mean missing
  std::string code_list;                                  // <CODELIST>: labels of the new codes; empty: none
};

Recode parse_recode(std::string_view text, const std::string& source);
Recode read_recode(const std::string& path);

// The file's text; parse_recode reads it back, except the line numbers.
std::string recode_text(const Recode& recode);

// The cuts of a hierarchy between two versions of a dimension: codes that are leaves after and were not
// before.
Recode cuts_between(const Dimension& before, const Dimension& after);

// The recode of a dimension and of the records' column of its name: its hierarchy is cut and codes below a
// cut become the cut's, or the rules replace codes (a code without a rule stays). A mismatch (rules for a
// hierarchy, a cut for a flat dimension, an unknown code, a code in two rules) is an error with its line.
void apply_recode(DimensionSpecification& dimension, Table& records, const Recode& recode);

}  // namespace sfumato::tables
