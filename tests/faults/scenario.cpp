// Runs a scenario once without faults to learn its calls and the versions of its files, and then again and
// again with one fault each, or plays the recorded calls and takes the power away after each of them.
#include "faults/scenario.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>

#include "faults/watched_run.hpp"

namespace sfumato::faults {
namespace {

namespace fs = std::filesystem;

// In memory where possible: the layer decides what is lost, not the disk.
class WorkFolder {
 public:
  WorkFolder() {
    std::string name = ::access("/dev/shm", W_OK) == 0
                           ? "/dev/shm/sfumato-faults-XXXXXX"
                           : (fs::temp_directory_path() / "sfumato-faults-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the test");
    path_ = name;
  }
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

struct Reference {
  Snapshot before;
  std::vector<Snapshot> versions;   // before, and after each command
  std::vector<Call> kinds;          // of the calls without a fault
  std::vector<RecordedCall> calls;  // recorded
};

bool begins_with_any(const std::string& path, const std::vector<std::string>& beginnings) {
  return std::any_of(beginnings.begin(), beginnings.end(),
                     [&](const std::string& one) { return path.starts_with(one); });
}

ChildEnd run_well(const std::vector<Command>& commands, const Runner& runner, const std::string& folder,
                  const std::function<void()>& watch) {
  ChildEnd end = run_commands(commands, runner, folder, watch);
  const bool good = end.ended && std::all_of(end.statuses.begin(), end.statuses.end(),
                                             [](int status) { return status <= 1; });
  if (!good) throw std::runtime_error("fails without a fault: " + end.error);
  return end;
}

Reference learn(const Scenario& scenario, const std::string& folder) {
  Reference known;
  write_folder(folder, scenario.files);
  if (!scenario.preparation.empty()) run_well(scenario.preparation, {}, folder, [] {});
  known.before = read_folder(folder);
  run_well(scenario.commands, scenario.runner, folder, [&] { begin_recording(folder); });
  known.calls = recorded_calls();
  known.kinds.assign(report().kinds, report().kinds + report().calls);
  Disk disk(known.before);
  known.versions.push_back(known.before);
  for (const RecordedCall& call : known.calls) {
    disk.play(call);
    if (call.call == Call::seen && call.bytes.starts_with('\x01')) {
      known.versions.push_back(disk.after_loss(Loss::nothing, 0));
    }
  }
  return known;
}

const std::string* content(const Snapshot& files, const std::string& path) {
  const auto found = files.find(path);
  return found == files.end() ? nullptr : &found->second;
}

// Is the file as in one of the versions from `first` on?
bool as_in_versions(const Reference& known, std::size_t first, const std::string& path,
                    const std::string* now) {
  for (std::size_t i = first; i < known.versions.size(); ++i) {
    const std::string* then = content(known.versions[i], path);
    if (now == nullptr ? then == nullptr : then != nullptr && *then == *now) return true;
  }
  return false;
}

bool is_temporary(const Scenario& scenario, const std::string& path) {
  static const std::regex usual(R"((.*/)?\.[^/]+\.[A-Za-z0-9]{6}(/.*)?)");
  return std::regex_match(path, usual) ||
         (!scenario.temporary.empty() && std::regex_match(path, std::regex(scenario.temporary)));
}

// The rules for files. `first`: the version that is safe at least.
std::string wrong_file(const Scenario& scenario, const Reference& known, const Aftermath& after,
                       std::size_t first, bool may_leave) {
  std::set<std::string> paths;
  for (const Snapshot& version : known.versions)
    for (const auto& [path, bytes] : version) paths.insert(path);
  for (const auto& [path, bytes] : after.files) {
    if (paths.contains(path) || begins_with_any(path, scenario.own)) continue;
    if (!may_leave || !is_temporary(scenario, path)) return "'" + path + "' is left";
  }
  for (const std::string& path : paths) {
    if (begins_with_any(path, scenario.own)) continue;
    const std::string* now = content(after.files, path);
    if (as_in_versions(known, first, path, now)) continue;
    const bool drawn = !after.lost_power && begins_with_any(path, scenario.drawn);
    if (drawn && now != nullptr && scenario.complete(path, *now)) continue;
    if (now == nullptr) return "'" + path + "' is gone";
    const bool old = as_in_versions(known, 0, path, now);
    return "'" + path + "' is " +
           (old ? "still the old one"
                : "neither old nor complete, of " + std::to_string(now->size()) + " bytes");
  }
  return {};
}

std::string wrong_end(const ChildEnd& end) {
  if (!end.ended) return "ended by signal or exit " + std::to_string(end.signal);
  std::size_t failures = 0;
  for (const int status : end.statuses) {
    if (status != 0 && status != 3) return "status " + std::to_string(status) + ": " + end.error;
    failures += status != 0 ? 1 : 0;
  }
  if (failures > 0 && end.error.find("sfumato: ") == std::string::npos) return "no message";
  if (end.error.find("this is a bug") != std::string::npos) return end.error;
  return {};
}

std::string judge_error(const Scenario& scenario, const Reference& known, const ChildEnd& end, Fault fault,
                        const std::string& folder) {
  if (std::string wrong = wrong_end(end); !wrong.empty()) return wrong;
  Aftermath after{end.statuses, end.out, end.error, read_folder(folder), folder, false};
  const bool all_well =
      std::all_of(end.statuses.begin(), end.statuses.end(), [](int status) { return status == 0; });
  const Call failed = report().failed_call;
  const bool may_leave = fault == Fault::dead || failed == Call::unlink || failed == Call::remove_folder;
  const std::string wrong =
      wrong_file(scenario, known, after, all_well ? known.versions.size() - 1 : 0, may_leave);
  if (!wrong.empty()) return wrong + (all_well ? " after success" : " after: " + end.error);
  return scenario.check ? scenario.check(after) : std::string();
}

// Complaints that differ in numbers alone are one kind.
void complain(Tally& tally, std::set<std::string>& kinds, const std::string& place,
              const std::string& wrong) {
  static const std::regex changing("[0-9]+|\\.[A-Za-z0-9]{6}\\b");
  if (kinds.insert(std::regex_replace(place.substr(place.find(':')) + wrong, changing, "#")).second) {
    tally.complaints.push_back(place + ": " + wrong);
  }
}

// What the commands had printed, and which had ended.
void add_seen(Aftermath& after, const RecordedCall& call) {
  if (call.call != Call::seen) return;
  if (!call.bytes.starts_with('\x01')) {
    after.out += call.bytes;
  } else {
    after.statuses.push_back(std::atoi(call.bytes.c_str() + 6));
  }
}

}  // namespace

Tally run_errors(const Scenario& scenario, std::int64_t share) {
  const WorkFolder work;
  const Reference known = learn(scenario, work.path());
  Tally tally;
  std::set<std::string> kinds;
  std::int64_t candidates = 0;
  for (std::size_t at = 1; at <= known.kinds.size(); ++at) {
    for (const Fault fault : all_faults) {
      if (!can_have(known.kinds[at - 1], fault) || candidates++ % share != 0) continue;
      write_folder(work.path(), known.before);
      const ChildEnd end = run_commands(scenario.commands, scenario.runner, work.path(),
                                        [&] { begin(work.path(), static_cast<std::int64_t>(at), fault); });
      if (!report().injected) continue;
      ++tally.points;
      const std::string wrong = judge_error(scenario, known, end, fault, work.path());
      if (wrong.empty()) continue;
      complain(tally, kinds,
               "call " + std::to_string(at) + ": " + name_of(report().failed_call.load()) + " '" +
                   report().failed_path + "' " + name_of(fault),
               wrong);
    }
  }
  return tally;
}

Tally run_losses(const Scenario& scenario, int draws) {
  const WorkFolder work;
  const Reference known = learn(scenario, work.path());
  Disk disk(known.before);
  Tally tally;
  std::set<std::string> kinds;
  std::set<std::pair<Snapshot, std::string>> judged;
  Aftermath after;
  after.lost_power = true;
  after.folder = work.path();
  for (std::size_t at = 0; at < known.calls.size(); ++at) {
    disk.play(known.calls[at]);
    add_seen(after, known.calls[at]);
    for (int way = 0; way < draws + 5; ++way) {
      const Loss loss = way < 5 ? static_cast<Loss>(way) : Loss::some;
      ++tally.points;
      after.files = disk.after_loss(loss, at * 1000 + static_cast<std::size_t>(way));
      if (!judged.emplace(after.files, after.out + std::to_string(after.statuses.size())).second) continue;
      ++tally.states;
      std::string wrong = wrong_file(scenario, known, after, after.statuses.size(), true);
      if (wrong.empty() && scenario.check) {
        write_folder(work.path(), after.files);
        wrong = scenario.check(after);
      }
      if (wrong.empty()) continue;
      complain(tally, kinds,
               "call " + std::to_string(at) + ": after " + name_of(known.calls[at].call) + " '" +
                   known.calls[at].path + "', " + name_of(loss),
               wrong);
    }
  }
  return tally;
}

}  // namespace sfumato::faults
