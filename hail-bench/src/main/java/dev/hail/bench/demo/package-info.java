// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** {@code hail demo}: plain Hadoop and HAIL side by side on an embedded cluster. */
package dev.hail.bench.demo;
