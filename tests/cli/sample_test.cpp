// `sfumato sample` from outside: bytes for a seed, sidecars, formats, refusals and interruption.
#include "io/json.hpp"
#include "io/sidecar.hpp"
#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {
namespace {

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(SampleCommand, ListsWhatThereIs) {
  const Outcome list = run_in(".", {"sample"});
  EXPECT_EQ(list.status, 0) << list.error;
  EXPECT_NE(list.out.find("people"), std::string::npos);
  EXPECT_NE(list.out.find("companies"), std::string::npos);
  const Value document = io::parse_json(run_in(".", {"sample", "--json"}).out, "sample");
  EXPECT_EQ(document.at("samples").as_array().size(), 2U);
  const Outcome help = run_in(".", {"sample", "people", "--help"});
  for (const char* part : {"Columns:", "marital_status", "widow aged 17", "--rows N"}) {
    EXPECT_NE(help.out.find(part), std::string::npos) << part;
  }
}

TEST(SampleCommand, GivesTheSameBytesForOneSeedOnAnyNumberOfThreads) {
  const TemporaryFolder folder;
  for (const std::string name : {"people", "companies"}) {
    for (const std::string threads : {"1", "8"}) {
      ASSERT_EQ(run_in(folder.path(), {"sample", name, "--rows", "20000", "--seed", "5", "--threads", threads,
                                       "-o", name + threads + ".csv", "--quiet"})
                    .out,
                "");
    }
    const std::string data = folder.read(name + "1.csv");
    EXPECT_EQ(lines(data), 20001U);
    EXPECT_EQ(data, folder.read(name + "8.csv"));
    EXPECT_EQ(folder.read(name + "1.toml"), folder.read(name + "8.toml"));
    const Outcome shorter =
        run_in(folder.path(), {"sample", name, "--rows", "500", "--seed", "5", "-o", "-"});
    EXPECT_TRUE(data.starts_with(shorter.out));
    EXPECT_EQ(lines(shorter.out), 501U);
  }
}

TEST(SampleCommand, DrawsAfreshWithoutASeedAndWarnsOfNothing) {
  const TemporaryFolder folder;
  for (const char* out : {"a.csv", "b.csv"}) {
    EXPECT_EQ(run_in(folder.path(), {"sample", "people", "--rows", "20", "-o", out}).status, 0);
  }
  EXPECT_NE(folder.read("a.csv"), folder.read("b.csv"));
  EXPECT_EQ(run_in(folder.path(), {"sample", "people", "--seed", "1", "-o", "c.csv"}).error, "");
  EXPECT_EQ(lines(folder.read("c.csv")), 1001U);
}

TEST(SampleCommand, WritesASidecarThatTheOtherCommandsTake) {
  const TemporaryFolder folder;
  const Outcome run = run_in(folder.path(), {"sample", "people", "--seed", "1", "-o", "p.csv.gz", "--json"});
  ASSERT_EQ(run.status, 0) << run.error;
  const Value document = io::parse_json(run.out, "sample");
  EXPECT_EQ(document.at("rows").as_integer(), 1000);
  EXPECT_EQ(document.at("sidecar").as_text(), "p.toml");
  EXPECT_TRUE(folder.read("p.toml").starts_with(
      "# Made by `sfumato sample`: these data are not about real people.\n"));
  const io::Sidecar sidecar = io::read_sidecar(folder.file("p.toml"));
  EXPECT_EQ(sidecar.columns.at("education").order.size(), 5U);
  EXPECT_EQ(sidecar.columns.at("education").kind, Kind::ordinal);
  EXPECT_EQ(sidecar.columns.at("household_id").role, Role::household);
  EXPECT_EQ(sidecar.columns.at("income").domain->lower, 0.0);
  const Outcome inspected = run_in(folder.path(), {"inspect", "p.csv.gz", "--json"});
  ASSERT_EQ(inspected.status, 0) << inspected.error;
  EXPECT_EQ(io::parse_json(inspected.out, "inspect").at("rows").as_integer(), 1000);
  // A second sample may replace the first.
  EXPECT_EQ(run_in(folder.path(), {"sample", "companies", "-o", "p.csv.gz"}).status, 0);
}

TEST(SampleCommand, WritesEveryStreamableFormat) {
  const TemporaryFolder folder;
  for (const std::string name : {"a.csv", "b.csv.gz", "c.tsv", "d.tsv.gz"}) {
    EXPECT_EQ(run_in(folder.path(), {"sample", "companies", "--seed", "1", "-o", name}).status, 0) << name;
    EXPECT_EQ(folder.read(name).starts_with("\x1f\x8b"), name.ends_with(".gz"));
    EXPECT_EQ(run_in(folder.path(), {"inspect", name}).status, 0) << name;
  }
  const Outcome other = run_in(folder.path(), {"sample", "people", "-o", "x.xml"});
  EXPECT_EQ(other.status, 2);
  EXPECT_NE(other.error.find(".csv.gz"), std::string::npos) << other.error;
  EXPECT_EQ(run_in(folder.path(), {"sample", "people", "--rows", "2", "-o", "data", "--output-format", "tsv"})
                .status,
            0);
  EXPECT_NE(folder.read("data").find("record_id\tname"), std::string::npos);
}

TEST(SampleCommand, TakesNoRowsAndRefusesNumbersThatAreNone) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_in(folder.path(), {"sample", "people", "--rows", "0", "-o", "none.csv"}).status, 0);
  EXPECT_EQ(lines(folder.read("none.csv")), 1U);
  for (const char* rows : {"-1", "many", "1.5", "1e6", "10000000001", "99999999999999999999"}) {
    const Outcome run = run_in(folder.path(), {"sample", "people", "--rows", rows, "-o", "x.csv"});
    EXPECT_EQ(run.status, 2) << rows;
    EXPECT_NE(run.error.find("'rows'"), std::string::npos) << run.error;
  }
  EXPECT_FALSE(folder.has("x.csv"));
}

TEST(SampleCommand, RefusesMisuseAndSuggests) {
  const TemporaryFolder folder;
  EXPECT_NE(run_in(folder.path(), {"sample", "poeple", "-o", "x.csv"}).error.find("did you mean 'people'?"),
            std::string::npos);
  EXPECT_EQ(run_in(folder.path(), {"sample", "people"}).status, 2);
  EXPECT_EQ(run_in(folder.path(), {"sample", "people", "-o", "-", "--json"}).status, 2);
  EXPECT_EQ(run_in(folder.path(), {"sample", "people", "-o", "nowhere/x.csv"}).status, 2);
  folder.write("mine.toml", "[columns.a]\nrole = \"weight\"\n");
  const Outcome kept = run_in(folder.path(), {"sample", "people", "-o", "mine.csv"});
  EXPECT_EQ(kept.status, 2);
  EXPECT_NE(kept.error.find("mine.toml"), std::string::npos) << kept.error;
  EXPECT_EQ(folder.listing(), "mine.toml\n");
  EXPECT_EQ(run_in(folder.path(), {"sample", "people", "-o", "mine.csv", "--force"}).status, 0);
}

TEST(SampleCommand, LeavesNothingBehindWhenInterrupted) {
  const TemporaryFolder folder;
  const Outcome run =
      run_program({.arguments = {"sample", "people", "--rows", "1000000000", "-o", "huge.csv"},
                   .folder = folder.path(),
                   .interrupt_after_ms = 400});
  EXPECT_EQ(run.status, 130) << run.error;
  EXPECT_EQ(folder.listing(), "");
}

}  // namespace
}  // namespace sfumato::testing
