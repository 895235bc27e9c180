// Four passes find the values that end the tails; then numbers are summed, and of other columns four more
// passes find the median of each tail.
#include "masking/passed_tails.hpp"

#include <algorithm>

#include "core/run.hpp"
#include "masking/column_moments.hpp"
#include "masking/tail_means.hpp"

namespace sfumato::masking {

PassedTail::PassedTail(const Column& outline, std::string name, double bottom, double top)
    : name_(std::move(name)), bottom_(bottom), top_(top), means_(has_tail_means(outline)) {}

void PassedTail::observe(std::size_t pass, const Column& block) {
  if (pass >= passes()) return;
  with_numbers(block, [&](std::span<const double> values) {
    if (pass < PassedOrder::passes) {
      ends_.observe(pass, values);
    } else if (!means_) {
      medians_.observe(pass - PassedOrder::passes, values);
    } else {
      for (const double value : values) {
        if (in_low(value)) low_.sum.add(value);
        if (in_high(value)) high_.sum.add(value);
      }
    }
  });
}

void PassedTail::finish(std::size_t pass) {
  if (pass >= passes()) return;
  if (pass < PassedOrder::passes) {
    // The lowest value above the bottom share, and the highest one below the top share.
    ends_.finish(pass, [&](std::size_t count) {
      const std::size_t low = values_in_tail(count, bottom_), high = count - values_in_tail(count, top_);
      return std::vector<std::size_t>{std::min(low, count - 1), std::max<std::size_t>(high, 1) - 1};
    });
    if (pass + 1 == PassedOrder::passes) find_ends();
  } else if (means_) {
    for (End* end : {&low_, &high_}) {
      if (end->size > 0) end->value = tail_mean(end->sum, end->size);
    }
  } else {
    medians_.finish(pass - PassedOrder::passes, [&](std::size_t count) {
      const std::size_t low = low_.size == 0 ? 0 : (low_.size - 1) / 2;
      const std::size_t high = high_.size == 0 ? 0 : count - high_.size + (high_.size - 1) / 2;
      return std::vector<std::size_t>{low, high};
    });
    if (pass + 1 == median_passes && medians_.count() > 0) {
      low_.value = medians_.value(0);
      high_.value = medians_.value(1);
    }
  }
}

// Values equal to the first that stays, stay.
void PassedTail::find_ends() {
  const std::size_t count = ends_.count();
  if (count == 0) return;
  low_.limit = ends_.value(0);
  high_.limit = ends_.value(1);
  low_.size = bottom_ > 0.0 ? ends_.below(0) : 0;
  high_.size = top_ > 0.0 ? count - ends_.at_most(1) : 0;
  require_tail(low_.size, name_, "bottom");
  require_tail(high_.size, name_, "top");
}

Value PassedTail::partial(std::size_t pass) const {
  if (pass >= passes()) return Value::array();
  if (pass < PassedOrder::passes) return ends_.partial(pass);
  if (!means_) return medians_.partial(pass - PassedOrder::passes);
  return Value(Value::Array{low_.sum.state(), high_.sum.state()});
}

void PassedTail::merge(std::size_t pass, const Value& part) {
  if (pass >= passes()) return;
  if (pass < PassedOrder::passes) {
    ends_.merge(pass, part);
  } else if (!means_) {
    medians_.merge(pass - PassedOrder::passes, part);
  } else {
    low_.sum.add(ExactSum::of_state(item_of(part, 0)));
    high_.sum.add(ExactSum::of_state(item_of(part, 1)));
  }
}

Column PassedTail::coded(const Column& block) const {
  if (coded_cells() == 0) return block;
  Numbers values = block.to_numbers();
  const auto replaced = [&](double value) {
    return in_low(value) ? low_.value : in_high(value) ? high_.value : value;
  };
  if (const Codes* codes = block.get_if<Codes>()) {
    Codes result = *codes;
    for (std::int32_t& code : result.codes) {
      if (code != Codes::missing) code = static_cast<std::int32_t>(replaced(code));
    }
    return result;
  }
  if (const Dates* dates = block.get_if<Dates>()) {
    Dates result = *dates;
    for (std::int32_t& day : result.days) {
      if (day != Dates::missing) day = static_cast<std::int32_t>(replaced(day));
    }
    return result;
  }
  for (double& value : values) value = replaced(value);
  return values;
}

PassedTails::PassedTails(const Table& outline, const ColumnSet& columns, double bottom, double top) {
  if (bottom <= 0.0 && top <= 0.0) return;
  columns_ = columns;
  for (const ColumnId id : columns) {
    tails_.emplace_back(outline.column(id), outline.info(id).name, bottom, top);
  }
}

std::size_t PassedTails::passes() const {
  std::size_t most = 0;
  for (const PassedTail& tail : tails_) most = std::max(most, tail.passes());
  return most;
}

void PassedTails::observe(std::size_t pass, const Table& block, const Run& run) {
  run.parallel(tails_.size(), [&](std::size_t j) { tails_[j].observe(pass, block.column(columns_[j])); });
}

void PassedTails::finish(std::size_t pass) {
  for (PassedTail& tail : tails_) tail.finish(pass);
}

std::size_t PassedTails::coded_cells() const {
  std::size_t cells = 0;
  for (const PassedTail& tail : tails_) cells += tail.coded_cells();
  return cells;
}

Table PassedTails::coded(Table block) const {
  for (std::size_t j = 0; j < tails_.size(); ++j) {
    block.replace(columns_[j], tails_[j].coded(block.column(columns_[j])));
  }
  return block;
}

}  // namespace sfumato::masking
