// Requests of the C interface: what is refused, outputs that do not fit, stopping, several threads, declared
// schemas, pages.
#include <gtest/gtest.h>

#include <sfumato/sfumato.hpp>
#include <thread>

#include "answers.hpp"

namespace sfumato_test {
namespace {

Stream numbers(std::size_t rows) {
  std::vector<double> x, y;
  for (std::size_t i = 0; i < rows; ++i) {
    x.push_back(static_cast<double>(i * 7919 % 1000));
    y.push_back(static_cast<double>(i * 104729 % 777));
  }
  return table({{.name = "x", .format = "g"}, {.name = "y", .format = "g"}}, {fixed(x), fixed(y)});
}

std::string masking(const std::string& more) {
  return R"({"job": "mask", "method": "mdav", "columns": ["x", "y"], "seed": 1)" + more + "}";
}

// i·104729 modulo 777 repeats after 777 records, so that each of 50 has a y of its own.
TEST(Request, AReleaseSaysWhatItSinglesOut) {
  const Answer given = ask(R"({"job": "mask", "method": "mdav", "columns": ["x"], "seed": 1,
                               "schema": {"original": {"y": {"role": "quasi-identifier"}}}})",
                           {numbers(50)});
  ASSERT_EQ(given.status, 0) << given.json;
  EXPECT_TRUE(given.says("k-anonymity is promised on 'x' alone: on the declared quasi-identifier 'y', 100 %"))
      << given.json;
  EXPECT_TRUE(given.says("'y' singles out 50 of 50 records")) << given.json;
  EXPECT_TRUE(given.says("\"quasi_identifiers\"")) << given.json;
  EXPECT_TRUE(given.says("\"warning_grades\"")) << given.json;
}

// i·7919 modulo 1000 repeats after 1000 records: a copy of 50 has 50 identifiers.
TEST(Request, AMeasuredFileSaysWhatItExposes) {
  const Answer given =
      ask(R"({"job": "measure", "measures": ["sse"], "seed": 1, "inputs": ["original", "masked"],
              "schema": {"original": {"x": {"role": "identifier"}, "y": {"role": "quasi-identifier"}}}})",
          {numbers(50), numbers(50)});
  ASSERT_EQ(given.status, 0) << given.json;
  EXPECT_TRUE(given.says("'x' singles out 50 of 50 records; leave them out")) << given.json;
  EXPECT_TRUE(given.says("on the declared quasi-identifier 'y', 100 % of the released records are unique"))
      << given.json;
  EXPECT_TRUE(given.says("'y' singles out 50 of 50 records; protect them")) << given.json;
}

// 50 different values of x, i·7919 modulo 1000, on both sides of 500.
TEST(Request, AHierarchyCanBeASpecification) {
  const std::string schema =
      R"("schema": {"original": {"x": {"role": "quasi-identifier", "hierarchy": {"kind": "intervals", "widths": [500]}}}})";
  const Answer levels = ask(R"({"job": "hierarchy", "column": "x", )" + schema + "}", {numbers(50)});
  ASSERT_EQ(levels.status, 0) << levels.json;
  EXPECT_TRUE(levels.says(R"("values": 50)")) << levels.json;
  EXPECT_TRUE(levels.says(R"("values": 2)")) << levels.json;  // below 500 and above
  EXPECT_TRUE(levels.says(R"("unique": 0)")) << levels.json;
  const Answer wrong =
      ask(R"({"job": "inspect", "schema": {"original": {"x": {"hierarchy": {"kind": "squares"}}}}})",
          {numbers(5)});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_TRUE(wrong.says("column 'x'")) << wrong.json;
}

