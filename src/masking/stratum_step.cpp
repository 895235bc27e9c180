// Missing cells are filled by the method itself where it has a parameter for it.
#include "masking/stratum_step.hpp"

#include "core/error.hpp"
#include "masking/fill_work.hpp"
#include "masking/masked_numbers.hpp"
#include "masking/record_groups.hpp"

namespace sfumato::masking {
Masked apply_plain(const Table& original, const Step& step, const Run& run) {
  Masked masked = step.method->apply(original, step.columns, params_with_fill(step), run);
  if (!step.fill || fills_itself(*step.method)) return masked;
  require_no_promises(step, masked.promises);
  for (Table& table : masked.tables) {
    const std::optional<ColumnId> household = column_of(table, Role::household);
    std::optional<RecordGroups> groups;
    if (household && step.method->info.draws_values) groups = record_groups(table.column(*household));
    const std::vector<std::uint64_t> numbers = numbers_of_masked(masked, table.rows(), run);
    fill_missing(table, step.columns, RecordNumbers(std::span(numbers)), groups, run);
  }
  return masked;
}

Masked apply_stratum(const Table& records, const Step& step, std::size_t stratum, const std::string& name,
                     const Run& run) {
  try {
    return apply_plain(records, step, run.within("stratum", stratum).without_record_numbers());
  } catch (const Error& failure) {
    if (failure.code != ErrorCode::bad_input) throw;
    const std::string where = step.within ? "where " + records.info(*step.within).name + " is " : "in ";
    bad_input(where + name + " (" + std::to_string(records.rows()) + " records): " + failure.message,
              failure.hint + (step.within ? ", or join small strata" : ", or choose larger blocks"));
  }
}

}  // namespace sfumato::masking
