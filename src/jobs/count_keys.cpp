// A sum of weights leaves a part as digits of 32 bits, which any system can add: the exact sum is made of
// them at the end, and rounded once.
#include "jobs/count_keys.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/exact_sum.hpp"
#include "jobs/counted_rows.hpp"
#include "stats/classes/key_classes.hpp"
#include "stats/classes/unit_classes.hpp"

namespace sfumato::jobs {
namespace {

ColumnInfo named_number(const std::string& name) {
  ColumnInfo info;
  info.name = name;
  return info;
}

// The names of the digits of a sum, the lowest first, and of the number of weights that have none.
std::vector<std::string> digit_names(const std::string& prefix) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < SplitNumber::digits; ++i) names.push_back(prefix + "_" + std::to_string(i));
  names.push_back(prefix + "_unfit");
  return names;
}

// Sums of the digits by class: of the records' weights, or of the digits that the rows have.
class WeightSums {
 public:
  WeightSums(const Table& table, const CountKeysRequest& request, const stats::KeyTable& keys,
             const stats::KeyClasses& classes)
      : names_(digit_names(request.prefix)),
        sums_(names_.size(), std::vector<std::int64_t>(classes.count(), 0)) {
    if (const auto first = table.find(names_.front()); first && !request.count.empty()) {
      for (std::size_t place = 0; place < names_.size(); ++place) {
        add_digits(table.column(table.require(names_[place])), classes, sums_[place]);
      }
      return;
    }
    add_weights(table.column(about("weight", [&] { return table.require(request.weight); })), keys, classes);
  }

  // The columns of digits, or the sums as numbers: missing where a weight is missing, negative or not finite.
  void add_to(std::vector<ColumnInfo>& schema, std::vector<Column>& columns, const std::string& weight,
              bool finish) {
    if (!finish) {
      for (std::size_t place = 0; place < names_.size(); ++place) {
        schema.push_back(named_number(names_[place]));
        columns.emplace_back(Integers{std::move(sums_[place]), {}});
      }
      return;
    }
    Numbers numbers(sums_.front().size(), std::nan(""));
    for (std::size_t number = 0; number < numbers.size(); ++number) {
      if (sums_.back()[number] > 0) continue;
      SplitNumber sum;
      for (std::size_t place = 0; place < SplitNumber::digits; ++place)
        sum.digit[place] = sums_[place][number];
      numbers[number] = sum.value();
    }
    schema.push_back(named_number(weight));
    columns.emplace_back(std::move(numbers));
  }

 private:
  static void add_digits(const Column& column, const stats::KeyClasses& classes,
                         std::vector<std::int64_t>& sums) {
    const Integers* digits = column.get_if<Integers>();
    if (digits == nullptr) bad_input("the digits of a sum are not whole numbers");
    for (std::size_t row = 0; row < digits->values.size(); ++row) {
      sums[classes.of_row[row]] += digits->values[row];
    }
  }

  void add_weights(const Column& column, const stats::KeyTable& keys, const stats::KeyClasses& classes) {
    if (column.is_text()) bad_param("weight", "a weight is a number, and this column has text");
    const Numbers weights = column.to_numbers();
    for (std::size_t row = 0; row < weights.size(); ++row) {
      const std::uint32_t number = classes.of_row[row];
      SplitNumber split;
      if (!(weights[row] >= 0.0)) {
        ++sums_.back()[number];
        continue;
      }
      if (!split.set(weights[row], keys.counts[row])) {
        bad_param("weight", "a weight lies below 4e-9 or above 1e14, and sums of such weights are not exact",
                  "use other units");
      }
      for (std::size_t place = 0; place < SplitNumber::digits; ++place) {
        sums_[place][number] += split.digit[place];
      }
    }
  }

  std::vector<std::string> names_;
  std::vector<std::vector<std::int64_t>> sums_;  // by digit, then by class
};

void check_names(const CountKeysRequest& request) {
  std::vector<std::string> made = digit_names(request.prefix);
  made.push_back(request.into);
  if (request.finish && !request.weight.empty()) made.push_back(request.weight);
  for (const std::string& name : request.columns) {
    for (const std::string& other : made) {
      if (name == other)
        bad_param("into", "column '" + name + "' has the name of a sum", "name the sum otherwise");
    }
  }
}