TEST(Request, RisksOfKeysAndDistributions) {
  const Answer risks = ask(R"({"job": "key-risks", "keys": ["x"], "riskiest": 1})", {numbers(50)});
  ASSERT_EQ(risks.status, 0) << risks.json;
  EXPECT_TRUE(risks.says(R"("uniques": 50)")) << risks.json;
  EXPECT_TRUE(risks.says("the only record with x ")) << risks.json;
  EXPECT_EQ(ask(R"({"job": "key-risks"})", {numbers(50)}).status, 2);  // no key
  const Answer both =
      ask(R"({"job": "distributions", "inputs": ["original", "masked"]})", {numbers(50), numbers(50)});
  ASSERT_EQ(both.status, 0) << both.json;
  EXPECT_TRUE(both.says(R"("changed": [])")) << both.json;
}

// The holdout is an input beside the original and the synthetic table.
TEST(Request, ASyntheticFileIsMeasuredAgainstAHoldout) {
  const Answer given = ask(R"({"job": "measure", "synthetic": true, "keys": ["x"], "target": "y", "seed": 1,
              "inputs": ["original", "masked", "holdout"]})",
                           {numbers(50), numbers(40), numbers(30)});
  ASSERT_EQ(given.status, 0) << given.json;
  for (const char* name : {"exact-copies", "membership", "attribute-inference", "singling out"})
    EXPECT_TRUE(given.says(name)) << given.json;
  EXPECT_TRUE(given.says("\"not_tested\": []")) << given.json;
}

TEST(Request, WrongOnesAreRefused) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "the request"},
      {"{", "the request"},
      {"[]", "must be an object"},
      {"{}", "names no job"},
      {R"({"job": 1})", "\\\"job\\\" must be a text"},
      {R"({"job": "maskk"})", "did you mean 'mask'"},
      {R"({"job": "inspect", "inputs": "original"})", "must be a list of names"},
      {R"({"job": "inspect", "inputs": [1]})", "must hold texts only"},
      {R"({"job": "inspect", "inputs": []})", "names 0 inputs, and 1 came"},
      {R"({"job": "inspect", "inputs": ["other"]})", "original"},
      {R"({"job": "inspect", "seed": -1})", "must be a whole number"},
      {R"({"job": "inspect", "threads": 1e9})", "must be a whole number"},
      {R"({"job": "inspect", "memory": "much"})", "cannot be 'much'"},
      {R"({"job": "inspect", "memory": -1})", "must be a size"},
      {R"({"job": "inspect", "report": 1})", "must be true or false"},
      {R"({"job": "inspect", "schema": []})", "must be an object"},
      {R"({"job": "inspect", "schema": {"other": {}}})", "not one of its inputs"},
      {R"({"job": "inspect", "schema": {"original": {"x": {"role": "spy"}}}})", "spy"},
      {R"({"job": "inspect", "schema": {"original": {"z": {"role": "weight"}}}})", "z"},
      {R"({"job": "inspect", "schema": {"original": {"x": {"hierarchy": "/etc/passwd"}}}})", "not an input"},
      {R"({"job": "inspect", "schema": {"original": {"x": {"hierarchy": [[1]]}}}})", "a list of texts"},
      {masking(R"(, "parameters": {"k": "many"})"), "k"},
      {masking(R"(, "parameters": {"kk": 1})"), "kk"},
      {R"({"job": "mask", "method": "nothing"})", "nothing"},
      {"\xff", "the request"}};
  for (const auto& [request, message] : wrong) {
    const Answer answer = ask(request, {numbers(20)});
    EXPECT_EQ(answer.status, 2) << request << answer.json;
    EXPECT_TRUE(answer.says("\"code\": \"bad_input\"")) << request << answer.json;
    EXPECT_TRUE(answer.says(message)) << request << answer.json;
    EXPECT_EQ(answer.outputs, 0);
    EXPECT_EQ(live(), 0) << request;
  }
}

