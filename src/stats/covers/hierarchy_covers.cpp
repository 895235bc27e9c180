// Two passes over the rows of the hierarchy: which levels have a label, and which leaves lie below it at the
// level that was chosen.
#include "stats/covers/hierarchy_covers.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace sfumato::stats {
namespace {

constexpr std::size_t no_row = static_cast<std::size_t>(-1);

class Lookup {
 public:
  Lookup(const Hierarchy& tree, const std::vector<WantedLabel>& wanted,
         const std::function<std::int32_t(const std::string&)>& place_of)
      : tree_(tree), wanted_(wanted) {
    for (std::size_t i = 0; i < wanted.size(); ++i) number_.emplace(wanted[i].text, i);
    levels_.resize(wanted.size());
    for (std::size_t row = 0; row < tree.leaves(); ++row) {
      place_.push_back(place_of(tree.rows()[row].front()));
      for (std::size_t level = 1; level < tree.levels(); ++level) {
        const std::size_t found = find(tree.rows()[row][level]);
        if (found == no_row) continue;
        std::vector<std::size_t>& known = levels_[found];
        if (std::find(known.begin(), known.end(), level) == known.end()) known.push_back(level);
      }
    }
    for (std::size_t row = 0; row < place_.size(); ++row) {
      if (place_[row] < 0) continue;
      const auto place = static_cast<std::size_t>(place_[row]);
      if (row_of_.size() <= place) row_of_.resize(place + 1, no_row);
      row_of_[place] = row;
    }
  }

  // The lowest level that has it above all its originals, else the lowest that has it. A value of the
  // original is a label only in the first case, and only above other values than itself.
  std::optional<std::size_t> level(std::size_t label) const {
    std::vector<std::size_t> levels = levels_[label];
    if (levels.empty()) return std::nullopt;
    std::sort(levels.begin(), levels.end());
    const WantedLabel& wanted = wanted_[label];
    if (!wanted.originals.empty()) {
      for (const std::size_t level : levels) {
        if (above_all(wanted, level)) return level;
      }
    }
    return wanted.is_value ? std::nullopt : std::optional(levels.front());
  }

  std::size_t find(const std::string& text) const {
    const auto found = number_.find(text);
    return found == number_.end() ? no_row : found->second;
  }
  std::int32_t place(std::size_t row) const { return place_[row]; }

 private:
  bool above_all(const WantedLabel& wanted, std::size_t level) const {
    return std::all_of(wanted.originals.begin(), wanted.originals.end(), [&](std::int32_t value) {
      const auto place = static_cast<std::size_t>(value);
      if (place >= row_of_.size() || row_of_[place] == no_row) return false;
      return tree_.rows()[row_of_[place]][level] == wanted.text;
    });
  }

  const Hierarchy& tree_;
  const std::vector<WantedLabel>& wanted_;
  std::unordered_map<std::string_view, std::size_t> number_;
  std::vector<std::vector<std::size_t>> levels_;  // that have each label
  std::vector<std::int32_t> place_;               // of the leaf of each row
  std::vector<std::size_t> row_of_;               // of each value of the original
};

}  // namespace

std::vector<std::optional<FoundCover>> hierarchy_covers(
    const Hierarchy& tree, const std::vector<WantedLabel>& wanted,
    const std::function<std::int32_t(const std::string&)>& place_of,
    const std::function<std::optional<double>(const std::string&)>& number_of) {
  const Lookup lookup(tree, wanted, place_of);
  std::vector<std::optional<FoundCover>> result(wanted.size());
  std::vector<std::size_t> chosen(wanted.size(), 0);  // 0: no level
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (const auto level = lookup.level(i)) {
      chosen[i] = *level;
      result[i].emplace();
    }
  }
  for (std::size_t row = 0; row < tree.leaves(); ++row) {
    for (std::size_t level = 1; level < tree.levels(); ++level) {
      const std::size_t label = lookup.find(tree.rows()[row][level]);
      if (label == no_row || chosen[label] != level) continue;
      if (lookup.place(row) >= 0) result[label]->values.push_back(lookup.place(row));
      if (const auto number = number_of(tree.rows()[row].front())) result[label]->numbers.push_back(*number);
    }
  }
  for (auto& cover : result) {
    if (!cover) continue;
    std::sort(cover->values.begin(), cover->values.end());
    cover->values.erase(std::unique(cover->values.begin(), cover->values.end()), cover->values.end());
  }
  return result;
}

}  // namespace sfumato::stats
