// Data that a job's request names: files of the folder with how they are to be read, and outputs of earlier
// jobs. Tables that were read are kept, so that a step on the same file need not read it again.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "app/folder.hpp"
#include "core/run.hpp"
#include "io/table_file.hpp"
#include "library/declared_inputs.hpp"

namespace sfumato::app {

// {"format", "delimiter", "decimal", "encoding", "missing", "sidecar"} as options of the readers.
// Declarations of columns are those that decide how values are read.
io::ReadOptions reading_options(const Value& reading);

// Those members of the declarations of columns that decide how values are read: kind, missing, order, labels.
Value reading_declarations(const Value& columns);

// About how many bytes a table has in memory.
std::uint64_t table_bytes(const Table& table);

// At most so many records, drawn once and for all, in their order; 0: all.
Table sampled(const Table& table, std::uint64_t records);

class Sources {
 public:
  // `memory`: the tables that are kept may have so many bytes.
  Sources(const Folder& folder, std::uint64_t memory) : folder_(folder), memory_(memory) {}

  // The table of output `output` of a job; fails where there is none.
  using JobOutput = std::function<Table(const std::string& job, std::size_t output)>;
  // The tables of "inputs", in order, with what their sidecars and `schema` declare.
  library::NamedTables tables(const Value& inputs, const Value& schema, const JobOutput& output,
                              const Run& run);

  // A file of the folder as it is read; its hierarchies are loaded.
  std::shared_ptr<const io::TableFile> file(const std::string& name, const Value& reading,
                                            const Value& columns, const Run& run);

 private:
  struct Kept {
    std::string key;
    std::shared_ptr<const io::TableFile> file;
    std::uint64_t bytes = 0;
  };

  Table table_of(const std::string& input, const Value& source, const Value& schema, const JobOutput& output,
                 const Run& run);
  std::shared_ptr<const io::TableFile> find(const std::string& key);
  void keep(const std::string& key, const std::shared_ptr<const io::TableFile>& file);

  const Folder& folder_;
  const std::uint64_t memory_;
  std::mutex mutex_;
  std::list<Kept> kept_;  // the last used one first
};

}  // namespace sfumato::app
