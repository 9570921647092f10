// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The HAIL block: one HDFS block as a self-contained Arrow IPC file. Its rows may have any order
 * without a change of its length, and a sparse clustered index is in its front. {@code
 * docs/format.md} specifies the bytes.
 *
 * <p>The packages depend on each other in one direction. {@code sort} and {@code read} use {@code
 * layout}; {@code write} uses {@code layout} and {@code sort}. {@code layout} uses no other.
 * Modules other than hail-format use only the types that their architecture test names.
 */
package dev.hail.format.block;
