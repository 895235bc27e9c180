// A model of a disk that keeps no more than POSIX promises: bytes are safe after fsync of their file, names
// after fsync of their folder. It plays recorded calls and gives the folders that a loss of power after any
// of them can leave: of what was not synced, each write (or some of its sectors) and each change of a name
// may be there or not.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "faults/file_calls.hpp"

namespace sfumato::faults {

// Contents by path relative to the folder; folders have a path that ends with '/'.
using Snapshot = std::map<std::string, std::string>;
Snapshot read_folder(const std::string& folder);
// Makes the folder equal to the snapshot.
void write_folder(const std::string& folder, const Snapshot& files);

// What is left of the unsynced calls. `zeros`: names and sizes, and zeros for the bytes. `some`: any subset,
// by seed.
enum class Loss : std::uint8_t { all, nothing, bytes, zeros, names, some };
const char* name_of(Loss loss);

class Disk {
 public:
  explicit Disk(const Snapshot& before);
  void play(const RecordedCall& call);
  Snapshot after_loss(Loss loss, std::uint64_t seed) const;

 private:
  struct Node {
    bool folder = false;
    std::map<std::string, int> names;
    std::string bytes;
  };
  using Nodes = std::vector<Node>;
  // A change that is not yet synced: of one file's bytes, or of one or two names.
  struct Change {
    bool of_bytes = false;
    int node = -1;  // the file, or the folder of the (new) name
    std::int64_t place = 0;
    bool truncates = false;
    std::string bytes;
    std::string name;
    int target = -1;  // −1: the name goes
    int old_folder = -1;
    std::string old_name;
  };
  static void apply(Nodes& nodes, const Change& change);
  static Change reduced(const Change& change, Loss loss, std::uint64_t& seed, bool& kept);
  void collect(const Nodes& nodes, int node, const std::string& path, Snapshot& files) const;
  int find(const std::string& path) const;
  int add_node(bool folder);
  void change(Change made);
  void change_name(const std::string& path, int target);
  void sync(int node);

  Nodes live_, safe_;
  std::vector<Change> pending_;
  std::map<int, int> handles_;  // handle → node
};

}  // namespace sfumato::faults
