// With wildcards, classes are sorted by which keys they have. Two classes agree if they are equal in the keys
// that both have, so the classes of one pattern are summed by these keys and looked up for another. For
// patterns of few classes this does not pay, and their classes are compared one by one.
#include "verify/agreeing_records.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <string>
#include <unordered_map>

#include "core/error.hpp"

namespace sfumato::verify {
namespace {

using Pattern = std::vector<bool>;  // which keys are present

// Sums of records by the values of some keys: open addressing, where a class represents its values.
class SumsByKeys {
 public:
  SumsByKeys(const KeyTexts& keys, const std::vector<Rows>& classes, std::vector<std::size_t> common,
             std::size_t members)
      : keys_(keys), classes_(classes), common_(std::move(common)) {
    std::size_t size = 16;
    while (size < 2 * members) size *= 2;
    slots_.resize(size);
  }

  void add(std::uint32_t member) {
    Slot& slot = slots_[place(member)];
    slot.member = member;
    slot.records += records_in(keys_.counts, classes_[member]);
  }
  std::size_t of(std::uint32_t member) const { return slots_[place(member)].records; }

 private:
  static constexpr std::uint32_t no_class = UINT32_MAX;
  struct Slot {
    std::uint32_t member = no_class;
    std::size_t records = 0;
  };

  std::uint32_t code(std::uint32_t member, std::size_t key) const {
    return keys_.codes[key][classes_[member].front()];
  }
  bool same(std::uint32_t a, std::uint32_t b) const {
    return std::all_of(common_.begin(), common_.end(),
                       [&](std::size_t key) { return code(a, key) == code(b, key); });
  }
  // Where the values of this class are, or would be.
  std::size_t place(std::uint32_t member) const {
    std::uint64_t hash = 0x9E3779B97F4A7C15U;
    for (const std::size_t key : common_) {
      hash = (hash ^ code(member, key)) * 0xBF58476D1CE4E5B9U;
      hash ^= hash >> 29U;
    }
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at].member != no_class && !same(slots_[at].member, member))
      at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  const KeyTexts& keys_;
  const std::vector<Rows>& classes_;
  std::vector<std::size_t> common_;
  std::vector<Slot> slots_;
};

// Classes that are compared one by one, by their values of each key, so that classes are skipped that differ
// in the most selective key.
class LooseClasses {
 public:
  LooseClasses(const KeyTexts& keys, const std::vector<Rows>& classes)
      : keys_(keys), classes_(classes), by_value_(keys.codes.size()), without_(keys.codes.size()) {}

  void add(std::uint32_t member) {
    for (std::size_t key = 0; key < keys_.codes.size(); ++key) {
      const std::uint32_t value = code(member, key);
      if (value == KeyTexts::missing) {
        without_[key].push_back(member);
        continue;
      }
      if (value >= by_value_[key].size()) by_value_[key].resize(std::size_t{value} + 1);
      by_value_[key][value].push_back(member);
    }
    all_.push_back(member);
  }

  // The records of the classes that agree with this one.
  std::size_t of(std::uint32_t member) const {
    std::size_t best = keys_.codes.size(), fewest = all_.size();
    for (std::size_t key = 0; key < keys_.codes.size(); ++key) {
      if (code(member, key) == KeyTexts::missing) continue;
      const std::size_t left = having(member, key).size() + without_[key].size();
      if (left >= fewest) continue;
      best = key;
      fewest = left;
    }
    if (best == keys_.codes.size()) return agreeing(member, all_);
    return agreeing(member, having(member, best)) + agreeing(member, without_[best]);
  }

 private:
  std::uint32_t code(std::uint32_t member, std::size_t key) const {
    return keys_.codes[key][classes_[member].front()];
  }
  const std::vector<std::uint32_t>& having(std::uint32_t member, std::size_t key) const {
    const std::uint32_t value = code(member, key);
    return value < by_value_[key].size() ? by_value_[key][value] : none_;
  }
  std::size_t agreeing(std::uint32_t member, const std::vector<std::uint32_t>& others) const {
    std::size_t records = 0;
    for (const std::uint32_t other : others) {
      if (agree(member, other)) records += records_in(keys_.counts, classes_[other]);
    }
    return records;
  }
  bool agree(std::uint32_t a, std::uint32_t b) const {
    const std::uint32_t row = classes_[a].front(), other = classes_[b].front();
    return std::all_of(keys_.codes.begin(), keys_.codes.end(), [&](const auto& codes) {
      return codes[row] == codes[other] || codes[row] == KeyTexts::missing ||
             codes[other] == KeyTexts::missing;
    });
  }

  const KeyTexts& keys_;
  const std::vector<Rows>& classes_;
  std::vector<std::vector<std::vector<std::uint32_t>>> by_value_;  // [key][value]
  std::vector<std::vector<std::uint32_t>> without_;                // by key
  std::vector<std::uint32_t> all_, none_;
};

// Classes to be counted with their wildcards, and the results.
class WildcardCount {
 public:
  WildcardCount(const KeyTexts& keys, const std::vector<Rows>& classes)
      : keys_(keys), classes_(classes), loose_(keys, classes) {
    for (std::uint32_t c = 0; c < classes.size(); ++c) {
      Pattern present(keys.codes.size());
      for (std::size_t key = 0; key < present.size(); ++key) {
        present[key] = keys.codes[key][classes[c].front()] != KeyTexts::missing;
      }
      patterns_[present].push_back(c);
    }
    agreeing_.assign(classes.size(), 0);
    std::size_t all = 0;
    for (const Rows& members : classes) all += records_in(keys.counts, members);
    for (const auto& [pattern, members] : patterns_) {
      if (is_blank(keys, classes[members.front()].front())) {
        for (const std::uint32_t c : members) agreeing_[c] = all;
        continue;
      }
      if (members.size() > few_classes) {
        dense_.emplace_back(&pattern, &members);
        continue;
      }
      for (const std::uint32_t c : members) loose_.add(c);
    }
  }

