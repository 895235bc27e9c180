// A block is first reduced to its own few values, by the same codes that classes of records have.
#include "masking/category_census.hpp"

#include <algorithm>
#include <cmath>

#include "masking/partial_state.hpp"
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

void CategoryCensus::observe(const Column& block, const RecordNumbers& first) {
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

std::size_t CategoryCensus::place_of_label(const std::string& label) {
  const auto [entry, fresh] = label_places_.try_emplace(label, labels_.size());
  if (fresh) {
    labels_.push_back(label);
    label_entries_.emplace_back();
  }
  return entry->second;
}

void CategoryCensus::observe(const Codes& codes, const RecordNumbers& numbers) {
  std::vector<std::size_t> place;
  place.reserve(codes.labels.size());
  for (const std::string& label : codes.labels) place.push_back(place_of_label(label));
  for (std::size_t row = 0; row < codes.codes.size(); ++row) {
    if (codes.codes[row] == Codes::missing) continue;
    label_entries_[place[static_cast<std::size_t>(codes.codes[row])]].add(1, numbers[row]);
  }
}

template <class T>
void CategoryCensus::add(std::map<T, Entry>& found, const Column& block, const RecordNumbers& numbers,
                         const std::vector<T>& values) {
  const stats::KeyColumn keys = stats::key_column(block);
  const auto distinct = static_cast<std::size_t>(keys.distinct);
  std::vector<Entry> own(distinct);
  std::vector<std::size_t> some_row(distinct, 0);
  for (std::size_t row = 0; row < keys.codes.size(); ++row) {
    if (keys.codes[row] == stats::KeyColumn::missing) continue;
    const auto code = static_cast<std::size_t>(keys.codes[row]);
    own[code].add(1, numbers[row]);
    some_row[code] = row;
  }
  for (std::size_t code = 0; code < distinct; ++code) {
    found[values[some_row[code]]].add(own[code].count, own[code].first);
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

std::size_t CategoryCensus::with_cells() const {
  const auto used = std::count_if(label_entries_.begin(), label_entries_.end(),
                                  [](const Entry& entry) { return entry.count > 0; });
  return found() - labels_.size() + static_cast<std::size_t>(used);
}

Value CategoryCensus::partial() const {
  Value state = Value::array(), found = Value::array();
  const auto push = [&](Value value, const Entry& entry) {
    found.push(std::move(value));
    found.push(entry.count);
    found.push(entry.first);
  };
  // Labels without a cell, too, where they stand in the order of the column.
  std::vector<std::size_t> order;
  for (std::size_t label = 0; label < labels_.size(); ++label) {
    if (ordered_ || label_entries_[label].count > 0) order.push_back(label);
  }
  if (!ordered_) {
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return label_entries_[a].first < label_entries_[b].first;
    });
  }
  for (const std::size_t label : order) push(labels_[label], label_entries_[label]);
  for (const auto& [value, entry] : numbers_) push(value, entry);
  for (const auto& [value, entry] : integers_) push(value, entry);
  for (const auto& [value, entry] : days_) push(value, entry);
  for (const auto& [value, entry] : ticks_) push(value, entry);
  const bool integers = !integers_.empty() || values_.get_if<Integers>() != nullptr;
  const bool dates = !days_.empty() || values_.get_if<Dates>() != nullptr;
  state.push(text_                                     ? "text"
             : !numbers_.empty()                       ? "numbers"
             : integers                                ? "integers"
             : dates                                   ? "dates"
             : values_.get_if<Timestamps>() != nullptr ? "timestamps"
                                                       : "numbers");
  state.push(std::move(found));
  return state;
}

void CategoryCensus::merge(const Value& part) {
  const Value &type = item_of(part, 0), &found = item_of(part, 1);
  if (!found.is_array() || found.as_array().size() % 3 != 0) damaged_state();
  text_ = text_ || type == Value("text");
  if (type == Value("integers") && numbers_.empty() && integers_.empty()) values_ = Integers{};
  if (type == Value("dates") && days_.empty()) values_ = Dates{};
  if (type == Value("timestamps") && values_.get_if<Timestamps>() == nullptr) damaged_state();
  const Value::Array& items = found.as_array();
  for (std::size_t i = 0; i < items.size(); i += 3) {
    const std::size_t count = count_of(items[i + 1]);
    const std::uint64_t first = record_of_state(items[i + 2]);
    if (type == Value("text")) {
      if (!items[i].is_text()) damaged_state();
      const std::size_t place = place_of_label(items[i].as_text());
      if (count > 0) label_entries_[place].add(count, first);
    } else if (!items[i].is_number() || (type != Value("numbers") && !items[i].is_integer())) {
      damaged_state();
    } else if (type == Value("integers")) {
      integers_[items[i].as_integer()].add(count, first);
    } else if (type == Value("timestamps")) {
      ticks_[items[i].as_integer()].add(count, first);
    } else if (type == Value("dates")) {
      days_[static_cast<std::int32_t>(items[i].as_integer())].add(count, first);
    } else {
      numbers_[items[i].as_number()].add(count, first);
    }
  }
}

void CategoryCensus::finish() {
  if (text_) {
    Codes codes{{}, labels_};
    std::vector<std::size_t> order;
    for (std::size_t label = 0; label < labels_.size(); ++label) {
      if (label_entries_[label].count > 0) order.push_back(label);
    }
    if (!ordered_) {
      std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return label_entries_[a].first < label_entries_[b].first;
      });
    }
    category_of_label_.assign(labels_.size(), missing);
    for (const std::size_t label : order) {
      const Entry& entry = label_entries_[label];
      category_of_label_[label] = static_cast<std::int32_t>(counts_.size());
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
