// Depth-first search over sets of columns, each splits the groups of its parent. Unique records leave the
// search, and so do groups in which no record can become unique; keys that no remaining column distinguishes
// are merged; sets come after all their subsets.
#include "stats/classes/minimal_uniques.hpp"

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>

#include "core/error.hpp"
#include "stats/classes/minimal_sets.hpp"
#include "stats/classes/paired_uniques.hpp"
#include "stats/classes/sorted_keys.hpp"

namespace sfumato::stats {
namespace {

constexpr std::uint32_t many = SortedKeys::many;

// Keys that agree on a set of columns, as a part of a list.
struct Group {
  std::uint32_t begin = 0, end = 0;
};

struct Level {
  std::vector<std::uint32_t> members;
  std::vector<Group> groups;
};

// The sets that begin with some column, in the order of their bits as numbers.
class Search {
 public:
  Search(const SortedKeys& keys, const PlacesBefore& before, std::size_t max_size, const Run& run)
      : run_(run),
        max_size_(max_size),
        keys_(keys),
        before_(before),
        levels_(keys.codes.size() + 1),
        sets_(keys.rows.size(), keys.codes.size(), run),
        starts_(static_cast<std::size_t>(keys.most_codes), 0),
        seen_(before.combinations.empty() ? 0 : before.combinations.back(), MinimalSets::none) {}

  // Adds the column to a set of `depth` columns, whose groups are the parent's.
  const Level& extend(const Level& parent, std::size_t depth, std::uint64_t set, std::size_t column) {
    run_.check_stop();
    Level& child = levels_[depth + 1];
    const bool last = column == 0 || depth + 1 == max_size_;
    child.members.clear();
    child.groups.clear();
    for (const Group& group : parent.groups) {
      const auto members = std::span(parent.members).subspan(group.begin, group.end - group.begin);
      if (last || differ(members, keys_.codes[column])) {
        note_alone(members, keys_.codes[column], set);
      } else {
        split(members, column, set, child);
      }
    }
    return child;
  }

  // Adds the column, and then all that come before it. Only columns before all of a set are added.
  void descend(const Level& parent, std::size_t depth, std::uint64_t set, std::size_t column) {
    const std::uint64_t with = set | (std::uint64_t{1} << column);
    const Level& child = extend(parent, depth, with, column);
    if (child.groups.empty()) return;
    for (std::size_t next = 0; next < column; ++next) descend(child, depth + 1, with, next);
  }

  std::vector<UniqueSet> take_found() { return sets_.take_found(); }

 private:
  static bool single(std::uint32_t member) { return (member & many) == 0; }

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

  // Where no column is added to the set, only the unique members are needed.
  void note_alone(std::span<const std::uint32_t> group, const std::vector<std::int32_t>& codes,
                  std::uint64_t set) {
    if (group.size() == 2) {
      for (const std::uint32_t member : group) {
        const bool known = codes[member & ~many] != KeyColumn::missing;
        if (known && single(member) && differ(group, codes)) sets_.add(member, set);
      }
      return;
    }
    count(group, codes);
    for (const std::uint32_t member : group) {
      if (!single(member)) continue;
      const std::int32_t code = codes[member];
      if (code != KeyColumn::missing && starts_[static_cast<std::size_t>(code)] == 1) sets_.add(member, set);
    }
    for (const std::int32_t code : touched_) starts_[static_cast<std::size_t>(code)] = 0;
  }

  // Sorts the group's members by code, and keeps those still needed.
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
      if (single(group[0])) sets_.add(group[0], set);
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

  // Members that are equal in all remaining columns always stay together.
  void keep_distinct(std::span<const std::uint32_t> group, const std::vector<std::uint32_t>& place,
                     std::vector<std::uint32_t>& members) {
    const std::size_t begin = members.size();
    for (const std::uint32_t member : group) {
      std::uint32_t& seen = seen_[place[member & ~many]];
      if (seen == MinimalSets::none) {
        seen = static_cast<std::uint32_t>(members.size());
        members.push_back(member);
      } else {
        members[seen] |= many;
      }
    }
    for (std::size_t at = begin; at < members.size(); ++at)
      seen_[place[members[at] & ~many]] = MinimalSets::none;
  }

