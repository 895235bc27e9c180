// What top-coding and bottom-coding have in common: values beyond a limit become the limit or another value,
// column by column, or outlying records are moved onto an ellipsoid around the mean.
#pragma once

#include <optional>

#include "core/method.hpp"
#include "masking/block_work.hpp"

namespace sfumato::masking {

enum class Tail { upper, lower };

// What values beyond the limit become.
enum class TailValue { limit, mean, median };

struct Coding {
  Tail tail = Tail::upper;
  std::optional<double> at;
  double quantile = 0.0;
  bool multivariate = false;
  std::string category = {};  // the limit of ordinal columns; empty: the quantile
  ColumnTexts limit = {};     // of single columns, numbers or categories
  TailValue replacement = TailValue::limit;
  std::optional<double> constant = {};  // overrides `replacement`
};

template <class T>
void coding_params(ParamList<T>& list, Dial dial) {
  list.number("at", &T::at)
      .range(-1e150, 1e150)
      .doc("The limit itself, for every column; overrides `quantile`.");
  list.number("quantile", &T::quantile)
      .range(0.0, 1.0)
      .doc("The limit as a quantile of each column's values.")
      .dial(dial);
  list.text("category", &T::category)
      .doc("The limit of ordinal columns, one of their categories; overrides `quantile`.");
  list.pairs("limit", &T::limit)
      .doc("The limit of a column, COLUMN=LIMIT, a number or a category; overrides the others.");
  list.choice("replacement", &T::replacement,
              {{"limit", TailValue::limit}, {"mean", TailValue::mean}, {"median", TailValue::median}})
      .doc("What numbers beyond the limit become: the limit, or the mean or median of all of them.");
  list.number("constant", &T::constant)
      .range(-1e150, 1e150)
      .doc("A number that takes the place of all beyond the limit; overrides `replacement`.");
  list.flag("multivariate", &T::multivariate)
      .doc("Move whole records onto a quantile of their Mahalanobis distances instead.");
}

// Details: "coded" (cells, or records) and "limits" per column, numbers or categories (null without a value),
// or with multivariate "limit", the distance; "replacements" per column where it is not the limit. A mean or
// median of one or two numbers is an error, since it would disclose them.
Masked coded(const Table& original, const ColumnSet& columns, const Coding& coding, const Run& run);

// The coding of one column, with the limit that is given for it.
Coding own_coding(Coding coding, const ColumnInfo& info, const Column& column);

// The code of the category that is named as the limit; none where a quantile is wanted. Errors: a category
// that the column does not have, a number as the limit of categories.
std::optional<std::int32_t> named_limit(const std::vector<std::string>& labels, const ColumnInfo& info,
                                        const Coding& coding);

// The numbers as a column of the type of dates or moments that they come from; other numbers as they are.
Column coded_values(const Column& original, Numbers values);

// Why coding needs all records at once, and the same coding of records that come in blocks.
std::string coding_hindrance(const Table& outline, const Coding& coding);
std::unique_ptr<BlockWork> coding_work(const Table& outline, const ColumnSet& columns, const Coding& coding,
                                       const Run& run);

}  // namespace sfumato::masking
