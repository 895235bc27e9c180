// Reading a table from JSON: first the position of each member, then the members in order of dependence, so
// that a file may have them in any order.
#include <algorithm>
#include <charconv>
#include <map>

#include "core/data_values.hpp"
#include "core/error.hpp"
#include "io/cell_text.hpp"
#include "io/utf8.hpp"
#include "tables/formats/table_json.hpp"
#include "tables/formats/table_json_cursor.hpp"
#include "tables/formats/table_json_description.hpp"
#include "tables/formats/table_layout.hpp"
#include "tables/formats/text_lines.hpp"
#include "tables/rules/rules.hpp"

namespace sfumato::tables {
namespace {

class TableReader {
 public:
  TableReader(std::string_view text, const std::string& source) : cursor_(text, source), source_(source) {}

  CellTable read() {
    find_members();
    check_kind();
    if (go("title")) table_.title = cursor_.text();
    if (go("dimensions")) cursor_.each([&] { read_dimension(cursor_, table_, names_); });
    if (go("responses")) cursor_.each([&] { read_response(cursor_, table_, names_); });
    for (const Response& response : table_.responses) {
      if (!response.mean_of.empty() && !names_.responses.find(response.mean_of)) {
        bad_input(source_ + ": '" + response.name + "' is the mean of '" + response.mean_of +
                      "', which is not a response",
                  "name one of the responses");
      }
    }
    if (go("views")) cursor_.each([&] { read_view(cursor_, table_, names_); });
    if (go("rules")) cursor_.each([&] { table_.rules.push_back(read_rule()); });
    if (go("kept_contributions")) table_.kept_contributions = read_size();
    require("cells");
    cursor_.each([&] { read_cell(); });
    if (!table_.hits.empty() && table_.hits.size() != table_.cells.size()) {
      cursor_.fail("some cells have hits and others have none");
    }
    if (go("columns") && cursor_.texts() != cell_columns(table_)) {
      cursor_.fail("the columns do not match the dimensions, responses and rules");
    }
    if (go("contributors")) cursor_.each([&] { table_.contributors.push_back(read_contributors()); });
    if (!table_.contributors.empty() && table_.contributors.size() != table_.cells.size()) {
      bad_input(source_ + " has " + std::to_string(table_.cells.size()) + " cells, but contributors of " +
                    std::to_string(table_.contributors.size()),
                "list the contributors of every cell, in the order of the cells, or of none");
    }
    if (go("keys")) cursor_.each([&] { table_.keys.push_back(read_key()); });
    if (!table_.keys.empty() && table_.keys.size() != table_.cells.size()) {
      bad_input(source_ + " has " + std::to_string(table_.cells.size()) + " cells, but keys of " +
                std::to_string(table_.keys.size()));
    }
    relate();
    return std::move(table_);
  }

 private:
  void find_members() {
    static const std::vector<std::string> known = {
        "format",    "version",  "title",        "dimensions",
        "responses", "views",    "rules",        "kept_contributions",
        "columns",   "cells",    "contributors", "keys",
        "additive",  "relations"};
    cursor_.each_member(known, [&](const std::string& name) {
      members_.emplace(name, cursor_.position());
      cursor_.skip();
    });
    cursor_.require_end();
  }

  // Goes to a member's value, if it exists.
  bool go(const std::string& name) {
    const auto found = members_.find(name);
    if (found == members_.end()) return false;
    cursor_.seek(found->second);
    return true;
  }
  void require(const std::string& name) {
    if (!go(name)) bad_input(source_ + " has no member '" + name + "'", "see the documentation of tables");
  }

  void check_kind() {
    require("format");
    if (cursor_.text() != "sfumato-table") {
      cursor_.fail("the format is not 'sfumato-table'", "this is another kind of JSON file");
    }
    require("version");
    if (const std::int64_t version = cursor_.whole(); version != 1) {
      cursor_.fail("the version is " + std::to_string(version) + ", which this program does not support",
                   "use a newer version of the program");
    }
  }

  std::size_t read_size() {
    const std::int64_t number = cursor_.whole();
    if (number < 0) cursor_.fail("a number that is not negative is expected here");
    return static_cast<std::size_t>(number);
  }

