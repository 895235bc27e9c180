// Queries back to text. How a set of values is written depends only on the set and the domain: single values
// and pairs are listed, and the complement is used if it is shorter.
#include "queries/language/normal_text.hpp"

#include <limits>
#include <vector>

#include "core/column.hpp"
#include "queries/aggregates/aggregate.hpp"
#include "queries/language/decimal_units.hpp"
#include "queries/language/normal_form.hpp"
#include "queries/language/words.hpp"

namespace sfumato::queries {
namespace {

std::string quoted(std::string_view text) {
  std::string result = "'";
  for (const char c : text) {
    result += c;
    if (c == '\'') result += c;
  }
  return result += '\'';
}

// One or two values: listing them is as short as a range.
bool is_listed(const Range& range) { return range.first == range.last || range.first + 1 == range.last; }

bool all_listed(const RangeSet& set) {
  for (const Range& range : set.ranges()) {
    if (!is_listed(range)) return false;
  }
  return true;
}

class Writer {
 public:
  Writer(const CatalogueTable& table, std::size_t limit) : table_(table), limit_(limit) {}

  WrittenQuery query(const Query& query) {
    const std::string aggregate = aggregate_text(query, table_);
    return this->query(query, aggregate);
  }

  WrittenQuery query(const Query& query, const std::string& aggregates) {
    out_ = "SELECT " + aggregates + " FROM " + table_.name;
    if (query.where.kind != Condition::Kind::always) {
      out_ += " WHERE ";
      condition(query.where, false);
    }
    for (std::size_t i = 0; i < query.groups.size(); ++i) {
      out_ += (i == 0 ? " GROUP BY " : ", ") + grouping_text(query, i, table_);
    }
    return {std::move(out_), deepest_};
  }

 private:
  bool full() const { return out_.size() > limit_; }

  // AND has precedence over OR: only an OR inside an AND needs brackets.
  void condition(const Condition& condition, bool inside_all) {
    if (full()) return;
    switch (condition.kind) {
      case Condition::Kind::always:
        out_ += "TRUE";
        return;
      case Condition::Kind::never:
        out_ += "FALSE";
        return;
      case Condition::Kind::leaf:
        leaf(condition, inside_all);
        return;
      case Condition::Kind::all:
        for (std::size_t i = 0; i < condition.parts.size(); ++i) {
          if (i > 0) out_ += " AND ";
          this->condition(condition.parts[i], true);
        }
        return;
      case Condition::Kind::any:
        open(inside_all);
        for (std::size_t i = 0; i < condition.parts.size(); ++i) {
          if (i > 0) out_ += " OR ";
          this->condition(condition.parts[i], false);
        }
        close(inside_all);
        return;
    }
  }

  void open(bool needed) {
    if (!needed) return;
    out_ += '(';
    if (++depth_ > deepest_) deepest_ = depth_;
  }
  void close(bool needed) {
    if (!needed) return;
    out_ += ')';
    --depth_;
  }

  void leaf(const Condition& leaf, bool inside_all) {
    const CatalogueColumn& column = table_.column(leaf.column);
    std::vector<std::string> tests = column.kind == ColumnKind::number ? number_tests(column, leaf.values)
                                                                       : category_tests(column, leaf.values);
    if (leaf.null) tests.push_back(column.name + " IS NULL");
    open(inside_all && tests.size() > 1);
    for (std::size_t i = 0; i < tests.size(); ++i) {
      if (i > 0) out_ += " OR ";
      out_ += tests[i];
    }
    close(inside_all && tests.size() > 1);
  }

  std::vector<std::string> number_tests(const CatalogueColumn& column, const RangeSet& values) const {
    if (values.empty()) return {};
    const auto text = [&](std::int64_t units) { return value_text(column, units); };
    const RangeSet rest = domain_of(column).difference(values);
    if (rest.empty()) return {column.name + " IS NOT NULL"};
    if (!all_listed(values) && all_listed(rest)) return {listed(column, rest, true)};
    std::vector<std::string> tests;
    std::vector<Range> alone;
    std::size_t size = 0;
    for (const Range& range : values.ranges()) {
      if (size > limit_) break;
      if (is_listed(range)) {
        alone.push_back(range);
        continue;
      }
      if (range.first == column.first()) {
        tests.push_back(column.name + " <= " + text(range.last));
      } else if (range.last == column.last()) {
        tests.push_back(column.name + " >= " + text(range.first));
      } else {
        tests.push_back(column.name + " BETWEEN " + text(range.first) + " AND " + text(range.last));
      }
      size += tests.back().size();
    }
    if (!alone.empty()) tests.push_back(listed(column, RangeSet(std::move(alone)), false));
    return tests;
  }

