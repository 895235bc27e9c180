// The sectors of made-up companies, with codes like those of NACE (a letter for the section, two digits
// for the division) and the typical numbers of each sector.
#pragma once

#include <array>

namespace sfumato::sample {

struct Sector {
  const char* code;
  double share;         // of companies
  double size;          // added to the logarithm of employees
  double productivity;  // turnover per employee, thousands of euros
  double wage;          // wages per employee, thousands of euros
  double materials;     // of what turnover leaves after wages
  double capital;       // assets over turnover
};

inline constexpr std::array<Sector, 32> sectors{
    {{"A01", 0.050, -0.4, 110, 22, 0.55, 2.2}, {"A02", 0.010, -0.3, 120, 25, 0.45, 2.5},
     {"A03", 0.005, -0.2, 130, 24, 0.50, 1.6}, {"B08", 0.006, 0.6, 210, 38, 0.45, 1.9},
     {"C10", 0.032, 0.9, 230, 31, 0.70, 0.7},  {"C13", 0.012, 0.6, 140, 28, 0.60, 0.8},
     {"C16", 0.017, 0.5, 150, 30, 0.62, 0.8},  {"C20", 0.010, 1.4, 380, 48, 0.66, 1.0},
     {"C24", 0.007, 1.5, 330, 43, 0.70, 0.9},  {"C25", 0.040, 0.8, 160, 37, 0.55, 0.8},
     {"C28", 0.020, 1.3, 210, 45, 0.60, 0.9},  {"C29", 0.008, 1.9, 360, 49, 0.74, 0.8},
     {"D35", 0.010, 0.9, 620, 55, 0.68, 2.4},  {"E38", 0.008, 0.8, 190, 34, 0.45, 1.5},
     {"F41", 0.055, 0.1, 170, 34, 0.60, 1.1},  {"F43", 0.090, 0.0, 120, 33, 0.50, 0.6},
     {"G45", 0.040, 0.0, 260, 30, 0.82, 0.5},  {"G46", 0.075, 0.2, 420, 38, 0.84, 0.5},
     {"G47", 0.120, -0.1, 160, 23, 0.78, 0.4}, {"H49", 0.055, 0.2, 110, 29, 0.40, 0.8},
     {"H52", 0.013, 1.0, 190, 37, 0.40, 1.4},  {"I55", 0.018, 0.3, 80, 22, 0.30, 2.3},
     {"I56", 0.070, 0.1, 58, 19, 0.45, 0.5},   {"J58", 0.010, 0.2, 180, 45, 0.30, 0.8},
     {"J62", 0.045, 0.1, 140, 52, 0.25, 0.6},  {"L68", 0.045, -0.5, 260, 36, 0.20, 6.0},
     {"M69", 0.045, -0.1, 110, 40, 0.10, 0.6}, {"M71", 0.035, 0.0, 120, 43, 0.25, 0.6},
     {"M72", 0.005, 0.7, 130, 54, 0.30, 1.3},  {"N81", 0.024, 0.6, 48, 20, 0.20, 0.4},
     {"P85", 0.012, 0.4, 62, 31, 0.12, 0.8},   {"S96", 0.008, -0.3, 48, 18, 0.25, 0.6}}};

}  // namespace sfumato::sample
