// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Joins of HAIL files with tables in memory, for map tasks: what all packages share. */
package dev.hail.join;
