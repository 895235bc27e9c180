// Depth-first search over sets of columns, each splitting what its parent has left. Records that are alone
// leave the search, so do groups in which nobody can become unique, and keys that no column ahead tells apart
// become one; sets come after all their subsets.
#include "stats/minimal_uniques.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace sfumato::stats {
namespace {

// Records that agree on a set of columns, as a part of a list.
struct Group {
  std::uint32_t begin = 0, end = 0;
};

struct Level {
  std::vector<std::uint32_t> members;
  std::vector<Group> groups;
};

// What is searched is not records but distinct keys; those of a single record come first, for only they can
// be unique in any set of columns.
class Search {
 public:
  Search(const KeyTable& keys, std::size_t max_size, const Run& run)
      : run_(run), max_size_(max_size), levels_(keys.columns.size() + 1) {
    const KeyClasses classes = equal_classes(keys, run);
    std::vector<std::uint32_t> order;
    for (std::uint32_t number = 0; number < classes.count(); ++number) {
      if (classes.sizes[number] == 1) order.push_back(number);
    }
    candidates_ = static_cast<std::uint32_t>(order.size());
    for (std::uint32_t number = 0; number < classes.count(); ++number) {
      if (classes.sizes[number] > 1) order.push_back(number);
    }
    for (const std::uint32_t number : order) rows_.push_back(classes.first[number]);
    // The column that tells most apart heads the largest part of the search.
    places_.resize(keys.columns.size());
    std::iota(places_.begin(), places_.end(), std::size_t{0});
    std::stable_sort(places_.begin(), places_.end(), [&](std::size_t a, std::size_t b) {
      return keys.columns[a].distinct < keys.columns[b].distinct;
    });
    for (const std::size_t place : places_) {
      std::vector<std::int32_t>& codes = codes_.emplace_back();
      for (const std::uint32_t row : rows_) codes.push_back(keys.columns[place].codes[row]);
      most_codes_ = std::max(most_codes_, static_cast<std::size_t>(keys.columns[place].distinct));
    }
    add_places(keys);
    starts_.assign(most_codes_, 0);
    last_found_.assign(candidates_, none);
  }

