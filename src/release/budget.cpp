// A budget protects the people in the data, not a file: when the data change under the same name, it
// continues.
#include "release/budget.hpp"

#include <algorithm>
#include <filesystem>

#include "core/error.hpp"
#include "core/fingerprint.hpp"
#include "core/guarantee.hpp"
#include "core/micro_epsilon.hpp"
#include "core/number_text.hpp"
#include "io/calendar.hpp"
#include "io/database_address.hpp"
#include "io/file_error.hpp"

namespace sfumato::release {
namespace {

// Values and names only: declarations of columns may change.
std::string print_of(const Table& table) {
  Table plain = table;
  for (ColumnId id = 0; id < plain.column_count(); ++id) {
    ColumnInfo info;
    info.name = table.info(id).name;
    plain.set_info(id, std::move(info));
  }
  return to_hex(Fingerprint().add(plain).bits());
}

std::string epsilon_text(std::int64_t millionths) { return shortest(static_cast<double>(millionths) / 1e6); }

[[noreturn]] void refuse_missing_file(const std::string& path) {
  bad_input("there is no budget file '" + path + "'", "set its budget with ‹budget› E");
}

io::Budget opened(const BudgetTerms& terms, const io::BudgetLock& lock, const std::string& data,
                  const std::string& fingerprint) {
  if (lock.fresh()) {
    if (terms.total) return {*terms.total, data, fingerprint, {}};
    refuse_missing_file(terms.path);
  }
  io::Budget budget = lock.read();
  if (terms.total && *terms.total != budget.total) {
    bad_input("'" + terms.path + "' has a budget of ε = " + shortest(budget.total) + ", not " +
                  shortest(*terms.total),
              "leave ‹budget› out; only the data controller may change the file");
  }
  const bool nameless = data == piped_data || budget.data == piped_data;
  if ((nameless || budget.data != data) && budget.fingerprint != fingerprint) {
    bad_input("'" + terms.path + "' is the budget of '" + budget.data + "', not of '" + data + "'",
              "use a separate budget file for each data set");
  }
  return budget;
}

}  // namespace

void BudgetTerms::check(bool spends, const std::vector<std::string>& written) const {
  if (!spends) {
    bad_input("this release promises no differential privacy, so it cannot be charged to a budget",
              "leave out ‹budget-file›, or choose laplace or dp-copula");
  }
  std::error_code ignored;
  for (const std::string& file : written) {
    if (std::filesystem::absolute(file).lexically_normal() !=
        std::filesystem::absolute(path).lexically_normal()) {
      continue;
    }
    bad_input("'" + file + "', which the release writes, is the budget file", "choose another name");
  }
  if (std::filesystem::is_directory(path, ignored)) bad_input("'" + path + "' is a folder", "name a file");
  if (!total && !io::exists(path)) refuse_missing_file(path);
}

Value Charge::document() const {
  Value result = Value::object();
  result.set("file", path)
      .set("charged", spending.epsilon)
      .set("spent", static_cast<double>(spent) / 1e6)
      .set("left", static_cast<double>(left) / 1e6);
  return result;
}

Charge charge_budget(const BudgetTerms& terms, const std::string& data, const Table& table,
                     const Value& release, const std::string& output) {
  const std::optional<double> epsilon = guaranteed_epsilon(release.at("guarantee"));
  if (!epsilon) {
    bad_input("this release promises no differential privacy (" + guarantee_words(release.at("guarantee")) +
                  "), so it cannot be charged to a budget",
              "leave out what withdraws the guarantee, or leave out ‹budget-file›");
  }
  const std::string fingerprint = print_of(table);
  io::BudgetLock lock(terms.path);
  io::Budget budget = opened(terms, lock, data, fingerprint);
  if (micro_epsilon_up(*epsilon) > io::left(budget)) {
    throw Error(ErrorCode::refused,
                "the release would spend ε = " + shortest(*epsilon) + ", and of the budget of " +
                    shortest(budget.total) + " in '" + terms.path + "' " +
                    epsilon_text(std::max<std::int64_t>(0, io::left(budget))) + " is left",
                "choose a smaller ε; nothing was written");
  }
  Charge charge;
  charge.path = terms.path;
  if (!lock.fresh() && budget.fingerprint != fingerprint) {
    charge.warning =
        "the data have changed since the budget was last used; it continues, since it protects the people in "
        "them";
  }
  charge.spending = {io::today(),
                     io::is_database(output) ? output : std::filesystem::path(output).filename().string(),
                     to_text(release.at("method")),
                     *epsilon,
                     {}};
  for (const Value& column : release.at("columns").as_array())
    charge.spending.columns.push_back(to_text(column));
  budget.fingerprint = fingerprint;
  budget.releases.push_back(charge.spending);
  charge.spent = io::spent(budget);
  charge.left = io::left(budget);
  lock.write(budget);
  return charge;
}

void refund_budget(const Charge& charge) {
  io::BudgetLock lock(charge.path);
  io::Budget budget = lock.read();
  const auto found = std::find(budget.releases.rbegin(), budget.releases.rend(), charge.spending);
  if (found == budget.releases.rend()) return;
  budget.releases.erase(std::next(found).base());
  lock.write(budget);
}

}  // namespace sfumato::release
