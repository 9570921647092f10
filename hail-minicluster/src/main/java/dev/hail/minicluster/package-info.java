// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** A whole cluster in one process: HDFS with HAIL, and YARN if wanted, for trying out and tests. */
package dev.hail.minicluster;
