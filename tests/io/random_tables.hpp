// Made-up tables with everything that could be difficult for a format: all column types, missing values,
// labels, texts of many scripts, numbers at the ends of their ranges.
#pragma once

#include <limits>
#include <map>

#include "core/rng.hpp"
#include "core/table.hpp"

namespace sfumato::io {

inline ColumnInfo named(std::string name, Kind kind = Kind::numeric) {
  ColumnInfo info;
  info.name = std::move(name);
  info.kind = kind;
  return info;
}

inline Numbers random_numbers(std::size_t rows, Rng& rng) {
  const std::vector<double> odd = {0.0, -0.0, 0.1, 1e300, -1e-300, 5e-324, 1.0 / 3.0, 9007199254740993.0,
                                   -7.0};
  Numbers numbers;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto kind = rng.below(4);
    numbers.push_back(kind == 0   ? std::numeric_limits<double>::quiet_NaN()
                      : kind == 1 ? odd[rng.below(odd.size())]
                                  : 1e3 * rng.normal());
  }
  return numbers;
}

// Up to `bits` bits and a sign.
inline Integers random_integers(std::size_t rows, unsigned bits, Rng& rng) {
  Integers integers;
  for (std::size_t i = 0; i < rows; ++i) {
    const bool missing = rng.below(5) == 0;
    const auto value = static_cast<std::int64_t>(rng.bits() >> (64U - bits));
    integers.values.push_back(missing ? 0 : rng.below(2) == 0 ? value : -value);
    integers.missing.push_back(missing ? 1 : 0);
  }
  return integers;
}

inline Dates random_dates(std::size_t rows, Rng& rng) {
  Dates dates;
  for (std::size_t i = 0; i < rows; ++i) {
    // From 1582, where SPSS begins to count, and a bit before, to 9999.
    const auto day = static_cast<std::int32_t>(rng.below(3050000)) - 145000;
    dates.days.push_back(rng.below(5) == 0 ? Dates::missing : std::min(day, 2932896));
  }
  return dates;
}

inline Codes random_codes(std::size_t rows, std::vector<std::string> labels, Rng& rng) {
  Codes codes;
  codes.labels = std::move(labels);
  for (std::size_t i = 0; i < rows; ++i) {
    codes.codes.push_back(rng.below(6) == 0 ? Codes::missing
                                            : static_cast<std::int32_t>(rng.below(codes.labels.size())));
  }
  return codes;
}

inline std::vector<std::string> nasty_texts() {
  std::vector<std::string> texts;
  for (const char* text : {"a", " leading", "NA", "ünïcödé", "日本語", "\xF0\x9F\x8E\xA8 art", "1", "007",
                           "a\tb\nc", "\"q\"", ".", "-9", ".a", "'", ",;|", "e\xCC\x81"}) {
    texts.emplace_back(text);
  }
  texts.push_back(std::string(300, 'x').append("é"));
  return texts;
}

// What SPSS and Stata can hold too.
inline Table random_table(std::size_t rows, std::uint64_t seed) {
  Rng rng({seed, 77});
  ColumnInfo sex = named("sex", Kind::nominal);
  sex.label = "Sex of the respondent — ünïcödé";
  sex.value_labels = {{"1", "male"}, {"2", "female"}, {"3", "divers é"}, {"-9", "refused"}};
  sex.missing = {"-9"};
  Integers sexes;
  for (std::size_t i = 0; i < rows; ++i) {
    const auto code = rng.below(4);
    sexes.values.push_back(static_cast<std::int64_t>(code));
    sexes.missing.push_back(code == 0 ? 1 : 0);
  }
  std::vector<ColumnInfo> infos = {named("x"),
                                   named("small"),
                                   named("Middle_1"),
                                   named("large"),
                                   named("born", Kind::ordinal),
                                   named("größe", Kind::nominal),
                                   sex,
                                   named("nothing", Kind::nominal)};
  infos[0].label = "A number";
  std::vector<Column> columns = {random_numbers(rows, rng),
                                 random_integers(rows, 6, rng),
                                 random_integers(rows, 31, rng),
                                 random_integers(rows, 53, rng),
                                 random_dates(rows, rng),
                                 random_codes(rows, nasty_texts(), rng),
                                 sexes,
                                 Codes{std::vector<std::int32_t>(rows, Codes::missing), {}}};
  return {std::move(infos), std::move(columns)};
}

// What differs between two tables: names, values, kinds, labels, missing codes; empty when nothing does.
inline std::string difference(const Table& a, const Table& b) {
  if (a.names() != b.names()) return "names";
  if (a.rows() != b.rows()) return "rows";
  for (ColumnId id = 0; id < a.column_count(); ++id) {
    const ColumnInfo& left = a.info(id);
    const ColumnInfo& right = b.info(id);
    if (!(a.column(id) == b.column(id))) return "values of " + left.name;
    if (left.kind != right.kind) return "kind of " + left.name;
    if (left.label != right.label) return "label of " + left.name;
    // Some formats sort their labels.
    if (std::map<std::string, std::string>(left.value_labels.begin(), left.value_labels.end()) !=
        std::map<std::string, std::string>(right.value_labels.begin(), right.value_labels.end()))
      return "value labels of " + left.name;
    if (left.missing != right.missing) return "missing codes of " + left.name;
    const Codes* codes = a.column(id).get_if<Codes>();
    if (left.kind == Kind::ordinal && codes != nullptr &&
        codes->labels != b.column(id).get_if<Codes>()->labels) {
      return "order of " + left.name;
    }
  }
  return {};
}

}  // namespace sfumato::io
