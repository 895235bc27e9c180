// What top-coding and bottom-coding have in common: values beyond a limit become the limit, column by
// column, or outlying records are moved onto an ellipsoid around the mean.
#pragma once

#include <optional>

#include "core/method.hpp"

namespace sfumato::masking {

enum class Tail { upper, lower };

struct Coding {
  Tail tail = Tail::upper;
  std::optional<double> at;
  double quantile = 0.0;
  bool multivariate = false;
  std::string category = {};  // the limit of ordinal columns; empty: the quantile
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
  list.flag("multivariate", &T::multivariate)
      .doc("Move whole records onto a quantile of their Mahalanobis distances instead.");
}

// Details: "coded" (cells, or records) and "limits" per column, numbers or categories (null without a value),
// or with multivariate "limit", the distance.
Masked coded(const Table& original, const ColumnSet& columns, const Coding& coding, const Run& run);

}  // namespace sfumato::masking
