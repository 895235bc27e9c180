#include "tables/tabulation/record_amounts.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "io/utf8.hpp"
#include "tables/tabulation/record_codes.hpp"

namespace sfumato::tables {
namespace {

constexpr int weight_decimals = 9;  // where contributions are rounded in any case
constexpr std::size_t amount_block_rows = 65536;

std::string records_of(std::size_t count, const char* one, const char* several) {
  return std::to_string(count) + (count == 1 ? one : several);
}

void note_rounding(RecordAmounts& amounts, const ExactColumn& column, const std::string& name, int decimals) {
  if (column.changed == 0) return;
  amounts.notes.push_back(records_of(column.changed, " value of ", " values of ") + io::quoted(name) +
                          (column.changed == 1 ? " was" : " were") + " rounded to " +
                          std::to_string(decimals) + " decimals");
}

// Where amounts come from: records, or facts of records that were tallied in parts.
struct AmountSource {
  const Table* records = nullptr;
  const AmountFacts* facts = nullptr;
  const Run* run = nullptr;
  std::optional<std::int64_t> first_row;  // of a part of the records

  ExactColumn column(const std::string& name, std::optional<int> decimals) const {
    if (facts == nullptr) return exact_column(*records, name, decimals, *run);
    return known_column(facts->columns.at(name));
  }
  ExactColumn weight(const std::string& name, std::optional<int> decimals) const {
    return facts == nullptr ? exact_column(*records, name, decimals, *run) : known_column(facts->weight);
  }
  static ExactColumn known_column(const AmountFacts::Facts& known) {
    ExactColumn column;
    column.decimals = known.decimals;
    column.largest = known.largest;
    if (known.negative) column.first_negative = 0;
    column.missing = known.missing;
    column.changed = known.changed;
    return column;
  }
  std::size_t rows() const { return facts == nullptr ? records->rows() : facts->records; }
  // A part has every count, so that all parts are tallied alike.
  bool every_count() const { return first_row.has_value(); }
  std::string row_text(std::size_t row) const {
    return "row " + std::to_string(first_row.value_or(0) + static_cast<std::int64_t>(row) + 1);
  }
};

const ExactColumn& amounts_of(RecordAmounts& amounts, const AmountSource& source, const std::string& name,
                              const Specification& specification) {
  const auto found = amounts.columns.find(name);
  if (found != amounts.columns.end()) return found->second;
  const ExactColumn& column =
      amounts.columns.emplace(name, source.column(name, specification.decimals)).first->second;
  note_rounding(amounts, column, name, specification.decimals.value_or(Decimal::most_decimals));
  return column;
}

void read_weight(RecordAmounts& amounts, const AmountSource& source, const Specification& specification) {
  if (!specification.weight) return;
  const std::string& name = *specification.weight;
  std::optional<int> decimals;
  if (specification.decimals) decimals = std::max(weight_decimals, *specification.decimals);
  amounts.weight = source.weight(name, decimals);
  const ExactColumn& weight = amounts.weight;
  if (weight.missing > 0) {
    const std::size_t row = static_cast<std::size_t>(
        std::find_if(weight.gaps.begin(), weight.gaps.end(), [](std::uint8_t gap) { return gap != 0; }) -
        weight.gaps.begin());
    bad_input("the weight " + io::quoted(name) + " is missing in " + source.row_text(row),
              "give every record a weight, 0 for a record that represents no one");
  }
  if (weight.first_negative) {
    const std::size_t row = *weight.first_negative;
    bad_input("the weight " + io::quoted(name) + " is negative in " + source.row_text(row) + ": " +
                  data_value(Decimal(weight.units[row], weight.decimals).text()),
              "a weight is the number of respondents that a record represents");
  }
  note_rounding(amounts, weight, name, decimals.value_or(Decimal::most_decimals));
}

void read_request(RecordAmounts& amounts, const Table& records, const Specification& specification,
                  const Run& run) {
  if (!specification.request) return;
  const std::vector<std::string>& asked = specification.request_codes;
  if (asked.empty() || asked.size() > 2 || (asked.size() == 2 && asked[0] == asked[1])) {
    bad_input(
        "the codes of " + io::quoted(*specification.request) + " that request protection must be one or two",
        "such as 1 and 2");
  }
  const RecordCodes codes = record_codes(records, *specification.request, "find requests in", run);
  std::vector<std::uint8_t> meaning(codes.texts.size() + 1, 0);
  for (std::size_t i = 0; i < codes.texts.size(); ++i) {
    const auto found = std::find(asked.begin(), asked.end(), codes.texts[i]);
    if (found != asked.end()) meaning[i + 1] = static_cast<std::uint8_t>(found - asked.begin() + 1);
  }
  amounts.request.resize(codes.codes.size());
  for (std::size_t row = 0; row < codes.codes.size(); ++row) {
    amounts.request[row] = meaning[static_cast<std::size_t>(std::int64_t{codes.codes[row]} + 1)];
  }
}

Product product(const RecordAmounts& amounts, const ExactColumn* amount, const std::string& name,
                std::size_t rows, const Specification& specification) {
  Product result{amount, specification.weight ? &amounts.weight : nullptr, 0, 0};
  result.decimals = (amount ? amount->decimals : 0) + (result.weight ? result.weight->decimals : 0);
  if (specification.decimals && result.decimals > *specification.decimals) {
    result.drop = result.decimals - *specification.decimals;
    result.decimals = *specification.decimals;
  }
  // Sums of this many contributions, none larger than this, must fit 126 bits.
  const double largest = (amount ? static_cast<double>(amount->largest) : 1.0) *
                         (result.weight ? static_cast<double>(result.weight->largest) : 1.0) *
                         static_cast<double>(std::max<std::size_t>(rows, 1));
  if (largest / std::pow(10.0, result.drop) > std::ldexp(1.0, 126)) {
    bad_input("the weighted contributions of " + io::quoted(name) + " have too many digits to be summed",
              "give fewer decimals, such as 2, to which every contribution is rounded");
  }
  return result;
}

std::size_t changed_in_parts(const RecordAmounts& amounts, const Product& value, const AmountFacts& facts) {
  if (value.amount == nullptr) return facts.changed_weights;
  for (const auto& [name, column] : amounts.columns) {
    if (&column == value.amount) return facts.columns.at(name).changed_products;
  }
  return 0;
}

void note_products(RecordAmounts& amounts, const Product& value, const std::string& name,
                   const AmountSource& source) {
  if (value.drop == 0) return;
  const std::size_t changed = source.facts == nullptr ? changed_products(value, source.rows(), *source.run)
                                                      : changed_in_parts(amounts, value, *source.facts);
  if (changed == 0) return;
  amounts.notes.push_back(records_of(changed, " weighted contribution to ", " weighted contributions to ") +
                          io::quoted(name) + (changed == 1 ? " was" : " were") + " rounded to " +
                          std::to_string(value.decimals) + " decimals");
}

// Adds one response: `amount` summed, or records counted where there is none.
class ResponseReader {
 public:
  ResponseReader(RecordAmounts& amounts, const AmountSource& source, const Specification& specification)
      : amounts_(amounts), source_(source), specification_(specification) {
    const auto read = [&](const std::optional<std::string>& name) {
      return name ? &amounts_of(amounts, source, *name, specification) : nullptr;
    };
    shadow_ = read(specification.shadow);
    cost_ = read(specification.cost_column);
    check_others();
  }

