#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/error.hpp"
#include "io/utf8.hpp"
#include "tables/formats/table_json.hpp"
#include "tables/formats/table_json_cursor.hpp"
#include "tables/formats/table_layout.hpp"
#include "tables/formats/text_lines.hpp"

namespace sfumato::tables {
namespace {

// Letters or numbers by which a text is found again.
class Names {
 public:
  // False if it is there already.
  bool add(const std::string& name) { return positions_.emplace(name, positions_.size()).second; }
  std::optional<std::size_t> find(std::string_view name) const {
    const auto found = positions_.find(name);
    return found == positions_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> positions_;
};

class TableReader {
 public:
  TableReader(std::string_view text, const std::string& source) : cursor_(text, source), source_(source) {}

  CellTable read() {
    find_members();
    check_kind();
    if (go("title")) table_.title = cursor_.text();
    if (go("dimensions")) each([&] { read_dimension(); });
    if (go("responses")) each([&] { read_response(); });
    for (const Response& response : table_.responses) {
      if (!response.mean_of.empty() && !responses_.find(response.mean_of)) {
        bad_input(source_ + ": '" + response.name + "' is the mean of '" + response.mean_of +
                  "', which is no response");
      }
    }
    if (go("views")) each([&] { read_view(); });
    if (go("rules")) table_.rules = read_texts();
    if (go("kept_contributions")) table_.kept_contributions = read_size();
    require("cells");
    each([&] { read_cell(); });
    if (!table_.hits.empty() && table_.hits.size() != table_.cells.size()) {
      cursor_.fail("some cells have hits and others have none");
    }
    if (go("columns") && read_texts() != cell_columns(table_)) {
      cursor_.fail("the columns are not those that the dimensions, responses and rules call for");
    }
    if (go("contributors")) each([&] { table_.contributors.push_back(read_contributors()); });
    if (!table_.contributors.empty() && table_.contributors.size() != table_.cells.size()) {
      bad_input(source_ + " has " + std::to_string(table_.cells.size()) + " cells, but contributors of " +
                std::to_string(table_.contributors.size()));
    }
    relate();
    return std::move(table_);
  }

 private:
  void find_members() {
    static const std::vector<std::string> known = {
        "format",    "version", "title",        "dimensions",
        "responses", "views",   "rules",        "kept_contributions",
        "columns",   "cells",   "contributors", "relations"};
    std::string name;
    cursor_.begin_object();
    while (cursor_.next_member(name)) {
      if (std::find(known.begin(), known.end(), name) == known.end()) {
        cursor_.fail("a table has no member " + quoted(name), suggestion(name, known));
      }
      if (!members_.emplace(name, cursor_.position()).second) {
        cursor_.fail("the member '" + name + "' stands twice");
      }
      cursor_.skip();
    }
    cursor_.require_end();
  }

  // Goes to a member's value, if it is there.
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
      cursor_.fail("the format is not 'sfumato-table'", "this is the JSON of something else");
    }
    require("version");
    if (const std::int64_t version = cursor_.whole(); version != 1) {
      cursor_.fail("the version is " + std::to_string(version) + ", of which this program knows nothing",
                   "use a newer program");
    }
  }

  template <class Body>
  void each(const Body& body) {
    cursor_.begin_array();
    while (cursor_.next_item()) body();
  }

  std::vector<std::string> read_texts() {
    std::vector<std::string> texts;
    each([&] { texts.push_back(cursor_.text()); });
    return texts;
  }

  std::size_t read_size() {
    const std::int64_t number = cursor_.whole();
    if (number < 0) cursor_.fail("a number that is not negative should stand here");
    return static_cast<std::size_t>(number);
  }

  // The position of a name that must be known.
  std::size_t read_known(const Names& names, const std::string& what) {
    const std::string_view name = cursor_.text(buffer_);
    if (const std::optional<std::size_t> found = names.find(name)) return *found;
    cursor_.fail(quoted(name) + " is no " + what);
  }

  // The names of the members in `allowed`, each once; `body` reads its value.
  template <class Body>
  void each_member(const std::vector<std::string>& allowed, const Body& body) {
    std::vector<std::string> seen;
    std::string name;
    cursor_.begin_object();
    while (cursor_.next_member(name)) {
      if (std::find(allowed.begin(), allowed.end(), name) == allowed.end()) {
        cursor_.fail("there should be no " + quoted(name) + " here", suggestion(name, allowed));
      }
      if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
        cursor_.fail("the member '" + name + "' stands twice");
      }
      seen.push_back(name);
      body(name);
    }
  }

  void read_dimension() {
    Dimension dimension;
    std::vector<std::vector<std::string>> sums;
    each_member({"name", "codes", "labels", "sums"}, [&](const std::string& name) {
      if (name == "name") dimension.name = cursor_.text();
      if (name == "codes") dimension.codes = read_texts();
      if (name == "labels") dimension.labels = read_texts();
      if (name == "sums") each([&] { sums.push_back(read_texts()); });
    });
    Names codes;
    for (const std::string& code : dimension.codes) {
      if (!codes.add(code)) cursor_.fail("'" + dimension.name + "' has the code " + quoted(code) + " twice");
    }
    for (const std::vector<std::string>& sum : sums) {
      if (sum.empty()) cursor_.fail("a sum of '" + dimension.name + "' is empty");
      CodeSum& added = dimension.sums.emplace_back();
      for (std::size_t i = 0; i < sum.size(); ++i) {
        const std::optional<std::size_t> code = codes.find(sum[i]);
        if (!code) cursor_.fail(quoted(sum[i]) + " is no code of '" + dimension.name + "'");
        if (i == 0) {
          added.parent = *code;
        } else {
          added.children.push_back(*code);
        }
      }
    }
    if (!dimensions_.add(dimension.name)) {
      cursor_.fail("two dimensions are called '" + dimension.name + "'", "rename one of them");
    }
    check_dimension(dimension);
    table_.dimensions.push_back(std::move(dimension));
    codes_.push_back(std::move(codes));
  }

