// Jobs of the app: the library's jobs on files, what they leave, and how they fail and stop.
#include <gtest/gtest.h>

#include "app/app_browser.hpp"
#include "support/program.hpp"

namespace sfumato::app {
namespace {

using sfumato::testing::make_people;
using testing::AppInFolder;
using testing::body_of;
using testing::header_of;
using testing::parsed;

struct PeopleApp : AppInFolder {
  PeopleApp() { make_people(folder.path()); }
};

TEST(AppJobs, InspectsAFile) {
  PeopleApp app;
  const Value job = app.browser.run(
      R"({"job": "inspect", "label": "look", "inputs": {"original": {"file": "people.csv"}}})");
  EXPECT_EQ(job.at("state").as_text(), "done");
  EXPECT_EQ(job.at("label").as_text(), "look");
  EXPECT_EQ(job.at("progress").as_number(), 1.0);
  EXPECT_EQ(job.at("result").at("rows").as_integer(), 150);
  EXPECT_EQ(job.at("result").at("columns").as_array().front().at("role").as_text(),
            "identifier");  // of the sidecar
  const Value list = app.browser.get("/api/jobs").at("jobs");
  ASSERT_EQ(list.as_array().size(), 1U);
  EXPECT_EQ(list.as_array()[0].find("result"), nullptr);
}

TEST(AppJobs, ChainsMaskAndMeasure) {
  PeopleApp app;
  const Value masked = app.browser.run(
      R"({"job": "mask", "method": "mdav", "parameters": {"k": 5}, "columns": ["income", "tax"], "seed": 1,
          "inputs": {"original": {"file": "people.csv"}}})");
  ASSERT_EQ(masked.at("state").as_text(), "done") << io::json_text(masked);
  EXPECT_EQ(masked.at("outputs").as_array().front().at("rows").as_integer(), 150);
  const std::string id = masked.at("id").as_text();
  const Value measured = app.browser.run(
      R"({"job": "measure", "measures": ["sse"], "columns": ["income", "tax"],
          "inputs": {"original": {"file": "people.csv"}, "masked": [{"job": ")" +
      id + R"(", "output": 0}]}})");
  ASSERT_EQ(measured.at("state").as_text(), "done") << io::json_text(measured);
  EXPECT_GT(measured.at("result").at("measures").at("sse").at("value").as_number(), 0.0);
  const Value page = app.browser.get(
      "/api/jobs/" + id + "/outputs/0?offset=2&limit=3&sort=income&order=descending&columns=income,sex");
  EXPECT_EQ(page.at("rows").as_integer(), 150);
  EXPECT_EQ(page.at("cells").as_array().size(), 3U);
  EXPECT_EQ(page.at("columns").as_array()[1].at("name").as_text(), "sex");
  EXPECT_GE(page.at("cells").as_array()[0].as_array()[0].as_number(),
            page.at("cells").as_array()[1].as_array()[0].as_number());
  const Value filtered =
      app.browser.get("/api/jobs/" + id + "/outputs/0?filter=FEMALE&column=sex&limit=1000");
  EXPECT_EQ(filtered.at("matched").as_integer(),
            static_cast<std::int64_t>(filtered.at("cells").as_array().size()));
  EXPECT_LT(filtered.at("matched").as_integer(), 150);
  EXPECT_TRUE(body_of(app.browser.call("GET", "/api/jobs/" + id + "/outputs/0.csv")).starts_with("age,sex,"));
  EXPECT_EQ(app.browser.call("GET", "/api/jobs/" + id + "/outputs/1").status, 404);
  EXPECT_EQ(app.browser.call("GET", "/api/jobs/" + id + "/page").status, 404);  // not asked for
}

TEST(AppJobs, AReportHasItsOwnPolicyAndFigures) {
  PeopleApp app;
  const Value job = app.browser.run(
      R"({"job": "mask", "method": "mdav", "columns": ["income"], "report": true, "seed": 1,
          "inputs": {"original": {"file": "people.csv"}}})");
  ASSERT_EQ(job.at("state").as_text(), "done") << io::json_text(job);
  const std::string id = job.at("id").as_text();
  const Response page = app.browser.call("GET", "/api/jobs/" + id + "/page");
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  const std::string policy = header_of(page, "Content-Security-Policy");
  EXPECT_NE(policy.find("style-src 'sha256-"), std::string::npos);
  EXPECT_NE(policy.find("sandbox"), std::string::npos);
  EXPECT_EQ(policy.find("script-src"), std::string::npos);  // default-src 'none'
  EXPECT_GT(job.at("figures").as_integer(), 0);
  EXPECT_EQ(job.at("figure_titles").as_array().size(),
            static_cast<std::size_t>(job.at("figures").as_integer()));
  EXPECT_EQ(app.browser.call("GET", "/api/jobs/" + id + "/figures/1.svg").content_type, "image/svg+xml");
  EXPECT_EQ(app.browser.call("GET", "/api/jobs/" + id + "/figures/99.svg").status, 404);
}

