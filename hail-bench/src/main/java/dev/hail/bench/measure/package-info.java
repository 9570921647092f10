// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Measurements in the one form that every benchmark of HAIL writes: JSON lines. */
package dev.hail.bench.measure;