// Classes in ascending order of their keys, texts by their bytes and missing keys first, so that the result
// does not depend on the order of the parts.
void sort_classes(stats::KeyClasses& classes, const Table& table, const ColumnSet& columns,
                  const stats::KeyTable& keys) {
  std::vector<std::vector<std::uint32_t>> places;  // by column: the place of each code, texts in order
  for (std::size_t j = 0; j < columns.size(); ++j) {
    const Column& column = table.column(columns[j]);
    std::vector<std::uint32_t>& of = places.emplace_back(static_cast<std::size_t>(keys.columns[j].distinct));
    std::iota(of.begin(), of.end(), 0U);
    if (column.is_text()) of = stats::text_places(column, keys.columns[j]);
  }
  const auto place = [&](std::uint32_t number, std::size_t j) -> std::int64_t {
    const std::int32_t code = keys.columns[j].codes[classes.first[number]];
    return code == stats::KeyColumn::missing ? -1 : places[j][static_cast<std::size_t>(code)];
  };
  std::vector<std::uint32_t> order(classes.count());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    for (std::size_t j = 0; j < columns.size(); ++j) {
      if (const std::int64_t left = place(a, j), right = place(b, j); left != right) return left < right;
    }
    return false;
  });
  stats::KeyClasses sorted{std::move(classes.of_row), {}, {}};
  std::vector<std::uint32_t> number_of(order.size());
  for (std::uint32_t number = 0; number < order.size(); ++number) {
    number_of[order[number]] = number;
    sorted.sizes.push_back(classes.sizes[order[number]]);
    sorted.first.push_back(classes.first[order[number]]);
  }
  for (std::uint32_t& number : sorted.of_row) number = number_of[number];
  classes = std::move(sorted);
}

}  // namespace

JobInfo CountKeysRequest::info() {
  return {.name = "count-keys",
          .title = "Count keys",
          .summary = "Counts how many records have each combination of values.",
          .inputs = {{"original", "The records, or distinct ones with their counts."}}};
}

void CountKeysRequest::params(ParamList<CountKeysRequest>& list) {
  using R = CountKeysRequest;
  list.columns("columns", &R::columns).doc("The columns of the combinations.");
  list.text("count", &R::count)
      .value_name("COLUMN")
      .doc("Column that says how many equal records a row stands for; without it each is one record.");
  list.text("weight", &R::weight).value_name("COLUMN").doc("Column of weights, which are summed exactly.");
  list.text("into", &R::into).value_name("NAME").doc("The name of the column of counts that is made.");
  list.text("prefix", &R::prefix)
      .value_name("NAME")
      .doc("How the names of the digits of a sum begin, which are made, and which an input with counts has.");
  list.flag("finish", &R::finish).doc("Give sums of weights as numbers, and not as their digits.");
}

CountKeysResult count_keys(const CountKeysRequest& request, const Run& run) {
  if (request.columns.empty())
    bad_param("columns", "there is no column to count", "name some with ‹columns›");
  check_names(request);
  Table table = request.original.file.table;
  if (!request.count.empty()) {
    const ColumnId id = about("count", [&] { return table.require(request.count); });
    ColumnInfo info = table.info(id);
    info.role = Role::count;
    table.set_info(id, std::move(info));
  }
  ColumnSet columns;
  for (const std::string& name : request.columns) {
    columns.push_back(about("columns", [&] { return table.require(name); }));
  }
  const stats::KeyTable keys = stats::key_table(table, columns, run);
  stats::KeyClasses classes = stats::equal_classes(keys, run);
  if (request.finish) sort_classes(classes, table, columns, keys);
  const std::vector<std::size_t> first(classes.first.begin(), classes.first.end());
  const Table distinct = table.taking_columns(columns).taking_rows(first);
  std::vector<ColumnInfo> schema = distinct.schema();
  std::vector<Column> values;
  for (ColumnId id = 0; id < distinct.column_count(); ++id) values.push_back(distinct.column(id));
  schema.push_back(named_number(request.into));
  values.emplace_back(Integers{{classes.sizes.begin(), classes.sizes.end()}, {}});
  if (!request.weight.empty()) {
    WeightSums(table, request, keys, classes).add_to(schema, values, request.weight, request.finish);
  }
  return {Table(std::move(schema), std::move(values)), record_number(table)};
}

}  // namespace sfumato::jobs

SFUMATO_JOB(count_keys_job, sfumato::jobs::CountKeysRequest)
