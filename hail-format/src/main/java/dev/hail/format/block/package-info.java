// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The HAIL block: one HDFS block as a self-contained Arrow IPC file whose rows may stand in any
 * order without changing its length, with a sparse clustered index at its front. The bytes are
 * specified in {@code docs/format.md}.
 */
package dev.hail.format.block;
