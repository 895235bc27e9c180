// A specification is read strictly: a misspelt key would otherwise build a wrong hierarchy.
#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/number_text.hpp"
#include "masking/hierarchy_builder.hpp"

namespace sfumato::masking {
namespace {

const std::vector<std::string> kinds = {"intervals", "breaks",    "cuts",  "dates",
                                        "ages",      "redaction", "order", "groups"};

class Specification {
 public:
  Specification(const Value& value, const std::vector<std::string>& leaves)
      : value_(value), leaves_(leaves) {}

  Hierarchy build() const {
    const std::string kind = text("kind", "");
    if (kind == "intervals") {
      allow({"widths", "origin", "labels"});
      return interval_hierarchy(leaves_, number("origin", 0.0), numbers("widths"), labels());
    }
    if (kind == "breaks") {
      allow({"breaks", "labels"});
      return breaks_hierarchy(leaves_, breaks(), labels());
    }
    if (kind == "cuts") {
      bad_input("cuts are chosen by the values of a column, and there is none here",
                "list them with kind = \"breaks\"");
    }
    if (kind == "dates") {
      allow({"steps", "form", "labels"});
      const bool all = value_.find("steps") == nullptr;
      const std::string labels = text("labels", "periods");
      if (labels != "periods" && labels != "first-day") {
        bad_input("labels is '" + labels + "'", "it must be periods, 2021-03, or first-day, 2021-03-01");
      }
      return date_hierarchy(leaves_, all ? std::vector<std::string>{} : texts("steps"), form(),
                            labels == "first-day" ? DateLabels::first_day : DateLabels::periods);
    }
    if (kind == "ages") {
      allow({"at", "widths", "form"});
      const bool all = value_.find("widths") == nullptr;
      return age_hierarchy(leaves_, text("at", ""),
                           all ? std::vector<double>{1, 5, 10, 20} : numbers("widths"), form());
    }
    if (kind == "redaction") {
      allow({"from"});
      const std::string from = text("from", "right");
      if (from != "left" && from != "right") bad_input("from is '" + from + "'", "it must be left or right");
      return redaction_hierarchy(leaves_, from == "left");
    }
    if (kind == "order") return order();
    if (kind == "groups") {
      allow({"levels"});
      return group_hierarchy(leaves_, array("levels"));
    }
    const std::string close = suggestion(kind, kinds);
    bad_input(
        kind.empty() ? "a hierarchy needs a kind" : "there is no hierarchy of kind '" + kind + "'",
        close.empty() ? "kinds are intervals, breaks, cuts, dates, ages, redaction, order, groups" : close);
  }

 private:
  IntervalLabels labels() const {
    const std::string typed = text("labels", "brackets");
    if (typed != "brackets" && typed != "ranges") {
      bad_input("labels is '" + typed + "'", "it must be brackets, [10, 15), or ranges, 10–14");
    }
    return typed == "ranges" ? IntervalLabels::ranges : IntervalLabels::brackets;
  }

  // A list of numbers is one level.
  std::vector<std::vector<double>> breaks() const {
    const std::vector<Value> given = array("breaks");
    if (given.empty() || !given.front().is_array()) return {numbers("breaks")};
    std::vector<std::vector<double>> levels;
    for (const Value& level : given) {
      if (!level.is_array()) bad_input("breaks must be numbers, or a list for each level", "such as [5, 10]");
      levels.push_back(numbers_of(level, "breaks"));
    }
    return levels;
  }

  Hierarchy order() const {
    allow({"sizes", "values"});
    std::vector<std::size_t> sizes;
    for (const double size : numbers("sizes")) {
      if (!(size >= 1.0 && size <= 1e9) || size != std::floor(size))
        bad_input("sizes must be whole numbers from 1", "such as [2, 4]");
      sizes.push_back(static_cast<std::size_t>(size));
    }
    if (value_.find("values") != nullptr) return order_hierarchy(texts("values"), sizes);
    // "1032016 … 1103942" would publish the values of two records.
    if (std::all_of(leaves_.begin(), leaves_.end(), [](const auto& leaf) { return parse_number(leaf); })) {
      bad_input("groups of numbers by their order would have values of the data in their labels",
                "list the values that the column can have under values, or write kind = \"intervals\"");
    }
    return order_hierarchy(leaves_, sizes);
  }

  std::optional<DateForm> form() const {
    const std::string typed = text("form", "");
    const std::optional<DateForm> found = parse_date_form(typed);
    if (!typed.empty() && !found) {
      bad_input("form is '" + typed + "'", "it must be one such as " + date_form_examples());
    }
    return found;
  }

  void allow(std::vector<std::string> keys) const {
    keys.emplace_back("kind");
    for (const auto& [key, member] : value_.as_object()) {
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
      const std::string close = suggestion(key, keys);
      bad_input("unknown key '" + key + "'", close.empty() ? "leave it out" : close);
    }
  }
  std::string text(const std::string& key, const std::string& otherwise) const {
    const Value* member = value_.find(key);
    if (member == nullptr) return otherwise;
    if (!member->is_text()) bad_input(key + " must be a text", "put it in quotes");
    return member->as_text();
  }
  double number(const std::string& key, double otherwise) const {
    const Value* member = value_.find(key);
    if (member == nullptr) return otherwise;
    if (!member->is_number()) bad_input(key + " must be a number", "write it without quotes");
    return member->as_number();
  }
  std::vector<Value> array(const std::string& key) const {
    const Value* member = value_.find(key);
    if (member == nullptr || !member->is_array())
      bad_input(key + " must be a list", "write " + key + " = [ … ]");
    return member->as_array();
  }
  std::vector<double> numbers(const std::string& key) const { return numbers_of(Value(array(key)), key); }
  static std::vector<double> numbers_of(const Value& list, const std::string& key) {
    std::vector<double> result;
    for (const Value& item : list.as_array()) {
      if (!item.is_number()) bad_input(key + " must be numbers", "such as [5, 10]");
      result.push_back(item.as_number());
    }
    return result;
  }
  std::vector<std::string> texts(const std::string& key) const {
    std::vector<std::string> result;
    for (const Value& item : array(key)) result.push_back(to_text(item));
    return result;
  }

  const Value& value_;
  const std::vector<std::string>& leaves_;
};

}  // namespace

Hierarchy build_hierarchy(const Value& specification, const std::vector<std::string>& leaves,
                          const std::string& source) {
  try {
    if (!specification.is_object()) bad_input("a hierarchy must be a table", "write kind = \"intervals\"");
    return Specification(specification, leaves).build();
  } catch (const Error& failure) {
    throw failure.at(source);
  }
}

}  // namespace sfumato::masking
