// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * A randomised crash test: clients work on a cluster of processes while a schedule kills, stalls
 * and restarts them; a file on disk says which rows must be there in the end.
 */
package dev.hail.stress;
