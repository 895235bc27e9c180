// Numbers are written in decimal, separated by spaces, in the order of the structures.
#include "tables/tabulation/tally_row.hpp"

#include <algorithm>
#include <limits>

#include "core/error.hpp"
#include "tables/decimal.hpp"

namespace sfumato::tables {
namespace {

constexpr int tally_version = 2;

[[noreturn]] void broken_tally() {
  bad_input("a row of tallies is damaged, or of another specification",
            "make all rows with the same specification and the same version");
}

[[noreturn]] void too_many_digits() {
  bad_input("sums have too many digits to be added",
            "give fewer decimals, such as 2, to which every contribution is rounded");
}

std::string wide_text(Wide value) {
  if (value == 0) return "0";
  const bool negative = value < 0;
  std::string text;
  for (; value != 0; value /= 10) {
    const int digit = static_cast<int>(value % 10);
    text.push_back(static_cast<char>('0' + (negative ? -digit : digit)));
  }
  if (negative) text.push_back('-');
  std::reverse(text.begin(), text.end());
  return text;
}

class TallyWriter {
 public:
  void put(Wide value) {
    if (!text_.empty()) text_.push_back(' ');
    text_ += wide_text(value);
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

class TallyReader {
 public:
  explicit TallyReader(std::string_view text) : rest_(text) {}

  Wide wide() {
    const std::size_t end = std::min(rest_.find(' '), rest_.size());
    std::string_view digits = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    const bool negative = digits.starts_with('-');
    if (negative) digits.remove_prefix(1);
    if (digits.empty() || digits.size() > 39) broken_tally();
    Wide value = 0;
    for (const char digit : digits) {
      if (digit < '0' || digit > '9') broken_tally();
      if (__builtin_mul_overflow(value, Wide{10}, &value) ||
          __builtin_add_overflow(value, Wide{digit - '0'}, &value)) {
        broken_tally();
      }
    }
    return negative ? -value : value;
  }
  std::int64_t whole(std::int64_t least = std::numeric_limits<std::int64_t>::min(),
                     std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
    const Wide value = wide();
    if (value < least || value > most) broken_tally();
    return static_cast<std::int64_t>(value);
  }
  std::size_t number() { return static_cast<std::size_t>(whole(0)); }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

template <class Number>
void scale(Number& units, int places) {
  for (; places > 0; --places) {
    if (__builtin_mul_overflow(units, Number{10}, &units)) too_many_digits();
  }
}

void add_to(Wide& sum, Wide part) {
  if (__builtin_add_overflow(sum, part, &sum)) too_many_digits();
}

std::size_t place_of(std::vector<std::string>& columns, const std::string& name) {
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found != columns.end()) return static_cast<std::size_t>(found - columns.begin());
  columns.push_back(name);
  return columns.size() - 1;
}

}  // namespace

int TallyPlan::decimals(std::optional<std::size_t> column, const std::vector<int>& of_columns) const {
  const int all = (column ? of_columns[*column] : 0) + (weight ? of_columns[*weight] : 0);
  return most_decimals ? std::min(all, *most_decimals) : all;
}

TallyPlan tally_plan(const Specification& specification) {
  TallyPlan plan;
  plan.most_decimals = specification.decimals;
  std::optional<std::size_t> shadow;
  if (specification.shadow) shadow = place_of(plan.columns, *specification.shadow);
  if (specification.cost_column) plan.cost = place_of(plan.columns, *specification.cost_column);
  std::vector<std::size_t> means;
  // As in a ResponseInput: for counts one is enough.
  const std::size_t of_counts = shadow ? specification.kept : std::min<std::size_t>(specification.kept, 1);
  const auto add_amount = [&](const std::string& name) {
    const std::size_t place = place_of(plan.columns, name);
    plan.responses.push_back({place, shadow ? shadow : place, place, specification.kept});
    return place;
  };
  for (const std::string& name : specification.sums) {
    if (std::find(specification.means.begin(), specification.means.end(), name) == specification.means.end())
      add_amount(name);
  }
  for (const std::string& name : specification.means) means.push_back(add_amount(name));
  for (const std::size_t mean : means) plan.responses.push_back({std::nullopt, shadow, mean, of_counts});
  plan.responses.push_back({std::nullopt, shadow, std::nullopt, of_counts});
  if (specification.weight) {  // which may be summed too, with decimals of its own
    plan.weight = plan.columns.size();
    plan.columns.push_back(*specification.weight);
  }
  plan.keys = specification.record_key.has_value();
  return plan;
}

std::string TallyRow::text() const {
  TallyWriter out;
  out.put(tally_version);
  out.put(first);
  out.put(records);
  out.put(asked);
  for (const int one : decimals) out.put(one);
  out.put(key_decimals);
  out.put(static_cast<Wide>(facts.size()));
  for (const AmountFacts::Facts& one : facts) {
    out.put(one.largest);
    out.put(one.negative ? 1 : 0);
    for (const std::size_t count : {one.missing, one.changed, one.changed_products}) out.put(count);
  }
  out.put(changed_weights);
  for (const ResponseTally& one : responses) {
    out.put(one.frequency);
    for (const Wide sum : {one.sum, one.contribution, one.total, one.weights, one.cost, one.key})
      out.put(sum);
    for (const Wide request : one.requests) out.put(request);
    out.put(static_cast<Wide>(one.kept.size()));
    for (const KeptTally& kept : one.kept) {
      for (const std::int64_t number : {kept.amount, kept.weight, kept.row}) out.put(number);
    }
  }
  return out.take();
}

TallyRow TallyRow::parse(std::string_view text, const TallyPlan& plan) {
  TallyReader in(text);
  if (in.whole() != tally_version) broken_tally();
  TallyRow row;
  row.first = in.whole(0);
  row.records = in.whole(0);
  row.asked = static_cast<std::uint8_t>(in.whole(0, 2));
  for (std::size_t i = 0; i < plan.columns.size(); ++i) {
    row.decimals.push_back(static_cast<int>(in.whole(0, Decimal::most_decimals)));
  }
  row.key_decimals = static_cast<int>(in.whole(0, plan.keys ? Decimal::most_decimals : 0));
  const std::size_t facts = in.number();
  if (facts != 0 && facts != plan.columns.size()) broken_tally();
  for (std::size_t i = 0; i < facts; ++i) {
    AmountFacts::Facts& one = row.facts.emplace_back();
    one.decimals = row.decimals[i];
    one.largest = in.number();
    one.negative = in.whole(0, 1) == 1;
    for (std::size_t* count : {&one.missing, &one.changed, &one.changed_products}) *count = in.number();
  }
  row.changed_weights = in.number();
  for (std::size_t r = 0; r < plan.responses.size(); ++r) {
    ResponseTally& one = row.responses.emplace_back();
    one.frequency = in.whole(0);
    for (Wide* sum : {&one.sum, &one.contribution, &one.total, &one.weights, &one.cost, &one.key}) {
      *sum = in.wide();
    }
    if (one.key < 0 || (!plan.keys && one.key != 0)) broken_tally();
    for (Wide& request : one.requests) request = in.wide();
    const std::size_t kept = in.number();
    if (kept > plan.responses[r].kept || static_cast<std::int64_t>(kept) > one.frequency) broken_tally();
    for (std::size_t i = 0; i < kept; ++i) {
      const std::int64_t amount = in.whole(), weight = in.whole(0), number = in.whole(0);
      one.kept.push_back({amount, weight, number});
    }
  }
  if (!in.at_end()) broken_tally();
  return row;
}

void TallyRow::rescale(const std::vector<int>& wanted, int wanted_of_keys, const TallyPlan& plan) {
  for (ResponseTally& one : responses) scale(one.key, wanted_of_keys - key_decimals);
  key_decimals = wanted_of_keys;
  if (wanted == decimals) return;
  for (std::size_t r = 0; r < responses.size(); ++r) {
    ResponseTally& one = responses[r];
    const TallyPlan::Response& of = plan.responses[r];
    const auto more = [&](std::optional<std::size_t> column) {
      return plan.decimals(column, wanted) - plan.decimals(column, decimals);
    };
    scale(one.sum, more(of.value));
    for (Wide* amount : {&one.contribution, &one.total, &one.requests[0], &one.requests[1]}) {
      scale(*amount, more(of.contribution));
    }
    scale(one.weights, more(std::nullopt));
    if (plan.cost) scale(one.cost, more(plan.cost));
    for (KeptTally& kept : one.kept) {
      if (of.contribution) scale(kept.amount, wanted[*of.contribution] - decimals[*of.contribution]);
      if (plan.weight) scale(kept.weight, wanted[*plan.weight] - decimals[*plan.weight]);
    }
  }
  decimals = wanted;
}

void TallyRow::add(TallyRow other, const TallyPlan& plan) {
  std::vector<int> wanted = decimals;
  for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] = std::max(wanted[i], other.decimals[i]);
  const int of_keys = std::max(key_decimals, other.key_decimals);
  rescale(wanted, of_keys, plan);
  other.rescale(wanted, of_keys, plan);
  first = std::min(first, other.first);
  records += other.records;
  if (other.asked != 0 && (asked == 0 || other.asked < asked)) asked = other.asked;
  if (facts.empty()) {
    facts = std::move(other.facts);
  } else if (!other.facts.empty()) {
    for (std::size_t i = 0; i < facts.size(); ++i) {
      facts[i].largest = std::max(facts[i].largest, other.facts[i].largest);
      facts[i].negative = facts[i].negative || other.facts[i].negative;
      facts[i].missing += other.facts[i].missing;
      facts[i].changed += other.facts[i].changed;
      facts[i].changed_products += other.facts[i].changed_products;
    }
  }
  changed_weights += other.changed_weights;
  for (std::size_t r = 0; r < responses.size(); ++r) {
    ResponseTally& one = responses[r];
    ResponseTally& part = other.responses[r];
    one.frequency += part.frequency;
    add_to(one.sum, part.sum);
    add_to(one.contribution, part.contribution);
    add_to(one.total, part.total);
    add_to(one.weights, part.weights);
    add_to(one.cost, part.cost);
    add_to(one.key, part.key);
    for (std::size_t i = 0; i < 2; ++i) one.requests[i] = std::max(one.requests[i], part.requests[i]);
    one.kept.insert(one.kept.end(), part.kept.begin(), part.kept.end());
    std::sort(one.kept.begin(), one.kept.end(), [](const auto& a, const auto& b) { return a.before(b); });
    if (one.kept.size() > plan.responses[r].kept) one.kept.resize(plan.responses[r].kept);
  }
}

}  // namespace sfumato::tables
