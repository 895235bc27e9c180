// Only the household column and the marks of heads are read.
#include "masking/household_layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "masking/strata.hpp"

namespace sfumato::masking {
namespace {

void describe_rows(HouseholdLayout& layout, std::size_t rows) {
  for (auto* of_row : {&layout.head, &layout.previous, &layout.size, &layout.number}) of_row->resize(rows);
  for (const std::vector<std::uint32_t>& members : layout.members) {
    for (std::size_t k = 0; k < members.size(); ++k) {
      const std::uint32_t row = members[k];
      layout.head[row] = members[0];
      layout.previous[row] = members[k == 0 ? 0 : k - 1];
      layout.size[row] = static_cast<std::uint32_t>(members.size());
      layout.number[row] = static_cast<std::uint32_t>(k + 1);
    }
  }
}

}  // namespace

std::optional<ColumnId> household_role(const Table& table) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role == Role::household) return id;
  }
  return std::nullopt;
}

HouseholdLayout household_layout(const Table& table, const ColumnTexts& head) {
  HouseholdLayout layout;
  const auto add = [&](const auto& rows) { layout.members.emplace_back(rows.begin(), rows.end()); };
  if (const std::optional<ColumnId> household = household_role(table)) {
    const Column& column = table.column(*household);
    for (const std::vector<std::size_t>& rows : equal_rows(column)) {
      if (!column.missing(rows.front())) {
        add(rows);
        continue;
      }
      for (const std::size_t row : rows) add(std::vector<std::size_t>{row});
    }
  } else {
    for (std::size_t row = 0; row < table.rows(); ++row) add(std::vector<std::size_t>{row});
  }
  ColumnSet marks;
  for (const auto& [name, value] : head) marks.push_back(table.require(name));
  const auto is_head = [&](std::uint32_t row) {
    for (std::size_t i = 0; i < marks.size(); ++i) {
      if (table.column(marks[i]).missing(row) || table.column(marks[i]).text(row) != head[i].second)
        return false;
    }
    return true;
  };
  for (std::vector<std::uint32_t>& members : layout.members) {
    if (marks.empty()) break;
    const auto found = std::find_if(members.begin(), members.end(), is_head);
    if (found == members.end()) {
      ++layout.without_head;
    } else {
      std::rotate(members.begin(), found, found + 1);
    }
  }
  describe_rows(layout, table.rows());
  return layout;
}

HouseholdLayout shuffled_sizes(const HouseholdLayout& layout, Rng rng) {
  std::vector<std::size_t> sizes;
  for (const auto& members : layout.members) sizes.push_back(members.size());
  std::sort(sizes.begin(), sizes.end());  // so that the order of the file does not matter
  rng.shuffle(std::span(sizes));
  HouseholdLayout result;
  std::uint32_t row = 0;
  for (const std::size_t size : sizes) {
    std::vector<std::uint32_t> members(size);
    std::iota(members.begin(), members.end(), row);
    row += static_cast<std::uint32_t>(size);
    result.members.push_back(std::move(members));
  }
  describe_rows(result, row);
  return result;
}

bool equal_in_households(const Column& column, const HouseholdLayout& layout) {
  const Numbers values = column.to_numbers();
  for (std::size_t row = 0; row < values.size(); ++row) {
    const double head = values[layout.head[row]];
    if (values[row] != head && !(std::isnan(values[row]) && std::isnan(head))) return false;
  }
  return true;
}

Column numbered_households(const Column& original, const HouseholdLayout& layout) {
  std::vector<std::int64_t> numbers(layout.head.size());
  std::vector<std::int32_t> codes(layout.head.size());
  std::vector<std::string> labels;
  for (std::size_t h = 0; h < layout.members.size(); ++h) {
    labels.push_back(std::to_string(h + 1));
    for (const std::uint32_t row : layout.members[h]) {
      numbers[row] = static_cast<std::int64_t>(h + 1);
      codes[row] = static_cast<std::int32_t>(h);
    }
  }
  if (original.is_text()) return Codes{std::move(codes), std::move(labels)};
  return Integers{std::move(numbers), {}};
}

Column numbered_after(const Column& numbered, std::size_t before) {
  if (const Codes* codes = numbered.get_if<Codes>()) {
    Codes result = *codes;
    for (std::string& label : result.labels) label = std::to_string(std::stoull(label) + before);
    return result;
  }
  Integers result = *numbered.get_if<Integers>();
  for (std::int64_t& number : result.values) number += static_cast<std::int64_t>(before);
  return result;
}

}  // namespace sfumato::masking
