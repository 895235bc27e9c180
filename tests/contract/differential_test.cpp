// What every differentially private method must do besides what all methods do: a guarantee that adds up,
// declared domains, single records, and nothing that was read from the data.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <typeinfo>

#include "core/error.hpp"
#include "masking/registry.hpp"
#include "masking/step.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::with_domains;

constexpr Domain wide_table{-1000.0, 250000.0};

std::vector<std::string> differential_methods() {
  std::vector<std::string> names;
  for (const Method& method : masking::methods()) {
    if (method.info.differential) names.push_back(method.info.name);
  }
  return names;
}

class DifferentialContract : public ::testing::TestWithParam<std::string> {
 protected:
  const Method& method() const { return masking::method(GetParam()); }

  Masked apply(const Table& original, const ColumnSet& columns, const ParamValues& params = {}) const {
    return method().apply(original, columns, params, sfumato::Run({.seed = 1}));
  }
};

TEST_P(DifferentialContract, SpendsItsEpsilonAndSaysOnWhat) {
  const Table original = with_domains(testing::incomes(60), wide_table);
  for (const double epsilon : {0.1, 1.0, 7.5}) {
    const Guarantee guarantee = apply(original, {0, 1}, {{"epsilon", epsilon}}).guarantee;
    ASSERT_TRUE(guarantee.holds());
    EXPECT_EQ(*guarantee.epsilon, epsilon);
    const double spent = std::accumulate(guarantee.split.begin(), guarantee.split.end(), 0.0,
                                         [](double sum, const auto& part) { return sum + part.second; });
    EXPECT_NEAR(spent, epsilon, 1e-12 * epsilon);
    EXPECT_FALSE(guarantee.neighbours.empty());
    EXPECT_EQ(guarantee.columns, original.names({0, 1}));
  }
}

// Members of a household get draws of their own, and the promise says what that means for them.
TEST_P(DifferentialContract, TakesEachRecordForItself) {
  const masking::Step step{&method(), {}, {0, 2}, std::nullopt, false};
  const Masked masked =
      masking::apply_step(with_domains(testing::tenants(), wide_table), step, sfumato::Run({.seed = 1}));
  EXPECT_EQ(masked.details.find("household_level"), nullptr);
  EXPECT_TRUE(masked.guarantee.holds());
  EXPECT_EQ(masked.guarantee.unit, "record");
  const auto& premises = masked.guarantee.premises;
  EXPECT_TRUE(std::any_of(premises.begin(), premises.end(), [](const std::string& premise) {
    return premise.find("household") != std::string::npos;
  }));
  if (masked.mapping != Mapping::same_rows) return;
  const Numbers rents = masked.tables[0].column(2).to_numbers();
  std::size_t apart = 0;
  for (std::size_t i = 0; i < rents.size(); i += 3) {
    apart += static_cast<std::size_t>(rents[i] != rents[i + 1] || rents[i] != rents[i + 2]);
  }
  EXPECT_GT(apart, rents.size() / 6);  // most: some draws meet at an end of the domain
}

TEST_P(DifferentialContract, RefusesStrata) {
  const Table original = with_domains(testing::incomes(60), wide_table);
  const masking::Step step{&method(), {}, {0, 1}, ColumnId{3}, false};
  try {
    masking::apply_step(original, step, sfumato::Run({.seed = 1}));
    FAIL() << "released strata";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_NE(error.hint.find("‹within›"), std::string::npos) << error.hint;
  }
}

TEST_P(DifferentialContract, RefusesColumnsWithoutADomainByName) {
  Table original = with_domains(testing::incomes(60), wide_table);
  for (const ColumnId id : {ColumnId{1}, ColumnId{2}}) {
    ColumnInfo info = original.info(id);
    info.domain.reset();
    original.set_info(id, info);
  }
  try {
    apply(original, testing::all_columns(original));
    FAIL() << "released without domains";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ErrorCode::bad_input);
    EXPECT_NE(error.message.find("'tax' and 'savings'"), std::string::npos) << error.message;
    EXPECT_EQ(error.message.find("'income'"), std::string::npos) << error.message;
    EXPECT_NE(error.hint.find("domain"), std::string::npos) << error.hint;
  }
}

// A missing mark, and a value outside the domain, would reveal the record that has it.
TEST_P(DifferentialContract, LeavesNothingMissingAndNothingOutsideTheDomain) {
  Table original = with_domains(testing::incomes(100), {0.0, 40000.0});
  for (std::size_t i = 0; i < 100; i += 3) original.edit_numbers(0)[i] = i % 2 == 0 ? std::nan("") : -1e9;
  const Masked masked = apply(original, {0, 1, 2});
  for (ColumnId id = 0; id < 3; ++id) {
    for (const double value : masked.tables[0].column(id).to_numbers()) {
      EXPECT_GE(value, 0.0);
      EXPECT_LE(value, 40000.0);
    }
  }
}

