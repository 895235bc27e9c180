// Depth-first search over sets of columns, each splitting what its parent has left. Records that are alone
// leave the search, so do groups in which nobody can become unique, and keys that no column ahead tells apart
// become one; sets come after all their subsets.
#include "stats/minimal_uniques.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

namespace sfumato::stats {
namespace {

constexpr std::uint32_t none = 0xffffffffU;
constexpr std::uint32_t many = 0x80000000U;  // marks a member that stands for several records

// What is searched is not records but distinct keys, sorted by their codes from the last column to the first,
// so that members of a group lie near each other. The column that tells most apart is the last.
struct SortedKeys {
  std::vector<std::size_t> places;               // column of the table of each column here
  std::vector<std::vector<std::int32_t>> codes;  // by column
  std::vector<std::uint32_t> members;            // each key once, marked where several records have it
  std::vector<std::uint32_t> rows;               // first record of each key
  std::vector<std::uint32_t> by_row;             // keys by their first records
  std::int32_t most_codes = 0;                   // of a column
};

// Stable, by counting codes.
std::vector<std::uint32_t> sorted_by(const std::vector<std::int32_t>& codes, std::int32_t distinct,
                                     const std::vector<std::uint32_t>& order) {
  std::vector<std::uint32_t> starts(static_cast<std::size_t>(distinct) + 2, 0), result(order.size());
  for (const std::int32_t code : codes) ++starts[static_cast<std::size_t>(code + 2)];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  for (const std::uint32_t number : order) {
    result[starts[static_cast<std::size_t>(codes[number] + 1)]++] = number;
  }
  return result;
}

SortedKeys sorted_keys(const KeyTable& keys, const KeyClasses& classes) {
  SortedKeys result;
  result.places.resize(keys.columns.size());
  std::iota(result.places.begin(), result.places.end(), std::size_t{0});
  std::stable_sort(result.places.begin(), result.places.end(), [&](std::size_t a, std::size_t b) {
    return keys.columns[a].distinct < keys.columns[b].distinct;
  });
  std::vector<std::uint32_t> order(classes.count());
  std::iota(order.begin(), order.end(), 0U);
  for (const std::size_t place : result.places) {
    const KeyColumn& column = keys.columns[place];
    std::vector<std::int32_t>& codes = result.codes.emplace_back();
    codes.reserve(order.size());
    for (const std::uint32_t row : classes.first) codes.push_back(column.codes[row]);
    order = sorted_by(codes, column.distinct, order);
    result.most_codes = std::max(result.most_codes, column.distinct);
  }
  result.by_row.resize(order.size());
  std::vector<std::int32_t> moved(order.size());
  for (std::vector<std::int32_t>& codes : result.codes) {
    std::transform(order.begin(), order.end(), moved.begin(),
                   [&](std::uint32_t number) { return codes[number]; });
    codes.swap(moved);
  }
  for (std::uint32_t key = 0; key < order.size(); ++key) {
    result.by_row[order[key]] = key;
    result.rows.push_back(classes.first[order[key]]);
    result.members.push_back(classes.sizes[order[key]] > 1 ? key | many : key);
  }
  return result;
}

// Of columns with few combinations of values before them, the combination of each key.
struct PlacesBefore {
  std::vector<std::size_t> combinations;
  std::vector<std::vector<std::uint32_t>> place;
};

PlacesBefore places_before(const SortedKeys& keys, const KeyTable& table) {
  PlacesBefore result;
  std::size_t combinations = 1;
  std::vector<std::uint32_t> place(keys.rows.size(), 0);
  for (std::size_t column = 0; column < keys.places.size() && combinations < place.size(); ++column) {
    result.combinations.push_back(combinations);
    result.place.push_back(place);
    const auto values = static_cast<std::uint32_t>(table.columns[keys.places[column]].distinct + 1);
    for (std::size_t key = 0; key < place.size(); ++key) {
      place[key] = place[key] * values + static_cast<std::uint32_t>(keys.codes[column][key] + 1);
    }
    combinations *= values;
  }
  return result;
}

// Keys that agree on a set of columns, as a part of a list.
struct Group {
  std::uint32_t begin = 0, end = 0;
};

struct Level {
  std::vector<std::uint32_t> members;
  std::vector<Group> groups;
};

class Search {
 public:
  Search(const KeyTable& table, std::size_t max_size, const Run& run)
      : run_(run),
        max_size_(max_size),
        keys_(sorted_keys(table, equal_classes(table, run))),
        before_(places_before(keys_, table)),
        levels_(table.columns.size() + 1),
        last_found_(keys_.rows.size(), none),
        starts_(static_cast<std::size_t>(keys_.most_codes), 0),
        seen_(before_.combinations.empty() ? 0 : before_.combinations.back(), none) {}