  // Counts every class of fewer than `records` that was not counted before.
  void count_below(std::size_t records, const Run& run) {
    for (const auto& [pattern, members] : patterns_) {
      std::vector<std::uint32_t> wanted;
      for (const std::uint32_t c : members) {
        if (agreeing_[c] == 0 && records_in(keys_.counts, classes_[c]) < records) wanted.push_back(c);
      }
      if (wanted.empty()) continue;
      for (const std::uint32_t c : wanted) {
        run.check_stop();
        agreeing_[c] += loose_.of(c);
      }
      for (const auto& [other, partners] : dense_) {
        run.check_stop();
        std::vector<std::size_t> common;
        for (std::size_t key = 0; key < pattern.size(); ++key) {
          if (pattern[key] && (*other)[key]) common.push_back(key);
        }
        SumsByKeys sums(keys_, classes_, common, partners->size());
        for (const std::uint32_t c : *partners) sums.add(c);
        for (const std::uint32_t c : wanted) agreeing_[c] += sums.of(c);
      }
    }
  }
  std::size_t agreeing(std::size_t c) const { return agreeing_[c]; }  // 0: not counted

 private:
  const KeyTexts& keys_;
  const std::vector<Rows>& classes_;
  static constexpr std::size_t few_classes = 16;  // of a pattern, which are compared one by one
  std::map<Pattern, std::vector<std::uint32_t>> patterns_;
  std::vector<std::pair<const Pattern*, const std::vector<std::uint32_t>*>> dense_;  // those of many classes
  LooseClasses loose_;                                                               // of all others
  std::vector<std::size_t> agreeing_;
};

}  // namespace

std::vector<std::uint32_t> counts_of(const Table& table) {
  std::vector<std::uint32_t> counts;
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    if (table.info(id).role != Role::count) continue;
    for (const double count : table.column(id).to_numbers()) {
      if (!(count >= 1.0 && count < 4294967296.0)) bad_input("a row stands for no number of records");
      counts.push_back(static_cast<std::uint32_t>(count));
    }
  }
  return counts;
}

std::size_t records_in(const std::vector<std::uint32_t>& counts, const Rows& rows) {
  if (counts.empty()) return rows.size();
  std::size_t records = 0;
  for (const std::uint32_t row : rows) records += counts[row];
  return records;
}

KeyTexts key_texts(const Table& table, const ColumnSet& keys) {
  KeyTexts result{{}, counts_of(table)};
  for (const ColumnId id : keys) {
    const Column& column = table.column(id);
    std::unordered_map<std::string, std::uint32_t> code_of;
    std::vector<std::uint32_t>& codes = result.codes.emplace_back(table.rows(), KeyTexts::missing);
    for (std::size_t row = 0; row < codes.size(); ++row) {
      if (column.missing(row)) continue;
      codes[row] =
          code_of.try_emplace(column.text(row), static_cast<std::uint32_t>(code_of.size())).first->second;
    }
  }
  return result;
}

bool is_blank(const KeyTexts& keys, std::uint32_t row) {
  return std::all_of(keys.codes.begin(), keys.codes.end(),
                     [&](const auto& codes) { return codes[row] == KeyTexts::missing; });
}

std::vector<Rows> equal_records(const KeyTexts& keys, Rows rows) {
  const auto compared = [&](std::uint32_t a, std::uint32_t b) {
    for (const auto& codes : keys.codes) {
      if (codes[a] != codes[b]) return codes[a] < codes[b] ? -1 : 1;
    }
    return 0;
  };
  std::sort(rows.begin(), rows.end(), [&](std::uint32_t a, std::uint32_t b) {
    const int order = compared(a, b);
    return order != 0 ? order < 0 : a < b;
  });
  std::vector<Rows> classes;
  for (const std::uint32_t row : rows) {
    if (classes.empty() || compared(classes.back().front(), row) != 0) classes.emplace_back();
    classes.back().push_back(row);
  }
  return classes;
}

Agreement category_agreement(const std::vector<Rows>& classes, std::size_t k,
                             const std::vector<std::uint32_t>& counts) {
  Agreement result;
  for (const Rows& members : classes) {
    const std::size_t records = records_in(counts, members);
    if (result.smallest == 0 || records < result.smallest) result.smallest = records;
    if (records < k) result.below += records;
  }
  return result;
}

Agreement wildcard_agreement(const KeyTexts& keys, const std::vector<Rows>& classes, std::size_t k,
                             const Run& run) {
  WildcardCount count(keys, classes);
  // Classes of k or more satisfy the model; they are only needed to find the smallest.
  std::size_t limit = k;
  Agreement result;
  while (true) {
    count.count_below(limit, run);
    result = {};
    std::size_t uncounted = SIZE_MAX;
    for (std::size_t c = 0; c < classes.size(); ++c) {
      const std::size_t agreeing = count.agreeing(c);
      if (agreeing == 0) {
        uncounted = std::min(uncounted, records_in(keys.counts, classes[c]));
        continue;
      }
      if (result.smallest == 0 || agreeing < result.smallest) result.smallest = agreeing;
      if (agreeing < k) result.below += records_in(keys.counts, classes[c]);
    }
    if (uncounted == SIZE_MAX || (result.smallest != 0 && uncounted >= result.smallest)) return result;
    limit = result.smallest == 0 ? uncounted + 1 : result.smallest;
  }
}

}  // namespace sfumato::verify
