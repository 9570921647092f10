// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

/** {@code hail bench upload}: the same text into plain HDFS, HAIL and column files. */
package dev.hail.bench.upload;