TEST(Request, NullPointersAreRefused) {
  ArrowArrayStream input = handed_over(numbers(20)), output{};
  ArrowArrayStream* place = &input;
  ArrowArrayStream* nothing = nullptr;
  std::int64_t count = 0;
  char* json = nullptr;
  const std::string request = masking("");
  EXPECT_EQ(sfumato_run(nullptr, &place, 1, &output, 1, &count, nullptr, nullptr, &json), 2);
  sfumato_free(json);
  EXPECT_EQ(live(), 0);
  EXPECT_EQ(sfumato_run(request.c_str(), nullptr, 1, &output, 1, &count, nullptr, nullptr, nullptr), 2);
  EXPECT_EQ(sfumato_run(request.c_str(), &nothing, 1, &output, 1, &count, nullptr, nullptr, nullptr), 2);
  EXPECT_EQ(sfumato_run(request.c_str(), &place, -1, &output, 1, &count, nullptr, nullptr, nullptr), 2);
  EXPECT_EQ(sfumato_run(request.c_str(), nullptr, 0, nullptr, 1, &count, nullptr, nullptr, nullptr), 2);
  EXPECT_EQ(sfumato_run(request.c_str(), nullptr, 0, &output, -1, &count, nullptr, nullptr, nullptr), 2);
  EXPECT_EQ(sfumato_run(request.c_str(), nullptr, 0, &output, 1, nullptr, nullptr, nullptr, nullptr), 2);
  EXPECT_EQ(output.release, nullptr);
  sfumato_free(nullptr);
}

TEST(Request, OneStreamCannotBeTwoInputs) {
  ArrowArrayStream input = handed_over(numbers(20));
  ArrowArrayStream* places[] = {&input, &input};
  std::int64_t count = 0;
  EXPECT_EQ(sfumato_run(R"({"job": "inspect"})", places, 2, nullptr, 0, &count, nullptr, nullptr, nullptr),
            2);
  EXPECT_EQ(live(), 0);
}

TEST(Request, TooFewOutputsLeaveTheInputs) {
  std::vector<ArrowArrayStream> inputs{handed_over(numbers(50))};
  const Answer refused = ask(masking(""), inputs, 0);
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.outputs, 1);
  ASSERT_NE(inputs[0].release, nullptr);
  const Answer given = ask(masking(""), inputs, 1);
  ASSERT_EQ(given.status, 0) << given.json;
  EXPECT_EQ(inputs[0].release, nullptr);
  const Answer direct = ask(masking(""), {numbers(50)});
  EXPECT_EQ(given.tables[0][0].rows, direct.tables[0][0].rows);
  EXPECT_EQ(live(), 0);
}

