// The C interface: a line with the request, then bytes that say what the Arrow structures are like: types,
// counts, lengths, offsets, missing pointers, values. Whatever comes in gets an answer, and everything that
// was handed over is released. Buffers are as large as the structures say, because nothing in Arrow's
// structures would show that they are not.
#include <algorithm>
#include <array>

#include "streams.hpp"
#include "target.hpp"

namespace {

using namespace sfumato;
using namespace sfumato_test;

constexpr std::size_t slots = 1024;  // more than any length and offset below

constexpr std::array formats{
    "n",          "b",       "c",          "C",   "s",   "S",   "i",   "I",   "l",    "L",       "e",
    "f",          "g",       "tdD",        "tdm", "tts", "ttm", "ttu", "ttn", "tss:", "tsn:UTC", "d:9,2,32",
    "d:18,-2,64", "d:38,10", "d:76,3,256", "u",   "U",   "vu",  "z",   "+l",  "+s",   "",        "d:x"};

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::uint8_t next() { return at_ < size_ ? data_[at_++] : 0; }
  bool chance() { return next() % 16 == 15; }  // 0, which is what follows the input, is sound
  std::int16_t number() { return static_cast<std::int16_t>(next() | next() << 8); }
  // Mostly small; sometimes what no structure can have.
  std::int64_t count(std::int64_t usual) {
    constexpr std::array<std::int64_t, 4> wrong{-1, INT64_MIN, INT64_MAX, std::int64_t{1} << 47};
    return chance() ? wrong[next() % wrong.size()] : usual;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_, at_ = 0;
};

// Numbers of 16 bits as offsets: they stay within the text.
template <class T>
std::string offsets(Bytes& bytes_in) {
  std::vector<T> all(slots + 1);
  const bool rising = !bytes_in.chance();
  T last = 0;
  for (std::size_t i = 1; i < 64; ++i) {
    const std::int16_t number = bytes_in.number();
    all[i] = rising ? static_cast<T>(last + (number & 31)) : static_cast<T>(number);
    last = all[i];
  }
  for (std::size_t i = 64; i < all.size(); ++i) all[i] = last;
  return bytes(all);
}

std::string repeated(Bytes& bytes_in, std::size_t size) {
  std::string pattern;
  for (int i = 0; i < 24; ++i) pattern += static_cast<char>(bytes_in.next());
  std::string result;
  while (result.size() < size) result += pattern;
  return result;
}

std::string some_views(Bytes& bytes_in) {
  std::string all;
  for (std::size_t i = 0; i < slots; ++i) {
    const bool told = i < 32;
    const std::int32_t size = told ? bytes_in.number() % 100 : 0;
    all += bytes(
        std::vector<std::int32_t>{size, 0, told ? bytes_in.next() % 4 - 1 : 0, told ? bytes_in.number() : 0});
  }
  return all;
}

Values values_of(const std::string& format, Bytes& bytes_in) {
  Values values{.length = bytes_in.count(bytes_in.next() % 64),
                .offset = bytes_in.count(bytes_in.next() % 8)};
  values.null_count = bytes_in.count(0);
  if (format == "n") return values;
  const bool missing = bytes_in.next() % 4 == 3;
  values.buffers = {missing ? Buffer(repeated(bytes_in, slots / 8 + 1)) : std::nullopt};
  if (missing && values.null_count == 0) values.null_count = -1;
  if (format == "u" || format == "U") {
    values.buffers.emplace_back(format == "u" ? offsets<std::int32_t>(bytes_in)
                                              : offsets<std::int64_t>(bytes_in));
    values.buffers.emplace_back(repeated(bytes_in, 1U << 16U));
  } else if (format == "vu") {
    values.buffers.emplace_back(some_views(bytes_in));
    values.buffers.emplace_back(repeated(bytes_in, 1U << 10U));
    values.buffers.emplace_back(bytes(std::vector<std::int64_t>{1 << 10}));
  } else {
    values.buffers.emplace_back(repeated(bytes_in, slots * 32));
  }
  if (bytes_in.chance()) values.buffers[bytes_in.next() % values.buffers.size()].reset();
  if (bytes_in.chance()) values.buffers.pop_back();
  return values;
}

// What only the finished structures can have wrong.
void spoil(ArrowArray& batch, std::uint8_t how) {
  ArrowArray* child = batch.n_children > 0 ? batch.children[0] : nullptr;
  switch (how % 8) {
    case 1:
      batch.children = nullptr;
      break;
    case 2:
      batch.n_children = -5;
      break;
    case 3:
      if (child != nullptr) child->buffers = nullptr;
      break;
    case 4:
      if (child != nullptr) child->dictionary = nullptr;
      break;
    case 5:
      if (child != nullptr) child->n_children = 1;
      break;
    default:
      break;
  }
}

Stream stream_of(Bytes& bytes_in) {
  Stream stream;
  const std::size_t columns = bytes_in.next() % 4;
  for (std::size_t i = 0; i < columns; ++i) {
    Field field{.name = std::string(1, static_cast<char>('a' + (bytes_in.chance() ? 0 : i))),
                .format = formats[bytes_in.next() % formats.size()],
                .flags = bytes_in.next() % 8};
    if (bytes_in.next() % 4 == 3)
      field.dictionary = {{.name = "", .format = formats[bytes_in.next() % formats.size()]}};
    stream.fields.push_back(field);
  }
  const std::size_t batches = bytes_in.next() % 3;
  for (std::size_t b = 0; b < batches; ++b) {
    Batch batch{.length = bytes_in.count(bytes_in.next() % 32),
                .offset = bytes_in.count(bytes_in.next() % 4)};
    for (const Field& field : stream.fields) {
      batch.columns.push_back(values_of(field.format, bytes_in));
      if (!field.dictionary.empty())
        batch.columns.back().dictionary = {values_of(field.dictionary[0].format, bytes_in)};
      if (!bytes_in.chance())
        batch.columns.back().length = std::max(batch.columns.back().length, std::int64_t{40});
    }
    stream.batches.push_back(batch);
  }
  const std::uint8_t how = bytes_in.chance() ? bytes_in.next() : 0;
  stream.spoil_batch = [how](ArrowArray& batch) { spoil(batch, how); };
  return stream;
}

// A request for many records would be a test of the machine's memory.
bool asks_for_much(const std::string& request) {
  std::size_t digits = 0;
  for (const char c : request) {
    digits = c >= '0' && c <= '9' ? digits + 1 : 0;
    if (digits > 4 || (digits > 0 && (c == 'e' || c == 'E'))) return true;
  }
  return request.find('e') != std::string::npos && request.find("rows") != std::string::npos;
}

int stop_soon(double, const char*, void* user) { return ++*static_cast<int*>(user) > 20 ? 1 : 0; }

}  // namespace

