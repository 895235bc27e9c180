// Threads by oneTBB, or std::thread under the thread sanitizer (it cannot check a library that was built
// without it).
#include "core/run.hpp"

#include <algorithm>
#include <deque>
#include <thread>
#include <utility>

#include "core/error.hpp"
#include "core/hmac.hpp"

#ifdef SFUMATO_PLAIN_THREADS
#include <exception>
#include <mutex>
#else
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>
#endif

namespace sfumato {

void Progress::say(std::string what) {
  const std::lock_guard lock(mutex_);
  what_ = std::move(what);
}

std::string Progress::what() const {
  const std::lock_guard lock(mutex_);
  return what_;
}

void Progress::tell(double share) { told_ = std::clamp(share, 0.0, 1.0); }

double Progress::fraction() const {
  const std::uint64_t total = total_;
  const double told = told_;
  double share = told;
  if (told < 0.0) {
    share = total == 0 ? 0.0 : std::min(1.0, static_cast<double>(done_) / static_cast<double>(total));
  }
  double shown = shown_;
  while (share > shown && !shown_.compare_exchange_weak(shown, share)) {
  }
  return std::max(share, shown);
}

#ifdef SFUMATO_PLAIN_THREADS

struct Run::Workers {
  explicit Workers(int threads) : count(threads) {}

  void parallel(std::size_t tasks, const std::function<void(std::size_t)>& task) const {
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_mutex;
    const auto work = [&] {
      for (std::size_t i = next++; i < tasks; i = next++) {
        try {
          task(i);
        } catch (...) {
          const std::lock_guard lock(failure_mutex);
          if (!failure) failure = std::current_exception();
          next = tasks;
        }
      }
    };
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < std::min<std::size_t>(static_cast<std::size_t>(count), tasks); ++i) {
      threads.emplace_back(work);
    }
    work();
    for (std::thread& thread : threads) thread.join();
    if (failure) std::rethrow_exception(failure);
  }

  int count;
};

#else

struct Run::Workers {
  // By default TBB uses at most as many threads as it detects processors.
  explicit Workers(int threads)
      : count(threads),
        control(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(threads)),
        arena(threads) {}

  void parallel(std::size_t tasks, const std::function<void(std::size_t)>& task) {
    // Isolated: a thread that waits for inner tasks must not start another task of the outer loop, since the
    // tables of both would be in memory.
    arena.execute([&] {
      tbb::this_task_arena::isolate([&] {
        tbb::parallel_for(
            tbb::blocked_range<std::size_t>(0, tasks, 1),
            [&](const tbb::blocked_range<std::size_t>& range) {
              for (std::size_t i = range.begin(); i != range.end(); ++i) task(i);
            },
            tbb::simple_partitioner());
      });
    });
  }

  int count;
  tbb::global_control control;
  tbb::task_arena arena;
};

#endif

struct Run::Kept {
  static constexpr std::size_t most = 32;

  std::mutex mutex;
  std::deque<std::pair<KeptKey, std::shared_ptr<const void>>> results;  // the newest last
};

std::shared_ptr<const void> Run::find_kept(const KeptKey& key) const {
  const std::lock_guard lock(kept_->mutex);
  for (const auto& [known, result] : kept_->results) {
    if (known == key) return result;
  }
  return nullptr;
}

void Run::keep(const KeptKey& key, std::shared_ptr<const void> made) const {
  const std::lock_guard lock(kept_->mutex);
  kept_->results.emplace_back(key, std::move(made));
  if (kept_->results.size() > Kept::most) kept_->results.pop_front();
}

namespace {

StreamKey key_of(std::uint64_t seed) { return {seed, 0x7366756d61746f00ULL}; }

void append_word(std::string& text, std::uint64_t word) {
  for (unsigned i = 0; i < 8; ++i) text.push_back(static_cast<char>(word >> (8 * i) & 0xff));
}

// HMAC-SHA-256 of the text, keyed by the secret.
std::array<std::uint32_t, 8> digest_words(const std::array<std::uint64_t, 4>& secret, std::string_view text) {
  std::string key;
  for (const std::uint64_t word : secret) append_word(key, word);
  const Digest digest = Hmac(key)(text);
  std::array<std::uint32_t, 8> words{};
  for (std::size_t i = 0; i < digest.size(); ++i) words[i / 4] |= std::uint32_t{digest[i]} << (8 * (i % 4));
  return words;
}

}  // namespace

