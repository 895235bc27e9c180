// The report of `table protect`: the changes of the table, their cost, and the audit.
#pragma once

#include "report/report.hpp"
#include "tables/adjustment/adjustment.hpp"
#include "tables/perturbation/perturbation.hpp"
#include "tables/recoding/recoding.hpp"
#include "tables/rounding/rounding.hpp"
#include "tables/suppression/suppression.hpp"

namespace sfumato::report {

// {"status": "optimal"|"feasible", "cost", "bound", "gap", "primary", "secondary", "cells": [secondary ones],
// "audit": {…}, "algorithm", "out_of_reach": […]}.
Report table_suppression_report(const tables::Suppression& made);

// Needs the true table in addition to the result.
Report table_rounding_report(const tables::CellTable& original, const tables::Rounding& made);
Report table_adjustment_report(const tables::CellTable& original, const tables::Adjustment& made);
Report table_perturbation_report(const tables::CellTable& original, const tables::Perturbation& made);
Report table_recoding_report(const tables::CellTable& original, const tables::Recoding& made);

}  // namespace sfumato::report
