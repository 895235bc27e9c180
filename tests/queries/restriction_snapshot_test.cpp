// A snapshot of the audit gives the same state as all decisions again, and one that was changed is not used.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "queries/restriction/audit_state.hpp"
#include "queries/restriction/decision_log.hpp"
#include "queries/restriction_support.hpp"

namespace sfumato::queries {
namespace {

using testing::about;
using testing::Guarded;
using testing::random_ids;
using testing::Staff;

std::string file_bytes(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The state of the log, from the first row on; `bytes`: a snapshot that is offered as the right one.
struct Replayed {
  std::string state;
  bool used = false;
};
Replayed replay(const Guarded& base, const Staff& staff, const std::optional<std::string>& bytes) {
  AuditState audit(staff.catalogue, staff.records());
  DecisionLog::for_each_row(base.path(), [&](const LogRow* row, const std::string& wrong) {
    EXPECT_TRUE(wrong.empty()) << wrong;
    audit.apply(*row);
  });
  Replayed result;
  audit.settle([&](const std::string& digest) -> std::optional<std::string> {
    if (!bytes || hexadecimal(sha256(*bytes)) != digest) return std::nullopt;
    result.used = true;
    return bytes;
  });
  result.state = audit.snapshot();
  return result;
}

std::vector<Query> random_questions(std::uint64_t seed, int count, std::int64_t records) {
  Rng rng({seed, 1});
  std::vector<Query> questions;
  for (int i = 0; i < count; ++i) {
    questions.push_back(about(i % 3 == 0 ? Aggregate::maximum : Aggregate::sum, random_ids(rng, records),
                              i % 3 == 0 ? testing::debt_column : testing::pay_column));
  }
  return questions;
}

// Asks, and stores an answer of each allowed MAX: 100, the upper bound, is consistent with all others.
Refusal ask_and_answer(Guarded& base, const Query& question) {
  const Decision decision = base->decide("u", question);
  if (decision.outcome == Decision::Outcome::allowed && question.aggregate == Aggregate::maximum) {
    base->keep_extremes(decision.entry, {100});
  }
  return decision.refusal;
}

TEST(RestrictionSnapshot, GivesTheSameStateAsAllDecisions) {
  for (const std::optional<std::int64_t> overlap :
       {std::optional<std::int64_t>(), std::optional<std::int64_t>(150)}) {
    const Staff staff = Staff::of(200);
    Guarded base(staff, {3, overlap});
    for (const Query& question : random_questions(7, 260, 200)) ask_and_answer(base, question);
    base.close();
    const std::string path = base.path() + "-snapshot";
    ASSERT_TRUE(std::filesystem::exists(path));
    EXPECT_EQ(std::filesystem::status(path).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    const Replayed slow = replay(base, staff, std::nullopt), fast = replay(base, staff, file_bytes(path));
    EXPECT_TRUE(fast.used);
    EXPECT_FALSE(slow.used);
    EXPECT_EQ(fast.state, slow.state);
    EXPECT_TRUE(base.history().verify().intact);
  }
}

// The same questions get the same decisions, whether the database was closed in between with its snapshot,
// without it, or with a changed one.
TEST(RestrictionSnapshot, DecisionsDoNotDependOnIt) {
  const Staff staff = Staff::of(120);
  const std::vector<Query> first = random_questions(11, 150, 120), second = random_questions(12, 60, 120);
  std::vector<std::vector<Refusal>> decisions;
  for (const char* treatment : {"stays open", "closed", "removed", "changed", "cut", "foreign"}) {
    const std::string how = treatment;
    Guarded base(staff, {4, std::nullopt});
    for (const Query& question : first) ask_and_answer(base, question);
    const std::string path = base.path() + "-snapshot";
    ASSERT_TRUE(std::filesystem::exists(path));
    if (how != "stays open") {
      base.close();
      std::string bytes = file_bytes(path);
      if (how == "removed") std::filesystem::remove(path);
      if (how == "changed") bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
      if (how == "cut") bytes.resize(bytes.size() / 2);
      if (how == "foreign") bytes.assign(8, '\0');  // a snapshot of an audit without questions
      if (how == "changed" || how == "cut" || how == "foreign") {
        std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
        EXPECT_FALSE(replay(base, staff, bytes).used) << how;
      }
      base.open();
    }
    std::vector<Refusal>& own = decisions.emplace_back();
    for (const Query& question : second) own.push_back(ask_and_answer(base, question));
    for (const Query& question : first) own.push_back(base->decide("u", question).refusal);
    EXPECT_EQ(own, decisions.front()) << how;
  }
  EXPECT_NE(std::count(decisions[0].begin(), decisions[0].end(), Refusal::none), 0);
  EXPECT_NE(std::count(decisions[0].begin(), decisions[0].end(), Refusal::derivable), 0);
}

// A snapshot that was not used is replaced when the log is opened.
TEST(RestrictionSnapshot, ALostOneIsMadeAgain) {
  const Staff staff = Staff::of(120);
  Guarded base(staff, {2, std::nullopt});
  for (const Query& question : random_questions(21, 150, 120)) ask_and_answer(base, question);
  base.close();
  const std::string path = base.path() + "-snapshot";
  std::filesystem::remove(path);
  base.open();
  ASSERT_TRUE(std::filesystem::exists(path));
  EXPECT_TRUE(replay(base, staff, file_bytes(path)).used);
  const LedgerHead head = base->head();
  base.open();
  EXPECT_EQ(base->head(), head) << "opening it again adds nothing";
}

}  // namespace
}  // namespace sfumato::queries
