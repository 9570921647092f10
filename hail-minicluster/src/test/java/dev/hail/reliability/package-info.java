// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * What is left when machines, disks, processes and networks fail: nothing lost, orders restored.
 */
package dev.hail.reliability;
