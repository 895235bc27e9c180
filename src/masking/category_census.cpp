// A block is first reduced to its own few values, by the same codes that classes of records have.
#include "masking/category_census.hpp"

#include <algorithm>
#include <cmath>

#include "stats/classes/key_classes.hpp"

namespace sfumato::masking {
namespace {

template <class T>
std::int32_t place_of(const std::vector<T>& sorted, T value) {
  const auto found = std::lower_bound(sorted.begin(), sorted.end(), value);
  if (found == sorted.end() || *found != value) return CategoryCensus::missing;
  return static_cast<std::int32_t>(found - sorted.begin());
}

}  // namespace

void CategoryCensus::observe(const Column& block, std::size_t first) {
  if (const Codes* codes = block.get_if<Codes>()) {
    text_ = true;
    observe(*codes, first);
  } else if (const Numbers* numbers = block.get_if<Numbers>()) {
    add(numbers_, block, first, *numbers);
  } else if (const Integers* integers = block.get_if<Integers>()) {
    add(integers_, block, first, integers->values);
    if (numbers_.empty() && integers_.empty()) values_ = Integers{};
  } else if (const Dates* dates = block.get_if<Dates>()) {
    add(days_, block, first, dates->days);
    if (days_.empty()) values_ = Dates{};
  } else if (const Timestamps* times = block.get_if<Timestamps>()) {
    add(ticks_, block, first, times->ticks);
    values_ = times->outline();
  }
}

void CategoryCensus::observe(const Codes& codes, std::size_t first) {
  std::vector<std::size_t> place;
  place.reserve(codes.labels.size());
  for (const std::string& label : codes.labels) {
    const auto [entry, fresh] = label_places_.try_emplace(label, labels_.size());
    if (fresh) {
      labels_.push_back(label);
      label_entries_.emplace_back();
    }
    place.push_back(entry->second);
  }
  for (std::size_t row = 0; row < codes.codes.size(); ++row) {
    if (codes.codes[row] == Codes::missing) continue;
    Entry& entry = label_entries_[place[static_cast<std::size_t>(codes.codes[row])]];
    if (entry.count++ == 0) entry.first = first + row;
  }
}

template <class T>
void CategoryCensus::add(std::map<T, Entry>& found, const Column& block, std::size_t first,
                         const std::vector<T>& values) {
  const stats::KeyColumn keys = stats::key_column(block);
  std::vector<Entry> own(static_cast<std::size_t>(keys.distinct));
  for (std::size_t row = 0; row < keys.codes.size(); ++row) {
    if (keys.codes[row] == stats::KeyColumn::missing) continue;
    Entry& entry = own[static_cast<std::size_t>(keys.codes[row])];
    if (entry.count++ == 0) entry.first = row;
  }
  for (const Entry& one : own) {
    Entry& entry = found[values[one.first]];
    if (entry.count == 0) entry.first = first + one.first;
    entry.count += one.count;
  }
}

template <class T>
std::vector<T> CategoryCensus::sorted(const std::map<T, Entry>& found) {
  std::vector<T> values;
  for (const auto& [value, entry] : found) {
    values.push_back(value);
    counts_.push_back(entry.count);
    first_rows_.push_back(entry.first);
  }
  return values;
}

void CategoryCensus::finish() {
  if (text_) {
    Codes codes{{}, labels_};
    for (std::size_t label = 0; label < labels_.size(); ++label) {
      const Entry& entry = label_entries_[label];
      category_of_label_.push_back(entry.count == 0 ? missing : static_cast<std::int32_t>(counts_.size()));
      if (entry.count == 0) continue;
      codes.codes.push_back(static_cast<std::int32_t>(label));
      counts_.push_back(entry.count);
      first_rows_.push_back(entry.first);
    }
    values_ = std::move(codes);
  } else if (!numbers_.empty()) {
    values_ = sorted(numbers_);
  } else if (!integers_.empty()) {
    values_ = Integers{sorted(integers_), {}};
  } else if (!days_.empty()) {
    values_ = Dates{sorted(days_)};
  } else if (!ticks_.empty()) {
    Timestamps times = *values_.get_if<Timestamps>();
    times.ticks = sorted(ticks_);
    values_ = std::move(times);
  }
  for (std::size_t i = 0; i < counts_.size(); ++i) texts_.push_back(values_.text(i));
}

std::vector<std::int32_t> CategoryCensus::places(const Column& block) const {
  std::vector<std::int32_t> result(block.size(), missing);
  if (const Codes* codes = block.get_if<Codes>()) {
    std::vector<std::int32_t> category;
    for (const std::string& label : codes->labels) {
      const auto found = label_places_.find(label);
      category.push_back(found == label_places_.end() ? missing : category_of_label_[found->second]);
    }
    for (std::size_t row = 0; row < result.size(); ++row) {
      if (codes->codes[row] != Codes::missing)
        result[row] = category[static_cast<std::size_t>(codes->codes[row])];
    }
    return result;
  }
  // Looked up once for each value of the block.
  const stats::KeyColumn keys = stats::key_column(block);
  constexpr std::int32_t unknown = -2;
  std::vector<std::int32_t> category(static_cast<std::size_t>(keys.distinct), unknown);
  for (std::size_t row = 0; row < result.size(); ++row) {
    if (keys.codes[row] == stats::KeyColumn::missing) continue;
    std::int32_t& place = category[static_cast<std::size_t>(keys.codes[row])];
    if (place == unknown) {
      if (const Numbers* numbers = block.get_if<Numbers>()) {
        place = place_of(*values_.get_if<Numbers>(), (*numbers)[row]);
      } else if (const Integers* integers = block.get_if<Integers>()) {
        place = place_of(values_.get_if<Integers>()->values, integers->values[row]);
      } else if (const Timestamps* times = block.get_if<Timestamps>()) {
        place = place_of(values_.get_if<Timestamps>()->ticks, times->ticks[row]);
      } else {
        place = place_of(values_.get_if<Dates>()->days, block.get_if<Dates>()->days[row]);
      }
    }
    result[row] = place;
  }
  return result;
}

}  // namespace sfumato::masking
