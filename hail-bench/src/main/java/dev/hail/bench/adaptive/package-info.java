// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** {@code hail bench adaptive}: sequences of jobs that index as they go (thesis, section 3.10). */
package dev.hail.bench.adaptive;
