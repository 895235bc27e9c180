// Eleven shops of two towns, and the table commands run on them.
#pragma once

#include <gtest/gtest.h>

#include "support/program.hpp"
#include "support/temporary_folder.hpp"

namespace sfumato::testing {

// The turnover of
//          baker  smith  Total
//   A         53     63    116
//   B         33     90    123
//   Total     86    153    239
// where one of the two bakers of A has 50 of 53: with p = 15 % it must be uncertain by 7.5 on both sides.
class ShopsTest : public ::testing::Test {
 protected:
  ShopsTest() {
    folder_.write(
        "shops.csv",
        "town,trade,turnover,group\n"
        "A,baker,50,g1\nA,baker,3,g2\nA,smith,20,g3\nA,smith,21,g4\nA,smith,22,g5\n"
        "B,baker,10,g1\nB,baker,11,g6\nB,baker,12,g7\nB,smith,30,g8\nB,smith,31,g9\nB,smith,29,g10\n");
  }
  Outcome table(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "table");
    return run_in(folder_.path(), arguments);
  }

  TemporaryFolder folder_;
};

}  // namespace sfumato::testing
