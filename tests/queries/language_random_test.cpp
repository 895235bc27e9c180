// Random conditions, written in random ways. They must agree with a plain interpreter of three-valued logic
// for each record, give the same query for every spelling, and be read back from their normal text.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>

#include "core/rng.hpp"
#include "language_catalogue.hpp"
#include "queries/language/decimal_units.hpp"
#include "queries/query.hpp"

namespace sfumato::queries {
namespace {

enum class Truth { no, yes, unknown };
Truth truth(bool so) { return so ? Truth::yes : Truth::no; }
Truth denied(Truth t) { return t == Truth::unknown ? t : truth(t == Truth::no); }

using Row = std::vector<std::optional<std::int64_t>>;  // units or codes

// Constants of numbers are in thousandths of a unit, those of categories are codes.
struct Node {
  enum class Kind { compare, between, list, prefix, null, constant, all, any, deny };
  Kind kind = Kind::constant;
  std::size_t column = 0;
  int sign = 0;  // of = <> < <= > >=
  std::vector<std::int64_t> constants;
  std::string prefix;
  bool value = false;
  std::vector<Node> parts;
};

constexpr const char* signs[] = {"=", "<>", "<", "<=", ">", ">="};
constexpr int turned[] = {0, 1, 4, 5, 2, 3};
constexpr int opposite[] = {1, 0, 5, 4, 3, 2};

bool holds(int sign, std::int64_t left, std::int64_t right) {
  const bool answers[] = {left == right, left != right, left<right, left <= right, left> right,
                          left >= right};
  return answers[sign];
}

Truth meaning(const Node& node, const Row& row, const CatalogueTable& table) {
  const CatalogueColumn& column = table.column(node.column);
  const auto cell = row[node.column];
  const std::int64_t value = !cell ? 0 : column.kind == ColumnKind::number ? *cell * 1000 : *cell;
  switch (node.kind) {
    case Node::Kind::constant:
      return truth(node.value);
    case Node::Kind::null:
      return truth(!cell);
    case Node::Kind::compare:
      return cell ? truth(holds(node.sign, value, node.constants[0])) : Truth::unknown;
    case Node::Kind::between:
      return cell ? truth(node.constants[0] <= value && value <= node.constants[1]) : Truth::unknown;
    case Node::Kind::list:
      if (!cell) return Truth::unknown;
      return truth(std::count(node.constants.begin(), node.constants.end(), value) > 0);
    case Node::Kind::prefix:
      if (!cell) return Truth::unknown;
      return truth(column.categories[static_cast<std::size_t>(*cell)].rfind(node.prefix, 0) == 0);
    case Node::Kind::deny:
      return denied(meaning(node.parts[0], row, table));
    case Node::Kind::all:
    case Node::Kind::any: {
      const Truth deciding = truth(node.kind == Node::Kind::any);
      Truth result = denied(deciding);
      for (const Node& part : node.parts) {
        const Truth one = meaning(part, row, table);
        if (one == deciding) return deciding;
        if (one == Truth::unknown) result = one;
      }
      return result;
    }
  }
  return Truth::unknown;
}

bool matches(const Condition& condition, const Row& row) {
  switch (condition.kind) {
    case Condition::Kind::always:
      return true;
    case Condition::Kind::never:
      return false;
    case Condition::Kind::leaf: {
      const auto cell = row[condition.column];
      return cell ? condition.values.contains(*cell) : condition.null;
    }
    case Condition::Kind::all:
      return std::all_of(condition.parts.begin(), condition.parts.end(),
                         [&](const Condition& part) { return matches(part, row); });
    case Condition::Kind::any:
      return std::any_of(condition.parts.begin(), condition.parts.end(),
                         [&](const Condition& part) { return matches(part, row); });
  }
  return false;
}

class Maker {
 public:
  Maker(const CatalogueTable& table, std::uint64_t seed) : table_(table), rng_({seed, 5}) {}