  std::vector<std::string> category_tests(const CatalogueColumn& column, const RangeSet& codes) const {
    if (codes.empty()) return {};
    std::int64_t count = 0;
    for (const Range& range : codes.ranges()) count += range.last - range.first + 1;
    const std::int64_t all = column.last() + 1;
    if (count == all) return {column.name + " IS NOT NULL"};
    if (count <= all - count) return {listed(column, codes, false)};
    return {listed(column, domain_of(column).difference(codes), true)};
  }

  std::string value_text(const CatalogueColumn& column, std::int64_t value) const {
    if (column.date) return quoted(date_text(static_cast<std::int32_t>(value)));
    if (column.kind == ColumnKind::number) return units_text(value, column.decimals);
    return quoted(column.categories[static_cast<std::size_t>(value)]);
  }

  // = or IN, <> or NOT IN.
  std::string listed(const CatalogueColumn& column, const RangeSet& set, bool negated) const {
    const Range& first = set.ranges().front();
    if (set.ranges().size() == 1 && first.first == first.last) {
      return column.name + (negated ? " <> " : " = ") + value_text(column, first.first);
    }
    std::string result = column.name + (negated ? " NOT IN (" : " IN (");
    bool more = false;
    for (const Range& range : set.ranges()) {
      for (std::int64_t value = range.first; value <= range.last && result.size() <= limit_; ++value) {
        if (more) result += ", ";
        result += value_text(column, value);
        more = true;
      }
    }
    return result += ')';
  }

  const CatalogueTable& table_;
  std::size_t limit_;
  std::string out_;
  std::size_t depth_ = 0;
  std::size_t deepest_ = 0;
};

}  // namespace

std::string aggregate_text(const Query& query, const CatalogueTable& table) {
  const std::string column = query.column ? table.column(*query.column).name : "*";
  const std::vector<AggregateForm>& forms = record_of(query).forms;
  std::size_t chosen = 0;
  while (chosen + 1 < forms.size() && forms[chosen].millionths != query.millionths) ++chosen;
  const std::string word = std::string(forms[chosen].word) + "(";
  switch (forms[chosen].argument) {
    case Argument::all:
      return word + "*)";
    case Argument::column:
      break;
    case Argument::distinct_column:
      return word + "DISTINCT " + column + ")";
    case Argument::column_and_share:
      return word + column + ", " + units_text(query.millionths, 6) + ")";
  }
  return word + column + ")";
}

std::string grouping_text(const Query& query, std::size_t level, const CatalogueTable& table) {
  const CatalogueColumn& column = table.column(query.groups[level]);
  const Banding banding = query.banding(level);
  switch (banding.kind) {
    case Banding::Kind::values:
      break;
    case Banding::Kind::width:
      return column.name + " / " + units_text(banding.width, column.decimals);
    default:
      return std::string(date_part_word(banding.kind)) + "(" + column.name + ")";
  }
  return column.name;
}

WrittenQuery written_query(const Query& query, const Catalogue& catalogue, std::size_t limit) {
  return Writer(catalogue.tables[query.table], limit).query(query);
}

std::string normal_text(const Query& query, const Catalogue& catalogue) {
  return written_query(query, catalogue, std::numeric_limits<std::size_t>::max()).text;
}

std::string normal_text(const Question& question, const Catalogue& catalogue) {
  const CatalogueTable& table = catalogue.tables[question.first().table];
  std::string aggregates;
  for (const Query& part : question.parts) {
    aggregates += (aggregates.empty() ? "" : ", ") + aggregate_text(part, table);
  }
  return Writer(table, std::numeric_limits<std::size_t>::max()).query(question.first(), aggregates).text;
}

}  // namespace sfumato::queries
