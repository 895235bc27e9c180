// One request under way: its random streams, threads, progress and stop signal, passed explicitly.
// Work is cut into fixed blocks, so that a result never depends on the number of threads.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <typeinfo>
#include <vector>

#include "core/fingerprint.hpp"
#include "core/rng.hpp"
#include "core/secure_rng.hpp"
#include "core/table.hpp"

namespace sfumato {

// Progress of a run: written by the run, read from another thread. The share that it shows never falls, also
// where more work is found on the way.
class Progress {
 public:
  void expect(std::uint64_t steps) { total_ += steps; }
  void advance(std::uint64_t steps = 1) { done_ += steps; }
  // What is being done, for people: "mdav: calibration".
  void say(std::string what);
  // The share of all work that is done, from one who knows it better than by counting steps.
  void tell(double share);

  // Share of the work that is done, 0 to 1; 0 while nothing is expected.
  double fraction() const;
  std::string what() const;

 private:
  std::atomic<std::uint64_t> total_{0};
  std::atomic<std::uint64_t> done_{0};
  std::atomic<double> told_{-1.0};  // below 0: steps are counted
  mutable std::atomic<double> shown_{0.0};
  mutable std::mutex mutex_;
  std::string what_;
};

class Run {
 public:
  struct Options {
    std::optional<std::uint64_t> seed = std::nullopt;  // without: entropy from the operating system
    int threads = 0;                                   // 0: as many as the machine has
    std::stop_token stop = {};
    std::shared_ptr<Progress> progress = nullptr;
    // In place of entropy, for a run that several processes make together: 256 bits that only they know.
    std::optional<std::array<std::uint64_t, 4>> secret = std::nullopt;
    std::uint64_t memory = 0;  // bytes that reading one file may take; 0: in proportion to the file
  };

  Run() : Run(Options{}) {}
  explicit Run(Options options);

  // The same run with streams of its own, named for a method, a measure or a replicate.
  Run within(std::string_view scope, std::uint64_t index = 0) const;

  // The same run with the streams of a seed.
  Run reseeded(std::uint64_t seed) const;

  // The same run with streams from the operating system, whatever its seed.
  Run unseeded() const;

  // The same run without progress counts: for parts of work that is counted as a whole.
  Run uncounted() const;

  // The same run with another limit on the memory of reading a file.
  Run with_memory(std::uint64_t bytes) const;
  std::uint64_t memory() const { return memory_; }

  bool seeded() const { return seeded_; }
  int threads() const;
  Rng rng(std::string_view label, std::uint64_t index = 0) const {
    return Rng(derive_key(key_, label, index));
  }
  // Keyed by the operating system; by the seed where one was given, which is valid for tests only.
  SecureRng secure(std::string_view label, std::uint64_t index = 0) const;

  // The same run with the numbers of its records, which name their draws; none where they are 0, 1, 2, …
  Run with_record_numbers(std::vector<std::uint64_t> numbers) const;
  Run without_record_numbers() const;
  const std::vector<std::uint64_t>* record_numbers() const { return record_numbers_.get(); }

  // The same run, with a table that a parameter names by its path, and the table of such a path.
  Run with_table(const std::string& path, Table table) const;
  const Table& table(const std::string& path) const;
  bool has_table(const std::string& path) const { return tables_.contains(path); }

  // The same run, in which a parameter names an input table and never a file: for callers that pass their
  // data in memory.
  Run without_files() const;
  bool reads_files() const { return reads_files_; }

  // What make() returns, computed once for these streams and `of`, a fingerprint of all that it is made of:
  // for what many parts of a run need of the same data. The last few are kept. Two threads that need it at
  // the same time both compute it.
  template <class T, class Make>
  std::shared_ptr<const T> kept(const Fingerprint& of, Make make) const {
    const KeptKey key{key_, of.bits(), typeid(T).hash_code()};
    if (auto found = find_kept(key)) return std::static_pointer_cast<const T>(found);
    auto made = std::make_shared<const T>(make());
    keep(key, made);
    return made;
  }

  // Calls task(0) … task(count − 1), in parallel and in any order; returns when all are done. The first
  // exception cancels the rest and is rethrown. Stops between tasks when asked to.
  void parallel(std::size_t count, const std::function<void(std::size_t)>& task) const;

  // Calls body(block, begin, end) for fixed blocks of at most `size` of `count` items.
  void blocks(std::size_t count, std::size_t size,
              const std::function<void(std::size_t, std::size_t, std::size_t)>& body) const;

  // Calls body(column, stream) for each column, with a stream that depends on the column alone.
  void for_each(const ColumnSet& columns, const std::function<void(ColumnId, Rng)>& body) const;

  void expect(std::uint64_t steps) const { progress_->expect(steps); }
  void advance(std::uint64_t steps = 1) const { progress_->advance(steps); }
  void say(std::string what) const { progress_->say(std::move(what)); }
  void tell(double share) const { progress_->tell(share); }
  // Throws Error{interrupted} once the run was asked to stop.
  void check_stop() const;

 private:
  struct Workers;
  struct Kept;
  struct KeptKey {
    StreamKey streams;
    Fingerprint::Bits of;
    std::size_t type;
    bool operator==(const KeptKey&) const = default;
  };
  std::shared_ptr<const void> find_kept(const KeptKey& key) const;
  void keep(const KeptKey& key, std::shared_ptr<const void> made) const;

  StreamKey key_{};
  bool seeded_ = false;
  std::stop_token stop_;
  std::shared_ptr<Progress> progress_;
  std::shared_ptr<Workers> workers_;
  std::shared_ptr<Kept> kept_;
  std::map<std::string, Table> tables_;
  std::shared_ptr<const std::vector<std::uint64_t>> record_numbers_;
  std::optional<std::array<std::uint64_t, 4>> secret_;
  bool reads_files_ = true;
  std::uint64_t memory_ = 0;
};

}  // namespace sfumato