  std::vector<MinimalUnique> run() {
    if (std::none_of(keys_.members.begin(), keys_.members.end(), single)) return {};
    levels_[0].members = keys_.members;
    levels_[0].groups = {{0, static_cast<std::uint32_t>(keys_.members.size())}};
    descend(0, 0, keys_.codes.size());
    return found_by_row();
  }

 private:
  struct Found {
    std::uint64_t columns;
    std::uint32_t key;
    std::uint32_t before;  // what was found before for the same key
  };

  static bool single(std::uint32_t member) { return (member & many) == 0; }

  // Only columns before all of the set are added, so that sets come in the order of their bits as numbers.
  void descend(std::size_t depth, std::uint64_t set, std::size_t columns) {
    if (depth == max_size_) return;
    for (std::size_t column = 0; column < columns; ++column) {
      run_.check_stop();
      const std::uint64_t with = set | (std::uint64_t{1} << column);
      Level &parent = levels_[depth], &child = levels_[depth + 1];
      const bool last = column == 0 || depth + 1 == max_size_;
      child.members.clear();
      child.groups.clear();
      for (const Group& group : parent.groups) {
        const auto members = std::span(parent.members).subspan(group.begin, group.end - group.begin);
        if (last || differ(members, keys_.codes[column])) {
          note_alone(members, keys_.codes[column], with);
        } else {
          split(members, column, with, child);
        }
      }
      if (!child.groups.empty()) descend(depth + 1, with, column);
    }
  }

  // Counts the group's codes, which must be set back to 0.
  void count(std::span<const std::uint32_t> group, const std::vector<std::int32_t>& codes) {
    touched_.clear();
    for (const std::uint32_t member : group) {
      const std::int32_t code = codes[member & ~many];
      if (code == KeyColumn::missing) continue;
      if (starts_[static_cast<std::size_t>(code)]++ == 0) touched_.push_back(code);
    }
  }

  // Most groups are pairs in the end.
  static bool differ(std::span<const std::uint32_t> group, const std::vector<std::int32_t>& codes) {
    return group.size() == 2 && codes[group[0] & ~many] != codes[group[1] & ~many];
  }

  // Where nothing is added to the set, who is alone is all there is to know.
  void note_alone(std::span<const std::uint32_t> group, const std::vector<std::int32_t>& codes,
                  std::uint64_t set) {
    if (group.size() == 2) {
      for (const std::uint32_t member : group) {
        const bool known = codes[member & ~many] != KeyColumn::missing;
        if (known && single(member) && differ(group, codes)) note(member, set);
      }
      return;
    }
    count(group, codes);
    for (const std::uint32_t member : group) {
      if (!single(member)) continue;
      const std::int32_t code = codes[member];
      if (code != KeyColumn::missing && starts_[static_cast<std::size_t>(code)] == 1) note(member, set);
    }
    for (const std::int32_t code : touched_) starts_[static_cast<std::size_t>(code)] = 0;
  }

