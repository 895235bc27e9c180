#include "jobs/column_hierarchy.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "core/hierarchy.hpp"
#include "core/value_rows.hpp"
#include "io/utf8.hpp"
#include "masking/hierarchy_builder.hpp"
#include "release/named_table.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/classes/unit_classes.hpp"
#include "stats/ranks/quantiles.hpp"

namespace sfumato::jobs {
namespace {

struct Proposal {
  Value specification;
  std::string reason;
};

// 1, 2 or 5 times a power of ten, at least `least`.
double round_width(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least) return factor * power;
  }
  return 10.0 * power;
}

// Widths of which at most 16 fit between the 5 % and the 95 % quantile, then twice as wide until one is left.
Proposal interval_proposal(const Column& column) {
  std::vector<double> sorted;
  for (const double number : column.to_numbers()) {
    if (std::isfinite(number)) sorted.push_back(number);
  }
  std::sort(sorted.begin(), sorted.end());
  const double low = sorted.empty() ? 0.0 : stats::quantile(sorted, 0.05);
  const double high = sorted.empty() ? 1.0 : stats::quantile(sorted, 0.95);
  const bool whole = column.get_if<Integers>() != nullptr;
  double width = high > low ? round_width((high - low) / 16.0) : 1.0;
  if (whole) width = std::max(width, 1.0);
  Value widths = Value::array();
  for (int level = 0; level < 4 && (level == 0 || width < (high - low)); ++level) {
    widths.push(width);
    width *= 2.0;
  }
  Value specification = Value::object();
  return {specification.set("kind", "intervals").set("origin", 0.0).set("widths", std::move(widths)),
          "numbers: intervals of round width, each level twice as wide"};
}

// Texts of one length that begin alike in groups are codes: postal codes, classifications.
bool are_codes(const std::vector<std::string>& leaves) {
  if (leaves.size() < 10 || leaves.front().size() < 3) return false;
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return std::all_of(leaves.begin(), leaves.end(), [&](const std::string& leaf) {
    return leaf.size() == leaves.front().size() && std::any_of(leaf.begin(), leaf.end(), digit) &&
           leaf.find(' ') == std::string::npos;
  });
}

// Groups of two, four, … neighbours; for categories without an order there is nothing better to propose than
// the groups that a person makes.
Proposal order_proposal(const std::vector<std::string>& leaves, bool ordered) {
  Value sizes = Value::array(), specification = Value::object();
  for (std::int64_t size = 2; static_cast<std::size_t>(size) < leaves.size() && size <= 64; size *= 2) {
    sizes.push(size);
  }
  if (sizes.as_array().empty()) sizes.push(std::int64_t{2});
  specification.set("kind", "order").set("sizes", std::move(sizes)).set("values", Value::array_of(leaves));
  return {specification, ordered
                             ? "ordered categories: neighbours together"
                             : "categories without an order: neighbours in the list together; make groups of "
                               "your own where these mean nothing"};
}

Proposal proposal_for(const ColumnInfo& info, const Column& column, const std::vector<std::string>& leaves) {
  Value specification = Value::object();
  if (column.is_calendar()) {
    const Timestamps* times = column.get_if<Timestamps>();
    return {specification.set("kind", "dates"), times != nullptr && times->form.time
                                                    ? "moments: days, months, quarters, years and decades"
                                                    : "dates: months, quarters, years and decades"};
  }
  if (!column.is_text() && info.kind == Kind::numeric) return interval_proposal(column);
  if (info.kind != Kind::ordinal && are_codes(leaves)) {
    return {specification.set("kind", "redaction").set("from", "right"),
            "codes of one length: digits are removed from the right"};
  }
  return order_proposal(leaves, info.kind == Kind::ordinal);
}

ColumnSet hierarchy_keys(const Table& table, const std::vector<std::string>& named, ColumnId column) {
  ColumnSet keys;
  for (const std::string& name : named) keys.push_back(table.require(name));
  for (ColumnId id = 0; named.empty() && id < table.column_count(); ++id) {
    if (table.info(id).role == Role::quasi_identifier) keys.push_back(id);
  }
  if (std::find(keys.begin(), keys.end(), column) == keys.end()) keys.push_back(column);
  return keys;
}

