// Matrices of single columns are converted to the form of a given one, so that both are checked in the same
// way.
#include "stats/categories/published_matrices.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "stats/categories/given_matrix.hpp"

namespace sfumato::stats {
namespace {

const std::vector<std::string> long_header{"column", "from", "to", "share"};

std::size_t place_of(std::vector<std::string>& categories, const std::string& category) {
  const auto found = std::find(categories.begin(), categories.end(), category);
  if (found != categories.end()) return static_cast<std::size_t>(found - categories.begin());
  categories.push_back(category);
  return categories.size() - 1;
}

CategoryMatrix squared(const GivenMatrix& given) {
  CategoryMatrix result{given.from, {}};
  std::vector<std::size_t> to;
  for (const std::string& category : given.to) to.push_back(place_of(result.categories, category));
  const std::size_t size = result.categories.size();
  result.shares = Matrix(size, size);
  for (std::size_t i = 0; i < given.from.size(); ++i) {
    for (std::size_t j = 0; j < to.size(); ++j) result.shares(i, to[j]) = given.shares(i, j);
  }
  for (std::size_t i = given.from.size(); i < size; ++i) result.shares(i, i) = 1.0;
  return result;
}

// The rows of one column in the form of a given matrix.
struct LongRows {
  std::vector<std::string> from, to;
  std::map<std::pair<std::size_t, std::size_t>, double> shares;

  void add(const std::string& before, const std::string& after, double share) {
    const std::pair place{place_of(from, before), place_of(to, after)};
    if (!shares.emplace(place, share).second) {
      bad_input("the matrix has two shares from '" + before + "' to '" + after + "'", "keep one of the two");
    }
  }

  GivenMatrix matrix() const {
    Matrix all(from.size(), to.size());
    for (const auto& [place, share] : shares) all(place.first, place.second) = share;
    return given_matrix(from, to, std::move(all));
  }
};

std::map<std::string, CategoryMatrix> by_column(const Table& table) {
  if (table.column(3).is_text()) {
    bad_input("column 'share' of the matrices holds text", "every cell must be a share from 0 to 1");
  }
  const std::vector<double> shares = table.column(3).to_numbers();
  std::map<std::string, LongRows> rows;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (ColumnId id = 0; id < 3; ++id) {
      if (!table.column(id).missing(row)) continue;
      bad_input("row " + std::to_string(row + 1) + " of the matrices has no '" + long_header[id] + "'",
                "every row names a column and two categories");
    }
    rows[table.column(0).text(row)].add(table.column(1).text(row), table.column(2).text(row), shares[row]);
  }
  std::map<std::string, CategoryMatrix> result;
  for (const auto& [column, found] : rows) {
    try {
      result.emplace(column, squared(found.matrix()));
    } catch (const Error& failure) {
      throw failure.at("of column '" + column + "'");
    }
  }
  return result;
}

std::vector<std::string> unknown_to(const CategoryMatrix& matrix, const std::vector<std::string>& observed) {
  const std::set<std::string> known(matrix.categories.begin(), matrix.categories.end());
  std::vector<std::string> unknown;
  for (const std::string& category : observed) {
    if (!known.contains(category)) unknown.push_back(category);
  }
  return unknown;
}

// Rows of a table with a matrix for each column, as they are found in a document.
class RevealedRows {
 public:
  explicit RevealedRows(std::string source) : source_(std::move(source)) {}

  void add(const Value& columns) {
    if (!columns.is_object()) return;
    for (const auto& [column, found] : columns.as_object()) {
      const Value* categories = found.find("categories");
      const Value* matrix = found.find("matrix");
      if (categories == nullptr || matrix == nullptr) continue;
      if (!seen_.insert(column).second) {
        bad_input(source_ + " has two matrices for column '" + column + "'",
                  "multiply them, and give the product as a file of its own");
      }
      add_column(column, *categories, *matrix);
    }
  }

  Table table() const {
    std::vector<ColumnInfo> schema(4);
    std::vector<Column> columns;
    for (ColumnId id = 0; id < 4; ++id) schema[id].name = long_header[id];
    for (ColumnId id = 0; id < 3; ++id) {
      schema[id].kind = Kind::nominal;
      columns.emplace_back(coded(texts_[id]));
    }
    columns.emplace_back(shares_);
    return {schema, columns};
  }
  bool empty() const { return shares_.empty(); }

 private:
  [[noreturn]] void refuse(const std::string& column) const {
    bad_input(source_ + " has no square matrix over the categories of column '" + column + "'",
              "give the file that ‹reveal› of a release by pram has written");
  }

  void add_column(const std::string& column, const Value& categories, const Value& matrix) {
    if (!categories.is_array() || !matrix.is_array()) refuse(column);
    const Value::Array& names = categories.as_array();
    if (matrix.as_array().size() != names.size()) refuse(column);
    for (std::size_t i = 0; i < names.size(); ++i) {
      const Value& row = matrix.as_array()[i];
      if (!row.is_array() || row.as_array().size() != names.size()) refuse(column);
      for (std::size_t j = 0; j < names.size(); ++j) {
        if (!row.as_array()[j].is_number()) refuse(column);
        texts_[0].push_back(column);
        texts_[1].push_back(to_text(names[i]));
        texts_[2].push_back(to_text(names[j]));
        shares_.push_back(row.as_array()[j].as_number());
      }
    }
  }

  static Codes coded(const std::vector<std::string>& texts) {
    Codes result;
    std::map<std::string, std::int32_t> number;
    for (const std::string& text : texts) {
      const auto [entry, fresh] = number.emplace(text, static_cast<std::int32_t>(number.size()));
      if (fresh) result.labels.push_back(text);
      result.codes.push_back(entry->second);
    }
    return result;
  }

  std::string source_;
  std::set<std::string> seen_;
  std::array<std::vector<std::string>, 3> texts_;
  Numbers shares_;
};

}  // namespace

Table revealed_matrices(const Value& document, const std::string& source) {
  RevealedRows rows(source);
  if (const Value* columns = document.find("columns")) rows.add(*columns);
  if (const Value* steps = document.find("steps"); steps != nullptr && steps->is_array()) {
    for (const Value& step : steps->as_array()) {
      if (const Value* columns = step.find("columns")) rows.add(*columns);
    }
  }
  if (rows.empty()) {
    bad_input(source + " reveals no matrix",
              document.find("by_stratum") != nullptr
                  ? "every stratum has a matrix of its own: measure the strata one by one"
                  : "give the file that ‹reveal› of a release by pram has written");
  }
  return rows.table();
}

PublishedMatrices::PublishedMatrices(const Table& table) {
  if (table.names() == long_header) {
    of_column_ = by_column(table);
  } else {
    for_all_ = squared(given_matrix(table));
  }
}

std::optional<CategoryMatrix> PublishedMatrices::of(const std::string& column,
                                                    const std::vector<std::string>& observed) const {
  const auto own = of_column_.find(column);
  if (own == of_column_.end() && !for_all_) return std::nullopt;
  const CategoryMatrix& matrix = own == of_column_.end() ? *for_all_ : own->second;
  const std::vector<std::string> unknown = unknown_to(matrix, observed);
  if (own == of_column_.end() && unknown.size() == observed.size()) return std::nullopt;
  if (!unknown.empty()) {
    bad_input("column '" + column + "' holds " + data_values(unknown) + ", which the matrix does not have",
              "give the matrix that this file was released with");
  }
  return matrix;
}

}  // namespace sfumato::stats
