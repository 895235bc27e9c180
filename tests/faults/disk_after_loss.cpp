// Two trees: what a running program sees, and what is surely on disk. Between them lie the unsynced changes,
// in their order; a state after a loss is the second tree with some of them.
#include "faults/disk_after_loss.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace sfumato::faults {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t sector = 512;

std::uint64_t next_random(std::uint64_t& state) {  // splitmix64
  state += 0x9E3779B97F4A7C15U;
  std::uint64_t bits = state;
  bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
  bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
  return bits ^ (bits >> 31U);
}

std::pair<std::string, std::string> split(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return {"", path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

}  // namespace

Snapshot read_folder(const std::string& folder) {
  Snapshot files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    const std::string path = entry.path().string().substr(folder.size() + 1);
    if (entry.is_directory()) {
      files[path + "/"];
      continue;
    }
    std::ostringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    files[path] = text.str();
  }
  return files;
}

void write_folder(const std::string& folder, const Snapshot& files) {
  for (const auto& entry : fs::directory_iterator(folder)) fs::remove_all(entry.path());
  for (const auto& [path, bytes] : files) {
    const fs::path place = fs::path(folder) / path;
    if (path.ends_with('/')) {
      fs::create_directories(place);
      fs::permissions(place.parent_path(), fs::perms::owner_all);
      continue;
    }
    fs::create_directories(place.parent_path());
    std::ofstream(place, std::ios::binary) << bytes;
    fs::permissions(place, fs::perms::owner_read | fs::perms::owner_write);
  }
}

const char* name_of(Loss loss) {
  constexpr const char* names[] = {"all unsynced lost", "nothing lost",   "bytes lost",
                                   "bytes are zeros",   "new names lost", "some lost"};
  return names[static_cast<std::size_t>(loss)];
}

Disk::Disk(const Snapshot& before) {
  live_.push_back({true, {}, {}});
  for (const auto& [path, bytes] : before) {
    const bool folder = path.ends_with('/');
    const auto [around, name] = split(folder ? path.substr(0, path.size() - 1) : path);
    const int node = add_node(folder);
    live_[static_cast<std::size_t>(node)].bytes = bytes;
    live_[static_cast<std::size_t>(find(around))].names[name] = node;
  }
  safe_ = live_;
}

int Disk::add_node(bool folder) {
  live_.push_back({folder, {}, {}});
  return static_cast<int>(live_.size()) - 1;
}

int Disk::find(const std::string& path) const {
  int node = 0;
  std::istringstream parts(path);
  for (std::string name; std::getline(parts, name, '/');) {
    const auto& names = live_[static_cast<std::size_t>(node)].names;
    const auto found = names.find(name);
    if (found == names.end()) return -1;
    node = found->second;
  }
  return node;
}

void Disk::apply(Nodes& nodes, const Change& change) {
  Node& node = nodes[static_cast<std::size_t>(change.node)];
  const auto place = static_cast<std::size_t>(change.place);
  if (change.of_bytes) {
    if (change.truncates) {
      node.bytes.resize(place);
      return;
    }
    if (node.bytes.size() < place + change.bytes.size()) node.bytes.resize(place + change.bytes.size());
    node.bytes.replace(place, change.bytes.size(), change.bytes);
    return;
  }
  if (change.old_folder >= 0) nodes[static_cast<std::size_t>(change.old_folder)].names.erase(change.old_name);
  if (change.target >= 0) {
    node.names[change.name] = change.target;
  } else {
    node.names.erase(change.name);
  }
}

void Disk::change(Change made) {
  apply(live_, made);
  pending_.push_back(std::move(made));
}

void Disk::change_name(const std::string& path, int target) {
  const auto [around, name] = split(path);
  Change made;
  made.node = find(around);
  made.name = name;
  made.target = target;
  change(std::move(made));
}

void Disk::sync(int node) {
  safe_.resize(live_.size());
  std::vector<Change> left;
  for (Change& one : pending_) {
    if (one.node == node || one.old_folder == node) {
      apply(safe_, one);
    } else {
      left.push_back(std::move(one));
    }
  }
  pending_ = std::move(left);
}

void Disk::play(const RecordedCall& call) {
  const auto file = [&] { return handles_.at(call.handle); };
  switch (call.call) {
    case Call::open:
      if (call.place == 1) change_name(call.path, add_node(false));
      handles_[call.handle] = find(call.path);
      if (call.place == 2) change({true, file(), 0, true, {}, {}, -1, -1, {}});
      break;
    case Call::write:
      change({true, file(), call.place, false, call.bytes, {}, -1, -1, {}});
      break;
    case Call::truncate:
      change({true, file(), call.place, true, {}, {}, -1, -1, {}});
      break;
    case Call::sync:
      sync(file());
      break;
    case Call::make_folder:
      change_name(call.path, add_node(true));
      break;
    case Call::link:
      change_name(call.bytes, find(call.path));
      break;
    case Call::unlink:
    case Call::remove_folder:
      change_name(call.path, -1);
      break;
    case Call::rename: {
      const auto [from, old_name] = split(call.path);
      const auto [to, name] = split(call.bytes);
      change({false, find(to), 0, false, {}, name, find(call.path), find(from), old_name});
      break;
    }
    default:
      break;
  }
}

// Folders know the kind of a node from the live tree: a folder made in between is one on disk too.
Disk::Change Disk::reduced(const Change& change, Loss loss, std::uint64_t& seed, bool& kept) {
  Change result = change;
  kept = loss == Loss::nothing || (loss == Loss::names && change.of_bytes) ||
         ((loss == Loss::bytes || loss == Loss::zeros) && !change.of_bytes);
  if (loss == Loss::zeros && change.of_bytes) {
    kept = true;
    std::fill(result.bytes.begin(), result.bytes.end(), '\0');
  }
  if (loss != Loss::some) return result;
  const std::uint64_t drawn = next_random(seed) % 4;
  kept = drawn < 2 || (drawn == 2 && change.of_bytes && !change.truncates);
  if (drawn != 2 || !kept) return result;
  // A torn write: of its sectors only the first ones, from a drawn one on the old bytes stay.
  const std::size_t sectors = result.bytes.size() / sector + 1;
  const std::size_t bytes = std::min(result.bytes.size(), (next_random(seed) % sectors) * sector);
  result.bytes.resize(bytes);
  kept = bytes > 0;
  return result;
}

void Disk::collect(const Nodes& nodes, int node, const std::string& path, Snapshot& files) const {
  const Node& one = nodes[static_cast<std::size_t>(node)];
  if (!live_[static_cast<std::size_t>(node)].folder) {
    files[path] = one.bytes;
    return;
  }
  if (!path.empty()) files[path + "/"];
  for (const auto& [name, inner] : one.names)
    collect(nodes, inner, path.empty() ? name : path + "/" + name, files);
}

Snapshot Disk::after_loss(Loss loss, std::uint64_t seed) const {
  Nodes nodes = safe_;
  nodes.resize(live_.size());
  for (const Change& one : pending_) {
    bool kept = false;
    const Change change = reduced(one, loss, seed, kept);
    if (kept) apply(nodes, change);
  }
  Snapshot files;
  collect(nodes, 0, "", files);
  return files;
}

}  // namespace sfumato::faults
