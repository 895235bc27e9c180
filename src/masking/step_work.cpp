#include "masking/step_work.hpp"

#include "masking/blocks_work.hpp"
#include "masking/fill_work.hpp"
#include "masking/household_work.hpp"
#include "masking/keys_work.hpp"

namespace sfumato::masking {
namespace {

std::unique_ptr<BlockWork> records_work(const Table& outline, const Step& step, const Run& run) {
  if (step.within) return std::make_unique<StrataWork>(outline, step, run);
  return block_method(step.method->info.name)->work(outline, step.columns, params_with_fill(step), run);
}

}  // namespace

std::unique_ptr<BlockWork> step_work(const Table& outline, const Step& step, std::size_t block_rows,
                                     const Run& run) {
  const Run own = run.uncounted();
  if (block_rows > 0) return std::make_unique<BlocksWork>(outline, step, block_rows, own);
  if (KeysWork::fits(step)) {
    Step unfilled = step;
    unfilled.fill = false;
    return std::make_unique<KeysWork>(outline, std::move(unfilled), own);
  }
  if (HouseholdWork::fits(outline, step)) {
    return std::make_unique<HouseholdWork>(outline, step, own, records_work);
  }
  return records_work(outline, step, own);
}

}  // namespace sfumato::masking
