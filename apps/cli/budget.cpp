// A budget belongs to people, not to a file: when the data have changed under the same name it goes on.
#include "cli/budget.hpp"

#include <algorithm>
#include <filesystem>

#include "cli/comparison_output.hpp"
#include "core/error.hpp"
#include "core/fingerprint.hpp"
#include "core/guarantee.hpp"
#include "core/micro_epsilon.hpp"
#include "core/number_text.hpp"

namespace sfumato::cli {
namespace {

constexpr const char* piped = "standard input";

// Values and names alone: what is declared of columns may change.
std::string print_of(const Table& table) {
  Table plain = table;
  for (ColumnId id = 0; id < plain.column_count(); ++id) {
    ColumnInfo info;
    info.name = table.info(id).name;
    plain.set_info(id, std::move(info));
  }
  return to_hex(Fingerprint().add(plain).bits());
}

double parse_total(const std::string& typed) {
  const auto number = parse_number(typed);
  if (number && *number > 0.0 && *number <= 1e9) return *number;
  bad_input("--budget cannot be '" + typed + "'", "write an ε above 0, such as 3");
}

std::string epsilon_text(std::int64_t millionths) { return shortest(static_cast<double>(millionths) / 1e6); }

io::Budget opened(const BudgetOptions& options, const io::BudgetLock& lock, const std::string& data,
                  const std::string& fingerprint) {
  if (lock.fresh()) {
    if (options.total) return {parse_total(*options.total), data, fingerprint, {}};
    bad_input("there is no budget file '" + *options.path + "'", "set its budget with --budget E");
  }
  io::Budget budget = lock.read();
  if (options.total && parse_total(*options.total) != budget.total) {
    bad_input(
        "'" + *options.path + "' has a budget of ε = " + shortest(budget.total) + ", not " + *options.total,
        "leave --budget out; only whoever answers for the data may change the file");
  }
  const bool nameless = data == piped || budget.data == piped;
  if ((nameless || budget.data != data) && budget.fingerprint != fingerprint) {
    bad_input("'" + *options.path + "' is the budget of '" + budget.data + "', not of '" + data + "'",
              "every data set has a budget file of its own");
  }
  return budget;
}

}  // namespace

std::vector<Option> BudgetOptions::options() {
  return {
      {"--budget-file", "FILE",
       "What the releases of these data have spent of ε: this one is added, or refused if too little is "
       "left.",
       Text{&path}},
      {"--budget", "E", "The ε that all releases may spend together, for a new budget file.", Text{&total}}};
}

void BudgetOptions::check(bool spends, const std::vector<std::string>& written) const {
  if (!path) {
    if (total) bad_input("--budget needs --budget-file", "name the file that keeps the budget");
    return;
  }
  if (!spends) {
    bad_input("this release promises no differential privacy, so that no budget can account for it",
              "leave out --budget-file, or choose laplace or dp-copula");
  }
  if (total) parse_total(*total);
  std::error_code ignored;
  for (const std::string& file : written) {
    if (std::filesystem::absolute(file).lexically_normal() !=
        std::filesystem::absolute(*path).lexically_normal()) {
      continue;
    }
    bad_input("'" + file + "', which the release writes, is the budget file", "choose another name");
  }
  if (std::filesystem::is_directory(*path, ignored)) bad_input("'" + *path + "' is a folder", "name a file");
  if (!total && !std::filesystem::exists(*path, ignored)) {
    bad_input("there is no budget file '" + *path + "'", "set its budget with --budget E");
  }
}

Value Charge::document(const std::string& path) const {
  Value result = Value::object();
  result.set("file", path)
      .set("charged", spending.epsilon)
      .set("spent", static_cast<double>(spent) / 1e6)
      .set("left", static_cast<double>(left) / 1e6);
  return result;
}

Charge charge_budget(const BudgetOptions& options, const std::string& data, const Table& table,
                     const Value& release, const std::string& output) {
  const std::optional<double> epsilon = guaranteed_epsilon(release.at("guarantee"));
  if (!epsilon) {
    bad_input("this release promises no differential privacy (" + guarantee_words(release.at("guarantee")) +
                  "), so that no budget can account for it",
              "leave out what takes the promise away, or leave out --budget-file");
  }
  const std::string name = data == "-" ? piped : std::filesystem::path(data).filename().string();
  const std::string fingerprint = print_of(table);
  io::BudgetLock lock(*options.path);
  io::Budget budget = opened(options, lock, name, fingerprint);
  if (micro_epsilon_up(*epsilon) > io::left(budget)) {
    throw Error(ErrorCode::refused,
                "the release would spend ε = " + shortest(*epsilon) + ", and of the budget of " +
                    shortest(budget.total) + " in '" + *options.path + "' " +
                    epsilon_text(std::max<std::int64_t>(0, io::left(budget))) + " is left",
                "choose a smaller ε; nothing was written");
  }
  Charge charge;
  if (!lock.fresh() && budget.fingerprint != fingerprint) {
    charge.warning =
        "the data have changed since the budget was last used; it goes on, since it belongs to the "
        "people in them";
  }
  charge.spending = {today(),
                     std::filesystem::path(output).filename().string(),
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

void refund_budget(const BudgetOptions& options, const Charge& charge) {
  io::BudgetLock lock(*options.path);
  io::Budget budget = lock.read();
  const auto found = std::find(budget.releases.rbegin(), budget.releases.rend(), charge.spending);
  if (found == budget.releases.rend()) return;
  budget.releases.erase(std::next(found).base());
  lock.write(budget);
}

}  // namespace sfumato::cli
