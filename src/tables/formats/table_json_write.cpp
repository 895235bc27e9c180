// Writing a table as JSON, a line for each cell, in blocks: the text of a large table is larger than the
// table. Relations that follow from the dimensions are left out.
#include <unordered_set>

#include "core/error.hpp"
#include "io/quoted_text.hpp"
#include "tables/formats/table_json.hpp"
#include "tables/formats/table_layout.hpp"

namespace sfumato::tables {
namespace {

constexpr std::size_t piece = std::size_t{1} << 20;

template <class Items>
void require_distinct(const Items& items, const std::string& what) {
  std::unordered_set<std::string> names;
  for (const auto& item : items) {
    if (!names.insert(item.name).second) {
      bad_input("two " + what + " of the table are called '" + item.name + "'", "rename one of them");
    }
  }
}

// The parts of a list on one line, a comma and a blank between them.
class Line {
 public:
  explicit Line(std::string& out) : out_(out) { out_ += '['; }
  std::string& part() {
    if (!first_) out_ += ", ";
    first_ = false;
    return out_;
  }
  void add(const Decimal& number) { part() += number.text(); }
  void add(const std::optional<Decimal>& number) { part() += number ? number->text() : "null"; }
  void add(std::int64_t number) { part() += std::to_string(number); }
  void add(std::string_view text) { io::append_quoted(part(), text); }
  void end() { out_ += ']'; }

 private:
  std::string& out_;
  bool first_ = true;
};

void append_texts(std::string& out, const std::vector<std::string>& texts) {
  Line line(out);
  for (const std::string& text : texts) line.add(text);
  line.end();
}

class TableWriter {
 public:
  TableWriter(const CellTable& table, const std::function<void(std::string_view)>& sink)
      : table_(table), sink_(sink) {}

  void write() {
    text_ = "{\n  \"format\": \"sfumato-table\",\n  \"version\": 1";
    io::append_quoted(member("title"), table_.title);
    rows("dimensions", table_.dimensions.size(), [&](std::size_t i) { dimension(table_.dimensions[i]); });
    rows("responses", table_.responses.size(), [&](std::size_t i) { response(table_.responses[i]); });
    rows("views", table_.views.size(), [&](std::size_t i) { view(table_.views[i]); });
    append_texts(member("rules"), table_.rules);
    if (!table_.contributors.empty() || table_.kept_contributions > 0) {
      member("kept_contributions") += std::to_string(table_.kept_contributions);
    }
    append_texts(member("columns"), cell_columns(table_));
    rows("cells", table_.cells.size(), [&](std::size_t i) { cell(i); });
    if (!table_.contributors.empty()) {
      rows("contributors", table_.contributors.size(),
           [&](std::size_t i) { contributors(table_.contributors[i]); });
    }
    if (!table_.keys.empty()) {
      rows("keys", table_.keys.size(), [&](std::size_t i) { key(table_.keys[i]); });
    }
    if (table_.relations.count() == 0 && !table_.dimensions.empty()) {
      if (!is_laid_out(table_)) member("additive") += "false";
    } else if (!is_laid_out(table_)) {
      rows("relations", table_.relations.count(), [&](std::size_t i) { relation(i); });
    }
    text_ += "\n}\n";
    sink_(text_);
  }

 private:
  std::string& member(std::string_view name) {
    text_ += ",\n  \"";
    text_ += name;
    return text_ += "\": ";
  }

  // A list with a line for each item.
  template <class Row>
  void rows(std::string_view name, std::size_t count, const Row& row) {
    member(name) += '[';
    for (std::size_t i = 0; i < count; ++i) {
      text_ += i ? ",\n    " : "\n    ";
      row(i);
      if (text_.size() < piece) continue;
      sink_(text_);
      text_.clear();
    }
    text_ += count ? "\n  ]" : "]";
  }

