package dev.hail.datanode.assembly;

import dev.hail.datanode.convert.BlockConverter;
import dev.hail.datanode.metrics.DatanodeMetrics;

/**
 * What the assemblies of one datanode share.
 *
 * @param maxBlockLength longest block that is sorted, in bytes; longer ones pass through
 */
public record AssemblyServices(
    AssemblyMemory memory,
    Reclaimer reclaimer,
    BlockConverter converter,
    DatanodeMetrics metrics,
    int maxBlockLength) {}
