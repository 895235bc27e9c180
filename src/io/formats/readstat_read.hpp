// SPSS (.sav), Stata (.dta) and SAS (.sas7bdat, .xpt) files through ReadStat. Readers expect to run in
// a child process.
//
// A numeric column is a column of integers where the file stores integers (Stata's byte, int, long) or
// shows no decimals (SPSS F8.0, Stata %9.0f, SAS without decimals) and all values are whole and within
// 2^53; else of doubles. Days of a date format become dates; moments stay moments, or become dates where all
// are at midnight. The codes of a labelled column stay numbers and their labels go into `value_labels`;
// those of SAS files come from a catalogue beside them, of the same name or formats.sas7bcat. The kind
// is nominal or ordinal where the file says so (SPSS), and nominal where every value has a label.
// Missing is what the file declares missing, besides an empty text: the codes are kept in `missing`
// (".a" for Stata's and SAS's), but which of them stood in a row is not. Spaces at the end of a text are
// not kept by these formats.
#pragma once

#include <string>

#include "core/run.hpp"
#include "core/table.hpp"

namespace sfumato::io {

Table read_sav(const std::string& path, const Run& run);
Table read_dta(const std::string& path, const Run& run);
Table read_sas7bdat(const std::string& path, const Run& run);
Table read_xpt(const std::string& path, const Run& run);

}  // namespace sfumato::io