  void dimension(const Dimension& dimension) {
    text_ += "{\"name\": ";
    io::append_quoted(text_, dimension.name);
    text_ += ",\n     \"codes\": ";
    append_texts(text_, dimension.codes);
    if (!dimension.labels.empty()) {
      text_ += ",\n     \"labels\": ";
      append_texts(text_, dimension.labels);
    }
    text_ += ",\n     \"sums\": [";
    for (std::size_t i = 0; i < dimension.sums.size(); ++i) {
      if (i > 0) text_ += ",\n              ";
      Line line(text_);
      line.add(dimension.codes[dimension.sums[i].parent]);
      for (const std::size_t child : dimension.sums[i].children) line.add(dimension.codes[child]);
      line.end();
    }
    text_ += "]}";
  }

  void response(const Response& response) {
    text_ += "{\"name\": ";
    io::append_quoted(text_, response.name);
    text_ += response.counts ? ", \"counts\": true" : ", \"counts\": false";
    if (!response.mean_of.empty()) {
      text_ += ", \"mean_of\": ";
      io::append_quoted(text_, response.mean_of);
    }
    text_ += '}';
  }

  void view(const View& view) {
    text_ += "{\"dimensions\": ";
    Line line(text_);
    for (const std::size_t dimension : view.dimensions) line.add(table_.dimensions[dimension].name);
    line.end();
    text_ += ", \"response\": ";
    io::append_quoted(text_, table_.responses[view.response].name);
    text_ += '}';
  }

  void cell(std::size_t position) {
    const Cell& cell = table_.cells[position];
    Line line(text_);
    if (!table_.dimensions.empty()) {
      const std::span<const std::uint32_t> codes = table_.codes_of(position);
      for (std::size_t i = 0; i + 1 < codes.size(); ++i) line.add(table_.dimensions[i].codes[codes[i]]);
      if (table_.responses.size() > 1) line.add(table_.responses[codes.back()].name);
    }
    line.add(cell.value);
    line.add(cell.cost);
    const char letter = status_letter(cell.status);
    line.add(std::string_view(&letter, 1));
    line.add(cell.lower);
    line.add(cell.upper);
    line.add(cell.lower_level);
    line.add(cell.upper_level);
    line.add(cell.sliding_level);
    if (!table_.hits.empty()) {
      Line hits(line.part());
      for (std::int64_t rule = 0; rule < 64; ++rule) {
        if ((table_.hits[position] >> static_cast<unsigned>(rule) & 1U) != 0) hits.add(rule);
      }
      hits.end();
    }
    line.end();
  }

  void contributors(const Contributors& contributors) {
    Line line(text_);
    line.add(contributors.frequency);
    line.add(contributors.holdings);
    line.add(contributors.weighted_frequency);
    line.add(contributors.total);
    Line requests(line.part());
    for (const Decimal& request : contributors.largest_request) requests.add(request);
    requests.end();
    for (const auto* list : {&contributors.largest, &contributors.largest_holdings}) {
      Line largest(line.part());
      for (const Contribution& contribution : *list) {
        largest.add(contribution.amount);
        largest.add(contribution.weight);
        largest.add(contribution.contributor);
      }
      largest.end();
    }
    line.add(contributors.holdings_total);
    Line holding_requests(line.part());
    for (const Decimal& request : contributors.largest_holding_request) holding_requests.add(request);
    holding_requests.end();
    line.end();
  }

  // 16 hexadecimal digits: a JSON number has 53 bits in most programs.
  void key(std::uint64_t key) {
    text_ += '"';
    for (int shift = 60; shift >= 0; shift -= 4) text_ += "0123456789abcdef"[key >> shift & 15U];
    text_ += '"';
  }

  void relation(std::size_t position) {
    Line line(text_);
    line.add(table_.relations.right(position));
    for (const Term& term : table_.relations.terms(position)) {
      line.add(static_cast<std::int64_t>(term.cell));
      line.add(term.coefficient);
    }
    line.end();
  }

  const CellTable& table_;
  const std::function<void(std::string_view)>& sink_;
  std::string text_;
};

}  // namespace

void write_table_json(const CellTable& table, const std::function<void(std::string_view)>& sink) {
  require_distinct(table.dimensions, "dimensions");
  require_distinct(table.responses, "responses");
  TableWriter(table, sink).write();
}

}  // namespace sfumato::tables
