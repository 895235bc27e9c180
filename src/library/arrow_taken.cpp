// The row of a value is the first that has it, and so equal values come from one place.
#include "library/arrow_taken.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>

#include "core/error.hpp"
#include "io/utf8.hpp"
#include "library/arrow_values.hpp"

namespace sfumato::library {
namespace {

using Rows = std::optional<std::vector<std::int64_t>>;

// `key(row, of_input)` is what makes values equal.
template <class Key>
Rows matched(const Column& column, const Column& input, const Key& key) {
  std::unordered_map<decltype(key(column, 0)), std::int64_t> first;
  for (std::size_t row = 0; row < input.size(); ++row) {
    if (!input.missing(row)) first.emplace(key(input, row), static_cast<std::int64_t>(row));
  }
  std::vector<std::int64_t> rows(column.size(), -1);
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) continue;
    const auto found = first.find(key(column, row));
    if (found == first.end()) return std::nullopt;
    rows[row] = found->second;
  }
  return rows;
}

struct TakenBuffers {
  std::vector<std::uint8_t> valid;
  std::vector<char> values;
  std::string texts;
  std::vector<const void*> places;
  std::vector<std::int64_t> sizes;
};

// Where a row of the whole column lies.
class Places {
 public:
  Places(const ArrowData& data, std::size_t column) : data_(data), column_(column) {
    std::size_t at = 0;
    for (const ArrowBatch& batch : data.batches) {
      ends_.push_back(at += batch.rows);
    }
  }
  std::pair<const ArrowArray&, std::size_t> at(std::size_t row) const {
    const auto batch =
        static_cast<std::size_t>(std::upper_bound(ends_.begin(), ends_.end(), row) - ends_.begin());
    const ArrowArray& whole = *data_.batches[batch].array;
    const ArrowArray& array = *whole.children[column_];
    const std::size_t begin = batch == 0 ? 0 : ends_[batch - 1];
    return {array, static_cast<std::size_t>(array.offset + whole.offset) + row - begin};
  }

 private:
  const ArrowData& data_;
  std::size_t column_;
  std::vector<std::size_t> ends_;
};

template <class T>
void append_bytes(std::vector<char>& values, T value) {
  const auto* bytes = reinterpret_cast<const char*>(&value);
  values.insert(values.end(), bytes, bytes + sizeof(T));
}

void set_bit(char& byte, std::size_t bit) {
  byte = static_cast<char>(static_cast<unsigned char>(byte) | 1U << bit);
}

// Texts of a view are inline up to 12 bytes and otherwise in buffers of at most 2^30 bytes.
void append_view(TakenBuffers& buffers, std::string_view text) {
  append_bytes(buffers.values, static_cast<std::int32_t>(text.size()));
  std::string rest(text.substr(0, text.size() <= 12 ? text.size() : 4));
  rest.resize(text.size() <= 12 ? 12 : 4);
  buffers.values.insert(buffers.values.end(), rest.begin(), rest.end());
  if (text.size() <= 12) return;
  append_bytes(buffers.values, std::int32_t{0});
  append_bytes(buffers.values, static_cast<std::int32_t>(buffers.texts.size()));
  buffers.texts += text;
}

void append_offset(TakenBuffers& buffers, bool large) {
  if (large) {
    append_bytes(buffers.values, static_cast<std::int64_t>(buffers.texts.size()));
  } else {
    append_bytes(buffers.values, static_cast<std::int32_t>(buffers.texts.size()));
  }
}

void require_short(const TakenBuffers& buffers, const ArrowField& field) {
  if (field.type.id == ArrowId::large_text) return;
  if (buffers.texts.size() <= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) return;
  bad_input("column '" + io::shown(field.name) + "' has more than 2 GB of text",
            "hand it over as large strings");
}

