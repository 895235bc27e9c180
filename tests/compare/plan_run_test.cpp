// Plans executed: order, notes, and that neither threads nor interruptions change a bit.
#include "compare/plan_run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>

#include "compare/finding_store.hpp"
#include "compare/plan_table.hpp"
#include "core/error.hpp"
#include "core/rng.hpp"
#include "io/toml.hpp"
#include "support/tables.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::compare {
namespace {

const std::string small_plan = R"(
seed = 5
replicates = 3
measures = ["sse", "distance-linkage"]
[data]
path = "x.csv"
[[methods]]
method = "mdav"
k = [3, 200, 5]
[[methods]]
method = "additive-noise"
amount = [0.1, 0.5]
keep-moments = [false, true]
[[methods]]
method = "rank-swapping"
replicates = 2
columns = ["income"]
[[scores]]
name = "half"
expression = "0.5*sse + 0.5*distance-linkage"
)";

Plan plan_of(const std::string& text) { return parse_plan(io::parse_toml(text, "p.toml"), "p.toml"); }

Subject subject_of(std::size_t rows = 150) {
  const Table table = testing::incomes(rows);
  return {table, {testing::all_columns(table), false}};
}

// Counts, and requests a stop after this many findings.
class MemoryStore final : public FindingStore {
 public:
  std::optional<Finding> find(const std::string& key) override {
    const std::lock_guard lock(mutex_);
    const auto found = findings_.find(key);
    return found == findings_.end() ? std::nullopt : std::optional(found->second);
  }
  void keep(const std::string& key, const Finding& finding) override {
    const std::lock_guard lock(mutex_);
    EXPECT_TRUE(findings_.emplace(key, finding).second) << key << " was found twice";
    if (findings_.size() == stop_after) stop.request_stop();
  }

  std::stop_source stop;
  std::size_t stop_after = 0;
  std::size_t size() const { return findings_.size(); }

 private:
  std::mutex mutex_;
  std::map<std::string, Finding> findings_;
};

PlanResult run_with(const Plan& plan, int threads, FindingStore* store = nullptr, std::stop_token stop = {}) {
  const Run run({.seed = plan.seed, .threads = threads, .stop = std::move(stop)});
  return run_plan(plan, Trials(subject_of(), plan_requests(plan), plan.replicates, run, store), run);
}

// Everything in a result but times, as bits.
std::string bits_of(const PlanResult& result) {
  std::string text;
  for (const CellResult& cell : result.cells) {
    text += cell.label + " " + std::to_string(cell.draws);
    for (const Estimate& estimate : cell.measures) {
      text += " " + std::to_string(std::bit_cast<std::uint64_t>(estimate.value.value_or(-1.0))) + " " +
              std::to_string(std::bit_cast<std::uint64_t>(estimate.standard_error)) + estimate.note;
    }
    for (const auto& score : cell.scores) {
      text += " " + std::to_string(std::bit_cast<std::uint64_t>(score.value_or(-1.0)));
    }
    text += "\n";
  }
  return text;
}

TEST(PlanRun, HasACellPerPointOfTheGridInThePlansOrder) {
  const Plan plan = plan_of(small_plan);
  const PlanResult result = run_with(plan, 2);
  std::vector<std::string> labels;
  std::vector<std::size_t> draws;
  for (const CellResult& cell : result.cells) {
    labels.push_back(cell.label);
    draws.push_back(cell.draws);
  }
  EXPECT_EQ(labels,
            (std::vector<std::string>{
                "mdav k=3", "mdav k=200", "mdav k=5", "additive-noise amount=0.1 keep-moments=false",
                "additive-noise amount=0.1 keep-moments=true", "additive-noise amount=0.5 keep-moments=false",
                "additive-noise amount=0.5 keep-moments=true", "rank-swapping"}));
  EXPECT_EQ(draws, (std::vector<std::size_t>{1, 1, 1, 3, 3, 3, 3, 2}));
  EXPECT_EQ(result.draws, 17U);
  EXPECT_EQ(result.kept, 0U);
}

TEST(PlanRun, MeasuresWhatMaskAndMeasureDo) {
  const Plan plan = plan_of(small_plan);
  const PlanResult result = run_with(plan, 2);
  const Table original = testing::incomes(150);
  const Table masked = testing::mask(original, "mdav", {{"k", 5}}).tables[0];
  const double sse = *testing::measure(original, masked, "sse").value;
  const double linkage = *testing::measure(original, masked, "distance-linkage").value;
  EXPECT_EQ(result.cells[2].measures[0].value, sse);
  EXPECT_EQ(result.cells[2].measures[1].value, linkage);
  EXPECT_EQ(result.cells[2].scores[0], 0.5 * sse + 0.5 * linkage);
  EXPECT_EQ(result.cells[2].measures[0].standard_error, 0.0);
  EXPECT_GT(result.cells[3].measures[0].standard_error, 0.0);
}

