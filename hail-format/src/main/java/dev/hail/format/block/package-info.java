// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The HAIL block: one HDFS block as a self-contained Arrow IPC file whose rows may stand in any
 * order without changing its length, with a sparse clustered index at its front. The bytes are
 * specified in {@code docs/format.md}.
 *
 * <p>It has four rooms: {@code layout} knows no other, {@code sort} and {@code read} stand on it,
 * {@code write} on {@code layout} and {@code sort}. Modules other than hail-format use only the
 * types that their architecture test names.
 */
package dev.hail.format.block;
