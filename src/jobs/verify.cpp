// Ranks need an order, so that values are numbers.
#include "jobs/verify.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/number_text.hpp"

namespace sfumato::jobs {
namespace {

struct OwnValue {
  ColumnId column;
  double value;
};

OwnValue own_value(const Table& released, const std::string& typed) {
  const std::size_t sign = typed.find('=');
  if (sign == std::string::npos || sign == 0) {
    bad_input("'" + typed + "' is not a value of a column", "write ‹mine› as COLUMN=VALUE");
  }
  const std::string name = typed.substr(0, sign);
  const ColumnId id = released.require(name);
  const Column& column = released.column(id);
  if (column.get_if<Numbers>() == nullptr && column.get_if<Integers>() == nullptr) {
    bad_input("'" + name + "' is not a column of numbers in the released file", "name numeric columns alone");
  }
  const std::optional<double> value = parse_number(typed.substr(sign + 1));
  if (!value) {
    bad_input("'" + typed.substr(sign + 1) + "' is not a number, and '" + name + "' is a column of numbers",
              "write it with a decimal point and without separators, such as 31250.5");
  }
  return {id, *value};
}

}  // namespace

JobInfo VerifyRequest::info() {
  return {.name = "verify",
          .title = "Verify",
          .summary = "Tells a person how far a release moved their own record.",
          .inputs = {{"released", "The released data."}}};
}

void VerifyRequest::params(ParamList<VerifyRequest>& list) {
  list.texts("mine", &VerifyRequest::mine)
      .value_name("COLUMN=VALUE")
      .doc("Your true value in a column of numbers; once for each column that you want to verify.");
}

VerifyResult verify_record(const VerifyRequest& request, const Run& run) {
  const Table& table = request.released.file.table;
  if (request.mine.empty()) {
    bad_input("there is nothing to verify: no value of your own is given",
              "give your true values with ‹mine›, such as income=31000");
  }
  VerifyResult result;
  result.released = request.released.name;
  ColumnSet columns;
  for (const std::string& typed : request.mine) {
    const OwnValue own = own_value(table, typed);
    if (std::find(columns.begin(), columns.end(), own.column) != columns.end()) {
      bad_input("'" + table.info(own.column).name + "' has two values", "give each column once");
    }
    columns.push_back(own.column);
    result.mine.push_back(own.value);
  }
  run.check_stop();
  result.columns = table.names(columns);
  result.found = stats::record_permutation(table, columns, result.mine);
  if (result.found.records == 0) {
    bad_input("'" + request.released.name + "' has no record with a value in every column that is named",
              "name fewer columns");
  }
  return result;
}

}  // namespace sfumato::jobs

SFUMATO_JOB(verify_job, sfumato::jobs::VerifyRequest)
