// The parts of camouflage: the drawn vectors are exact, the bounds of the linear and quadratic programs are
// valid, and encrypted files are intact or refused.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <map>

#include "optimize/solver.hpp"
#include "queries/camouflage/extremes.hpp"
#include "queries/camouflage/sealed_file.hpp"
#include "queries/camouflage/variance_range.hpp"
#include "queries/camouflage/vectors.hpp"
#include "queries/camouflage_databases.hpp"
#include "support/complaint.hpp"

namespace sfumato::queries {
namespace {

using namespace testing;
using sfumato::testing::complaint;
using sfumato::testing::TemporaryFolder;

// An interval is placed by Σ γ_j x_j = θ, so Σ γ_j P_j equals the value also in exact fractions.
TEST(CamouflagePolytope, HasTheTrueValueAsWeightedMean) {
  SecureRng rng(SecureRng::Key{1});
  constexpr std::int64_t most = std::int64_t{1} << 53;
  const IntervalLimits wide{-2 * most - most, 2 * most + most, 2 * most}, narrow{0, 10, 4};
  for (int round = 0; round < 2'000; ++round) {
    const int count = 3 + round % 14;
    const auto weights = draw_weights(count, rng);
    std::vector<std::uint64_t> places(weights.size());
    draw_places(places, rng);
    Wide weighed = 0, whole = 0;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      EXPECT_GT(weights[j], 0U);
      whole += weights[j];
      weighed += static_cast<Wide>(weights[j]) * places[j];
    }
    EXPECT_TRUE(whole == static_cast<Wide>(1) << weight_bits);
    const bool huge = round % 2 == 0;
    const std::int64_t value = huge ? (round % 4 == 0 ? most : -most) : 1 + round % 9;
    const IntervalLimits& limits = huge ? wide : narrow;
    const std::int64_t width = interval_width(value, weighed, limits);
    ASSERT_GE(width, 1);
    // Each floor is below its entry by less than 1, so the weighted mean of floors is below the value by
    // less.
    Wide mean = 0;
    std::int64_t least = INT64_MAX, greatest = INT64_MIN;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      const std::int64_t own = entry(value, places[j], weighed, width);
      mean += static_cast<Wide>(weights[j]) * (own - value);
      least = std::min(least, own);
      greatest = std::max(greatest, own);
    }
    EXPECT_TRUE(mean <= 0 && mean > -(static_cast<Wide>(1) << weight_bits));
    EXPECT_LT(least, value);
    EXPECT_GE(greatest, value);
    EXPECT_GE(least, limits.lower);
    EXPECT_LE(greatest, limits.upper);
    EXPECT_LE(greatest - least, width + 1);
  }
}

TEST(CamouflagePolytope, DrawsWeightsUniformly) {
  SecureRng rng(SecureRng::Key{2});
  // Of three uniform weights each exceeds ½ with probability ¼.
  int above = 0;
  constexpr int rounds = 40'000;
  for (int i = 0; i < rounds; ++i)
    above += draw_weights(3, rng)[static_cast<std::size_t>(i % 3)] > 1ULL << 39;
  EXPECT_NEAR(above / double{rounds}, 0.25, 0.015);
}

