// Each builder makes the rows of a hierarchy file; they are then checked like such a file.
#include "masking/hierarchy_builder.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/number_text.hpp"
#include "core/text_list.hpp"
#include "core/value_rows.hpp"
#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {
namespace {

using Rows = std::vector<std::vector<std::string>>;
const std::string root_label = "*";
// Intervals between a value and the origin: written digits must distinguish their bounds.
constexpr double most_intervals = 4e9;
constexpr std::size_t most_characters = 256;  // of a value that is redacted: each is a level

Hierarchy rooted(Rows rows) {
  for (auto& row : rows) row.push_back(root_label);
  return Hierarchy(std::move(rows), "the built hierarchy");
}

[[noreturn]] void refuse_leaves(const std::vector<std::string>& wrong, const std::string& what,
                                const std::string& hint) {
  bad_input(data_values(wrong) + (wrong.size() == 1 ? " is " : " are ") + what, hint);
}

// Sizes of levels that do not nest would cut through the groups below them.
void require_multiples(const std::vector<double>& sizes, const std::string& what) {
  if (sizes.empty()) bad_input("a hierarchy needs " + what, "give one for each level, smallest first");
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const double ratio = i == 0 ? 2.0 : sizes[i] / sizes[i - 1];
    const bool positive = std::isfinite(sizes[i]) && sizes[i] > 0.0;
    if (positive && ratio > 1.5 && std::fabs(ratio - std::round(ratio)) < 1e-9 * ratio) continue;
    bad_input(what + " of a hierarchy must be positive, and each a multiple of the one before: " +
                  shortest(sizes[i]) + " is not",
              "such as [5, 10, 20]");
  }
}

std::string interval_text(double lower, double upper, IntervalLabels labels) {
  if (labels == IntervalLabels::ranges) {
    const std::string first = rounded(lower, 12), last = rounded(upper - 1.0, 12);
    return first == last ? first : first + "–" + last;
  }
  std::string text = "[";
  text.append(rounded(lower, 12)).append(", ").append(rounded(upper, 12)).append(")");
  return text;
}

// "10–14" has gaps for numbers such as 14.5.
void require_whole(const std::vector<std::string>& leaves, double origin, const std::vector<double>& widths) {
  const auto whole = [](double number) { return number == std::floor(number); };
  if (!whole(origin) || !std::all_of(widths.begin(), widths.end(), whole)) {
    bad_input("ranges need a whole origin and whole widths", "or write labels = \"brackets\"");
  }
  std::vector<std::string> wrong;
  for (const std::string& leaf : leaves) {
    if (const auto number = parse_number(leaf); number && !whole(*number)) wrong.push_back(leaf);
  }
  if (!wrong.empty()) refuse_leaves(wrong, "not whole, as ranges need", "write labels = \"brackets\"");
}

// Breaks of a level that are not among those below would cut through the intervals below.
void require_breaks(const std::vector<std::vector<double>>& levels) {
  const std::string hint = "such as [10, 20, 50], or [[10, 20, 50], [20]] for two levels";
  if (levels.empty()) bad_input("a hierarchy needs breaks", hint);
  for (std::size_t level = 0; level < levels.size(); ++level) {
    const std::vector<double>& breaks = levels[level];
    if (breaks.empty()) bad_input("a level has no breaks", hint);
    for (std::size_t i = 0; i < breaks.size(); ++i) {
      if (std::isfinite(breaks[i]) && (i == 0 || breaks[i - 1] < breaks[i])) continue;
      bad_input("breaks must be finite and ascending: " + shortest(breaks[i]) + " is not", hint);
    }
    if (level > 0 &&
        !std::includes(levels[level - 1].begin(), levels[level - 1].end(), breaks.begin(), breaks.end())) {
      bad_input("breaks of a level must be among those of the level before", hint);
    }
  }
}

// Where each character of UTF-8 text begins.
std::vector<std::size_t> character_starts(const std::string& text) {
  std::vector<std::size_t> starts;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if ((static_cast<unsigned char>(text[i]) & 0xC0U) != 0x80U) starts.push_back(i);
  }
  return starts;
}

std::string redacted(const std::string& text, std::size_t count, bool from_left) {
  const std::vector<std::size_t> starts = character_starts(text);
  const std::size_t hidden = std::min(count, starts.size());
  if (hidden == starts.size()) return std::string(hidden, '*');
  if (from_left) return std::string(hidden, '*') + text.substr(starts[hidden]);
  return text.substr(0, hidden == 0 ? text.size() : starts[starts.size() - hidden]) +
         std::string(hidden, '*');
}

// The members of each group as a map from member to group; a member of two groups is an error.
std::map<std::string, std::string> group_of_member(const Value& level) {
  std::map<std::string, std::string> result;
  if (!level.is_object())
    bad_input("a level of groups must be a table", "such as { north = [\"a\", \"b\"] }");
  for (const auto& [group, members] : level.as_object()) {
    if (!members.is_array()) {
      bad_input(quoted_names({group}) + " must be a list of members", "such as [\"a\", \"b\"]");
    }
    for (const Value& member : members.as_array()) {
      if (!result.emplace(to_text(member), group).second) {
        bad_input(quoted_names({to_text(member)}) + " is a member of two groups", "name it once in a level");
      }
    }
  }
  return result;
}

}  // namespace

std::vector<std::string> distinct_texts(const Column& column) {
  const stats::KeyColumn keys = stats::key_column(column);
  std::vector<std::string> result(static_cast<std::size_t>(keys.distinct));
  std::vector<bool> seen(result.size(), false);
  for (std::size_t row = 0; row < keys.codes.size(); ++row) {
    if (keys.codes[row] == stats::KeyColumn::missing) continue;
    const auto code = static_cast<std::size_t>(keys.codes[row]);
    if (!seen[code]) result[code] = column.text(row);
    seen[code] = true;
  }
  return result;
}