  void add(Response response, const ExactColumn* amount, const ExactColumn* required) {
    const std::string name = response.name;
    const ExactColumn* contribution = shadow_ ? shadow_ : amount;
    ResponseInput input;
    input.required = required;
    const std::size_t rows = source_.rows();
    input.value = product(amounts_, amount, name, rows, specification_);
    input.contribution =
        product(amounts_, contribution, shadow_ ? *specification_.shadow : name, rows, specification_);
    input.weight = product(amounts_, nullptr, name, rows, specification_);
    if (cost_) input.cost = product(amounts_, cost_, *specification_.cost_column, rows, specification_);
    input.request = amounts_.request;
    // For counts one kept contribution is enough: it identifies the single respondent of a cell.
    input.kept = contribution ? specification_.kept : std::min<std::size_t>(specification_.kept, 1);
    input.keys = amounts_.keys.units;
    note_products(amounts_, input.value, name, source_);
    amounts_.responses.push_back(std::move(response));
    amounts_.inputs.push_back(input);
    amounts_.negative.push_back(amount && amount->first_negative);
  }

 private:
  void check_others() {
    if (shadow_ && shadow_->missing > 0) {
      amounts_.notes.push_back(records_of(shadow_->missing, " record has no ", " records have no ") +
                               io::quoted(*specification_.shadow) + ", taken as 0 in the rules");
    }
    if (!cost_) return;
    if (cost_->first_negative) {
      bad_input("the cost " + io::quoted(*specification_.cost_column) + " is negative in " +
                    source_.row_text(*cost_->first_negative),
                "costs of suppressing a cell must not be negative");
    }
    if (cost_->missing > 0) {
      amounts_.notes.push_back(records_of(cost_->missing, " record has no ", " records have no ") +
                               io::quoted(*specification_.cost_column) + ", taken as 0");
    }
  }

