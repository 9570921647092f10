// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * A cluster of separate Java processes on this host, configured and started as an operator would:
 * each daemon can be killed, stopped, paused and started again without the others, and its CPU time
 * is its own.
 */
package dev.hail.minicluster.process;