// Two tables of one schema that differ in one record.
struct Pair {
  std::string name;
  Table one, other;
};

Pair replaced(std::string name, const Table& table, std::size_t row, const std::vector<double>& record) {
  Pair pair{std::move(name), table, table};
  for (ColumnId id = 0; id < table.column_count(); ++id) pair.other.edit_numbers(id)[row] = record.at(id);
  return pair;
}

// Twelve different values, of which one repeats another in the neighbour: such counts must not be published.
Table dozen() {
  std::vector<double> first, second;
  for (std::size_t i = 0; i < 12; ++i) {
    first.push_back(static_cast<double>(i * 5 % 12));
    second.push_back(static_cast<double>(i * 7 % 12) + 0.25);
  }
  return with_domains(testing::numbers_table({{"x", first}, {"y", second}}), {0.0, 12.0});
}

std::vector<Pair> neighbouring_pairs() {
  const double missing = std::nan("");
  const Table all_equal = with_domains(
      testing::numbers_table({{"x", std::vector<double>(12, 3.0)}, {"y", std::vector<double>(12, 3.0)}}),
      {0.0, 12.0});
  std::vector<Pair> pairs{replaced("a tie", dozen(), 4, {0.0, 0.25}),
                          replaced("both ends of the domain", dozen(), 0, {12.0, 0.0}),
                          replaced("missing", dozen(), 11, {missing, missing}),
                          replaced("far outside", dozen(), 5, {-1e149, 1e149}),
                          replaced("finer than the others", dozen(), 3, {1.0 / 3.0, 1e-300}),
                          replaced("no longer all equal", all_equal, 7, {12.0, 0.0})};
  // Whole numbers, until one is not: the file then has a column of another type.
  Pair whole = replaced("no longer whole", dozen(), 2, {0.5, 0.5});
  Integers integers;
  for (const double value : whole.one.column(0).to_numbers()) {
    integers.values.push_back(static_cast<std::int64_t>(value));
  }
  whole.one.replace(0, integers);
  pairs.push_back(std::move(whole));
  return pairs;
}

// Every mode of a method, and every order of its rows that does not depend on them.
std::vector<ParamValues> modes(const Method& method) {
  std::vector<ParamValues> all{{}};
  for (const ParamInfo& info : method.params) {
    if (info.name != "mode" && info.name != "order" && info.name != "scale" && info.name != "spacing")
      continue;
    std::vector<ParamValues> longer;
    for (const ParamValues& params : all) {
      for (const std::string& choice : info.choices) {
        if (info.name == "order" && choice == "auto") continue;
        longer.push_back(params);
        longer.back().emplace_back(info.name, choice);
      }
    }
    all = std::move(longer);
  }
  std::erase_if(all, [&](const ParamValues& params) { return !method.refused(params).empty(); });
  return all;
}

// Details but those that are made of noise, which may differ from draw to draw.
Value told_details(const Masked& masked) {
  Value told = Value::object();
  for (const auto& [name, value] : masked.details.as_object()) {
    if (name != "projected") told.set(name, value);
  }
  return told;
}

void expect_same_details(const Masked& one, const Masked& other, const std::string& what) {
  EXPECT_EQ(one.mapping, other.mapping) << what;
  EXPECT_EQ(one.rows, other.rows) << what;
  EXPECT_TRUE(guarantee_value(one.guarantee) == guarantee_value(other.guarantee)) << what;
  EXPECT_TRUE(told_details(one) == told_details(other)) << what;
  EXPECT_TRUE(one.reveal == other.reveal) << what;
  ASSERT_EQ(one.tables.size(), other.tables.size()) << what;
  for (std::size_t t = 0; t < one.tables.size(); ++t) {
    const Table &first = one.tables[t], &second = other.tables[t];
    EXPECT_EQ(first.rows(), second.rows()) << what;
    ASSERT_TRUE(first.schema() == second.schema()) << what;
    for (ColumnId id = 0; id < first.column_count(); ++id) {
      const auto type = [](const auto& data) -> const std::type_info& { return typeid(data); };
      EXPECT_TRUE(first.column(id).visit(type) == second.column(id).visit(type)) << what;
    }
  }
}

