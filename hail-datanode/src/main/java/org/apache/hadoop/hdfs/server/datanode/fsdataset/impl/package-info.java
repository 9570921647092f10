// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * Access classes only: Hadoop's dataset, its constructor and the fields HAIL needs are private to
 * this package. Everything that is not access lives in {@code dev.hail.datanode}.
 */
package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;