  std::string read_rule() {
    std::string typed = cursor_.text();
    try {
      static_cast<void>(parse_rule(typed));
    } catch (const Error& error) {
      cursor_.fail(error.message, error.hint);
    }
    return typed;
  }

  void item(const char* what) {
    if (!cursor_.next_item()) {
      cursor_.fail("cell " + std::to_string(table_.cells.size()) + " has no " + what);
    }
  }
  Decimal read_decimal(const char* what) {
    item(what);
    return cursor_.decimal();
  }
  std::optional<Decimal> read_bound(const char* what) {
    item(what);
    return cursor_.take_null() ? std::nullopt : std::optional(cursor_.decimal());
  }

  void read_codes() {
    for (std::size_t i = 0; i < names_.codes.size(); ++i) {
      item("code for every dimension");
      const std::string_view code = cursor_.text(buffer_);
      const std::optional<std::size_t> found = names_.codes[i].find(code);
      if (!found) cursor_.fail(data_value(code) + " is not a code of '" + table_.dimensions[i].name + "'");
      table_.coordinates.push_back(static_cast<std::uint32_t>(*found));
    }
    std::size_t response = 0;
    if (table_.responses.size() > 1) {
      item("response");
      response = read_known(cursor_, names_.responses, "response");
    } else if (table_.responses.empty()) {
      cursor_.fail("the table has cells, but no responses");
    }
    table_.coordinates.push_back(static_cast<std::uint32_t>(response));
  }

  void read_cell() {
    cursor_.begin_array();
    if (!names_.codes.empty()) read_codes();
    Cell cell;
    cell.value = read_decimal("value");
    cell.cost = read_decimal("cost");
    item("status");
    const std::string_view letter = cursor_.text(buffer_);
    const std::optional<CellStatus> status =
        letter.size() == 1 ? status_of_letter(letter.front()) : std::nullopt;
    if (!status) {
      cursor_.fail(data_value(letter) + " is not a status", "s is safe, u primary, m secondary, z protected");
    }
    cell.status = *status;
    cell.lower = read_bound("lower bound");
    cell.upper = read_bound("upper bound");
    cell.lower_level = read_decimal("lower protection level");
    cell.upper_level = read_decimal("upper protection level");
    cell.sliding_level = read_decimal("sliding protection level");
    if (cursor_.next_item()) {
      if (table_.hits.size() != table_.cells.size()) cursor_.fail("earlier cells have no hits");
      table_.hits.push_back(read_hits());
      if (cursor_.next_item()) cursor_.fail("the cell has more fields than there are columns");
    }
    table_.cells.push_back(cell);
  }

  std::uint64_t read_hits() {
    std::uint64_t hits = 0;
    cursor_.each([&] {
      const std::int64_t rule = cursor_.whole();
      if (rule < 0 || rule > 63 || static_cast<std::size_t>(rule) >= table_.rules.size()) {
        cursor_.fail("there is no rule " + std::to_string(rule), "rules are numbered from 0");
      }
      hits |= std::uint64_t{1} << static_cast<unsigned>(rule);
    });
    return hits;
  }

  void part(const char* what) {
    if (!cursor_.next_item()) cursor_.fail(std::string("the contributors of a cell lack their ") + what);
  }

  std::vector<Contribution> read_contributions(const char* what) {
    part(what);
    std::vector<Contribution> list;
    cursor_.each([&] {
      Contribution& contribution = list.emplace_back();
      contribution.amount = cursor_.decimal();
      if (!cursor_.next_item()) cursor_.fail("a contribution has no weight");
      contribution.weight = cursor_.decimal();
      if (!cursor_.next_item()) cursor_.fail("a contribution has no contributor; -1 if unknown");
      contribution.contributor = cursor_.whole();
    });
    return list;
  }

