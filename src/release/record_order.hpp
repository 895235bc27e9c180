// What of a release still says which record is which: the order of the records and household numbers. On
// request records are shuffled and households renumbered; what stays as it was gets a warning.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/warning.hpp"
#include "release/recipe_run.hpp"
#include "release/unchanged_columns.hpp"

namespace sfumato::release {

struct DeliveryTerms {
  bool shuffle = false;    // release the records in random order
  bool renumber = false;   // give households random new numbers
  bool map = false;        // return which original record each released one is
  bool kept_rows = false;  // return it where records are missing and the others are in their order
  // Gets every warning but those of the files themselves, before anything is written. It throws where the
  // release must not go out with them.
  std::function<void(const Warnings& warnings)> confirm = {};
};

// A release in the order in which it is delivered, and warnings about columns that are as they were.
struct Arranged {
  MaskingResult result;
  Warnings warnings;
  UnchangedColumns unchanged;
};

// Draws from secure streams of the run, by the numbers of records. Every copy has an order and household
// numbers of its own, so that copies cannot be put side by side. The description of a shuffled release has
// the mapping "none"; `masked` keeps the true one, and `shuffled` what the controller's map needs.
Arranged arranged(MaskingResult result, const DeliveryTerms& terms, const Run& run);

// An error where a table has no households that could be renumbered.
void require_households(const Table& table);

// The columns that are renumbered: of households and of units.
ColumnSet household_columns(const Table& table);

// What a description says of the order, and of columns with new numbers.
void describe_order(Value& release, const DeliveryTerms& terms, const std::vector<std::string>& renumbered);

}  // namespace sfumato::release
