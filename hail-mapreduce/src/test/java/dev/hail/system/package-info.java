// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * System tests: a cluster of processes under a steady load, to which one fault after the other
 * happens. After each fault everything has to be whole again.
 */
package dev.hail.system;
