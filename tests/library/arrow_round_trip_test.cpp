// Columns of every type that the C interface takes come back as they came in, and masked ones in the types
// that the program writes.
#include <gtest/gtest.h>

#include "answers.hpp"

namespace sfumato_test {
namespace {

const char* const noise = R"({"job": "mask", "method": "additive-noise", "columns": ["x"], "seed": 1})";

struct Typed {
  Field field;
  Values values;
};

// Three values of each type.
std::vector<Typed> all_types() {
  const auto words = std::vector<std::string>{"short", "a text of more than twelve bytes", "é"};
  std::vector<Typed> types{
      {{.name = "null", .format = "n"}, {.length = 3, .null_count = 3}},
      {{.name = "bool", .format = "b"}, {.length = 3, .buffers = {std::nullopt, bits({true, false, true})}}},
      {{.name = "old null", .format = "n"}, {.length = 3, .null_count = 3, .buffers = {std::nullopt}}},
      {{.name = "i8", .format = "c"}, fixed<std::int8_t>({-1, 0, 127})},
      {{.name = "u8", .format = "C"}, fixed<std::uint8_t>({1, 0, 255})},
      {{.name = "i16", .format = "s"}, fixed<std::int16_t>({-300, 0, 300})},
      {{.name = "u16", .format = "S"}, fixed<std::uint16_t>({1, 0, 65535})},
      {{.name = "i32", .format = "i"}, fixed<std::int32_t>({-70000, 0, 70000})},
      {{.name = "u32", .format = "I"}, fixed<std::uint32_t>({1, 0, 4294967295U})},
      {{.name = "i64", .format = "l"}, fixed<std::int64_t>({-1, 0, 9007199254740993})},
      {{.name = "u64", .format = "L"}, fixed<std::uint64_t>({1, 0, 9007199254740993U})},
      {{.name = "f16", .format = "e"}, fixed<std::uint16_t>({0x3C00, 0x0001, 0xC000})},
      {{.name = "f32", .format = "f"}, fixed<float>({0.1F, -0.0F, 3e38F})},
      {{.name = "f64", .format = "g"}, fixed<double>({0.1, -0.0, 1e300})},
      {{.name = "d32", .format = "d:9,2,32"}, fixed<std::int32_t>({-123, 0, 999999999})},
      {{.name = "d64", .format = "d:18,2,64"}, fixed<std::int64_t>({-123, 0, 999999999999999999})},
      {{.name = "d128", .format = "d:38,10"}, fixed<std::int64_t>({1, 0, -5, -1, 0, 4611686018427387904})},
      {{.name = "d256", .format = "d:76,3,256"},
       fixed<std::int64_t>({1, 0, 0, 0, -5, -1, -1, -1, 9, 9, 9, 9})},
      {{.name = "day", .format = "tdD"}, fixed<std::int32_t>({0, -719162, 18993})},
      {{.name = "milli", .format = "tdm"}, fixed<std::int64_t>({0, -86400000, 86400000})},
      {{.name = "s", .format = "tss:"}, fixed<std::int64_t>({0, 86400, -86400})},
      {{.name = "ms", .format = "tsm:"}, fixed<std::int64_t>({0, 1, -1})},
      {{.name = "us", .format = "tsu:Europe/Paris"}, fixed<std::int64_t>({0, 1, 86400000000})},
      {{.name = "ns", .format = "tsn:UTC"}, fixed<std::int64_t>({0, 1, -1})},
      {{.name = "t32", .format = "ttm"}, fixed<std::int32_t>({0, 1, 86399999})},
      {{.name = "t64", .format = "ttn"}, fixed<std::int64_t>({0, 1, 86399999999999})},
      {{.name = "text", .format = "u"}, texts<std::int32_t>(words)},
      {{.name = "large", .format = "U"}, texts<std::int64_t>(words)},
      {{.name = "view", .format = "vu"}, views(words)}};
  for (Typed& type : types) {
    if (type.field.format.starts_with("d:38") || type.field.format.starts_with("d:76"))
      type.values.length = 3;
  }
  for (const char* index : {"c", "C", "s", "S", "i", "I", "l", "L"}) {
    const std::string name = std::string("by ") + index;
    Values codes{.length = 3, .dictionary = {texts<std::int32_t>({"low", "high"})}};
    std::string indices;
    for (const char code : {'\1', '\0', '\1'}) indices += code + std::string(width_of(index) - 1, '\0');
    codes.buffers = {std::nullopt, indices};
    types.push_back({{.name = name,
                      .format = index,
                      .flags = ARROW_FLAG_NULLABLE | (index[0] == 'c' ? ARROW_FLAG_DICTIONARY_ORDERED : 0),
                      .metadata = metadata("unit", "level"),
                      .dictionary = {{.name = "", .format = "u"}}},
                     codes});
  }
  return types;
}

// The types, with a column x of numbers before them that is masked.
Stream stream_of(const std::vector<Typed>& types) {
  std::vector<Field> fields{{.name = "x", .format = "g"}};
  std::vector<Values> values{fixed<double>({1, 2, 4})};
  for (const Typed& type : types) {
    fields.push_back(type.field);
    values.push_back(type.values);
  }
  return table(fields, values);
}

void expect_same(const Stream& stream, const Answer& answer) {
  ASSERT_EQ(answer.status, 0) << answer.json;
  ASSERT_EQ(answer.tables.size(), 1U);
  std::vector<ArrowArrayStream> once{handed_over(stream)};
  const std::vector<OutColumn> expected = read(once[0]);
  const std::vector<OutColumn>& found = answer.tables[0];
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 1; i < expected.size(); ++i) {
    EXPECT_EQ(found[i].field.name, expected[i].field.name);
    EXPECT_EQ(found[i].field.format, expected[i].field.format) << expected[i].field.name;
    EXPECT_EQ(found[i].field.flags, expected[i].field.flags) << expected[i].field.name;
    EXPECT_EQ(found[i].field.metadata, expected[i].field.metadata) << expected[i].field.name;
    EXPECT_EQ(found[i].rows, expected[i].rows) << expected[i].field.name;
  }
}

TEST(ArrowRoundTrip, EveryTypeComesBack) {
  {
    const Stream stream = stream_of(all_types());
    expect_same(stream, ask(noise, {stream}));
  }
  EXPECT_EQ(live(), 0);
}

TEST(ArrowRoundTrip, SlicesAndSeveralBatchesComeBack) {
  Stream stream = stream_of(all_types());
  stream.batches.push_back(stream.batches[0]);
  stream.batches[0].offset = 1;  // rows 1 and 2 of the first batch
  stream.batches[0].length = 2;
  for (std::size_t i = 1; i < stream.batches[1].columns.size();
       ++i) {  // and 2 of the second, by the columns' own offsets
    stream.batches[1].columns[i].offset = 2;
    stream.batches[1].columns[i].length = 1;
    if (stream.fields[i].format == "n") stream.batches[1].columns[i].null_count = 1;
  }
  stream.batches[1].length = 1;
  expect_same(stream, ask(noise, {stream}));
}

TEST(ArrowRoundTrip, MissingValuesComeBack) {
  std::vector<Typed> types = all_types();
  for (Typed& type : types) {
    if (type.field.format != "n") type.values = with_missing(type.values, {true, false, true});
  }
  const Stream stream = stream_of(types);
  const Answer answer = ask(noise, {stream});
  expect_same(stream, answer);
  EXPECT_EQ(answer.tables[0][2].rows[1], std::nullopt);
}

TEST(ArrowRoundTrip, BatchesMayHaveDifferentDictionaries) {
  Stream stream = stream_of({all_types().back()});
  stream.batches.push_back(stream.batches[0]);
  stream.batches[1].columns[1].dictionary = {texts<std::int32_t>({"high", "higher"})};
  const Answer answer = ask(noise, {stream});
  expect_same(stream, answer);
  EXPECT_EQ(answer.tables[0][1].rows[0], "high");
  EXPECT_EQ(answer.tables[0][1].rows[3], "higher");
}

TEST(ArrowRoundTrip, UntouchedColumnsAreNotCopied) {
  const std::vector<std::int32_t> many(10'000'000, 7);
  Stream stream =
      table({{.name = "x", .format = "g"}, {.name = "n", .format = "i"}, {.name = "none", .format = "n"}},
            {fixed(std::vector<double>(many.size(), 1.5)),
             fixed(many),
             {.length = 10'000'000, .null_count = 10'000'000}});
  const void* values = nullptr;
  stream.spoil_batch = [&](ArrowArray& batch) { values = batch.children[1]->buffers[1]; };
  ArrowArrayStream input = handed_over(stream), output{};
  ArrowArrayStream* place = &input;
  std::int64_t count = 0;
  char* json = nullptr;
  ASSERT_EQ(sfumato_run(noise, &place, 1, &output, 1, &count, nullptr, nullptr, &json), 0) << json;
  sfumato_free(json);
  ArrowArray batch{};
  ASSERT_EQ(output.get_next(&output, &batch), 0);
  EXPECT_EQ(batch.length, 10'000'000);
  EXPECT_EQ(batch.children[1]->buffers[1], values);
  EXPECT_GT(live(), 0);  // the caller's own array
  batch.release(&batch);
  output.release(&output);
  EXPECT_EQ(live(), 0);
}

TEST(ArrowRoundTrip, MaskedColumnsHaveTheTypesOfTheProgram) {
  const Stream stream = table({{.name = "i", .format = "s"}, {.name = "w", .format = "vu"}},
                              {fixed<std::int16_t>({1, 2, 3, 4}), views({"a", "b", "a", "b"})});
  const Answer swapped =
      ask(R"({"job": "mask", "method": "rank-swapping", "columns": ["i"], "seed": 1})", {stream});
  ASSERT_EQ(swapped.status, 0) << swapped.json;
  EXPECT_EQ(swapped.tables[0][0].field.format, "l");
  EXPECT_EQ(swapped.tables[0][1].field.format, "vu");
  const Answer pram = ask(R"({"job": "mask", "method": "pram", "columns": ["w"], "seed": 1})", {stream});
  ASSERT_EQ(pram.status, 0) << pram.json;
  EXPECT_EQ(pram.tables[0][1].field.format, "i");
  EXPECT_EQ(pram.tables[0][1].field.dictionary.at(0).format, "u");
}

TEST(ArrowRoundTrip, ShiftedTimestampsKeepUnitAndZone) {
  const std::vector<std::string> formats{"tss:", "tsm:UTC", "tsu:Europe/Paris", "tsn:", "tss:+05:30"};
  std::vector<Field> fields;
  std::vector<Values> values;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    fields.push_back({.name = "t" + std::to_string(i), .format = formats[i]});
    values.push_back(fixed<std::int64_t>({86401, 1, 1617199500}));
  }
  values[3] = fixed<std::int64_t>({86400000000000, 0, 0});  // midnights
  const Answer answer =
      ask(R"({"job": "mask", "method": "date-shift", "columns": ["t0", "t1", "t2", "t3", "t4"], "seed": 1})",
          {table(fields, values)});
  ASSERT_EQ(answer.status, 0) << answer.json;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    EXPECT_EQ(answer.tables[0][i].field.format, formats[i]);
    EXPECT_EQ(answer.tables[0][i].rows.size(), 3U);
  }
}

