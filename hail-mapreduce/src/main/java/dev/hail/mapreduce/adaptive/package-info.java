// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Adaptive indexing (thesis, sections 3.5 and 3.6): a map task that reads a block whole can also
 * sort and store it for later jobs.
 */
package dev.hail.mapreduce.adaptive;
