// The formats are those of tau-Argus 4.2 (WriteCSV and WriteCellRecords of its data engine), down to the
// signs.
#include "tables/formats/argus_export.hpp"

#include <algorithm>
#include <functional>
#include <queue>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "tables/rules/rule_type.hpp"
#include "tables/rules/rules_contributors.hpp"

namespace sfumato::tables {
namespace {

// The kind of rule that a cell is sensitive by.
enum class Reason : std::uint8_t { rule, request, frequency, zero, marked };

std::string coded(const std::string& code, bool quotes) {
  std::string plain = code;
  std::replace(plain.begin(), plain.end(), '"', '\'');
  const bool needed = plain.find_first_of(",\n\r") != std::string::npos;
  return quotes || needed ? '"' + plain + '"' : plain;
}

// Steps down from the total; 0 for all codes of a flat dimension, as tau-Argus has it.
std::vector<std::size_t> levels_of(const Dimension& dimension) {
  std::vector<std::size_t> levels(dimension.codes.size(), 0);
  if (dimension.sums.size() <= 1) return levels;
  std::queue<std::size_t> open({0});
  std::vector<bool> seen(dimension.codes.size(), false);
  while (!open.empty()) {
    const std::size_t code = open.front();
    open.pop();
    for (const CodeSum& sum : dimension.sums) {
      if (sum.parent != code) continue;
      for (const std::size_t child : sum.children) {
        if (seen[child]) continue;
        seen[child] = true;
        levels[child] = levels[code] + 1;
        open.push(child);
      }
    }
  }
  return levels;
}

class Exported {
 public:
  Exported(const CellTable& original, const CellTable& published, const ArgusExport& how)
      : original_(original), published_(published), how_(how), index_(original) {
    for (const std::string& name : how.by) {
      const auto found = std::find_if(original.dimensions.begin(), original.dimensions.end(),
                                      [&](const Dimension& one) { return one.name == name; });
      if (found == original.dimensions.end()) throw Error(ErrorCode::internal, "no dimension " + name);
      order_.push_back(static_cast<std::size_t>(found - original.dimensions.begin()));
      levels_.push_back(levels_of(*found));
    }
    for (const std::string& rule : original.rules) rules_.push_back(parse_rule(rule));
  }

  // Calls body(codes) for every combination, the last dimension running fastest; `codes` are those of how.by.
  void each(std::size_t dimensions,
            const std::function<void(const std::vector<std::uint32_t>&)>& body) const {
    std::vector<std::uint32_t> codes(dimensions, 0);
    while (true) {
      body(codes);
      std::size_t d = dimensions;
      while (d > 0 && ++codes[d - 1] == dimension(d - 1).codes.size()) codes[--d] = 0;
      if (d == 0) return;
    }
  }

  const Dimension& dimension(std::size_t d) const { return original_.dimensions[order_[d]]; }
  std::string code(std::size_t d, std::uint32_t place) const {
    return coded(dimension(d).codes[place], how_.quotes);
  }
  std::string prefix(const std::vector<std::uint32_t>& codes) const {
    std::string text;
    for (std::size_t d = 0; d < codes.size(); ++d) {
      text += code(d, codes[d]) + ",";
      if (how_.levels) text += std::to_string(levels_[d][codes[d]]) + ",";
    }
    return text;
  }

  std::size_t cell(const std::vector<std::uint32_t>& codes) const {
    std::vector<std::uint32_t> key(original_.dimensions.size() + 1, 0);
    for (std::size_t d = 0; d < codes.size(); ++d) key[order_[d]] = codes[d];
    const std::optional<std::size_t> found = index_.find(key);
    if (!found) throw Error(ErrorCode::internal, "a table lacks a cell of its view");
    return *found;
  }

  bool empty(std::size_t cell) const {
    if (original_.contributors.empty()) return original_.cells[cell].value.is_zero();
    return original_.contributors[cell].frequency == 0;
  }

  std::string value(std::size_t cell, bool show) const {
    if (empty(cell)) return "-";
    if (how_.values == ArgusValues::suppressed && !show && published_.cells[cell].suppressed()) return "x";
    return published_.cells[cell].value.text();
  }
  std::string true_value(std::size_t cell) const {
    return empty(cell) ? "-" : original_.cells[cell].value.text();
  }

  CellStatus status(std::size_t cell) const {
    return how_.values == ArgusValues::suppressed ? published_.cells[cell].status
                                                  : original_.cells[cell].status;
  }

  bool hit_by(std::size_t cell, std::string_view name) const {
    for (std::size_t r = 0; r < rules_.size() && !original_.hits.empty(); ++r) {
      const bool hit = (original_.hits[cell] >> r & 1U) != 0;
      if (hit && rules_[r].type->info.name == name) return true;
    }
    return false;
  }
  Reason reason(std::size_t cell) const {
    if (hit_by(cell, "frequency")) return Reason::frequency;
    if (hit_by(cell, "p-percent") || hit_by(cell, "pq") || hit_by(cell, "dominance")) return Reason::rule;
    if (hit_by(cell, "request")) return Reason::request;
    if (hit_by(cell, "zero")) return Reason::zero;
    return Reason::marked;
  }

  int status_number(std::size_t cell) const {
    if (empty(cell)) return 14;
    switch (status(cell)) {
      case CellStatus::safe:
        return 1;
      case CellStatus::kept:
        return 10;
      case CellStatus::secondary:
        return 11;
      case CellStatus::primary:
        break;
    }
    switch (reason(cell)) {
      case Reason::rule:
        return 3;
      case Reason::request:
        return 4;
      case Reason::frequency:
        return 5;
      case Reason::zero:
        return 6;
      case Reason::marked:
        break;
    }
    return 9;
  }

