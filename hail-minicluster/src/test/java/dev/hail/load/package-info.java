// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Clients that work on a cluster of processes while something fails, and the check of what must be
 * there afterwards. The crash test and the system tests share it.
 */
package dev.hail.load;
