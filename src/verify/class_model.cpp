// Formulas as DEFINITIONS have them; logarithms are natural. A bound that was typed is met within 1e-9.
#include "verify/class_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <string_view>

#include "core/number_text.hpp"

namespace sfumato::verify {
namespace {

constexpr double tolerance = 1e-9;

struct Form {
  std::string_view name, variant;
  std::size_t numbers;
  bool column;
};
constexpr std::array<Form, 16> forms = {{{"k-anonymity", "", 1, false},
                                         {"ck-safety", "", 2, true},
                                         {"l-diversity", "distinct", 1, true},
                                         {"l-diversity", "entropy", 1, true},
                                         {"l-diversity", "recursive", 2, true},
                                         {"t-closeness", "equal", 1, true},
                                         {"t-closeness", "ordered", 1, true},
                                         {"t-closeness", "hierarchical", 1, true},
                                         {"delta-disclosure", "", 1, true},
                                         {"beta-likeness", "", 1, true},
                                         {"prosecutor-risk", "", 1, false},
                                         {"average-risk", "", 1, false},
                                         {"k-map", "", 1, false},
                                         {"journalist-risk", "", 1, false},
                                         {"delta-presence", "", 2, false},
                                         {"population-uniqueness", "", 1, false}}};

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ':') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

double total(const std::vector<double>& counts) { return std::accumulate(counts.begin(), counts.end(), 0.0); }

// Shares in the class and among all, side by side.
template <class Use>
void each_share(const ValueCounts& counts, Use use) {
  const double size = total(counts.of_class), all = total(counts.of_all);
  for (std::size_t v = 0; v < counts.of_class.size(); ++v) {
    use(counts.of_class[v] / size, counts.of_all[v] / all);
  }
}

double diversity(const ClassModel& model, const ValueCounts& counts) {
  if (model.variant == "distinct") {
    return static_cast<double>(
        std::count_if(counts.of_class.begin(), counts.of_class.end(), [](double n) { return n > 0.0; }));
  }
  if (model.variant == "entropy") {
    double entropy = 0.0;
    each_share(counts, [&](double p, double) { entropy -= p > 0.0 ? p * std::log(p) : 0.0; });
    return std::exp(entropy);
  }
  std::vector<double> sorted = counts.of_class;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  const std::size_t skipped = std::min(static_cast<std::size_t>(model.bound) - 1, sorted.size());
  return model.first *
             std::accumulate(sorted.begin() + static_cast<std::ptrdiff_t>(skipped), sorted.end(), 0.0) -
         sorted.front();
}

// Mass that must move over each node's edge to its parent, half of it up and half down; the length of an edge
// is half the additional distance of two leaves whose common ancestor is one level higher.
double hierarchical_distance(const ValueCounts& counts, const std::vector<std::vector<std::size_t>>& levels) {
  if (levels.size() < 2) return 0.0;
  double cost = 0.0;
  for (std::size_t level = 0; level + 1 < levels.size(); ++level) {
    std::vector<double> surplus(counts.of_class.size(), 0.0);
    std::size_t leaf = 0;
    each_share(counts, [&](double p, double q) { surplus[levels[level][leaf++]] += p - q; });
    for (const double mass : surplus) cost += std::fabs(mass) / 2.0;
  }
  return cost / static_cast<double>(levels.size() - 1);
}

double closeness(const ClassModel& model, const ValueCounts& counts,
                 const std::vector<std::vector<std::size_t>>& levels) {
  if (model.variant == "hierarchical") return hierarchical_distance(counts, levels);
  double sum = 0.0, carried = 0.0;
  each_share(counts, [&](double p, double q) {
    carried += p - q;
    sum += model.variant == "ordered" ? std::fabs(carried) : std::fabs(p - q) / 2.0;
  });
  if (model.variant != "ordered") return sum;
  return counts.of_class.size() < 2 ? 0.0 : sum / static_cast<double>(counts.of_class.size() - 1);
}

}  // namespace

std::optional<ClassModel> read_model(const std::string& text) {
  const std::vector<std::string> parts = split(text);
  for (const Form& form : forms) {
    const std::size_t after = (form.variant.empty() ? 0U : 1U) + form.numbers;
    if (parts.front() != form.name || parts.size() < 1 + after + (form.column ? 1U : 0U)) continue;
    const std::size_t end = parts.size() - after;  // of the column's name, which may have colons
    if (!form.column && end != 1) continue;
    if (!form.variant.empty() && parts[end] != form.variant) continue;
    ClassModel model{.name = parts.front(), .column = {}, .variant = std::string(form.variant)};
    for (std::size_t i = 1; i < end; ++i) model.column += (i > 1 ? ":" : "") + parts[i];
    const std::optional<double> bound = parse_number(parts.back());
    const std::optional<double> first = form.numbers == 2 ? parse_number(parts[parts.size() - 2]) : 0.0;
    if (!bound || !first) return std::nullopt;
    model.bound = *bound;
    model.first = *first;
    return model;
  }
  return std::nullopt;
}

double model_value(const ClassModel& model, const ValueCounts& counts,
                   const std::vector<std::vector<std::size_t>>& levels) {
  if (total(counts.of_class) == 0.0) return 0.0;
  if (model.name == "l-diversity") return diversity(model, counts);
  if (model.name == "t-closeness") return closeness(model, counts, levels);
  double largest = 0.0;
  each_share(counts, [&](double p, double q) {
    if (q <= 0.0) return;
    if (model.name == "beta-likeness") {
      largest = std::max(largest, (p - q) / q);
    } else {
      largest =
          std::max(largest, p > 0.0 ? std::fabs(std::log(p / q)) : std::numeric_limits<double>::infinity());
    }
  });
  return largest;
}

bool wants_more(const ClassModel& model) {
  return model.name == "k-anonymity" || model.name == "k-map" || model.name == "l-diversity";
}

bool suffices(const ClassModel& model, double value) {
  if (model.variant == "recursive") return value > 0.0;
  if (model.name == "ck-safety") return value < model.first;
  return wants_more(model) ? value >= model.bound - tolerance : value <= model.bound + tolerance;
}

}  // namespace sfumato::verify
