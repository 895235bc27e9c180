// Ptables: as files, their bad input, and made ones against their specification.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/rng.hpp"
#include "tables/perturbation/ptable.hpp"
#include "tables/tabulation/record_keys.hpp"
#include "tabulation_records.hpp"

namespace sfumato::tables {
namespace {

Ptable parsed(const std::string& text) { return parse_ptable(text, "p.csv"); }
std::string said(const std::string& text) {
  return complaint([&] { parsed(text); }).message;
}

std::uint64_t at(std::int64_t units, std::int64_t of) { return key_of_share(units, of); }

// As the R package writes it for tau-Argus: semicolons, blanks before numbers, eight digits.
const std::string from_r =
    "i;j;p;v;p_int_ub\n"
    "0; 0;1.00000000; 0;1.00000000\n"
    "1; 0;0.60000000;-1;0.60000000\n"
    "1; 2;0.30000000; 1;0.90000000\n"
    "1; 3;0.10000000; 2;1.00000000\n"
    "2; 1;0.25000000;-1;0.25000000\n"
    "2; 2;0.50000000; 0;0.75000000\n"
    "2; 3;0.25000000; 1;1.00000000\n";

TEST(Ptable, ReadsWhatRWrites) {
  const Ptable ptable = parsed(from_r);
  ASSERT_EQ(ptable.steps.size(), 3U);
  EXPECT_EQ(ptable.noise(0, 12345), 0);
  EXPECT_EQ(ptable.noise(1, 0), -1);
  EXPECT_EQ(ptable.noise(1, at(6, 10) - 1), -1);
  EXPECT_EQ(ptable.noise(1, at(6, 10)), 1);
  EXPECT_EQ(ptable.noise(1, at(9, 10)), 2);
  EXPECT_EQ(ptable.noise(1, ~std::uint64_t{0}), 2);
  EXPECT_EQ(ptable.noise(2, at(1, 4)), 0);
  EXPECT_EQ(ptable.noise(1'000'000'000, at(3, 4)), 1);  // the last count is used for all larger ones
  EXPECT_EQ(ptable.largest_noise(), 2);
  EXPECT_FALSE(ptable.changes_zero());
  EXPECT_NEAR(ptable.probability(1, 1), 0.3, 1e-15);
  EXPECT_NEAR(ptable.mean(1), -0.1, 1e-15);
  EXPECT_NEAR(ptable.variance(2), 0.5, 1e-15);
  EXPECT_DOUBLE_EQ(ptable.probability(0, 0), 1.0);
  ASSERT_EQ(ptable.notes.size(), 1U);
  EXPECT_EQ(
      ptable.notes[0],
      "the noise of the ptable is not 0 on average for counts of 1: sums of many perturbed cells are biased");
}

TEST(Ptable, FormsOfFilesAgree) {
  const Ptable wanted = parsed(from_r);
  // The simple form, keys assigned in the order of the lines.
  EXPECT_EQ(parsed("i,v,p\n1,-1,.6\n1,1,.3\n1,2,.1\n2,-1,.25\n2,0,.5\n2,1,.25\n").steps, wanted.steps);
  // A decimal comma, quotes, capitals, columns and lines in another order.
  EXPECT_EQ(
      parsed("\xEF\xBB\xBF\"V\";\"I\";\"P_INT_UB\";\"P_INT_LB\"\r\n1;1;0,9;0,6\r\n-1;1;0,6;0\r\n2;1;1;0,9\r\n"
             "\r\n-1;2;0,25;0\r\n0;2;0,75;0,25\r\n1;2;1;0,75\r\n")
          .steps,
      wanted.steps);
  // j instead of v, tabs, and a type.
  EXPECT_EQ(parsed("i\tj\tp\ttype\n1\t0\t6e-1\tall\n1\t2\t0.3\tall\n1\t3\t0.1\tall\n2\t1\t0.25\tall\n"
                   "2\t2\t0.5\tall\n2\t3\t0.25\tall\n")
                .steps,
            wanted.steps);
}

// Rounded probabilities of a file need not add up to 1 to the last digit.
TEST(Ptable, TakesRoundedShares) {
  const Ptable thirds = parsed("i;v;p\n1;-1;0.33333333\n1;0;0.33333333\n1;1;0.33333333\n");
  EXPECT_EQ(thirds.noise(1, ~std::uint64_t{0}), 1);
  EXPECT_TRUE(thirds.notes.empty());
  const Ptable more = parsed("i;v;p\n1;-1;0.3333334\n1;0;0.3333334\n1;1;0.3333334\n");
  EXPECT_EQ(more.noise(1, ~std::uint64_t{0}), 1);
  EXPECT_EQ(parsed("i;v;p\n1;-1;0\n1;0;1\n1;1;0.0000001\n").steps[1].size(), 1U);
}

TEST(Ptable, ANoiseMayHaveSeveralRangesOfKeys) {
  const Ptable ptable =
      parsed("i;v;p;p_int_lb;p_int_ub\n1;0;0.5;0;0.25\n1;1;0.5;0.25;0.75\n1;0;0.5;0.75;1\n");
  EXPECT_EQ(ptable.steps[1].size(), 3U);
  EXPECT_DOUBLE_EQ(ptable.probability(1, 0), 0.5);
  EXPECT_EQ(ptable.noise(1, ~std::uint64_t{0}), 0);
}

TEST(Ptable, RefusesWhatIsWrong) {
  EXPECT_EQ(said(""), "p.csv is empty");
  EXPECT_EQ(said("i;v;p\n"), "p.csv has a header, but no lines below it");
  EXPECT_EQ(said("i;v;q\n1;0;1\n"), "p.csv, line 1: unknown column 'q'");
  EXPECT_EQ(said("i;v;v;p\n1;0;0;1\n"), "p.csv, line 1: the column 'v' occurs twice");
  EXPECT_EQ(said("v;p\n0;1\n"), "p.csv, line 1: there is no column 'i'");
  EXPECT_EQ(said("i;p\n0;1\n"), "p.csv, line 1: there is no column 'v'");
  EXPECT_EQ(said("i;v\n0;1\n"), "p.csv, line 1: there is no column 'p'");
  EXPECT_EQ(said("i;v;p;p_int_lb\n0;0;1;0\n"), "p.csv, line 1: there is 'p_int_lb', but no 'p_int_ub'");
  EXPECT_EQ(said("i;v;p\n1;0\n"), "p.csv, line 2: there are 2 fields, but 3 columns");
  EXPECT_EQ(said("i;v;p\n1;0.5;1\n"), "p.csv, line 2: v is '0.5', which is not an integer");
  EXPECT_EQ(said("i;v;p\nx;0;1\n"), "p.csv, line 2: i is 'x', which is not an integer");
  EXPECT_EQ(said("i;v;p\n-1;2;1\n"), "p.csv, line 2: the count i is negative");
  EXPECT_EQ(said("i;v;p\n1;999999999999999;1\n"),
            "p.csv, line 2: v is '999999999999999', which is too large");
  EXPECT_EQ(said("i;v;p\n1;0;1.1\n"), "p.csv, line 2: p is '1.1', which is not between 0 and 1");
  EXPECT_EQ(said("i;v;p\n1;0;-0.1\n"), "p.csv, line 2: p is '-0.1', which is not between 0 and 1");
  EXPECT_EQ(said("i;v;p\n1;0;nan\n"), "p.csv, line 2: p is 'nan', which is not between 0 and 1");
  EXPECT_EQ(said("i;v;p\n1;0;0.5\n1;1;0.4\n"), "p.csv, line 3: the probabilities of i = 1 add up to 0.9");
  EXPECT_EQ(said("i;v;p\n1;0;0.5\n1;1;0.6\n"),
            "p.csv, line 3: the probabilities of i = 1 add up to 1.1 or more");
  EXPECT_EQ(said("i;v;p\n1;-2;0.5\n1;2;0.5\n"), "p.csv, line 2: the count 1 could become -1");
  EXPECT_EQ(said("i;v;p_int_ub\n1;-2;0.5\n1;2;1\n"), "p.csv, line 2: the count 1 could become -1");
  EXPECT_EQ(said("i;j;v;p\n1;2;0;1\n"), "p.csv, line 2: j is 2, but i + v is 1");
  EXPECT_EQ(said("i;v;p\n1;0;1\n3;0;1\n"), "p.csv has no line for i = 2, but one for i = 3");
  EXPECT_EQ(said("i;v;p\n2;0;1\n"), "p.csv has no line for i = 1, but one for i = 2");
  EXPECT_EQ(said("i;v;p\n999999999999;0;1\n"), "p.csv has no line for i = 1, but one for i = 999999999999");
  EXPECT_EQ(said("i;v;p;type\n1;0;1;even\n"), "p.csv, line 2: the type is 'even', not 'all'");
  EXPECT_EQ(said("i;v;p_int_lb;p_int_ub\n1;0;0;0.5\n1;1;0.6;1\n"),
            "p.csv, line 3: the keys of i = 1 from 0.6 to 1 do not follow those up to 0.5");
  EXPECT_EQ(said("i;v;p_int_lb;p_int_ub\n1;0;0;0.5\n1;1;0.4;1\n"),
            "p.csv, line 3: the keys of i = 1 from 0.4 to 1 do not follow those up to 0.5");
  EXPECT_EQ(said("i;v;p_int_ub\n1;0;0.5\n1;1;0.9\n"), "p.csv, line 3: the keys of i = 1 end at 0.9");
  EXPECT_EQ(said("i;v;p;p_int_ub\n1;0;0.4;0.5\n1;1;0.6;1\n"),
            "p.csv, line 2: the noise 0 of i = 1 has the probability 0.4, but 0.5 of the keys");
  EXPECT_NE(said("i;v;p\n1;\"0;1\n"), "no error");
  EXPECT_NE(said(std::string("i;v;p\n1;0;1\0\n", 13)), "no error");
  EXPECT_NE(said("i;v;p\n1;0;\xff\n"), "no error");
}

struct Wanted {
  double variance;
  std::int64_t largest, blocked;
};

TEST(MadePtable, KeepsItsGuarantees) {
  for (const Wanted& wanted :
       {Wanted{3, 5, 2}, Wanted{1, 3, 0}, Wanted{2, 5, 1}, Wanted{0.3, 2, 0}, Wanted{5, 8, 0},
        Wanted{20, 25, 3}, Wanted{2, 2, 0}, Wanted{0.001, 4, 0}, Wanted{60, 100, 0}}) {
    const Ptable ptable = make_ptable(wanted.variance, wanted.largest, wanted.blocked);
    EXPECT_FALSE(ptable.changes_zero());
    EXPECT_LE(ptable.largest_noise(), wanted.largest);
    for (std::size_t i = 1; i < ptable.steps.size(); ++i) {
      const std::int64_t count = static_cast<std::int64_t>(i);
      EXPECT_NEAR(ptable.mean(count), 0, 1e-9) << i;
      EXPECT_NEAR(ptable.variance(count), wanted.variance, 1e-8 * (1 + wanted.variance)) << i;
      for (const NoiseStep& step : ptable.steps[i]) {
        const std::int64_t becomes = count + step.noise;
        EXPECT_TRUE(becomes == 0 || becomes > wanted.blocked) << i << " becomes " << becomes;
      }
    }
    // The last count can have all of the noise, symmetric around 0.
    const std::int64_t last = static_cast<std::int64_t>(ptable.steps.size()) - 1;
    for (std::int64_t noise = 1; noise <= wanted.largest; ++noise) {
      EXPECT_NEAR(ptable.probability(last, noise), ptable.probability(last, -noise), 1e-9);
    }
    EXPECT_EQ(parse_ptable(ptable_text(ptable), "again.csv").steps, ptable.steps);
    EXPECT_TRUE(parse_ptable(ptable_text(ptable), "again.csv").notes.empty());
  }
}

// Of all distributions with these moments it has the largest entropy: every direction that keeps sum, mean
// and variance leads to a smaller one. Such a direction on four points is a third difference, (−1, 3, −3, 1)
// where the points are neighbours, and Lagrange's weights in general.
TEST(MadePtable, HasTheLargestEntropy) {
  const Ptable ptable = make_ptable(3, 5, 2);
  for (std::int64_t count = 1; count < static_cast<std::int64_t>(ptable.steps.size()); ++count) {
    std::vector<std::int64_t> noises;
    for (std::int64_t noise = -5; noise <= 5; ++noise) {
      if (ptable.probability(count, noise) > 1e-9) noises.push_back(noise);
    }
    ASSERT_GE(noises.size(), 4U) << count;
    for (std::size_t first = 0; first + 3 < noises.size(); ++first) {
      double slope = 0;
      for (std::size_t i = first; i < first + 4; ++i) {
        double weight = 1;
        for (std::size_t other = first; other < first + 4; ++other) {
          if (other != i) weight /= static_cast<double>(noises[i] - noises[other]);
        }
        slope += weight * std::log(ptable.probability(count, noises[i]));
      }
      EXPECT_NEAR(slope, 0, 1e-6) << count;
    }
  }
}

// D = 1: p(±1) = V/2 is the only distribution.
TEST(MadePtable, HandComputed) {
  const Ptable ptable = make_ptable(0.5, 1, 0);
  ASSERT_EQ(ptable.steps.size(), 2U);
  EXPECT_NEAR(ptable.probability(1, -1), 0.25, 1e-12);
  EXPECT_NEAR(ptable.probability(7, 0), 0.5, 1e-12);
  // A count of 1 with only noise −1 and 2: 2/3 and 1/3, of variance 2.
  EXPECT_NEAR(make_ptable(2, 2, 0).probability(1, -1), 2.0 / 3, 1e-12);
  // Blocked 1 and 2: a count of 1 becomes 0 or 3, which has variance 2 at least.
  EXPECT_NEAR(make_ptable(2, 5, 2).probability(1, 2), 1.0 / 3, 1e-12);
}

TEST(MadePtable, RefusesImpossibleSpecifications) {
  const auto refused = [](double variance, std::int64_t largest, std::int64_t blocked) {
    return complaint([&] { make_ptable(variance, largest, blocked); });
  };
  EXPECT_EQ(refused(6, 5, 0).message, "a count of 1 cannot have noise of variance 6");
  EXPECT_EQ(refused(6, 5, 0).hint,
            "with this largest noise and these blocked counts its variance is between 0 and 5");
  EXPECT_EQ(refused(1, 5, 2).message, "a count of 1 cannot have noise of variance 1");
  EXPECT_EQ(refused(1, 2, 5).message, "a count of 1 has no noise both above and below 0");
  EXPECT_NE(refused(0, 5, 0).message, "no error");
  EXPECT_NE(refused(std::nan(""), 5, 0).message, "no error");
  EXPECT_NE(refused(1, 0, 0).message, "no error");
  EXPECT_NE(refused(1, 5000, 0).message, "no error");
  EXPECT_NE(refused(1, 5, -1).message, "no error");
}

}  // namespace
}  // namespace sfumato::tables