  // Flag and shares of business statistics.
  std::string flag(std::size_t cell) const {
    const CellStatus is = status(cell);
    if (is == CellStatus::secondary) return "D";
    if (is != CellStatus::primary) return "V";
    if (reason(cell) == Reason::frequency) return "A";
    if (hit_by(cell, "p-percent") || hit_by(cell, "pq")) {
      return "F," + share(cell, 0, 1) + "," + share(cell, 1, 2);
    }
    const bool several =
        hit_by(cell, "dominance") && std::any_of(rules_.begin(), rules_.end(), [](const Rule& rule) {
          return rule.type->info.name == "dominance" && rule.count > 1;
        });
    return several ? "C," + share(cell, 0, 2) : "B," + share(cell, 0, 1);
  }

  std::int64_t contributors(std::size_t cell) const {
    if (original_.contributors.empty()) return 0;
    const Contributors& behind = original_.contributors[cell];
    return behind.largest_holdings.empty() ? behind.frequency : behind.holdings;
  }

 private:
  // What the contributors from number `first` to before `last` have of the cell, in percent.
  std::string share(std::size_t cell, std::size_t first, std::size_t last) const {
    if (original_.contributors.empty()) return "0.0";
    const Contributors& behind = original_.contributors[cell];
    const bool holdings = !behind.largest_holdings.empty();
    const std::vector<Contribution>& largest = holdings ? behind.largest_holdings : behind.largest;
    const double total = (holdings ? behind.holdings_total : behind.total).number();
    double sum = 0;
    for (std::size_t i = first; i < std::min(last, largest.size()); ++i) {
      const double weight = holdings ? 1.0 : largest[i].weight.number();
      sum += std::abs(largest[i].amount.number()) * weight;
    }
    const std::optional<Decimal> tenths = Decimal::of_number(total > 0 ? 100 * sum / total : 0, 1);
    if (!tenths) return "0.0";
    return Decimal(tenths->units_at(1).value_or(0), 1).text();
  }

  const CellTable& original_;
  const CellTable& published_;
  const ArgusExport& how_;
  CellIndex index_;
  std::vector<std::size_t> order_;                // of how.by, into the dimensions
  std::vector<std::vector<std::size_t>> levels_;  // of each, per code
  std::vector<Rule> rules_;
};

std::string first_line(const CellTable& original, const ArgusExport& how) {
  std::string line;
  for (const std::string& name : how.by) line += coded(name, how.quotes) + ",";
  const Response& response = original.responses.front();
  const std::string name = response.counts ? "Freq" : response.name;
  const char* ending = how.values == ArgusValues::rounded    ? "_Round"
                       : how.values == ArgusValues::adjusted ? "_CTA"
                                                             : "";
  line += coded(name + ending, how.quotes);
  if (!how.status) return line + "\n";
  if (how.values != ArgusValues::suppressed) line += "," + coded(name + "_Orig", how.quotes);
  if (how.values != ArgusValues::rounded) line += "," + coded("Status", how.quotes);
  return line + "\n";
}

}  // namespace

std::string argus_csv_text(const CellTable& original, const CellTable& published, const ArgusExport& how) {
  const Exported table(original, published, how);
  const std::size_t dimensions = how.by.size();
  const std::size_t last = dimensions - 1;
  std::string labels;
  for (std::uint32_t column = 0; column < table.dimension(last).codes.size(); ++column) {
    labels += "," + table.code(last, column);
  }
  std::string text;
  table.each(last, [&](const std::vector<std::uint32_t>& codes) {
    if (codes.empty() || codes.back() == 0) {
      if (codes.size() > 1) {
        text += text.empty() ? "" : "\n";
        for (std::size_t d = 0; d + 1 < codes.size(); ++d) {
          text += (d == 0 ? "Var " : ", Var ") + std::to_string(d + 1) + "," + table.code(d, codes[d]);
        }
        text += "\n";
      }
      text += labels + "\n";
    }
    if (!codes.empty()) text += table.code(codes.size() - 1, codes.back());
    std::vector<std::uint32_t> place = codes;
    place.push_back(0);
    for (; place.back() < table.dimension(last).codes.size(); ++place.back()) {
      text += "," + table.value(table.cell(place), false);
    }
    text += "\n";
  });
  return text;
}

std::string argus_records_text(const CellTable& original, const CellTable& published,
                               const ArgusExport& how) {
  const Exported table(original, published, how);
  std::string text = how.names ? first_line(original, how) : "";
  table.each(how.by.size(), [&](const std::vector<std::uint32_t>& codes) {
    const std::size_t cell = table.cell(codes);
    if (how.skip_empty && table.empty(cell)) return;
    text += table.prefix(codes) + table.value(cell, how.status);
    if (how.status && how.values != ArgusValues::suppressed) text += "," + table.true_value(cell);
    if (how.status && how.values != ArgusValues::rounded) {
      text += "," + std::to_string(table.status_number(cell));
    }
    text += "\n";
  });
  return text;
}

std::string argus_sbs_text(const CellTable& original, const CellTable& published, const ArgusExport& how) {
  const Exported table(original, published, how);
  std::string text;
  table.each(how.by.size(), [&](const std::vector<std::uint32_t>& codes) {
    const std::size_t cell = table.cell(codes);
    if (table.empty(cell)) return;
    text += table.prefix(codes) + table.value(cell, true) + "," + std::to_string(table.contributors(cell)) +
            "," + table.flag(cell) + "\n";
  });
  return text;
}

}  // namespace sfumato::tables
