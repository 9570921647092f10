// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** HAIL's access to parts of the namenode that only its own package may touch. */
package org.apache.hadoop.hdfs.server.namenode;
