// The parameters of cell-key perturbation, as commands and requests give them.
#pragma once

#include "tables/perturbation/perturbation.hpp"
#include "tables/protection.hpp"

namespace sfumato::tables {

struct PerturbParams {
  std::string ptable;

  static ProtectionInfo info();
  // Each cell gets its own noise.
  bool adds_up() const { return false; }

  template <class T>
  static void params(ParamList<T>& list) {
    list.text("ptable", &T::ptable)
        .required()
        .doc(
            "The ptable, as the R package of that name writes it: a file on the command line, its text in a "
            "request.");
  }
};

}  // namespace sfumato::tables