  Contributors read_contributors() {
    Contributors contributors;
    cursor_.begin_array();
    part("frequency");
    contributors.frequency = static_cast<std::int64_t>(read_size());
    part("holdings");
    contributors.holdings = static_cast<std::int64_t>(read_size());
    part("weighted frequency");
    contributors.weighted_frequency = cursor_.decimal();
    part("total");
    contributors.total = cursor_.decimal();
    contributors.largest_request = read_requests();
    contributors.largest = read_contributions("largest contributions");
    contributors.largest_holdings = read_contributions("largest holdings");
    part("holdings' total");
    contributors.holdings_total = cursor_.decimal();
    contributors.largest_holding_request = read_requests();
    if (cursor_.next_item()) cursor_.fail("the contributors of a cell have more than nine fields");
    return contributors;
  }

  std::array<Decimal, 2> read_requests() {
    std::array<Decimal, 2> requests;
    part("requests");
    cursor_.begin_array();
    for (Decimal& request : requests) {
      if (!cursor_.next_item()) cursor_.fail("two requests are expected");
      request = cursor_.decimal();
    }
    if (cursor_.next_item()) cursor_.fail("two requests are expected");
    return requests;
  }

  std::uint64_t read_key() {
    const std::string_view digits = cursor_.text(buffer_);
    std::uint64_t key = 0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), key, 16);
    if (digits.size() != 16 || failure != std::errc() || end != digits.data() + digits.size()) {
      cursor_.fail(data_value(digits) + " is not a key of a cell", "a key is 16 hexadecimal digits");
    }
    return key;
  }

  void relate() {
    const bool additive = !go("additive") || cursor_.truth();
    if (!additive) {
      if (go("relations")) cursor_.fail("a table that is not additive has no relations");
      if (table_.dimensions.empty()) bad_input(source_ + " has neither dimensions nor relations");
      lay_out();
      table_.relations = {};
    } else if (go("relations")) {
      cursor_.each([&] { read_relation(); });
      if (!table_.dimensions.empty()) require_sums_of_dimensions(table_, source_);
    } else if (table_.dimensions.empty()) {
      bad_input(source_ + " has neither dimensions nor relations", "write \"relations\": […]");
    } else {
      lay_out();
    }
  }

  void read_relation() {
    const std::size_t relation = table_.relations.count() + 1;
    const std::string name = "relation " + std::to_string(relation);
    last_in_.resize(table_.cells.size(), 0);
    terms_.clear();
    cursor_.begin_array();
    if (!cursor_.next_item()) cursor_.fail(name + " has no right side");
    const Decimal right = cursor_.decimal();
    while (cursor_.next_item()) {
      const std::size_t cell = read_size();
      if (cell >= table_.cells.size()) {
        cursor_.fail(name + " has cell " + std::to_string(cell) + ", which does not exist",
                     "cells are numbered from 0");
      }
      if (last_in_[cell] == relation) cursor_.fail(name + " has cell " + std::to_string(cell) + " twice");
      last_in_[cell] = relation;
      if (!cursor_.next_item()) cursor_.fail(name + " has a cell without a coefficient");
      terms_.push_back({cell, cursor_.whole()});
    }
    if (terms_.empty()) cursor_.fail(name + " has no cells");
    table_.relations.add(right, terms_);
  }

  void lay_out() {
    CellTable laid = laid_out(table_, table_.cells.size(), source_);
    const std::vector<std::size_t> places = places_of_rows(
        laid, table_.coordinates, source_, [](std::size_t row) { return "cell " + std::to_string(row); });
    take_rows(laid, places, std::move(table_.cells), std::move(table_.hits), std::move(table_.contributors));
    laid.keys.resize(table_.keys.size());
    for (std::size_t row = 0; row < table_.keys.size(); ++row) laid.keys[places[row]] = table_.keys[row];
    laid.rules = std::move(table_.rules);
    laid.kept_contributions = table_.kept_contributions;
    table_ = std::move(laid);
  }

  JsonCursor cursor_;
  std::string source_;
  std::map<std::string, std::size_t> members_;  // start of each value
  CellTable table_;
  JsonNames names_;
  std::string buffer_;
  std::vector<std::size_t> last_in_;  // the latest relation of each cell, from 1
  std::vector<Term> terms_;
};

}  // namespace

CellTable parse_table_json(std::string_view text, const std::string& source) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  io::require_utf8(text, source);
  if (io::trimmed(text).empty())
    bad_input(source + " is empty", "write the table again, or name another file");
  return TableReader(text, source).read();
}

}  // namespace sfumato::tables
