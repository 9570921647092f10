// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.mapreduce;

/**
 * A datanode as the planner sees it.
 *
 * @param datanodeUuid identity of the datanode
 * @param host host name as schedulers know it
 */
record SplitNode(String datanodeUuid, String host) {}
