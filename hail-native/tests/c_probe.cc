// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

#include "c_probe.h"

#include <cstdint>
#include <utility>

#include "hail/arrow/c_data.h"

namespace hail::testing_rows {

int read_rows(hail_probe* probe, const arrow::Schema& schema, Rows& result, hail_error& error) {
  while (true) {
    ArrowArray batch{};
    uint64_t rows = 0;
    if (const int status = hail_probe_next(probe, &batch, &rows, &error);
        status != HAIL_OK || rows == 0) {
      return status;
    }
    for (Row& row : read_batch(batch, schema)) {
      result.push_back(std::move(row));
    }
  }
}

}  // namespace hail::testing_rows
