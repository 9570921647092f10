// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The {@code hail bench} command. Each benchmark has its own package; so has each part that
 * benchmarks share.
 */
package dev.hail.bench;
