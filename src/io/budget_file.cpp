// The lock is on the file itself. Since writing renames a new file into its place, a process that has waited
// checks that the name still refers to the file it locked.
#include "io/budget_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/error.hpp"
#include "core/fingerprint.hpp"
#include "core/micro_epsilon.hpp"
#include "core/value.hpp"
#include "io/output_file.hpp"
#include "io/toml.hpp"
#include "io/utf8.hpp"

namespace sfumato::io {
namespace {

constexpr double largest = 1e9;

constexpr std::string_view heading =
    "# A privacy budget: what the releases of one data set have spent of ε. sfumato adds to it; do not\n"
    "# remove lines: the sum would be too low.\n\n";

// One table of the file; `where` names it for every error.
class BudgetTable {
 public:
  BudgetTable(std::string where, const Value& table, const std::vector<std::string>& allowed)
      : where_(std::move(where)), table_(table) {
    if (!table_.is_object()) bad_input(where_ + " must be a table", "restore the file from a copy");
    for (const auto& [key, value] : table_.as_object()) {
      bool known = false;
      for (const std::string& name : allowed) known = known || name == key;
      if (!known)
        bad_input(where_ + ": unknown key '" + shown(key) + "'", "a budget file is written by sfumato");
    }
  }

  std::string text(const std::string& key) const {
    const Value& value = required(key);
    if (!value.is_text()) wrong(key, "must be a text");
    return value.as_text();
  }
  double epsilon(const std::string& key) const {
    const Value& value = required(key);
    if (!value.is_number()) wrong(key, "must be a number");
    const double number = value.as_number();
    if (!(number > 0.0 && number <= largest)) wrong(key, "must be above 0 and at most 1e9");
    return number;
  }
  std::vector<std::string> texts(const std::string& key) const {
    const Value& value = required(key);
    if (!value.is_array()) wrong(key, "must be a list of texts");
    std::vector<std::string> result;
    for (const Value& item : value.as_array()) {
      if (!item.is_text()) wrong(key, "must be a list of texts");
      result.push_back(item.as_text());
    }
    return result;
  }
  [[noreturn]] void wrong(const std::string& key, const std::string& what) const {
    bad_input(where_ + ": " + key + " " + what, "restore the file from a copy");
  }

 private:
  const Value& required(const std::string& key) const {
    const Value* value = table_.find(key);
    if (value == nullptr) wrong(key, "is missing");
    return *value;
  }

  std::string where_;
  const Value& table_;
};

// Writing would replace the link, and the file behind it would lack what was spent.
[[noreturn]] void refuse_link(const std::string& path) {
  bad_input("the budget file '" + path + "' is a symbolic link", "name the file itself");
}

[[noreturn]] void failed(const std::string& what, const std::string& path) {
  const std::string why = std::strerror(errno);
  throw Error(ErrorCode::input_output, what + " '" + path + "': " + why,
              "check the folder and its permissions");
}

}  // namespace

std::int64_t spent(const Budget& budget) {
  std::int64_t sum = 0;
  constexpr std::int64_t enough = std::int64_t{1} << 62;  // more than any budget
  for (const Spending& release : budget.releases)
    sum = std::min(enough, sum + micro_epsilon_up(release.epsilon));
  return sum;
}

std::int64_t left(const Budget& budget) { return micro_epsilon_down(budget.total) - spent(budget); }

Budget parse_budget(std::string_view text, const std::string& source) {
  const Value document = parse_toml(text, source);
  const BudgetTable table(source, document, {"budget", "data", "fingerprint", "releases"});
  Budget budget{table.epsilon("budget"), table.text("data"), table.text("fingerprint"), {}};
  Fingerprint::Bits ignored{};
  if (!parse_hex(budget.fingerprint, ignored)) table.wrong("fingerprint", "must be 32 hexadecimal digits");
  const Value* releases = document.find("releases");
  if (releases == nullptr) return budget;
  if (!releases->is_array()) table.wrong("releases", "must be a list of tables");
  for (const Value& release : releases->as_array()) {
    const BudgetTable one(source + ", release " + std::to_string(budget.releases.size() + 1), release,
                          {"made-on", "output", "method", "epsilon", "columns"});
    budget.releases.push_back({one.text("made-on"), one.text("output"), one.text("method"),
                               one.epsilon("epsilon"), one.texts("columns")});
  }
  return budget;
}

std::string budget_text(const Budget& budget) {
  Value releases = Value::array();
  for (const Spending& release : budget.releases) {
    Value entry = Value::object();
    entry.set("made-on", release.made_on)
        .set("output", release.output)
        .set("method", release.method)
        .set("epsilon", release.epsilon)
        .set("columns", Value::array_of(release.columns));
    releases.push(entry);
  }
  Value document = Value::object();
  document.set("budget", budget.total).set("data", budget.data).set("fingerprint", budget.fingerprint);
  if (!budget.releases.empty()) document.set("releases", releases);
  return std::string(heading) + toml_text(document);
}

BudgetLock::BudgetLock(std::string path) : path_(std::move(path)) { lock(); }

void BudgetLock::lock() {
  while (true) {
    descriptor_ = open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
    const bool made = descriptor_ >= 0;
    if (!made && errno != EEXIST) failed("cannot open the budget file", path_);
    if (!made) descriptor_ = open(path_.c_str(), O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
    if (descriptor_ < 0 && errno == ELOOP) refuse_link(path_);
    if (descriptor_ < 0 && errno == ENOENT) continue;  // removed in between
    if (descriptor_ < 0) failed("cannot open the budget file", path_);
    while (flock(descriptor_, LOCK_EX) != 0) {
      if (errno != EINTR) failed("cannot lock the budget file", path_);
    }
    struct stat held {
    }, named{};
    const bool seen = fstat(descriptor_, &held) == 0 && stat(path_.c_str(), &named) == 0;
    if (!seen && errno != ENOENT) {
      const int reason = errno;
      if (made) unlink(path_.c_str());
      close(std::exchange(descriptor_, -1));
      errno = reason;
      failed("cannot read the budget file", path_);
    }
    const bool same = seen && held.st_ino == named.st_ino && held.st_dev == named.st_dev;
    if (same && !S_ISREG(held.st_mode)) {
      close(descriptor_);
      bad_input("the budget file '" + path_ + "' is not a regular file", "name a regular file");
    }
    if (same) {
      fresh_ = fresh_ || made;
      mode_ = held.st_mode & 07777;
      return;
    }
    close(descriptor_);
  }
}

BudgetLock::~BudgetLock() {
  if (fresh_) unlink(path_.c_str());
  if (descriptor_ >= 0) close(descriptor_);
}

Budget BudgetLock::read() const { return parse_budget(read_text_file(path_), path_); }

void BudgetLock::write(const Budget& budget) {
  write_text_file(path_, budget_text(budget), mode_);  // an existing file keeps its permissions
  fresh_ = false;
  // The name now refers to a new file. A process that locked it first has read what was just written, so
  // waiting for it is safe.
  close(descriptor_);
  lock();
}

}  // namespace sfumato::io