  Node tree(int depth) {
    Node node;
    const std::uint64_t pick = rng_.below(depth > 0 ? 12 : 6);
    if (pick < 6) return leaf();
    if (pick == 11) {
      node.kind = Node::Kind::deny;
      node.parts.push_back(tree(depth - 1));
      return node;
    }
    node.kind = pick < 9 ? Node::Kind::all : Node::Kind::any;
    for (std::uint64_t i = 2 + rng_.below(3); i > 0; --i) node.parts.push_back(tree(depth - 1));
    return node;
  }

  Row row() {
    Row result;
    for (std::size_t c = 0; c < table_.columns.size(); ++c) {
      const CatalogueColumn& column = table_.column(c);
      if (column.nullable && rng_.below(4) == 0) {
        result.emplace_back();
      } else {
        result.emplace_back(value_of(column));
      }
    }
    return result;
  }

  // One of many texts with the same meaning.
  std::string text(const Node& node) {
    if (rng_.below(10) == 0) return "(" + text(node) + ")";
    if (rng_.below(20) == 0) return cased("not ") + cased("Not ") + bracketed(node);
    switch (node.kind) {
      case Node::Kind::constant:
        return cased(node.value ? "true" : "false");
      case Node::Kind::null:
        return rng_.below(2) == 0 ? name(node) + cased(" is null")
                                  : cased("not ") + name(node) + cased(" is not null");
      case Node::Kind::compare:
        return comparison(node, node.sign, node.constants[0]);
      case Node::Kind::between:
        return between(node);
      case Node::Kind::list:
        return list(node);
      case Node::Kind::prefix:
        return name(node) + cased(" like ") + "'" + node.prefix + "%'";
      case Node::Kind::deny:
        return cased("not ") + bracketed(node.parts[0]);
      case Node::Kind::all:
      case Node::Kind::any:
        return chain(node);
    }
    return {};
  }

 private:
  static constexpr std::int64_t far = std::int64_t{1} << 53;

  std::int64_t between(std::int64_t first, std::int64_t last) {
    return first + static_cast<std::int64_t>(rng_.below(static_cast<std::uint64_t>(last - first + 1)));
  }

  // Wide domains are tested near 0 and at their bounds.
  std::int64_t value_of(const CatalogueColumn& column) {
    if (column.last() - column.first() < 1000) return between(column.first(), column.last());
    const std::uint64_t where = rng_.below(8);
    return where == 0 ? far - between(0, 2) : where == 1 ? between(0, 2) - far : between(-6, 6);
  }

  Node leaf() {
    Node node;
    node.column = rng_.below(table_.columns.size());
    const CatalogueColumn& column = table_.column(node.column);
    const bool number = column.kind == ColumnKind::number;
    const auto constant = [&] {
      if (!number) return value_of(column);
      const std::int64_t units = value_of(column) + between(-1, 1);
      return units * 1000 + (rng_.below(3) == 0 ? between(-999, 999) : 0);
    };
    const std::uint64_t pick = rng_.below(12);
    if (pick == 0) {
      node.value = rng_.below(2) == 0;
    } else if (pick <= 2) {
      node.kind = Node::Kind::null;
    } else if (pick <= 7) {
      node.kind = Node::Kind::compare;
      node.sign = static_cast<int>(rng_.below(number ? 6 : 2));
      node.constants = {constant()};
    } else if (pick <= 9) {
      node.kind = Node::Kind::list;
      for (std::uint64_t i = 1 + rng_.below(5); i > 0; --i) node.constants.push_back(constant());
    } else if (number) {
      node.kind = Node::Kind::between;
      node.constants = {constant(), constant()};
      if (rng_.below(4) > 0) std::sort(node.constants.begin(), node.constants.end());
    } else {
      node.kind = Node::Kind::prefix;
      const std::string& category = column.categories[rng_.below(column.categories.size())];
      node.prefix = category[0] == 'a' ? "a" : category[0] == 'A' ? "A" : category.substr(0, 1);
      if (static_cast<unsigned char>(node.prefix[0]) >= 0x80) node.prefix = "gr";
    }
    return node;
  }

