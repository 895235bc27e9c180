// The program without its entry: arguments and streams in, exit status out.
#pragma once

#include <string>
#include <vector>

#include "cli/console.hpp"

namespace sfumato::cli {

// 0 done, 1 the answer is no, 2 bad input or use, 3 internal or I/O failure, 130 interrupted.
int run_program(const std::vector<std::string>& arguments, Console& console);

}  // namespace sfumato::cli
