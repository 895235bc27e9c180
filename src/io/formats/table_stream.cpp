// Columns as lengths and bytes. Both ends are the same program on the same machine, so numbers are sent as
// they are in memory.
#include "io/formats/table_stream.hpp"

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace sfumato::io {
namespace {

enum class Message : std::uint64_t { table = 0x7366756d61746f31ULL, error = 0x7366756d61746f32ULL };
enum class Type : std::uint64_t { numbers, integers, dates, codes, timestamps };

class Sender {
 public:
  explicit Sender(const ByteSink& sink) : sink_(sink) {}
  ~Sender() = default;
  Sender(const Sender&) = delete;
  Sender& operator=(const Sender&) = delete;

  template <class T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  void number(T value) {
    const auto word = static_cast<std::uint64_t>(value);
    held_.append(reinterpret_cast<const char*>(&word), sizeof word);
  }
  void text(std::string_view value) {
    number(value.size());
    held_ += value;
    if (held_.size() > (1U << 16U)) flush();
  }
  void texts(const std::vector<std::string>& values) {
    number(values.size());
    for (const std::string& value : values) text(value);
  }
  template <class T>
  void values(const std::vector<T>& all) {
    number(all.size());
    flush();
    if (!all.empty()) sink_(all.data(), all.size() * sizeof(T));
  }
  void flush() {
    if (!held_.empty()) sink_(held_.data(), held_.size());
    held_.clear();
  }

 private:
  const ByteSink& sink_;
  std::string held_;
};

[[noreturn]] void garbled() { throw Error(ErrorCode::internal, "a table between two processes is garbled"); }

class Receiver {
 public:
  explicit Receiver(const ByteFeed& feed) : feed_(feed) {}

  std::uint64_t number() {
    std::uint64_t word = 0;
    feed_(&word, sizeof word);
    return word;
  }
  std::size_t count(std::size_t item_size) {
    const std::uint64_t items = number();
    if (items > (std::uint64_t{1} << 46U) / item_size) garbled();
    return items;
  }
  std::string text() {
    std::string value(count(1), '\0');
    if (!value.empty()) feed_(value.data(), value.size());
    return value;
  }
  std::vector<std::string> texts() {
    std::vector<std::string> values;
    for (std::size_t left = count(1); left > 0; --left) values.push_back(text());
    return values;
  }
  template <class T>
  std::vector<T> values() {
    std::vector<T> all(count(sizeof(T)));
    if (!all.empty()) feed_(all.data(), all.size() * sizeof(T));
    return all;
  }

 private:
  const ByteFeed& feed_;
};

void send_info(const ColumnInfo& info, Sender& sender) {
  sender.text(info.name);
  sender.number(info.kind);
  sender.texts(info.missing);
  sender.texts(info.order);
  sender.text(info.label);
  sender.number(info.value_labels.size());
  for (const auto& [code, label] : info.value_labels) {
    sender.text(code);
    sender.text(label);
  }
}

ColumnInfo received_info(Receiver& receiver) {
  ColumnInfo info;
  info.name = receiver.text();
  info.kind = static_cast<Kind>(receiver.number());
  if (info.kind != Kind::numeric && info.kind != Kind::nominal && info.kind != Kind::ordinal) garbled();
  info.missing = receiver.texts();
  info.order = receiver.texts();
  info.label = receiver.text();
  for (std::size_t left = receiver.count(1); left > 0; --left) {
    std::string code = receiver.text();
    info.value_labels.emplace_back(std::move(code), receiver.text());
  }
  return info;
}

struct ColumnSender {
  Sender& sender;

  void operator()(const Numbers& numbers) const {
    sender.number(Type::numbers);
    sender.values(numbers);
  }
  void operator()(const Integers& integers) const {
    sender.number(Type::integers);
    sender.values(integers.values);
    sender.values(integers.missing);
  }
  void operator()(const Dates& dates) const {
    sender.number(Type::dates);
    sender.values(dates.days);
  }
  void operator()(const Timestamps& times) const {
    sender.number(Type::timestamps);
    sender.values(times.ticks);
    sender.number(times.per_second);
    sender.text(times.zone);
    sender.number(times.form.time ? 1 : 0);
    sender.text(times.form.zone);
    sender.number(times.form.between == ' ' ? 1 : 0);
    sender.number(times.form.padded_hour ? 1 : 0);
    sender.number(times.form.seconds ? 1 : 0);
    sender.number(times.form.fraction);
    sender.number(times.form.digits);
  }
  void operator()(const Codes& codes) const {
    sender.number(Type::codes);
    sender.values(codes.codes);
    sender.texts(codes.labels);
  }
};

Column received_codes(Receiver& receiver) {
  Codes codes;
  codes.codes = receiver.values<std::int32_t>();
  codes.labels = receiver.texts();
  const auto labels = static_cast<std::int64_t>(codes.labels.size());
  for (const std::int32_t code : codes.codes) {
    if (code < Codes::missing || code >= labels) garbled();
  }
  return codes;
}

// Days and months are written as 2021-03-31 in all formats that are read in a process of their own.
Column received_times(Receiver& receiver) {
  Timestamps times;
  times.ticks = receiver.values<std::int64_t>();
  times.per_second = static_cast<std::int64_t>(receiver.number());
  if (times.per_second < 1 || times.per_second > 1'000'000'000) garbled();
  times.zone = receiver.text();
  times.form.time = receiver.number() != 0;
  times.form.zone = receiver.text();
  times.form.between = receiver.number() != 0 ? ' ' : 'T';
  times.form.padded_hour = receiver.number() != 0;
  times.form.seconds = receiver.number() != 0;
  times.form.fraction = static_cast<Fraction>(receiver.number());
  times.form.digits = static_cast<int>(receiver.number());
  if (times.form.fraction > Fraction::shortest || times.form.digits < 0 || times.form.digits > 9) garbled();
  return times;
}

Column received_column(Receiver& receiver) {
  switch (static_cast<Type>(receiver.number())) {
    case Type::numbers:
      return receiver.values<double>();
    case Type::integers: {
      Integers integers;
      integers.values = receiver.values<std::int64_t>();
      integers.missing = receiver.values<std::uint8_t>();
      if (!integers.missing.empty() && integers.missing.size() != integers.values.size()) garbled();
      return integers;
    }
    case Type::dates:
      return Dates{receiver.values<std::int32_t>()};
    case Type::timestamps:
      return received_times(receiver);
    case Type::codes:
      return received_codes(receiver);
  }
  garbled();
}

}  // namespace

void send_table(const Table& table, const ByteSink& sink) {
  Sender sender(sink);
  sender.number(Message::table);
  sender.number(table.column_count());
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    send_info(table.info(id), sender);
    table.column(id).visit(ColumnSender{sender});
  }
  sender.number(Message::table);
  sender.flush();
}

void send_error(const Error& error, const ByteSink& sink) {
  Sender sender(sink);
  sender.number(Message::error);
  sender.number(error.code);
  sender.text(error.message);
  sender.text(error.hint);
  sender.text(error.parameter);
  sender.flush();
}

Table receive_table(const ByteFeed& feed) {
  Receiver receiver(feed);
  const auto message = static_cast<Message>(receiver.number());
  if (message == Message::error) {
    const std::uint64_t code = receiver.number();
    if (code > static_cast<std::uint64_t>(ErrorCode::interrupted)) garbled();
    std::string text = receiver.text();
    std::string hint = receiver.text();
    throw Error(static_cast<ErrorCode>(code), std::move(text), std::move(hint), receiver.text());
  }
  if (message != Message::table) garbled();
  std::vector<ColumnInfo> infos;
  std::vector<Column> columns;
  for (std::size_t left = receiver.count(1); left > 0; --left) {
    infos.push_back(received_info(receiver));
    columns.push_back(received_column(receiver));
    if (columns.back().size() != columns.front().size()) garbled();
  }
  if (static_cast<Message>(receiver.number()) != Message::table) garbled();
  return {std::move(infos), std::move(columns)};
}

}  // namespace sfumato::io
