// A protection of tables: a registry record with its description and parameters, like a masking method. Each
// protection's source file defines a struct with info() and params(); protections.def lists it. Its job has
// the same struct for a request, so that command, library, reference page and validation read one list.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/params.hpp"
#include "tables/cell_table.hpp"

namespace sfumato::tables {

struct ProtectionInfo {
  std::string name;
  std::string title;
  std::string summary;  // one sentence
  std::string reference;
  std::string notes = {};   // for the reference page and the help of its command
  std::string result = {};  // the output: "the rounded table"
  bool audited = true;      // whether the output is proved safe before it is returned
  bool random = false;      // whether it draws random numbers
};

struct Protection {
  ProtectionInfo info;
  std::vector<ParamInfo> params;
};

// In the order of protections.def.
const std::vector<Protection>& protections();

// The protection of that name; an error that lists all of them if there is none.
const Protection& protection(std::string_view name);

// An error for a table to which no rule was applied: protection would publish it unchanged. Returns a note
// where the rules found no sensitive cell.
std::vector<std::string> require_checked(const CellTable& table);

}  // namespace sfumato::tables

// At the end of a protection's source file; protections.def lists the same name.
#define SFUMATO_PROTECTION(function, Type)                                     \
  namespace sfumato::tables {                                                  \
  Protection function() { return {Type::info(), param_list<Type>().infos()}; } \
  }
