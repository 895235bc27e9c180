// The order of labels: a permutation of the labels, applied to the codes in one pass.
#include "io/label_order.hpp"

#include <algorithm>
#include <numeric>
#include <unordered_map>

#include "io/cell_text.hpp"

namespace sfumato::io {
namespace {

void renumber(Codes& codes, const std::vector<std::int32_t>& new_codes) {
  for (std::int32_t& code : codes.codes) {
    if (code != Codes::missing) code = new_codes[static_cast<std::size_t>(code)];
  }
}

void drop_missing(Codes& codes, const ColumnPlan& column, char decimal_point) {
  if (column.missing.empty()) return;
  std::vector<std::int32_t> new_codes;
  std::vector<std::string> kept;
  for (std::string& label : codes.labels) {
    if (is_declared_missing(column, label, decimal_point)) {
      new_codes.push_back(Codes::missing);
    } else {
      new_codes.push_back(static_cast<std::int32_t>(kept.size()));
      kept.push_back(std::move(label));
    }
  }
  const bool dropped = kept.size() < new_codes.size();
  codes.labels = std::move(kept);
  if (dropped) renumber(codes, new_codes);
}

bool use_declared_order(Codes& codes, const std::vector<std::string>& order) {
  std::unordered_map<std::string_view, std::int32_t> position;
  for (const std::string& label : order) position.emplace(label, static_cast<std::int32_t>(position.size()));
  std::vector<std::int32_t> new_codes;
  for (const std::string& label : codes.labels) {
    const auto found = position.find(label);
    if (found == position.end()) return false;
    new_codes.push_back(found->second);
  }
  codes.labels = order;
  renumber(codes, new_codes);
  return true;
}

void sort_labels(Codes& codes, char decimal_point) {
  std::vector<std::optional<double>> numbers;
  for (const std::string& label : codes.labels) numbers.push_back(cell_number(label, decimal_point));
  const bool numeric =
      std::all_of(numbers.begin(), numbers.end(), [](const auto& n) { return n.has_value(); });
  std::vector<std::size_t> sorted(codes.labels.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::sort(sorted.begin(), sorted.end(), [&](std::size_t a, std::size_t b) {
    if (numeric && *numbers[a] != *numbers[b]) return *numbers[a] < *numbers[b];
    return codes.labels[a] < codes.labels[b];
  });
  std::vector<std::int32_t> new_codes(sorted.size());
  std::vector<std::string> labels(sorted.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    new_codes[sorted[i]] = static_cast<std::int32_t>(i);
    labels[i] = std::move(codes.labels[sorted[i]]);
  }
  codes.labels = std::move(labels);
  renumber(codes, new_codes);
}

}  // namespace

bool order_labels(Codes& codes, const ColumnPlan& column, char decimal_point) {
  drop_missing(codes, column, decimal_point);
  if (column.declared != Kind::ordinal) return true;
  if (!column.order.empty()) return use_declared_order(codes, column.order);
  sort_labels(codes, decimal_point);
  return true;
}

}  // namespace sfumato::io