TEST(AppJobs, ReadingOptionsAndSamplesHold) {
  AppInFolder app;
  std::string text = "name;pay\n";
  for (int i = 0; i < 100; ++i) text += "J\xF6rg" + std::to_string(i) + ";" + std::to_string(i) + ",5\n";
  app.folder.write("latin.csv", text);
  const std::string source =
      R"({"file": "latin.csv", "reading": {"encoding": "latin-1", "delimiter": ";", "decimal": ","})";
  const Value whole = app.browser.run(R"({"job": "inspect", "inputs": {"original": )" + source + "}}}");
  ASSERT_EQ(whole.at("state").as_text(), "done") << io::json_text(whole);
  EXPECT_EQ(whole.at("result").at("columns").as_array()[1].at("mean").as_number(), 50.0);
  const Value sample =
      app.browser.run(R"({"job": "inspect", "inputs": {"original": )" + source + R"(, "sample": 10}}})");
  EXPECT_EQ(sample.at("result").at("rows").as_integer(), 10);
  const Value undeclared =
      app.browser.run(R"({"job": "inspect", "inputs": {"original": {"file": "latin.csv"}}})");
  EXPECT_EQ(undeclared.at("state").as_text(), "failed");
  EXPECT_NE(undeclared.at("error").at("message").as_text().find("line 2"), std::string::npos);
}

TEST(AppJobs, PreviewShowsTextWhatItTakesItForAndProblems) {
  AppInFolder app;
  app.folder.write("a.csv", "name;pay\nJ\xF6rg;1,5\nAnna;2,5\n");
  const Value good =
      app.browser.run(R"({"job": "preview", "inputs": {"original": {"file": "a.csv"}}})").at("result");
  EXPECT_EQ(good.at("detected").at("delimiter").as_text(), ";");
  EXPECT_EQ(good.at("detected").at("decimal").as_text(), ",");
  EXPECT_EQ(good.at("detected").at("encoding").as_text(), "windows-1252");
  EXPECT_EQ(good.at("reading").at("encoding").as_text(), "windows-1252");
  EXPECT_EQ(good.at("names"), parsed(R"(["name", "pay"])"));
  EXPECT_EQ(good.at("rows"), parsed(R"([["Jörg", "1,5"], ["Anna", "2,5"]])"));
  EXPECT_EQ(good.at("columns").as_array()[1].at("type").as_text(), "number");
  EXPECT_TRUE(good.at("problems").as_array().empty());
  EXPECT_TRUE(good.at("complete").as_bool());
  app.folder.write("b.csv", "a,b\n1,2\n3,4,5\n");
  const Value bad =
      app.browser.run(R"({"job": "preview", "inputs": {"original": {"file": "b.csv"}}})").at("result");
  ASSERT_EQ(bad.at("problems").as_array().size(), 1U);
  EXPECT_EQ(bad.at("problems").as_array()[0].at("line").as_integer(), 3);
  EXPECT_EQ(bad.at("rows").as_array().size(), 2U);
}

TEST(AppJobs, ChangedFilesAreReadAgain) {
  AppInFolder app;
  const std::string request = R"({"job": "inspect", "inputs": {"original": {"file": "a.csv"}}})";
  app.folder.write("a.csv", "x\n1\n2\n");
  EXPECT_EQ(app.browser.run(request).at("result").at("rows").as_integer(), 2);
  app.folder.write("a.csv", "x\n1\n2\n3\n");
  EXPECT_EQ(app.browser.run(request).at("result").at("rows").as_integer(), 3);
}

