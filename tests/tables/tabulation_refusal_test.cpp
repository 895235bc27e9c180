// Input that cannot be tabulated, and its errors.
#include <gtest/gtest.h>

#include "core/data_values.hpp"
#include "tables/tabulation_records.hpp"

namespace sfumato::tables {
namespace {

TEST(TabulationRefusal, RefusesSumsThatDoNotFit) {
  const std::int64_t large = std::numeric_limits<std::int64_t>::max() / 2;
  const Table records =
      RecordsBuilder().text("town", {"A", "A", "A", "B"}).integers("x", {large, large, large, 1}).table();
  Specification specification;
  specification.tables = {{"town"}};
  specification.sums = {"x"};
  const Error error = complaint_of(records, specification);
  EXPECT_EQ(error.code, ErrorCode::bad_input);
  EXPECT_EQ(error.message, "the sum in the cell town=Total has more than 18 digits");
}

TEST(TabulationRefusal, RefusesNumbersThatDoNotFitTheirColumn) {
  const Table records = RecordsBuilder().text("town", {"A", "B"}).numbers("x", {1e15, 1e-8}).table();
  Specification specification;
  specification.tables = {{"town"}};
  specification.sums = {"x"};
  EXPECT_EQ(complaint_of(records, specification).message,
            "column 'x', row 1: '1000000000000000' does not fit 18 digits with the decimals of the column");
  specification.decimals = 2;
  const Tabulated result = tabulate(records, specification, sfumato::Run());
  EXPECT_EQ(value(result.table, {"Total"}), "1000000000000000");
}

// A weight of a third has 16 decimals: exact products soon have more digits than fit, rounded ones do not.
TEST(TabulationRefusal, AsksForRoundingWhereWeightsHaveManyDigits) {
  const Table records = RecordsBuilder()
                            .text("town", {"A", "A", "B"})
                            .numbers("x", {1000.55, 2, 3})
                            .numbers("w", {1.0 / 3, 123456.0 / 7, 1})
                            .table();
  Specification specification;
  specification.tables = {{"town"}};
  specification.sums = {"x"};
  specification.weight = "w";
  const Error error = complaint_of(records, specification);
  EXPECT_EQ(error.message,
            "column 'w', row 2: '17636.571428571428' does not fit 18 digits with the decimals of the column");
  EXPECT_NE(error.hint.find("fewer decimals"), std::string::npos);
  EXPECT_EQ(complaint_of(records.taking_rows(std::vector<std::size_t>{0, 2}), specification).message,
            "the sum in the cell town=Total has more than 18 digits");
  specification.decimals = 2;
  specification.counts = true;
  const Tabulated result = tabulate(records, specification, sfumato::Run());
  check_table(result.table);
  EXPECT_EQ(value(result.table, {"A"}), "35606.66");    // 333.52 + 35273.14
  EXPECT_EQ(value(result.table, {"A"}, 1), "17636.9");  // 0.33 + 17636.57
}

TEST(TabulationRefusal, RefusesATreeWhoseParentsComeLater) {
  Specification specification;
  specification.dimensions = {{"town", "Total", {{{{"A", 1}, {"N", {}}}, "bad.hrc"}}, {}}};
  specification.tables = {{"town"}};
  EXPECT_EQ(complaint_of(RecordsBuilder().text("town", {"A"}).table(), specification).message,
            "bad.hrc: 'A' comes before its parent");
}

TEST(TabulationRefusal, NamesRowAndFileOfAnUnknownCode) {
  const Table records = RecordsBuilder().text("town", {"A", "Z"}).table();
  Specification specification;
  specification.dimensions = {{"town", "Total", {north_and_south()}, {}}};
  specification.tables = {{"town"}};
  EXPECT_EQ(complaint_of(records, specification).message,
            "column 'town', row 2: 'Z' is not a code of town.hrc");
  EXPECT_EQ(complaint_of(RecordsBuilder().text("town", {"A", "N"}).table(), specification).message,
            "column 'town', row 2: 'N' is divided further in town.hrc: not a finest code");
}

TEST(TabulationRefusal, RefusesWhatItCannotUse) {
  const Table records = RecordsBuilder()
                            .text("town", {"A", "B"})
                            .numbers("share", {0.5, 1})
                            .numbers("light", {1, gap})
                            .numbers("debt", {1, -1})
                            .table();
  Specification specification;
  specification.tables = {{"share"}};
  Error error = complaint_of(records, specification);
  EXPECT_EQ(with_values(error.message, DataValues::shown),
            "cannot cross column 'share': '0.5' in row 1 is not an integer");
  EXPECT_NE(error.hint.find("recode"), std::string::npos);
  specification.tables = {{"town"}};
  specification.sums = {"town"};
  EXPECT_EQ(complaint_of(records, specification).message,
            "column 'town' is not numeric, so it cannot be summed");
  specification.sums = {"share"};
  specification.weight = "light";
  EXPECT_EQ(complaint_of(records, specification).message, "the weight 'light' is missing in row 2");
  specification.weight = "debt";
  EXPECT_EQ(complaint_of(records, specification).message, "the weight 'debt' is negative in row 2: '-1'");
  specification.weight = std::nullopt;
  specification.cost_column = "debt";
  EXPECT_EQ(complaint_of(records, specification).message, "the cost 'debt' is negative in row 2");
  specification.cost_column = std::nullopt;
  specification.tables = {{"town", "town"}};
  EXPECT_EQ(complaint_of(records, specification).message, "a table crosses 'town' with itself");
  specification.tables = {};
  EXPECT_EQ(complaint_of(records, specification).message, "no table is specified");
  specification.tables = {{"town"}};
  specification.kept = 1001;
  EXPECT_EQ(complaint_of(records, specification).message,
            "at most 1000 contributions of a cell can be kept, not 1001");
  specification.kept = 10;
  specification.dimensions = {{"share", "Total", {}, {}}};
  EXPECT_EQ(complaint_of(records, specification).message, "the dimension 'share' is not used in any table");
  specification.dimensions = {{"town", "A", {}, {}}};
  EXPECT_EQ(complaint_of(records, specification).message,
            "'A' is a code of 'town' and the name of its total");
}

TEST(TabulationRefusal, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const sfumato::Run run({.seed = 1, .threads = 2, .stop = source.get_token()});
  EXPECT_EQ(complaint([&] { tabulate(firms(), turnover_by_town_and_sex(), run); }).code,
            ErrorCode::interrupted);
}

}  // namespace
}  // namespace sfumato::tables
