// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Deterministic text data: the same seed gives the same bytes. Generators keep up with a disk. */
package dev.hail.examples.generate;