// One of four columns is swapped, and the others stay.
TEST(PlanRun, ProtectsTheColumnsOfAMethodAlone) {
  Plan plan = plan_of(small_plan);
  const double one = *run_with(plan, 2).cells[7].measures[0].value;
  plan.methods[2].columns.clear();
  const double all = *run_with(plan, 2).cells[7].measures[0].value;
  EXPECT_LT(one, 0.6 * all);
  EXPECT_GT(one, 0.0);
}

TEST(PlanRun, NotesARefusalAndGoesOn) {
  const Plan plan = plan_of(small_plan);
  const PlanResult result = run_with(plan, 2);
  const CellResult& refused = result.cells[1];  // groups of 200 of 150 records
  EXPECT_EQ(refused.measures[0].value, std::nullopt);
  EXPECT_EQ(refused.scores[0], std::nullopt);
  EXPECT_FALSE(cell_note(plan, refused).empty());
  EXPECT_EQ(cell_note(plan, refused), refused.measures[0].note);
  EXPECT_TRUE(result.cells[2].measures[0].value.has_value());
}

TEST(PlanRun, DoesNotDependOnThreads) {
  const Plan plan = plan_of(small_plan);
  const std::string one = bits_of(run_with(plan, 1));
  EXPECT_EQ(one, bits_of(run_with(plan, 8)));
  EXPECT_EQ(one, bits_of(run_with(plan, 3)));
}

TEST(PlanRun, GivesTheSameWhereverItWasInterrupted) {
  const Plan plan = plan_of(small_plan);
  const std::string whole = bits_of(run_with(plan, 2));
  Rng rng({3, 4});
  for (int round = 0; round < 12; ++round) {
    MemoryStore store;
    std::size_t runs = 0;
    std::string result;
    while (result.empty()) {
      ASSERT_LT(++runs, 40U);
      store.stop = std::stop_source();
      store.stop_after = store.size() + 1 + rng.below(12);
      const std::size_t before = store.size();
      try {
        const PlanResult done = run_with(plan, round % 2 == 0 ? 1 : 4, &store, store.stop.get_token());
        EXPECT_EQ(2 * done.kept, before) << "two measures a draw";
        result = bits_of(done);
      } catch (const Error& error) {
        ASSERT_EQ(error.code, ErrorCode::interrupted);
        EXPECT_GT(store.size(), before) << "what was found is kept";
      }
    }
    EXPECT_EQ(result, whole);
    EXPECT_EQ(store.size(), 2U * 17U) << "every draw was made once";
  }
}

TEST(PlanRun, TakesFindingsOfAnEarlierProgramFromDisk) {
  const testing::TemporaryFolder folder;
  const Plan plan = plan_of(small_plan);
  const Fingerprint content = plan_content(plan, subject_of(), {}, "1");
  std::string first;
  {
    StoredFindings store(folder.path(), content, StoredFindings::Use::append);
    first = bits_of(run_with(plan, 2, &store));
  }
  const std::string written = folder.read("cells/findings.jsonl");
  StoredFindings store(folder.path(), content, StoredFindings::Use::append);
  const PlanResult again = run_with(plan, 2, &store);
  EXPECT_EQ(again.kept, again.draws);
  EXPECT_EQ(bits_of(again), first);
  EXPECT_EQ(folder.read("cells/findings.jsonl"), written);
}

TEST(PlanRun, TakesMeasuresThatAreNewOfDrawsThatAreKnown) {
  MemoryStore store;
  run_with(plan_of(small_plan), 2, &store);
  std::string wider = small_plan;
  wider.replace(wider.find("\"sse\""), 5, "\"um\", \"sse\"");
  const PlanResult result = run_with(plan_of(wider), 2, &store);
  EXPECT_EQ(result.kept, 0U);
  EXPECT_EQ(store.size(), 3U * 17U) << "the others were not taken again";
}

TEST(PlanRun, HasAContentOfItsOwnForEverythingFindingsDependOn) {
  const Plan plan = plan_of(small_plan);
  const auto print = [](const Plan& of, const Subject& subject, const std::map<std::string, Table>& tables,
                        const std::string& version) {
    return to_hex(plan_content(of, subject, tables, version).bits());
  };
  const std::string usual = print(plan, subject_of(), {}, "1");
  EXPECT_EQ(usual, print(plan_of(small_plan), subject_of(), {}, "1"));
  Plan seeded = plan;
  seeded.seed = 6;
  Subject fewer = subject_of(), named = subject_of();
  fewer.columns.columns.pop_back();
  named.columns.named = true;
  const Table table = testing::incomes(3);
  std::vector<std::string> prints = {usual,
                                     print(seeded, subject_of(), {}, "1"),
                                     print(plan, subject_of(151), {}, "1"),
                                     print(plan, fewer, {}, "1"),
                                     print(plan, named, {}, "1"),
                                     print(plan, subject_of(), {}, "2"),
                                     print(plan, subject_of(), {{"a", table}}, "1"),
                                     print(plan, subject_of(), {{"b", table}}, "1")};
  std::sort(prints.begin(), prints.end());
  EXPECT_EQ(std::adjacent_find(prints.begin(), prints.end()), prints.end());
}

