#include "hail/join/operator/key_table.h"

#include "hail/errors.h"

namespace hail::join {

TablePlan plan_table(TableChoice choice, bool exact, uint64_t keys, uint64_t greatest,
                     unsigned key_bytes, uint64_t room) {
  constexpr uint64_t kFarthest = 1024;
  constexpr uint64_t kSmall = uint64_t{1} << 20;
  // 2 bits for each value, and a key and 16 bits less for each row, beside what both have.
  const uint64_t most_values = keys * ((16 + 8 * uint64_t{key_bytes}) / 2);
  TablePlan plan;
  plan.keys = keys;
  plan.range = exact ? greatest + 1 : 0;
  plan.piece_bits = concise_piece_bits(keys, 2 * uint64_t{key_bytes} + 2, Caches{});
  const std::string sizes = std::to_string(keys) + " keys, " + std::to_string(plan.range) +
                            " values from least to greatest";
  if (choice == TableChoice::kConciseHash) {
    plan.explanation = "concise hash table, as asked for";
    return plan;
  }
  if (choice == TableChoice::kConciseArray) {
    if (plan.range == 0) {
      throw InvalidArgument(
          "A concise array table takes keys that are numbers and fill fewer than 64 bits");
    }
    if (plan.range > kSmall && plan.range / kFarthest > keys) {
      throw InvalidArgument("A concise array table does not take keys so far apart: " + sizes);
    }
    plan.array = true;
    plan.explanation = "concise array table, as asked for: " + sizes;
    return plan;
  }
  if (plan.range == 0) {
    plan.explanation = exact ? "concise hash table: keys fill 64 bits"
                             : "concise hash table: keys are found by hash and compared";
    return plan;
  }
  if (plan.range > most_values) {
    plan.explanation = "concise hash table: " + sizes + ", more than " +
                       std::to_string(most_values) + " make an array the larger one";
    return plan;
  }
  if (plan.range / 4 + keys * key_bytes > room) {
    plan.explanation = "concise hash table: the budget leaves no room for an array: " + sizes;
    return plan;
  }
  plan.array = true;
  plan.explanation = "concise array table: " + sizes + ", at most " + std::to_string(most_values) +
                     " make it the smaller one";
  return plan;
}

}  // namespace hail::join
