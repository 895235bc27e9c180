// Classes of equal records are sorted by which columns they miss. Two such patterns are matched at once, by a
// table of the smaller one's keys on the columns that neither misses, so that work grows with patterns times
// classes and not with pairs of records.
#include "stats/classes/wildcard_classes.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "core/exact_sum.hpp"

namespace sfumato::stats {
namespace {

using Words = std::vector<std::uint64_t>;

// Where the code of a column lies in the words of a key; 0 there means "missing".
struct Field {
  std::size_t word = 0;
  unsigned shift = 0;
  std::uint64_t mask = 0;  // of the field in its word
};

struct Layout {
  std::vector<Field> fields;
  std::size_t words = 0;
};

Layout layout_of(const KeyTable& keys) {
  Layout layout;
  unsigned used = 64;
  for (const KeyColumn& column : keys.columns) {
    const auto width =
        std::max(1U, static_cast<unsigned>(std::bit_width(static_cast<std::uint32_t>(column.distinct))));
    if (used + width > 64) {
      ++layout.words;
      used = 0;
    }
    layout.fields.push_back({layout.words - 1, used, ((std::uint64_t{1} << width) - 1) << used});
    used += width;
  }
  return layout;
}

// The totals of the records of a class, or of classes that are equal on some columns; whole numbers, so that
// the order of classes does not matter.
struct Amount {
  std::int64_t records = 0;
  BinaryUnits::Wide weight = 0;

  void add(const Amount& other) {
    records += other.records;
    weight += other.weight;
  }
};

// What matches a class: pairs with a column that is missing on both sides are kept apart.
struct MatchedAmount {
  Amount whole, sharing;
  Amount& of(bool shares) { return shares ? sharing : whole; }
};

// The sum of the weights of each class. `times` says how many records a row's weight stands for.
std::vector<double> weights_of_classes(const KeyClasses& classes, std::span<const double> weights,
                                       std::span<const std::uint32_t> times) {
  if (weights.empty()) return std::vector<double>(classes.count(), 0.0);
  return exact_sums(weights, times, classes.of_row, classes.count());
}

// Classes that miss the same columns.
struct Pattern {
  Words known;  // the bits of the fields that are not missing
  std::vector<std::uint32_t> classes;
};

// Amounts on both sides by key on the columns of a mask: open addressing, by a class that has the key.
class KeyAmounts {
 public:
  struct Slot {
    std::uint32_t owner = none;
    Amount filed, seen;
  };

  KeyAmounts(const Words& keys, std::size_t words, const Words& mask, std::size_t expected)
      : keys_(keys), words_(words), mask_(mask), slots_(std::bit_ceil(2 * expected + 2)) {}

