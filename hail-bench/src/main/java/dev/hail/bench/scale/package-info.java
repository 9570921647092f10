// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** {@code hail bench scale}: uploads and jobs with more datanodes and as much more data. */
package dev.hail.bench.scale;
