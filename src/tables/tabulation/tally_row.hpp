// The tallies of some records of one cell, and of one holding where there are some, as one text: whole
// numbers with the decimals that they have, so that rows of different parts are added exactly.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tables/tabulation/exact_column.hpp"
#include "tables/tabulation/record_amounts.hpp"
#include "tables/tabulation/specification.hpp"

namespace sfumato::tables {

// The columns of amounts, each once, in the order of a row's decimals, the weight last; and which of them a
// response adds up.
struct TallyPlan {
  struct Response {
    std::optional<std::size_t> value, contribution;  // without: 1 each
    std::optional<std::size_t> required;
    std::size_t kept = 0;  // contributions
  };
  std::vector<std::string> columns;
  std::optional<std::size_t> weight, cost;
  std::vector<Response> responses;  // sums, means, a count for each mean, a count of records
  std::optional<int> most_decimals;
  bool keys = false;  // records have keys

  // Decimals of a product with the weight, where columns have these.
  int decimals(std::optional<std::size_t> column, const std::vector<int>& of_columns) const;
};
TallyPlan tally_plan(const Specification& specification);

struct KeptTally {
  std::int64_t amount = 0, weight = 1, row = 0;
  std::int64_t magnitude() const { return amount < 0 ? -amount : amount; }
  bool before(const KeptTally& other) const {
    return magnitude() != other.magnitude() ? magnitude() > other.magnitude() : row < other.row;
  }
};

struct ResponseTally {
  std::int64_t frequency = 0;
  Wide sum = 0, contribution = 0, total = 0, weights = 0, cost = 0, key = 0;
  std::array<Wide, 2> requests = {};
  std::vector<KeptTally> kept;  // sorted
};

struct TallyRow {
  std::int64_t first = 0;    // the first of its records
  std::int64_t records = 0;  // those that a response leaves out, too
  std::uint8_t asked = 0;    // the lowest request code
  std::vector<int> decimals;
  int key_decimals = 0;                   // of keys that are decimals
  std::vector<AmountFacts::Facts> facts;  // of the whole part, on one row of it; empty on others
  std::size_t changed_weights = 0;
  std::vector<ResponseTally> responses;

  std::string text() const;
  static TallyRow parse(std::string_view text, const TallyPlan& plan);
  // Adds another row of the same cell and holding.
  void add(TallyRow other, const TallyPlan& plan);
  // The same amounts with more decimals.
  void rescale(const std::vector<int>& wanted, int wanted_of_keys, const TallyPlan& plan);
};

}  // namespace sfumato::tables
