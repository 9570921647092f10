// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.client.pseudo;

/**
 * A block and the order of its rows in a pseudo replica (thesis, section 3.5.3).
 *
 * @param blockId id that HDFS gave the block
 * @param generationStamp generation stamp of the block
 * @param sortAttribute position of the attribute, from 1
 */
public record BlockOrder(long blockId, long generationStamp, int sortAttribute) {}
