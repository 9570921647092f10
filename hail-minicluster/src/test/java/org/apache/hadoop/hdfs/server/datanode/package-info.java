// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Access to what Hadoop keeps to the package of its datanode, for tests. */
package org.apache.hadoop.hdfs.server.datanode;
