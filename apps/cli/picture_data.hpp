// The made-up data that all pictures of the reference are drawn from, and the settings at which methods are
// shown. Everything is drawn with fixed seeds, so that pictures change only when a method or a measure does.
#pragma once

#include <string>

#include "core/method.hpp"
#include "core/table.hpp"

namespace sfumato::cli {

// 150 points around a bent line, so that a method which keeps means and covariances but not shapes is found
// out.
Table bent_cloud();

// 400 people with the columns sex, region (with a hierarchy of three levels), education and marital_status,
// all of them categories, and household_id.
Table category_records();

// Strong enough to be seen; what is not named there is drawn with its defaults.
ParamValues shown_params(const std::string& method);

// Is the method's work seen in a cloud of points? Not so what is made of categories, blanks, households or
// names.
bool draws_points(const MethodInfo& info);

}  // namespace sfumato::cli
