// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Access classes only, for what Hadoop's datanode keeps to its package. */
package org.apache.hadoop.hdfs.server.datanode;