  // Sets the group's members beside each other by code, and keeps what is still of use.
  void split(std::span<const std::uint32_t> group, std::size_t column, std::uint64_t set, Level& child) {
    const std::vector<std::int32_t>& codes = keys_.codes[column];
    count(group, codes);
    sorted_.resize(group.size());
    std::uint32_t start = 0;
    for (const std::int32_t code : touched_) {
      std::uint32_t& place = starts_[static_cast<std::size_t>(code)];
      start += place;
      place = start - place;
    }
    for (const std::uint32_t member : group) {
      const std::int32_t code = codes[member & ~many];
      if (code != KeyColumn::missing) sorted_[starts_[static_cast<std::size_t>(code)]++] = member;
    }
    std::uint32_t begin = 0;
    for (const std::int32_t code : touched_) {
      const std::uint32_t end = starts_[static_cast<std::size_t>(code)];
      starts_[static_cast<std::size_t>(code)] = 0;
      keep(std::span(sorted_).subspan(begin, end - begin), column, set, child);
      begin = end;
    }
  }

  void keep(std::span<const std::uint32_t> group, std::size_t column, std::uint64_t set, Level& child) {
    if (group.size() == 1) {
      if (single(group[0])) note(group[0], set);
      return;
    }
    const std::size_t begin = child.members.size();
    if (column < before_.combinations.size() && group.size() > before_.combinations[column]) {
      keep_distinct(group, before_.place[column], child.members);
    } else {
      child.members.insert(child.members.end(), group.begin(), group.end());
    }
    if (std::none_of(child.members.begin() + static_cast<std::ptrdiff_t>(begin), child.members.end(),
                     single)) {
      child.members.resize(begin);
      return;
    }
    child.groups.push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(child.members.size())});
  }

  // Members that are equal in all columns ahead will always be together.
  void keep_distinct(std::span<const std::uint32_t> group, const std::vector<std::uint32_t>& place,
                     std::vector<std::uint32_t>& members) {
    const std::size_t begin = members.size();
    for (const std::uint32_t member : group) {
      std::uint32_t& seen = seen_[place[member & ~many]];
      if (seen == none) {
        seen = static_cast<std::uint32_t>(members.size());
        members.push_back(member);
      } else {
        members[seen] |= many;
      }
    }
    for (std::size_t at = begin; at < members.size(); ++at) seen_[place[members[at] & ~many]] = none;
  }

  // A unique set is minimal unless one found before is part of it.
  void note(std::uint32_t key, std::uint64_t set) {
    for (std::uint32_t at = last_found_[key]; at != none; at = found_[at].before) {
      if ((found_[at].columns & ~set) == 0) return;
    }
    found_.push_back({set, key, last_found_[key]});
    last_found_[key] = static_cast<std::uint32_t>(found_.size() - 1);
  }

  // What was found lies in the order of sets; the places of each key's are counted first.
  std::vector<MinimalUnique> found_by_row() const {
    std::vector<std::uint32_t> place(keys_.rows.size(), 0);
    for (const Found& one : found_) ++place[one.key];
    std::uint32_t begin = 0;
    for (const std::uint32_t key : keys_.by_row) begin += std::exchange(place[key], begin);
    std::vector<MinimalUnique> result(found_.size());
    for (const Found& one : found_) result[place[one.key]++] = {keys_.rows[one.key], outer(one.columns)};
    for (auto first = result.begin(), last = first; first != result.end(); first = last) {
      while (last != result.end() && last->row == first->row) ++last;
      std::sort(first, last,
                [](const MinimalUnique& a, const MinimalUnique& b) { return a.columns < b.columns; });
    }
    return result;
  }

  std::uint64_t outer(std::uint64_t set) const {
    std::uint64_t result = 0;
    for (std::size_t j = 0; j < keys_.places.size(); ++j) result |= ((set >> j) & 1U) << keys_.places[j];
    return result;
  }

  const Run& run_;
  std::size_t max_size_;
  SortedKeys keys_;
  PlacesBefore before_;
  std::vector<Level> levels_;
  std::vector<Found> found_;
  std::vector<std::uint32_t> last_found_;  // of each key
  std::vector<std::uint32_t> starts_;      // by code; 0 between groups
  std::vector<std::int32_t> touched_;      // codes of a group
  std::vector<std::uint32_t> sorted_;
  std::vector<std::uint32_t> seen_;  // by place; none between groups
};

}  // namespace

std::vector<MinimalUnique> minimal_uniques(const KeyTable& keys, std::size_t max_size, const Run& run) {
  return Search(keys, max_size, run).run();
}

}  // namespace sfumato::stats