  void read_response() {
    Response response;
    each_member({"name", "counts", "mean_of"}, [&](const std::string& name) {
      if (name == "name") response.name = cursor_.text();
      if (name == "counts") response.counts = cursor_.truth();
      if (name == "mean_of") response.mean_of = cursor_.text();
    });
    if (!responses_.add(response.name)) {
      cursor_.fail("two responses are called '" + response.name + "'", "rename one of them");
    }
    table_.responses.push_back(std::move(response));
  }

  void read_view() {
    View view;
    bool has_response = false;
    each_member({"dimensions", "response"}, [&](const std::string& name) {
      if (name == "dimensions")
        each([&] { view.dimensions.push_back(read_known(dimensions_, "dimension")); });
      if (name == "response") {
        view.response = read_known(responses_, "response");
        has_response = true;
      }
    });
    if (!has_response) cursor_.fail("the view does not say its response");
    table_.views.push_back(std::move(view));
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
    for (std::size_t i = 0; i < codes_.size(); ++i) {
      item("code for every dimension");
      const std::string_view code = cursor_.text(buffer_);
      const std::optional<std::size_t> found = codes_[i].find(code);
      if (!found) cursor_.fail(quoted(code) + " is no code of '" + table_.dimensions[i].name + "'");
      table_.coordinates.push_back(static_cast<std::uint32_t>(*found));
    }
    std::size_t response = 0;
    if (table_.responses.size() > 1) {
      item("response");
      response = read_known(responses_, "response");
    } else if (table_.responses.empty()) {
      cursor_.fail("the table has cells, but no responses");
    }
    table_.coordinates.push_back(static_cast<std::uint32_t>(response));
  }

  void read_cell() {
    cursor_.begin_array();
    if (!codes_.empty()) read_codes();
    Cell cell;
    cell.value = read_decimal("value");
    cell.cost = read_decimal("cost");
    item("status");
    const std::string_view letter = cursor_.text(buffer_);
    const std::optional<CellStatus> status =
        letter.size() == 1 ? status_of_letter(letter.front()) : std::nullopt;
    if (!status) {
      cursor_.fail(quoted(letter) + " is no status", "s is safe, u primary, m secondary, z protected");
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
    table_.cells.push_back(std::move(cell));
  }

  std::uint64_t read_hits() {
    std::uint64_t hits = 0;
    each([&] {
      const std::int64_t rule = cursor_.whole();
      if (rule < 0 || rule > 63) cursor_.fail("there is no rule " + std::to_string(rule));
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
    each([&] {
      Contribution& contribution = list.emplace_back();
      contribution.amount = cursor_.decimal();
      if (!cursor_.next_item()) cursor_.fail("a contribution has no weight");
      contribution.weight = cursor_.decimal();
      if (!cursor_.next_item()) cursor_.fail("a contribution has no contributor; -1 if it is not known");
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
    part("requests");
    cursor_.begin_array();
    for (Decimal& request : contributors.largest_request) {
      if (!cursor_.next_item()) cursor_.fail("there should be two requests");
      request = cursor_.decimal();
    }
    if (cursor_.next_item()) cursor_.fail("there should be two requests");
    contributors.largest = read_contributions("largest contributions");
    contributors.largest_holdings = read_contributions("largest holdings");
    if (cursor_.next_item()) cursor_.fail("the contributors of a cell have more than seven fields");
    return contributors;
  }

  void relate() {
    if (go("relations")) {
      each([&] { read_relation(); });
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
        cursor_.fail(name + " has cell " + std::to_string(cell) + ", which is not there",
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
    laid.contributors.resize(table_.contributors.size());
    laid.hits.resize(table_.hits.size());
    for (std::size_t row = 0; row < places.size(); ++row) {
      laid.cells[places[row]] = table_.cells[row];
      if (!table_.hits.empty()) laid.hits[places[row]] = table_.hits[row];
      if (!table_.contributors.empty()) {
        laid.contributors[places[row]] = std::move(table_.contributors[row]);
      }
    }
    laid.rules = std::move(table_.rules);
    laid.kept_contributions = table_.kept_contributions;
    table_ = std::move(laid);
  }

  JsonCursor cursor_;
  std::string source_;
  std::map<std::string, std::size_t> members_;  // where the value of each begins
  CellTable table_;
  Names dimensions_, responses_;
  std::vector<Names> codes_;  // of each dimension
  std::string buffer_;
  std::vector<std::size_t> last_in_;  // the latest relation of each cell, from 1
  std::vector<Term> terms_;
};

}  // namespace

CellTable parse_table_json(std::string_view text, const std::string& source) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  io::require_utf8(text, source);
  return TableReader(text, source).read();
}

}  // namespace sfumato::tables