TEST(Request, TheCallbackStopsAJob) {
  for (int* left : {new int(0), new int(1)}) {  // at the first call, and when the job is under way
    std::vector<ArrowArrayStream> inputs{handed_over(numbers(100'000))};
    const Answer answer = ask(
        masking(""), inputs, 1,
        [](double, const char* what, void* user) {
          EXPECT_STREQ(what, "mask");
          return --*static_cast<int*>(user) < 0 ? 1 : 0;
        },
        left);
    EXPECT_EQ(answer.status, 130) << answer.json;
    EXPECT_TRUE(answer.says("\"code\": \"interrupted\"")) << answer.json;
    EXPECT_EQ(live(), 0);
    delete left;
  }
}

TEST(Request, ProgressIsToldOnTheCallingThread) {
  struct Seen {
    std::thread::id caller = std::this_thread::get_id();
    int calls = 0;
    bool elsewhere = false;
  } seen;
  std::vector<ArrowArrayStream> inputs{handed_over(numbers(1000))};
  const Answer answer = ask(
      masking(""), inputs, 1,
      [](double done, const char*, void* user) {
        auto& all = *static_cast<Seen*>(user);
        ++all.calls;
        all.elsewhere = all.elsewhere || std::this_thread::get_id() != all.caller || done < 0 || done > 1;
        return 0;
      },
      &seen);
  EXPECT_EQ(answer.status, 0) << answer.json;
  EXPECT_GT(seen.calls, 0);
  EXPECT_FALSE(seen.elsewhere);
}

TEST(Request, ThreadsDoNotMeet) {
  const std::vector<std::string> requests{
      masking(""), masking(R"(, "parameters": {"k": 7})"), R"({"job": "inspect"})",
      R"({"job": "mask", "method": "rank-swapping", "columns": ["x"], "seed": 3})"};
  std::vector<Answer> serial;
  for (const std::string& request : requests) serial.push_back(ask(request, {numbers(2000)}));
  std::vector<std::vector<Answer>> parallel(4);
  std::vector<std::thread> threads;
  for (std::vector<Answer>& answers : parallel) {
    threads.emplace_back([&] {
      for (const std::string& request : requests) answers.push_back(ask(request, {numbers(2000)}));
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<Answer>& answers : parallel) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      EXPECT_EQ(answers[i].status, 0) << answers[i].json;
      EXPECT_EQ(answers[i].json, serial[i].json);
      ASSERT_EQ(answers[i].tables.size(), serial[i].tables.size());
      for (std::size_t t = 0; t < serial[i].tables.size(); ++t) {
        EXPECT_EQ(answers[i].tables[t][0].rows, serial[i].tables[t][0].rows);
      }
    }
  }
  EXPECT_EQ(live(), 0);
}

TEST(Request, SchemasDeclareColumns) {
  const Stream towns =
      table({{.name = "town", .format = "u"}, {.name = "code", .format = "i"}},
            {texts<std::int32_t>({"Lyon", "Bonn", "Lyon", "Paris"}), fixed<std::int32_t>({1, 2, -9, 1})});
  const Answer answer =
      ask(R"({"job": "inspect", "schema": {"original": {"town": {"role": "quasi-identifier"},
    "code": {"kind": "nominal", "role": "confidential", "missing": ["-9"]}}}})",
          {towns});
  ASSERT_EQ(answer.status, 0) << answer.json;
  EXPECT_TRUE(answer.says("\"proposed\": false")) << answer.json;
  EXPECT_TRUE(answer.says("\"missing\": 1")) << answer.json;
  const std::string request = R"({"job": "mask", "method": "recoding", "columns": ["town"],
    "parameters": {"level": {"town": "1"}}, "inputs": ["original", "places"], "schema": {"original": {"town": {"hierarchy": )";
  const Stream places = table(
      {{.name = "leaf", .format = "u"}, {.name = "country", .format = "u"}},
      {texts<std::int32_t>({"Lyon", "Bonn", "Paris"}), texts<std::int32_t>({"France", "Germany", "France"})});
  const std::string listed = R"([["Lyon", "France"], ["Bonn", "Germany"], ["Paris", "France"]])";
  for (const std::string& hierarchy : {listed, std::string("\"places\"")}) {
    const Answer recoded = ask(request + hierarchy + "}}}}", {towns, places});
    ASSERT_EQ(recoded.status, 0) << recoded.json;
    EXPECT_EQ(recoded.tables[0][0].rows[3], "France");
  }
}

TEST(Request, ReportsArePages) {
  const Answer inspected = ask(R"({"job": "inspect", "report": true})", {numbers(30)});
  ASSERT_EQ(inspected.status, 0) << inspected.json;
  for (const std::string format : {"html", "text"}) {
    const Answer page =
        ask(R"({"job": "report", "format": ")" + format + R"(", "result": )" + inspected.json + "}");
    EXPECT_EQ(page.status, 0) << page.json;
    EXPECT_TRUE(page.says(format == "html" ? "<!DOCTYPE html>" : "30 records")) << page.json;
  }
  EXPECT_EQ(ask(R"({"job": "report", "result": {}})").status, 2);
  EXPECT_EQ(ask(R"({"job": "report", "format": "pdf", "result": )" + inspected.json + "}").status, 2);
}

TEST(Request, ParametersAreSpelledAsAsked) {
  const std::string request = R"({"job": "mask", "method": "mdav", "keep-bounds": 1)";
  EXPECT_TRUE(ask(request + "}", {numbers(30)}).says("'keep-bounds'"));
  const std::string compare = R"({"job": "compare", "equal": ["emd=1"], "at-most": ["emd=1"], "spelling": )";
  const Answer plain = ask(compare + "\"plain\"}", {numbers(30)});
  const Answer underscored = ask(compare + "\"underscored\"}", {numbers(30)});
  EXPECT_EQ(plain.status, 2);
  EXPECT_TRUE(plain.says("at-most")) << plain.json;
  EXPECT_TRUE(underscored.says("at_most")) << underscored.json;
  EXPECT_FALSE(underscored.says("at-most")) << underscored.json;
  EXPECT_EQ(ask(compare + "\"loud\"}", {numbers(30)}).status, 2);
}

TEST(Request, KeptRowsSayWhichRecordsAreLeft) {
  const std::string sampling = R"({"job": "mask", "seed": 1, "method": "sampling", "kept-rows": )";
  const Answer sampled = ask(sampling + "true}", {numbers(40)});
  ASSERT_EQ(sampled.status, 0) << sampled.json;
  ASSERT_EQ(sampled.outputs, 2);
  const auto& map = sampled.tables[1];
  EXPECT_EQ(map[0].field.name, "masked");
  EXPECT_EQ(map[1].field.name, "original");
  ASSERT_EQ(map[1].rows.size(), sampled.tables[0][0].rows.size());
  const Answer original =
      ask(R"({"job": "mask", "method": "sampling", "parameters": {"fraction": 1}})", {numbers(40)});
  for (std::size_t row = 0; row < map[1].rows.size(); ++row) {
    std::int64_t place = 0;
    std::memcpy(&place, map[1].rows[row]->data(), sizeof place);
    EXPECT_EQ(sampled.tables[0][0].rows[row],
              original.tables[0][0].rows[static_cast<std::size_t>(place - 1)]);
  }
  EXPECT_EQ(ask(sampling + "false}", {numbers(40)}).outputs, 1);
  EXPECT_EQ(ask(sampling + "true, \"shuffle\": true}", {numbers(40)}).outputs, 1);
  EXPECT_EQ(ask(sampling + "1}", {numbers(40)}).status, 2);
  EXPECT_EQ(ask(masking(", \"kept-rows\": true"), {numbers(50)}).outputs, 1);
}

TEST(Request, DescribesWhatThereIs) {
  char* text = sfumato_describe();
  ASSERT_NE(text, nullptr);
  const std::string described = text;
  sfumato_free(text);
  for (const char* name : {"\"mdav\"", "\"rank-linkage\"", "\"inspect\"", "\"report\"", "\"parameters\""}) {
    EXPECT_NE(described.find(name), std::string::npos) << name;
  }
  EXPECT_NE(described.find(sfumato_version()), std::string::npos);
}

TEST(CppInterface, ThrowsWhatIsWrongAndReturnsStreams) {
  std::vector<sfumato::Stream> inputs;
  ArrowArrayStream given = handed_over(numbers(40));
  inputs.emplace_back(given);
  sfumato::Result result =
      sfumato::run(masking(""), std::move(inputs), [](double, const char*) { return false; });
  ASSERT_EQ(result.outputs.size(), 1U);
  EXPECT_EQ(result.outputs[0].count_rows(), 40);
  result.outputs.clear();
  EXPECT_EQ(live(), 0);
  try {
    sfumato::run(R"({"job": "maskk"})");
    ADD_FAILURE() << "no error";
  } catch (const sfumato::Error& error) {
    EXPECT_EQ(error.status(), 2);
    EXPECT_EQ(error.code(), "bad_input");
    EXPECT_EQ(error.what(), std::string("there is no job 'maskk'"));
    EXPECT_NE(error.hint().find("did you mean 'mask'"), std::string::npos);
  }
}

}  // namespace
}  // namespace sfumato_test
