// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** Access of tests to what HAIL's dataset keeps to this package. */
package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;
