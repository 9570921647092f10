// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** {@code hail bench directory}: the replica directory with far more replicas than in tests. */
package dev.hail.bench.directory;
