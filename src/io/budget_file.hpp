// The privacy budget of a data set: how much ε its releases may spend together, and what they have spent.
// It is a TOML file that the controller keeps; a release that would exceed it is refused.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sfumato::io {

struct Spending {
  std::string made_on;  // 2026-03-31
  std::string output;
  std::string method;
  double epsilon = 0.0;
  std::vector<std::string> columns;
  bool operator==(const Spending&) const = default;
};

struct Budget {
  double total = 0.0;
  std::string data;         // the file's name
  std::string fingerprint;  // of its content when the budget was last used; 32 hexadecimal digits
  std::vector<Spending> releases;
  bool operator==(const Budget&) const = default;
};

// In millionths of ε, each spending rounded up to whole ones.
std::int64_t spent(const Budget& budget);
std::int64_t left(const Budget& budget);

// Anything unknown is an error that names `source`: an incomplete budget would not protect.
Budget parse_budget(std::string_view text, const std::string& source);
std::string budget_text(const Budget& budget);

// Holds a budget file for one process at a time: it is locked from the constructor to the destructor, and
// another process that needs it waits.
class BudgetLock {
 public:
  // A missing file is created empty, and removed again unless write() was called.
  explicit BudgetLock(std::string path);
  BudgetLock(const BudgetLock&) = delete;
  BudgetLock& operator=(const BudgetLock&) = delete;
  ~BudgetLock();

  bool fresh() const { return fresh_; }
  Budget read() const;
  // Replaces the file atomically and flushes it to disk. Another process may change the file before this
  // returns: call read() again before the next write.
  void write(const Budget& budget);

 private:
  void lock();

  std::string path_;
  int descriptor_ = -1;
  unsigned mode_ = 0600;
  bool fresh_ = false;  // made by this lock, and not yet written
};

}  // namespace sfumato::io
