// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Adaptive indexing (thesis, sections 3.5 and 3.6): map tasks that have to read a block whole leave
 * it indexed behind.
 */
package dev.hail.mapreduce.adaptive;
