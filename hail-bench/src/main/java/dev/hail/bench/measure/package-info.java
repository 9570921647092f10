// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Measurements and the JSON lines in which every benchmark writes them. */
package dev.hail.bench.measure;
