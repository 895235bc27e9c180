// Columns of the holdout are found by name; it need not have them in the same order.
#include "risk/synthetic_tables.hpp"

#include <cmath>

#include "core/error.hpp"
#include "core/text_list.hpp"
#include "risk/key_columns.hpp"
#include "stats/categories/joint_codes.hpp"
#include "stats/samples/record_sample.hpp"

namespace sfumato::risk {
namespace {

void check_holdout(const Table& original, const Table& holdout, const std::vector<std::string>& names) {
  std::vector<std::string> lacking;
  for (const std::string& name : names) {
    const std::optional<ColumnId> found = holdout.find(name);
    if (!found) {
      lacking.push_back(name);
      continue;
    }
    const ColumnId own = original.require(name);
    const bool number = original.info(own).kind == Kind::numeric && !original.column(own).is_text();
    if (number && holdout.rows() > 0 && holdout.column(*found).is_text()) {
      bad_param("holdout", "column '" + name + "' has numbers in the original and text in the holdout",
                "give a holdout of the same columns, or leave the column out of ‹columns›");
    }
  }
  if (!lacking.empty()) {
    bad_param("holdout", "the holdout has no column " + quoted_names(lacking),
              "compare the columns that all files have, with ‹columns›");
  }
}

std::size_t incomplete_originals(const Table& original, const ColumnSet& columns) {
  std::size_t result = 0;
  for (std::size_t row = 0; row < original.rows(); ++row) {
    for (const ColumnId id : columns) {
      if (!original.column(id).missing(row)) continue;
      ++result;
      break;
    }
  }
  return result;
}

}  // namespace

std::vector<const Table*> SyntheticTables::all() const {
  std::vector<const Table*> result{&original, &synthetic};
  if (holdout != nullptr) result.push_back(holdout);
  return result;
}

SyntheticTables synthetic_tables(const Table& original, const Table& synthetic, const ColumnSet& columns,
                                 const std::string& holdout, const Run& run, Score& score) {
  SyntheticTables result{original, stats::named_as(original, synthetic), nullptr, original.names(columns)};
  score.details.set("records", original.rows()).set("synthetic_records", synthetic.rows());
  if (!holdout.empty()) {
    const Table& unseen = run.table(holdout);
    check_holdout(original, unseen, result.names);
    if (unseen.rows() > 0) result.holdout = &unseen;
    score.details.set("holdout_records", unseen.rows());
  }
  const std::size_t incomplete = incomplete_originals(original, columns);
  if (incomplete > 0) score.details.set("incomplete_records", incomplete);
  if (original.rows() == 0 || synthetic.rows() == 0) score.note = "there are no records";
  return result;
}

std::string holdout_needed() {
  return "needs records of the same population that were not used to make the synthetic file: name them with "
         "‹holdout›";
}

std::optional<KnownAndWanted> known_and_wanted(const Table& original, const ColumnSet& columns,
                                               const std::vector<std::string>& keys,
                                               const std::string& target, Score& score) {
  if (!score.note.empty()) return std::nullopt;
  const std::optional<ColumnId> wanted = sensitive_column(original, columns, target);
  if (!wanted) {
    score.note = "needs a column that an intruder wants to learn: name it with ‹target›";
    return std::nullopt;
  }
  KnownAndWanted result{original.names(key_columns(original, columns, keys, wanted)),
                        original.info(*wanted).name};
  score.details.set("keys", Value::array_of(result.known)).set("target", result.wanted);
  if (!result.known.empty()) return result;
  score.note = "needs a key beside the target '" + result.wanted + "'";
  return std::nullopt;
}

Value interval_value(double lower, double upper) {
  Value result = Value::object();
  result.set("lower", finite_value(lower)).set("upper", finite_value(upper));
  return result;
}

Value percent_interval(const stats::Interval& shares) {
  return interval_value(100.0 * shares.lower, 100.0 * shares.upper);
}

void set_reference(Score& score, double value, const std::string& of, const std::optional<Value>& interval) {
  Value reference = Value::object();
  reference.set("value", finite_value(value)).set("of", of);
  if (interval) reference.set("interval", *interval);
  score.details.set("reference", std::move(reference));
}

Value finite_value(double number) { return std::isfinite(number) ? Value(number) : Value(); }

std::vector<std::size_t> drawn_rows(std::size_t of, std::size_t size, const char* stream, const Run& run) {
  return stats::drawn_records(of, size, run.rng(stream)).rows;
}

}  // namespace sfumato::risk
