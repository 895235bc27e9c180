// Numbers are squashed to an interval by z / (1 + |z|), which needs no function of a library and so has the
// same bits everywhere.
#include "masking/near_order.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "masking/partial_state.hpp"

namespace sfumato::masking {
namespace {

constexpr std::size_t most_axes = 60;  // of the curve; further columns do not change the order
constexpr int most_bits = 16;
constexpr int key_bits = 62;

// Categories in the order of their values, whatever records they were found in.
std::vector<std::uint64_t> places_of_categories(const CategoryCensus& census, bool ordered) {
  std::vector<std::size_t> order(census.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (census.values().is_text() && !ordered) {
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return census.texts()[a] < census.texts()[b]; });
  }
  std::vector<std::uint64_t> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = i;
  return place;
}

}  // namespace

NearOrder::NearOrder(const Table& outline, const ColumnSet& columns, bool equal) : equal_(equal) {
  for (const ColumnId id : columns) {
    OneColumn one{.id = id};
    one.categories = equal || outline.column(id).is_text();
    one.census = CategoryCensus(outline.info(id).kind == Kind::ordinal);
    one.census.take_form(outline.column(id));
    columns_.push_back(std::move(one));
  }
}

void NearOrder::observe(std::size_t pass, const Table& block, const RecordNumbers& numbers) {
  for (OneColumn& one : columns_) {
    const Column& column = block.column(one.id);
    if (one.categories) {
      if (pass == 0) one.census.observe(column, numbers);
      if (one.census.found() <= most_categories) continue;
      bad_input("column '" + block.info(one.id).name + "' has more than " + std::to_string(most_categories) +
                    " different values",
                "group its values first, or protect other columns");
    }
    for (const double value : column.to_numbers()) {
      if (std::isnan(value)) continue;
      if (pass == 0) {
        one.sum.add(value);
        ++one.count;
      } else {
        one.squares.add((value - one.mean) * (value - one.mean));
      }
    }
  }
}

Value NearOrder::partial(std::size_t pass) const {
  Value state = Value::array();
  for (const OneColumn& one : columns_) {
    if (one.categories) {
      state.push(pass == 0 ? one.census.partial() : Value());
    } else if (pass == 0) {
      state.push(Value(Value::Array{one.count, one.sum.state()}));
    } else {
      state.push(one.squares.state());
    }
  }
  return state;
}

void NearOrder::merge(std::size_t pass, const Value& part) {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    OneColumn& one = columns_[i];
    const Value& state = item_of(part, i);
    if (one.categories) {
      if (pass == 0) one.census.merge(state);
    } else if (pass == 0) {
      one.count += count_of(item_of(state, 0));
      one.sum.add(ExactSum::of_state(item_of(state, 1)));
    } else {
      one.squares.add(ExactSum::of_state(state));
    }
  }
}

void NearOrder::finish(std::size_t pass) {
  for (OneColumn& one : columns_) {
    if (one.categories) {
      if (pass > 0) continue;
      one.census.finish();
      one.place_of = places_of_categories(one.census, false);
    } else if (pass == 0) {
      if (one.count > 0) one.mean = one.sum.value() / static_cast<double>(one.count);
    } else if (one.count > 1) {
      one.sd = std::sqrt(one.squares.value() / static_cast<double>(one.count - 1));
    }
  }
}

std::vector<std::uint64_t> NearOrder::places(const OneColumn& one, const Column& column, int bits) const {
  const std::uint64_t last = (std::uint64_t{1} << bits) - 1;
  std::vector<std::uint64_t> result(column.size(), last);
  if (one.categories) {
    const std::vector<std::int32_t> category = one.census.places(column);
    const auto all = static_cast<double>(std::max<std::size_t>(1, one.place_of.size()));
    for (std::size_t row = 0; row < result.size(); ++row) {
      if (category[row] == CategoryCensus::missing) continue;
      const auto place = static_cast<double>(one.place_of[static_cast<std::size_t>(category[row])]);
      result[row] = static_cast<std::uint64_t>(place / all * static_cast<double>(last));
    }
    return result;
  }
  const Numbers values = column.to_numbers();
  for (std::size_t row = 0; row < result.size(); ++row) {
    if (std::isnan(values[row])) continue;
    const double score = one.sd > 0.0 ? (values[row] - one.mean) / one.sd : 0.0;
    const double share = 0.5 + 0.5 * score / (1.0 + std::fabs(score));
    result[row] =
        std::min(last, static_cast<std::uint64_t>(std::max(0.0, share) * static_cast<double>(last)));
  }
  return result;
}

