// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** {@code hail bench directory}: Dir_rep filled far beyond what tests fill it with. */
package dev.hail.bench.directory;