TEST(CamouflagePolytope, PlacesLowerAndUpperEndsAtAnyVector) {
  SecureRng rng(SecureRng::Key{3});
  std::map<std::pair<std::size_t, std::size_t>, int> seen;
  std::vector<std::uint64_t> places(3);
  for (int i = 0; i < 6'000; ++i) {
    draw_places(places, rng);
    const auto at = [&](std::uint64_t place) {
      return static_cast<std::size_t>(std::find(places.begin(), places.end(), place) - places.begin());
    };
    ++seen[{at(0), at(std::uint64_t{1} << place_bits)}];
  }
  ASSERT_EQ(seen.size(), 6U);
  for (const auto& [order, times] : seen) EXPECT_NEAR(times, 1'000, 180);
}

// The same linear program for a solver: the least t with t ≥ Σ γ_j q_ij for all records.
double solved(const std::vector<std::int64_t>& entries, std::size_t count) {
  optimize::Model model;
  std::vector<optimize::Entry> sum;
  for (std::size_t j = 0; j < count; ++j) sum.push_back({model.add_column(0, 0, 1), 1});
  const std::size_t level = model.add_column(1, -infinity, infinity);
  model.add_row(1, 1, sum);
  for (std::size_t i = 0; i < entries.size() / count; ++i) {
    std::vector<optimize::Entry> row = {{level, 1}};
    for (std::size_t j = 0; j < count; ++j) row.push_back({j, -static_cast<double>(entries[i * count + j])});
    model.add_row(0, infinity, row);
  }
  const optimize::Solution solution = optimize::Solver(model).solve();
  EXPECT_EQ(solution.outcome, optimize::Outcome::optimal);
  return solution.objective;
}

TEST(CamouflageExtremes, AgreesWithASolver) {
  Rng rng({1, 3});
  for (int round = 0; round < 400; ++round) {
    const std::size_t count = 3 + rng.below(8), records = 1 + rng.below(40);
    // Small numbers make ties, which can make a simplex method cycle.
    const std::int64_t most = round % 3 == 0 ? 5 : round % 3 == 1 ? 1'000 : 1'000'000;
    const auto entries = random_values(count * records, -most, most, rng);
    const double best = solved(entries, count);
    const auto found = static_cast<double>(minimax(entries, count));
    const double slack = 1e-7 * static_cast<double>(most);
    EXPECT_LE(found, best + slack) << round;
    EXPECT_GT(found, best - 1 - slack) << round;
  }
}

TEST(CamouflageExtremes, IsProvedForHugeNumbers) {
  constexpr std::int64_t most = (std::int64_t{1} << 55) + 12'345;
  // The game of matching pennies, far from 0: the value is the midpoint.
  EXPECT_EQ(minimax(std::vector<std::int64_t>{most, most - 8, most - 8, most}, 2), most - 4);
  EXPECT_EQ(minimax(std::vector<std::int64_t>{-most, most, most, -most}, 2), 0);
  EXPECT_EQ(minimax(std::vector<std::int64_t>{7, 7, 7}, 3), 7);
  EXPECT_EQ(minimax(std::vector<std::int64_t>{-5, -3, 9}, 3), -5);
}

double variance_of(const std::vector<double>& values) {
  double mean = 0, squares = 0;
  for (const double value : values) mean += value / static_cast<double>(values.size());
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares / static_cast<double>(values.size());
}

TEST(CamouflageSpread, ContainsAllWeightedMeansAndIsNearlyTight) {
  Rng rng({2, 3});
  for (int round = 0; round < 60; ++round) {
    const std::size_t count = 3, records = 2 + rng.below(30);
    const auto entries = random_values(count * records, -1'000'000, 1'000'000, rng);
    const VarianceRange range = variance_range(entries, count);
    double least = 1e300, greatest = 0;
    constexpr int steps = 60;
    for (int a = 0; a <= steps; ++a) {
      for (int b = 0; a + b <= steps; ++b) {
        const double weights[] = {a / double{steps}, b / double{steps}, (steps - a - b) / double{steps}};
        std::vector<double> values(records, 0), raised;
        for (std::size_t i = 0; i < records; ++i) {
          for (std::size_t j = 0; j < count; ++j)
            values[i] += weights[j] * static_cast<double>(entries[i * 3 + j]);
          raised.push_back(values[i] + rng.uniform());
        }
        least = std::min(least, variance_of(values));
        greatest = std::max(greatest, variance_of(values));
        EXPECT_LE(static_cast<double>(range.lower), variance_of(raised));
        EXPECT_GE(static_cast<double>(range.upper), variance_of(raised));
      }
    }
    EXPECT_NEAR(static_cast<double>(std::sqrt(range.upper)), std::sqrt(greatest), 1);
    EXPECT_NEAR(static_cast<double>(std::sqrt(range.lower)), std::sqrt(least), 0.03 * std::sqrt(greatest));
  }
}

TEST(SealedFile, ReadsBackItsContent) {
  const TemporaryFolder folder;
  const std::string key = folder.file("key"), path = folder.file("sealed");
  write_new_seal_key(key);
  std::string content(40'000'000, 'x');
  content += "the end";
  write_sealed_file(path, content, read_seal_key(key));
  EXPECT_TRUE(read_sealed_file(path, read_seal_key(key)) == content);
  EXPECT_EQ(folder.listing(), "key\nsealed\n");
  for (const std::string& name : {key, path}) {
    struct stat status {};
    ASSERT_EQ(::stat(name.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777U, 0600U);
  }
  EXPECT_EQ(folder.read("sealed").find("xxxxxxxx"), std::string::npos);
}

TEST(SealedFile, DetectsEveryChange) {
  const TemporaryFolder folder;
  write_new_seal_key(folder.file("key"));
  const SealKey key = read_seal_key(folder.file("key"));
  write_sealed_file(folder.file("sealed"), "confidential content", key);
  const std::string good = folder.read("sealed");
  ASSERT_EQ(good.size(), 8U + 8 + 12 + 20 + 16);
  const auto refused = [&](const std::string& bytes) {
    const std::string path = folder.write_private("changed", bytes);
    return complaint([&] { read_sealed_file(path, key); });
  };
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const int bit : {0, 7}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ (1 << bit));
      const bool in_check = at >= 8 && at < 16;
      EXPECT_TRUE(refused(bad).ends_with(in_check ? "was encrypted with another key"
                                                  : "was changed after it was written"));
    }
    EXPECT_NE(refused(good.substr(0, at)), "no error");
  }
  EXPECT_NE(refused(good + "x"), "no error");
  EXPECT_EQ(refused(good), "no error");
  // The same content under the same key is encrypted differently each time.
  write_sealed_file(folder.file("again"), "confidential content", key);
  EXPECT_NE(folder.read("again").substr(28), good.substr(28));
}

