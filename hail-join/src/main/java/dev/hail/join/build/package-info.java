// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Reads build sides, builds their tables within a budget, and writes the images for tasks. */
package dev.hail.join.build;
