// Errors about many bad values, from every reader of text, every kind of hierarchy and every method: they
// name at most five values, stay short, and name none where values are hidden.
#include <gtest/gtest.h>

#include <functional>
#include <memory>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "io/csv_reader.hpp"
#include "io/declared_kind.hpp"
#include "io/hierarchy_file.hpp"
#include "masking/hierarchy_builder.hpp"
#include "masking/registry.hpp"
#include "stats/categories/published_matrices.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

constexpr std::size_t secrets = 400, longest_message = 1000;

std::string secret(std::size_t i) { return "secret-" + std::to_string(10000 + i); }

Codes secret_codes(std::size_t count = secrets) {
  Codes codes;
  for (std::size_t i = 0; i < count; ++i) {
    codes.labels.push_back(secret(i));
    codes.codes.push_back(static_cast<std::int32_t>(i));
  }
  return codes;
}

std::vector<std::string> secret_leaves() { return secret_codes().labels; }

std::size_t count_in(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = text.find("secret-"); at != std::string::npos; at = text.find("secret-", at + 1)) {
    ++count;
  }
  return count;
}

// Whether there was an error; if so, it must be discreet.
bool discreet_error(const std::string& what, const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    const std::string shown = with_values(error.message, DataValues::shown);
    EXPECT_LE(count_in(shown), most_values_named) << what << ": " << shown.substr(0, longest_message);
    EXPECT_LE(count_in(with_values(error.hint, DataValues::shown)), 1U) << what;
    EXPECT_LE(shown.size(), longest_message) << what;
    for (const std::string& text : {error.message, error.hint}) {
      EXPECT_EQ(count_in(spelled(text, ParameterSpelling::plain)), 0U) << what << ": " << text;
    }
    return true;
  }
  return false;
}

void expect_discreet_error(const std::string& what, const std::function<void()>& work) {
  EXPECT_TRUE(discreet_error(what, work)) << what << " accepts the values";
}

TEST(ErrorValues, OfDelimitedText) {
  const sfumato::Run run({.seed = 1, .threads = 2});
  std::string text = "c,d\n";
  for (std::size_t i = 0; i < secrets; ++i) text += secret(i) + ",1\n";
  const auto declared = [](const std::function<void(ColumnDeclaration&)>& set) {
    ColumnDeclaration declaration;
    set(declaration);
    return Declarations{{"c", declaration}};
  };
  const std::vector<std::pair<std::string, Declarations>> cases{
      {"numeric", declared([](ColumnDeclaration& c) { c.kind = Kind::numeric; })},
      {"order", declared([](ColumnDeclaration& c) {
         c.order = {"low", "high"};
       })}};
  for (const auto& [what, declarations] : cases) {
    expect_discreet_error("text declared " + what,
                          [&] { io::parse_csv(text, "t.csv", {.declared = declarations}, run); });
    expect_discreet_error("a typed column declared " + what, [&] {
      ColumnInfo info;
      info.name = "c";
      info.kind = Kind::nominal;
      io::as_declared(Table({info}, {Column(secret_codes())}), declarations, {}, "t.parquet");
    });
  }
  std::string late = "c,d\n";
  for (std::size_t i = 0; i < 5000; ++i) late += std::to_string(i) + ",2021-03-31\n";
  for (std::size_t i = 0; i < secrets; ++i) late += secret(i) + "," + secret(i) + "\n";
  expect_discreet_error("text below numbers", [&] { io::parse_csv(late, "t.csv", {}, run, 4096); });
  expect_discreet_error("rows of other lengths", [&] {
    std::string ragged = "c,d\n1,2\n";
    for (std::size_t i = 0; i < secrets; ++i) ragged += secret(i) + "\n";
    io::parse_csv(ragged, "t.csv", {}, run);
  });
}

TEST(ErrorValues, OfHierarchies) {
  const std::vector<std::string> leaves = secret_leaves();
  expect_discreet_error("intervals", [&] { masking::interval_hierarchy(leaves, 0.0, {5.0}); });
  expect_discreet_error("dates", [&] { masking::date_hierarchy(leaves, {"month", "year"}); });
  expect_discreet_error("redaction", [&] {
    std::vector<std::string> long_leaves = leaves;
    for (std::string& leaf : long_leaves) leaf += std::string(300, 'x');
    masking::redaction_hierarchy(long_leaves, false);
  });
  expect_discreet_error("groups", [&] {
    Value level = Value::object();
    level.set("north", Value::array_of(std::vector<std::string>{"a"}));
    masking::group_hierarchy(leaves, {level});
  });
  std::string twice, unnested;
  for (const std::string& leaf : leaves) {
    twice += leaf + ";*\n" + leaf + ";*\n";
    unnested += leaf + ";" + leaf + "-;a;*\n" + leaf + "2;" + leaf + "-;b;*\n";
  }
  expect_discreet_error("leaves twice", [&] { io::parse_hierarchy(twice, "h.csv"); });
  expect_discreet_error("two parents", [&] { io::parse_hierarchy(unnested, "h.csv"); });
}

TEST(ErrorValues, OfMatrices) {
  ColumnInfo from, a;
  from.name = "from", from.kind = Kind::nominal;
  a.name = "a", a.kind = Kind::numeric;
  const Table matrix({from, a}, {Column(Codes{{0}, {"a"}}), Column(Numbers{1.0})});
  std::vector<std::string> observed = secret_leaves();
  observed.emplace_back("a");
  expect_discreet_error("a published matrix", [&] { stats::PublishedMatrices(matrix).of("c", observed); });
}

// With a hierarchy that has none of the values, and without one.
TEST(ErrorValues, OfEveryMethod) {
  std::size_t refused = 0;
  for (const bool with_tree : {false, true}) {
    std::vector<ColumnInfo> infos(2);
    infos[0].name = "c", infos[1].name = "d";
    for (ColumnInfo& info : infos) {
      info.kind = Kind::nominal;
      info.role = Role::quasi_identifier;
      if (with_tree) {
        info.tree = std::make_shared<const Hierarchy>(
            std::vector<std::vector<std::string>>{{"a", "*"}, {"b", "*"}}, "h.csv");
      }
    }
    const Table table(infos, {Column(secret_codes(40)), Column(secret_codes(40))});
    for (const Method& method : masking::methods()) {
      if (!method.info.accepts.has(Kind::nominal)) continue;
      const bool error = discreet_error(method.info.name, [&] {
        method.apply(table, testing::all_columns(table), {}, sfumato::Run({.seed = 1, .threads = 2}));
      });
      refused += error ? 1 : 0;
    }
  }
  EXPECT_GE(refused, 2U);  // recoding and generalization need a leaf for every value
}

}  // namespace
}  // namespace sfumato
