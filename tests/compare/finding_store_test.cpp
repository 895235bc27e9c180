// Findings on disk: they are read back bit for bit, and truncated, foreign and repeated lines are harmless.
#include "compare/finding_store.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "core/rng.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::compare {
namespace {

using testing::TemporaryFolder;
using Use = StoredFindings::Use;

constexpr double infinite = std::numeric_limits<double>::infinity();
const Fingerprint content = Fingerprint().add("data");

const std::string file = "cells/findings.jsonl";

void keep(const TemporaryFolder& folder, const std::string& key, const Finding& finding) {
  StoredFindings(folder.path(), content, Use::append).keep(key, finding);
}

std::optional<Finding> found(const TemporaryFolder& folder, const std::string& key) {
  return StoredFindings(folder.path(), content, Use::read).find(key);
}

bool same(const Finding& a, const Finding& b) {
  if (a.value.has_value() != b.value.has_value()) return false;
  const bool values =
      !a.value || std::bit_cast<std::uint64_t>(*a.value) == std::bit_cast<std::uint64_t>(*b.value);
  return values && a.note == b.note && a.structural_zero == b.structural_zero;
}

TEST(FindingStore, GivesBackWhatItWasGivenBitForBit) {
  const TemporaryFolder folder;
  const std::vector<Finding> findings = {
      {.value = 0.1},
      {.value = -0.0},
      {.value = 0.0, .structural_zero = true},
      {.value = -infinite, .note = "all are matched"},
      {.value = infinite},
      {.value = std::nullopt, .note = "a \"quoted\"\nnote with \u00e4 and \t"},
      {.value = std::numeric_limits<double>::denorm_min()},
      {.value = 123456789012345678.0}};
  for (std::size_t i = 0; i < findings.size(); ++i) keep(folder, std::to_string(i), findings[i]);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const std::optional<Finding> back = found(folder, std::to_string(i));
    ASSERT_TRUE(back.has_value()) << i;
    EXPECT_TRUE(same(*back, findings[i])) << i;
  }
  for (const double nan : {std::nan(""), -std::nan("")}) {
    keep(folder, "nan", {.value = nan});
    EXPECT_TRUE(std::isnan(*found(folder, "nan")->value));
  }
  EXPECT_EQ(found(folder, "other"), std::nullopt);
}

TEST(FindingStore, GivesBackRandomNumbersBitForBit) {
  Rng rng({1, 2});
  for (int i = 0; i < 2000; ++i) {
    const auto value = std::bit_cast<double>(rng.bits());
    if (std::isnan(value)) continue;
    FindingReader reader;
    reader.feed(finding_line({1, 2}, {.value = value}));
    ASSERT_EQ(reader.findings().size(), 1U) << value;
    EXPECT_TRUE(same(reader.findings().begin()->second, {.value = value})) << value;
  }
}

TEST(FindingStore, KnowsFindingsOfTheSameContentOnly) {
  const TemporaryFolder folder;
  keep(folder, "a", {.value = 1.0, .seconds = 0.25});
  EXPECT_EQ(found(folder, "a")->seconds, 0.25);
  StoredFindings other(folder.path(), Fingerprint().add("other data"), Use::append);
  EXPECT_EQ(other.size(), 1U);
  EXPECT_EQ(other.find("a"), std::nullopt);
  other.keep("a", {.value = 2.0});
  EXPECT_EQ(other.find("a")->value, 2.0);
  EXPECT_EQ(found(folder, "a")->value, 1.0);
}

TEST(FindingStore, LetsTheLastOfSeveralFindingsCount) {
  const TemporaryFolder folder;
  keep(folder, "a", {.value = 1.0});
  keep(folder, "a", {.value = 2.0});
  EXPECT_EQ(found(folder, "a")->value, 2.0);
}

TEST(FindingStore, CutsATornLineOffAndGoesOn) {
  const TemporaryFolder folder;
  keep(folder, "a", {.value = 1.0});
  const std::string whole = folder.read(file);
  // Truncated anywhere, even just before the newline.
  for (std::size_t length = 1; length < whole.size(); ++length) {
    folder.write(file, whole + whole.substr(0, length));
    EXPECT_EQ(StoredFindings(folder.path(), content, Use::read).bad_lines(), 0U);
    StoredFindings store(folder.path(), content, Use::append);
    EXPECT_EQ(store.bad_lines(), 0U) << length;
    EXPECT_EQ(store.size(), 1U) << length;
    EXPECT_EQ(folder.read(file), whole) << length;
  }
  keep(folder, "b", {.value = 2.0});
  EXPECT_EQ(found(folder, "b")->value, 2.0);
}

