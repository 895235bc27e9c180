// SPSS (.sav, Unicode) and Stata (.dta, version 118) files through ReadStat. What they cannot hold is
// refused, column by column, before anything is written.
//
// Value labels, labels of columns and, for SPSS, kinds of numeric columns and up to three declared missing
// codes are kept; a missing value itself is written as the package's own. An order of texts is not kept:
// it is in the sidecar.
#pragma once

#include <functional>
#include <string_view>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::io {

void write_sav(const Table& table, const Run& run, const std::function<void(std::string_view)>& sink);
void write_dta(const Table& table, const Run& run, const std::function<void(std::string_view)>& sink);

}  // namespace sfumato::io
