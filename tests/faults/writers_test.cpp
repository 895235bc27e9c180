// Every writer of files under faults: each system call fails in each way, and power is lost after each of
// them. An output is the old one or the complete new one, whatever happens.
#include <algorithm>

#include "faults/expect_points.hpp"
#include "io/formats/sqlite_session.hpp"

namespace sfumato::faults {
namespace {

std::string people() {
  std::string text = "id,age,ward,income,tax\n";
  for (int i = 0; i < 30; ++i) {
    text += "p" + std::to_string(i) + "," + std::to_string(20 + i % 7) + "," + (i % 2 == 0 ? "a" : "b") +
            "," + std::to_string(1000 + 137 * i % 900) + "," + std::to_string(10 * i) + "\n";
  }
  return text;
}

constexpr const char* roles =
    "[columns.id]\nrole = \"identifier\"\nkind = \"nominal\"\n[columns.age]\nrole = \"quasi-identifier\"\n"
    "[columns.ward]\nrole = \"quasi-identifier\"\nkind = \"nominal\"\n[columns.income]\nrole = "
    "\"confidential\"\n"
    "domain = [0, 5000]\n[columns.tax]\nrole = \"confidential\"\ndomain = [0, 5000]\n";

Snapshot people_files() { return {{"people.csv", people()}, {"people.toml", roles}}; }

Command mask(const std::string& output, const std::string& k, const std::vector<std::string>& more = {}) {
  Command command{"mask", "mdav", "people.csv", "-o", output, "--columns", "income,tax", "--k", k};
  command.insert(command.end(), {"--seed", "1", "--quiet", "--threads", "1"});
  command.insert(command.end(), more.begin(), more.end());
  return command;
}

// An earlier release is replaced.
Scenario masking(const std::string& output) {
  return {.name = "mask to " + output,
          .files = people_files(),
          .preparation = {mask(output, "3")},
          .commands = {mask(output, "5")}};
}

TEST(FaultsInWriters, MaskedCsv) {
  expect_errors_handled(masking("out.csv"));
  expect_losses_survived(masking("out.csv"));
}

TEST(FaultsInWriters, MaskedGzip) {
  expect_errors_handled(masking("out.csv.gz"));
  expect_losses_survived(masking("out.csv.gz"));
}

TEST(FaultsInWriters, MaskedParquet) {
  expect_errors_handled(masking("out.parquet"));
  expect_losses_survived(masking("out.parquet"));
}

TEST(FaultsInWriters, MaskedWorkbook) {
  expect_errors_handled(masking("out.xlsx"));
  expect_losses_survived(masking("out.xlsx"));
}

TEST(FaultsInWriters, MaskedStata) {
  expect_errors_handled(masking("out.dta"));
  expect_losses_survived(masking("out.dta"));
}

// How many groups the table in an SQLite file has: 10 before, 6 afterwards. SQLite rolls back what was not
// committed when it opens the file.
int groups_in(const std::string& path) {
  io::SqliteSession session(path, io::SqliteSession::Use::write);
  io::SqliteStatement sound(session, "PRAGMA integrity_check");
  if (!sound.step() || sound.bytes(0) != "ok") return -1;
  if (!session.has_table("t")) return 0;
  io::SqliteStatement groups(session, "SELECT count(DISTINCT income || ' ' || tax), count(*) FROM t");
  groups.step();
  return groups.integer(1) == 30 ? static_cast<int>(groups.integer(0)) : -1;
}

// An earlier table is replaced, or is made in a file that is not there.
Scenario masking_to_sqlite(bool replaces) {
  const std::string output = "sqlite:base.db?table=t&sidecar=t.toml";
  Scenario scenario{.name = replaces ? "mask to an SQLite file" : "mask to a new SQLite file",
                    .files = people_files(),
                    .preparation = {},
                    .commands = {mask(output, "5", {"--force"})}};
  if (replaces) scenario.preparation = {mask(output, "3")};
  scenario.own = {"base.db"};
  scenario.check = [replaces](const Aftermath& after) -> std::string {
    const int before = replaces ? 10 : 0;
    const bool success = !after.statuses.empty() && after.statuses.front() == 0;
    const bool file = after.files.contains("base.db");
    if (!file) return success || replaces ? "the database is lost" : "";
    const int groups = groups_in(after.folder + "/base.db");
    if (groups != 6 && (success || groups != before))
      return "the table has " + std::to_string(groups) + " groups";
    return "";
  };
  return scenario;
}

TEST(FaultsInWriters, MaskedSqlite) {
  expect_errors_handled(masking_to_sqlite(true));
  expect_losses_survived(masking_to_sqlite(true));
}

TEST(FaultsInWriters, NewSqlite) {
  expect_errors_handled(masking_to_sqlite(false));
  expect_losses_survived(masking_to_sqlite(false));
}

TEST(FaultsInWriters, MaskedInBlocks) {
  const auto noise = [](const std::string& amount) {
    return Command{"mask",      "additive-noise", "people.csv", "-o",   "out.csv",
                   "--columns", "income,tax",     "--amount",   amount, "--seed",
                   "1",         "--quiet",        "--threads",  "1",    "--in-blocks"};
  };
  const Scenario scenario{.name = "mask in blocks",
                          .files = people_files(),
                          .preparation = {noise("0.5")},
                          .commands = {noise("0.2")}};
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

TEST(FaultsInWriters, MapOfRecords) {
  Scenario scenario = masking("out.csv");
  scenario.name = "mask with a map";
  scenario.preparation = {mask("out.csv", "3", {"--map", "map.csv"})};
  scenario.commands = {mask("out.csv", "5", {"--map", "map.csv"})};
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

TEST(FaultsInWriters, FittedFile) {
  const auto fit = [](const std::string& k) {
    return Command{"mask",        "generalization", "people.csv", "-o", "out.csv",
                   "--columns",   "age,ward",       "--k",        k,    "--fit",
                   "fitted.toml", "--quiet",        "--threads",  "1"};
  };
  const Scenario scenario{.name = "mask with a fitted file",
                          .files = people_files(),
                          .preparation = {fit("2")},
                          .commands = {fit("3")}};
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

TEST(FaultsInWriters, Pseudonyms) {
  const Command command{"mask",  "pseudonyms", "people.csv", "-o",         "out.csv", "--columns", "id",
                        "--how", "keyed",      "--new-key",  "secret.key", "--quiet", "--threads", "1"};
  Scenario scenario{.name = "pseudonyms with a new key", .files = people_files(), .commands = {command}};
  scenario.drawn = {"out.csv"};
  scenario.complete = [](const std::string&, const std::string& bytes) {
    return std::count(bytes.begin(), bytes.end(), '\n') == 31 && bytes.ends_with('\n');
  };
  // A key that was never used may be left empty by a loss of power.
  scenario.own = {"secret.key"};
  scenario.check = [](const Aftermath& after) -> std::string {
    const auto key = after.files.find("secret.key");
    const bool whole = key != after.files.end() && key->second.size() == 65 && key->second[0] != 0;
    if (after.files.contains("out.csv") && !whole) return "a release without its key";
    return {};
  };
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

std::size_t charges(const Aftermath& after, const std::string& path) {
  const auto found = after.files.find(path);
  if (found == after.files.end()) return 0;
  std::size_t count = 0;
  for (std::size_t at = 0; (at = found->second.find("[[releases]]", at)) != std::string::npos; ++at) ++count;
  return count;
}

// Two releases of one budget, in a folder other than the budget's: an output in place is charged.
Scenario budget() {
  const auto release = [](const std::string& output) {
    return Command{"mask",         "laplace",    "people.csv", "-o",  "out/" + output,
                   "--columns",    "income,tax", "--epsilon",  "0.5", "--budget-file",
                   "money/b.toml", "--quiet",    "--threads",  "1"};
  };
  Command first = release("one.csv");
  first.insert(first.end(), {"--budget", "9"});
  Scenario scenario{.name = "a budget",
                    .files = people_files(),
                    .preparation = {first},
                    .commands = {release("two.csv"), release("three.csv")}};
  scenario.files["out/"];
  scenario.files["money/"];
  scenario.drawn = {"out/", "money/"};
  scenario.complete = [](const std::string& path, const std::string& bytes) {
    return path.ends_with(".toml")
               ? bytes.ends_with('\n')
               : std::count(bytes.begin(), bytes.end(), '\n') == 31 && bytes.ends_with('\n');
  };
  scenario.check = [](const Aftermath& after) -> std::string {
    std::size_t outputs = 0;
    for (const char* name : {"out/one.csv", "out/two.csv", "out/three.csv"})
      outputs += after.files.count(name);
    const std::size_t charged = charges(after, "money/b.toml");
    if (charged < outputs)
      return std::to_string(outputs) + " releases, " + std::to_string(charged) + " charges";
    return {};
  };
  return scenario;
}

TEST(FaultsInWriters, Budget) {
  expect_errors_handled(budget());
  expect_losses_survived(budget());
}

TEST(FaultsInWriters, NewBudget) {
  Scenario scenario = budget();
  scenario.name = "a new budget";
  scenario.commands = scenario.preparation;
  scenario.preparation.clear();
  // The name is made and locked before the first charge is written.
  scenario.own = {"money/b.toml"};
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

constexpr const char* shops =
    "town,trade,turnover\nA,baker,50\nA,baker,3\nA,smith,20\nA,smith,21\nA,smith,22\nB,baker,10\nB,baker,11\n"
    "B,baker,12\nB,smith,30\nB,smith,31\nB,smith,29\n";

Command tabulate(const std::string& output, const std::string& by) {
  return {"table",    "tabulate", "shops.csv", "--by",    by,          "--sum",
          "turnover", "-o",       output,      "--quiet", "--threads", "1"};
}

TEST(FaultsInWriters, Tables) {
  for (const char* output : {"t.json", "t.jj", "t.csv", "t.tab"}) {
    const Scenario scenario{.name = std::string("table to ") + output,
                            .files = {{"shops.csv", shops}},
                            .preparation = {tabulate(output, "trade,town")},
                            .commands = {tabulate(output, "town,trade")}};
    expect_errors_handled(scenario);
    expect_losses_survived(scenario);
  }
}

TEST(FaultsInWriters, ProtectedTable) {
  const Command check{"table", "check", "t.json", "--rule", "p-percent=10", "-o", "c.json", "--quiet"};
  const auto protect = [](const std::string& cost, const std::string& mark) {
    return Command{"table",  "protect", "suppress", "c.json", "-o", "safe.json", "--publish", "safe.csv",
                   "--mark", mark,      "--quiet",  "--cost", cost, "--threads", "1"};
  };
  const Scenario scenario{.name = "table protect",
                          .files = {{"shops.csv", shops}},
                          .preparation = {tabulate("t.json", "town,trade"), check, protect("unity", "x")},
                          .commands = {protect("value", "y")}};
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

TEST(FaultsInWriters, Comparison) {
  const auto compare = [](const std::string& target) {
    return Command{"compare",     "people.csv", "--methods", "mdav,rank-swapping",
                   "--columns",   "income,tax", "--equal",   "distance-linkage=" + target,
                   "--tolerance", "30%",        "--seed",    "1",
                   "--keep-draw", "-o",         "out",       "--quiet",
                   "--threads",   "1"};
  };
  const Scenario scenario{.name = "compare",
                          .files = people_files(),
                          .preparation = {compare("20")},
                          .commands = {compare("40")}};
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

TEST(FaultsInWriters, SampleAndInspect) {
  const Scenario scenario{
      .name = "sample and inspect",
      .files = people_files(),
      .commands = {{"sample", "people", "--rows", "20", "--seed", "5", "-o", "made.csv", "--quiet"},
                   {"inspect", "people.csv", "-o", "proposed.toml", "--quiet", "--threads", "1"}}};
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

TEST(FaultsInWriters, RisksByRecord) {
  const auto measure = [](const std::string& measures) {
    return Command{"measure", "people.csv",   "masked.csv", "--columns", "income,tax", "--measures",
                   measures,  "--per-record", "risks.csv",  "--quiet",   "--json",     "--threads",
                   "1"};
  };
  const Scenario scenario{.name = "measure",
                          .files = people_files(),
                          .preparation = {mask("masked.csv", "3"), measure("distance-linkage")},
                          .commands = {measure("rank-linkage,distance-linkage")}};
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

// A plan appends what it finds, line by line. Whatever is left of these lines, the plan can go on from it: a
// line that was cut is found again.
TEST(FaultsInWriters, Plan) {
  constexpr const char* plan =
      "seed = 1\nmeasures = [\"distance-linkage\", \"sse\"]\n[data]\npath = \"people.csv\"\ncolumns = "
      "[[\"income\"], [\"income\", \"tax\"]]\n[[methods]]\nmethod = \"mdav\"\nk = [2, 3, 5]\n"
      "[[correlations]]\nof = [\"distance-linkage\", \"sse\"]\n";
  const Command run{"run", "plan.toml", "-o", "out", "--quiet", "--threads", "1"};
  Scenario scenario{.name = "run", .files = people_files(), .commands = {run}};
  scenario.files["plan.toml"] = plan;
  scenario.own = {"out/cells/"};
  scenario.check = [](const Aftermath& after) -> std::string {
    const auto found = after.files.find("out/cells/findings.jsonl");
    if (found == after.files.end() || found->second.empty()) return "";
    const std::string& text = found->second;
    const std::size_t end = text.rfind('\n');  // what follows was cut
    for (std::size_t begin = 0; end != std::string::npos && begin < end;) {
      const std::size_t next = text.find('\n', begin);
      const std::string line = text.substr(begin, next - begin);
      const bool whole = line.starts_with('{') && line.ends_with('}');
      if (!whole && !after.lost_power && !line.empty()) return "a damaged line among the findings";
      begin = next + 1;
    }
    return "";
  };
  expect_errors_handled(scenario);
  expect_losses_survived(scenario);
}

}  // namespace
}  // namespace sfumato::faults
