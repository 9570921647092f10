// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Tests of access classes, with mocks of what Hadoop keeps to this package. */
package org.apache.hadoop.hdfs.server.datanode;