TEST(AppJobs, HostileNamesAreText) {
  AppInFolder app;
  app.folder.write("x.csv", "\"<img src=x onerror=alert(1)>\",b\n<script>,1\n</style>,2\n");
  const Value job =
      app.browser.run(R"({"job": "inspect", "report": true, "inputs": {"original": {"file": "x.csv"}}})");
  ASSERT_EQ(job.at("state").as_text(), "done");
  EXPECT_EQ(job.at("result").at("columns").as_array()[0].at("name").as_text(),
            "<img src=x onerror=alert(1)>");
  const std::string page = app.browser.call("GET", "/api/jobs/" + job.at("id").as_text() + "/page").body;
  EXPECT_EQ(page.find("<img"), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
}

TEST(AppJobs, BadRequestsSayWhatIsWrong) {
  PeopleApp app;
  for (const std::string body :
       {"{", "[]", "{}", R"({"job": "nothing"})", R"({"job": 3})", R"({"job": "inspect", "inputs": []})",
        R"({"job": "inspect", "seed": -1})", R"({"job": "inspect", "schema": 3})"}) {
    const Response response = app.browser.call("POST", "/api/jobs", body);
    EXPECT_EQ(response.status, 400) << body;
    EXPECT_EQ(parsed(response.body).at("error").at("code").as_text(), "bad_input") << body;
  }
  for (
      const std::string body :
      {R"({"job": "inspect"})", R"({"job": "inspect", "inputs": {"original": {}}})",
       R"({"job": "inspect", "inputs": {"original": {"file": "../people.csv"}}})",
       R"({"job": "inspect", "inputs": {"original": {"file": "people.csv", "reading": {"other": 1}}}})",
       R"({"job": "inspect", "inputs": {"original": {"job": "j99", "output": 0}}})",
       R"({"job": "mask", "method": "none", "inputs": {"original": {"file": "people.csv"}}})",
       R"({"job": "mask", "method": "pram", "parameters": {"matrix": "/etc/passwd"}, "columns": ["sex"], "inputs": {"original": {"file": "people.csv"}}})",
       R"({"job": "query-ask", "database": "../x", "question": "SELECT COUNT(*) FROM p"})",
       R"({"job": "query-budget", "database": "none"})"}) {
    const Value job = app.browser.run(body);
    EXPECT_EQ(job.at("state").as_text(), "failed") << body;
    EXPECT_FALSE(job.at("error").at("message").as_text().empty()) << body;
    EXPECT_EQ(job.at("error").at("message").as_text().find("root:"), std::string::npos);
  }
  EXPECT_EQ(app.browser.call("GET", "/api/jobs/j999").status, 404);
  EXPECT_EQ(app.browser.call("PATCH", "/api/jobs").status, 405);
}

TEST(AppJobs, AJobCanBeStoppedAndForgotten) {
  AppInFolder app;
  const Value made = parsed(
      app.browser
          .call("POST", "/api/jobs", R"({"job": "sample", "sample": "people", "rows": 50000000, "seed": 1})")
          .body);
  const std::string path = "/api/jobs/" + made.at("id").as_text();
  EXPECT_EQ(app.browser.call("DELETE", path).status, 200);
  Value now;
  for (int i = 0; i < 600; ++i) {
    now = app.browser.get(path);
    if (now.at("state").as_text() != "running" && now.at("state").as_text() != "waiting") break;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  EXPECT_EQ(now.at("state").as_text(), "stopped");
  EXPECT_EQ(now.at("error").at("code").as_text(), "interrupted");
  EXPECT_EQ(app.browser.call("DELETE", path).status, 200);
  EXPECT_EQ(app.browser.call("GET", path).status, 404);
}

TEST(AppJobs, SendsEvents) {
  PeopleApp app;
  const Value job = app.browser.run(
      R"({"job": "compare", "columns": ["income", "tax"], "methods": ["mdav", "rank-swapping"], "equal": ["distance-linkage=20"],
          "rank-by": ["sse"], "replicates": 1, "seed": 1, "inputs": {"original": {"file": "people.csv"}}})");
  ASSERT_EQ(job.at("state").as_text(), "done") << io::json_text(job);
  const Response response = app.browser.call("GET", "/api/jobs/" + job.at("id").as_text() + "/events");
  EXPECT_EQ(response.content_type, "text/event-stream");
  const std::string events = body_of(response);
  std::size_t attempts = 0;
  for (std::size_t at = events.find("event: partial"); at != std::string::npos;
       at = events.find("event: partial", at + 1))
    ++attempts;
  EXPECT_EQ(attempts, 2U) << events;
  EXPECT_NE(events.find("\"kind\": \"attempt\""), std::string::npos);
  EXPECT_NE(events.find("\"method\": \"mdav\""), std::string::npos);
  EXPECT_NE(events.find("event: state\ndata: {"), std::string::npos);
  EXPECT_TRUE(events.ends_with("event: end\ndata: {  \"state\": \"done\"}\n\n")) << events;
}

TEST(AppJobs, SavesATable) {
  AppInFolder app;
  const Value drawn = app.browser.run(R"({"job": "sample", "sample": "people", "rows": 20, "seed": 1})");
  ASSERT_EQ(drawn.at("state").as_text(), "done") << io::json_text(drawn);
  const std::string request = R"({"job": "save", "name": "made-up.csv", "inputs": {"table": {"job": ")" +
                              drawn.at("id").as_text() + R"("}}})";
  EXPECT_EQ(app.browser.run(request).at("state").as_text(), "done");
  EXPECT_TRUE(app.folder.has("made-up.csv"));
  EXPECT_TRUE(app.folder.has("made-up.toml"));
  EXPECT_EQ(app.browser.run(request).at("error").at("code").as_text(), "conflict");
}

