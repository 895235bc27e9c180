#include "tables/formats/table_json_description.hpp"

#include "core/data_values.hpp"
#include "io/utf8.hpp"
#include "tables/formats/table_layout.hpp"
#include "tables/formats/text_lines.hpp"

namespace sfumato::tables {
namespace {

// The parent first, then its children.
CodeSum sum_of(const JsonCursor& cursor, const std::vector<std::string>& sum, const Names& codes,
               const std::string& dimension) {
  if (sum.empty()) cursor.fail("a sum of " + io::quoted(dimension) + " is empty");
  CodeSum result;
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const std::optional<std::size_t> code = codes.find(sum[i]);
    if (!code) cursor.fail(data_value(sum[i]) + " is not a code of " + io::quoted(dimension));
    if (i == 0) {
      result.parent = *code;
    } else {
      result.children.push_back(*code);
    }
  }
  return result;
}

}  // namespace

std::size_t read_known(JsonCursor& cursor, const Names& names, const std::string& what) {
  std::string buffer;
  const std::string_view name = cursor.text(buffer);
  if (const std::optional<std::size_t> found = names.find(name)) return *found;
  cursor.fail(io::quoted(name) + " is not a " + what);
}

void read_dimension(JsonCursor& cursor, CellTable& table, JsonNames& names) {
  Dimension dimension;
  std::vector<std::vector<std::string>> sums;
  cursor.each_member({"name", "codes", "labels", "sums"}, [&](const std::string& name) {
    if (name == "name") dimension.name = cursor.text();
    if (name == "codes") dimension.codes = cursor.texts();
    if (name == "labels") dimension.labels = cursor.texts();
    if (name == "sums") cursor.each([&] { sums.push_back(cursor.texts()); });
  });
  Names codes;
  for (const std::string& code : dimension.codes) {
    if (!codes.add(code))
      cursor.fail(io::quoted(dimension.name) + " has the code " + data_value(code) + " twice");
  }
  for (const std::vector<std::string>& sum : sums) {
    dimension.sums.push_back(sum_of(cursor, sum, codes, dimension.name));
  }
  if (!names.dimensions.add(dimension.name)) {
    cursor.fail("two dimensions are called " + io::quoted(dimension.name), "rename one of them");
  }
  require_modest_sums(dimension);
  check_dimension(dimension);
  table.dimensions.push_back(std::move(dimension));
  names.codes.push_back(std::move(codes));
}

void read_response(JsonCursor& cursor, CellTable& table, JsonNames& names) {
  Response response;
  cursor.each_member({"name", "counts", "mean_of"}, [&](const std::string& name) {
    if (name == "name") response.name = cursor.text();
    if (name == "counts") response.counts = cursor.truth();
    if (name == "mean_of") response.mean_of = cursor.text();
  });
  if (!names.responses.add(response.name)) {
    cursor.fail("two responses are called " + io::quoted(response.name), "rename one of them");
  }
  table.responses.push_back(std::move(response));
}

void read_view(JsonCursor& cursor, CellTable& table, const JsonNames& names) {
  View view;
  bool has_response = false;
  cursor.each_member({"dimensions", "response"}, [&](const std::string& name) {
    if (name == "dimensions") {
      cursor.each([&] { view.dimensions.push_back(read_known(cursor, names.dimensions, "dimension")); });
    } else {
      view.response = read_known(cursor, names.responses, "response");
      has_response = true;
    }
  });
  if (!has_response) cursor.fail("the view has no response");
  table.views.push_back(std::move(view));
}

}  // namespace sfumato::tables
