// Blocks of near records: how pieces of an order become blocks, by hand, and bad input.
#include "masking/blocks_work.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "masking/registry.hpp"

namespace sfumato::masking {
namespace {

// mdav with k = 3, so that a block has at least 6 records.
BlocksWork work_of_blocks(std::size_t block_rows = 10) {
  ColumnInfo info;
  info.name = "x";
  const Table outline({info}, {Numbers{}});
  return {outline, {&method("mdav"), {{"k", 3}}, {0}, std::nullopt, false}, block_rows, Run({.seed = 1})};
}

std::vector<std::string> blocks_of(const Value& pieces) {
  BlocksWork work = work_of_blocks();
  SupplyRequest request;
  request.wanted.set("pieces", pieces);
  const Table made = work.supplied(0, request).values;
  std::vector<std::string> texts;
  for (std::size_t row = 0; row < made.rows(); ++row) {
    texts.push_back(made.column(made.require(BlocksWork::block_name)).text(row));
  }
  return texts;
}

using Texts = std::vector<std::string>;

TEST(BlocksWork, JoinsPiecesUntilEachBlockHasTwiceK) {
  EXPECT_EQ(blocks_of(Value(Value::Array{10, 10, 9})), (Texts{"0", "1", "2"}));
  EXPECT_EQ(blocks_of(Value(Value::Array{10, 5, 1, 10})), (Texts{"0", "1", "1", "2"}));
  // Empty pieces, where many records are equal, and a last block that is too small by itself.
  EXPECT_EQ(blocks_of(Value(Value::Array{0, 12, 0, 0, 7, 5})), (Texts{"0", "0", "1", "1", "1", "1"}));
  EXPECT_EQ(blocks_of(Value(Value::Array{10, 3})), (Texts{"0", "0"}));
  EXPECT_EQ(blocks_of(Value(Value::Array{4})), (Texts{"0"}));
  EXPECT_EQ(blocks_of(Value::array()), Texts{});
}

TEST(BlocksWork, RefusesPiecesThatAreNotCounts) {
  EXPECT_THROW(blocks_of(Value("10")), Error);
  EXPECT_THROW(blocks_of(Value(Value::Array{-1})), Error);
}

TEST(BlocksWork, RefusesBlocksThatAreTooSmall) { EXPECT_THROW(work_of_blocks(5), Error); }

}  // namespace
}  // namespace sfumato::masking
