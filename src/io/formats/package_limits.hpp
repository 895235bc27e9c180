// What SPSS and Stata files cannot hold, found before anything is written: names, texts, labels and
// numbers. All offending columns are reported at once, each with its reason.
#pragma once

#include "core/table.hpp"

namespace sfumato::io {

void require_sav_can_hold(const Table& table);
void require_dta_can_hold(const Table& table);

constexpr std::size_t longest_stata_string = 2045;  // longer ones are stored as strL

}  // namespace sfumato::io