  Slot& file(std::uint32_t owner) {
    Slot& slot = slots_[place(owner)];
    if (slot.owner == none) slot.owner = owner;
    return slot;
  }
  // Nothing where no class with that key was stored.
  Slot* find(std::uint32_t owner) {
    Slot& slot = slots_[place(owner)];
    return slot.owner == none ? nullptr : &slot;
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;

  std::uint64_t word(std::uint32_t owner, std::size_t w) const {
    return keys_[owner * words_ + w] & mask_[w];
  }
  bool equal(std::uint32_t a, std::uint32_t b) const {
    for (std::size_t w = 0; w < words_; ++w) {
      if (word(a, w) != word(b, w)) return false;
    }
    return true;
  }
  std::size_t place(std::uint32_t owner) const {
    std::uint64_t mixed = 0;
    for (std::size_t w = 0; w < words_; ++w) {
      mixed = (mixed ^ word(owner, w)) * 0x9e3779b97f4a7c15ULL;  // 2^64 over the golden ratio
      mixed ^= mixed >> 32;
    }
    std::size_t at = mixed & (slots_.size() - 1);
    while (slots_[at].owner != none && !equal(slots_[at].owner, owner)) at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  const Words& keys_;
  std::size_t words_;
  const Words& mask_;
  std::vector<Slot> slots_;
};

class Matching {
 public:
  Matching(const KeyTable& keys, const KeyClasses& classes, const std::vector<double>& weights)
      : layout_(layout_of(keys)),
        keys_(classes.count() * layout_.words),
        own_(classes.count()),
        matched_(classes.count()),
        units_(weights, static_cast<double>(weights.size())) {
    for (std::size_t number = 0; number < own_.size(); ++number) {
      own_[number] = {classes.sizes[number], units_.units(weights[number])};
    }
    std::map<Words, std::size_t> numbers;
    for (std::uint32_t number = 0; number < classes.count(); ++number) {
      Words known(layout_.words);
      for (std::size_t j = 0; j < keys.columns.size(); ++j) {
        const Field& field = layout_.fields[j];
        const std::int32_t code = keys.columns[j].codes[classes.first[number]];
        if (code == KeyColumn::missing) continue;
        known[field.word] |= field.mask;
        keys_[number * layout_.words + field.word] |= static_cast<std::uint64_t>(code + 1) << field.shift;
      }
      const auto [place, fresh] = numbers.try_emplace(known, patterns_.size());
      if (fresh) patterns_.push_back({known, {}});
      patterns_[place->second].classes.push_back(number);
    }
  }

  // Finds what matches each class.
  void run(const Run& run) {
    for (std::size_t a = 0; a < patterns_.size(); ++a) {
      if (is_blank(patterns_[a])) continue;
      match_within(patterns_[a]);
      for (std::size_t b = a + 1; b < patterns_.size(); ++b) {
        run.check_stop();
        if (is_blank(patterns_[b])) continue;
        const bool a_smaller = patterns_[a].classes.size() < patterns_[b].classes.size();
        match(patterns_[a_smaller ? a : b], patterns_[a_smaller ? b : a]);
      }
    }
  }
  // Where a pair that shares a missing column counts alpha.
  double records(std::uint32_t number, double alpha) const {
    return static_cast<double>(matched_[number].whole.records) +
           alpha * static_cast<double>(matched_[number].sharing.records);
  }
  double weight(std::uint32_t number, double alpha) const {
    return units_.number(matched_[number].whole.weight) +
           alpha * units_.number(matched_[number].sharing.weight);
  }
  double number(BinaryUnits::Wide weight) const { return units_.number(weight); }

  // Does the class miss every column?
  bool blank(std::uint32_t number) const {
    const auto first = keys_.begin() + static_cast<std::ptrdiff_t>(number * layout_.words);
    return std::all_of(first, first + static_cast<std::ptrdiff_t>(layout_.words),
                       [](std::uint64_t word) { return word == 0; });
  }
  Amount all() const {
    Amount sum;
    for (const Amount& own : own_) sum.add(own);
    return sum;
  }
  bool complete(std::uint32_t number) const {
    return std::all_of(layout_.fields.begin(), layout_.fields.end(), [&](const Field& field) {
      return (keys_[number * layout_.words + field.word] & field.mask) != 0;
    });
  }

 private:
  static bool is_blank(const Pattern& pattern) {
    return std::all_of(pattern.known.begin(), pattern.known.end(),
                       [](std::uint64_t word) { return word == 0; });
  }

  // Of one pattern, only equal classes match; these miss a column on both sides unless they are complete.
  void match_within(const Pattern& pattern) {
    for (const std::uint32_t number : pattern.classes) {
      matched_[number].of(!complete(number)).add(own_[number]);
    }
  }

  void match(const Pattern& small, const Pattern& large) {
    Words both(layout_.words);
    for (std::size_t w = 0; w < both.size(); ++w) both[w] = small.known[w] & large.known[w];
    const bool shares = shares_missing(small.known, large.known);
    KeyAmounts amounts(keys_, layout_.words, both, small.classes.size());
    for (const std::uint32_t number : small.classes) amounts.file(number).filed.add(own_[number]);
    for (const std::uint32_t number : large.classes) {
      KeyAmounts::Slot* slot = amounts.find(number);
      if (slot == nullptr) continue;
      slot->seen.add(own_[number]);
      matched_[number].of(shares).add(slot->filed);
    }
    for (const std::uint32_t number : small.classes) {
      matched_[number].of(shares).add(amounts.find(number)->seen);
    }
  }

  bool shares_missing(const Words& a, const Words& b) const {
    return std::any_of(layout_.fields.begin(), layout_.fields.end(), [&](const Field& field) {
      return ((a[field.word] | b[field.word]) & field.mask) == 0;
    });
  }

  Layout layout_;
  Words keys_;  // of each class, `layout_.words` words
  std::vector<Amount> own_;
  std::vector<MatchedAmount> matched_;
  BinaryUnits units_;  // of weights
  std::vector<Pattern> patterns_;
};

}  // namespace

WildcardCounts wildcard_counts(const KeyTable& keys, std::span<const double> weights, double alpha,
                               const Run& run, std::span<const std::uint32_t> times) {
  const KeyClasses classes = equal_classes(keys, run);
  Matching matching(keys, classes, weights_of_classes(classes, weights, times));
  matching.run(run);
  const Amount all = matching.all();
  WildcardCounts result;
  result.records.resize(keys.rows);
  if (!weights.empty()) result.weights.resize(keys.rows);
  for (std::size_t row = 0; row < keys.rows; ++row) {
    const std::uint32_t number = classes.of_row[row];
    if (matching.blank(number)) {
      result.records[row] = static_cast<double>(all.records);
      if (!weights.empty()) result.weights[row] = matching.number(all.weight);
      continue;
    }
    // The record itself was counted alpha with its class.
    const double own = matching.complete(number) ? 0.0 : 1.0 - alpha;
    result.records[row] = matching.records(number, alpha) + own;
    if (!weights.empty()) result.weights[row] = matching.weight(number, alpha) + own * weights[row];
  }
  return result;
}

}  // namespace sfumato::stats
