// Measuring synthetic files: which columns and measures are taken, what is said of rows that do not
// correspond, and which findings lead.
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/error.hpp"
#include "jobs/measure.hpp"
#include "support/mixed_people.hpp"
#include "support/tables.hpp"

namespace sfumato {
namespace {

using testing::mixed_people;

jobs::MeasureRequest synthetic_request(const Table& original, const Table& synthetic) {
  jobs::MeasureRequest request;
  request.original = {{.table = original, .sidecar = {}, .missing_token = {}}, "people"};
  request.masked.push_back(jobs::reader_of(synthetic, "made-up"));
  request.synthetic = true;
  return request;
}

jobs::MeasureResult measured(const jobs::MeasureRequest& request) {
  return jobs::measure(request, sfumato::Run({.seed = 1, .threads = 2}));
}

bool has_measure(const jobs::MeasureResult& result, const std::string& name) {
  return std::any_of(result.requests.begin(), result.requests.end(),
                     [&](const auto& request) { return request.measure->info.name == name; });
}

bool warns(const jobs::MeasureResult& result, const std::string& words) {
  return std::any_of(result.warnings.begin(), result.warnings.end(),
                     [&](const Warning& warning) { return warning.text.find(words) != std::string::npos; });
}

Table with_role(Table table, const std::string& name, Role role) {
  ColumnInfo info = table.info(table.require(name));
  info.role = role;
  table.set_info(table.require(name), info);
  return table;
}

Table without_roles(Table table) {
  for (ColumnId id = 0; id < table.column_count(); ++id) {
    ColumnInfo info = table.info(id);
    info.role.reset();
    table.set_info(id, info);
  }
  return table;
}

TEST(MeasureSynthetic, ComparesCommonColumnsAndListsOthers) {
  const Table original = with_role(mixed_people(200, 1), "size", Role::identifier);
  const Table synthetic = mixed_people(150, 2).taking_columns({5, 0, 1, 2, 4});
  const jobs::MeasureResult result = measured(synthetic_request(original, synthetic));
  EXPECT_EQ(result.columns, (std::vector<std::string>{"sex", "town", "age", "illness"}));
  EXPECT_TRUE(warns(result, "not compared: 'income' (not in all files); 'size' (identifier)"));
  EXPECT_TRUE(warns(result, "declared as identifier"));
}

TEST(MeasureSynthetic, TakesAllAttacksWithAHoldoutKeysAndTarget) {
  jobs::MeasureRequest request = synthetic_request(mixed_people(300, 1), mixed_people(250, 2));
  request.holdout = jobs::reader_of(mixed_people(300, 3), "unseen");
  request.keys = {"sex", "town"};
  request.target = "illness";
  const jobs::MeasureResult result = measured(request);
  for (const char* name :
       {"exact-copies", "closest-record", "neighbour-ratio", "replicated-uniques", "disclosive-attribution",
        "attribution-probability", "membership", "attribute-inference", "marginals", "pair-relations",
        "propensity", "contingency", "classification"}) {
    EXPECT_TRUE(has_measure(result, name)) << name;
  }
  EXPECT_TRUE(result.not_tested.empty());
  for (const compare::Scored& scored : result.tables.front().scores) {
    // Illness is not predicted better than by its most frequent class.
    if (scored.request->measure->info.name == "classification") continue;
    EXPECT_TRUE(scored.score.value.has_value()) << scored.request->measure->info.name << scored.score.note;
  }
  EXPECT_FALSE(has_measure(result, "distance-linkage"));
  EXPECT_FALSE(has_measure(result, "cm1"));
  const auto& left = result.row_measures;
  EXPECT_NE(std::find(left.begin(), left.end(), "distance-linkage"), left.end());
  EXPECT_NE(std::find(left.begin(), left.end(), "cm1"), left.end());
}

TEST(MeasureSynthetic, SaysWhatWasNotTested) {
  const jobs::MeasureResult bare = measured(synthetic_request(mixed_people(100, 1), mixed_people(80, 2)));
  EXPECT_EQ(bare.not_tested.size(), 3U);
  EXPECT_FALSE(has_measure(bare, "membership"));
  EXPECT_FALSE(has_measure(bare, "replicated-uniques"));
  Table declared = with_role(mixed_people(100, 1), "sex", Role::quasi_identifier);
  declared = with_role(std::move(declared), "illness", Role::confidential);
  const jobs::MeasureResult roles = measured(synthetic_request(declared, mixed_people(80, 2)));
  EXPECT_EQ(roles.keys, (std::vector<std::string>{"sex"}));
  EXPECT_TRUE(has_measure(roles, "disclosive-attribution"));
  ASSERT_EQ(roles.not_tested.size(), 1U);
  EXPECT_NE(roles.not_tested.front().why.find("‹holdout›"), std::string::npos);
}

TEST(MeasureSynthetic, LeadsWithTheWorstAndWarns) {
  const Table original = mixed_people(600, 1), fresh = mixed_people(600, 2);
  jobs::MeasureRequest request = synthetic_request(original, testing::with_copies(fresh, original, 300));
  request.holdout = jobs::reader_of(mixed_people(600, 3), "unseen");
  const jobs::MeasureResult leaky = measured(request);
  const auto& findings = leaky.tables.front().findings;
  ASSERT_FALSE(findings.empty());
  EXPECT_TRUE(findings.front().clear);
  for (std::size_t i = 1; i < findings.size(); ++i) {
    EXPECT_TRUE(findings[i - 1].clear || !findings[i].clear);
    EXPECT_TRUE(findings[i - 1].stop || !findings[i].stop);
    if (findings[i - 1].clear == findings[i].clear && findings[i - 1].stop == findings[i].stop) {
      EXPECT_GE(findings[i - 1].excess, findings[i].excess);
    }
  }
  EXPECT_TRUE(std::any_of(leaky.warnings.begin(), leaky.warnings.end(), [](const Warning& warning) {
    return warning.grade == WarningGrade::stop && warning.text.find("exact-copies") != std::string::npos;
  }));
  request.masked = {jobs::reader_of(fresh, "fresh")};
  const jobs::MeasureResult clean = measured(request);
  EXPECT_TRUE(std::none_of(clean.warnings.begin(), clean.warnings.end(),
                           [](const Warning& warning) { return warning.grade == WarningGrade::stop; }));
}

// The whole of the original's rows but one are others; a single copy is reason enough.
TEST(MeasureSynthetic, WarnsOfOneCopiedPerson) {
  const Table original = mixed_people(2000, 1);
  jobs::MeasureRequest request =
      synthetic_request(original, testing::with_copies(mixed_people(2000, 2), original, 1));
  request.holdout = jobs::reader_of(mixed_people(2000, 3), "unseen");
  request.measures = {"exact-copies", "closest-record"};
  const jobs::MeasureResult result = measured(request);
  EXPECT_EQ(result.tables.front().findings.front().scored->request->measure->info.name, "exact-copies");
  EXPECT_TRUE(warns(result, "record 1 is original record 1"));
}

TEST(MeasureSynthetic, IsProposedWhereRowsDoNotCorrespond) {
  const Table original = mixed_people(500, 1);
  const auto plain = [&](const Table& masked) {
    jobs::MeasureRequest request = synthetic_request(original, masked);
    request.synthetic = false;
    return measured(request);
  };
  const jobs::MeasureResult shorter = plain(mixed_people(400, 2));
  EXPECT_TRUE(warns(shorter, "400 rows"));
  EXPECT_TRUE(warns(shorter, "set ‹synthetic›"));
  EXPECT_FALSE(shorter.tables.front().rows_correspond);
  EXPECT_TRUE(warns(plain(mixed_people(500, 2)), "no more than in a random order"));
  EXPECT_FALSE(warns(plain(original), "set ‹synthetic›"));
  Table noisy = original;
  Rng rng({9, 9});
  for (double& income : noisy.edit_numbers(3)) income += 5000.0 * rng.normal();
  EXPECT_FALSE(warns(plain(noisy), "set ‹synthetic›"));
}

const compare::Scored& propensity_of(const jobs::MeasureResult& result, std::size_t table = 0) {
  for (const compare::Scored& scored : result.tables.at(table).scores) {
    if (scored.request->measure->info.name == "propensity") return scored;
  }
  throw std::logic_error("no propensity");
}

// Two columns of 80 categories each have too many products for the regression.
TEST(MeasureSynthetic, TakesPropensityByTreesWhereTheRegressionHasTooManyTerms) {
  const auto people = [](std::size_t rows, std::uint64_t seed) {
    Rng rng({seed, 8});
    Codes first, second;
    for (int i = 0; i < 80; ++i) {
      first.labels.push_back("a" + std::to_string(i));
      second.labels.push_back("b" + std::to_string(i));
    }
    for (std::size_t row = 0; row < rows; ++row) {
      first.codes.push_back(static_cast<std::int32_t>(rng.below(80)));
      second.codes.push_back(static_cast<std::int32_t>(rng.below(80)));
    }
    std::vector<ColumnInfo> infos(2);
    infos[0].name = "first";
    infos[1].name = "second";
    infos[0].kind = infos[1].kind = Kind::nominal;
    return Table{infos, {first, second}};
  };
  jobs::MeasureRequest request = synthetic_request(people(800, 1), people(700, 2));
  const jobs::MeasureResult trees = measured(request);
  const Score& score = propensity_of(trees).score;
  EXPECT_TRUE(score.value.has_value()) << score.note;
  EXPECT_EQ(score.details.at("model").as_text(), "cart");
  EXPECT_GT(score.details.at("ratio").as_number(), 0.3);  // about 1: both are draws of one population
  EXPECT_LT(score.details.at("ratio").as_number(), 3.0);
  // One that is named is taken as it is.
  request.measures = {"propensity"};
  EXPECT_FALSE(propensity_of(measured(request)).score.value.has_value());
}

// The same means and products, and other records: the regression sees no difference.
TEST(MeasureSynthetic, TakesPropensityByTreesWhereTheRegressionSeesNothing) {
  Numbers x, y;
  for (int i = 0; i < 200; ++i) {
    x.push_back(i % 2 == 0 ? 1.0 : -1.0);
    y.push_back(i % 4 < 2 ? 1.0 : -1.0);
  }
  x.insert(x.end(), {-2.0, 2.0});
  y.insert(y.end(), {0.0, 0.0});
  Numbers u = x, v = y;
  for (std::size_t i = 0; i < 200; ++i) {
    u[i] = i % 4 < 2 ? (i % 2 == 0 ? std::sqrt(2.0) : -std::sqrt(2.0)) : 0.0;
    v[i] = i % 4 < 2 ? 0.0 : (i % 2 == 0 ? std::sqrt(2.0) : -std::sqrt(2.0));
  }
  const jobs::MeasureResult result = measured(synthetic_request(
      testing::numbers_table({{"x", x}, {"y", y}}), testing::numbers_table({{"x", u}, {"y", v}})));
  const Score& score = propensity_of(result).score;
  EXPECT_EQ(score.details.at("model").as_text(), "cart");
  EXPECT_GT(score.value.value(), 0.05);
}

// The second file has a category that only trees can tell: the first is then measured by trees as well.
TEST(MeasureSynthetic, MeasuresAllFilesByTheSameModel) {
  const auto table = [](bool hidden) {
    Numbers x, y;
    const double far = std::sqrt(2.0);
    for (int i = 0; i < 200; ++i) {
      const double sign = i % 2 == 0 ? 1.0 : -1.0, other = i % 4 < 2 ? 1.0 : -1.0;
      x.push_back(!hidden ? sign : other > 0.0 ? far * sign : 0.0);
      y.push_back(!hidden ? other : other > 0.0 ? 0.0 : far * sign);
    }
    return testing::numbers_table({{"x", x}, {"y", y}});
  };
  Table shifted = table(false);
  for (double& value : shifted.edit_numbers(0)) value += 0.3;
  jobs::MeasureRequest request = synthetic_request(table(false), shifted);
  const Score by_regression = propensity_of(measured(request)).score;
  EXPECT_NE(by_regression.details.at("model").as_text(), "cart");
  request.masked.push_back(jobs::reader_of(table(true), "hidden"));
  request.holdout = jobs::reader_of(shifted, "unseen");
  const jobs::MeasureResult both = measured(request);
  for (const std::size_t file : {0U, 1U}) {
    const Score& score = propensity_of(both, file).score;
    EXPECT_EQ(score.details.at("model").as_text(), "cart") << file;
    // The reference is that of the same model: the first file is the holdout.
    ASSERT_NE(score.details.find("reference"), nullptr) << file;
    EXPECT_DOUBLE_EQ(score.details.at("reference").at("value").as_number(),
                     propensity_of(both, 0).score.value.value());
  }
  for (const jobs::Finding& finding : both.tables[0].findings) {
    EXPECT_GE(finding.scored, both.tables[0].scores.data());
    EXPECT_LT(finding.scored, both.tables[0].scores.data() + both.tables[0].scores.size());
  }
}

jobs::DataReader release_of(const Table& table, const std::string& mapping, const std::string& method,
                            const std::vector<std::string>& columns, bool shuffled = false) {
  io::TableFile file{.table = table, .sidecar = {}, .missing_token = {}};
  file.sidecar.release = Value::object();
  file.sidecar.release.set("method", method).set("columns", Value::array_of(columns)).set("mapping", mapping);
  if (shuffled) file.sidecar.release.set("shuffled", true);
  return {"release", [file](const Declarations&, const sfumato::Run&) { return file; }};
}

// What the sidecar of a release says of its rows, and what is proposed then.
class RowProposals : public ::testing::Test {
 protected:
  jobs::MeasureResult of(const jobs::DataReader& release, const std::vector<std::string>& columns = {},
                         bool synthetic = false) const {
    jobs::MeasureRequest request = synthetic_request(original_, original_);
    request.masked = {release};
    request.synthetic = synthetic;
    request.columns = columns;
    return measured(request);
  }
  // Income is drawn anew for all, other columns stay.
  Table partly() const {
    Table table = original_;
    table.replace(3, mixed_people(500, 2).column(3));
    return table;
  }
  Table original_ = mixed_people(500, 1);
};

TEST_F(RowProposals, TakeSyntheticRecordsForSynthetic) {
  const jobs::DataReader release =
      release_of(mixed_people(500, 2), "none", "sequential-trees", original_.names());
  const jobs::MeasureResult plain = of(release);
  EXPECT_TRUE(warns(plain, "'release' is synthetic, as its sidecar says: it was made by sequential-trees"));
  EXPECT_TRUE(warns(plain, "set ‹synthetic›"));
  EXPECT_FALSE(plain.tables.front().rows_correspond);
  EXPECT_FALSE(warns(of(release, {}, true), "sidecar"));
}

TEST_F(RowProposals, DoubtRowsWhereAllComparedColumnsAreDrawn) {
  const jobs::DataReader release = release_of(partly(), "same-rows", "ipso", {"income"});
  EXPECT_TRUE(warns(of(release, {"income"}), "no more than in a random order"));
  EXPECT_TRUE(warns(of(release, {"income"}), "set ‹synthetic›"));
  const jobs::MeasureResult mixed = of(release, {"age", "income"});
  EXPECT_FALSE(warns(mixed, "no more than in a random order"));
  EXPECT_TRUE(warns(mixed, "partly synthetic: 'income' was drawn by ipso"));
  EXPECT_TRUE(mixed.tables.front().rows_correspond);
  EXPECT_FALSE(warns(of(release, {"age", "size"}), "synthetic"));
}

// Drawn given the other columns, income still follows age: rows agree.
TEST_F(RowProposals, BelieveRowsThatAgree) {
  Table table = original_;
  Rng rng({3, 4});
  for (double& income : table.edit_numbers(3)) income += 3000.0 * rng.normal();
  const jobs::DataReader release = release_of(table, "same-rows", "multiple-imputation", {"income"});
  EXPECT_FALSE(warns(of(release, {"income"}), "no more than in a random order"));
  EXPECT_TRUE(warns(of(release, {"income"}), "partly synthetic"));
}

TEST_F(RowProposals, WarnOfRowsThatCorrespondInASyntheticFile) {
  const jobs::DataReader release = release_of(partly(), "same-rows", "ipso", {"income"});
  EXPECT_TRUE(warns(of(release, {}, true), "measure it without ‹synthetic› too"));
  EXPECT_FALSE(warns(of(jobs::reader_of(partly(), "release"), {}, true), "without ‹synthetic› too"));
}

TEST_F(RowProposals, LeaveMaskedRecordsAlone) {
  const Table noisy = partly();
  EXPECT_FALSE(warns(of(release_of(noisy, "same-rows", "additive-noise", {"income"})), "synthetic"));
  EXPECT_FALSE(warns(of(release_of(noisy, "none", "additive-noise", {"income"}, true)), "‹synthetic›"));
  EXPECT_TRUE(warns(of(release_of(noisy, "none", "ipso", {"income"}, true)), "‹synthetic›"));
  EXPECT_FALSE(warns(of(release_of(noisy, "same-rows", "unheard-of", {"income"})), "synthetic"));
}

// Two persons of each household, alike in town: the second ones are the holdout.
TEST(MeasureSynthetic, DoubtsAHoldoutWithRelatives) {
  const auto homes = [](Table table, double first) {
    Numbers number;
    for (std::size_t i = 0; i < table.rows(); ++i) number.push_back(first + static_cast<double>(i));
    table.replace(4, number);
    return with_role(std::move(table), "size", Role::household);
  };
  const Table original = homes(mixed_people(400, 1), 1.0);
  Table relatives = homes(mixed_people(400, 3), 1.0);
  relatives.replace(1, original.column(1));
  jobs::MeasureRequest request = synthetic_request(original, mixed_people(400, 2));
  request.measures = {"membership"};
  const auto doubted = [&](const Table& holdout) {
    request.holdout = jobs::reader_of(holdout, "unseen");
    return warns(measured(request), "400 of 400 households of the holdout have a number ('size')");
  };
  EXPECT_TRUE(doubted(relatives));
  EXPECT_TRUE(doubted(without_roles(relatives)));
  // Numbers start at 1 in every file.
  EXPECT_FALSE(doubted(homes(mixed_people(400, 3), 1.0)));
  relatives = homes(relatives, 5000.0);
  EXPECT_FALSE(doubted(relatives));
}

// No synthetic file need be better than another sample of the population.
TEST(MeasureSynthetic, UtilitiesStandBesideThoseOfTheHoldout) {
  const Table original = mixed_people(300, 1), unseen = mixed_people(280, 3);
  jobs::MeasureRequest request = synthetic_request(original, mixed_people(250, 2));
  request.holdout = jobs::reader_of(unseen, "unseen");
  request.target = "sex";
  const jobs::MeasureResult result = measured(request);
  request.masked = {jobs::reader_of(unseen, "unseen")};
  request.holdout.reset();
  const jobs::MeasureResult other = measured(request);
  std::size_t compared = 0;
  for (const compare::Scored& scored : result.tables.front().scores) {
    if (compare::side_of(*scored.request) != Side::utility || !scored.score.value) continue;
    for (const compare::Scored& another : other.tables.front().scores) {
      if (another.request->measure != scored.request->measure) continue;
      ++compared;
      EXPECT_DOUBLE_EQ(scored.score.details.at("reference").at("value").as_number(),
                       another.score.value.value())
          << scored.request->measure->info.name;
    }
  }
  EXPECT_GE(compared, 4U);
}

TEST(MeasureSynthetic, DoubtsAHoldoutWithRecordsOfTheOriginal) {
  const Table original = mixed_people(600, 1), unseen = mixed_people(600, 3);
  jobs::MeasureRequest request = synthetic_request(original, mixed_people(600, 2));
  const auto doubted = [&](const Table& holdout) {
    request.holdout = jobs::reader_of(holdout, "unseen");
    return warns(measured(request), "the holdout seems to hold records of the original");
  };
  EXPECT_FALSE(doubted(unseen));
  EXPECT_TRUE(doubted(testing::with_copies(unseen, original, 30)));
  EXPECT_TRUE(doubted(original));
  // Of two columns with few values chance gives many equal records.
  request.columns = {"age", "town"};
  EXPECT_FALSE(doubted(unseen));
}

TEST(MeasureSynthetic, RefusesWhatContradictsIt) {
  const Table original = mixed_people(50, 1);
  jobs::MeasureRequest request = synthetic_request(original, mixed_people(50, 2));
  request.permutation = true;
  EXPECT_THROW(measured(request), Error);
  request = synthetic_request(original, mixed_people(50, 2));
  request.synthetic = false;
  request.target = "illness";
  EXPECT_THROW(measured(request), Error);
  request = synthetic_request(original, mixed_people(50, 2));
  request.target = "ilness";
  EXPECT_THROW(measured(request), Error);
  request = synthetic_request(original, original);
  request.masked.clear();
  EXPECT_THROW(measured(request), Error);
}

TEST(MeasureSynthetic, TakesSeveralCopies) {
  jobs::MeasureRequest request = synthetic_request(mixed_people(200, 1), mixed_people(200, 2));
  request.masked.push_back(jobs::reader_of(mixed_people(180, 3), "second"));
  const jobs::MeasureResult result = measured(request);
  ASSERT_EQ(result.tables.size(), 2U);
  EXPECT_FALSE(result.tables[1].findings.empty());
  EXPECT_EQ(result.tables[1].findings.front().scored->request->measure->info.side, Side::risk);
}

}  // namespace
}  // namespace sfumato