TEST(FindingStore, SkipsAndCountsWhatIsNoFinding) {
  const TemporaryFolder folder;
  keep(folder, "a", {.value = 1.0});
  const std::string good = folder.read(file);
  const std::string name(32, 'a');
  const std::vector<std::string> bad = {"",
                                        "not json",
                                        "{}",
                                        "[1]",
                                        good.substr(0, good.size() - 3),
                                        "{\"finding\":\"" + name + "\"}",
                                        "{\"finding\":\"xyz\",\"value\":1}",
                                        "{\"finding\":\"" + name + "\",\"value\":\"big\"}",
                                        "{\"finding\":\"" + name + "\",\"value\":1,\"seconds\":-1}",
                                        "{\"finding\":\"" + name + "\",\"value\":1,\"note\":3}",
                                        "{\"finding\":\"" + name + "\",\"value\":1,\"structural_zero\":1}",
                                        "{\"finding\":\"" + name + "\",\"value\":1,\"value\":2}",
                                        "{\"finding\":\"" + name + "\",\"value\":1,\"more\":2}",
                                        "{\"finding\":\"" + name + "\",\"value\":1} x",
                                        std::string("{\"finding\":\"\0\"", 14),
                                        "\xff\xfe",
                                        std::string(3 << 20, 'x')};
  std::string text;
  for (const std::string& line : bad) text += line + "\n" + good;
  folder.write(file, text);
  StoredFindings store(folder.path(), content, Use::append);
  EXPECT_EQ(store.bad_lines(), bad.size());
  EXPECT_EQ(store.size(), 1U);
  EXPECT_EQ(store.find("a")->value, 1.0);
}

TEST(FindingStore, LeavesAForeignFileAsItIsAndAddsBelow) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder.file("cells"));
  folder.write(file, "somebody's notes\nwithout a newline");
  keep(folder, "a", {.value = 1.0});
  EXPECT_TRUE(folder.read(file).starts_with("somebody's notes\nwithout a newline\n{\"finding\":"));
  const StoredFindings store(folder.path(), content, Use::read);
  EXPECT_EQ(store.bad_lines(), 2U);
  EXPECT_EQ(store.size(), 1U);
}

TEST(FindingStore, BelongsToOneWriterAtATime) {
  const TemporaryFolder folder;
  {
    StoredFindings first(folder.path(), content, Use::append);
    first.keep("a", {.value = 1.0});
    for (const Use use : {Use::append, Use::fresh}) {
      try {
        StoredFindings(folder.path(), content, use);
        FAIL() << "two writers";
      } catch (const Error& error) {
        EXPECT_EQ(error.code, ErrorCode::bad_input);
        EXPECT_EQ(error.message, "another run is using '" + folder.path() + "'");
        EXPECT_FALSE(error.hint.empty());
      }
    }
    EXPECT_EQ(found(folder, "a")->value, 1.0) << "readers take no lock";
  }
  keep(folder, "b", {.value = 2.0});
  EXPECT_EQ(found(folder, "a")->value, 1.0);
}

TEST(FindingStore, ForgetsWhenAskedTo) {
  const TemporaryFolder folder;
  keep(folder, "a", {.value = 1.0});
  EXPECT_EQ(StoredFindings(folder.path(), content, Use::fresh).size(), 0U);
  EXPECT_EQ(found(folder, "a"), std::nullopt);
}

TEST(FindingStore, MakesNothingWhenItOnlyReads) {
  const TemporaryFolder folder;
  StoredFindings store(folder.file("none"), content, Use::read);
  EXPECT_EQ(store.find("a"), std::nullopt);
  store.keep("a", {.value = 1.0});
  EXPECT_EQ(store.find("a")->value, 1.0);
  EXPECT_FALSE(folder.has("none"));
}

TEST(FindingStore, RefusesAFolderItCannotMake) {
  const TemporaryFolder folder;
  folder.write("file", "x");
  EXPECT_THROW(StoredFindings(folder.file("file"), content, Use::append), Error);
}

TEST(FindingReader, ReadsTheSameHoweverTheFileIsCut) {
  std::string text;
  for (std::uint64_t i = 0; i < 20; ++i) {
    text += finding_line({i, 7}, {.value = static_cast<double>(i)});
    if (i % 5 == 0) text += "odd\n";
  }
  text += "{\"find";
  for (const std::size_t size : {1UL, 3UL, 17UL, 1000UL}) {
    FindingReader reader;
    for (std::size_t at = 0; at < text.size(); at += size)
      reader.feed(std::string_view(text).substr(at, size));
    EXPECT_EQ(reader.findings().size(), 20U) << size;
    EXPECT_EQ(reader.bad_lines(), 4U) << size;
    EXPECT_EQ(reader.torn_bytes(), 6U) << size;
    EXPECT_TRUE(reader.torn_is_a_finding()) << size;
  }
}

}  // namespace
}  // namespace sfumato::compare