  std::vector<MinimalUnique> run() {
    if (candidates_ == 0) return {};
    Level& root = levels_[0];
    root.members.resize(rows_.size());
    std::iota(root.members.begin(), root.members.end(), 0U);
    root.groups = {{0, static_cast<std::uint32_t>(rows_.size())}};
    descend(0, 0, codes_.size());
    std::vector<MinimalUnique> result;
    result.reserve(found_.size());
    for (std::uint32_t key = 0; key < candidates_; ++key) {  // by row
      const auto begin = static_cast<std::ptrdiff_t>(result.size());
      for (std::uint32_t at = last_found_[key]; at != none; at = found_[at].before) {
        result.push_back({rows_[key], outer(found_[at].columns)});
      }
      std::sort(result.begin() + begin, result.end(),
                [](const MinimalUnique& a, const MinimalUnique& b) { return a.columns < b.columns; });
    }
    return result;
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;
  static constexpr std::uint32_t many = 0x80000000U;  // marks a member that stands for several keys
  struct Found {
    std::uint64_t columns;
    std::uint32_t before;  // what was found before for the same key
  };

  // Of columns with few combinations of values before them, the combination of each key.
  void add_places(const KeyTable& keys) {
    std::size_t combinations = 1;
    std::vector<std::uint32_t> place(rows_.size(), 0);
    for (std::size_t column = 0; column < places_.size() && combinations < rows_.size(); ++column) {
      combinations_.push_back(combinations);
      place_before_.push_back(place);
      const auto values = static_cast<std::uint32_t>(keys.columns[places_[column]].distinct + 1);
      for (std::size_t key = 0; key < place.size(); ++key) {
        place[key] = place[key] * values + static_cast<std::uint32_t>(codes_[column][key] + 1);
      }
      combinations *= values;
    }
    seen_.assign(combinations_.empty() ? 0 : combinations_.back(), none);
  }

  // Only columns before all of the set are added, so that sets come in the order of their bits as numbers.
  void descend(std::size_t depth, std::uint64_t set, std::size_t columns) {
    if (depth == max_size_) return;
    for (std::size_t column = 0; column < columns; ++column) {
      run_.check_stop();
      const std::uint64_t child = set | (std::uint64_t{1} << column);
      last_ = column == 0 || depth + 1 == max_size_;
      split(levels_[depth], column, child, levels_[depth + 1]);
      if (!levels_[depth + 1].groups.empty()) descend(depth + 1, child, column);
    }
  }

  void split(const Level& parent, std::size_t column, std::uint64_t set, Level& child) {
    child.members.clear();
    child.groups.clear();
    for (const Group& group : parent.groups) split(parent, group, column, set, child);
  }

  std::int32_t code(std::size_t column, std::uint32_t member) const { return codes_[column][member & ~many]; }

  // Counts the group's codes, sets its members beside each other by code, and keeps what is still of use.
  void split(const Level& parent, const Group& group, std::size_t column, std::uint64_t set, Level& child) {
    touched_.clear();
    for (std::uint32_t at = group.begin; at < group.end; ++at) {
      const std::int32_t value = code(column, parent.members[at]);
      if (value == KeyColumn::missing) continue;
      if (starts_[static_cast<std::size_t>(value)]++ == 0) touched_.push_back(value);
    }
    sorted_.resize(group.end - group.begin);
    std::uint32_t start = 0;
    for (const std::int32_t value : touched_) {
      std::uint32_t& place = starts_[static_cast<std::size_t>(value)];
      start += place;
      place = start - place;
    }
    for (std::uint32_t at = group.begin; at < group.end; ++at) {
      const std::int32_t value = code(column, parent.members[at]);
      if (value != KeyColumn::missing) {
        sorted_[starts_[static_cast<std::size_t>(value)]++] = parent.members[at];
      }
    }
    std::uint32_t begin = 0;
    for (const std::int32_t value : touched_) {
      const std::uint32_t end = starts_[static_cast<std::size_t>(value)];
      starts_[static_cast<std::size_t>(value)] = 0;
      keep(std::span(sorted_).subspan(begin, end - begin), column, set, child);
      begin = end;
    }
  }

  void keep(std::span<const std::uint32_t> group, std::size_t column, std::uint64_t set, Level& child) {
    if (group.size() == 1) {
      if (group[0] < candidates_) note(group[0], set);
      return;
    }
    if (last_) return;
    const std::size_t begin = child.members.size();
    if (column < combinations_.size() && group.size() > combinations_[column]) {
      keep_distinct(group, place_before_[column], child.members);
    } else {
      child.members.insert(child.members.end(), group.begin(), group.end());
    }
    const auto first = child.members.begin() + static_cast<std::ptrdiff_t>(begin);
    if (std::none_of(first, child.members.end(), [&](std::uint32_t key) { return key < candidates_; })) {
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
    found_.push_back({set, last_found_[key]});
    last_found_[key] = static_cast<std::uint32_t>(found_.size() - 1);
  }

  std::uint64_t outer(std::uint64_t set) const {
    std::uint64_t result = 0;
    for (std::size_t j = 0; j < places_.size(); ++j) result |= ((set >> j) & 1U) << places_[j];
    return result;
  }

  const Run& run_;
  std::size_t max_size_;
  std::vector<Level> levels_;
  std::uint32_t candidates_ = 0;
  std::vector<std::uint32_t> rows_;  // of each distinct key
  std::vector<std::size_t> places_;  // column of the table of each column of the search
  std::vector<std::vector<std::int32_t>> codes_;
  std::size_t most_codes_ = 0;
  std::vector<Found> found_;
  std::vector<std::uint32_t> last_found_;
  std::vector<std::uint32_t> starts_;  // by code; 0 between splits
  std::vector<std::int32_t> touched_;
  std::vector<std::uint32_t> sorted_;
  bool last_ = false;                                     // is nothing added to the set that is split?
  std::vector<std::size_t> combinations_;                 // of values in the columns before a column
  std::vector<std::vector<std::uint32_t>> place_before_;  // of each key among them
  std::vector<std::uint32_t> seen_;                       // by place; none between groups
};

}  // namespace

std::vector<MinimalUnique> minimal_uniques(const KeyTable& keys, std::size_t max_size, const Run& run) {
  return Search(keys, max_size, run).run();
}

}  // namespace sfumato::stats