  std::string cased(std::string word) {
    for (char& c : word) {
      if (c >= 'a' && c <= 'z' && rng_.below(2) == 0) c = static_cast<char>(c - 'a' + 'A');
      if (c == ' ' && rng_.below(8) == 0) c = '\n';
    }
    return word;
  }

  std::string name(const Node& node) {
    const std::string& plain = table_.column(node.column).name;
    const std::uint64_t pick = rng_.below(4);
    return pick == 0 ? "\"" + plain + "\"" : pick == 1 ? cased(plain) : plain;
  }

  std::string constant(const Node& node, std::int64_t value) {
    const CatalogueColumn& column = table_.column(node.column);
    if (column.kind == ColumnKind::number) {
      std::string result = units_text(value, column.decimals + 3);
      if (rng_.below(6) == 0) result += result.find('.') == std::string::npos ? ".00" : "0";
      if (rng_.below(6) == 0) result += "e0";
      return result;
    }
    std::string result = "'";
    for (const char c : column.categories[static_cast<std::size_t>(value)]) {
      result += c == '\'' ? std::string("''") : std::string(1, c);
    }
    return result + "'";
  }

  std::string bracketed(const Node& node) { return "(" + text(node) + ")"; }

  std::string comparison(const Node& node, int sign, std::int64_t value) {
    const auto spelled = [&](int which) { return which == 1 && rng_.below(2) == 0 ? "!=" : signs[which]; };
    switch (rng_.below(5)) {
      case 0:
        return constant(node, value) + spelled(turned[sign]) + name(node);
      case 1: {
        const bool ordered = table_.column(node.column).kind == ColumnKind::number;
        if (!ordered && sign > 1) break;
        return cased("not ") + name(node) + spelled(opposite[sign]) + constant(node, value);
      }
      case 2:
        if (sign > 1) break;
        return name(node) + cased(sign == 0 ? " in (" : " not in (") + constant(node, value) + ")";
      default:
        break;
    }
    return name(node) + " " + spelled(sign) + " " + constant(node, value);
  }

  std::string between(const Node& node) {
    const std::string first = constant(node, node.constants[0]), last = constant(node, node.constants[1]);
    switch (rng_.below(3)) {
      case 0:
        return "(" + comparison(node, 5, node.constants[0]) + cased(" and ") +
               comparison(node, 3, node.constants[1]) + ")";
      case 1:
        return cased("not ") + name(node) + cased(" not between ") + first + cased(" and ") + last;
      default:
        return name(node) + cased(" between ") + first + cased(" and ") + last;
    }
  }

  std::string list(const Node& node) {
    std::vector<std::int64_t> constants = node.constants;
    rng_.shuffle(std::span(constants));
    const bool apart = rng_.below(2) == 0;
    std::string result = apart ? "(" : name(node) + cased(" in (");
    for (std::size_t i = 0; i < constants.size(); ++i) {
      if (i > 0) result += apart ? cased(" or ") : ", ";
      result += apart ? comparison(node, 0, constants[i]) : constant(node, constants[i]);
    }
    return result + ")";
  }

  // Shuffled, with repetitions, and by De Morgan's law.
  std::string chain(const Node& node) {
    std::vector<const Node*> parts;
    for (const Node& part : node.parts) parts.push_back(&part);
    if (rng_.below(4) == 0) parts.push_back(parts[rng_.below(parts.size())]);
    rng_.shuffle(std::span(parts));
    const bool turn = rng_.below(3) == 0;
    const bool with_and = (node.kind == Node::Kind::all) != turn;
    std::string result = turn ? cased("not (") : "(";
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i > 0) result += cased(with_and ? " and " : " or ");
      result += turn ? cased("not ") + bracketed(*parts[i]) : text(*parts[i]);
    }
    return result + ")";
  }

  const CatalogueTable& table_;
  Rng rng_;
};

