#include "masking/number_intervals.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::masking {
namespace {

constexpr double tail_share = 0.05;
constexpr std::size_t least_tail = 3;  // records beyond the first and the last cut
constexpr double most_intervals = 16.0;
constexpr double most_steps = 1e15;  // from 0 to a cut: more than that are not exact
constexpr int digits = 12;           // of a cut in a label

// 1, 2 or 5 times a power of ten. Multiples are the doubles nearest to their decimal text, so that a number
// that is read from such a text is equal to the cut.
struct Step {
  double base = 1.0;
  double power = 1.0;  // of ten, at least 1
  bool divides = false;

  double multiple(double count) const { return divides ? count * base / power : count * base * power; }
};

Step smallest_step(double least) {
  const double exponent = std::floor(std::log10(least));
  Step step{.base = 1.0, .power = std::pow(10.0, std::fabs(exponent)), .divides = exponent < 0.0};
  for (const double base : {1.0, 2.0, 5.0, 10.0}) {
    step.base = base;
    if (step.multiple(1.0) >= least) break;
  }
  return step;
}

// How many records a property must have before intervals follow it: less could be few people.
std::size_t enough(std::size_t records) {
  const auto share = static_cast<std::size_t>(std::ceil(tail_share * static_cast<double>(records)));
  return std::max(least_tail, share);
}

std::size_t count_of(const std::vector<CountedNumber>& numbers) {
  std::size_t records = 0;
  for (const CountedNumber& one : numbers) records += one.records;
  return records;
}

// Single records with a fraction do not count.
bool mostly_whole(const std::vector<CountedNumber>& numbers) {
  std::size_t fractions = 0;
  for (const CountedNumber& one : numbers) {
    if (one.number != std::floor(one.number)) fractions += one.records;
  }
  return fractions < enough(count_of(numbers));
}

// How many numbers there are, without the rarest ones that two records have at most.
std::size_t usual_numbers(const std::vector<CountedNumber>& numbers) {
  std::vector<std::size_t> counts;
  for (const CountedNumber& one : numbers) counts.push_back(one.records);
  std::sort(counts.begin(), counts.end());
  std::size_t rare = 0, records = 0;
  while (rare < counts.size() && records + counts[rare] < least_tail) records += counts[rare++];
  return counts.size() - rare;
}

struct Span {
  double lower = 0.0, upper = 0.0;
};

// Numbers are in ascending order.
double ranked(const std::vector<CountedNumber>& numbers, std::size_t rank) {
  std::size_t before = 0;
  for (const CountedNumber& one : numbers) {
    before += one.records;
    if (before >= rank) return one.number;
  }
  return numbers.back().number;
}

// Where cuts may lie: between the tails, or, where most records are equal, between the third from either end.
Span middle(const std::vector<CountedNumber>& numbers) {
  const std::size_t records = count_of(numbers);
  for (const std::size_t rank : {enough(records), least_tail}) {
    if (2 * rank > records) continue;
    const Span span{ranked(numbers, rank), ranked(numbers, records + 1 - rank)};
    if (span.lower < span.upper) return span;
  }
  return {};
}

std::vector<double> cuts_between(const Span& span, const Step& step, double multiples) {
  const double width = step.multiple(multiples);
  std::vector<double> cuts;
  for (double count = std::floor(span.lower / width); count <= std::ceil(span.upper / width); count += 1.0) {
    const double cut = step.multiple(count * multiples);
    if (cut > span.lower && cut <= span.upper) cuts.push_back(cut == 0.0 ? 0.0 : cut);
  }
  return cuts;
}

std::string label(double number, const std::vector<double>& cuts, const std::optional<Domain>& domain) {
  const auto text = [](double end) { return rounded(end, digits); };
  if (domain && number < domain->lower) return "below " + text(domain->lower);
  if (domain && number > domain->upper) return "above " + text(domain->upper);
  const auto next = std::upper_bound(cuts.begin(), cuts.end(), number);
  if (next == cuts.begin()) {
    return domain ? "[" + text(domain->lower) + ", " + text(*next) + ")" : "below " + text(*next);
  }
  const double first = *std::prev(next);
  if (next == cuts.end()) {
    return domain ? "[" + text(first) + ", " + text(domain->upper) + "]" : text(first) + " or more";
  }
  return "[" + text(first) + ", " + text(*next) + ")";
}

// Cuts of each level, narrow intervals first.
std::vector<std::vector<double>> cuts_of_levels(const std::vector<CountedNumber>& numbers,
                                                const std::optional<Domain>& domain) {
  std::vector<std::vector<double>> levels;
  Span span = middle(numbers);
  if (domain) span = {std::max(span.lower, domain->lower), std::min(span.upper, domain->upper)};
  if (!(span.lower < span.upper)) return levels;
  const bool whole = mostly_whole(numbers);
  const double least = (span.upper - span.lower) / most_intervals;
  const Step step = smallest_step(whole ? std::max(1.0, least) : least);
  const double width = step.multiple(1.0);
  if (!(std::max(std::fabs(span.lower), std::fabs(span.upper)) / width < most_steps)) return levels;
  const std::size_t usual = usual_numbers(numbers);
  for (double multiples = 1.0;; multiples *= 2.0) {
    std::vector<double> cuts = cuts_between(span, step, multiples);
    if (cuts.empty()) return levels;
    const bool last = cuts.size() == 1;  // 0 is a multiple of every width
    const bool as_fine = cuts.size() + 1 >= usual;
    const bool as_before = !levels.empty() && levels.back().size() == cuts.size();
    if (!as_fine && !as_before) levels.push_back(std::move(cuts));
    if (last) return levels;
  }
}

std::vector<CountedNumber> in_order(std::vector<CountedNumber> numbers) {
  std::stable_sort(numbers.begin(), numbers.end(),
                   [](const CountedNumber& a, const CountedNumber& b) { return a.number < b.number; });
  return numbers;
}

}  // namespace

