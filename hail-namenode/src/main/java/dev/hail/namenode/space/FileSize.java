// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.namenode.space;

/**
 * How large a file is.
 *
 * @param length bytes of one copy of its rows, at least 0
 * @param stored bytes that the replicas take which HDFS has and keeps of its blocks, and of those
 *     that only a snapshot has, at least 0
 */
public record FileSize(long length, long stored) {}
