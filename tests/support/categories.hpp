// Tables of categories for tests: columns of texts, with hierarchies where they have one.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/hierarchy.hpp"
#include "core/table.hpp"

namespace sfumato::testing {

using NamedTexts = std::vector<std::pair<std::string, std::vector<std::string>>>;
using Tree = std::vector<std::vector<std::string>>;

// An empty text is missing; labels stand in the order given, then in that of their first appearance.
inline Column text_column(const std::vector<std::string>& texts, const std::vector<std::string>& order = {}) {
  Codes codes{{}, order};
  for (const std::string& text : texts) {
    if (text.empty()) {
      codes.codes.push_back(Codes::missing);
      continue;
    }
    std::size_t code = 0;
    while (code < codes.labels.size() && codes.labels[code] != text) ++code;
    if (code == codes.labels.size()) codes.labels.push_back(text);
    codes.codes.push_back(static_cast<std::int32_t>(code));
  }
  return codes;
}

// Nominal columns.
inline Table texts_table(const NamedTexts& columns, const std::map<std::string, Tree>& trees = {}) {
  std::vector<ColumnInfo> infos;
  std::vector<Column> values;
  for (const auto& [name, texts] : columns) {
    ColumnInfo info;
    info.name = name;
    info.kind = Kind::nominal;
    if (trees.contains(name)) info.tree = std::make_shared<const Hierarchy>(trees.at(name));
    infos.push_back(info);
    values.push_back(text_column(texts));
  }
  return {infos, values};
}

}  // namespace sfumato::testing