IntervalCuts interval_cuts(const std::vector<CountedNumber>& numbers, const std::optional<Domain>& domain) {
  return cuts_of_levels(in_order(numbers), domain);
}

Hierarchy interval_levels(const std::vector<CountedNumber>& numbers, const std::optional<Domain>& domain) {
  return interval_levels(numbers, interval_cuts(numbers, domain), domain);
}

std::string cuts_text(const IntervalCuts& cuts) {
  std::string text;
  for (const std::vector<double>& level : cuts) {
    if (!text.empty()) text += ';';
    for (const double cut : level) text.append(text.empty() ? "" : " ").append(shortest(cut));
  }
  return text;
}

IntervalCuts parse_cuts(const std::string& text, const std::string& column) {
  const auto wrong = [&](const std::string& what) {
    bad_param("breaks", "the breaks of '" + column + "' " + what,
              "write them as in \"10 20 30; 20\", levels after ';'");
  };
  IntervalCuts levels(1);
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    const std::optional<double> cut = parse_number(word);
    if (!cut || !std::isfinite(*cut)) wrong("are not all numbers");
    if (!levels.back().empty() && !(*cut > levels.back().back())) wrong("are not in ascending order");
    levels.back().push_back(*cut == 0.0 ? 0.0 : *cut);
    word.clear();
  };
  for (const char letter : text) {
    if (letter != ' ' && letter != ';') {
      word += letter;
      continue;
    }
    end_word();
    if (letter == ';') levels.emplace_back();
  }
  end_word();
  for (std::size_t level = 0; level < levels.size(); ++level) {
    if (levels[level].empty() && levels.size() > 1) wrong("have a level without any");
    if (level == 0) continue;
    const std::vector<double>& finer = levels[level - 1];
    if (levels[level].size() >= finer.size() ||
        !std::includes(finer.begin(), finer.end(), levels[level].begin(), levels[level].end())) {
      wrong("do not nest: a level has some of the cuts before it");
    }
  }
  if (levels.front().empty()) levels.clear();
  return levels;
}

Hierarchy interval_levels(const std::vector<CountedNumber>& numbers, const IntervalCuts& levels,
                          const std::optional<Domain>& domain) {
  std::vector<std::vector<std::string>> rows;
  for (const CountedNumber& one : in_order(numbers)) {
    std::vector<std::string>& row = rows.emplace_back(std::vector<std::string>{one.text});
    for (const std::vector<double>& cuts : levels) row.push_back(label(one.number, cuts, domain));
    row.emplace_back("*");
  }
  return Hierarchy(std::move(rows));
}

}  // namespace sfumato::masking