std::vector<std::int64_t> NearOrder::keys(const Table& records) const {
  std::vector<std::int64_t> keys = equal_ ? equal_keys(records) : hilbert_keys(records);
  for (std::size_t row = 0; row < keys.size(); ++row) {
    const bool missing = std::all_of(columns_.begin(), columns_.end(), [&](const OneColumn& one) {
      return records.column(one.id).missing(row);
    });
    if (missing) keys[row] = blank;
  }
  return keys;
}

// Leading columns as long as all combinations of their values have different numbers; others do not count.
std::vector<std::int64_t> NearOrder::equal_keys(const Table& records) const {
  std::vector<std::uint64_t> keys(records.rows(), 0);
  std::uint64_t combinations = 1;
  for (const OneColumn& one : columns_) {
    const std::uint64_t values = one.place_of.size() + 1;
    if (combinations > (std::uint64_t{1} << key_bits) / values) break;
    combinations *= values;
    const std::vector<std::int32_t> category = one.census.places(records.column(one.id));
    for (std::size_t row = 0; row < keys.size(); ++row) {
      const bool missing = category[row] == CategoryCensus::missing;
      keys[row] =
          keys[row] * values + (missing ? values - 1 : one.place_of[static_cast<std::size_t>(category[row])]);
    }
  }
  return {keys.begin(), keys.end()};
}

std::vector<std::int64_t> NearOrder::hilbert_keys(const Table& records) const {
  const std::size_t axes = std::min(columns_.size(), most_axes);
  const int bits = std::min(most_bits, key_bits / static_cast<int>(std::max<std::size_t>(1, axes)));
  std::vector<std::vector<std::uint64_t>> place;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    place.push_back(places(columns_[axis], records.column(columns_[axis].id), bits));
  }
  std::vector<std::int64_t> keys(records.rows());
  std::vector<std::uint64_t> point(axes);
  for (std::size_t row = 0; row < keys.size(); ++row) {
    for (std::size_t axis = 0; axis < axes; ++axis) point[axis] = place[axis][row];
    keys[row] = static_cast<std::int64_t>(hilbert_place(point, bits));
  }
  return keys;
}

std::uint64_t hilbert_place(std::vector<std::uint64_t> point, int bits) {
  const std::size_t axes = point.size();
  if (axes == 0) return 0;
  const std::uint64_t top = std::uint64_t{1} << (bits - 1);
  for (std::uint64_t bit = top; bit > 1; bit >>= 1U) {
    const std::uint64_t below = bit - 1;
    for (std::uint64_t& x : point) {
      if ((x & bit) != 0) {
        point[0] ^= below;
      } else {
        const std::uint64_t change = (point[0] ^ x) & below;
        point[0] ^= change;
        x ^= change;
      }
    }
  }
  for (std::size_t axis = 1; axis < axes; ++axis) point[axis] ^= point[axis - 1];
  std::uint64_t flips = 0;
  for (std::uint64_t bit = top; bit > 1; bit >>= 1U) {
    if ((point[axes - 1] & bit) != 0) flips ^= bit - 1;
  }
  for (std::uint64_t& x : point) x ^= flips;
  std::uint64_t place = 0;
  for (int bit = bits - 1; bit >= 0; --bit) {
    for (const std::uint64_t x : point) place = place << 1U | (x >> static_cast<unsigned>(bit) & 1U);
  }
  return place;
}

}  // namespace sfumato::masking
