// Hierarchies from rows: one line per leaf, levels separated by semicolons. What is accepted must give
// back every row, and a value must have one parent.
#include "core/hierarchy.hpp"

#include <map>

#include "target.hpp"

namespace {

using Rows = std::vector<std::vector<std::string>>;

Rows rows_of(std::string_view text) {
  Rows rows;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    std::vector<std::string>& row = rows.emplace_back();
    while (!line.empty()) {
      const std::size_t cut = std::min(line.find(';'), line.size());
      row.emplace_back(line.substr(0, cut));
      line.remove_prefix(std::min(cut + 1, line.size()));
    }
  }
  return rows;
}

}  // namespace

FUZZ_TARGET(hierarchy) {
  using namespace sfumato;
  const Rows rows = rows_of(fuzz::text_of(data, size));
  const auto hierarchy = fuzz::accepted([&] { return Hierarchy(rows); });
  if (!hierarchy) return 0;
  fuzz::require(hierarchy->leaves() == rows.size(), "a leaf is lost");
  std::map<std::pair<std::size_t, std::string>, std::string> parents;
  for (const auto& row : rows) {
    fuzz::require(row.size() == hierarchy->levels(), "a ragged hierarchy");
    fuzz::require(hierarchy->has(row.front()), "a leaf is lost");
    for (std::size_t level = 0; level < row.size(); ++level) {
      fuzz::require(hierarchy->at(row.front(), level) == row[level], "another ancestor");
      if (level + 1 == row.size()) continue;
      const auto found = parents.emplace(std::pair(level, row[level]), row[level + 1]).first;
      fuzz::require(found->second == row[level + 1], "a value with two parents");
    }
    fuzz::require(hierarchy->uncovered(row).size() < row.size(), "a leaf is not covered");
  }
  return 0;
}
