// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * A cluster of separate Java processes on this host, configured and started as by an operator. Each
 * daemon can be killed, stopped, paused and restarted without the others, and its CPU time can be
 * measured alone.
 */
package dev.hail.minicluster.process;
