// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Deterministic text data, written at the speed of a disk: the same seed gives the same bytes. */
package dev.hail.examples.generate;
