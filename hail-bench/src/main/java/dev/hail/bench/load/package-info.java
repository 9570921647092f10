// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** {@code hail bench load}: clients upload and query for minutes, and daemons must not grow. */
package dev.hail.bench.load;