FUZZ_TARGET(library_request) {
  const std::string text = fuzz::text_of(data, size);
  const std::size_t line = std::min(text.find('\n'), text.size());
  const std::string request = text.substr(0, line);
  if (asks_for_much(request)) return 0;
  Bytes bytes_in(data + std::min(line + 1, size), size - std::min(line + 1, size));
  std::vector<ArrowArrayStream> inputs;
  for (std::size_t left = bytes_in.next() % 3; left > 0; --left)
    inputs.push_back(handed_over(stream_of(bytes_in)));
  std::vector<ArrowArrayStream*> places;
  for (ArrowArrayStream& input : inputs) places.push_back(&input);
  std::array<ArrowArrayStream, 8> outputs{};
  std::int64_t count = 0;
  char* json = nullptr;
  int calls = 0;
  const int status = sfumato_run(request.c_str(), places.data(), static_cast<std::int64_t>(places.size()),
                                 outputs.data(), outputs.size(), &count, stop_soon, &calls, &json);
  fuzz::require(json != nullptr, "no answer");
  fuzz::require(status == 0 || status == 1 || status == 2 || status == 130, "an internal failure", json);
  sfumato_free(json);
  for (ArrowArrayStream& output : outputs) {
    fuzz::require(status < 2 || output.release == nullptr, "an output after an error");
    if (output.release != nullptr) output.release(&output);
  }
  for (ArrowArrayStream& input : inputs) {  // there may have been too few outputs
    if (input.release != nullptr) input.release(&input);
  }
  fuzz::require(live() == 0, "structures that were not released");
  return 0;
}
