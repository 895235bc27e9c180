// Pages that are made after the job, documents as TOML, and the names of what comes out: what front ends need
// beside the results themselves.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "answers.hpp"

namespace sfumato_test {
namespace {

Stream amounts() {
  std::vector<double> first, second;
  for (int row = 0; row < 40; ++row) {
    first.push_back(row * 37 % 101);
    second.push_back(row * 53 % 97);
  }
  return table({{.name = "first", .format = "g"}, {.name = "second", .format = "g"}},
               {fixed(first), fixed(second)});
}

const std::string mask_request =
    R"("job": "mask", "method": "mdav", "parameters": {"k": 4}, "columns": ["first", "second"], "seed": 5)";

std::string later_request(const std::string& result, const std::string& more) {
  return R"({"job": "report", "seed": 5, "inputs": ["original", "masked"], "result": )" + result +
         R"(, "request": {)" + mask_request + "}" + more + "}";
}

// The masked table of a release as an input.
Stream masked_of(const Answer& released) {
  std::vector<std::vector<double>> columns(2);
  for (std::size_t column = 0; column < 2; ++column) {
    for (const auto& cell : released.tables[0][column].rows) {
      double value = 0;
      std::memcpy(&value, cell->data(), sizeof value);
      columns[column].push_back(value);
    }
  }
  return table({{.name = "first", .format = "g"}, {.name = "second", .format = "g"}},
               {fixed(columns[0]), fixed(columns[1])});
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t place = text.find(old);
  EXPECT_NE(place, std::string::npos) << old;
  return place == std::string::npos ? text : text.replace(place, old.size(), by);
}

TEST(Pages, OfAReleaseAreTheSameAtOnceAndLater) {
  const Answer at_once = ask("{" + mask_request + R"(, "report": true})", {amounts()});
  ASSERT_EQ(at_once.status, 0) << at_once.json;
  const Answer page = ask(R"({"job": "report", "result": )" + at_once.json + "}");
  const Answer released = ask("{" + mask_request + R"(, "report": "text"})", {amounts()});
  ASSERT_EQ(released.status, 0) << released.json;
  EXPECT_FALSE(released.says("DOCTYPE"));
  const Answer later = ask(later_request(released.json, ""), {amounts(), masked_of(released)});
  ASSERT_EQ(later.status, 0) << later.json;
  EXPECT_TRUE(later.says("Verdict"));
  EXPECT_EQ(later.json, page.json);
  const Answer text = ask(R"({"job": "report", "format": "text", "result": )" + released.json + "}");
  EXPECT_TRUE(text.says("mdav")) << text.json;
}

TEST(Pages, BeforeAndAfterNeedNoMeasures) {
  const Answer released = ask("{" + mask_request + R"(, "report": "text"})", {amounts()});
  const Answer pictures = ask(later_request(released.json, R"(, "format": "pictures", "measures": false)"),
                              {amounts(), masked_of(released)});
  ASSERT_EQ(pictures.status, 0) << pictures.json;
  EXPECT_TRUE(pictures.says("first before and after")) << pictures.json;
  EXPECT_TRUE(pictures.says("<svg"));
}

TEST(Pages, WhatIsMissingOrDamagedIsRefused) {
  const Answer released = ask("{" + mask_request + R"(, "report": "text"})", {amounts()});
  EXPECT_EQ(ask(R"({"job": "report", "result": )" + released.json + "}").status, 2);  // no request
  EXPECT_EQ(ask(R"({"job": "report", "result": )" + released.json + R"(, "request": {)" + mask_request + "}}")
                .status,
            2);  // no data
  for (const auto& [old, by] :
       std::vector<std::pair<std::string, std::string>>{{"\"facts\": [", "\"facts\": [3, "},
                                                        {"\"facts\"", "\"fact\""},
                                                        {"\"blocks\": [", "\"blocks\": [{}, "},
                                                        {"\"warnings\"", "\"warning\""},
                                                        {"\"release\"", "\"released\""}}) {
    const std::string damaged = replaced(released.json, old, by);
    EXPECT_EQ(ask(later_request(damaged, ""), {amounts(), masked_of(released)}).status, 2) << by;
  }
  EXPECT_EQ(ask("{" + mask_request + R"(, "report": "html"})", {amounts()}).status, 2);
}

TEST(Documents, GoBetweenTomlAndJson) {
  const Answer parsed = ask(R"({"job": "toml", "text": "k = 5\n[[steps]]\nmethod = \"mdav\"\n"})");
  ASSERT_EQ(parsed.status, 0) << parsed.json;
  EXPECT_TRUE(parsed.says("\"method\": \"mdav\"")) << parsed.json;
  const Answer written = ask(R"({"job": "toml", "document": {"k": 5, "steps": [{"method": "mdav"}]}})");
  EXPECT_TRUE(written.says(R"("text": "k = 5\n\n[[steps]]\nmethod = \"mdav\"\n")")) << written.json;
  for (const char* wrong :
       {R"({"job": "toml"})", R"({"job": "toml", "text": "k = "})", R"({"job": "toml", "text": 3})",
        R"({"job": "toml", "document": 3})", R"({"job": "toml", "text": "", "document": {}})"}) {
    EXPECT_EQ(ask(wrong).status, 2) << wrong;
  }
}

TEST(Documents, ARecipeMayBeTheTextOfItsFile) {
  const std::string text = R"("[[steps]]\nmethod = \"mdav\"\ncolumns = [\"first\"]\nk = 4\n")";
  const std::string tree = R"({"steps": [{"method": "mdav", "columns": ["first"], "k": 4}]})";
  const Answer from_text = ask(R"({"job": "mask", "recipe": )" + text + "}", {amounts()});
  const Answer from_tree = ask(R"({"job": "mask", "recipe": )" + tree + "}", {amounts()});
  ASSERT_EQ(from_text.status, 0) << from_text.json;
  EXPECT_EQ(from_text.json, from_tree.json);
  EXPECT_EQ(ask(R"({"job": "mask", "recipe": "[[steps"})", {amounts()}).status, 2);
}

TEST(Outputs, HaveNames) {
  const Answer sample = ask(R"({"job": "sample", "sample": "people", "rows": 3, "seed": 1})");
  EXPECT_TRUE(sample.says(R"("outputs": ["sample"])")) << sample.json;
  EXPECT_TRUE(sample.says("\"role\": \"quasi-identifier\"")) << sample.json;
  const Answer mapped = ask("{" + mask_request + R"(, "map": true})", {amounts()});
  EXPECT_TRUE(mapped.says(R"("outputs": ["masked", "map"])")) << mapped.json;
}

}  // namespace
}  // namespace sfumato_test