TEST(QueryLanguage, AgreesWithThreeValuedLogic) {
  const Catalogue catalogue = sfumato::testing::language_catalogue();
  const CatalogueTable& table = catalogue.tables[0];
  Maker maker(table, 1);
  std::size_t matched = 0, undecided = 0;
  for (int round = 0; round < 6000; ++round) {
    const Node tree = maker.tree(3);
    const std::string text = "SELECT COUNT(*) FROM patients WHERE " + maker.text(tree);
    const Query query = parse_query(text, catalogue);
    for (int i = 0; i < 30; ++i) {
      const Row row = maker.row();
      const Truth expected = meaning(tree, row, table);
      ASSERT_EQ(matches(query.where, row), expected == Truth::yes) << text;
      matched += expected == Truth::yes ? 1 : 0;
      undecided += expected == Truth::unknown ? 1 : 0;
      if (expected != Truth::yes) continue;
      for (std::size_t c = 0; c < row.size(); ++c) {
        ASSERT_TRUE(row[c] ? reach(query.where, c, table).contains(*row[c]) : reaches_null(query.where, c))
            << text << " reaches column " << c;
      }
    }
  }
  EXPECT_GT(matched, 20'000U);  // otherwise the test would have little power
  EXPECT_GT(undecided, 10'000U);
}

TEST(QueryLanguage, RecognisesAQueryInEverySpelling) {
  const Catalogue catalogue = sfumato::testing::language_catalogue();
  Maker maker(catalogue.tables[0], 2);
  const std::vector<std::string> starts = {"SELECT COUNT(*) FROM patients WHERE ",
                                           "select Count(Age) from Patients where ",
                                           "SELECT QUANTILE(height, .125) FROM patients WHERE "};
  for (int round = 0; round < 6000; ++round) {
    const Node tree = maker.tree(4);
    const std::string& start = starts[static_cast<std::size_t>(round) % starts.size()];
    const std::string first = start + maker.text(tree);
    const std::string second = start + maker.text(tree) + " ;";
    const Query query = parse_query(first, catalogue);
    const std::string normal = normal_text(query, catalogue);
    ASSERT_EQ(normal, normal_text(parse_query(second, catalogue), catalogue)) << first << "\n" << second;
    const Query again = parse_query(normal, catalogue);
    ASSERT_EQ(again, query) << first << "\n" << normal;
    ASSERT_EQ(normal_text(again, catalogue), normal);
  }
}

// Over all records of two columns: the reach of a condition contains every value that matches, and no other
// value if columns are combined only by AND.
TEST(QueryLanguage, ReachesWhatCanMatch) {
  Catalogue catalogue = sfumato::testing::language_catalogue();
  CatalogueTable& table = catalogue.tables[0];
  table.columns = {table.columns[0], table.columns[3]};  // age, Ward
  Maker maker(table, 3);
  std::size_t exact = 0;
  for (int round = 0; round < 2000; ++round) {
    const Node tree = maker.tree(2);
    const Query query = parse_query("SELECT COUNT(*) FROM patients WHERE " + maker.text(tree), catalogue);
    std::vector<Range> ages;
    bool null_age = false;
    for (std::int64_t age = -1; age <= 12; ++age) {
      for (std::int64_t ward = -1; ward < 7; ++ward) {
        const Row row = {age < 0 ? std::nullopt : std::optional(age),
                         ward < 0 ? std::nullopt : std::optional(ward)};
        if (!matches(query.where, row)) continue;
        if (age >= 0) ages.push_back({age, age});
        null_age = null_age || age < 0;
      }
    }
    const RangeSet brute(std::move(ages));
    const RangeSet reached = reach(query.where, 0, table);
    ASSERT_TRUE(brute.difference(reached).empty());
    ASSERT_TRUE(!null_age || reaches_null(query.where, 0));
    const bool flat = std::all_of(query.where.parts.begin(), query.where.parts.end(),
                                  [](const Condition& part) { return part.kind == Condition::Kind::leaf; });
    if (!flat) continue;
    ++exact;
    ASSERT_EQ(brute, reached);
    ASSERT_EQ(null_age, reaches_null(query.where, 0));
  }
  EXPECT_GT(exact, 1000U);
}

}  // namespace
}  // namespace sfumato::queries
