// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** {@code hail bench}; each benchmark and what benchmarks share has a package of its own. */
package dev.hail.bench;