// The column with every value replaced by its ancestor.
Column at_level(const Column& column, const Hierarchy& tree, std::size_t level) {
  Codes result;
  std::map<std::string, std::int32_t> known;
  std::map<std::string, std::int32_t> by_leaf;
  for (std::size_t row = 0; row < column.size(); ++row) {
    if (column.missing(row)) {
      result.codes.push_back(Codes::missing);
      continue;
    }
    const std::string leaf = column.text(row);
    const auto [place, fresh] = by_leaf.try_emplace(leaf, 0);
    if (fresh) {
      const std::string& value = tree.at(leaf, level);
      const auto [code, first] = known.try_emplace(value, static_cast<std::int32_t>(known.size()));
      if (first) result.labels.push_back(value);
      place->second = code->second;
    }
    result.codes.push_back(place->second);
  }
  return result;
}

}  // namespace

JobInfo HierarchyRequest::info() {
  return {.name = "hierarchy",
          .title = "Hierarchy of a column",
          .summary = "Proposes or builds a hierarchy of a column, and counts unique records at each level.",
          .inputs = {{"original", "The data."}}};
}

void HierarchyRequest::params(ParamList<HierarchyRequest>& list) {
  list.text("column", &HierarchyRequest::column).required().doc("The column.");
  list.tree("specification", &HierarchyRequest::specification)
      .doc(
          "How the hierarchy is built: its kind (intervals, breaks, cuts, dates, ages, redaction, order, "
          "groups) "
          "with its members, as "
          "in a file of a hierarchy. Without it the hierarchy that the column has, or else a proposal.");
  list.columns("keys", &HierarchyRequest::keys)
      .doc(
          "Columns that an intruder knows; without it the declared quasi-identifiers. The column is always "
          "one.");
}

HierarchyResult column_hierarchy(const HierarchyRequest& request, const Run& run) {
  Table table = request.original.file.table;
  const ColumnId id = table.require(request.column);
  const ColumnInfo& info = table.info(id);
  HierarchyResult result;
  result.column = info.name;
  result.specification = request.specification;
  result.records = table.rows();
  const std::vector<std::string> leaves = masking::distinct_texts(table.column(id));
  if (leaves.empty()) bad_param("column", "column '" + io::shown(info.name) + "' has no values");
  Hierarchy tree;
  if (request.specification.is_null() && info.tree) {
    tree = *info.tree;
    result.specification = tree.specification();
    if (const std::string missing = masking::leaf_complaint(tree, table.column(id), info.name);
        !missing.empty()) {
      bad_param("column", missing, "add a row for each of them");
    }
  } else {
    if (request.specification.is_null()) {
      Proposal proposal = proposal_for(info, table.column(id), leaves);
      result.specification = std::move(proposal.specification);
      result.reason = std::move(proposal.reason);
    }
    tree = with_rows_of(table.column(id), [&] {
      return release::built_hierarchy(result.specification, table.column(id),
                                      "the hierarchy of '" + io::shown(info.name) + "'");
    });
    result.specification = tree.specification();
  }
  result.rows = tree.rows();
  const ColumnSet keys = hierarchy_keys(table, request.keys, id);
  result.keys = table.names(keys);
  const Column original = table.column(id);
  std::optional<stats::Units> units;
  for (ColumnId other = 0; other < table.column_count() && !units; ++other) {
    if (other == id || table.info(other).role != Role::unit) continue;
    units = stats::units_of(table.column(other));
    result.unit = table.info(other).name;
    result.units = units->count;
  }
  for (std::size_t level = 0; level < tree.levels(); ++level) {
    run.check_stop();
    Column coarse = at_level(original, tree, level);
    HierarchyLevel found{.level = level, .values = coarse.get_if<Codes>()->labels.size()};
    table.replace(id, std::move(coarse));
    const stats::KeyTable codes = stats::key_table(table, keys, run);
    stats::KeyClasses classes = stats::equal_classes(codes, run);
    found.uniques = static_cast<std::size_t>(std::count(classes.sizes.begin(), classes.sizes.end(), 1U));
    if (units) {
      const stats::ClassUnits members = stats::class_units(classes, *units);
      for (std::size_t i = 0; i < classes.count(); ++i) {
        classes.sizes[i] = static_cast<std::uint32_t>(members.count(i));
      }
      std::vector<std::size_t> all(keys.size());
      std::iota(all.begin(), all.end(), std::size_t{0});
      found.uniques = stats::unique_unit_counts(codes, *units, {all}, run).front();
    }
    if (!classes.sizes.empty())
      found.smallest = *std::min_element(classes.sizes.begin(), classes.sizes.end());
    result.levels.push_back(found);
  }
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(hierarchy_job, sfumato::jobs::HierarchyRequest)
