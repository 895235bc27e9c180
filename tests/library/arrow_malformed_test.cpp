// Arrow structures that are wrong are refused with a message, and everything that was handed over is
// released.
#include <gtest/gtest.h>

#include <limits>

#include "answers.hpp"

namespace sfumato_test {
namespace {

struct Wrong {
  const char* message;
  std::function<void(Stream&)> spoil;
};

constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();

Stream sound() {
  return table({{.name = "x", .format = "g"},
                {.name = "w", .format = "u"},
                {.name = "v", .format = "vu"},
                {.name = "d", .format = "i", .dictionary = {{.name = "", .format = "u"}}}},
               {fixed<double>({1, 2}),
                texts<std::int32_t>({"a", "b"}),
                views({"a", "more than twelve bytes"}),
                {.length = 2,
                 .buffers = {std::nullopt, bytes(std::vector<std::int32_t>{0, 1})},
                 .dictionary = {texts<std::int32_t>({"low", "high"})}}});
}

Values& column(Stream& stream, std::size_t i) { return stream.batches[0].columns[i]; }

std::vector<Wrong> wrong_data() {
  return {
      {"not valid UTF-8",
       [](Stream& s) {
         column(s, 1) = texts<std::int32_t>({"a", "\xff"});
       }},
      {"offsets of a text are out of range",
       [](Stream& s) {
         column(s, 1).buffers[1] = bytes(std::vector<std::int32_t>{0, 2, 1});
       }},
      {"offsets of a text are out of range",
       [](Stream& s) {
         column(s, 1).buffers[1] = bytes(std::vector<std::int32_t>{-1, 1, 2});
       }},
      {"offsets of a text are out of range",
       [](Stream& s) { column(s, 2).buffers[1]->replace(16, 4, bytes(std::vector<std::int32_t>{-20})); }},
      {"offsets of a text are out of range",
       [](Stream& s) { column(s, 2).buffers[1]->replace(24, 4, bytes(std::vector<std::int32_t>{1})); }},
      {"offsets of a text are out of range",
       [](Stream& s) { column(s, 2).buffers[1]->replace(28, 4, bytes(std::vector<std::int32_t>{5})); }},
      {"a category that its dictionary does not have",
       [](Stream& s) {
         column(s, 3).buffers[1] = bytes(std::vector<std::int32_t>{0, 2});
       }},
      {"a category that its dictionary does not have",
       [](Stream& s) {
         column(s, 3).buffers[1] = bytes(std::vector<std::int32_t>{0, -1});
       }},
      {"an infinite value",
       [](Stream& s) {
         column(s, 0) = fixed<double>({1, std::numeric_limits<double>::infinity()});
       }},
      {"beyond 64-bit integers",
       [](Stream& s) {
         s.fields[0].format = "L";
         column(s, 0) = fixed<std::uint64_t>({1, 1ULL << 63U});
       }},
      {"outside the years",
       [](Stream& s) {
         s.fields[0].format = "tdm";
         column(s, 0) = fixed<std::int64_t>({0, huge / 86400000 * 86400000});
       }},
      {"a time outside the day",
       [](Stream& s) {
         s.fields[0].format = "ttu";
         column(s, 0) = fixed<std::int64_t>({0, -1});
       }},
      {"does not fit into the memory",
       [](Stream& s) {
         s = table({{.name = "n", .format = "n"}},
                   {{.length = std::int64_t{1} << 47, .null_count = std::int64_t{1} << 47}});
       }},
  };
}

std::vector<Wrong> wrong_structures() {
  const auto batch = [](std::function<void(ArrowArray&)> change) {
    return [change](Stream& s) { s.spoil_batch = change; };
  };
  const auto schema = [](std::function<void(ArrowSchema&)> change) {
    return [change](Stream& s) { s.spoil_schema = change; };
  };
  return {
      {"an array has a length below 0", batch([](ArrowArray& a) { a.length = -1; })},
      {"an array has a length below 0", batch([](ArrowArray& a) { a.length = huge; })},
      {"an array has an offset below 0", batch([](ArrowArray& a) { a.offset = -1; })},
      {"an array has an offset below 0", batch([](ArrowArray& a) { a.children[0]->offset = huge; })},
      {"a column is shorter than its batch", batch([](ArrowArray& a) { a.length = 3; })},
      {"a column is shorter than its batch", batch([](ArrowArray& a) { a.offset = 1; })},
      {"a batch has 3 columns", batch([](ArrowArray& a) { a.n_children = 3; })},
      {"a count below 0", batch([](ArrowArray& a) { a.n_children = -1; })},
      {"no children where it counts some", batch([](ArrowArray& a) { a.children = nullptr; })},
      {"an array has a length below 0", batch([](ArrowArray& a) { a.children[1]->length = -2; })},
      {"an array has 1 buffers", batch([](ArrowArray& a) { a.children[0]->n_buffers = 1; })},
      {"a count below 0", batch([](ArrowArray& a) { a.children[0]->n_buffers = -1; })},
      {"no buffers where it counts some", batch([](ArrowArray& a) { a.children[0]->buffers = nullptr; })},
      {"an array has no values", batch([](ArrowArray& a) { a.children[0]->buffers[1] = nullptr; })},
      {"offsets of a text are out of range",
       batch([](ArrowArray& a) { a.children[1]->buffers[2] = nullptr; })},
      {"does not say how large its buffers are",
       batch([](ArrowArray& a) { a.children[2]->buffers[3] = nullptr; })},
      {"offsets of a text are out of range",
       batch([](ArrowArray& a) { a.children[2]->buffers[2] = nullptr; })},
      {"more missing values than values", batch([](ArrowArray& a) { a.children[0]->null_count = 3; })},
      {"more missing values than values", batch([](ArrowArray& a) { a.children[0]->null_count = -2; })},
      {"nothing says which", batch([](ArrowArray& a) { a.children[0]->null_count = 1; })},
      {"a dictionary, or none", batch([](ArrowArray& a) { a.children[3]->dictionary = nullptr; })},
      {"its schema has no format", schema([](ArrowSchema& s) { s.children[0]->format = nullptr; })},
      {"has the format '+s'", schema([](ArrowSchema& s) { s.format = "g"; })},
      {"has the format '+s'", schema([](ArrowSchema& s) { s.format = nullptr; })},
      {"count of columns below 0", schema([](ArrowSchema& s) { s.n_children = -1; })},
      {"no columns where it counts some", schema([](ArrowSchema& s) { s.children = nullptr; })},
      {"has children", schema([](ArrowSchema& s) { s.children[0]->n_children = 1; })},
      {"indices of its dictionary are not integers",
       schema([](ArrowSchema& s) { s.children[3]->format = "g"; })},
      {"has no format", schema([](ArrowSchema& s) { s.children[3]->dictionary->format = nullptr; })},
      {"not valid UTF-8", schema([](ArrowSchema& s) { s.children[0]->name = "\xff"; })},
      {"two columns are named", schema([](ArrowSchema& s) { s.children[0]->name = "w"; })},
      {"metadata have a count below 0", schema([](ArrowSchema& s) { s.metadata = "\xff\xff\xff\xff"; })},
      {"metadata have a length below 0",
       schema([](ArrowSchema& s) { s.metadata = "\1\0\0\0\xff\xff\xff\xff"; })},
  };
}

void expect_refused(const std::vector<Wrong>& all) {
  for (const Wrong& wrong : all) {
    Stream stream = sound();
    wrong.spoil(stream);
    const Answer answer = ask(R"({"job": "inspect"})", {stream});
    EXPECT_EQ(answer.status, 2) << wrong.message << answer.json;
    EXPECT_TRUE(answer.says("\"error\"")) << answer.json;
    EXPECT_TRUE(answer.says(wrong.message)) << wrong.message << answer.json;
    EXPECT_EQ(live(), 0) << wrong.message;
  }
}

TEST(ArrowMalformed, TheSoundOneIsTaken) { EXPECT_EQ(ask(R"({"job": "inspect"})", {sound()}).status, 0); }

TEST(ArrowMalformed, WrongDataAreRefused) { expect_refused(wrong_data()); }

TEST(ArrowMalformed, WrongStructuresAreRefused) { expect_refused(wrong_structures()); }

TEST(ArrowMalformed, OtherTypesAreRefusedByColumn) {
  for (const char* format : {"+l",        "+L",  "+w:2",      "+s",   "+m", "+ud:0", "+r", "z",     "Z",
                             "vz",        "w:4", "tDs",       "tiM",  "",   "x",     "d:", "d:0,0", "d:39,0",
                             "d:10,2,99", "d:5", "d:1,2,3,4", "tsx:", "ts", "tss",   "gg"}) {
    Stream stream = sound();
    stream.fields[1].format = format;
    const Answer answer = ask(R"({"job": "inspect"})", {stream});
    EXPECT_EQ(answer.status, 2) << format;
    EXPECT_TRUE(answer.says("column 'w'")) << format << answer.json;
    EXPECT_EQ(live(), 0) << format;
  }
}

TEST(ArrowMalformed, ReleasedAndFailingStreamsAreRefused) {
  std::vector<ArrowArrayStream> inputs(1);
  EXPECT_TRUE(ask(R"({"job": "inspect"})", inputs).says("already released"));
  inputs[0] = handed_over(sound());
  inputs[0].get_schema = nullptr;
  EXPECT_TRUE(ask(R"({"job": "inspect"})", inputs).says("no functions"));
  inputs[0] = handed_over(sound());
  inputs[0].get_schema = [](ArrowArrayStream*, ArrowSchema*) { return 5; };
  inputs[0].get_last_error = [](ArrowArrayStream*) { return "the disk is gone"; };
  EXPECT_TRUE(ask(R"({"job": "inspect"})", inputs).says("the disk is gone"));
  inputs[0] = handed_over(sound());
  inputs[0].get_next = [](ArrowArrayStream*, ArrowArray*) { return 5; };
  EXPECT_EQ(ask(R"({"job": "inspect"})", inputs).status, 2);
  EXPECT_EQ(live(), 0);
}

}  // namespace
}  // namespace sfumato_test
