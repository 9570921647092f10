// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 The HAIL authors

package dev.hail.datanode.assembly;

import dev.hail.datanode.convert.BlockConverter;
import dev.hail.datanode.convert.ReplicaStep;
import dev.hail.datanode.metrics.DatanodeMetrics;
import dev.hail.step.StepListener;

/**
 * What the assemblies of one datanode share.
 *
 * @param steps told of each step of each block
 * @param maxBlockLength longest block that is sorted, in bytes; longer ones pass through
 */
public record AssemblyServices(
    AssemblyMemory memory,
    Reclaimer reclaimer,
    BlockConverter converter,
    DatanodeMetrics metrics,
    StepListener<ReplicaStep> steps,
    int maxBlockLength) {}
