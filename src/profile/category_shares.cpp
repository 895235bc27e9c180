// Values are compared as text, so that codes with different numberings, or numbers that became labels, are
// matched.
#include "profile/category_shares.hpp"

#include <algorithm>
#include <map>

namespace sfumato::profile {
namespace {

constexpr std::size_t shown_at_most = 12;

struct Category {
  double position = 0.0;  // among ordered categories
  std::size_t before = 0, after = 0;
};
using SharesByCategory = std::map<std::string, Category>;

void count_codes(const Codes& codes, SharesByCategory& categories, std::size_t Category::*side) {
  std::vector<std::size_t> counts(codes.labels.size());
  for (const std::int32_t code : codes.codes) {
    if (code != Codes::missing) ++counts[static_cast<std::size_t>(code)];
  }
  for (std::size_t code = 0; code < counts.size(); ++code) {
    if (counts[code] == 0) continue;
    const auto entry = categories.try_emplace(codes.labels[code], Category{static_cast<double>(code)}).first;
    entry->second.*side += counts[code];
  }
}

std::size_t count(const Column* column, SharesByCategory& categories, std::size_t Category::*side) {
  if (column == nullptr) return 0;
  if (const auto* codes = column->get_if<Codes>()) {
    count_codes(*codes, categories, side);
  } else {
    const Numbers numbers = column->to_numbers();
    for (std::size_t row = 0; row < numbers.size(); ++row) {
      if (column->missing(row)) continue;
      ++(categories.try_emplace(column->text(row), Category{numbers[row]}).first->second.*side);
    }
  }
  return column->size() - column->missing_count();
}

double share(std::size_t count, std::size_t present) {
  return present == 0 ? 0.0 : static_cast<double>(count) / static_cast<double>(present);
}

}  // namespace

CategoryShares category_shares(const Column* before, const Column* after, bool ordinal, std::size_t least) {
  SharesByCategory categories;
  const std::size_t present_before = count(before, categories, &Category::before);
  const std::size_t present_after = count(after, categories, &Category::after);
  struct Entry {
    CategoryShare share;
    double position = 0.0;
    bool named = true;
  };
  std::vector<Entry> entries;
  for (const auto& [value, category] : categories) {
    entries.push_back({{value, share(category.before, present_before), share(category.after, present_after)},
                       category.position,
                       std::max(category.before, category.after) >= least});
  }
  // Equal shares are in the order of their text.
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::max(a.share.before, a.share.after) > std::max(b.share.before, b.share.after);
  });
  CategoryShares result;
  // One category more is shown by its name, which takes no more space than "all others".
  const auto named = static_cast<std::size_t>(
      std::count_if(entries.begin(), entries.end(), [](const Entry& entry) { return entry.named; }));
  const std::size_t shown =
      named == entries.size() && named <= shown_at_most + 1 ? named : std::min(named, shown_at_most);
  if (ordinal) {
    std::stable_sort(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(shown),
                     [](const Entry& a, const Entry& b) { return a.position < b.position; });
  }
  CategoryShare others{"all others", 0.0, 0.0};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i < shown) {
      result.shown.push_back(entries[i].share);
    } else {
      others.before += entries[i].share.before;
      others.after += entries[i].share.after;
    }
  }
  result.others = entries.size() - shown;
  if (result.others > 0) result.shown.push_back(others);
  return result;
}

std::string label_of(const ValueLabels& labels, const std::string& code) {
  for (const auto& [known, label] : labels) {
    if (known == code) return label;
  }
  return {};
}

}  // namespace sfumato::profile