  const Run& run_;
  std::size_t max_size_;
  const SortedKeys& keys_;
  const PlacesBefore& before_;
  std::vector<Level> levels_;
  MinimalSets sets_;
  std::vector<std::uint32_t> starts_;  // by code; 0 between groups
  std::vector<std::int32_t> touched_;  // codes of a group
  std::vector<std::uint32_t> sorted_;
  std::vector<std::uint32_t> seen_;  // by place; none between groups
};

std::uint64_t outer(const SortedKeys& keys, std::uint64_t set) {
  std::uint64_t result = 0;
  for (std::size_t j = 0; j < keys.places.size(); ++j) result |= ((set >> j) & 1U) << keys.places[j];
  return result;
}

// The results are in the order of sets; the numbers of each key are counted first.
std::vector<MinimalUnique> by_row(const std::vector<UniqueSet>& found, const SortedKeys& keys) {
  std::vector<std::uint32_t> place(keys.rows.size(), 0);
  for (const UniqueSet& one : found) ++place[one.key];
  std::uint32_t begin = 0;
  for (const std::uint32_t key : keys.by_row) begin += std::exchange(place[key], begin);
  std::vector<MinimalUnique> result(found.size());
  for (const UniqueSet& one : found)
    result[place[one.key]++] = {keys.rows[one.key], outer(keys, one.columns)};
  for (auto first = result.begin(), last = first; first != result.end(); first = last) {
    while (last != result.end() && last->row == first->row) ++last;
    std::sort(first, last,
              [](const MinimalUnique& a, const MinimalUnique& b) { return a.columns < b.columns; });
  }
  return result;
}

// Sets without the last column are searched in parallel to those with it, which are most of the work, and all
// of them by their next column.
std::vector<UniqueSet> all_found(const SortedKeys& keys, const PlacesBefore& before, std::size_t max_size,
                                 const Run& run) {
  const std::size_t last = keys.codes.size() - 1;
  const Level root{keys.members, {{0, static_cast<std::uint32_t>(keys.members.size())}}};
  Search top(keys, before, max_size, run);
  const std::uint64_t with_last = std::uint64_t{1} << last;
  const Level& beside = top.extend(root, 0, with_last, last);
  std::vector<std::vector<UniqueSet>> found(2 * last + 1);
  found[last] = top.take_found();
  std::atomic<std::size_t> number = 0;
  run.parallel(2 * last, [&](std::size_t i) {
    const std::size_t task = 2 * last - i;  // the largest first
    if (task > last && beside.groups.empty()) return;
    Search search(keys, before, max_size, run);
    if (task > last) {
      search.descend(beside, 1, with_last, task - last - 1);
    } else {
      search.descend(root, 0, 0, task - 1);
    }
    std::vector<UniqueSet>& own = found[task > last ? task : task - 1];
    own = search.take_found();
    check_number_of_uniques(number += own.size());
  });
  MinimalSets sets(keys.rows.size(), keys.codes.size(), run);
  for (const std::vector<UniqueSet>& part : found) {
    for (const UniqueSet& one : part) sets.add(one.key, one.columns);
  }
  return sets.take_found();
}

}  // namespace

void check_number_of_uniques(std::size_t sets) {
  if (sets <= most_uniques) return;
  bad_input("records are singled out by more than " + std::to_string(most_uniques) + " sets of keys",
            "name fewer keys, or search only small sets with max-size");
}

std::vector<MinimalUnique> minimal_uniques(const KeyTable& keys, const KeyClasses& classes,
                                           std::size_t max_size, const Run& run) {
  if (keys.columns.empty() || max_size == 0) return {};
  if (std::find(classes.sizes.begin(), classes.sizes.end(), 1U) == classes.sizes.end()) return {};
  if (pairs_are_fewer(keys, classes, max_size)) return paired_uniques(keys, classes, max_size, run);
  const SortedKeys sorted = sorted_keys(keys, classes);
  return by_row(all_found(sorted, places_before(sorted, keys), max_size, run), sorted);
}

std::vector<MinimalUnique> minimal_uniques(const KeyTable& keys, std::size_t max_size, const Run& run) {
  return minimal_uniques(keys, equal_classes(keys, run), max_size, run);
}

// Where every unit has one combination of keys, units are like records.
std::vector<MinimalUnique> minimal_uniques(const KeyTable& keys, const KeyClasses& classes,
                                           const Units& units, std::size_t max_size, const Run& run) {
  if (keys.columns.empty() || max_size == 0) return {};
  const ClassUnits members = class_units(classes, units);
  if (members.units.size() > units.count) return paired_uniques(keys, classes, members, max_size, run);
  KeyClasses of_units = classes;
  for (std::size_t number = 0; number < classes.count(); ++number) {
    of_units.sizes[number] = static_cast<std::uint32_t>(members.count(number));
  }
  return minimal_uniques(keys, of_units, max_size, run);
}

}  // namespace sfumato::stats