TEST(AppJobs, TablesOfCellsGoFromJobToJob) {
  PeopleApp app;
  const Value table = app.browser.run(
      R"({"job": "tabulate", "by": ["region", "sex"], "sum": ["income"], "inputs": {"records": {"file": "people.csv"}}})");
  ASSERT_EQ(table.at("state").as_text(), "done") << io::json_text(table);
  const std::string made = R"("table": {"job": ")" + table.at("id").as_text() + "\"}";
  const Value checked =
      app.browser.run(R"({"job": "check", "rule": ["frequency=3"], "safety-range": 20, )" + made + "}");
  ASSERT_EQ(checked.at("state").as_text(), "done") << io::json_text(checked);
  const Value suppressed =
      app.browser.run(R"({"job": "suppress", "table": {"job": ")" + checked.at("id").as_text() + "\"}}");
  ASSERT_EQ(suppressed.at("state").as_text(), "done") << io::json_text(suppressed);
  const std::string saving = R"({"job": "save-cells", "name": "safe", "complete": true, "table": {"job": ")" +
                             suppressed.at("id").as_text() + "\"}}";
  const Value saved = app.browser.run(saving);
  ASSERT_EQ(saved.at("state").as_text(), "done") << io::json_text(saved);
  EXPECT_TRUE(app.folder.read("safe.csv").starts_with("region,sex,"));
  const Value audited = app.browser.run(R"({"job": "audit", "table": {"file": "safe.json"}})");
  EXPECT_EQ(audited.at("state").as_text(), "done") << io::json_text(audited);
  EXPECT_EQ(app.browser.run(saving).at("error").at("code").as_text(), "conflict");
}

TEST(AppJobs, DatabasesFromProposalToAnswer) {
  PeopleApp app;
  const std::string data = R"("inputs": {"original": {"file": "people.csv"}})";
  const Value proposal = app.browser.run(R"({"job": "query-propose-catalogue", )" + data + "}");
  ASSERT_EQ(proposal.at("state").as_text(), "done") << io::json_text(proposal);
  const std::string catalogue = io::json_text(proposal.at("result").at("text"));
  const Value made = app.browser.run(
      R"({"job": "query-init", "database": "clinic", "protection": "dp", "budget": 3, "catalogue": )" +
      catalogue + ", " + data + "}");
  ASSERT_EQ(made.at("state").as_text(), "done") << io::json_text(made);
  EXPECT_EQ(app.browser.get("/api/files").at("databases").as_array()[0].at("name").as_text(), "clinic");
  const std::string question =
      R"("database": "clinic", "question": "SELECT COUNT(*) FROM people", "epsilon": 1)";
  const Value cost = app.browser.run(R"({"job": "query-explain", )" + question + "}");
  EXPECT_EQ(cost.at("result").at("cost").as_integer(), 1'000'000) << io::json_text(cost);
  const Value answer = app.browser.run(R"({"job": "query-ask", )" + question + "}");
  EXPECT_NEAR(answer.at("result").at("answer").as_number(), 150, 100) << io::json_text(answer);
  const Value budget = app.browser.run(R"({"job": "query-budget", "database": "clinic", "verify": true})");
  EXPECT_TRUE(budget.at("yes").as_bool()) << io::json_text(budget);
  const Value again = app.browser.run(R"({"job": "query-ask", "user": "anna", "seed": 1, )" + question + "}");
  EXPECT_EQ(again.at("state").as_text(), "done") << io::json_text(again);
  const Value known = app.browser.run(R"({"job": "query-budget", "database": "clinic", "verify": true})");
  const Value& log = known.at("result").at("log");
  ASSERT_EQ(log.as_array().size(), 2U) << io::json_text(known);
  const Value& newest = log.as_array()[0];
  EXPECT_EQ(newest.at("user").as_text(), "anna");
  EXPECT_EQ(newest.at("outcome").as_text(), "answered");
  EXPECT_EQ(newest.at("charged_to_user").as_integer(), 1'000'000);
  EXPECT_NE(newest.at("question").as_text().find("COUNT"), std::string::npos);
  // What the entries say was charged is what was spent.
  EXPECT_EQ(newest.at("charged").as_integer() + log.as_array()[1].at("charged").as_integer(),
            known.at("result").at("spent").as_integer());
}

}  // namespace
}  // namespace sfumato::app