Run::Run(Options options)
    : seeded_(options.seed.has_value()),
      stop_(std::move(options.stop)),
      progress_(options.progress ? std::move(options.progress) : std::make_shared<Progress>()),
      memory_(options.memory) {
  if (options.seed) {
    key_ = key_of(*options.seed);
  } else if (options.secret) {
    secret_ = options.secret;
    const std::array<std::uint32_t, 8> words = digest_words(*secret_, "streams");
    key_ = {words[0] | std::uint64_t{words[1]} << 32, words[2] | std::uint64_t{words[3]} << 32};
  } else {
    system_entropy(key_);
  }
  const int machine = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  workers_ = std::make_shared<Workers>(options.threads > 0 ? options.threads : machine);
  kept_ = std::make_shared<Kept>();
}

Run Run::within(std::string_view scope, std::uint64_t index) const {
  Run inner = *this;
  inner.key_ = derive_key(key_, scope, index);
  return inner;
}

Run Run::reseeded(std::uint64_t seed) const {
  Run other = *this;
  other.key_ = key_of(seed);
  other.seeded_ = true;
  return other;
}

Run Run::unseeded() const {
  Run fresh = *this;
  fresh.secret_.reset();
  system_entropy(fresh.key_);
  fresh.seeded_ = false;
  return fresh;
}

Run Run::uncounted() const {
  Run inner = *this;
  inner.progress_ = std::make_shared<Progress>();
  return inner;
}

Run Run::with_table(const std::string& path, Table table) const {
  Run richer = *this;
  richer.tables_[path] = std::move(table);
  return richer;
}

Run Run::with_record_numbers(std::vector<std::uint64_t> numbers) const {
  Run numbered = *this;
  numbered.record_numbers_ = std::make_shared<const std::vector<std::uint64_t>>(std::move(numbers));
  return numbered;
}

Run Run::without_record_numbers() const {
  Run plain = *this;
  plain.record_numbers_.reset();
  return plain;
}

Run Run::without_files() const {
  Run closed = *this;
  closed.reads_files_ = false;
  return closed;
}

Run Run::with_memory(std::uint64_t bytes) const {
  Run other = *this;
  other.memory_ = bytes;
  return other;
}

const Table& Run::table(const std::string& path) const {
  const auto found = tables_.find(path);
  if (found == tables_.end()) bad_input("the table '" + path + "' was not read", "name a data file");
  return found->second;
}

int Run::threads() const { return workers_->count; }

SecureRng Run::secure(std::string_view label, std::uint64_t index) const {
  if (!seeded_ && secret_) {
    std::string text = "secure";
    append_word(text, key_[0]);
    append_word(text, key_[1]);
    append_word(text, index);
    return SecureRng(digest_words(*secret_, text.append(label)));
  }
  if (!seeded_) return SecureRng();
  Rng stream = rng(label, index);
  SecureRng::Key key;
  for (std::uint32_t& word : key) word = static_cast<std::uint32_t>(stream.bits());
  return SecureRng(key);
}

void Run::parallel(std::size_t count, const std::function<void(std::size_t)>& task) const {
  const auto guarded = [&](std::size_t i) {
    check_stop();
    task(i);
  };
  if (count <= 1 || workers_->count == 1) {
    for (std::size_t i = 0; i < count; ++i) guarded(i);
  } else {
    workers_->parallel(count, guarded);
  }
}

void Run::blocks(std::size_t count, std::size_t size,
                 const std::function<void(std::size_t, std::size_t, std::size_t)>& body) const {
  parallel((count + size - 1) / size,
           [&](std::size_t block) { body(block, block * size, std::min(count, (block + 1) * size)); });
}

void Run::for_each(const ColumnSet& columns, const std::function<void(ColumnId, Rng)>& body) const {
  expect(columns.size());
  parallel(columns.size(), [&](std::size_t i) {
    body(columns[i], rng("column", columns[i]));
    advance();
  });
}

void Run::check_stop() const {
  if (stop_.stop_requested()) throw Error(ErrorCode::interrupted, "interrupted; nothing was written");
}

}  // namespace sfumato
