// A recursive descent over the text itself; the tree is small and immutable.
#include "compare/expression.hpp"

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::compare {

struct Expression::Node {
  char operation = 0;  // + - * /, 'n' number, 'm' measure, '~' negation
  double number = 0.0;
  std::string name;
  std::shared_ptr<const Node> left, right;
};

namespace {

using Node = Expression::Node;
using Tree = std::shared_ptr<const Node>;

constexpr int deepest = 200;  // nested parentheses and signs

bool is_name_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9') || letter == '-';
}

class Parser {
 public:
  Parser(std::string_view text, const std::vector<std::string>& names) : text_(text), names_(names) {}

  Tree parse() {
    Tree tree = sum(0);
    if (next() != 0) refuse(out_of_place());
    return tree;
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    bad_param("score",
              "‹score› cannot be '" + std::string(text_) + "': " + what + " at character " +
                  std::to_string(place_ + 1),
              "write numbers and names of measures with + - * / and parentheses, such as "
              "\"0.5*information-loss + 0.5*distance-linkage\"");
  }

  std::string out_of_place() {
    if (next() == 0) return std::string("something is missing");
    std::string what = "'";
    what.push_back(next());
    what.append("' is out of place");
    return what;
  }

  char next() {
    while (place_ < text_.size() && (text_[place_] == ' ' || text_[place_] == '\t')) ++place_;
    return place_ < text_.size() ? text_[place_] : '\0';
  }

  static Tree joined(char operation, Tree left, Tree right) {
    auto node = std::make_shared<Node>();
    node->operation = operation;
    node->left = std::move(left);
    node->right = std::move(right);
    return node;
  }

  Tree sum(int depth) {
    Tree tree = product(depth);
    while (next() == '+' || next() == '-') {
      const char operation = text_[place_++];
      tree = joined(operation, std::move(tree), product(depth));
    }
    return tree;
  }

  Tree product(int depth) {
    Tree tree = factor(depth);
    while (next() == '*' || next() == '/') {
      const char operation = text_[place_++];
      tree = joined(operation, std::move(tree), factor(depth));
    }
    return tree;
  }

  Tree factor(int depth) {
    if (depth > deepest) refuse("it is nested too deeply");
    const char letter = next();
    if (letter == '-') {
      ++place_;
      return joined('~', factor(depth + 1), nullptr);
    }
    if (letter == '(') {
      ++place_;
      Tree inside = sum(depth + 1);
      if (next() != ')') refuse("a ')' is missing");
      ++place_;
      return inside;
    }
    if ((letter >= '0' && letter <= '9') || letter == '.') return number();
    if (letter >= 'a' && letter <= 'z') return name();
    refuse(out_of_place());
  }

  Tree number() {
    std::size_t end = place_;
    while (end < text_.size() &&
           ((text_[end] >= '0' && text_[end] <= '9') || text_[end] == '.' || is_exponent(end))) {
      ++end;
    }
    const auto value = parse_number(text_.substr(place_, end - place_));
    if (!value || !std::isfinite(*value))
      refuse("'" + std::string(text_.substr(place_, end - place_)) + "' is not a number");
    place_ = end;
    auto node = std::make_shared<Node>();
    node->operation = 'n';
    node->number = *value;
    return node;
  }

  // The e of 1e-3 and the sign after it.
  bool is_exponent(std::size_t at) const {
    const auto digit = [&](std::size_t i) { return i < text_.size() && text_[i] >= '0' && text_[i] <= '9'; };
    const auto sign = [&](std::size_t i) { return i < text_.size() && (text_[i] == '-' || text_[i] == '+'); };
    if (at == place_) return false;
    if (text_[at] == 'e') return digit(at + 1) || (sign(at + 1) && digit(at + 2));
    return sign(at) && text_[at - 1] == 'e' && digit(at + 1);
  }

  Tree name() {
    std::size_t end = place_;
    while (end < text_.size() && is_name_letter(text_[end])) ++end;
    const std::string whole(text_.substr(place_, end - place_));
    for (std::size_t length = whole.size(); length > 0; --length) {
      if (length < whole.size() && whole[length] != '-') continue;
      const std::string candidate = whole.substr(0, length);
      if (std::find(names_.begin(), names_.end(), candidate) == names_.end()) continue;
      place_ += length;
      auto node = std::make_shared<Node>();
      node->operation = 'm';
      node->name = candidate;
      return node;
    }
    const std::string close = suggestion(whole, names_);
    bad_param("score", "‹score› names '" + whole + "', which is not a measure",
              close.empty() ? "'sfumato measures' lists them" : close);
  }

  std::string_view text_;
  const std::vector<std::string>& names_;
  std::size_t place_ = 0;
};

void collect(const Tree& tree, std::vector<std::string>& names) {
  if (!tree) return;
  if (tree->operation == 'm' && std::find(names.begin(), names.end(), tree->name) == names.end()) {
    names.push_back(tree->name);
  }
  collect(tree->left, names);
  collect(tree->right, names);
}

using Lookup = std::function<std::optional<double>(const std::string&)>;

std::optional<double> value_of(const Node& node, const Lookup& lookup) {
  if (node.operation == 'n') return node.number;
  if (node.operation == 'm') return lookup(node.name);
  const std::optional<double> left = value_of(*node.left, lookup);
  if (!left) return std::nullopt;
  if (node.operation == '~') return -*left;
  const std::optional<double> right = value_of(*node.right, lookup);
  if (!right) return std::nullopt;
  switch (node.operation) {
    case '+':
      return *left + *right;
    case '-':
      return *left - *right;
    case '*':
      return *left * *right;
    default:
      return *left / *right;
  }
}

}  // namespace

Expression Expression::parse(std::string_view text, const std::vector<std::string>& names) {
  if (text.size() > 10000) bad_param("score", "‹score› is longer than 10000 characters", "write it shorter");
  Expression result;
  result.text_ = text;
  result.root_ = Parser(text, names).parse();
  collect(result.root_, result.names_);
  return result;
}

std::optional<double> Expression::evaluate(const Lookup& value) const {
  const std::optional<double> found = value_of(*root_, value);
  return found && std::isfinite(*found) ? found : std::nullopt;
}

Value Expression::described(std::optional<double> value) const {
  Value entry = Value::object();
  entry.set("expression", text_)
      .set("value", value ? Value(*value) : Value())
      .set("note", value ? Value() : Value("a measure in it has no value, or it divides by 0"));
  return entry;
}

}  // namespace sfumato::compare