// A plan on two sets of columns finds what a plan on each of them finds, and goes on from their findings.
TEST(PlanRun, FindsOnSeveralSubjectsWhatItFindsOnEach) {
  const testing::TemporaryFolder folder;
  const auto with_data = [](const std::string& columns) {
    std::string text = small_plan;
    text.replace(text.find("path = \"x.csv\""), 14, "path = \"x.csv\"\ncolumns = " + columns);
    return plan_of(text);
  };
  const Plan both = with_data("[[\"income\", \"tax\"], [\"income\", \"size\"]]");
  const Table table = testing::incomes(150);
  std::string each;
  for (const PlanData& data : both.data) {
    const Plan one = plan_of(small_plan);
    const Subject subject{table, choose_columns(table, data.columns)};
    StoredFindings store(folder.path(), plan_content(one, subject, {}, "1"), StoredFindings::Use::append);
    const sfumato::Run run({.seed = one.seed, .threads = 2});
    each += bits_of(run_plan(one, Trials(subject, plan_requests(one), one.replicates, run, &store), run));
  }
  const std::string written = folder.read("cells/findings.jsonl");
  for (const bool known : {true, false}) {
    const auto file = std::make_shared<FindingFile>(
        folder.path(), known ? FindingFile::Use::append : FindingFile::Use::fresh);
    const sfumato::Run run({.seed = both.seed, .threads = 3});
    std::vector<std::unique_ptr<StoredFindings>> stores;
    std::vector<Trials> trials;
    for (const PlanData& data : both.data) {
      const Subject subject{table, choose_columns(table, data.columns)};
      stores.push_back(std::make_unique<StoredFindings>(file, plan_content(both, subject, {}, "1")));
      trials.emplace_back(subject, plan_requests(both), both.replicates, run, stores.back().get());
    }
    PlanResult result = run_plan(both, trials, run);
    EXPECT_EQ(result.draws, 34U);
    EXPECT_EQ(result.kept, known ? 34U : 0U);
    EXPECT_EQ(result.cells[8].subject, 1U);
    EXPECT_EQ(result.cells[8].label, "mdav k=3 (income, size)");
    for (CellResult& cell : result.cells) cell.label = cell.label.substr(0, cell.label.find(" ("));
    EXPECT_EQ(bits_of(result), each);
    if (known) {
      EXPECT_EQ(folder.read("cells/findings.jsonl"), written) << "nothing is found twice";
    }
  }
}

TEST(PlanRun, ChecksColumnsBeforeItBegins) {
  Plan plan = plan_of(small_plan);
  Table table = testing::incomes(20);
  const Subject nothing{table, {{}, false}};
  EXPECT_THROW(check_plan(plan, nothing, "p.toml"), Error);
  EXPECT_TRUE(check_plan(plan, subject_of(), "p.toml").empty());
  ColumnInfo info = table.info(3);
  info.kind = Kind::nominal;
  table.set_info(3, info);
  const Warnings warnings = check_plan(plan, {table, {{0, 1, 2, 3}, false}}, "p.toml");
  ASSERT_FALSE(warnings.empty());
  EXPECT_EQ(warnings.front().text, "additive-noise takes numeric columns and leaves out 'size'");
  try {
    check_plan(plan, {table, {{0, 1, 2, 3}, true}}, "p.toml");
    FAIL() << "a named column that a measure does not take";
  } catch (const Error& error) {
    EXPECT_TRUE(error.message.starts_with("p.toml, measures: ")) << error.message;
  }
  plan.methods[2].columns = {"incme"};
  try {
    check_plan(plan, subject_of(), "p.toml");
    FAIL() << "a column that is not there";
  } catch (const Error& error) {
    EXPECT_TRUE(error.message.starts_with("p.toml, columns of rank-swapping: ")) << error.message;
  }
}

TEST(PlanRun, AsksForTheMeasuresOfTargetsToo) {
  const Plan plan = plan_of(small_plan + "[[targets]]\nmeasure = \"sse\"\nvalue = 1\nrank-by = [\"um\"]\n");
  std::vector<std::string> names;
  for (const MeasureRequest& request : plan_requests(plan)) names.push_back(request.measure->info.name);
  EXPECT_EQ(names, (std::vector<std::string>{"sse", "distance-linkage", "um"}));
}

}  // namespace
}  // namespace sfumato::compare
