#include "stats/samples/whole_groups.hpp"

#include <algorithm>
#include <span>

#include "stats/classes/key_classes.hpp"

namespace sfumato::stats {

std::optional<std::vector<std::size_t>> groups_by_role(const Table& table) {
  for (const Role role : {Role::household, Role::unit}) {
    for (ColumnId id = 0; id < table.column_count(); ++id) {
      if (table.info(id).role != role) continue;
      const KeyColumn numbers = key_column(table.column(id));
      auto next = static_cast<std::size_t>(numbers.distinct);
      std::vector<std::size_t> result;
      for (const std::int32_t code : numbers.codes)
        result.push_back(code >= 0 ? static_cast<std::size_t>(code) : next++);
      return result;
    }
  }
  return std::nullopt;
}

std::vector<std::size_t> drawn_groups(const std::vector<std::size_t>& group_of_row, std::size_t size,
                                      Rng rng) {
  std::vector<std::vector<std::size_t>> members;
  for (std::size_t row = 0; row < group_of_row.size(); ++row) {
    if (members.size() <= group_of_row[row]) members.resize(group_of_row[row] + 1);
    members[group_of_row[row]].push_back(row);
  }
  rng.shuffle(std::span(members));
  std::vector<std::size_t> result;
  for (const std::vector<std::size_t>& group : members) {
    if (result.size() + group.size() > size) continue;
    result.insert(result.end(), group.begin(), group.end());
  }
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace sfumato::stats
