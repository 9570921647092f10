// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.resort;

/** A replica that a namenode wants sorted by another attribute. */
public record ResortTask(String blockPoolId, long blockId, long generationStamp) {}
