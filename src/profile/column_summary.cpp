#include "profile/column_summary.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

namespace sfumato::profile {
namespace {

// Equal values have equal bits: −0 is 0.
std::uint64_t bits_at(const Column& column, std::size_t row) {
  if (const Numbers* numbers = column.get_if<Numbers>()) {
    return std::bit_cast<std::uint64_t>((*numbers)[row] + 0.0);
  }
  if (const Integers* integers = column.get_if<Integers>()) {
    return static_cast<std::uint64_t>(integers->values[row]);
  }
  if (const Timestamps* times = column.get_if<Timestamps>()) {
    return static_cast<std::uint64_t>(times->ticks[row]);
  }
  return static_cast<std::uint64_t>(column.get_if<Dates>()->days[row]);
}

Value extreme_at(const Column& column, std::size_t row) {
  if (const auto* numbers = column.get_if<Numbers>()) return (*numbers)[row];
  if (const auto* integers = column.get_if<Integers>()) return integers->values[row];
  return column.text(row);
}

}  // namespace

void add_spread(ColumnSummary& summary, const Column& column, const stats::RecordCounts& times) {
  if (column.is_text()) return;
  const Numbers numbers = column.to_numbers();
  for (std::size_t row = 0; row < numbers.size(); ++row) {
    if (column.missing(row)) continue;
    if (summary.minimum.is_null() || numbers[row] < summary.lowest) {
      summary.lowest = numbers[row];
      summary.minimum = extreme_at(column, row);
    }
    if (summary.maximum.is_null() || numbers[row] > summary.highest) {
      summary.highest = numbers[row];
      summary.maximum = extreme_at(column, row);
    }
    summary.sum.add(numbers[row], times[row]);
  }
}

void SummaryOfBlocks::add(const Column& block) {
  add_spread(result_, block);
  add_running(block);
  result_.rows += block.size();
  result_.missing += block.missing_count();
  if (!result_.all_values) return;
  if (const Codes* codes = block.get_if<Codes>()) {
    add_labels(*codes);
  } else {
    add_values(block);
  }
  if (result_.records.size() <= most_) return;
  result_.all_values = false;
  result_.records.clear();
  places_.clear();
  label_places_.clear();
}

void SummaryOfBlocks::add_running(const Column& block) {
  const Integers* integers = block.get_if<Integers>();
  running_ = running_ && (block.size() == 0 || integers != nullptr) && block.missing_count() == 0;
  if (!running_ || block.size() == 0) return;
  for (std::size_t row = 0; row < block.size(); ++row) {
    const std::int64_t value = integers->values[row];
    const bool first = result_.rows == 0 && row == 0;
    running_ = running_ && (first || (last_ < INT64_MAX && value == last_ + 1));
    last_ = value;
  }
}

void SummaryOfBlocks::add_values(const Column& block) {
  std::vector<std::size_t> fresh;
  for (std::size_t row = 0; row < block.size(); ++row) {
    if (block.missing(row)) continue;
    const auto [place, added] = places_.try_emplace(bits_at(block, row), result_.records.size());
    if (added) {
      result_.records.push_back(0);
      fresh.push_back(row);
    }
    ++result_.records[place->second];
  }
  if (!fresh.empty()) kept_.push_back(block.taking(fresh));
}

void SummaryOfBlocks::add_labels(const Codes& block) {
  constexpr std::size_t unknown = SIZE_MAX;
  std::vector<std::size_t> place_of_code(block.labels.size(), unknown);
  for (const std::int32_t code : block.codes) {
    if (code == Codes::missing) continue;
    std::size_t& place = place_of_code[static_cast<std::size_t>(code)];
    if (place == unknown) {
      const std::string& label = block.labels[static_cast<std::size_t>(code)];
      const auto [found, added] = label_places_.try_emplace(label, result_.records.size());
      if (added) result_.records.push_back(0);
      if (added) labels_.push_back(label);
      place = found->second;
    }
    ++result_.records[place];
  }
}

// Labels keep the order of the column.
Column SummaryOfBlocks::values_like(const Column& outline) const {
  const Codes* known = outline.get_if<Codes>();
  if (known == nullptr) {
    std::vector<const Column*> parts{&outline};
    for (const Column& part : kept_) parts.push_back(&part);
    return kept_.empty() ? outline : concatenated(parts);
  }
  std::unordered_map<std::string_view, std::int32_t> codes;
  for (const std::string& label : known->labels) {
    codes.emplace(label, static_cast<std::int32_t>(codes.size()));
  }
  Codes values{{}, known->labels};
  for (const std::string& label : labels_) {
    const auto [place, added] = codes.emplace(label, static_cast<std::int32_t>(values.labels.size()));
    if (added) values.labels.push_back(label);
    values.codes.push_back(place->second);
  }
  return values;
}

ColumnSummary SummaryOfBlocks::finished(const Column& outline) {
  result_.values = values_like(outline);
  result_.running = running_ && result_.rows > 1;
  if (result_.all_values) {
    result_.distinct = result_.records.size();
    result_.once =
        static_cast<std::size_t>(std::count(result_.records.begin(), result_.records.end(), std::size_t{1}));
  }
  return std::move(result_);
}

}  // namespace sfumato::profile