// Details without noise must be the same for neighbours.
TEST_P(DifferentialContract, RevealsNothingOfARecordBesideTheNoise) {
  const std::vector<ParamValues> all = modes(method());
  ASSERT_FALSE(all.empty());
  for (const Pair& pair : neighbouring_pairs()) {
    for (const ParamValues& params : all) {
      const std::string what = pair.name + ", " + to_text(params_value(params));
      expect_same_details(apply(pair.one, {0, 1}, params), apply(pair.other, {0, 1}, params), what);
      EXPECT_TRUE(method().forecast(pair.one, {0, 1}, params) ==
                  method().forecast(pair.other, {0, 1}, params))
          << what;
    }
  }
}

TEST_P(DifferentialContract, TellsNothingOfARecordInAColumnAloneOrInGroups) {
  const auto is_k = [](const ParamInfo& info) { return info.name == "k"; };
  const bool groups = std::any_of(method().params.begin(), method().params.end(), is_k);
  for (const Pair& pair : neighbouring_pairs()) {
    const Table one = pair.one.taking_columns({0}), other = pair.other.taking_columns({0});
    for (ParamValues params : modes(method())) {
      expect_same_details(apply(one, {0}, params), apply(other, {0}, params), pair.name);
      if (groups) params.emplace_back("k", 5);
      if (!groups || !method().refused(params).empty()) continue;
      expect_same_details(apply(pair.one, {0, 1}, params), apply(pair.other, {0, 1}, params), pair.name);
    }
  }
}

Column categories(const std::vector<std::int32_t>& codes, std::vector<std::string> labels = {"a", "b", "x"}) {
  return Codes{codes, std::move(labels)};
}

// An undeclared category, one that is missing, and labels in the order in which they were met.
TEST(DifferentialCategories, RevealNothingOfARecordBesideTheNoise) {
  for (const Kind kind : {Kind::nominal, Kind::ordinal}) {
    ColumnInfo info;
    info.name = "region";
    info.kind = kind;
    (kind == Kind::ordinal ? info.order : info.categories) = {"a", "b", "c"};
    const std::vector<Column> columns{
        categories({0, 0, 1, 1}), categories({0, 0, 1, 2}), categories({0, 0, 1, Codes::missing}),
        categories({1, 1, 0, 2}, {"b", "a", "c"}), categories({0, 0, 1, 2}, {"a", "b", "no region at all"})};
    for (const std::string& name : differential_methods()) {
      const Method& method = masking::method(name);
      if (!method.info.accepts.has(kind)) continue;
      const auto released = [&](const Column& column) {
        return method.apply(Table({info}, {column}), {0}, {}, sfumato::Run({.seed = 1}));
      };
      for (const Column& column : columns) {
        expect_same_details(released(columns[0]), released(column), name);
        const Masked masked = released(column);
        EXPECT_EQ(masked.tables[0].column(0).get_if<Codes>()->labels,
                  (std::vector<std::string>{"a", "b", "c"}));
      }
    }
  }
}

// An order that depends on the data reveals whether a file is sorted, and only that.
TEST(DifferentialOrder, TellsOfSortedFilesThatTheyAreAndNothingElse) {
  std::vector<double> up, mixed;
  for (std::size_t i = 0; i < 12; ++i) {
    up.push_back(static_cast<double>(i));
    mixed.push_back(static_cast<double>(i * 5 % 12));
  }
  const auto table = [](const std::vector<double>& values) {
    return with_domains(testing::numbers_table({{"x", values}}), {0.0, 12.0});
  };
  const auto released = [](const Table& original) {
    return masking::method("laplace").apply(original, {0}, {{"order", "auto"}}, sfumato::Run({.seed = 1}));
  };
  const std::vector<Pair> pairs{replaced("sorted, a gap", table(up), 11, {11.5}),
                                replaced("sorted, a tie", table(up), 4, {5.0}),
                                replaced("sorted, one missing", table(up), 6, {std::nan("")}),
                                replaced("unsorted, an end", table(mixed), 0, {12.0}),
                                replaced("unsorted, a tie", table(mixed), 7, {1.0}),
                                replaced("unsorted, one missing", table(mixed), 3, {std::nan("")})};
  for (const Pair& pair : pairs) {
    const Masked one = released(pair.one);
    const bool sorted = pair.name.starts_with("sorted");
    EXPECT_EQ(one.mapping, sorted ? Mapping::subset : Mapping::same_rows) << pair.name;
    expect_same_details(one, released(pair.other), pair.name);
  }
}

std::string differential_test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(AllMethods, DifferentialContract, ::testing::ValuesIn(differential_methods()),
                         differential_test_name);

}  // namespace
}  // namespace sfumato
