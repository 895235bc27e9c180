// Attacks on some cells of one part of the relation system: by an outsider, and by each insider. Solutions
// for one cell also bound the others, so that cells are attacked together.
#pragma once

#include <span>
#include <vector>

#include "core/run.hpp"
#include "tables/audit/attack_system.hpp"
#include "tables/audit/audit.hpp"
#include "tables/audit/certificates.hpp"

namespace sfumato::tables {

// A cell under attack, and its required interval.
struct Target {
  // In units of the part: how far the interval must reach on either side, and how wide it must be.
  struct Need {
    double down = 0;
    double up = 0;
    double width = 0;
    bool sensitive = true;
  };
  std::size_t place = 0;  // in the part
  AuditedCell* result = nullptr;
  Need need;
  double reached_down = 0, reached_up = 0;  // by outsiders, in units
};
Target target_of(const AttackPart& part, std::size_t place, const Cell& cell, AuditedCell& result);

// Linear programs solved, and sides of cells that needed none.
struct SolverCounts {
  std::size_t solved = 0;
  std::size_t skipped = 0;
};

// Fills in the results of the targets, and how far outsiders reach.
void attack_from_outside(const CellTable& table, const AttackPart& part, std::span<Target> targets,
                         const AuditOptions& options, const Run& run, SolverCounts& work);

// What one insider can infer and an outsider cannot.
struct Disclosure {
  AuditedCell* result = nullptr;
  InsiderView view;
  std::vector<std::size_t> revealing;
};

// The targets must have been attacked by an outsider, and be safe from that attack.
std::vector<Disclosure> attack_from_inside(const CellTable& table, const AttackPart& part,
                                           std::span<const PartInsider> attackers,
                                           std::span<const Target> targets, const Run& run,
                                           SolverCounts& work);

}  // namespace sfumato::tables
