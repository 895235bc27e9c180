// Data as they come with a request: records with what is known of their columns and how they are called in
// messages, or a reader that makes such records once it is known what the columns mean.
#pragma once

#include <functional>
#include <string>

#include "io/table_file.hpp"

namespace sfumato::jobs {

struct Data {
  io::TableFile file;
  std::string name = "the data";  // a path, where they come from a file
};

// Reads a further table so that its columns mean what is declared.
struct DataReader {
  std::string name;
  std::function<io::TableFile(const Declarations& declared, const Run& run)> read;
  bool in_memory = false;  // a table that no file describes
};

// A reader of a table that is there already. Texts that are not all numbers stay categories, whatever is
// declared of their column: numbers that were recoded.
DataReader reader_of(Table table, std::string name);

}  // namespace sfumato::jobs