Hierarchy interval_hierarchy(const std::vector<std::string>& leaves, double origin,
                             const std::vector<double>& widths, IntervalLabels labels) {
  require_multiples(widths, "widths");
  if (labels == IntervalLabels::ranges) require_whole(leaves, origin, widths);
  if (!std::isfinite(origin)) bad_input("origin must be finite", "such as 0");
  std::vector<std::string> wrong, far;
  Rows rows;
  for (const std::string& leaf : leaves) {
    const std::optional<double> number = parse_number(leaf);
    if (!number) {
      wrong.push_back(leaf);
      continue;
    }
    // Counted in whole widths of the lowest level, so that levels nest whatever the rounding.
    const double place = std::floor((*number - origin) / widths.front());
    if (!(std::fabs(place) < most_intervals)) {
      far.push_back(leaf);
      continue;
    }
    std::vector<std::string>& row = rows.emplace_back(std::vector<std::string>{leaf});
    for (const double width : widths) {
      const double steps = std::round(width / widths.front());
      const double first = std::floor(place / steps) * steps;
      row.push_back(
          interval_text(origin + first * widths.front(), origin + (first + steps) * widths.front(), labels));
    }
  }
  if (!wrong.empty())
    refuse_leaves(wrong, "not numeric", "intervals are for numbers: use groups or redaction");
  if (!far.empty()) refuse_leaves(far, "too far from the origin for such widths", "choose larger widths");
  return rooted(std::move(rows));
}

Hierarchy breaks_hierarchy(const std::vector<std::string>& leaves,
                           const std::vector<std::vector<double>>& levels, IntervalLabels labels) {
  require_breaks(levels);
  if (labels == IntervalLabels::ranges) require_whole(leaves, 0.0, levels.front());
  std::vector<std::string> wrong;
  Rows rows;
  for (const std::string& leaf : leaves) {
    const std::optional<double> number = parse_number(leaf);
    if (!number) {
      wrong.push_back(leaf);
      continue;
    }
    std::vector<std::string>& row = rows.emplace_back(std::vector<std::string>{leaf});
    for (const std::vector<double>& breaks : levels) {
      const auto next = std::upper_bound(breaks.begin(), breaks.end(), *number);
      if (next == breaks.begin()) {
        row.push_back("below " + rounded(*next, 12));
      } else if (next == breaks.end()) {
        row.push_back(rounded(breaks.back(), 12) + " or more");
      } else {
        row.push_back(interval_text(*std::prev(next), *next, labels));
      }
    }
  }
  if (!wrong.empty()) refuse_leaves(wrong, "not numeric", "breaks are for numbers: use groups or redaction");
  return rooted(std::move(rows));
}

Hierarchy redaction_hierarchy(const std::vector<std::string>& leaves, bool from_left) {
  std::size_t longest = 0;
  std::vector<std::string> wrong;
  for (const std::string& leaf : leaves) {
    longest = std::max(longest, character_starts(leaf).size());
    if (character_starts(leaf).size() > most_characters) wrong.push_back(leaf);
  }
  if (!wrong.empty()) {
    refuse_leaves(wrong, "too long to be redacted", "256 characters can be; use groups for longer ones");
  }
  Rows rows;
  for (const std::string& leaf : leaves) {
    std::vector<std::string>& row = rows.emplace_back();
    for (std::size_t count = 0; count < longest; ++count) row.push_back(redacted(leaf, count, from_left));
  }
  return rooted(std::move(rows));
}

Hierarchy order_hierarchy(const std::vector<std::string>& ordered, const std::vector<std::size_t>& sizes) {
  require_multiples(std::vector<double>(sizes.begin(), sizes.end()), "sizes");
  Rows rows;
  for (std::size_t place = 0; place < ordered.size(); ++place) {
    std::vector<std::string>& row = rows.emplace_back(std::vector<std::string>{ordered[place]});
    for (const std::size_t size : sizes) {
      const std::size_t first = place / size * size, last = std::min(first + size, ordered.size()) - 1;
      row.push_back(first == last ? ordered[first] : ordered[first] + " … " + ordered[last]);
    }
  }
  return rooted(std::move(rows));
}

Hierarchy group_hierarchy(const std::vector<std::string>& leaves, const std::vector<Value>& levels) {
  if (levels.empty())
    bad_input("a hierarchy of groups needs levels", "write [[levels]] and the groups below");
  Rows rows;
  for (const std::string& leaf : leaves) rows.push_back({leaf});
  for (const Value& level : levels) {
    const std::map<std::string, std::string> group = group_of_member(level);
    std::vector<std::string> wrong;
    for (auto& row : rows) {
      const auto found = group.find(row.back());
      if (found != group.end()) {
        row.push_back(found->second);
      } else if (std::find(wrong.begin(), wrong.end(), row.back()) == wrong.end()) {
        wrong.push_back(row.back());
      }
    }
    if (!wrong.empty()) refuse_leaves(wrong, "in no group", "name every value in one group of each level");
  }
  return rooted(std::move(rows));
}

std::string leaf_complaint(const Hierarchy& hierarchy, const Column& column, const std::string& name) {
  const std::vector<std::string> wrong = hierarchy.uncovered(distinct_texts(column));
  if (wrong.empty()) return {};
  return with_rows(
      "column '" + name + "' has values that are not leaves of its hierarchy: " + data_values(wrong), column);
}

}  // namespace sfumato::masking
