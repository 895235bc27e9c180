// A state is a document: the columns, the stages, and what each stage that is done gave.
#include "jobs/pair_parts.hpp"

#include <algorithm>
#include <cmath>

#include "compare/scoring.hpp"
#include "core/error.hpp"
#include "jobs/pair_ranks.hpp"
#include "masking/partial_state.hpp"
#include "stats/neighbours/partner_search.hpp"
#include "stats/ranks/marginal_distances.hpp"

namespace sfumato::jobs {
namespace {

using masking::damaged_state;

const Integers& whole_numbers(const Table& table, const std::string& name) {
  const Integers* numbers = table.column(table.require(name)).get_if<Integers>();
  if (numbers == nullptr) bad_input("column '" + name + "' of counts has no whole numbers");
  return *numbers;
}

// Numbers of a part, of both files or of one.
struct PartValues {
  std::vector<Numbers> x, y;  // by column; empty where the file is not there
  std::size_t rows = 0;

  PartValues(const Table& records, std::size_t columns) : rows(records.rows()) {
    for (std::size_t j = 0; j < columns; ++j) {
      for (const auto& [side, values] : {std::pair("x", &x), std::pair("y", &y)}) {
        if (const auto id = records.find(side + std::to_string(j))) {
          values->push_back(records.column(*id).to_numbers());
        }
      }
    }
    if ((!x.empty() && x.size() != columns) || (!y.empty() && y.size() != columns)) damaged_state();
  }