  RecordAmounts& amounts_;
  const AmountSource& source_;
  const Specification& specification_;
  const ExactColumn* shadow_ = nullptr;
  const ExactColumn* cost_ = nullptr;
};

void check_responses(const Specification& specification) {
  if (specification.kept > most_kept) {
    bad_input("at most " + std::to_string(most_kept) + " contributions of a cell can be kept, not " +
                  std::to_string(specification.kept),
              "rules use a few of the largest; 10 are enough for most");
  }
  for (const auto& names : {specification.sums, specification.means}) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (std::find(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(i), names[i]) !=
          names.begin() + static_cast<std::ptrdiff_t>(i)) {
        bad_input(io::quoted(names[i]) + " is summed twice", "name it once");
      }
    }
  }
  if (specification.decimals &&
      (*specification.decimals < 0 || *specification.decimals > Decimal::most_decimals)) {
    bad_input("decimals must be 0 to 18, not " + std::to_string(*specification.decimals));
  }
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// A name for the number of records that no column has.
std::string count_name(const Specification& specification) {
  std::string name = "count";
  while (has(specification.sums, name) || has(specification.means, name)) name = "number of " + name;
  return name;
}

void read_responses(RecordAmounts& amounts, const AmountSource& source, const Specification& specification) {
  ResponseReader reader(amounts, source, specification);
  const std::string count = count_name(specification);
  const auto amount_of = [&](const std::string& name) {
    const ExactColumn* amount = &amounts_of(amounts, source, name, specification);
    if (amount->missing > 0) {
      amounts.notes.push_back(records_of(amount->missing, " record has no ", " records have no ") +
                              io::quoted(name) + (amount->missing == 1 ? " and is" : " and are") +
                              " left out of its cells");
    }
    return amount;
  };
  for (const std::string& name : specification.sums) {
    if (has(specification.means, name)) continue;  // a mean shows its sum as well
    const ExactColumn* amount = amount_of(name);
    reader.add({name, false, ""}, amount, amount);
  }
  // A mean over a part of the records has its own count.
  std::vector<std::pair<std::string, const ExactColumn*>> own_counts;
  bool counts = specification.counts || (specification.sums.empty() && specification.means.empty());
  for (const std::string& name : specification.means) {
    const ExactColumn* amount = amount_of(name);
    const bool own = amount->missing > 0 || source.every_count();
    const std::string over = own ? count + " of " + name : count;
    if (own) own_counts.emplace_back(over, amount);
    counts = counts || !own || source.every_count();
    reader.add({name, false, over}, amount, amount);
  }
  for (const auto& [name, required] : own_counts) reader.add({name, true, ""}, nullptr, required);
  if (counts || source.every_count()) reader.add({count, true, ""}, nullptr, nullptr);
}

}  // namespace

std::size_t changed_products(const Product& value, std::size_t rows, const Run& run) {
  std::atomic<std::size_t> changed = 0;
  run.blocks(rows, amount_block_rows, [&](std::size_t, std::size_t begin, std::size_t end) {
    std::size_t here = 0;
    for (std::size_t row = begin; row < end; ++row) here += value.changes(row) ? 1 : 0;
    changed += here;
  });
  return changed;
}

void read_amounts(RecordAmounts& amounts, const Table& records, const Specification& specification,
                  const Run& run, std::optional<std::int64_t> first_row) {
  check_responses(specification);
  const AmountSource source{&records, nullptr, &run, first_row};
  read_weight(amounts, source, specification);
  read_request(amounts, records, specification, run);
  amounts.keys = read_record_keys(records, specification, first_row, amounts.notes, run);
  read_responses(amounts, source, specification);
}

void read_amounts(RecordAmounts& amounts, const AmountFacts& facts, const Specification& specification) {
  check_responses(specification);
  const AmountSource source{nullptr, &facts, nullptr, {}};
  read_weight(amounts, source, specification);
  if (specification.request) amounts.request.assign(1, 0);  // there are some
  amounts.keys = merged_record_keys(specification, facts.records, facts.key_decimals);
  note_repeated_keys(facts.repeated_keys, specification, amounts.notes);
  read_responses(amounts, source, specification);
}

}  // namespace sfumato::tables