TEST(SealedFile, NeedsItsKey) {
  const TemporaryFolder folder;
  write_new_seal_key(folder.file("key"));
  write_new_seal_key(folder.file("other"));
  write_sealed_file(folder.file("sealed"), "content", read_seal_key(folder.file("key")));
  EXPECT_TRUE(complaint([&] {
                read_sealed_file(folder.file("sealed"), read_seal_key(folder.file("other")));
              }).ends_with("was encrypted with another key"));
  for (const std::string& bad :
       {std::string(), std::string(64, 'g'), std::string(63, 'a'), std::string(66, 'a'),
        std::string(32, 'a') + " " + std::string(31, 'a'), std::string(5'000, ' ')}) {
    EXPECT_NE(complaint([&] { read_seal_key(folder.write_private("bad", bad)); }), "no error");
  }
  const std::string good = folder.write_private("good", "\n " + std::string(64, 'F') + "\r\n");
  EXPECT_EQ(read_seal_key(good).bytes()[31], 255);
}

TEST(SealedFile, IsRefusedWhereOtherUsersHaveAccess) {
  const TemporaryFolder folder;
  const std::string key = folder.file("key"), sealed = folder.file("sealed");
  write_new_seal_key(key);
  write_sealed_file(sealed, "content", read_seal_key(key));
  const auto read = [&] { read_sealed_file(sealed, read_seal_key(key)); };
  EXPECT_EQ(complaint(read), "no error");
  for (const std::string& path : {key, sealed}) {
    const std::filesystem::perms before = std::filesystem::status(path).permissions();
    std::filesystem::permissions(path, before | std::filesystem::perms::others_read);
    EXPECT_NE(complaint(read).find("other users have access to the"), std::string::npos) << path;
    std::filesystem::permissions(path, before);
  }
  EXPECT_EQ(complaint(read), "no error");
}

TEST(CamouflageFile, IsCreatedOnceAndReadBack) {
  const auto made = camouflaged({3, 4, 5, 6}, number(0, 12), {}, 1);
  const std::string path = made.folder->file("camouflage"), key = made.folder->file("key");
  const std::string before = made.folder->read("camouflage");
  SecureRng rng;
  EXPECT_TRUE(complaint([&] {
                make_camouflage(made.catalogue, {made.data}, {}, rng, path, key);
              }).ends_with("already exists"));
  EXPECT_EQ(made.folder->read("camouflage"), before);
  const Camouflage again(path, key, made.catalogue);
  EXPECT_EQ(again.vectors(), 5);
  for (const auto& set : all_sets(4)) {
    for (const Aggregate aggregate : {Aggregate::sum, Aggregate::maximum, Aggregate::standard_deviation}) {
      const Query asked = about(aggregate, set);
      const GroupAnswer one = made.answer(asked);
      const GroupAnswer two = again.answers(asked, made.catalogue, made.open_data, sfumato::Run())[0];
      EXPECT_EQ(one.lower95, two.lower95);
      EXPECT_EQ(one.upper95, two.upper95);
    }
  }
}

TEST(CamouflageFile, UsesAnExistingKeyAndLeavesNoNewOneAfterAFailure) {
  const auto made = camouflaged({3, 4, 5, 6}, number(0, 12), {}, 1);
  const std::string key = made.folder->read("key");
  SecureRng rng;
  make_camouflage(made.catalogue, {made.data}, {}, rng, made.folder->file("second"),
                  made.folder->file("key"));
  EXPECT_EQ(made.folder->read("key"), key);
  EXPECT_NO_THROW(Camouflage(made.folder->file("second"), made.folder->file("key"), made.catalogue));
  EXPECT_THROW(make_camouflage(made.catalogue, {made.data}, {}, rng, made.folder->file("no/folder"),
                               made.folder->file("new key")),
               Error);
  EXPECT_FALSE(made.folder->has("new key"));
}

TEST(CamouflageFile, BelongsToItsCatalogue) {
  const auto made = camouflaged({3, 4, 5, 6}, number(0, 12), {}, 1);
  Catalogue other = made.catalogue;
  other.tables[0].columns[value_column].decimals = 1;
  EXPECT_TRUE(complaint([&] {
                Camouflage(made.folder->file("camouflage"), made.folder->file("key"), other);
              }).ends_with("was created for another catalogue"));
}

// Only a holder of the key can write the content; sizes are checked against the bytes nevertheless.
TEST(CamouflageFile, RefusesWrongSizes) {
  const Catalogue catalogue = camouflage_catalogue(2, number(0, 12));
  CamouflageVectors vectors{3, {{2, {{value_column, {{1, 2}, {3, 4}, {5, 6}}}}}}};
  const std::string good = vectors_text(vectors, catalogue);
  EXPECT_EQ(parse_vectors(good, catalogue, "x").tables[0].columns.at(value_column)[2][1], 6);
  for (std::size_t length = 0; length < good.size(); ++length) {
    EXPECT_NE(complaint([&] { parse_vectors(good.substr(0, length), catalogue, "x"); }), "no error");
  }
  EXPECT_NE(complaint([&] { parse_vectors(good + "x", catalogue, "x"); }), "no error");
  for (std::size_t number = 32; number + 8 <= good.size() - 48; number += 8) {
    for (const char byte : {'\x7f', '\xff'}) {
      std::string bad = good;
      bad[number + 7] = byte;
      EXPECT_NE(complaint([&] { parse_vectors(bad, catalogue, "x"); }), "no error") << number;
    }
  }
  vectors.tables[0].columns[value_column][0][0] = 27;  // two domains and two units from 0
  EXPECT_NE(complaint([&] { parse_vectors(vectors_text(vectors, catalogue), catalogue, "x"); }), "no error");
}

}  // namespace
}  // namespace sfumato::queries
