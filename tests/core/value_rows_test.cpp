// Rows of the values that a message names.
#include "core/value_rows.hpp"

#include <gtest/gtest.h>

namespace sfumato {
namespace {

TEST(ValueRows, AreTheFirstOfEachValue) {
  const Column column = Codes{{0, -1, 1, 1, 2}, {"a", "b", "c"}};
  EXPECT_EQ(with_values(with_rows(data_values({"c", "b"}) + " are wrong", column), DataValues::hidden),
            "2 values (rows 3 and 5) are wrong");
  EXPECT_EQ(with_values(with_rows(data_value("c") + " is wrong", column), DataValues::shown),
            "'c' (row 5) is wrong");
}

TEST(ValueRows, AValueThatIsNotThereHasNone) {
  EXPECT_EQ(with_values(with_rows(data_value("z"), Integers{{1, 2}, {}}), DataValues::shown), "'z'");
  EXPECT_EQ(with_rows("no values", Integers{{1, 2}, {}}), "no values");
}

TEST(ValueRows, AnErrorGetsThem) {
  try {
    with_rows_of(Integers{{7, 8}, {}},
                 []() -> int { bad_input(data_value("8") + " is wrong", "correct it"); });
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(with_values(error.message, DataValues::hidden), "a value (row 2) is wrong");
    EXPECT_EQ(error.hint, "correct it");
  }
}

}  // namespace
}  // namespace sfumato