void take_texts(TakenBuffers& buffers, const ArrowField& field, const Places& places,
                const std::vector<std::int64_t>& rows) {
  const bool view = field.type.id == ArrowId::text_view;
  const bool large = field.type.id == ArrowId::large_text;
  if (!view) append_offset(buffers, large);
  for (const std::int64_t row : rows) {
    std::string_view text;
    if (row >= 0) {
      const auto [array, slot] = places.at(static_cast<std::size_t>(row));
      text = text_at(array, field.type.id, slot).value_or(std::string_view());
    }
    if (view) {
      append_view(buffers, text);
    } else {
      buffers.texts += text;
      append_offset(buffers, large);
    }
    require_short(buffers, field);
  }
}

void take_fixed(TakenBuffers& buffers, const ArrowField& field, const Places& places,
                const std::vector<std::int64_t>& rows) {
  const bool bits = field.type.id == ArrowId::boolean;
  const std::size_t width = field.type.width;
  buffers.values.resize(bits ? (rows.size() + 7) / 8 : rows.size() * width);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] < 0) continue;
    const auto [array, slot] = places.at(static_cast<std::size_t>(rows[i]));
    const auto* values = static_cast<const char*>(array.buffers[1]);
    if (!bits) {
      std::memcpy(buffers.values.data() + i * width, values + slot * width, width);
    } else if (bit_at(reinterpret_cast<const std::uint8_t*>(values), slot)) {
      set_bit(buffers.values[i / 8], i % 8);
    }
  }
}

}  // namespace

Rows rows_of_values(const Column& column, const Column& input) {
  if (column.is_text() && input.is_text()) {
    return matched(column, input, [](const Column& from, std::size_t row) -> std::string_view {
      const Codes& codes = *from.get_if<Codes>();
      return codes.labels[static_cast<std::size_t>(codes.codes[row])];
    });
  }
  if (column.get_if<Numbers>() != nullptr && input.get_if<Numbers>() != nullptr) {
    return matched(column, input, [](const Column& from, std::size_t row) {
      return std::bit_cast<std::uint64_t>((*from.get_if<Numbers>())[row]);
    });
  }
  if (column.get_if<Integers>() != nullptr && input.get_if<Integers>() != nullptr) {
    return matched(column, input,
                   [](const Column& from, std::size_t row) { return from.get_if<Integers>()->values[row]; });
  }
  if (column.get_if<Dates>() != nullptr && input.get_if<Dates>() != nullptr) {
    return matched(column, input,
                   [](const Column& from, std::size_t row) { return from.get_if<Dates>()->days[row]; });
  }
  const Timestamps *times = column.get_if<Timestamps>(), *known = input.get_if<Timestamps>();
  if (times != nullptr && known != nullptr && times->per_second == known->per_second &&
      times->zone == known->zone) {
    return matched(column, input,
                   [](const Column& from, std::size_t row) { return from.get_if<Timestamps>()->ticks[row]; });
  }
  return std::nullopt;
}

ArrayParts taken_array(const ArrowData& data, std::size_t column, const std::vector<std::int64_t>& rows) {
  const ArrowField& field = data.fields[column];
  auto buffers = std::make_shared<TakenBuffers>();
  ArrayParts parts{.length = static_cast<std::int64_t>(rows.size()),
                   .null_count = std::count(rows.begin(), rows.end(), -1),
                   .owner = buffers};
  if (field.type.id == ArrowId::null) return parts;
  const Places places(data, column);
  if (field.type.is_text()) {
    take_texts(*buffers, field, places, rows);
  } else {
    take_fixed(*buffers, field, places, rows);
  }
  if (parts.null_count > 0) {
    buffers->valid.resize((rows.size() + 7) / 8);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows[i] >= 0)
        buffers->valid[i / 8] = static_cast<std::uint8_t>(buffers->valid[i / 8] | 1U << i % 8);
    }
  }
  parts.buffers = {parts.null_count > 0 ? buffers->valid.data() : nullptr, buffers->values.data()};
  if (field.type.id == ArrowId::text_view) {
    buffers->sizes = {static_cast<std::int64_t>(buffers->texts.size())};
    parts.buffers.insert(parts.buffers.end(), {buffers->texts.data(), buffers->sizes.data()});
  } else if (field.type.is_text()) {
    parts.buffers.push_back(buffers->texts.data());
  }
  return parts;
}

}  // namespace sfumato::library
