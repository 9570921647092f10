// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** A whole cluster in one process for trials and tests: HDFS with HAIL and, on request, YARN. */
package dev.hail.minicluster;
