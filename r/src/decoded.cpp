// Reads columns of Arrow: numbers of every width, truth values, texts in their three forms, dictionaries,
// dates, moments.
#include "decoded.hpp"

#include <cstring>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

namespace sfumato_r {
namespace {

bool bit(const void* bits, std::int64_t i) {
  return ((static_cast<const std::uint8_t*>(bits)[i / 8] >> (i % 8)) & 1) != 0;
}

bool is_missing(const ArrowArray& array, std::int64_t i) {
  return array.null_count != 0 && array.n_buffers > 0 && array.buffers[0] != nullptr &&
         !bit(array.buffers[0], array.offset + i);
}

template <typename Stored, typename Taken>
void take(const ArrowArray& array, std::vector<Taken>& out) {
  const auto* values = static_cast<const Stored*>(array.buffers[1]) + array.offset;
  for (std::int64_t i = 0; i < array.length; ++i)
    out.push_back(is_missing(array, i) ? Taken{} : static_cast<Taken>(values[i]));
}

bool take_wholes(char format, const ArrowArray& array, std::vector<std::int64_t>& out) {
  switch (format) {
    case 'c':
      take<std::int8_t>(array, out);
      return true;
    case 'C':
      take<std::uint8_t>(array, out);
      return true;
    case 's':
      take<std::int16_t>(array, out);
      return true;
    case 'S':
      take<std::uint16_t>(array, out);
      return true;
    case 'i':
      take<std::int32_t>(array, out);
      return true;
    case 'I':
      take<std::uint32_t>(array, out);
      return true;
    case 'l':
    case 'L':
      take<std::int64_t>(array, out);
      return true;
    default:
      return false;
  }
}

template <typename Offset>
void take_texts(const ArrowArray& array, std::vector<std::string>& out) {
  const auto* offsets = static_cast<const Offset*>(array.buffers[1]) + array.offset;
  const auto* bytes = static_cast<const char*>(array.buffers[2]);
  for (std::int64_t i = 0; i < array.length; ++i) {
    if (is_missing(array, i)) {
      out.emplace_back();
    } else {
      out.emplace_back(bytes == nullptr ? "" : bytes + offsets[i],
                       static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
    }
  }
}

void take_strings(std::string_view format, const ArrowArray& array, std::vector<std::string>& out) {
  if (array.length == 0) return;
  if (format == "u") {
    take_texts<std::int32_t>(array, out);
  } else if (format == "U") {
    take_texts<std::int64_t>(array, out);
  } else {
    throw std::runtime_error("the library returned texts of the type " + std::string(format));
  }
}

void take_codes(const ArrowSchema& field, const ArrowArray& array,
                std::unordered_map<std::string, std::int64_t>& places, Decoded& out) {
  if (array.dictionary == nullptr) throw std::runtime_error("a dictionary is missing");
  std::vector<std::string> labels;
  take_strings(field.dictionary->format, *array.dictionary, labels);
  std::vector<std::int64_t> place;
  for (const std::string& label : labels) {
    const auto found = places.emplace(label, static_cast<std::int64_t>(out.labels.size()));
    if (found.second) out.labels.push_back(label);
    place.push_back(found.first->second);
  }
  std::vector<std::int64_t> codes;
  if (!take_wholes(field.format[0], array, codes))
    throw std::runtime_error("codes of a dictionary have an unknown type");
  for (std::int64_t i = 0; i < array.length; ++i) {
    const std::int64_t code = codes[static_cast<std::size_t>(i)];
    out.wholes.push_back(is_missing(array, i) ? 0 : place.at(static_cast<std::size_t>(code)));
  }
}

void set_kind(const ArrowSchema& field, Decoded& out) {
  const std::string_view format = field.format;
  if (field.dictionary != nullptr) {
    out.kind = Decoded::Kind::codes;
    out.ordered = (field.flags & ARROW_FLAG_DICTIONARY_ORDERED) != 0;
  } else if (format == "g" || format == "f") {
    out.kind = Decoded::Kind::reals;
  } else if (format == "b") {
    out.kind = Decoded::Kind::truths;
  } else if (format == "u" || format == "U") {
    out.kind = Decoded::Kind::texts;
  } else if (format == "tdD") {
    out.kind = Decoded::Kind::days;
  } else if (format.substr(0, 2) == "ts" && format.size() >= 4) {
    out.kind = Decoded::Kind::moments;
    out.per_second = format[2] == 's' ? 1 : format[2] == 'm' ? 1e3 : format[2] == 'u' ? 1e6 : 1e9;
    out.zone = format.substr(4);
  } else if (format.size() == 1 && std::string_view("cCsSiIlL").find(format[0]) != std::string_view::npos) {
    out.kind = Decoded::Kind::wholes;
  } else {
    throw std::runtime_error("the library returned a column of the type " + std::string(format));
  }
}

void take_batch(const ArrowSchema& field, const ArrowArray& array,
                std::unordered_map<std::string, std::int64_t>& places, Decoded& out) {
  for (std::int64_t i = 0; i < array.length; ++i) out.missing.push_back(is_missing(array, i) ? 1 : 0);
  switch (out.kind) {
    case Decoded::Kind::reals:
      if (field.format[0] == 'f') {
        take<float>(array, out.reals);
      } else {
        take<double>(array, out.reals);
      }
      break;
    case Decoded::Kind::truths:
      for (std::int64_t i = 0; i < array.length; ++i)
        out.wholes.push_back(bit(array.buffers[1], array.offset + i) ? 1 : 0);
      break;
    case Decoded::Kind::texts:
      take_strings(field.format, array, out.labels);
      break;
    case Decoded::Kind::codes:
      take_codes(field, array, places, out);
      break;
    case Decoded::Kind::days:
      take<std::int32_t>(array, out.wholes);
      break;
    case Decoded::Kind::moments:
      take<std::int64_t>(array, out.wholes);
      break;
    case Decoded::Kind::wholes:
      take_wholes(field.format[0], array, out.wholes);
      break;
  }
}

}  // namespace

Decoded decoded_column(const ArrowSchema& schema, const std::vector<ArrowArray>& batches, std::size_t place) {
  const ArrowSchema& field = *schema.children[place];
  Decoded out;
  set_kind(field, out);
  std::unordered_map<std::string, std::int64_t> places;
  for (const ArrowArray& batch : batches) {
    const ArrowArray& array = *batch.children[place];
    out.length += static_cast<std::size_t>(array.length);
    if (array.length == 0 && out.kind != Decoded::Kind::codes) continue;
    take_batch(field, array, places, out);
  }
  return out;
}

}  // namespace sfumato_r
