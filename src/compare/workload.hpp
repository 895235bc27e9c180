// How much of a comparison is done, by time. Draws are planned and timed for each contender, since a draw of
// one method takes a hundred times that of another, and a count of steps would mislead.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace sfumato::compare {

struct Attempt;

// What a draw is for: the search of a dial on a sample, on a larger one or on all records, or the measures
// that rank.
enum class Work { sample, larger_sample, risk, utility };
inline constexpr std::size_t kinds_of_work = 4;

// Safe to call from several threads.
class Workload {
 public:
  // `told` gets the share that is done and what is being done, after each draw.
  using Told = std::function<void(double share, const std::string& what)>;
  explicit Workload(Told told = {}) : told_(std::move(told)) {}

  // So many draws are still expected for this, in place of what was expected.
  void plan(const std::string& contender, Work work, double draws);
  // What the next draws of all records are for: risk or utility.
  void begin(const std::string& contender, Work work, const std::string& phase);
  // A draw of all records, or one of the sample, took so long.
  void spend(const std::string& contender, double seconds);
  void spend(const std::string& contender, double seconds, Work work);
  // Nothing more is expected of it.
  void finish(const std::string& contender);

  // Gets every contender once it is calibrated and measured, with the measures that rank, from any thread.
  using Found = std::function<void(const Attempt& attempt, const std::vector<std::size_t>& rank_by)>;
  void watch(Found found) { found_ = std::move(found); }
  void found(const Attempt& attempt, const std::vector<std::size_t>& rank_by) const {
    if (found_) found_(attempt, rank_by);
  }

  // What is done of all, 0 to 1. May fall where a draw takes longer than expected.
  double share() const;

 private:
  struct Part {
    double left = 0.0;   // draws
    double draws = 0.0;  // done
    double seconds = 0.0;
  };
  using Parts = std::array<Part, kinds_of_work>;

  double seconds_per_draw(const Parts& own, std::size_t work) const;
  double share_unlocked() const;

  Told told_;
  Found found_;
  mutable std::mutex mutex_;
  std::map<std::string, Parts> parts_;
  std::map<std::string, std::pair<Work, std::string>> now_;  // what each is doing, and what that is called
};

}  // namespace sfumato::compare
