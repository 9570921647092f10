// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/**
 * The Hadoop file system {@code hail://}: the bytes of files on HDFS, never of two replicas. Also
 * which paths lead to the same file.
 */
package dev.hail.client.fs;
