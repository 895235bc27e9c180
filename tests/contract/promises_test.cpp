// What methods promise about classes of records holds for all data: counted by the verification of releases.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "masking/hierarchy_builder.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "support/tables.hpp"
#include "verify/promise_check.hpp"

namespace sfumato {
namespace {

// Three columns with few values, some of them missing, a stratum, and a household of two records each.
Table random_records(std::size_t rows, double missing, Rng& rng) {
  testing::NamedNumbers columns;
  for (const std::size_t values : {3U, 5U, 40U}) {
    Numbers numbers;
    for (std::size_t row = 0; row < rows; ++row) {
      numbers.push_back(rng.uniform() < missing ? std::nan("") : static_cast<double>(rng.below(values)));
    }
    columns.emplace_back("c" + std::to_string(values), numbers);
  }
  Numbers stratum, household;
  for (std::size_t row = 0; row < rows; ++row) {
    stratum.push_back(static_cast<double>(row * 2 / rows));
    household.push_back(static_cast<double>(row / 2));
  }
  columns.emplace_back("stratum", stratum);
  columns.emplace_back("household", household);
  Table table = testing::with_domains(testing::numbers_table(columns), {0.0, 50.0});
  for (ColumnId id = 0; id < 3; ++id) {
    ColumnInfo info = table.info(id);
    info.tree = std::make_shared<const Hierarchy>(
        masking::interval_hierarchy(masking::distinct_texts(table.column(id)), 0.0, {2.0, 10.0}));
    table.set_info(id, info);
  }
  return table;
}

// A step with another k, where there is one.
masking::Step step_of(const Method& method, Rng& rng) {
  masking::Step step{&method, {}, {0, 1, 2}, std::nullopt, false};
  for (const ParamInfo& param : method.params) {
    if (param.name == "k") step.params.emplace_back("k", static_cast<std::int64_t>(2 + rng.below(8)));
  }
  return step;
}

TEST(Promises, HoldForEveryMethodThatMakesAny) {
  std::set<std::string> promising;
  const sfumato::Run run({.seed = 1, .threads = 2});
  for (const Method& method : masking::methods()) {
    const bool takes_numbers = method.info.accepts.has(Kind::numeric);
    if (!takes_numbers || method.info.differential || method.info.identifiers) continue;
    Rng rng({3, 4});
    for (int round = 0; round < 12; ++round) {
      Table original = random_records(40 + 2 * rng.below(60), round % 2 == 0 ? 0.0 : 0.15, rng);
      masking::Step step = step_of(method, rng);
      if (round >= 8) step.within = ColumnId{3};
      if (round % 4 >= 2) {
        ColumnInfo info = original.info(4);
        info.role = Role::household;
        original.set_info(4, info);
      }
      Masked masked;
      try {
        masked = masking::apply_step(original, step, run);
      } catch (const Error& error) {
        EXPECT_EQ(error.code, ErrorCode::bad_input) << method.info.name;  // too few records, or no geography
        continue;
      }
      for (const ClassPromise& promise : masked.promises) {
        promising.insert(method.info.name);
        for (const Table& table : masked.tables) {
          const verify::PromiseFinding finding = verify::check_promise(table, promise, nullptr, run);
          EXPECT_FALSE(finding.broken()) << method.info.name << ": " << verify::broken_words(finding);
        }
      }
    }
  }
  EXPECT_EQ(promising,
            (std::set<std::string>{"generalization", "insensitive-microaggregation", "local-suppression",
                                   "mdav", "projection-microaggregation", "variable-mdav", "weight-groups"}));
}

}  // namespace
}  // namespace sfumato
