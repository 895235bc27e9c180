// Files with the secret key of pseudonyms or record keys: readable by their owner only, never overwriting
// another file, and refused when others can read them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/table.hpp"
#include "masking/recipe.hpp"

namespace sfumato::release {

// 256 random bits in one line of hexadecimal digits, in a file of mode 0600. The file is removed again unless
// keep() is called, so that a release that fails leaves no key behind.
class NewKeyFile {
 public:
  // An existing file is an error, whatever it contains.
  explicit NewKeyFile(std::string path);
  NewKeyFile(const NewKeyFile&) = delete;
  NewKeyFile& operator=(const NewKeyFile&) = delete;
  ~NewKeyFile();

  void keep() { kept_ = true; }

 private:
  std::string path_;
  bool kept_ = false;
};

// The key files that a step of this method names, and those of all steps.
std::vector<std::string> key_files(const Method& method, const ParamValues& params);
std::vector<std::string> key_files(const masking::Recipe& recipe);

// The line of a key file as a table of one cell, whatever the file is called. An error where other users have
// access to it.
Table read_key(const std::string& path);

// An error where one of `to_write` is a key file, which is never overwritten: without it the same pseudonyms
// cannot be made again.
void spare_key_files(const masking::Recipe& recipe, const std::vector<std::string>& to_write);

// The line of a key file; an error also where it is empty or short enough to be guessed.
std::string read_secret(const std::string& path);

}  // namespace sfumato::release