  static bool all(const std::vector<Numbers>& side, std::size_t row) {
    return std::none_of(side.begin(), side.end(),
                        [&](const Numbers& values) { return std::isnan(values[row]); });
  }
  bool complete(std::size_t row) const { return all(x, row) && all(y, row); }
};

void add_pair(PairFacts& facts, const PartValues& values, std::size_t row) {
  const bool known = PartValues::all(values.x, row), masked = PartValues::all(values.y, row);
  facts.known += known ? 1 : 0;
  facts.complete += known && masked ? 1 : 0;
  facts.originals_alone += known && !masked ? 1 : 0;
  facts.masked_alone += !known && masked ? 1 : 0;
  for (std::size_t j = 0; j < facts.columns.size(); ++j) {
    PairColumnFacts& own = facts.columns[j];
    const double x = values.x[j][row], y = values.y[j][row];
    if (!std::isnan(x) && std::isnan(y)) {
      ++own.suppressed;
      own.suppressed_known += known ? 1 : 0;
    }
    if (known && masked) {
      own.sum.add(x);
      own.lowest = std::min(own.lowest, x);
      own.highest = std::max(own.highest, x);
      own.differences.add((x - y) * (x - y));
      own.sides[PairColumnFacts::original].observe(x);
      own.sides[PairColumnFacts::masked].observe(y);
    } else if (known) {
      own.sides[PairColumnFacts::originals_alone].observe(x);
    } else if (masked) {
      own.sides[PairColumnFacts::masked_alone].observe(y);
    }
  }
}

PairFacts facts_of(const Table& records, std::size_t columns) {
  const PartValues values(records, columns);
  PairFacts facts;
  facts.columns.resize(columns);
  const bool first = records.find("incomplete").has_value(), second = records.find("masked").has_value();
  if (first) {
    facts.rows = values.rows;
    for (const std::int64_t one : whole_numbers(records, "incomplete").values) {
      facts.incomplete += one != 0 ? 1 : 0;
    }
  }
  if (second) facts.masked_rows = values.rows;
  for (std::size_t j = 0; j < columns; ++j) {
    for (std::size_t row = 0; first && row < values.rows; ++row) {
      const double x = values.x[j][row];
      facts.columns[j].present_original += std::isnan(x) ? 0 : 1;
      facts.columns[j].beyond += std::fabs(x) > compare::largest_number ? 1 : 0;
    }
    for (std::size_t row = 0; second && row < values.rows; ++row) {
      facts.columns[j].present_masked += std::isnan(values.y[j][row]) ? 0 : 1;
    }
  }
  for (std::size_t row = 0; first && second && row < values.rows; ++row) add_pair(facts, values, row);
  return facts;
}

PairSquares squares_of(const Table& records, const PairFacts& facts) {
  const PartValues values(records, facts.columns.size());
  PairSquares squares{std::vector<ExactSum>(facts.columns.size())};
  std::vector<double> means;
  for (const PairColumnFacts& column : facts.columns) means.push_back(column.mean(facts.complete));
  for (std::size_t row = 0; row < values.rows; ++row) {
    if (!values.complete(row)) continue;
    for (std::size_t j = 0; j < means.size(); ++j) {
      const double deviation = values.x[j][row] - means[j];
      squares.columns[j].add(deviation * deviation);
    }
  }
  return squares;
}

PairWidths widths_of(const Table& records, const PairFacts& facts, const PairSquares& squares) {
  const PartValues values(records, facts.columns.size());
  PairWidths widths{{std::vector<stats::IntervalCounts::Widths>(facts.columns.size())}};
  std::vector<double> sds;
  for (std::size_t j = 0; j < facts.columns.size(); ++j) sds.push_back(moments_of(facts, squares, j).sd());
  for (std::size_t row = 0; row < values.rows; ++row) {
    if (!values.complete(row)) continue;
    for (std::size_t j = 0; j < sds.size(); ++j) {
      const int p = stats::least_sd_width(values.x[j][row], values.y[j][row], sds[j]);
      ++widths.counts.columns[j][static_cast<std::size_t>(p - 1)];
    }
  }
  return widths;
}

PairChanges changes_of(const Table& records, const PairFacts& facts) {
  const PairRanks ranks(records, facts);
  PairChanges changes{{{std::vector<stats::IntervalCounts::Widths>(facts.columns.size())}}, 0};
  for (std::size_t j = 0; j < facts.columns.size(); ++j) {
    for (std::size_t row = 0; row < ranks.rows(); ++row) {
      ++changes.widths.counts.columns[j][static_cast<std::size_t>(ranks.width(row, j) - 1)];
    }
  }
  for (const double change : stats::largest_differences(ranks.originals(), ranks.masked())) {
    changes.twice += static_cast<std::uint64_t>(2.0 * change);
  }
  return changes;
}

// Missing numbers count as larger than all others, where both distribution functions are 1.
PairSteps steps_of(const Table& records, const PairFacts& facts) {
  PairSteps steps{std::vector<double>(facts.columns.size(), 0.0)};
  std::vector<std::uint64_t> originals{0}, masked{0};  // of the columns before each one
  for (const PairColumnFacts& column : facts.columns) {
    originals.push_back(originals.back() + column.present_original);
    masked.push_back(masked.back() + column.present_masked);
  }
  const Integers &place = whole_numbers(records, "column"), &value_of = whole_numbers(records, "first"),
                 &other_of = whole_numbers(records, "second"), &below = whole_numbers(records, "first_below"),
                 &other_below = whole_numbers(records, "second_below");
  for (std::size_t row = 0; row < records.rows(); ++row) {
    const auto j = static_cast<std::size_t>(place.values[row]);
    if (j >= steps.columns.size()) damaged_state();
    const auto a = static_cast<std::uint64_t>(below.values[row] + value_of.values[row]) - originals[j];
    const auto b = static_cast<std::uint64_t>(other_below.values[row] + other_of.values[row]) - masked[j];
    steps.columns[j] =
        std::max(steps.columns[j], stats::distribution_step(a, facts.rows, b, facts.masked_rows));
  }
  return steps;
}

template <class Part>
Value merged(Part sum, const std::vector<Value>& partials) {
  for (const Value& partial : partials) sum.merge(Part::of_state(partial));
  return sum.state();
}

}  // namespace

Table pair_values(const Table& part, const std::vector<std::string>& numbers,
                  const std::vector<std::string>& columns, const std::string& side) {
  std::vector<ColumnInfo> schema;
  std::vector<Column> values;
  const auto add = [&](const std::string& name, Column column) {
    ColumnInfo info;
    info.name = name;
    schema.push_back(std::move(info));
    values.push_back(std::move(column));
  };
  for (std::size_t j = 0; j < numbers.size(); ++j) {
    const Column& column = part.column(part.require(numbers[j]));
    if (column.is_text()) {
      bad_input("column '" + numbers[j] + "' has texts in place of numbers", "declare or cast it otherwise");
    }
    add(side + std::to_string(j), column.to_numbers());
  }
  Integers incomplete{std::vector<std::int64_t>(part.rows()), {}};
  for (const std::string& name : columns) {
    const Column& column = part.column(part.require(name));
    for (std::size_t row = 0; row < part.rows(); ++row) {
      if (column.missing(row)) incomplete.values[row] = 1;
    }
  }
  add(side == "x" ? "incomplete" : "masked", std::move(incomplete));
  return {std::move(schema), std::move(values)};
}

PairState::PairState(const PairPlan& plan) : value_(Value::object()) {
  value_.set("columns", Value::array_of(plan.numbers)).set("stages", Value::array_of(plan.stages()));
  value_.set("done", Value::object());
}

PairState::PairState(const Value& state) : value_(state) {
  for (const char* member : {"columns", "stages"}) {
    if (const Value* list = state.find(member); list == nullptr || !list->is_array()) damaged_state();
  }
  if (const Value* done = state.find("done"); done == nullptr || !done->is_object()) damaged_state();
}

std::string PairState::stage() const {
  for (const Value& name : value_.at("stages").as_array()) {
    if (!name.is_text()) damaged_state();
    if (value_.at("done").find(name.as_text()) == nullptr) return name.as_text();
  }
  return {};
}

std::vector<std::string> PairState::numbers() const {
  std::vector<std::string> names;
  for (const Value& name : value_.at("columns").as_array()) {
    if (!name.is_text()) damaged_state();
    names.push_back(name.as_text());
  }
  return names;
}

const Value& PairState::of(std::string_view stage) const {
  const Value* found = value_.at("done").find(stage);
  if (found == nullptr) damaged_state();
  return *found;
}

Value PairState::partial(const Table& records) const {
  const std::string next = stage();
  if (next == "facts") return facts_of(records, columns()).state();
  if (next == "squares") return squares_of(records, facts()).state();
  if (next == "widths") return widths_of(records, facts(), squares()).state();
  if (next == "ranks") return changes_of(records, facts()).state();
  if (next == "steps") return steps_of(records, facts()).state();
  damaged_state();
}

Value PairState::partial_categories(const Table& counts, std::size_t columns) const {
  const Integers &place = whole_numbers(counts, "column"), &original = whole_numbers(counts, "original"),
                 &masked = whole_numbers(counts, "masked");
  std::vector<std::vector<std::uint64_t>> a(columns), b(columns);
  for (std::size_t row = 0; row < counts.rows(); ++row) {
    const auto j = static_cast<std::size_t>(place.values[row]);
    if (j >= columns) damaged_state();
    a[j].push_back(static_cast<std::uint64_t>(original.values[row]));
    b[j].push_back(static_cast<std::uint64_t>(masked.values[row]));
  }
  PairSteps steps;
  for (std::size_t j = 0; j < columns; ++j) steps.columns.push_back(stats::total_variation(a[j], b[j]));
  return steps.state();
}

Value PairState::joined(const std::vector<Value>& partials) const {
  const std::string next = stage();
  const std::size_t size = columns();
  if (next == "facts") {
    PairFacts none;
    none.columns.resize(size);
    return merged(std::move(none), partials);
  }
  if (next == "squares") return merged(PairSquares{std::vector<ExactSum>(size)}, partials);
  const PairWidths widths{{std::vector<stats::IntervalCounts::Widths>(size)}};
  if (next == "widths") return merged(widths, partials);
  if (next == "ranks") return merged(PairChanges{widths, 0}, partials);
  if (next == "steps") return merged(PairSteps{std::vector<double>(size, 0.0)}, partials);
  if (next == "categories" && partials.size() == 1) return partials.front();
  damaged_state();
}

void PairState::finish(const std::vector<Value>& partials) {
  const std::string next = stage();
  Value done = value_.at("done");
  done.set(next, joined(partials));
  value_.set("done", std::move(done));
}

}  // namespace sfumato::jobs
