// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.reorder;

/** A replica that a namenode wants sorted by another attribute. */
public record Duty(String blockPoolId, long blockId, long generationStamp) {}
