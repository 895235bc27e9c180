#include "release/link_classes.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "masking/record_groups.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::release {
namespace {

// Distinct members of each class, of the rows from `first` to `last` that are not suppressed.
std::vector<std::size_t> members_of_classes(const StackedReleases& stack, std::size_t first,
                                            std::size_t last) {
  std::vector<std::pair<std::uint32_t, std::size_t>> pairs;
  for (std::size_t row = first; row < last; ++row) {
    if (stack.suppressed[row] == 0) pairs.emplace_back(stack.class_of_row[row], stack.member_of_row[row]);
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  std::vector<std::size_t> members;
  for (const auto& [number, member] : pairs) {
    if (number >= members.size()) members.resize(number + 1, 0);
    ++members[number];
  }
  return members;
}

constexpr std::uint32_t no_class = 0xffffffffU;

// The classes of one earlier release by linking group; suppressed records have a label of their own.
std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> classes_of_links(const StackedReleases& stack,
                                                                               std::size_t release) {
  constexpr std::uint32_t suppressed = no_class - 1;
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> result;
  for (std::size_t row = stack.begin[release]; row < stack.begin[release + 1]; ++row) {
    if (stack.link_of_row[row] == StackedReleases::unlinked) continue;
    result[stack.link_of_row[row]].push_back(stack.suppressed[row] != 0 ? suppressed
                                                                        : stack.class_of_row[row]);
  }
  for (auto& [link, classes] : result) {
    std::sort(classes.begin(), classes.end());
    classes.erase(std::unique(classes.begin(), classes.end()), classes.end());
  }
  return result;
}

// A(r) of each linking group that this release has.
std::map<std::uint32_t, std::vector<std::uint32_t>> answers(const StackedReleases& stack,
                                                            const std::vector<std::size_t>& releases) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> result;
  for (std::size_t row = 0; row < stack.begin[1]; ++row) result[stack.link_of_row[row]];
  if (releases.size() == 1) {
    const auto classes = classes_of_links(stack, releases.front());
    for (auto& [link, labels] : result) {
      const auto found = classes.find(link);
      labels = found == classes.end() ? std::vector<std::uint32_t>{no_class} : found->second;
    }
    return result;
  }
  // Of several releases: a number for each different combination; "none" where no release has the group.
  std::map<std::vector<std::vector<std::uint32_t>>, std::uint32_t> numbers;
  std::vector<std::unordered_map<std::uint32_t, std::vector<std::uint32_t>>> classes;
  for (const std::size_t release : releases) classes.push_back(classes_of_links(stack, release));
  for (auto& [link, labels] : result) {
    std::vector<std::vector<std::uint32_t>> combined;
    bool linked = false;
    for (const auto& one : classes) {
      const auto found = one.find(link);
      linked = linked || found != one.end();
      combined.push_back(found == one.end() ? std::vector<std::uint32_t>{no_class} : found->second);
    }
    const auto number =
        numbers.emplace(std::move(combined), static_cast<std::uint32_t>(numbers.size())).first->second;
    labels = {linked ? number : no_class};
  }
  return result;
}

}  // namespace

std::vector<std::size_t> row_members(const Table& unit, std::size_t rows) {
  std::vector<std::size_t> members(rows);
  for (std::size_t row = 0; row < rows; ++row) members[row] = row;
  if (unit.column_count() == 0) return members;
  return masking::group_of_row(masking::record_groups(unit.column(0)), rows);
}

std::vector<std::uint32_t> link_groups(const Table& link, const Run& run) {
  ColumnSet every;
  for (ColumnId id = 0; id < link.column_count(); ++id) every.push_back(id);
  std::vector<std::uint32_t> groups = stats::equal_classes(stats::key_table(link, every, run), run).of_row;
  for (ColumnId id = 0; id < link.column_count(); ++id) {
    for (std::size_t row = 0; row < link.rows(); ++row) {
      if (link.column(id).missing(row)) groups[row] = StackedReleases::unlinked;
    }
  }
  return groups;
}

void count_union(const StackedReleases& stack, EarlierFindings& findings) {
  const std::size_t rows = stack.begin[1], all = stack.begin.back();
  const std::vector<std::size_t> own = members_of_classes(stack, 0, rows),
                                 total = members_of_classes(stack, 0, all);
  findings.records = rows;
  for (std::size_t row = 0; row < all; ++row) {
    if (stack.suppressed[row] != 0) {
      findings.suppressed += row < rows ? 1 : 0;
      continue;
    }
    const std::size_t together = total[stack.class_of_row[row]];
    findings.k_union = findings.k_union == 0 ? together : std::min(findings.k_union, together);
    if (row >= rows) {
      findings.earlier_unique_union += together == 1 ? 1 : 0;
      continue;
    }
    const std::size_t alone = own[stack.class_of_row[row]];
    findings.k_new = findings.k_new == 0 ? alone : std::min(findings.k_new, alone);
    findings.unique_new += alone == 1 ? 1 : 0;
    findings.unique_union += together == 1 ? 1 : 0;
  }
}

ReleaseLink linked_with(const StackedReleases& stack, const std::vector<std::size_t>& releases,
                        std::size_t k) {
  const std::map<std::uint32_t, std::vector<std::uint32_t>> answer = answers(stack, releases);
  // Members of (class, a): rows of one class and linking group are alike, and their members are counted once.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::size_t>> groups;  // (class, link) → members
  for (std::size_t row = 0; row < stack.begin[1]; ++row) {
    if (stack.suppressed[row] != 0) continue;
    groups[{stack.class_of_row[row], stack.link_of_row[row]}].insert(stack.member_of_row[row]);
  }
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::size_t>> left;  // (class, a) → members
  for (const auto& [place, members] : groups) {
    for (const std::uint32_t a : answer.at(place.second))
      left[{place.first, a}].insert(members.begin(), members.end());
  }
  ReleaseLink result;
  for (const std::size_t release : releases)
    result.records += stack.begin[release + 1] - stack.begin[release];
  for (std::size_t row = 0; row < stack.begin[1]; ++row) {
    const std::vector<std::uint32_t>& labels = answer.at(stack.link_of_row[row]);
    const bool linked = labels.front() != no_class;
    result.linked += linked ? 1 : 0;
    if (stack.suppressed[row] != 0) continue;
    std::size_t smallest = 0;
    for (const std::uint32_t a : labels) {
      const std::size_t members = left.at({stack.class_of_row[row], a}).size();
      smallest = smallest == 0 ? members : std::min(smallest, members);
    }
    std::size_t& least = linked ? result.smallest_linked : result.smallest_new;
    least = least == 0 ? smallest : std::min(least, smallest);
    if (smallest < k) ++(linked ? result.below_linked : result.below_new);
  }
  return result;
}

}  // namespace sfumato::release