TEST(ArrowRoundTrip, SampledRecordsKeepTheirTypes) {
  std::vector<Typed> types = all_types();
  Stream stream = stream_of(types);
  stream.batches = {stream.batches[0], stream.batches[0], stream.batches[0]};
  const Answer answer = ask(
      R"({"job": "mask", "method": "sampling", "parameters": {"fraction": 0.5}, "columns": ["x"], "seed": 1})",
      {stream});
  ASSERT_EQ(answer.status, 0) << answer.json;
  ASSERT_LT(answer.tables[0][0].rows.size(), 9U);
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (!types[i].field.dictionary.empty()) continue;
    EXPECT_EQ(answer.tables[0][i + 1].field.format, types[i].field.format) << types[i].field.name;
  }
}

TEST(ArrowRoundTrip, TablesWithoutRecordsAreTables) {
  const Stream without_batches{.fields = {{.name = "x", .format = "g"}}, .batches = {}};
  const Answer answer = ask(R"({"job": "inspect"})", {without_batches});
  EXPECT_EQ(answer.status, 0) << answer.json;
  EXPECT_TRUE(answer.says("\"rows\": 0")) << answer.json;
  const Answer none = ask(R"({"job": "inspect"})", {Stream{.fields = {}, .batches = {}}});
  EXPECT_EQ(none.status, 2);
  EXPECT_TRUE(none.says("has no columns")) << none.json;
}

}  // namespace
}  // namespace sfumato_test
