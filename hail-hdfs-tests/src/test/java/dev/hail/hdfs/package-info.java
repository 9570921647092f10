// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * What makes a run of Hadoop's own HDFS tests a statement about HAIL: proof that HAIL's dataset
 * served them, and that the settings in force really sort HAIL blocks.
 */
package dev.hail.hdfs;
