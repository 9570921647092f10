// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** {@code hail bench failover}: what a job loses by a node that dies while it runs. */
package dev.hail.bench.failover;
