// A small table under query restriction, and questions about any set of its records.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "core/rng.hpp"
#include "queries/ledger_support.hpp"
#include "queries/restriction.hpp"
#include "queries/small_databases.hpp"

namespace sfumato::queries::testing {

// Columns: id (public, a number for each cell), half (public, 'c0' or 'c1'), pay and debt (confidential, −100
// to 100).
inline constexpr std::size_t id_column = 0, half_column = 1, pay_column = 2, debt_column = 3;

struct Staff {
  Catalogue catalogue;
  DataTable data;

  // Record i has the number ids[i].
  explicit Staff(const std::vector<std::int64_t>& ids) {
    std::vector<CatalogueColumn> columns = {number(0, 1'000'000), category(2), number(-100, 100),
                                            number(-100, 100)};
    const char* names[] = {"id", "half", "pay", "debt"};
    const Role roles[] = {Role::quasi_identifier, Role::quasi_identifier, Role::confidential,
                          Role::confidential};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      columns[i].name = names[i];
      columns[i].role = roles[i];
    }
    catalogue = testing::catalogue(columns);
    std::vector<Row> rows;
    for (const std::int64_t id : ids) rows.push_back({id, id % 2, (id * 37) % 101, (id * 53) % 101});
    data = testing::data(rows, 4);
  }
  static Staff of(std::size_t count) {
    std::vector<std::int64_t> ids(count);
    std::iota(ids.begin(), ids.end(), 0);
    return Staff(ids);
  }

  // Confidential columns are empty, so that no decision can depend on them.
  Records records() const {
    return [this](std::size_t, const std::vector<std::size_t>& columns) {
      DataTable chosen{data.rows, std::vector<DataColumn>(data.columns.size())};
      for (const std::size_t column : columns) {
        EXPECT_LT(column, pay_column);
        chosen.columns[column] = data.columns[column];
      }
      return std::make_shared<const DataTable>(std::move(chosen));
    };
  }
};

inline Condition ids(const std::vector<std::int64_t>& wanted) {
  std::vector<Range> ranges;
  for (const std::int64_t id : wanted) ranges.push_back({id, id});
  return leaf(id_column, ranges);
}

inline Query about(Aggregate aggregate, const std::vector<std::int64_t>& wanted,
                   std::size_t column = pay_column) {
  return query(aggregate, column, ids(wanted));
}

// One database under restriction, in memory, that can be opened again.
class Guarded {
 public:
  Guarded(const Staff& staff, const RestrictionTerms& terms) : staff_(staff) {
    Restriction::create(path(), terms);
    open();
  }
  void open() {
    restriction_.reset();
    restriction_ = std::make_unique<Restriction>(path(), staff_.catalogue, staff_.records());
  }
  void close() { restriction_.reset(); }
  std::string path() const { return folder_.file("decisions.sqlite"); }
  DecisionHistory history() const { return DecisionHistory(path()); }
  Restriction& operator*() { return *restriction_; }
  Restriction* operator->() { return restriction_.get(); }
  Refusal ask(const Query& asked, const std::string& user = "u") {
    return restriction_->decide(user, asked).refusal;
  }

 private:
  const Staff& staff_;
  MemoryFolder folder_;
  std::unique_ptr<Restriction> restriction_;
};

inline std::vector<std::int64_t> random_ids(Rng& rng, std::int64_t count) {
  std::vector<std::int64_t> chosen;
  const std::uint64_t dense = 1 + rng.bits() % 3;
  for (std::int64_t id = 0; id < count; ++id)
    if (rng.bits() % 4 < dense) chosen.push_back(id);
  return chosen;
}

}  // namespace sfumato::queries::testing
